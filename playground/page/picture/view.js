// The viewport that all pictures of a race share, and its control with fingers, mouse and wheel.
import { isEmbedded } from '../embed.js';
import { pathColour } from './colours.js';

/** The position of the world on the canvas, in CSS pixels: point (x, y) is at (left + x * scale, top + y * scale). */
export class Viewport {
    scale = 1;
    left = 0;
    top = 0;
    /** Whether the whole world is shown; if so, a resize shows the whole again. */
    fitted = true;

    /** Shows the rectangle from (x, y) of this size in the middle of the canvas. */
    fit(canvas, x, y, width, height, margin = 6) {
        const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
        const most = Math.min((wide - 2 * margin) / width, (high - 2 * margin) / height);
        this.scale = Math.max(most, 1e-3);
        if (this.scale >= 4 && width > 4) this.scale = Math.floor(this.scale * 4) / 4;
        this.left = Math.round((wide - width * this.scale) / 2) - x * this.scale;
        this.top = Math.round((high - height * this.scale) / 2) - y * this.scale;
        this.fitted = true;
    }

    zoom(factor, x, y, limits = [0.2, 160]) {
        const scale = Math.min(Math.max(this.scale * factor, limits[0]), limits[1]);
        this.left = x - (x - this.left) * (scale / this.scale);
        this.top = y - (y - this.top) * (scale / this.scale);
        this.scale = scale;
        this.fitted = false;
    }

    pan(dx, dy) {
        this.left += dx;
        this.top += dy;
        this.fitted = false;
    }

    /** The visible part of the world, for `restore()`; `null` if the whole world is visible. */
    keep(canvas) {
        const { scale, left, top } = this;
        return this.fitted ? null : [scale, left, top, canvas.clientWidth, canvas.clientHeight];
    }

    /** Shows a part returned by `keep()` in the middle of a canvas of any size. Ignores anything else. */
    restore(kept, canvas) {
        if (!Array.isArray(kept) || kept.length !== 5 || !kept.every(Number.isFinite)) return;
        const [scale, left, top, width, height] = kept;
        const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
        const factor = Math.min(wide / width, high / height);
        if (!(scale * factor > 1e-3 && scale * factor < 1e4)) return;
        this.scale = scale * factor;
        this.left = wide / 2 - (width / 2 - left) * factor;
        this.top = high / 2 - (height / 2 - top) * factor;
        this.fitted = false;
    }

    x(x) { return this.left + x * this.scale; }
    y(y) { return this.top + y * this.scale; }
    world(x, y) { return [(x - this.left) / this.scale, (y - this.top) / this.scale]; }
}

/** Makes the canvas as large as its element in pixels of the screen. Returns the context, scaled to CSS pixels. */
export function prepare(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    // A reset also restores the line styles, so that the same view always gives the same picture.
    context.reset();
    context.scale(ratio, ratio);
    return context;
}

/**
 * Translates pointer and wheel events on a canvas. `handlers.down(x, y)` returns whether the press begins a stroke,
 * which `move(x, y)` continues and `up()` ends; any other drag moves the picture, if `handlers.view` is a viewport.
 * `tap(x, y)` is a press without movement that began no stroke, and `hover(x, y)` a pointer that is not pressed.
 */
export function gestures(canvas, handlers) {
    const pointers = new Map();
    let stroke = null, moved = false, pinch = null;
    const at = event => {
        const box = canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    };
    const spread = () => {
        const [[ax, ay], [bx, by]] = [...pointers.values()];
        return { x: (ax + bx) / 2, y: (ay + by) / 2, size: Math.hypot(ax - bx, ay - by) };
    };
    canvas.addEventListener('pointerdown', event => {
        const [x, y] = at(event);
        pointers.set(event.pointerId, [x, y]);
        canvas.setPointerCapture(event.pointerId);
        moved = false;
        if (pointers.size === 2) {
            if (stroke === 'tool') handlers.up?.();
            [stroke, pinch] = ['pinch', spread()];
        } else {
            stroke = event.button === 0 && handlers.down?.(x, y, event) ? 'tool' : 'pan';
        }
    });
    canvas.addEventListener('pointermove', event => {
        const [x, y] = at(event);
        const before = pointers.get(event.pointerId);
        if (!before) return handlers.hover?.(x, y, event);
        pointers.set(event.pointerId, [x, y]);
        const view = handlers.view?.();
        if (stroke === 'tool') {
            handlers.move?.(x, y, event);
        } else if (stroke === 'pinch' && pointers.size === 2) {
            const now = spread();
            view?.pan(now.x - pinch.x, now.y - pinch.y);
            view?.zoom(now.size / Math.max(pinch.size, 1), now.x, now.y);
            pinch = now;
        } else if (moved || Math.hypot(x - before[0], y - before[1]) > 3) {
            view?.pan(x - before[0], y - before[1]);
            moved = true;
        } else {
            pointers.set(event.pointerId, before);
        }
        handlers.redraw?.();
    });
    const end = event => {
        if (!pointers.delete(event.pointerId)) return;
        if (stroke === 'tool') handlers.up?.(event);
        else if (stroke === 'pan' && !moved && event.type === 'pointerup') handlers.tap?.(...at(event), event);
        stroke = pointers.size ? 'pan' : null;
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('pointerleave', event => pointers.has(event.pointerId) || handlers.leave?.());
    canvas.addEventListener('wheel', event => {
        const view = handlers.view?.();
        if (!view || (isEmbedded && !event.ctrlKey)) return;
        event.preventDefault();
        view.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...at(event));
        handlers.redraw?.();
    }, { passive: false });
}

/** Places for texts in a picture, no two of which overlap. */
export class Places {
    #taken = [];

    /** Whether a text at a place would overlap none of those taken. */
    isFree([left, top, right, bottom]) {
        return !this.#taken.some(([l, t, r, b]) => left < r && l < right && top < b && t < bottom);
    }

    /** Takes a place if it is free. Returns whether it was. */
    take(box) {
        const free = this.isFree(box);
        if (free) this.#taken.push(box);
        return free;
    }

    /** Takes a place even if it is not free. */
    force(box) { this.#taken.push(box); }
}

/** Draws a line through points, with a dark border, so that it is visible on every background. */
export function ribbon(context, points, width, colours) {
    if (points.length < 4) return;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.lineJoin = context.lineCap = 'round';
    context.strokeStyle = colours.casing;
    context.lineWidth = width + Math.max(2, width * 0.5);
    context.stroke();
    context.strokeStyle = colours.path;
    context.lineWidth = width;
    context.stroke();
}

/** Draws several paths in different colours; cheaper ones lie on top and leave the borders of the others visible. */
export function ribbons(context, paths, width, colours) {
    for (let i = paths.length; i > 0; i--) {
        ribbon(context, paths[i - 1], width * (0.8 + 0.35 * Math.min(i, 5)), { ...colours, path: pathColour(i) });
    }
}

/** Draws the path under the pointer in the list once more, above all others. */
export function pointedPath(context, { path, paths }, pointed, points, width, colours) {
    const nodes = [path, ...paths][pointed];
    if (nodes) ribbon(context, points(nodes), width * 1.15, { ...colours, path: pathColour(pointed) });
}

/** Draws the path to the current node that the search has stored. */
export function trail(context, points, width, colours) {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.lineJoin = context.lineCap = 'round';
    context.strokeStyle = colours.tree;
    context.lineWidth = width * 0.7;
    context.globalAlpha = 0.75;
    context.stroke();
    context.globalAlpha = 1;
}

/** Draws a start (a ring with a dot) or a goal (a flag), which also differ in shape. */
export function marker(context, kind, x, y, size, colours) {
    const radius = Math.max(size, 6.5);
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fillStyle = kind === 'start' ? colours.start : colours.goal;
    context.fill();
    context.lineWidth = Math.max(1.5, radius * 0.2);
    context.strokeStyle = colours.halo;
    context.stroke();
    context.fillStyle = colours.halo;
    context.beginPath();
    if (kind === 'start') {
        context.arc(x, y, radius * 0.38, 0, 7);
    } else {
        const r = radius * 0.62;
        context.moveTo(x - r * 0.55, y + r);
        context.lineTo(x - r * 0.55, y - r);
        context.lineTo(x + r * 0.85, y - r * 0.42);
        context.lineTo(x - r * 0.2, y + r * 0.15);
        context.lineTo(x - r * 0.2, y + r);
    }
    context.fill();
}

/** The first of several texts that fits into the width `room`, or the last one if none fits. */
export function fitting(context, texts, room) {
    return texts.find(text => context.measureText(text).width <= room) ?? texts.at(-1);
}

/** A number for people: an integer, or with at most two decimals; a dash if there is none. */
export function short(number) {
    if (number === null || number === undefined || Number.isNaN(number)) return '–';
    return Number.isInteger(number) ? String(number) : String(Math.round(number * 100) / 100);
}

/** The search's data about each node, in arrays for all kinds of pictures; they grow when a puzzle meets new boards. */
export class Nodes {
    constructor(count) { this.clear(count); }

    clear(count) {
        this.count = count;
        this.state = new Uint8Array(count);
        this.g = new Float64Array(count);
        this.h = new Float64Array(count);
        this.parent = new Int32Array(count).fill(-1);
    }

    /** Sets one node from the changes of a view. */
    set(node, state, g, h, parent) {
        if (node >= this.count) this.grow(node + 1);
        this.state[node] = state;
        this.g[node] = g ?? NaN;
        this.h[node] = h ?? NaN;
        this.parent[node] = parent;
    }

    grow(least) {
        const old = this.count;
        this.count = Math.max(least, 2 * old, 64);
        for (const name of ['state', 'g', 'h', 'parent']) {
            const larger = new this[name].constructor(this.count);
            larger.set(this[name]);
            this[name] = larger;
        }
        this.parent.fill(-1, old);
    }

    /** The f of a node, which is g in a search without estimates. */
    f(node) { return this.g[node] + (Number.isNaN(this.h[node]) ? 0 : this.h[node]); }
}
