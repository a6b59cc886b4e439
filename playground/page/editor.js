// Editing: the effects of presses, drags and keys in a picture on the world of the scene.
import { addGoal, goalsOf, hasOneGoal, moveGoal, moveStart, removeGoal, startOf } from './ends.js';
import { withKey } from './keys.js';

const TOOLS = {
    hand: ['Look', 'Look at nodes and move the picture'],
    wall: ['Wall', 'Draw walls; begin on a wall to remove some'],
    terrain: ['Terrain', 'Paint terrain that costs more'],
    erase: ['Erase', 'Remove walls and terrain'],
    node: ['Node', 'Press an empty place for a new node; drag nodes to move them'],
    edge: ['Edge', 'Draw from one node to another, or press both'],
    remove: ['Remove', 'Press nodes and edges to remove them'],
    start: ['Start', 'Move the start'],
    goal: ['Goal', 'Add a goal, or remove one'],
    send: ['Send', 'Press a place to send the agent of this search there'],
    unit: ['Unit', 'Add a unit: drag from its start to its goal; press it again to remove it'],
};
/** What tools do among walls, if it is something else. */
const ON_MESH = {
    hand: ['Look', 'Look at what the search sees, select and drag walls, and move the picture'],
    wall: ['Wall', 'Press corners; the first one, Enter or a double click closes the wall, Esc gives it up'],
    remove: ['Remove', 'Press walls and units to remove them'],
};
const toolOf = (kind, tool) => (kind === 'mesh' && ON_MESH[tool]) || TOOLS[tool];
const TOOLS_OF = {
    grid: ['hand', 'wall', 'terrain', 'erase', 'start', 'goal', 'send', 'unit'],
    graph: ['hand', 'node', 'edge', 'remove', 'start', 'goal', 'send'],
    mesh: ['hand', 'wall', 'remove', 'start', 'goal', 'unit'],
    puzzle: [],
};

/** The tools for drawing a graph. */
const DRAWS = ['hand', 'node', 'edge', 'remove'];

/** Yields the cells on the straight line between two cells. */
function* line([x0, y0], [x1, y1]) {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let i = 0; i <= steps; i++) {
        yield [Math.round(x0 + (x1 - x0) * i / steps), Math.round(y0 + (y1 - y0) * i / steps)];
    }
}

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

export class Editor {
    tool = 'wall';
    terrain = '5';
    stroke = null;
    pending = null;

    /** Called after a tool was chosen. */
    onchosen = () => {};

    constructor(app) { this.app = app; }

    /** A one-line description of the chosen tool. */
    get hint() {
        const { kind } = this.app.scene.world;
        if (kind === 'puzzle') return 'Move tiles with the arrow keys, by clicking or by dragging.';
        const [name, words] = toolOf(kind, this.tool);
        return `${name}: ${withKey(`tool-${this.tool}`, words)}.`;
    }

    /** Creates the buttons of the tools for a kind of world. */
    buildTools(element, kind) {
        const tools = TOOLS_OF[kind];
        if (!tools.includes(this.tool)) this.tool = tools.includes('wall') ? 'wall' : 'hand';
        element.replaceChildren(...tools.map(tool => {
            const [name, words] = toolOf(kind, tool);
            const title = withKey(`tool-${tool}`, words);
            const button = document.createElement('button');
            Object.assign(button, { id: `tool-${tool}`, title, className: 'icon' });
            button.setAttribute('role', 'radio');
            button.setAttribute('aria-label', name);
            button.innerHTML = `<svg><use href="#i-${tool}"/></svg><span>${name}</span>`;
            button.addEventListener('click', () => {
                this.app.touch();
                this.choose(tool);
            });
            return button;
        }));
        this.choose(this.tool);
    }

    choose(tool) {
        this.tool = tool;
        this.pending = null;
        this.app.drawing.forget();
        this.app.walls.escape();
        for (const button of document.querySelectorAll('#tools button')) {
            button.setAttribute('aria-checked', button.id === `tool-${tool}`);
        }
        document.getElementById('runs').dataset.tool = tool;
        if (this.app.kind === 'graph') this.app.drawing.show();
        this.onchosen();
    }

    /** Handles a pointer pressed on a picture. Returns whether the press begins a stroke. */
    down(picture, x, y) {
        if (this.begin(picture, x, y)) return true;
        // Only the first tool moves a graph, which would otherwise be lost when a press misses a node.
        const { kind } = this.app;
        if (!['graph', 'mesh'].includes(kind) || this.tool === 'hand') return false;
        if (kind === 'mesh') return true;
        this.stroke = { kind: 'miss', picture, from: [x, y] };
        return true;
    }

    begin(picture, x, y) {
        const { app } = this;
        const { world } = app.scene;
        if (world.kind === 'puzzle') return this.tileDown(picture, x, y);
        if (world.kind === 'mesh') return app.walls.down(picture, this.tool, x, y);
        const node = picture.hit(app.viewport, x, y);
        if (DRAWS.includes(this.tool) && world.kind === 'graph') return app.drawing.down(picture, this.tool, node, x, y);
        if (node < 0) return false;
        if (this.tool === 'send') return this.send(picture, node);
        const run = app.pictures.indexOf(picture);
        return world.kind === 'graph' ? this.endDown(run, node) : this.cellDown(run, node);
    }

    move(picture, x, y) {
        const { stroke, app } = this;
        if (!stroke) return;
        if (stroke.kind === 'tile') return this.tileMove(picture, x, y);
        if (stroke.kind === 'node') return app.drawing.drag(picture, x, y);
        if (stroke.kind === 'edge') return app.drawing.move(x, y);
        if (stroke.kind === 'level') return app.walls.move(x, y);
        if (stroke.kind === 'miss') {
            stroke.moved ||= Math.hypot(x - stroke.from[0], y - stroke.from[1]) > 3;
            return;
        }
        const node = picture.hit(app.viewport, x, y);
        if (node >= 0 && app.scene.world.kind === 'graph') this.endMove(node);
        else if (node >= 0) this.cellMove(node);
    }

    up(event) {
        const { stroke, app } = this;
        this.stroke = null;
        app.player.held = false;
        if (!stroke) return;
        if (stroke.kind === 'tile') return this.tileUp(stroke);
        if (stroke.kind === 'level') return app.walls.up(stroke);
        if (stroke.kind === 'end' && !stroke.moved && stroke.removes) this.removeGoal(stroke);
        if (stroke.kind === 'unit') this.unitUp(stroke);
        if (stroke.kind === 'edge') app.drawing.up(stroke);
        if (stroke.kind === 'miss') return app.drawing.missed(this.tool, stroke);
        if (stroke.kind === 'node' && !stroke.moved) {
            if (!stroke.isNew) app.inspect(stroke.node);
            if (this.tool === 'node') app.drawing.nameIt(event);
        }
        app.strokeEnded();
    }

    /** Uses the tool on a node, on behalf of the keyboard. */
    use(picture, node) {
        const { kind } = this.app.scene.world;
        if (kind === 'puzzle') return this.moveTile(node);
        if (this.tool === 'send') return this.send(picture, node);
        if (kind === 'graph' && DRAWS.includes(this.tool)) this.app.drawing.use(picture, this.tool, node);
        else if (this.tool === 'hand') return this.app.inspect(node);
        else if (kind === 'graph') this.endDown(this.app.pictures.indexOf(picture), node);
        else this.cellDown(this.app.pictures.indexOf(picture), node);
        this.up();
    }

    // Maps.

    point(cell) {
        const { width } = this.app.scene.world;
        return [cell % width, Math.floor(cell / width)];
    }

    cellDown(run, cell) {
        const { app, tool } = this;
        const { world } = app.scene;
        const at = this.point(cell);
        const isAtEnd = startOf(app.scene, run) === cell || goalsOf(app.scene, run).includes(cell);
        const unit = (world.units ?? []).findIndex(({ start }) => same(start, at));
        if (tool === 'unit' && this.pending === null && unit >= 0) {
            this.stroke = { kind: 'unit', index: unit, old: true };
        } else if (tool === 'unit') {
            return this.unitDown(at);
        } else if (isAtEnd || tool === 'start' || tool === 'goal') {
            return this.endDown(run, cell);
        } else if (tool === 'hand') {
            return false;
        } else {
            const isWall = app.cells[cell] === '#';
            const character = tool === 'terrain' ? this.terrain : tool === 'erase' || isWall ? '1' : '#';
            this.stroke = { kind: 'paint', character, last: at };
            app.remember();
            this.cellMove(cell);
        }
        return true;
    }

    /** Sends the agent of a picture's search to a node. */
    send(picture, node) {
        const { app } = this;
        if (app.isWall(node)) return this.refuse('That is a wall.');
        app.agents.send(app.pictures.indexOf(picture), node);
        return true;
    }

    refuse(text) {
        this.app.say(text);
        return true;
    }

    cellMove(cell) {
        const { stroke, app } = this;
        if (stroke.kind === 'end') return this.endMove(cell);
        const at = this.point(cell);
        const { world } = app.scene;
        if (stroke.kind === 'unit') {
            if (same(world.units[stroke.index].goal, at)) return;
            if (stroke.old && !stroke.remembered) app.remember();
            stroke.remembered = stroke.moved = true;
            world.units[stroke.index].goal = at;
            app.unitsEdited();
            return;
        }
        const changed = [];
        for (const [x, y] of line(stroke.last, at)) {
            const index = y * world.width + x;
            if (app.cells[index] === stroke.character) continue;
            if (stroke.character === '#' && (app.agents.isAt(index) || app.units.isAt(x, y))) continue;
            changed.push([index, stroke.character]);
        }
        stroke.last = at;
        app.setCells(changed);
    }

    unitDown(at) {
        const { app } = this;
        const { world } = app.scene;
        world.units ??= [];
        if (this.pending !== null && world.units[this.pending]) {
            world.units[this.pending].goal = at;
            this.pending = null;
            app.unitsEdited();
            return false;
        }
        if (world.units.length >= app.catalogue.limits.units) return this.refuse('That would be too many units.');
        app.remember();
        world.units.push({ start: at, goal: at });
        this.stroke = { kind: 'unit', index: world.units.length - 1 };
        app.unitsEdited();
        return true;
    }

    unitUp(stroke) {
        const { app } = this;
        if (stroke.moved) {
            this.pending = null;
        } else if (stroke.old) {
            app.remember();
            app.scene.world.units.splice(stroke.index, 1);
            app.unitsEdited();
        } else {
            this.pending = stroke.index;
            app.units.show();
        }
    }

    // The start and the goals of maps and graphs, as the picture of one search shows them.

    /** Handles a press on one of the ends, or with a tool for them. */
    endDown(run, node) {
        const { app, tool } = this;
        const { scene } = app;
        const goal = goalsOf(scene, run).indexOf(node);
        if (startOf(scene, run) === node || (tool === 'start' && goal < 0)) {
            this.stroke = { kind: 'end', what: 'start', run };
            this.endMove(node);
        } else if (goal >= 0) {
            this.stroke = { kind: 'end', what: 'goal', run, index: goal, removes: tool === 'goal' };
        } else {
            if (app.isWall(node)) return this.refuse('That is a wall.');
            const { limits } = app.catalogue;
            if (goalsOf(scene, run).length >= limits.goals) return this.refuse('That would be too many goals.');
            app.remember();
            this.stroke = { kind: 'end', what: 'goal', run, index: addGoal(scene, run, node), remembered: true };
            app.edited();
        }
        return true;
    }

    /** Moves the start or a goal that is dragged. */
    endMove(node) {
        const { stroke, app } = this;
        const { what, run, index } = stroke;
        const goals = goalsOf(app.scene, run);
        if (node === (what === 'start' ? startOf(app.scene, run) : goals[index]) || app.isWall(node)) return;
        if (what === 'goal' && goals.includes(node)) return;
        if (!stroke.remembered) app.remember();
        stroke.remembered = stroke.moved = true;
        if (what === 'start') moveStart(app.scene, run, node);
        else moveGoal(app.scene, run, index, node);
        app.edited();
    }

    removeGoal({ run, index }) {
        const { app } = this;
        if (hasOneGoal(app.scene, run)) return app.say('There is always at least one goal.');
        app.remember();
        removeGoal(app.scene, run, index);
        app.edited();
    }

    // Puzzles.

    /** The direction of the gap's move if the tile at `place` moved, in columns and rows, or `null`. */
    direction(place) {
        const { width, tiles } = this.app.scene.world;
        const gap = tiles.indexOf(0);
        const [dx, dy] = [gap % width - place % width, Math.floor(gap / width) - Math.floor(place / width)];
        return Math.abs(dx) + Math.abs(dy) === 1 ? [dx, dy] : null;
    }

    tileDown(picture, x, y) {
        const place = picture.hit(null, x, y);
        if (place < 0) return false;
        if (!this.app.game.adopt(picture) && this.app.playing()) this.app.rewind();
        const direction = this.direction(place);
        if (!direction) return false;
        this.stroke = { kind: 'tile', place, direction, from: [x, y], picture, share: 0 };
        this.app.player.held = true;
        return true;
    }

    tileMove(picture, x, y) {
        const { stroke } = this;
        const { cell } = picture.layout();
        const [dx, dy] = stroke.direction;
        const along = (x - stroke.from[0]) * dx + (y - stroke.from[1]) * dy;
        stroke.moved ||= Math.abs(along) > 4;
        stroke.share = Math.min(Math.max(along / cell, 0), 1);
        picture.drag = { place: stroke.place, dx: dx * stroke.share * cell, dy: dy * stroke.share * cell };
        this.app.redraw();
    }

    tileUp({ picture, place, moved, share }) {
        picture.drag = null;
        picture.slide.begun = share;
        if (!moved || share > 0.4) this.moveTile(place);
        this.app.redraw();
    }

    moveTile(place) {
        const { app } = this;
        if (place < 0 || !this.direction(place)) return;
        app.remember();
        const { tiles } = app.scene.world;
        const before = [...tiles];
        const gap = tiles.indexOf(0);
        [tiles[gap], tiles[place]] = [tiles[place], 0];
        app.game.moved(before);
        app.edited({ keep: false });
    }

    /** Moves a tile into the gap, in the direction of an arrow key. */
    arrow(dx, dy) {
        const { width, height, tiles } = this.app.scene.world;
        const gap = tiles.indexOf(0);
        const [x, y] = [gap % width - dx, Math.floor(gap / width) - dy];
        if (x >= 0 && y >= 0 && x < width && y < height) this.moveTile(y * width + x);
    }
}
