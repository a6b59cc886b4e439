// The picture of a search on a graph: its edges in an image that is kept while the view stands still, nodes on top.
import { drawLie } from './lie.js';
import { marker, Nodes, prepare, ribbon, short, trail } from './view.js';

export class GraphPicture {
    constructor(canvas) {
        this.canvas = canvas;
        this.nodes = new Nodes(0);
        this.edgeImage = document.createElement('canvas');
    }

    setWorld(world) {
        this.world = world;
        this.moved();
        this.clear();
    }

    /** The places of nodes, or the weights, are others. */
    moved() {
        const { nodes } = this.world;
        let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
        for (const [x, y] of nodes) {
            [x0, y0] = [Math.min(x0, x), Math.min(y0, y)];
            [x1, y1] = [Math.max(x1, x), Math.max(y1, y)];
        }
        if (!nodes.length) [x0, y0, x1, y1] = [0, 0, 1, 1];
        // The world of the viewport is about 100 wide, whatever the coordinates are; y points upwards, as on a map.
        const unit = 100 / Math.max(x1 - x0, y1 - y0, 1e-9);
        this.place = ([x, y]) => [(x - x0) * unit, (y1 - y) * unit];
        this.unplace = (x, y) => [x / unit + x0, y1 - y / unit];
        this.size = [(x1 - x0) * unit, (y1 - y0) * unit];
        this.updatePlaces();
    }

    /** Places nodes that were dragged, without a change of scale. */
    updatePlaces() {
        this.places = new Float64Array(this.world.nodes.length * 2);
        this.world.nodes.forEach((node, i) => this.places.set(this.place(node), 2 * i));
        this.edgesOf = null;
    }

    clear() {
        this.nodes.clear(this.world.nodes.length);
        this.view = null;
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
    }

    bounds() {
        const margin = 4;
        return [-margin, -margin, this.size[0] + 2 * margin, this.size[1] + 2 * margin];
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

    name(node) { return `node ${node}`; }

    ground() { return ''; }

    /** The radius of a node on the canvas: smaller where there are many. */
    radius(viewport) {
        const spacing = Math.sqrt((this.size[0] * this.size[1] || 1e4) / Math.max(this.world.nodes.length, 1));
        return Math.max(1, Math.min(spacing * viewport.scale * 0.17, 11));
    }

    /** Draws on the canvas of the page, or on another context, on which no image of edges is kept. */
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
            for (const path of view.paths) ribbon(context, points(path), wide * 0.7, colours);
            trail(context, points(view.trail), wide, colours);
            ribbon(context, points(view.path), wide, colours);
        }
        this.drawNodes(context, viewport, radius);
        if (options.numbers && radius >= 5) this.drawNumbers(context, viewport, radius);
        const sign = Math.max(radius * 1.15, 7);
        const { start = world.start, goal } = options.ends;
        const goals = goal === undefined ? world.goals : [goal];
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
        if (options.hover >= 0) ring(options.hover, 1.5);
        if (options.cursor >= 0) ring(options.cursor, 2.5, true);
    }

    /** Shows the image of the edges, which is drawn anew only after the view or the graph has changed. */
    showEdges(context, viewport, numbers) {
        const { clientWidth, clientHeight } = this.canvas;
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

    /** Draws edges, and their weights where there is room. */
    drawEdges(context, viewport, numbers) {
        const { colours, world } = this;
        context.strokeStyle = colours.edge;
        context.lineWidth = Math.max(0.5, Math.min(this.radius(viewport) * 0.25, 2));
        context.beginPath();
        for (const [from, to] of world.edges) {
            context.moveTo(...this.centre(viewport, from));
            context.lineTo(...this.centre(viewport, to));
        }
        context.stroke();
        if (!numbers || world.edges.length > 4000) return;
        context.font = '10px system-ui, sans-serif';
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.lineWidth = 3;
        context.strokeStyle = colours.outside;
        context.fillStyle = colours.faint;
        for (const [from, to, weight] of world.edges) {
            const [[ax, ay], [bx, by]] = [this.centre(viewport, from), this.centre(viewport, to)];
            if (Math.hypot(ax - bx, ay - by) < 34) continue;
            const text = short(weight >= 100 ? Math.round(weight) : Math.round(weight * 10) / 10);
            context.strokeText(text, (ax + bx) / 2, (ay + by) / 2);
            context.fillText(text, (ax + bx) / 2, (ay + by) / 2);
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
            // On a light page the darker shade of closed cells, on a dark page the lighter one.
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

    drawNumbers(context, viewport, radius) {
        const { nodes } = this;
        context.font = '600 11px system-ui, sans-serif';
        context.textAlign = 'left';
        context.textBaseline = 'middle';
        context.lineWidth = 3;
        context.lineJoin = 'round';
        for (let node = 0; node < this.world.nodes.length; node++) {
            if (!nodes.state[node]) continue;
            const [x, y] = this.centre(viewport, node);
            const f = nodes.f(node);
            const text = short(f >= 100 ? Math.round(f) : Math.round(f * 10) / 10);
            context.strokeStyle = this.colours.outside;
            context.strokeText(text, x + radius + 3, y - radius);
            context.fillStyle = this.colours.ink;
            context.fillText(text, x + radius + 3, y - radius);
        }
    }
}
