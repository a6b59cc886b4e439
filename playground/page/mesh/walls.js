// Drawing a level: walls as polygons, the start, the goals and the units, and the line below the pictures with messages
// about them.
import { contains } from '../picture/mesh.js';

const $ = id => document.getElementById(id);
/** The distance on the canvas within which a press reaches the first or the last corner of the wall that is drawn. */
const NEAR = 11;
/** A drag shorter than this is a press. */
const STILL = 4;

/** The area of a polygon. */
const areaOf = corners => Math.abs(corners.reduce((sum, [x, y], i) => {
    const [px, py] = corners.at(i - 1);
    return sum + px * y - x * py;
}, 0)) / 2;

export class Walls {
    /** The selected wall: `{ wall, corner }` or `null`. */
    item = null;
    /** The wall that is being drawn: its corners, and the point of the canvas to which the line leads. */
    draft = null;
    /** The cursor of the keyboard, or `null`. */
    cursor = null;
    /** The unit whose goal is pressed next, or `null`. */
    pending = null;
    #words = '';

    constructor(app) { this.app = app; }

    get #level() { return this.app.scene.world; }

    connect() {
        $('radius').addEventListener('change', ({ target }) => {
            if (!target.reportValidity() || target.value === '') return this.show();
            this.#edit(level => level.radius = target.valueAsNumber);
        });
    }

    /** Clears the selection after the level has been replaced. */
    forget() {
        this.item = this.draft = this.cursor = this.pending = null;
        this.#words = '';
    }

    /** Shows the selected wall, what to do next, or a message of the units. */
    show(words = this.#words) {
        this.#words = words;
        const level = this.#level;
        const wall = level.walls[this.item?.wall];
        const corners = this.draft?.corners.length;
        $('node-fields').hidden = $('edge-fields').hidden = true;
        $('remove-item').hidden = !wall;
        $('radius').value = level.radius ?? 0;
        $('item-words').textContent = corners
            ? `A wall with ${corners} corner${corners === 1 ? '' : 's'}: press the next one`
                + `${corners > 2 ? ', or the first one to close the wall' : ''}.`
            : this.pending !== null ? `Now press the goal of unit ${this.pending + 1}.`
            : wall ? `Wall ${this.item.wall + 1} with ${wall.length} corners: drag it, or one of its corners. ${words}`
            : words || (this.app.editor.tool === 'wall' ? 'Press the corners of a wall, one after another.'
                : 'Press a wall to select it.');
    }

    #select(item) {
        this.item = item;
        this.show();
        this.app.redraw();
    }

    /** Changes the level; the searches restart, and continue if they are playing. */
    #edit(change) {
        this.app.remember();
        change(this.#level);
        this.app.levelEdited();
        this.show();
    }

    // The wall that is being drawn.

    #add(point) {
        this.draft.corners.push(point);
        this.show();
        this.app.redraw();
    }

    /** Ends the wall that is being drawn. */
    close() {
        const { app } = this;
        const { corners } = this.draft;
        if (corners.length < 3 || areaOf(corners) < (app.pictures[0].size / 1e3) ** 2) {
            return app.say('A wall needs at least three corners that are not on one line.');
        }
        this.draft = null;
        this.#edit(({ walls }) => this.item = { wall: walls.push(corners) - 1 });
    }

    /** Gives up the wall that is being drawn, or the selection. Returns whether there was one. */
    escape() {
        const had = this.draft ?? this.item ?? this.pending;
        this.draft = this.item = this.pending = null;
        if (had !== null && this.app.kind === 'mesh') this.show();
        this.app.redraw();
        return had !== null;
    }

    removeItem() {
        const { wall } = this.item ?? {};
        if (wall === undefined) return;
        this.item = null;
        this.#edit(({ walls }) => walls.splice(wall, 1));
    }

    // Presses and drags. The methods return whether they take the press.

    down(picture, tool, x, y) {
        const { app } = this;
        const point = picture.point(app.viewport, x, y);
        const stroke = (what, more = {}) => {
            app.editor.stroke = { kind: 'level', what, picture, from: [x, y], begin: point, ...more };
            return true;
        };
        if (this.draft) return this.#press(picture, point, [x, y]) && stroke('draft');
        if (this.pending !== null) {
            const unit = this.pending;
            this.pending = null;
            this.#edit(({ units }) => units[unit].goal = point);
            return stroke('none');
        }
        const hit = picture.hitItem(app.viewport, x, y);
        if (tool === 'remove' && hit?.unit !== undefined) {
            this.#edit(({ units }) => units.splice(hit.unit, 1));
            return stroke('none');
        }
        if (hit?.end || hit?.unit !== undefined) return stroke('end', { hit, tool });
        if (tool === 'start') {
            this.#edit(level => level.start = point);
            return stroke('end', { hit: { end: 'start' }, remembered: true });
        }
        if (tool === 'goal') return this.#addGoal(point) && stroke('end', {
            hit: { end: 'goal', goal: this.#level.goals.length - 1 }, remembered: true,
        });
        if (tool === 'unit') return this.#addUnit(point) && stroke('end', {
            hit: { unit: this.#level.units.length - 1, what: 'goal' }, remembered: true, isNew: true,
        });
        if (tool === 'remove') {
            if (hit) this.item = hit;
            if (hit) this.removeItem();
            return stroke('none');
        }
        if (hit) {
            this.#select(hit);
            return stroke('wall', { hit, corners: structuredClone(this.#level.walls[hit.wall]) });
        }
        if (tool !== 'wall') return false;
        if (this.#level.walls.length >= app.catalogue.limits.mesh_walls) {
            return app.editor.refuse('That would be too many walls.');
        }
        this.item = null;
        this.draft = { corners: [], to: [x, y] };
        this.#add(point);
        return stroke('draft');
    }

    /** Adds a corner, or closes the wall at its first corner or by a second press at its last one. */
    #press(picture, point, [x, y]) {
        const { corners } = this.draft;
        const isNear = corner => {
            const [cx, cy] = picture.at(this.app.viewport, corner);
            return Math.hypot(cx - x, cy - y) <= NEAR;
        };
        if (isNear(corners.at(-1)) || (corners.length > 2 && isNear(corners[0]))) {
            this.close();
            return false;
        }
        this.draft.to = [x, y];
        this.#add(point);
        return true;
    }

    move(x, y) {
        const { app } = this;
        const { stroke } = app.editor;
        const { picture, what, hit, from, begin } = stroke;
        const level = this.#level;
        if (what === 'draft' && this.draft) {
            this.draft.to = [x, y];
            return app.redraw();
        }
        stroke.moved ||= Math.hypot(x - from[0], y - from[1]) > STILL;
        if (!stroke.moved || !hit) return;
        if (!stroke.remembered) app.remember();
        stroke.remembered = true;
        const point = picture.point(app.viewport, x, y);
        if (what === 'wall') {
            const digits = value => Number(value.toPrecision(12));
            const shift = corner => corner.map((value, axis) => digits(value + point[axis] - begin[axis]));
            level.walls[hit.wall] = hit.corner === undefined ? stroke.corners.map(shift)
                : stroke.corners.with(hit.corner, point);
        } else if (hit.unit !== undefined) {
            level.units[hit.unit][hit.what] = point;
        } else if (hit.end === 'start') {
            level.start = point;
        } else {
            level.goals[hit.goal] = point;
        }
        app.levelEdited();
    }

    up({ what, hit, moved, tool, isNew, picture, from }) {
        const { app } = this;
        if (what === 'draft' && this.draft) {
            // A drag draws the first side at once.
            const [x, y] = this.draft.to;
            const isFar = Math.hypot(x - from[0], y - from[1]) > NEAR;
            if (isFar) this.#press(picture, picture.point(app.viewport, x, y), [x, y]);
        } else if (isNew && !moved) {
            this.pending = hit.unit;
            this.show();
        } else if (what === 'end' && !moved && tool === 'unit' && hit.unit !== undefined) {
            this.#edit(({ units }) => units.splice(hit.unit, 1));
        } else if (what === 'end' && !moved && tool === 'goal' && hit.end === 'goal') {
            if (this.#level.goals.length < 2) app.say('There is always at least one goal.');
            else this.#edit(({ goals }) => goals.splice(hit.goal, 1));
        }
    }

    /** Lets the line of the wall that is being drawn follow the pointer. */
    hover(x, y) {
        if (!this.draft) return;
        this.draft.to = [x, y];
        this.app.redraw();
    }

    #addGoal(point) {
        const { app } = this;
        if (this.#level.goals.length >= app.catalogue.limits.goals) {
            return !app.editor.refuse('That would be too many goals.');
        }
        this.#edit(({ goals }) => goals.push(point));
        return true;
    }

    #addUnit(point) {
        const { app } = this;
        const level = this.#level;
        if ((level.units?.length ?? 0) >= app.catalogue.limits.units) {
            return !app.editor.refuse('That would be too many units.');
        }
        this.#edit(() => (level.units ??= []).push({ start: point, goal: point }));
        return true;
    }

    // The keyboard.

    /** Moves the cursor. */
    arrow([dx, dy]) {
        const { size } = this.app.pictures[0];
        const step = size / 50;
        this.cursor = (this.cursor ?? this.#level.start).map((value, axis) => (
            Number((value + step * [dx, dy][axis]).toPrecision(12))));
        if (this.draft) this.draft.to = this.app.pictures[0].at(this.app.viewport, this.cursor);
        this.app.redraw();
    }

    /** Uses the tool at the cursor; without a cursor, or at the last corner, closes the wall that is being drawn. */
    enter(picture) {
        const { app, cursor } = this;
        if (!cursor) return this.draft ? this.close() : null;
        const [x, y] = picture.at(app.viewport, cursor);
        if (app.editor.tool === 'hand') {
            const node = picture.hit(app.viewport, x, y);
            return node >= 0 ? app.inspect(node) : this.#select(picture.hitItem(app.viewport, x, y));
        }
        if (this.down(picture, app.editor.tool, x, y)) app.editor.up();
        return null;
    }

    // Random ends.

    /** Moves all units, or the start and the goal, to random places of the mesh. */
    scatter(count) {
        const { app } = this;
        const { mesh } = app.pictures[0];
        if (!mesh?.length) return app.say('There is no room.');
        const sizes = mesh.map(areaOf);
        const place = () => {
            let left = Math.random() * sizes.reduce((sum, size) => sum + size, 0);
            const polygon = mesh[Math.max(sizes.findIndex(size => (left -= size) < 0), 0)];
            const sides = [0, 1].map(axis => polygon.map(corner => corner[axis]));
            for (;;) {
                const point = sides.map(values => {
                    const low = Math.min(...values);
                    return low + Math.random() * (Math.max(...values) - low);
                });
                if (contains(polygon, point)) return point.map(value => Number(value.toPrecision(5)));
            }
        };
        const { units = [] } = this.#level;
        this.#edit(level => {
            if (units.length || app.editor.tool === 'unit') {
                const wanted = Array.from({ length: units.length || count });
                level.units = wanted.map(() => ({ start: place(), goal: place() }));
            } else {
                [level.start, level.goals] = [place(), [place()]];
            }
        });
    }
}
