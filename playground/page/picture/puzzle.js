// The picture of a search on a sliding-tile puzzle: the board, the number of boards at each depth, and the tree.
import { Nodes, prepare } from './view.js';
import { CLOSED, CLOSED_BEHIND } from './colours.js';
import { neighbours } from '../puzzle/boards.js';
import { drawDepths } from '../puzzle/depths.js';
import { estimate } from '../puzzle/estimate.js';
import { Slide } from '../puzzle/slide.js';
import { Tree } from '../puzzle/tree.js';

/** The least height of the tree. */
const LEAST_TREE = 50;

export class PuzzlePicture {
    constructor(canvas) {
        this.canvas = canvas;
        this.nodes = new Nodes(0);
        /** A board that is shown instead of the current one, while the solution is played. */
        this.shown = null;
        this.drag = null;
        this.slide = new Slide();
        /** A sliding tile that is moved from outside, while the board is shuffled. */
        this.pose = null;
        /** The move that a hint shows. */
        this.hint = null;
        this.tree = new Tree(this);
    }

    /** Whether a tile is sliding. */
    get isMoving() { return this.slide.isMoving; }

    setWorld(world) {
        this.world = world;
        this.shown = this.hint = this.pose = null;
        this.clear();
    }

    clear() {
        this.nodes.clear(64);
        this.known = 0;
        this.boards = new Map();
        this.depths = [];
        this.view = null;
        this.tree.forget();
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
        // Boards that are no longer shown are forgotten, so that a long search does not fill the memory of the page.
        if (this.boards.size > 20_000) this.boards = new Map(view.boards);
        // When the search moves, the tree follows it again.
        if (view.step !== this.view?.step) {
            this.tree.forget();
            this.shown = null;
        }
        this.view = view;
    }

    /** Adds `by` to the count of the node's state at its depth; `depths[g]` counts open and closed boards. */
    count(node, by) {
        const [state, g] = [this.nodes.state[node], Math.round(this.nodes.g[node])];
        if (!state || !(g >= 0)) return;
        this.known += by;
        const depth = this.depths[g] ??= [0, 0];
        depth[state === CLOSED || state === CLOSED_BEHIND ? 1 : 0] += by;
    }

    bounds() { return [0, 0, 3, 4]; }

    name(node) { return `board ${node}`; }

    /** The name of a board in lists. */
    label(node) { return String(node); }

    /** The board as an array and the position of its gap, for the panel. */
    facts(node, details) {
        const tiles = details?.board ?? this.tree.tiles(node);
        if (!tiles) return [];
        const gap = tiles.indexOf(0);
        const beside = neighbours(gap, this.world).sort((a, b) => a - b).join(', ');
        return [['array', `[${tiles.join(', ')}]`], ['gap', `at index ${gap}, beside the indices ${beside}`]];
    }

    ground() { return ''; }

    /** The tiles of the large board. */
    tiles() {
        const { view } = this;
        return this.shown || (view?.step > 0 && this.boards.get(view.current)) || this.world.tiles;
    }

    /** The positions of the large board, goal, depths and tree on the canvas, the tree beside or below the board. */
    layout() {
        const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
        const isFlat = width > 1.5 * height;
        const isWide = width > 300 && !isFlat;
        const { width: columns, height: rows } = this.world;
        const room = isFlat ? Math.min(width * 0.3, height * 0.6)
            : Math.min(isWide ? width * 0.62 : width - 20, height * 0.52);
        const cell = Math.max(0, Math.floor(room / Math.max(columns, rows)));
        const [boardWidth, boardHeight] = [cell * columns, cell * rows];
        const left = isWide || isFlat ? 14 : Math.round((width - boardWidth) / 2);
        const bottom = 14 + boardHeight;
        const right = left + boardWidth;
        let rest = isFlat ? height - bottom - 24 : height * 0.2;
        // Without space for the tree, what is below the board takes all of it.
        if (!isFlat && !isWide && height - bottom - rest < 36 + LEAST_TREE) rest = height - bottom - 36;
        // The goal is above the depths or, if those are below the board, beside them. It has to be legible.
        const goalSide = Math.max(0, Math.floor(Math.min(isWide ? boardHeight * 0.3 / rows : (rest - 20) / rows,
            isWide ? 26 : boardWidth * 0.3 / columns)));
        const goalCell = goalSide > 7 ? goalSide : 0;
        const [chartLeft, chartTop, wide, high] = isWide ? [right + 22, 14, width - right - 36, boardHeight]
            : [left, bottom + 14, boardWidth, rest];
        const [down, over] = isWide ? [goalCell * rows + 30, 0] : [0, goalCell && goalCell * columns + 16];
        const lower = bottom + (isWide ? 18 : 28 + rest);
        return {
            cell, left, top: 14, bottom,
            goal: [chartLeft, chartTop, goalCell],
            chart: [chartLeft + over, chartTop + down, wide - over, high - down],
            tree: isFlat ? [right + 28, 12, width - right - 42, height - 20] : [10, lower, width - 20, height - lower - 8],
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
        const { world } = this;
        const tiles = this.tiles();
        // Tiles slide only on the screen: a picture for a file has each tile in its cell.
        const isScreen = context === this.canvas.getContext('2d');
        const under = isScreen ? this.pose ?? this.slide.look(tiles, world.width) : null;
        const { cell, left, top } = layout;
        this.drawBoard(context, tiles, left, top, cell, { under, options, drag: this.drag });
        if (this.hint && tiles === world.tiles) this.drawHint(context, layout);
        if (options.cursor >= 0) {
            const { width } = world;
            context.strokeStyle = this.colours.current;
            context.lineWidth = 2;
            context.strokeRect(left + options.cursor % width * cell + 3,
                top + Math.floor(options.cursor / width) * cell + 3, cell - 6, cell - 6);
        }
        const [goalLeft, goalTop, goalCell] = layout.goal;
        context.font = '600 11px system-ui, sans-serif';
        context.textAlign = 'left';
        context.textBaseline = 'top';
        context.fillStyle = this.colours.soft;
        if (goalCell > 2) context.fillText('Goal', goalLeft, goalTop);
        this.drawBoard(context, world.goal, goalLeft + 2, goalTop + 17, goalCell);
        if (layout.chart[3] > 40) drawDepths(context, layout.chart, this.depths, this.colours);
        if (options.tree && layout.tree[3] > LEAST_TREE) this.tree.draw(context, layout.tree, options.heuristic);
        else this.tree.hide();
    }

    /** Draws an arrow on the tile that a hint would move. */
    drawHint(context, { cell, left, top }) {
        const { from, to } = this.hint;
        const { width } = this.world;
        const middle = place => [left + (place % width + 0.5) * cell, top + (Math.floor(place / width) + 0.5) * cell];
        const [[x, y], [gapX, gapY]] = [middle(from), middle(to)];
        const [dx, dy] = [(gapX - x) / cell, (gapY - y) / cell];
        context.strokeStyle = this.colours.goal;
        context.lineWidth = Math.max(3, cell * 0.05);
        context.beginPath();
        context.roundRect(x - cell / 2 + 4, y - cell / 2 + 4, cell - 8, cell - 8, cell * 0.1);
        context.stroke();
        context.fillStyle = this.colours.goal;
        context.beginPath();
        const point = (along, across) => context.lineTo(x + (dx * along + dy * across) * cell, y + (dy * along + dx * across) * cell);
        point(0.95, 0);
        point(0.62, 0.2);
        point(0.62, -0.2);
        context.fill();
    }

    /** Draws a board. For the large board, `large` holds the options for its tiles and the sliding tile. */
    drawBoard(context, tiles, left, top, cell, large = null) {
        const { colours, world, faces } = this;
        if (cell < 3) return;
        const { width, height } = world;
        const gap = Math.max(1, cell * 0.03);
        context.fillStyle = colours.blank;
        context.beginPath();
        context.roundRect(left - gap, top - gap, width * cell + 2 * gap, height * cell + 2 * gap, cell * 0.12);
        context.fill();
        context.textBaseline = 'middle';
        // The picture of a small board would be a large part of an SVG file.
        const hasFaces = faces?.isOn && (large || context.canvas);
        const marks = this.marks(tiles, large);
        tiles.forEach((tile, place) => {
            if (!tile) return;
            const [dx, dy] = this.offset(place, large, cell);
            const [x, y] = [left + place % width * cell + dx, top + Math.floor(place / width) * cell + dy];
            const isHome = world.goal[place] === tile;
            context.fillStyle = isHome ? colours.tileHome : colours.tile;
            context.beginPath();
            context.roundRect(x + gap, y + gap, cell - 2 * gap, cell - 2 * gap, cell * 0.1);
            context.fill();
            const side = cell - 2 * gap;
            if (hasFaces) context.drawImage(faces.piece(tile, world), x + gap, y + gap, side, side);
            context.strokeStyle = hasFaces && isHome && large ? colours.start : colours.line;
            context.lineWidth = hasFaces && isHome && large ? 2.5 : 1;
            if (cell > 12) context.stroke();
            if (hasFaces) return large && this.drawMark(context, tile, x, y, 0, cell, -1);
            context.font = `600 ${Math.round(cell * (width * height > 10 ? 0.4 : 0.46))}px system-ui, sans-serif`;
            context.textAlign = 'center';
            context.fillStyle = colours.ink;
            if (cell > 7) context.fillText(tile, x + cell / 2, y + cell * 0.53);
        });
        if (!large || !marks.cells) return;
        marks.cells.forEach((mark, place) => {
            if (mark === null) return;
            const [dx, dy] = marks.move ? this.offset(place, large, cell) : [0, 0];
            this.drawMark(context, mark, left + dx, top + dy, place, cell);
        });
    }

    /** The offset of a tile from its cell while it is dragged or slides. */
    offset(place, large, cell) {
        if (large?.drag?.place === place) return [large.drag.dx, large.drag.dy];
        const under = large?.under;
        if (!under || under.to !== place) return [0, 0];
        const { width } = this.world;
        const part = cell * (1 - under.share);
        return [(under.from % width - place % width) * part,
            (Math.floor(under.from / width) - Math.floor(place / width)) * part];
    }

    /** The marks on the cells of the large board: the estimate of each tile, or the index of each cell. */
    marks(tiles, large) {
        const { marks, heuristic } = large?.options ?? {};
        if (marks === 'index') return { cells: tiles.map((_, place) => place), move: false };
        const found = marks === 'estimate' ? estimate(heuristic, tiles, this.world) : null;
        return found ? { cells: found.cells, move: true } : {};
    }

    /** Writes a number in a corner of a cell: the lower right or the upper left one. */
    drawMark(context, text, left, top, place, cell, corner = 1) {
        const { colours, world: { width } } = this;
        const size = Math.max(9, Math.min(cell * 0.2, 16));
        const middle = [place % width, Math.floor(place / width)].map(at => (at + 0.5) * cell);
        const [x, y] = middle.map(at => at + corner * (cell * 0.46 - size * 0.75));
        context.fillStyle = corner > 0 ? colours.current : colours.halo;
        context.globalAlpha = 0.85;
        context.beginPath();
        context.roundRect(left + x - size * 0.75, top + y - size * 0.7, size * 1.5, size * 1.4, size * 0.4);
        context.fill();
        context.globalAlpha = 1;
        context.font = `600 ${Math.round(size)}px system-ui, sans-serif`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillStyle = corner > 0 ? colours.halo : colours.ink;
        context.fillText(text, left + x, top + y + size * 0.06);
    }
}
