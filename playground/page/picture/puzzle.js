// The picture of a search on a sliding-tile puzzle: the board, how many boards are known at each depth, and the tree.
import { Nodes, prepare, short } from './view.js';
import { CLOSED, CLOSED_BEHIND } from './colours.js';

export class PuzzlePicture {
    constructor(canvas) {
        this.canvas = canvas;
        this.nodes = new Nodes(0);
        /** A board that is shown in place of the current one: while the solution is played. */
        this.shown = null;
        this.drag = null;
    }

    setWorld(world) {
        this.world = world;
        this.shown = null;
        this.clear();
    }

    clear() {
        this.nodes.clear(64);
        this.known = 0;
        this.boards = new Map();
        this.depths = [];
        this.children = [];
        this.view = null;
    }

    setColours(colours) { this.colours = colours; }

    apply(view) {
        if (view.whole) this.clear();
        const { changes } = view;
        const { nodes } = this;
        for (let i = 0; i < changes.length; i += 5) {
            const node = changes[i];
            if (node < nodes.count) this.count(node, -1);
            nodes.set(node, changes[i + 1], changes[i + 2], changes[i + 3], changes[i + 4]);
            this.count(node, 1);
        }
        for (const [node, tiles] of view.boards ?? []) this.boards.set(node, tiles);
        // Boards that nothing shows any more are forgotten, so that a long search does not fill the memory of the page.
        if (this.boards.size > 20_000) this.boards = new Map(view.boards);
        this.view = view;
        this.children = [];
        if (view.current === null) return;
        for (let node = 0; node < nodes.count; node++) {
            if (nodes.parent[node] === view.current && nodes.state[node]) this.children.push(node);
        }
    }

    /** Counts the node in or out of its depth: `depths[g]` holds how many boards are open and closed there. */
    count(node, by) {
        const [state, g] = [this.nodes.state[node], Math.round(this.nodes.g[node])];
        if (!state || !(g >= 0)) return;
        this.known += by;
        const depth = this.depths[g] ??= [0, 0];
        depth[state === CLOSED || state === CLOSED_BEHIND ? 1 : 0] += by;
    }

    bounds() { return [0, 0, 3, 4]; }

    name(node) { return `board ${node}`; }

    ground(node) { return this.boards.get(node)?.map(tile => tile || '·').join(' ') ?? ''; }

    /** The tiles that the large board shows. */
    tiles() {
        const { view } = this;
        return this.shown || (view?.step > 0 && this.boards.get(view.current)) || this.world.tiles;
    }

    /** Where the large board, the depths and the tree are on the canvas. */
    layout() {
        const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
        const wide = width > 300;
        const { width: columns, height: rows } = this.world;
        const room = Math.min(wide ? width * 0.62 : width - 20, height * 0.52);
        const cell = Math.floor(room / Math.max(columns, rows));
        const [boardWidth, boardHeight] = [cell * columns, cell * rows];
        const left = wide ? 14 : Math.round((width - boardWidth) / 2);
        const bottom = 14 + boardHeight;
        const lower = bottom + (wide ? 18 : 28 + height * 0.2);
        return {
            cell, left, top: 14, bottom,
            chart: wide ? [left + boardWidth + 22, 14, width - left - boardWidth - 36, boardHeight]
                : [left, bottom + 14, boardWidth, height * 0.2],
            tree: [10, lower, width - 20, height - lower - 8],
        };
    }

    /** The position of the tile at a point of the canvas, or -1. */
    hit(_, px, py) {
        const { cell, left, top } = this.layout();
        const [x, y] = [Math.floor((px - left) / cell), Math.floor((py - top) / cell)];
        const { width, height } = this.world;
        return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1;
    }

    draw(_, options, context = prepare(this.canvas)) {
        const layout = this.layout();
        this.drawBoard(context, this.tiles(), layout.left, layout.top, layout.cell, this.drag);
        if (options.cursor >= 0) {
            const { width } = this.world;
            context.strokeStyle = this.colours.current;
            context.lineWidth = 2;
            context.strokeRect(layout.left + options.cursor % width * layout.cell + 3,
                layout.top + Math.floor(options.cursor / width) * layout.cell + 3, layout.cell - 6, layout.cell - 6);
        }
        this.drawDepths(context, ...layout.chart);
        if (options.tree && layout.tree[3] > 50) this.drawTree(context, ...layout.tree);
    }

    drawBoard(context, tiles, left, top, cell, drag = null) {
        const { colours, world } = this;
        const { width, height } = world;
        const gap = Math.max(1, cell * 0.03);
        context.fillStyle = colours.blank;
        context.beginPath();
        context.roundRect(left - gap, top - gap, width * cell + 2 * gap, height * cell + 2 * gap, cell * 0.12);
        context.fill();
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.font = `600 ${Math.round(cell * (width * height > 10 ? 0.4 : 0.46))}px system-ui, sans-serif`;
        tiles.forEach((tile, place) => {
            if (!tile) return;
            const [dx, dy] = drag?.place === place ? [drag.dx, drag.dy] : [0, 0];
            const [x, y] = [left + place % width * cell + dx, top + Math.floor(place / width) * cell + dy];
            context.fillStyle = world.goal[place] === tile ? colours.tileHome : colours.tile;
            context.beginPath();
            context.roundRect(x + gap, y + gap, cell - 2 * gap, cell - 2 * gap, cell * 0.1);
            context.fill();
            context.strokeStyle = colours.line;
            context.lineWidth = 1;
            if (cell > 12) context.stroke();
            context.fillStyle = colours.ink;
            if (cell > 7) context.fillText(tile, x + cell / 2, y + cell * 0.53);
        });
    }

    /** A bar for each depth: boards that are closed, then those that are open. */
    drawDepths(context, left, top, width, height) {
        const { colours, depths } = this;
        context.font = '600 11px system-ui, sans-serif';
        context.textAlign = 'left';
        context.textBaseline = 'top';
        context.fillStyle = colours.faint;
        context.fillText('Boards at each depth', left, top);
        const deepest = depths.reduce((best, depth, i) => (depth && depth[0] + depth[1] > 0 ? i : best), 0);
        const rows = Math.max(deepest + 1, Math.floor((height - 18) / 24));
        const row = Math.min((height - 18) / rows, 18);
        const most = depths.reduce((best, depth) => Math.max(best, depth ? depth[0] + depth[1] : 0), 1);
        const [from, room] = [left + 22, width - 24];
        context.font = '10px system-ui, sans-serif';
        context.textBaseline = 'middle';
        const every = Math.ceil(11 / row);
        for (let g = 0; g < rows; g++) {
            const y = top + 18 + g * row;
            const [open, closed] = depths[g] ?? [0, 0];
            context.fillStyle = colours.faint;
            context.textAlign = 'right';
            if (g % every === 0) context.fillText(g, left + 16, y + row / 2);
            const [a, b] = [closed, open].map(count => (count ? Math.max(1, count / most * room) : 0));
            context.fillStyle = colours.band;
            context.fillRect(from, y + row * 0.1, a, row * 0.8);
            context.fillStyle = colours.state[1];
            context.fillRect(from + a, y + row * 0.1, b, row * 0.8);
        }
    }

    drawTree(context, left, top, width, height) {
        const { colours, view } = this;
        context.font = '600 11px system-ui, sans-serif';
        context.textAlign = 'left';
        context.textBaseline = 'top';
        context.fillStyle = colours.faint;
        const whole = this.wholeTree(width, height - 18);
        const places = whole ?? this.branch(width, height - 18);
        context.fillText(whole ? 'The tree of boards' : width < 300 ? 'The current branch'
            : 'The branch of the current board, and its successors', left, top);
        const at = new Map(places.map(place => [place.node, place]));
        context.strokeStyle = colours.faint;
        context.lineWidth = 1.2;
        context.beginPath();
        for (const place of places) {
            const parent = at.get(this.nodes.parent[place.node]);
            if (!parent || parent === place) continue;
            context.moveTo(left + parent.x, top + 18 + parent.y);
            context.lineTo(left + place.x, top + 18 + place.y);
        }
        context.stroke();
        for (const { node, x, y, size } of places) {
            const tiles = this.boards.get(node) ?? (node === 0 ? this.world.tiles : null);
            const cell = size / Math.max(this.world.width, this.world.height);
            const [wide, high] = [cell * this.world.width, cell * this.world.height];
            const [x0, y0] = [left + x - wide / 2, top + 18 + y - high / 2];
            const state = this.nodes.state[node];
            const edge = node === view?.current ? 3 : 2;
            context.fillStyle = state === 2 ? colours.band : colours.state[state];
            if (node === view?.current) context.fillStyle = colours.current;
            context.beginPath();
            context.roundRect(x0 - edge, y0 - edge, wide + 2 * edge, high + 2 * edge, 3);
            context.fill();
            if (tiles) this.drawBoard(context, tiles, x0, y0, cell);
            if (size < 26) continue;
            context.font = '10px system-ui, sans-serif';
            context.textAlign = 'center';
            context.textBaseline = 'top';
            context.fillStyle = colours.ink;
            const [f, g, h] = [this.nodes.f(node), this.nodes.g[node], this.nodes.h[node]];
            const sum = size < 30 || Number.isNaN(h) ? `f ${short(f)}` : `${short(g)}+${short(h)}=${short(f)}`;
            context.fillText(sum, left + x, y0 + high + edge + 1);
        }
    }

    /** The places of all known boards, if there is room for them. */
    wholeTree(width, height) {
        if (this.known > 60 || !this.nodes.state[0]) return null;
        const children = new Map();
        for (let node = 0; node < this.nodes.count; node++) {
            const parent = this.nodes.parent[node];
            if (this.nodes.state[node] && parent >= 0 && parent !== node) {
                children.set(parent, [...(children.get(parent) ?? []), node]);
            }
        }
        const places = [];
        let leaves = 0, deepest = 0;
        const place = (node, depth) => {
            deepest = Math.max(deepest, depth);
            const below = depth < 99 ? (children.get(node) ?? []).map(child => place(child, depth + 1)) : [];
            const x = below.length ? (below[0] + below.at(-1)) / 2 : leaves++;
            places.push({ node, x, y: depth });
            return x;
        };
        place(0, 0);
        const [column, row] = [Math.min(width / leaves, 74), Math.min(height / (deepest + 1), 84)];
        const size = Math.min(column * 0.8, row >= 48 ? row - 22 : Math.min(row - 8, 25), 52);
        if (size < 17) return null;
        const margin = (width - column * leaves) / 2;
        return places.map(({ node, x, y }) => (
            { node, x: margin + (x + 0.5) * column, y: y * row + size / 2 + 4, size }));
    }

    /** The last boards on the way to the current one, from left to right, and its successors below each other. */
    branch(width, height) {
        const { view, children } = this;
        if (!view || view.current === null) return [];
        const size = Math.min(46, (height - 40) / Math.max(children.length, 2) - 16, width / 5);
        if (size < 10) return [];
        const column = size * 1.6;
        const chain = [view.current];
        for (let node = this.nodes.parent[view.current]; node >= 0; node = this.nodes.parent[node]) {
            if (chain.length >= Math.floor(width / column) - 1 || chain.includes(node)) break;
            chain.unshift(node);
        }
        const places = chain.map((node, i) => ({ node, x: (i + 0.5) * column + 4, y: height / 2 - 8, size }));
        const step = Math.min(size + 22, (height - 10) / Math.max(children.length, 1));
        children.forEach((node, i) => places.push({
            node, size, x: (chain.length + 0.5) * column + 12,
            y: height / 2 - 8 + (i - (children.length - 1) / 2) * step,
        }));
        return places;
    }
}
