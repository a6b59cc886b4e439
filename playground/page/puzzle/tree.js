// The tree of boards below the large one: the whole tree while it is small, then one branch. Boards can be pressed.
import { fitting, short } from '../picture/view.js';
import { same, successors, write } from './boards.js';
import { estimate } from './estimate.js';

/** The most boards that are drawn as a whole tree. */
const WHOLE = 60;

/**
 * A board of the tree is its number, or a text if the search has not generated it: `open()` adds such boards below a
 * board that was pressed.
 */
export class Tree {
    /** The board that was pressed, or `null` if the tree follows the search. */
    pinned = null;
    /** The boards added below those that were pressed, as lists of texts. */
    #added = new Map();
    /** The boards that the search has not generated, by their texts: `{ tiles, parent, g }`. */
    #unmet = new Map();
    /** The positions of the boards that were drawn last. */
    #places = [];

    constructor(picture) { this.picture = picture; }

    forget() {
        this.pinned = null;
        this.#added.clear();
        this.#unmet.clear();
    }

    tiles(board) {
        const { boards, world } = this.picture;
        return this.#unmet.get(board)?.tiles ?? boards.get(board) ?? (board === 0 ? world.tiles : null);
    }

    parent(board) {
        const found = this.#unmet.get(board)?.parent ?? this.picture.nodes.parent[board];
        return found === undefined || found === -1 ? null : found;
    }

    /** Opens a board: adds every board that is one move away. The search's own boards have to be known. */
    open(board) {
        const { world, nodes } = this.picture;
        const tiles = this.tiles(board);
        this.pinned = board;
        if (!tiles) return;
        const parent = this.parent(board);
        const known = [...this.children(board), ...(parent === null ? [] : [parent])].map(other => this.tiles(other));
        const g = (this.#unmet.get(board)?.g ?? nodes.g[board]) + 1;
        const added = successors(tiles, world).filter(next => !known.some(other => other && same(other, next)));
        this.#added.set(board, added.map(next => {
            const text = `${board}: ${write(next, world.width)}`;
            this.#unmet.set(text, { tiles: next, parent: board, g });
            return text;
        }));
    }

    /** The boards below a board. */
    children(board) {
        const { nodes } = this.picture;
        const found = [];
        if (typeof board === 'number') {
            for (let node = 0; node < nodes.count; node++) {
                if (nodes.parent[node] === board && nodes.state[node] && node !== board) found.push(node);
            }
        }
        return [...found, ...(this.#added.get(board) ?? [])];
    }

    /** The board that is drawn at a point, or `null`. */
    hit(x, y) {
        const found = this.#places.find(place => (
            Math.abs(x - place.x) <= place.wide / 2 + 3 && Math.abs(y - place.y) <= place.high / 2 + 3));
        return found ? found.board : null;
    }

    /** The position at which a board is drawn, in pixels of the canvas. */
    place(board) { return this.#places.find(place => place.board === board) ?? null; }

    hide() { this.#places = []; }

    /** f, g and h of a board if the search has generated it; otherwise g and the estimate that it would get. */
    #costs(board, search) {
        const { nodes, world } = this.picture;
        const unmet = this.#unmet.get(board);
        if (!unmet && nodes.state[board]) return [nodes.f(board), nodes.g[board], nodes.h[board]];
        const h = search ? estimate(search, this.tiles(board), world)?.sum ?? NaN : NaN;
        const g = unmet?.g ?? 0;
        return [g + h, g, h];
    }

    draw(context, [left, top, width, height], heuristic) {
        const { picture } = this;
        const { colours, world } = picture;
        const whole = this.#whole(width, height - 18);
        const places = whole ?? this.#branch(width, height - 18);
        const words = this.pinned !== null ? ['The pressed board and those one move away (dashed: not met); Esc ends this',
            'The pressed board, and its moves', 'Pressed board']
            : [`${whole ? 'The tree of boards' : 'The branch of the current board'}: press a board to expand it`,
                whole ? 'The tree of boards' : 'The current branch', whole ? 'Tree' : 'Branch'];
        context.font = '600 11px system-ui, sans-serif';
        context.textAlign = 'left';
        context.textBaseline = 'top';
        context.fillStyle = colours.soft;
        context.fillText(fitting(context, words, width), left, top);
        const at = new Map(places.map(place => [place.board, place]));
        context.strokeStyle = colours.faint;
        context.lineWidth = 1.2;
        for (const place of places) {
            const parent = at.get(this.parent(place.board));
            if (!parent || parent === place) continue;
            context.setLineDash(typeof place.board === 'number' ? [] : [3, 3]);
            context.beginPath();
            context.moveTo(left + parent.x, top + 18 + parent.y);
            context.lineTo(left + place.x, top + 18 + place.y);
            context.stroke();
        }
        context.setLineDash([]);
        this.#places = places.map(({ board, x, y, size, room }) => {
            const cell = size / Math.max(world.width, world.height);
            const [wide, high] = [cell * world.width, cell * world.height];
            return { board, x: left + x, y: top + 18 + y, cell, size, room, wide, high };
        });
        for (const place of this.#places) this.#drawBoard(context, place, heuristic);
    }

    #drawBoard(context, { board, x, y, cell, size, room, wide, high }, heuristic) {
        const { picture } = this;
        const { colours, nodes, view } = picture;
        const tiles = this.tiles(board);
        const [x0, y0] = [x - wide / 2, y - high / 2];
        const isMet = typeof board === 'number';
        const state = isMet ? nodes.state[board] : 0;
        const isCurrent = board === view?.current;
        const edge = isCurrent || board === this.pinned ? 3 : 2;
        context.beginPath();
        context.roundRect(x0 - edge, y0 - edge, wide + 2 * edge, high + 2 * edge, 3);
        if (isMet) {
            context.fillStyle = state === 2 ? colours.band : colours.state[state];
            if (isCurrent) context.fillStyle = colours.current;
            if (board === this.pinned) context.fillStyle = colours.goal;
            context.fill();
        } else {
            context.strokeStyle = board === this.pinned ? colours.goal : colours.faint;
            context.lineWidth = 2;
            context.setLineDash([3, 3]);
            context.stroke();
            context.setLineDash([]);
        }
        if (tiles) picture.drawBoard(context, tiles, x0, y0, cell);
        if (size < 20) return;
        context.font = '10px system-ui, sans-serif';
        context.textAlign = 'center';
        context.textBaseline = 'top';
        context.fillStyle = colours.ink;
        const [f, g, h] = this.#costs(board, heuristic);
        const one = isMet ? `f ${short(f)}` : `g ${short(g)}`;
        const words = Number.isNaN(h) ? [one, ''] : [`${short(g)}+${short(h)}=${short(f)}`, one, ''];
        context.fillText(fitting(context, words, room - 4), x, y0 + high + edge + 1);
    }

    /** The positions of all known boards, if there is room for them. */
    #whole(width, height) {
        const { nodes, known, view } = this.picture;
        if (known + this.#unmet.size > WHOLE || (!nodes.state[0] && view?.step > 0)) return null;
        const places = [];
        let leaves = 0, deepest = 0;
        const place = (board, depth) => {
            deepest = Math.max(deepest, depth);
            const below = depth < 99 ? this.children(board).map(child => place(child, depth + 1)) : [];
            const x = below.length ? (below[0] + below.at(-1)) / 2 : leaves++;
            places.push({ board, x, y: depth });
            return x;
        };
        place(0, 0);
        const [column, row] = [Math.min(width / leaves, 74), Math.min(height / (deepest + 1), 84)];
        const size = Math.min(column * 0.8, row >= 48 ? row - 22 : Math.min(row - 8, 25), 52);
        // A board that was pressed has to be readable.
        if (size < (this.pinned === null ? 17 : 30)) return null;
        const margin = (width - column * leaves) / 2;
        return places.map(({ board, x, y }) => (
            { board, x: margin + (x + 0.5) * column, y: y * row + size / 2 + 4, size, room: column }));
    }

    /** The last boards on the path to a board, from left to right, and its successors in a column. */
    #branch(width, height) {
        const { view } = this.picture;
        const focus = this.pinned ?? view?.current ?? null;
        if (focus === null) return [];
        const children = this.children(focus);
        const size = Math.min(46, (height - 30) / Math.max(children.length, 1.5) - 16, width / 5);
        if (size < 10) return [];
        const column = size * 1.6;
        const chain = [focus];
        for (let board = this.parent(focus); board !== null; board = this.parent(board)) {
            if (chain.length >= Math.floor(width / column) - 1 || chain.includes(board)) break;
            chain.unshift(board);
        }
        const places = chain.map((board, i) => (
            { board, x: (i + 0.5) * column + 4, y: height / 2 - 8, size, room: column }));
        const step = Math.min(size + 22, (height - 10) / Math.max(children.length, 1));
        children.forEach((board, i) => places.push({
            board, size, room: column, x: (chain.length + 0.5) * column + 12,
            y: height / 2 - 8 + (i - (children.length - 1) / 2) * step,
        }));
        return places;
    }
}
