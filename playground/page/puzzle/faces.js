// Pictures on tiles: one that is drawn here, or the user's own, which never leaves the page.

const SIDE = 480;

/** A house on a hill by a lake, with the sun and a kite above: every part looks different. */
function landscape() {
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
    const context = canvas.getContext('2d');
    const fill = (colour, ...points) => {
        context.fillStyle = colour;
        context.beginPath();
        for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
        context.fill();
    };
    const disc = (colour, x, y, radius) => {
        context.fillStyle = colour;
        context.beginPath();
        context.arc(x, y, radius, 0, 7);
        context.fill();
    };
    const sky = context.createLinearGradient(0, 0, SIDE, SIDE * 0.7);
    [['#3f8fd0', 0], ['#a8d8f5', 0.6], ['#ffe6b0', 1]].forEach(([colour, at]) => sky.addColorStop(at, colour));
    context.fillStyle = sky;
    context.fillRect(0, 0, SIDE, SIDE);
    disc('#ffd23f', 392, 82, 50);
    for (const [x, y] of [[70, 70], [105, 58], [142, 74], [106, 84]]) disc('#ffffff', x, y, 27);
    fill('#c8553d', 248, 40, 284, 86, 248, 142, 214, 86);
    fill('#f7e03c', 248, 40, 248, 142, 214, 86);
    Object.assign(context, { strokeStyle: '#15202b', lineWidth: 3 });
    context.beginPath();
    context.moveTo(248, 142);
    context.bezierCurveTo(230, 180, 290, 200, 250, 262);
    context.stroke();
    fill('#8794a8', 0, 250, 96, 140, 176, 250);
    fill('#ffffff', 96, 140, 71, 168, 92, 176, 104, 166, 116, 176, 117, 168);
    fill('#6d7b91', 80, 260, 180, 176, 300, 260);
    fill('#5ba35a', 0, 262, 180, 236, 330, 262, 480, 224, 480, 372, 0, 372);
    fill('#e8e2d0', 336, 204, 438, 204, 438, 292, 336, 292);
    fill('#a63d2f', 322, 206, 387, 150, 452, 206);
    fill('#5a3a22', 374, 246, 400, 246, 400, 292, 374, 292);
    fill('#3b86bd', 348, 222, 366, 222, 366, 240, 348, 240);
    fill('#3b86bd', 408, 222, 426, 222, 426, 240, 408, 240);
    fill('#5a3a22', 62, 262, 76, 262, 76, 326, 62, 326);
    disc('#2f7a3d', 69, 236, 40);
    for (const [x, y] of [[54, 226], [82, 220], [70, 250], [92, 246]]) disc('#d43d3d', x, y, 6);
    fill('#2a78b5', 0, 352, 480, 322, 480, 480, 0, 480);
    context.strokeStyle = '#8fc7ea';
    for (let y = 372; y < SIDE; y += 26) {
        context.beginPath();
        for (let x = 0; x <= SIDE; x += 12) context.lineTo(x, y + 5 * Math.sin(x / 19 + y));
        context.stroke();
    }
    fill('#7a4a2b', 196, 400, 316, 400, 290, 432, 220, 432);
    fill('#ffffff', 256, 322, 256, 392, 206, 392);
    fill('#e69f00', 264, 336, 264, 392, 306, 392);
    fill('#f2a65a', 60, 424, 100, 408, 104, 444);
    disc('#f2a65a', 118, 426, 20);
    disc('#15202b', 126, 420, 4);
    disc('#f6efe2', 402, 440, 22);
    fill('#f6efe2', 414, 420, 432, 392, 444, 400, 426, 440);
    fill('#e69f00', 440, 394, 462, 402, 440, 406);
    return canvas;
}

/** The middle of an image, in the size of the other picture. */
async function fromFile(file) {
    const image = await createImageBitmap(file);
    const side = Math.min(image.width, image.height);
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
    canvas.getContext('2d').drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side,
        0, 0, SIDE, SIDE);
    return canvas;
}

export class Faces {
    #image = null;
    #pieces = [];
    #key = '';

    /** Whether tiles have pictures. */
    get isOn() { return this.#image !== null; }

    /** The piece of the picture for a tile: the tiles of the goal make up the whole picture. */
    piece(tile, { goal, width, height }) {
        const key = [width, ...goal].join();
        if (this.#key !== key) {
            this.#key = key;
            const [wide, high] = [SIDE / width, SIDE / height];
            this.#pieces = [];
            goal.forEach((tile, place) => {
                const canvas = Object.assign(document.createElement('canvas'), {
                    width: Math.ceil(wide), height: Math.ceil(high),
                });
                canvas.getContext('2d').drawImage(this.#image, -(place % width) * wide,
                    -Math.floor(place / width) * high);
                this.#pieces[tile] = canvas;
            });
        }
        return this.#pieces[tile];
    }

    #use(image) {
        this.#image = image;
        this.#key = '';
    }

    /** Connects the list of faces with the file dialog. Calls `changed` when the tiles look different. */
    connect(list, input, changed, say) {
        let chosen = list.value;
        list.addEventListener('change', () => {
            if (list.value === 'own') {
                list.value = chosen;
                return input.click();
            }
            chosen = list.value;
            this.#use(chosen === 'landscape' ? landscape() : null);
            changed();
        });
        input.addEventListener('change', async () => {
            const [file] = input.files;
            input.value = '';
            if (!file) return;
            try {
                this.#use(await fromFile(file));
            } catch {
                return say(`${file.name} is not a picture that this browser can show.`);
            }
            let option = [...list.options].find(({ value }) => value === 'file');
            if (!option) list.add(option = new Option('', 'file'), list.options.length - 1);
            option.text = file.name.slice(0, 24);
            list.value = chosen = 'file';
            changed();
        });
    }
}
