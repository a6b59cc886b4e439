// Pictures as files, drawn by the code that draws the page: all searches with their names and words, and the legend.
import { Refusal } from './api.js';
import { LETTERS } from './panel.js';
import { SvgContext } from './picture/svg.js';

/** The most frames of an animation, the frames per second, and the seconds for which the last one stays. */
const FRAMES = 60, RATE = 12, LAST = 3;

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const textOf = element => {
    const { color, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    return { fillStyle: color, font: `${fontWeight} ${fontSize} ${fontFamily}`, textBaseline: 'middle' };
};

/** Wraps a text into lines that fit into the width `room`. */
function wrap(context, text, room) {
    const lines = [''];
    for (const word of text.split(' ')) {
        const longer = `${lines.at(-1)} ${word}`.trim();
        if (lines.at(-1) && context.measureText(longer).width > room) lines.push(word);
        else lines[lines.length - 1] = longer;
    }
    return lines;
}

/** The stage with all pictures: each part at its position on the page, relative to the whole. */
class Stage {
    constructor(app) {
        this.app = app;
        const box = document.querySelector('.stage').getBoundingClientRect();
        const margin = 8;
        this.place = element => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const [x, y] = [Math.round(left - box.left) + margin, Math.round(top - box.top) + margin];
            return [x, y, width, height];
        };
        [this.width, this.height] = [box.width, box.height].map(side => Math.ceil(side) + 2 * margin);
    }

    draw(context) {
        const { app, place, width, height } = this;
        context.fillStyle = getComputedStyle(document.body).backgroundColor;
        context.fillRect(0, 0, width, height);
        app.panels.forEach((panel, i) => this.drawRun(context, panel, i));
        for (const item of document.querySelectorAll('.legend li')) {
            const [swatch, style] = [item.querySelector('i'), getComputedStyle(item.querySelector('i'))];
            const [x, y, side] = place(swatch);
            context.beginPath();
            if (swatch.className === 'round') context.arc(x + side / 2, y + side / 2, side / 2 - 0.5, 0, 7);
            else context.rect(x + 0.5, y + 0.5, side - 1, side - 1);
            // A range of colours is represented by its ends.
            const ends = style.backgroundImage.match(/rgb\([^)]*\)/g) ?? [style.backgroundColor];
            context.fillStyle = ends[0];
            context.fill();
            context.fillStyle = ends.at(-1);
            if (ends.length > 1) context.fillRect(x + side / 2, y + 0.5, side / 2 - 0.5, side - 1);
            Object.assign(context, { strokeStyle: style.borderTopColor, lineWidth: parseFloat(style.borderTopWidth) });
            context.stroke();
            Object.assign(context, textOf(item), { textAlign: 'left' });
            context.fillText(item.textContent, x + side + 5, y + side / 2 + 0.5);
        }
    }

    drawRun(context, panel, index) {
        const { app, place } = this;
        const { article } = panel;
        const find = selector => article.querySelector(selector);
        const [left, top, width, height] = place(article);
        const style = getComputedStyle(article);
        context.beginPath();
        context.roundRect(left + 0.5, top + 0.5, width - 1, height - 1, 8);
        Object.assign(context, { fillStyle: style.backgroundColor, strokeStyle: style.borderTopColor, lineWidth: 1 });
        context.fill();
        context.stroke();

        const [x, y, side] = place(find('.badge'));
        const middle = y + side / 2 + 0.5;
        const write = (look, text, at, align = 'left') => {
            Object.assign(context, textOf(look), { textAlign: align });
            context.fillText(text, at, middle);
            return context.measureText(text).width;
        };
        const badge = getComputedStyle(find('.badge'));
        context.beginPath();
        context.roundRect(x, y, side, side, 6);
        context.fillStyle = badge.backgroundColor;
        context.fill();
        write(find('.badge'), LETTERS[index], x + side / 2, 'center');
        const run = app.session.runs[index];
        const steps = run ? write(find('.words'), `step ${run.step}`, left + width - 10, 'right') : 0;
        this.inside(context, [x + side + 6, top, width - side - steps - 36, y + side + 6 - top], () => {
            const algorithm = find('.algorithm');
            const name = write(algorithm, algorithm.selectedOptions[0].text, 2);
            const controls = [...article.querySelectorAll('.heuristic:not([hidden]), .parameters [id]')];
            const chosen = controls.map(control => control.selectedOptions?.[0].text ?? control.value);
            write(find('.words'), chosen.join(' · '), name + 12);
        }, [x + side + 6, 0]);

        const box = place(find('.picture'));
        context.fillStyle = getComputedStyle(find('.picture')).backgroundColor;
        context.fillRect(...box);
        this.inside(context, box, () => app.drawPicture(index, context));

        for (const words of article.querySelectorAll('.words, .work:not([hidden])')) {
            const [wordsLeft, wordsTop, room, high] = place(words);
            Object.assign(context, textOf(words), { textAlign: 'left' });
            const line = parseFloat(getComputedStyle(words).lineHeight);
            wrap(context, words.textContent, room).slice(0, Math.round(high / line))
                .forEach((text, i) => context.fillText(text, wordsLeft, wordsTop + (i + 0.5) * line));
        }
    }

    /** Draws inside a part of the whole; anything beyond it is clipped. */
    inside(context, [x, y, width, height], draw, [originX, originY] = [x, y]) {
        context.save();
        context.beginPath();
        context.rect(x, y, width, height);
        context.clip();
        context.translate(originX, originY);
        draw();
        context.restore();
    }

    /** Draws the whole on a canvas, `scale` times as large as on the page. */
    paint(scale, canvas = document.createElement('canvas')) {
        Object.assign(canvas, { width: this.width * scale, height: this.height * scale });
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.scale(scale, scale);
        this.draw(context);
        return canvas;
    }
}

/** The page as it is: `{ name, blob }`. */
export async function savePng(app, scale) {
    const canvas = new Stage(app).paint(scale);
    return { name: `${nameOf(app)}.png`, blob: await new Promise(resolve => canvas.toBlob(resolve)) };
}

export function saveSvg(app) {
    const stage = new Stage(app);
    const context = new SvgContext(stage.width, stage.height);
    stage.draw(context);
    return { name: `${nameOf(app)}.svg`, blob: new Blob([context], { type: 'image/svg+xml' }) };
}

const nameOf = app => app.scene.searches.map(({ algorithm }) => algorithm).join('-');

/** Moves from the first step to the current ones, and calls `take(paint, i, count)` for each frame. */
async function film(app, scale, take) {
    const { session, player } = app;
    player.pause();
    app.agents.stop();
    app.units.stop();
    app.walkers.stop();
    const shown = session.runs.map(run => run.step);
    const [first, last] = [session.first, session.step];
    const count = Math.min(last - first, FRAMES - 1) + 1;
    const stage = new Stage(app);
    const canvas = document.createElement('canvas');
    for (let i = 0; i < count; i++) {
        const step = Math.round(first + (last - first) * i / Math.max(count - 1, 1));
        await session.seek(shown.map(most => Math.min(most, step)));
        await session.flush();
        if (session.step !== step || player.playing) {
            throw new Refusal(400, 'The film was cancelled, because the searches were moved.');
        }
        app.say(`Frame ${i + 1} of ${count}`);
        await take(() => stage.paint(scale, canvas), i, count);
    }
}

/** The run up to here as a film, recorded by the browser. */
export async function saveWebm(app, scale) {
    let recorder, stopped;
    const parts = [];
    await film(app, scale, async (paint, i, count) => {
        if (!recorder) {
            recorder = new MediaRecorder(paint().captureStream(), { mimeType: 'video/webm', videoBitsPerSecond: 2e7 });
            recorder.ondataavailable = ({ data }) => parts.push(data);
            stopped = new Promise(resolve => recorder.onstop = resolve);
            recorder.start();
        }
        // A canvas is recorded only when it is drawn.
        for (let left = i + 1 < count ? 1 : LAST * RATE; left > 0; left--) {
            paint();
            await pause(1000 / RATE);
        }
    }).finally(() => recorder?.stop());
    await stopped;
    return { name: `${nameOf(app)}.webm`, blob: new Blob(parts, { type: 'video/webm' }) };
}

// Animated PNG, which a canvas cannot write. https://www.w3.org/TR/png-3/

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
});

/** A chunk: its length, its type, its content, and the checksum. Numbers in the content have four bytes each. */
function chunk(type, ...content) {
    const parts = [new TextEncoder().encode(type), ...content]
        .map(part => (typeof part === 'number' ? word(part) : part));
    let crc = 0xffffffff, length = -4;
    for (const part of parts) {
        length += part.length;
        for (const byte of part) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
    }
    return [word(length), ...parts, word(~crc >>> 0)];
}

const word = number => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

/** The lines of an image, deflated; the byte 0 before each line stands for no filter. */
async function deflate(pixels, width, height) {
    const bytes = new Uint8Array(pixels.buffer);
    const line = 4 * width;
    const lines = new Uint8Array((line + 1) * height);
    for (let y = 0; y < height; y++) lines.set(bytes.subarray(line * y, line * (y + 1)), (line + 1) * y + 1);
    const stream = new Blob([lines]).stream().pipeThrough(new CompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The run up to here as an animated PNG. Each frame contains only the differences from the previous one. */
export async function saveApng(app, scale) {
    const parts = [Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)];
    let before, number = 0;
    await film(app, scale, async (paint, i, count) => {
        const canvas = paint();
        const { width, height } = canvas;
        const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, width, height).data.buffer);
        const changed = before ? pixels.map((pixel, at) => (pixel === before[at] ? 0 : pixel)) : pixels;
        before = pixels;
        if (i === 0) {
            parts.push(...chunk('IHDR', width, height, Uint8Array.of(8, 6, 0, 0, 0)), ...chunk('acTL', count, 0));
        }
        const delay = i + 1 < count ? [0, 1, 0, RATE] : [0, LAST, 0, 1];
        parts.push(...chunk('fcTL', number++, width, height, 0, 0, Uint8Array.of(...delay, 0, 1)));
        const data = await deflate(changed, width, height);
        parts.push(...(i === 0 ? chunk('IDAT', data) : chunk('fdAT', number++, data)));
    });
    return { name: `${nameOf(app)}.apng`, blob: new Blob([...parts, ...chunk('IEND')], { type: 'image/apng' }) };
}
