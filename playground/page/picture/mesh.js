// The picture of a search among walls: areas, walls, the polygons of the mesh, and what the search sees.
import { CLOSED, OPEN, UNITS } from './colours.js';
import { marker, Nodes, prepare, ribbon, short, trail } from './view.js';

/** The kinds of Polyanya's nodes. */
const START = 0, VIEW = 1, TURN = 2, GOAL = 3;
/** The distance on the canvas at which a press reaches a corner, an end or what a node sees. */
const NEAR = 11;

const between = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];

/** The distance of a point from the line between two others. */
export function distanceTo([px, py], [ax, ay], [bx, by]) {
    const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const share = Math.min(Math.max(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square, 0), 1);
    return Math.hypot(px - ax - share * (bx - ax), py - ay - share * (by - ay));
}

/** Whether a polygon contains a point: whether a ray from there crosses its border an odd number of times. */
export function contains(polygon, [x, y]) {
    let inside = false;
    polygon.forEach(([ax, ay], i) => {
        const [bx, by] = polygon.at(i - 1);
        if ((ay > y) !== (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)) inside = !inside;
    });
    return inside;
}

export class MeshPicture {
    constructor(canvas) {
        this.canvas = canvas;
        this.nodes = new Nodes(0);
    }

    setWorld(world) {
        this.world = world;
        this.mesh = null;
        const points = world.areas.flat();
        const sides = [0, 1].map(axis => points.map(point => point[axis]));
        const [x0, y0, x1, y1] = points.length ? [Math.min(...sides[0]), Math.min(...sides[1]),
            Math.max(...sides[0]), Math.max(...sides[1])] : [0, 0, 1, 1];
        this.size = Math.max(x1 - x0, y1 - y0, 1e-9);
        // The world of the viewport is 100 wide, regardless of the coordinates.
        const unit = 100 / this.size;
        this.place = ([x, y]) => [(x - x0) * unit, (y - y0) * unit];
        this.unplace = (x, y) => [x / unit + x0, y / unit + y0];
        this.box = [0, 0, (x1 - x0) * unit, (y1 - y0) * unit];
        this.clear();
    }

    clear() {
        this.nodes.clear(0);
        this.shapes = [];
        this.view = null;
    }

    setColours(colours) { this.colours = colours; }

    apply(view) {
        if (view.whole) this.clear();
        if (view.mesh) this.mesh = view.mesh.polygons.map(polygon => polygon.map(corner => view.mesh.points[corner]));
        const { changes, shapes = [] } = view;
        for (let i = 0; i < changes.length; i += 5) {
            this.nodes.set(changes[i], changes[i + 1], changes[i + 2], changes[i + 3], changes[i + 4]);
        }
        for (let i = 0; i < shapes.length; i += 9) {
            const [node, kind, rx, ry, lx, ly, x, y, polygon] = shapes.slice(i, i + 9);
            this.shapes[node] = { kind, root: [rx, ry], ends: [[lx, ly], [x, y]], polygon };
        }
        this.view = view;
    }

    /** Whether the nodes of the search are polygons. */
    get hasPolygons() { return this.view?.algorithm === 'string-pulling'; }

    bounds() {
        const margin = 3;
        const [x, y, width, height] = this.box;
        return [x - margin, y - margin, width + 2 * margin, height + 2 * margin];
    }

    /** A point of the level on the canvas. */
    at(viewport, point) {
        const [x, y] = this.place(point);
        return [viewport.x(x), viewport.y(y)];
    }

    /** The point of the level at a point of the canvas, rounded to what can be told apart. */
    point(viewport, px, py) {
        const grain = 10 ** (3 - Math.floor(Math.log10(this.size)));
        return this.unplace(...viewport.world(px, py)).map(value => Math.round(value * grain) / grain);
    }

    /** The node at a point of the canvas, or -1. Where views overlap, the nearest end of one, or else the newest. */
    hit(viewport, px, py) {
        const exact = this.unplace(...viewport.world(px, py));
        if (this.hasPolygons) return this.mesh?.findIndex(polygon => contains(polygon, exact)) ?? -1;
        let [best, least, inside] = [-1, NEAR * 0.7, -1];
        this.shapes.forEach(({ kind, root, ends }, node) => {
            if (!this.nodes.state[node]) return;
            const [from, to] = (kind === VIEW ? ends : [kind === GOAL ? ends[0] : root, root])
                .map(point => this.at(viewport, point));
            const distance = distanceTo([px, py], from, kind === VIEW ? to : from);
            if (distance < least) [best, least] = [node, distance];
            if (kind === VIEW && contains([root, ...ends], exact)) inside = node;
        });
        return best >= 0 ? best : inside;
    }

    /** What a point of the canvas is near to: `{ end }`, `{ unit, what }`, `{ wall, corner }`, `{ wall }` or `null`. */
    hitItem(viewport, px, py) {
        const { world } = this;
        const isNear = point => {
            const [x, y] = this.at(viewport, point);
            return Math.hypot(x - px, y - py) <= NEAR;
        };
        const units = world.units ?? [];
        for (const what of ['start', 'goal']) {
            const unit = units.findIndex(entry => isNear(entry[what]));
            if (unit >= 0) return { unit, what };
        }
        const goal = world.goals.findIndex(isNear);
        if (isNear(world.start)) return { end: 'start' };
        if (goal >= 0) return { end: 'goal', goal };
        for (let wall = world.walls.length - 1; wall >= 0; wall--) {
            const corner = world.walls[wall].findIndex(isNear);
            if (corner >= 0) return { wall, corner };
        }
        const exact = this.unplace(...viewport.world(px, py));
        const wall = world.walls.findLastIndex(polygon => contains(polygon, exact));
        return wall >= 0 ? { wall } : null;
    }

    /** The middle of what a node sees, or of a polygon, in the level. */
    middle(node) {
        const polygon = this.hasPolygons && this.mesh?.[node];
        const count = polygon?.length;
        if (polygon) return polygon.reduce(([x, y], [px, py]) => [x + px / count, y + py / count], [0, 0]);
        const { kind, root, ends } = this.shapes[node] ?? {};
        return root ? (kind === TURN || kind === START ? root : between(...ends)) : this.world.start;
    }

    centre(viewport, node) { return this.at(viewport, this.middle(node)); }

    name(node) {
        if (this.hasPolygons) return `polygon ${node}`;
        return ['start', `view ${node}`, `turn ${node}`, 'goal'][this.shapes[node]?.kind ?? VIEW];
    }

    label(node) { return this.name(node); }

    ground() { return ''; }

    /** Further facts about a node, for the panel. */
    facts(node) {
        const { kind, root, ends } = this.shapes[node] ?? {};
        if (kind === undefined || this.hasPolygons) return [];
        const place = point => `(${point.map(short).join(', ')})`;
        const from = [[kind === TURN ? 'corner' : 'seen from', place(root)]];
        return kind === VIEW ? [...from, ['visible', `${place(ends[0])} to ${place(ends[1])}`]] : from;
    }

    /** Draws on the canvas of the page, or on another context. */
    draw(viewport, options, other = null) {
        const context = other ?? prepare(this.canvas);
        const { colours, world, view } = this;
        const path = points => {
            context.beginPath();
            points.forEach(point => context.lineTo(...this.at(viewport, point)));
            context.closePath();
        };
        const fill = (points, colour) => {
            path(points);
            context.fillStyle = colour;
            context.fill();
        };
        context.lineJoin = 'round';
        world.areas.forEach(area => fill(area, this.mesh ? colours.line : colours.floor));
        this.drawPolygons(context, path, fill);
        if (view && !this.hasPolygons) this.drawViews(context, viewport, path, options);
        for (const wall of world.walls) {
            fill(wall, colours.wall);
            context.strokeStyle = colours.wall;
            context.lineWidth = 1;
            context.stroke();
        }
        const wide = Math.max(2.5, Math.min(viewport.scale * 0.4, 6));
        if (options.tree && view) this.drawTree(context, viewport);
        if (view) {
            trail(context, this.trailOf(view).flatMap(point => this.at(viewport, point)), wide, colours);
            ribbon(context, (view.points ?? []).flatMap(point => this.at(viewport, point)), wide, colours);
            const shown = [[view.status === 'running' ? view.current : null, 2.5], [options.hover, 1.5]];
            for (const [node, width] of shown) {
                if (node !== null && node >= 0) this.outline(context, viewport, node, width);
            }
        }
        this.drawItem(context, viewport, options, path);
        const sign = Math.max(7, Math.min(viewport.scale * 0.9, 11));
        world.goals.forEach(goal => marker(context, 'goal', ...this.at(viewport, goal), sign, colours));
        marker(context, 'start', ...this.at(viewport, world.start), sign, colours);
        this.drawUnits(context, viewport, options, sign);
        if (options.point) this.drawCursor(context, this.at(viewport, options.point));
    }

    /** The polygons of the mesh; those that a search has expanded or opened have colours. */
    drawPolygons(context, path, fill) {
        const { colours, nodes, view } = this;
        const mesh = this.mesh ?? [];
        mesh.forEach((polygon, i) => {
            const state = this.hasPolygons ? nodes.state[i] ?? 0 : 0;
            fill(polygon, colours.state[state]);
        });
        // On the path, the polygons through which it is pulled are darker.
        if (this.hasPolygons) for (const polygon of new Set(view.path)) fill(mesh[polygon] ?? [], colours.band);
        context.strokeStyle = colours.edge;
        context.lineWidth = 1;
        for (const polygon of mesh) {
            path(polygon);
            context.stroke();
        }
    }

    /** What the nodes see: a triangle between the root and the visible part of a side. Open ones are on top. */
    drawViews(context, viewport, path) {
        const { colours, nodes } = this;
        for (const state of [CLOSED, OPEN]) {
            this.shapes.forEach(({ kind, root, ends }, node) => {
                if (nodes.state[node] !== state || kind !== VIEW) return;
                path([root, ...ends]);
                context.fillStyle = colours.state[state];
                context.globalAlpha = state === OPEN ? 0.3 : 0.5;
                context.fill();
                context.globalAlpha = 1;
                context.beginPath();
                ends.forEach(end => context.lineTo(...this.at(viewport, end)));
                context.strokeStyle = state === OPEN ? colours.state[OPEN] : colours.band;
                context.lineWidth = state === OPEN ? 4 : 2.5;
                context.stroke();
            });
        }
        this.shapes.forEach(({ kind, root }, node) => {
            if (kind !== TURN || !nodes.state[node]) return;
            context.beginPath();
            context.arc(...this.at(viewport, root), 4.5, 0, 7);
            context.fillStyle = nodes.state[node] === OPEN ? colours.state[OPEN] : colours.band;
            context.fill();
            context.strokeStyle = colours.casing;
            context.lineWidth = 1;
            context.stroke();
        });
    }

    /** The line from the start to the current node. */
    trailOf({ trail: list }) {
        if (!list.length) return [];
        return this.hasPolygons ? list.map(node => this.middle(node))
            : [...list.map(node => this.shapes[node]?.root ?? this.world.start), this.middle(list.at(-1))];
    }

    drawTree(context, viewport) {
        const { nodes } = this;
        context.beginPath();
        for (let node = 0; node < nodes.count; node++) {
            const parent = nodes.parent[node];
            if (!nodes.state[node] || parent < 0) continue;
            context.moveTo(...this.centre(viewport, node));
            context.lineTo(...this.centre(viewport, parent));
        }
        context.strokeStyle = this.colours.tree;
        context.lineWidth = 1.5;
        context.stroke();
    }

    /** Outlines what a node sees, or a polygon. */
    outline(context, viewport, node, width) {
        const { kind, root, ends } = this.shapes[node] ?? {};
        const points = this.hasPolygons ? this.mesh?.[node] ?? []
            : kind === VIEW ? [root, ...ends] : kind === GOAL ? [root, ends[0]] : [];
        context.beginPath();
        for (const point of points) context.lineTo(...this.at(viewport, point));
        if (points.length) context.closePath();
        else context.arc(...this.centre(viewport, node), 9, 0, 7);
        context.strokeStyle = this.colours.current;
        context.lineWidth = width;
        context.stroke();
    }

    /** The selected wall with its corners, and the one that is being drawn. */
    drawItem(context, viewport, { item, draft }, path) {
        const { colours } = this;
        const corner = (point, size) => {
            context.beginPath();
            context.arc(...this.at(viewport, point), size, 0, 7);
            context.fillStyle = colours.halo;
            context.fill();
            context.stroke();
        };
        context.strokeStyle = colours.state[OPEN];
        context.lineWidth = 2.5;
        const wall = this.world.walls[item?.wall];
        if (wall) {
            path(wall);
            context.stroke();
            wall.forEach((point, i) => corner(point, i === item.corner ? 7 : 5));
        }
        if (!draft) return;
        context.beginPath();
        draft.corners.forEach(point => context.lineTo(...this.at(viewport, point)));
        if (draft.to) context.lineTo(...draft.to);
        context.stroke();
        draft.corners.forEach((point, i) => corner(point, i ? 3.5 : 7));
    }

    /** The units at their starts or where they walk, and their goals. */
    drawUnits(context, viewport, { walkers }, sign) {
        const units = this.world.units ?? [];
        const places = walkers ?? units.map(({ start }) => start);
        const size = sign * 0.9;
        units.forEach(({ goal }, i) => {
            const [x, y] = this.at(viewport, goal);
            context.beginPath();
            context.rect(x - size * 0.7, y - size * 0.7, size * 1.4, size * 1.4);
            context.strokeStyle = UNITS[i % UNITS.length];
            context.lineWidth = 2.5;
            context.stroke();
        });
        places.forEach((place, i) => {
            const [x, y] = this.at(viewport, place);
            context.beginPath();
            context.arc(x, y, size, 0, 7);
            context.fillStyle = UNITS[i % UNITS.length];
            context.fill();
            context.strokeStyle = this.colours.halo;
            context.lineWidth = 2;
            context.stroke();
            context.fillStyle = '#ffffff';
            context.font = `600 ${Math.round(size * 1.1)}px system-ui, sans-serif`;
            context.textAlign = 'center';
            context.textBaseline = 'middle';
            if (units.length) context.fillText(String(i + 1), x, y);
        });
    }

    drawCursor(context, [x, y]) {
        context.beginPath();
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
            context.moveTo(x + 4 * dx, y + 4 * dy);
            context.lineTo(x + 13 * dx, y + 13 * dy);
        }
        context.strokeStyle = this.colours.current;
        context.lineWidth = 2.5;
        context.stroke();
    }
}
