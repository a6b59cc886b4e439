// The picture of a search on a graph: its edges in an image that is kept while the view does not move, nodes on top.
import { drawLie } from './lie.js';
import { waysOf } from '../graph/network.js';
import { marker, Nodes, Places, pointedPath, prepare, ribbon, ribbons, short, trail } from './view.js';

/** The most edges whose weights are written, and the least length on the canvas at which an edge has room for one. */
const WEIGHTS = 4000, LENGTH = 34;
/** The height of a line of text. */
const LINE = 11;

export class GraphPicture {
    constructor(canvas) {
        this.canvas = canvas;
        this.nodes = new Nodes(0);
        /** The places of the weights, by edge, and all places of weights and names. */
        [this.weights, this.written] = [new Map(), new Places()];
        this.edgeImage = document.createElement('canvas');
    }

    setWorld(world) {
        this.world = world;
        this.moved();
        this.clear();
    }

    /** Updates the picture after nodes have moved or weights have changed. */
    moved() {
        const { nodes } = this.world;
        let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
        for (const [x, y] of nodes) {
            [x0, y0] = [Math.min(x0, x), Math.min(y0, y)];
            [x1, y1] = [Math.max(x1, x), Math.max(y1, y)];
        }
        if (!nodes.length) [x0, y0, x1, y1] = [0, 0, 1, 1];
        // The world of the viewport is about 100 wide, regardless of the coordinates; y points upwards, as on a map.
        const unit = 100 / Math.max(x1 - x0, y1 - y0, 1e-9);
        this.place = ([x, y]) => [(x - x0) * unit, (y1 - y) * unit];
        this.unplace = (x, y) => [x / unit + x0, y1 - y / unit];
        this.updatePlaces();
    }

    /** Updates the picture after nodes or edges were added, removed or changed. */
    updateNetwork() {
        this.updatePlaces();
        this.clear();
    }

    /** Updates the positions of dragged nodes without a change of scale. */
    updatePlaces() {
        this.places = new Float64Array(this.world.nodes.length * 2);
        let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
        this.world.nodes.forEach((node, i) => {
            const [x, y] = this.place(node);
            this.places.set([x, y], 2 * i);
            [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
        });
        this.box = this.world.nodes.length ? [x0, y0, x1 - x0, y1 - y0] : [0, 0, 100, 100];
        this.ways = waysOf(this.world);
        this.edgesOf = null;
    }

    clear() {
        this.nodes.clear(this.world.nodes.length);
        this.view = null;
        this.covered = [];
    }

    setColours(colours) {
        this.colours = colours;
        this.edgesOf = null;
    }

    apply(view) {
        if (view.whole) this.clear();
        const { changes } = view;
        for (let i = 0; i < changes.length; i += 5) {
            this.nodes.set(changes[i], changes[i + 1], changes[i + 2], changes[i + 3], changes[i + 4]);
        }
        this.view = view;
        this.covered = this.edgesBelow(view);
    }

    bounds() {
        const margin = 4;
        const [x, y, width, height] = this.box;
        return [x - margin, y - margin, width + 2 * margin, height + 2 * margin];
    }

    /** The edge at a point of the canvas, or -1. */
    hitEdge(viewport, px, py) {
        let [best, least] = [-1, 8];
        this.world.edges.forEach(([from, to], edge) => {
            if (this.ways[edge] === 2) return;
            const [[ax, ay], [bx, by]] = [this.centre(viewport, from), this.centre(viewport, to)];
            const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
            const share = Math.min(Math.max(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square, 0), 1);
            const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
            const distance = Math.hypot(px - x, py - y);
            if (distance < least) [best, least] = [edge, distance];
        });
        return best;
    }

    hit(viewport, px, py) {
        const [x, y] = viewport.world(px, py);
        let [best, least] = [-1, (14 / viewport.scale) ** 2];
        for (let node = 0; node < this.world.nodes.length; node++) {
            const distance = (this.places[2 * node] - x) ** 2 + (this.places[2 * node + 1] - y) ** 2;
            if (distance < least) [best, least] = [node, distance];
        }
        return best;
    }

    centre(viewport, node) { return [viewport.x(this.places[2 * node]), viewport.y(this.places[2 * node + 1])]; }

    name(node) { return this.world.names?.[node] || `node ${node}`; }

    /** The name of a node in lists. */
    label(node) { return this.world.names?.[node] || String(node); }

    ground() { return ''; }

    /** The radius of a node on the canvas: smaller where there are many. */
    radius(viewport) {
        const [, , width, height] = this.box;
        const spacing = Math.sqrt(Math.max(width * height, 2500) / Math.max(this.world.nodes.length, 1));
        return Math.max(1, Math.min(spacing * viewport.scale * 0.17, 11));
    }

    /** Draws on the canvas of the page, or on another context, for which no image of edges is kept. */
    draw(viewport, options, other = null) {
        const context = other ?? prepare(this.canvas);
        const { colours, world, view, nodes } = this;
        const radius = this.radius(viewport);
        if (other) this.drawEdges(context, viewport, options.numbers);
        else this.showEdges(context, viewport, options.numbers);
        const points = list => list.flatMap(node => this.centre(viewport, node));
        if (options.tree) {
            context.beginPath();
            for (let node = 0; node < world.nodes.length; node++) {
                if (!nodes.state[node] || nodes.parent[node] < 0) continue;
                context.moveTo(...this.centre(viewport, node));
                context.lineTo(...this.centre(viewport, nodes.parent[node]));
            }
            context.strokeStyle = colours.tree;
            context.lineWidth = Math.max(1, radius * 0.3);
            context.stroke();
        }
        if (view) {
            const wide = Math.max(2.2, radius * 0.55);
            ribbons(context, view.paths.map(points), wide, colours);
            trail(context, points(view.trail), wide, colours);
            ribbon(context, points(view.path), wide, colours);
            pointedPath(context, view, options.path, points, wide, colours);
        }
        this.drawItem(context, viewport, radius, options);
        if (options.numbers) this.writeWeights(context, viewport, this.covered, colours.ink);
        this.drawNodes(context, viewport, radius);
        if (options.numbers && radius >= 5) this.drawNumbers(context, viewport, radius);
        if (world.names) this.drawNames(context, viewport, radius);
        const sign = Math.max(radius * 1.15, 7);
        const { start, goals } = options;
        goals.forEach(node => marker(context, 'goal', ...this.centre(viewport, node), sign, colours));
        marker(context, 'start', ...this.centre(viewport, start), sign, colours);
        const ring = (node, width, dashed) => {
            context.beginPath();
            context.setLineDash(dashed ? [4, 3] : []);
            context.arc(...this.centre(viewport, node), sign + 2.5, 0, 7);
            context.strokeStyle = colours.current;
            context.lineWidth = width;
            context.stroke();
            context.setLineDash([]);
        };
        if (view && view.current !== null && view.status === 'running') ring(view.current, 2.5);
        const { liar } = view?.excess ?? {};
        if (liar) drawLie(context, this.centre(viewport, liar.node), radius, liar, this);
        if (options.item?.node < world.nodes.length) ring(options.item.node, 2.5);
        if (options.hover >= 0) ring(options.hover, 1.5);
        if (options.cursor >= 0) ring(options.cursor, 2.5, true);
    }

    /** Shows the image of the edges, which is redrawn only after the view or the graph has changed. */
    showEdges(context, viewport, numbers) {
        const { clientWidth, clientHeight } = this.canvas;
        if (!clientWidth || !clientHeight) return;
        const key = [viewport.scale, viewport.left, viewport.top, clientWidth, clientHeight, numbers].join();
        if (this.edgesOf !== key) {
            this.edgesOf = key;
            Object.defineProperties(this.edgeImage, {
                clientWidth: { value: clientWidth, configurable: true },
                clientHeight: { value: clientHeight, configurable: true },
            });
            this.drawEdges(prepare(this.edgeImage), viewport, numbers);
        }
        context.drawImage(this.edgeImage, 0, 0, clientWidth, clientHeight);
    }

    /** Draws edges, and their weights if there is room. */
    drawEdges(context, viewport, numbers) {
        const { colours, world } = this;
        context.strokeStyle = colours.edge;
        context.lineWidth = Math.max(0.5, Math.min(this.radius(viewport) * 0.25, 2));
        context.beginPath();
        world.edges.forEach(([from, to], edge) => {
            if (this.ways[edge] === 2) return;
            context.moveTo(...this.centre(viewport, from));
            context.lineTo(...this.centre(viewport, to));
        });
        context.stroke();
        if (world.directed) this.drawArrows(context, viewport);
        this.findWeights(context, viewport);
        if (numbers) this.writeWeights(context, viewport, [...this.weights.keys()]);
    }

    /**
     * Finds places for the weights of edges, by edge, none of which overlaps another one or a name. If only few edges
     * are long enough, no weight is written, since those of a few would look like an error.
     */
    findWeights(context, viewport) {
        const { world } = this;
        this.weights = new Map();
        this.written = new Places();
        const names = this.namePlaces(context, viewport, this.radius(viewport));
        names.forEach(({ box }) => this.written.force(box));
        if (world.edges.length > WEIGHTS) return;
        const drawn = [...world.edges.keys()].filter(edge => this.ways[edge] !== 2);
        const ends = edge => world.edges[edge].slice(0, 2).map(node => this.centre(viewport, node));
        const long = drawn.filter(edge => {
            const [[ax, ay], [bx, by]] = ends(edge);
            return Math.hypot(ax - bx, ay - by) >= LENGTH;
        });
        if (long.length < drawn.length / 2) return;
        context.font = '10px system-ui, sans-serif';
        for (const edge of long) {
            const [[ax, ay], [bx, by]] = ends(edge);
            const weight = world.edges[edge][2];
            const text = short(weight >= 100 ? Math.round(weight) : Math.round(weight * 10) / 10);
            // Nearer to its end, so that it does not overlap the weight of an edge that leads back.
            const share = this.ways[edge] ? 0.5 : 0.6;
            const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
            const half = context.measureText(text).width / 2 + 1;
            const box = [x - half, y - LINE / 2, x + half, y + LINE / 2];
            if (this.written.take(box)) this.weights.set(edge, { text, x, y, box });
        }
    }

    /** Writes the weights of some edges, where there is room. */
    writeWeights(context, viewport, edges, colour = this.colours.soft) {
        context.font = '10px system-ui, sans-serif';
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.lineWidth = 3;
        context.lineJoin = 'round';
        context.strokeStyle = this.colours.outside;
        context.fillStyle = colour;
        for (const edge of edges) {
            const { text, x, y } = this.weights.get(edge) ?? {};
            if (!text) continue;
            context.strokeText(text, x, y);
            context.fillText(text, x, y);
        }
    }

    /** Erases the weights that a text in a box would cover in part. */
    eraseWeights(context, [left, top, right, bottom]) {
        context.fillStyle = this.colours.outside;
        for (const { box: [l, t, r, b] } of this.weights.values()) {
            if (left < r && l < right && top < b && t < bottom) context.fillRect(l - 1, t, r - l + 2, b - t);
        }
        context.fillStyle = this.colours.ink;
    }

    /** The edges below the paths of a view, which would hide their weights. */
    edgesBelow({ path, paths }) {
        if (this.world.edges.length > WEIGHTS || !path.length) return [];
        const pairs = new Set([path, ...paths].flatMap(nodes => (
            nodes.slice(1).flatMap((node, i) => [`${nodes[i]} ${node}`, `${node} ${nodes[i]}`]))));
        return this.world.edges.flatMap(([from, to], edge) => (pairs.has(`${from} ${to}`) ? [edge] : []));
    }

    /** Draws an arrowhead on edges that lead only one way, beside the node to which they lead. */
    drawArrows(context, viewport) {
        const size = Math.min(Math.max(this.radius(viewport), 3.5), 8);
        const room = Math.max(this.radius(viewport) + 1, 2);
        context.fillStyle = this.colours.faint;
        context.beginPath();
        this.world.edges.forEach(([from, to], edge) => {
            if (this.ways[edge]) return;
            const [[ax, ay], [bx, by]] = [this.centre(viewport, from), this.centre(viewport, to)];
            const length = Math.hypot(bx - ax, by - ay);
            if (length < 2 * (room + size)) return;
            const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
            const [x, y] = [bx - dx * room, by - dy * room];
            context.moveTo(x, y);
            context.lineTo(x - size * (1.7 * dx - 0.6 * dy), y - size * (1.7 * dy + 0.6 * dx));
            context.lineTo(x - size * (1.7 * dx + 0.6 * dy), y - size * (1.7 * dy - 0.6 * dx));
            context.closePath();
        });
        context.fill();
    }

    /** Draws the selected edge, and the one that the user is drawing. */
    drawItem(context, viewport, radius, { item, rubber }) {
        context.strokeStyle = this.colours.state[1];
        context.lineCap = 'round';
        context.globalAlpha = 0.5;
        context.lineWidth = Math.max(9, radius);
        context.beginPath();
        const [from, to] = this.world.edges[item?.edge] ?? [];
        if (from !== undefined) {
            context.moveTo(...this.centre(viewport, from));
            context.lineTo(...this.centre(viewport, to));
        }
        if (rubber) {
            context.moveTo(...this.centre(viewport, rubber.from));
            context.lineTo(...rubber.to);
        }
        context.stroke();
        context.globalAlpha = 1;
    }

    /** The names with their places below the nodes. */
    namePlaces(context, viewport, radius) {
        if (radius < 3 || !this.world.names) return [];
        context.font = '600 12px system-ui, sans-serif';
        const wide = this.canvas.clientWidth;
        return this.world.names.map((name, node) => {
            const [at, y] = this.centre(viewport, node);
            // The whole name of a node at the border of the picture stays inside it.
            const half = context.measureText(name).width / 2 + 3;
            const x = at < 0 || at > wide ? at : Math.min(Math.max(at, half), wide - half);
            const top = y + radius + 5;
            return { name, x, top, box: [x - half + 3, top, x + half - 3, top + 12] };
        }).filter(({ name }) => name);
    }

    drawNames(context, viewport, radius) {
        const names = this.namePlaces(context, viewport, radius);
        context.textAlign = 'center';
        context.textBaseline = 'top';
        context.lineWidth = 3;
        context.lineJoin = 'round';
        context.strokeStyle = this.colours.outside;
        context.fillStyle = this.colours.ink;
        for (const { name, x, top } of names) {
            context.strokeText(name, x, top);
            context.fillText(name, x, top);
        }
    }

    drawNodes(context, viewport, radius) {
        const { colours, nodes, world } = this;
        const [wide, high] = [this.canvas.clientWidth, this.canvas.clientHeight];
        for (const state of [0, 2, 4, 1, 3]) {
            context.beginPath();
            for (let node = 0; node < world.nodes.length; node++) {
                if (nodes.state[node] !== state) continue;
                const [x, y] = this.centre(viewport, node);
                if (x < -20 || y < -20 || x > wide + 20 || y > high + 20) continue;
                if (radius < 2.5) {
                    const half = state ? Math.max(radius, 1.6) : radius;
                    context.rect(x - half, y - half, 2 * half, 2 * half);
                } else {
                    context.moveTo(x + radius, y);
                    context.arc(x, y, radius, 0, 7);
                }
            }
            // On a light page, the darker shade of closed cells; on a dark page, the lighter one.
            const shade = !colours.dark && { 2: colours.band, 4: colours.bandBehind }[state];
            context.fillStyle = shade || colours.state[state];
            context.fill();
            if (radius >= 2.5) {
                context.strokeStyle = state ? colours.casing : colours.faint;
                context.lineWidth = 1;
                context.stroke();
            }
        }
    }

    /**
     * Writes f beside the nodes that have been met: to the upper right if there is room, or else on another side. A
     * number that would cover another one or a name is left out. One that covers the weight of an edge replaces it.
     */
    drawNumbers(context, viewport, radius) {
        const { nodes, view, canvas: { clientWidth: wide, clientHeight: high } } = this;
        const places = new Places();
        this.namePlaces(context, viewport, radius).forEach(({ box }) => places.force(box));
        context.font = '600 11px system-ui, sans-serif';
        context.textAlign = 'left';
        context.textBaseline = 'middle';
        context.lineWidth = 3;
        context.lineJoin = 'round';
        context.strokeStyle = this.colours.outside;
        context.fillStyle = this.colours.ink;
        const write = node => {
            if (!nodes.state[node]) return;
            const [x, y] = this.centre(viewport, node);
            if (x < 0 || y < 0 || x > wide || y > high) return;
            const f = nodes.f(node);
            const text = short(f >= 100 ? Math.round(f) : Math.round(f * 10) / 10);
            const { width } = context.measureText(text);
            const boxes = [-radius, radius].flatMap(down => [x + radius + 3, x - radius - 3 - width].map(left => (
                [left, y + down - LINE / 2, left + width, y + down + LINE / 2])));
            const inside = boxes.filter(([left, , right]) => left >= 0 && right <= wide);
            const free = inside.filter(box => places.isFree(box));
            const best = free.find(box => this.written.isFree(box)) ?? free[0];
            if (!best) return;
            places.force(best);
            this.eraseWeights(context, best);
            context.strokeText(text, best[0], best[1] + LINE / 2);
            context.fillText(text, best[0], best[1] + LINE / 2);
        };
        const first = view?.current ?? -1;
        if (first >= 0) write(first);
        for (let node = 0; node < this.world.nodes.length; node++) if (node !== first) write(node);
    }
}
