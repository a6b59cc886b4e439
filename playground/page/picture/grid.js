// The picture of a search on a map: a small image with one pixel per cell, scaled up, with symbols and text on top.
import { drawLie } from './lie.js';
import { marker, Nodes, pointedPath, prepare, ribbon, ribbons, short, trail } from './view.js';
import { CLOSED, CLOSED_BEHIND, SCANNED, UNITS } from './colours.js';

const WALL = 35;

export class GridPicture {
    constructor(canvas) {
        this.canvas = canvas;
        this.nodes = new Nodes(0);
    }

    /** Replaces the map, without any search on it. */
    setWorld(world) {
        const { width, height } = world;
        this.world = world;
        this.cells = Uint8Array.from(world.cells, character => this.code(character));
        if (this.small?.width !== width || this.small?.height !== height) {
            this.small = Object.assign(document.createElement('canvas'), { width, height });
            this.context = this.small.getContext('2d');
            this.image = this.context.createImageData(width, height);
            this.pixels = new Uint32Array(this.image.data.buffer);
        }
        const ground = this.cells.filter(code => code !== WALL);
        const mean = ground.reduce((sum, cost) => sum + cost, 0) / Math.max(ground.length, 1);
        this.bandWidth = Math.max(2, Math.round(Math.hypot(width, height) / 18 * mean));
        this.clear();
    }

    code(character) { return character === '#' ? WALL : character === '.' ? 1 : Number(character); }

    /** Forgets the search and keeps the map. */
    clear() {
        this.nodes.clear(this.cells.length);
        this.arrows = new Map();
        this.view = null;
        this.paintAll();
    }

    setColours(colours) {
        this.colours = colours;
        this.paintAll();
    }

    setCell(cell, character) {
        this.cells[cell] = this.code(character);
        this.paint(cell);
    }

    paintAll() {
        if (!this.colours || !this.cells) return;
        for (let cell = 0; cell < this.cells.length; cell++) this.paint(cell);
    }

    paint(cell) {
        const code = this.cells[cell];
        let colour = this.colours.wallPixel;
        if (code !== WALL) {
            const state = this.nodes.state[cell];
            const band = state === CLOSED || state === CLOSED_BEHIND;
            colour = this.colours.cells[code][state][band ? Math.floor(this.nodes.g[cell] / this.bandWidth) & 1 : 0];
        }
        this.pixels[cell] = colour;
        const y = Math.floor(cell / this.world.width);
        this.dirty = this.dirty ? [Math.min(this.dirty[0], y), Math.max(this.dirty[1], y)] : [y, y];
    }

    /** Applies the changes since the last view. */
    apply(view) {
        if (view.whole) this.clear();
        const { changes, arrows } = view;
        for (let i = 0; i < changes.length; i += 5) {
            this.nodes.set(changes[i], changes[i + 1], changes[i + 2], changes[i + 3], changes[i + 4]);
            this.arrows.delete(changes[i]);
            this.paint(changes[i]);
        }
        for (let i = 0; i < arrows.length; i += 2) this.arrows.set(arrows[i], arrows[i + 1]);
        this.view = view;
    }

    bounds() { return [0, 0, this.world.width, this.world.height]; }

    /** The cell at a point of the canvas, or -1. */
    hit(viewport, px, py) {
        const [x, y] = viewport.world(px, py).map(Math.floor);
        const { width, height } = this.world;
        return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1;
    }

    /** The centre of a cell on the canvas. */
    centre(viewport, cell) {
        const { width } = this.world;
        return [viewport.x(cell % width + 0.5), viewport.y(Math.floor(cell / width) + 0.5)];
    }

    name(cell) { return `cell ${this.label(cell)}`; }

    /** The name of a cell in lists. */
    label(cell) { return `${cell % this.world.width}, ${Math.floor(cell / this.world.width)}`; }

    ground(cell) {
        return this.cells[cell] === WALL ? 'wall' : this.cells[cell] > 1 ? `terrain of cost ${this.cells[cell]}` : '';
    }

    draw(viewport, options, context = prepare(this.canvas)) {
        const { colours, world, view } = this;
        const { width, height } = world;
        const size = viewport.scale;
        if (this.dirty) {
            const [first, last] = this.dirty;
            this.context.putImageData(this.image, 0, 0, 0, first, width, last - first + 1);
            this.dirty = null;
        }
        context.imageSmoothingEnabled = size < 1;
        context.drawImage(this.small, viewport.left, viewport.top, width * size, height * size);
        const seen = this.visible(viewport);
        if (size >= 9) this.drawLines(context, viewport, seen);
        if (options.tree && size >= 4) this.drawTree(context, viewport, seen, options.numbers && size >= 34 ? 0.35 : 1);
        if (this.arrows.size && size >= 7) this.drawArrows(context, viewport, seen);
        const wide = Math.max(1.6, Math.min(size * 0.26, 9));
        const points = nodes => nodes.flatMap(node => this.centre(viewport, node));
        if (view) {
            trail(context, points(view.trail), wide, colours);
            ribbons(context, view.paths.map(points), wide * 0.8, colours);
            ribbon(context, points(view.path), wide, colours);
            pointedPath(context, view, options.path, points, wide, colours);
            this.drawTurns(context, viewport, view.lines, wide);
        }
        if (options.numbers && size >= 34) this.drawNumbers(context, viewport, seen);
        const centre = ([x, y]) => [viewport.x(x + 0.5), viewport.y(y + 0.5)];
        const radius = Math.min(size * 0.42, 15);
        for (const goal of options.goals) marker(context, 'goal', ...this.centre(viewport, goal), radius, colours);
        marker(context, 'start', ...this.centre(viewport, options.start), radius, colours);
        this.drawUnits(context, centre, radius, options.units);
        const { liar } = view?.excess ?? {};
        if (liar) drawLie(context, this.centre(viewport, liar.node), size / 2, liar, this);
        if (view?.status === 'running' && view.current !== null) this.frame(context, viewport, view.current, 2.5);
        if (options.hover >= 0) this.frame(context, viewport, options.hover, 1.5);
        if (options.cursor >= 0) this.frame(context, viewport, options.cursor, 3, true);
    }

    /** The first and last visible columns and rows. */
    visible(viewport) {
        const { width, height } = this.world;
        const [x0, y0] = viewport.world(0, 0).map(Math.floor);
        const [x1, y1] = viewport.world(this.canvas.clientWidth, this.canvas.clientHeight).map(Math.floor);
        return [Math.max(x0, 0), Math.max(y0, 0), Math.min(x1, width - 1), Math.min(y1, height - 1)];
    }

    drawLines(context, viewport, [x0, y0, x1, y1]) {
        context.beginPath();
        for (let x = x0; x <= x1 + 1; x++) {
            context.moveTo(Math.round(viewport.x(x)) + 0.5, viewport.y(y0));
            context.lineTo(Math.round(viewport.x(x)) + 0.5, viewport.y(y1 + 1));
        }
        for (let y = y0; y <= y1 + 1; y++) {
            context.moveTo(viewport.x(x0), Math.round(viewport.y(y)) + 0.5);
            context.lineTo(viewport.x(x1 + 1), Math.round(viewport.y(y)) + 0.5);
        }
        context.globalAlpha = Math.min(0.5, viewport.scale / 60);
        context.strokeStyle = this.colours.faint;
        context.lineWidth = 1;
        context.stroke();
        context.globalAlpha = 1;
    }

    drawTree(context, viewport, [x0, y0, x1, y1], strength) {
        const { width } = this.world;
        context.beginPath();
        for (let y = y0; y <= y1; y++) {
            for (let x = x0; x <= x1; x++) {
                const parent = this.nodes.parent[y * width + x];
                if (!this.nodes.state[y * width + x] || parent < 0) continue;
                context.moveTo(viewport.x(x + 0.5), viewport.y(y + 0.5));
                context.lineTo(viewport.x(parent % width + 0.5), viewport.y(Math.floor(parent / width) + 0.5));
            }
        }
        context.strokeStyle = this.colours.tree;
        context.lineWidth = Math.max(0.7, Math.min(viewport.scale / 12, 2));
        context.globalAlpha = strength;
        context.stroke();
        context.globalAlpha = 1;
    }

    drawArrows(context, viewport, [x0, y0, x1, y1]) {
        const { width } = this.world;
        const [size, head] = [viewport.scale * 0.32, viewport.scale * 0.16];
        context.beginPath();
        for (let y = y0; y <= y1; y++) {
            for (let x = x0; x <= x1; x++) {
                const next = this.arrows.get(y * width + x);
                if (next === undefined) continue;
                const [dx, dy] = [next % width - x, Math.floor(next / width) - y];
                const length = Math.hypot(dx, dy) || 1;
                const [ux, uy] = [dx / length, dy / length];
                const [cx, cy] = [viewport.x(x + 0.5), viewport.y(y + 0.5)];
                const [tx, ty] = [cx + ux * size, cy + uy * size];
                context.moveTo(cx - ux * size, cy - uy * size);
                context.lineTo(tx, ty);
                context.moveTo(tx - (ux - uy) * head, ty - (uy + ux) * head);
                context.lineTo(tx, ty);
                context.lineTo(tx - (ux + uy) * head, ty - (uy - ux) * head);
            }
        }
        context.strokeStyle = this.colours.tree;
        context.lineWidth = Math.max(0.8, Math.min(viewport.scale / 12, 2));
        context.stroke();
    }

    /** Draws the nodes of a path that has more cells than nodes: jump points, and turns at any angle. */
    drawTurns(context, viewport, lines, width) {
        context.fillStyle = this.colours.path;
        context.strokeStyle = this.colours.casing;
        context.lineWidth = 1.5;
        for (const cell of lines) {
            context.beginPath();
            context.arc(...this.centre(viewport, cell), width * 0.9, 0, 7);
            context.fill();
            context.stroke();
        }
    }

    /**
     * Writes f at the top of each cell, and below it g and h: on two lines with their letters if there is room, or else
     * side by side.
     */
    drawNumbers(context, viewport, [x0, y0, x1, y1]) {
        const { width } = this.world;
        const { nodes } = this;
        const size = viewport.scale;
        context.fillStyle = this.colours.ink;
        context.textBaseline = 'middle';
        const text = (value, x, y, font, align, share) => {
            context.font = font;
            context.textAlign = align;
            context.fillText(value, x, y, size * share);
        };
        const hasLetters = size >= 44;
        const large = `600 ${Math.min(size * 0.28, 22)}px system-ui, sans-serif`;
        const small = `${Math.min(size * 0.21, 15)}px system-ui, sans-serif`;
        const decimal = (name, value) => (Number.isNaN(value) ? ''
            : (hasLetters ? `${name} ` : '') + short(Math.round(value * 10) / 10));
        for (let y = y0; y <= y1; y++) {
            for (let x = x0; x <= x1; x++) {
                const cell = y * width + x;
                if (!nodes.state[cell] || nodes.state[cell] === SCANNED || this.cells[cell] === WALL) continue;
                const [left, top] = [viewport.x(x), viewport.y(y)];
                const [f, g] = [decimal('f', nodes.f(cell)), decimal('g', nodes.g[cell])];
                const h = decimal('h', nodes.h[cell]);
                const middle = left + size / 2;
                text(f, middle, top + size * (hasLetters ? 0.25 : 0.32), large, 'center', 0.92);
                if (hasLetters) {
                    text(g, middle, top + size * 0.56, small, 'center', 0.92);
                    text(h, middle, top + size * 0.81, small, 'center', 0.92);
                } else {
                    text(g, left + size * 0.06, top + size * 0.78, small, 'left', 0.42);
                    text(h, left + size * 0.94, top + size * 0.78, small, 'right', 0.42);
                }
            }
        }
    }

    /** Draws units at their starts, or at their positions during a walk; an open ring marks the goal of a unit. */
    drawUnits(context, centre, radius, walk) {
        (this.world.units ?? []).forEach((unit, i) => {
            const colour = UNITS[i % UNITS.length];
            const size = Math.max(radius * 0.9, 5);
            context.strokeStyle = colour;
            context.lineWidth = Math.max(1.5, size * 0.3);
            context.beginPath();
            context.arc(...centre(unit.goal), size, 0, 7);
            context.stroke();
            const [x, y] = centre(walk?.[i] ?? unit.start);
            context.beginPath();
            context.arc(x, y, size, 0, 7);
            context.fillStyle = colour;
            context.fill();
            context.strokeStyle = this.colours.halo;
            context.stroke();
            if (size >= 6) {
                context.fillStyle = '#fff';
                context.font = `600 ${Math.max(size, 8)}px system-ui, sans-serif`;
                context.textAlign = 'center';
                context.textBaseline = 'middle';
                context.fillText(i + 1, x, y + size * 0.05);
            }
        });
    }

    frame(context, viewport, cell, width, dashed = false) {
        const [x, y] = this.centre(viewport, cell);
        const half = Math.max(viewport.scale / 2, 4);
        context.setLineDash(dashed ? [4, 3] : []);
        context.lineWidth = width + 1.5;
        context.strokeStyle = this.colours.halo;
        context.strokeRect(x - half, y - half, 2 * half, 2 * half);
        context.lineWidth = width;
        context.strokeStyle = this.colours.current;
        context.strokeRect(x - half, y - half, 2 * half, 2 * half);
        context.setLineDash([]);
    }
}
