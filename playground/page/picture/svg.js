// A drawing context that writes SVG: the drawing calls of the pictures become shapes.

const escape = text => String(text).replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
const round = number => Math.round(number * 100) / 100;
/** The most pixels of an image that are drawn as shapes. */
const PIXELS = 20_000;
/** The SVG names of text alignments. */
const ANCHORS = { left: 'start', center: 'middle', right: 'end' };

/** The part of `CanvasRenderingContext2D` that the pictures use. An arc is a whole circle. */
export class SvgContext {
    fillStyle = '#000';
    strokeStyle = '#000';
    lineWidth = 1;
    lineJoin = 'miter';
    lineCap = 'butt';
    globalAlpha = 1;
    font = '10px sans-serif';
    textAlign = 'left';
    textBaseline = 'alphabetic';
    imageSmoothingEnabled = true;
    #parts = [];
    #path = '';
    #dash = '';
    #clips = 0;
    /** For each `save()`, the colours and line styles at that time, and the number of groups opened since. */
    #saved = [];
    #measure = document.createElement('canvas').getContext('2d');

    constructor(width, height) {
        this.width = width;
        this.height = height;
    }

    /** Returns everything that was drawn as the text of a file. */
    toString() {
        const { width, height } = this;
        return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `
            + `viewBox="0 0 ${width} ${height}">\n${this.#parts.join('\n')}\n</svg>\n`;
    }

    save() { this.#saved.push({ state: { ...this }, groups: 0 }); }

    restore() {
        const { state, groups } = this.#saved.pop();
        Object.assign(this, state);
        this.#parts.push('</g>'.repeat(groups));
    }

    #group(attribute) {
        this.#parts.push(`<g ${attribute}>`);
        this.#saved.at(-1).groups++;
    }

    translate(x, y) { this.#group(`transform="translate(${round(x)} ${round(y)})"`); }

    clip() {
        const id = `clip-${++this.#clips}`;
        this.#parts.push(`<clipPath id="${id}"><path d="${this.#path}"/></clipPath>`);
        this.#group(`clip-path="url(#${id})"`);
    }

    beginPath() { this.#path = ''; }
    moveTo(x, y) { this.#path += `M${round(x)} ${round(y)}`; }
    lineTo(x, y) { this.#path += `${this.#path ? 'L' : 'M'}${round(x)} ${round(y)}`; }
    closePath() { this.#path += 'z'; }
    rect(x, y, width, height) { this.roundRect(x, y, width, height, 0); }

    arc(x, y, radius) {
        const half = side => `a${round(radius)} ${round(radius)} 0 0 1 ${round(side * 2 * radius)} 0`;
        this.#path += `M${round(x + radius)} ${round(y)}${half(-1)}${half(1)}z`;
    }

    roundRect(x, y, width, height, radius) {
        const r = Math.min(radius, width / 2, height / 2);
        const corner = (dx, dy) => (r ? `a${round(r)} ${round(r)} 0 0 1 ${round(dx)} ${round(dy)}` : '');
        this.#path += `M${round(x + r)} ${round(y)}h${round(width - 2 * r)}${corner(r, r)}v${round(height - 2 * r)}`
            + `${corner(-r, r)}h${round(2 * r - width)}${corner(-r, -r)}v${round(2 * r - height)}${corner(r, -r)}z`;
    }

    setLineDash(dashes) { this.#dash = dashes.join(' '); }

    fill() { this.#shape(this.#fill()); }
    stroke() { this.#shape(`fill="none" ${this.#stroke()}`); }

    fillRect(...place) { this.#rectangle(place, this.#fill()); }
    strokeRect(...place) { this.#rectangle(place, `fill="none" ${this.#stroke()}`); }

    #rectangle(place, style) {
        const path = this.#path;
        this.#path = '';
        this.rect(...place);
        this.#shape(style);
        this.#path = path;
    }

    #shape(style) { if (this.#path) this.#parts.push(`<path d="${this.#path}" ${style}/>`); }

    /** A colour in a form that all programs can read. */
    #colour(name, style) {
        this.#measure.fillStyle = style;
        return `${name}="${this.#measure.fillStyle}"${this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : ''}`;
    }

    #fill() { return this.#colour('fill', this.fillStyle); }

    #stroke() {
        const dash = this.#dash && ` stroke-dasharray="${this.#dash}"`;
        return `${this.#colour('stroke', this.strokeStyle)} stroke-width="${round(this.lineWidth)}" `
            + `stroke-linejoin="${this.lineJoin}" stroke-linecap="${this.lineCap}"${dash}`;
    }

    measureText(text) {
        const { font, textBaseline } = this;
        return Object.assign(this.#measure, { font, textBaseline }).measureText(text);
    }

    fillText(text, x, y, most) { this.#text(text, x, y, this.#fill(), most); }
    strokeText(text, x, y, most) { this.#text(text, x, y, `fill="none" ${this.#stroke()}`, most); }

    #text(text, x, y, style, most = Infinity) {
        if (text === '') return;
        // Few programs support baselines other than the alphabetic one.
        const { width, fontBoundingBoxAscent: above } = this.measureText(text);
        const { fontBoundingBoxAscent: ascent } = Object.assign(this.#measure, { textBaseline: 'alphabetic' })
            .measureText(text);
        const [, weight = 'normal', size, family] = this.font.match(/^(?:(\w+) )?([\d.]+)px (.*)$/);
        const narrow = width > most ? ` textLength="${round(most)}" lengthAdjust="spacingAndGlyphs"` : '';
        this.#parts.push(`<text x="${round(x)}" y="${round(y + ascent - above)}" font-weight="${weight}" `
            + `font-size="${size}" font-family="${escape(family)}" text-anchor="${ANCHORS[this.textAlign]}"${narrow} `
            + `${style}>${escape(text)}</text>`);
    }

    /**
     * Draws an image. Large pixels become shapes, since some programs would blur an image of few pixels; any other
     * image is copied at twice the resolution of the picture.
     */
    drawImage(image, left, top, wide, high) {
        if (!this.imageSmoothingEnabled && image.width * image.height <= PIXELS) {
            return this.#drawPixels(image, left, top, wide / image.width, high / image.height);
        }
        const { width, height } = this;
        const copy = Object.assign(document.createElement('canvas'), { width: 2 * width, height: 2 * height });
        const context = copy.getContext('2d');
        context.scale(2, 2);
        context.imageSmoothingEnabled = this.imageSmoothingEnabled;
        context.drawImage(image, left, top, wide, high);
        this.#parts.push(`<image width="${width}" height="${height}" href="${copy.toDataURL()}"/>`);
    }

    /** Draws one path for each colour, with a rectangle for each row of equal pixels. */
    #drawPixels(image, left, top, wide, high) {
        const { width, height } = image;
        const pixels = new Uint32Array(image.getContext('2d').getImageData(0, 0, width, height).data.buffer);
        const paths = new Map();
        for (let y = 0; y < height; y++) {
            for (let x = 0, next; x < width; x = next) {
                const pixel = pixels[y * width + x];
                for (next = x + 1; next < width && pixels[y * width + next] === pixel;) next++;
                paths.set(pixel, `${paths.get(pixel) ?? ''}M${x} ${y}h${next - x}v1H${x}z`);
            }
        }
        this.#parts.push(`<g transform="translate(${round(left)} ${round(top)}) scale(${round(wide)} ${round(high)})" `
            + 'shape-rendering="crispEdges">');
        for (const [pixel, path] of paths) {
            const [red, green, blue] = [0, 8, 16].map(shift => (pixel >> shift) & 255);
            this.#parts.push(`<path d="${path}" ${this.#colour('fill', `rgb(${red} ${green} ${blue})`)}/>`);
        }
        this.#parts.push('</g>');
    }
}
