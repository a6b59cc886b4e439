// Several units that walk at the same time, none through another.
import { request } from './api.js';

const CELLS_PER_SECOND = 7;

export class Units {
    /** Whether they walk, or their ways are being planned. */
    walking = false;
    #turn = 0;
    #scene = null;
    #planner = '';
    /** The plan that they follow, and since when. */
    #plan = null;
    #begin = 0;

    /** `show(positions)` draws the units there, or at their starts if it is null; `done()` is called at the end. */
    constructor(show, done) {
        this.show = show;
        this.done = done;
    }

    stop() {
        this.#turn++;
        this.#plan = null;
        if (!this.walking) return;
        this.walking = false;
        this.show(null);
        this.done();
    }

    /** Plans and shows the walk. Returns what the library says about the plan. */
    walk(scene, planner) {
        this.stop();
        this.#planner = planner;
        return this.#go(scene);
    }

    /** The map of the scene has changed: the units go on from where they are. Returns what is said about the new plan. */
    change(scene) {
        const { width, cells } = scene.world;
        const isWall = ([x, y]) => cells[y * width + x] === '#';
        const soon = this.#plan ? this.#cellsAt(Math.ceil(this.#time())) : this.#scene.world.units.map(unit => unit.start);
        // Each is between two cells, and turns back if somebody is about to step into a new wall.
        const starts = soon.some(isWall) ? this.#cellsAt(Math.floor(this.#time())) : soon;
        const units = scene.world.units.map((unit, i) => ({ ...unit, start: starts[i] }));
        return this.#go({ ...scene, world: { ...scene.world, units } });
    }

    async #go(scene) {
        const turn = ++this.#turn;
        this.walking = true;
        this.#scene = scene;
        this.#plan = null;
        const { width } = scene.world;
        const place = cell => [cell % width, Math.floor(cell / width)];
        this.show(scene.world.units.map(unit => unit.start));
        let plan;
        try {
            plan = await request('plan', { scene, planner: this.#planner });
            while (plan.more && turn === this.#turn) {
                // What the planner looks at.
                if (plan.at) this.show(plan.at.map(place));
                plan = await request('go-on', { plan: plan.plan });
            }
        } catch (error) {
            if (turn === this.#turn) this.stop();
            throw error;
        }
        if (turn !== this.#turn) return null;
        this.#plan = plan;
        this.#begin = performance.now();
        const draw = () => {
            if (turn !== this.#turn) return;
            const time = this.#time();
            const [from, to] = [this.#cellsAt(Math.floor(time)), this.#cellsAt(Math.ceil(time))];
            const part = time % 1;
            this.show(from.map(([x, y], i) => [x + (to[i][0] - x) * part, y + (to[i][1] - y) * part]));
            if (time < plan.steps) requestAnimationFrame(draw);
            else setTimeout(() => turn === this.#turn && this.stop(), 1500);
        };
        requestAnimationFrame(draw);
        return plan.words;
    }

    #time() {
        const passed = (performance.now() - this.#begin) / 1000 * CELLS_PER_SECOND;
        return Math.max(Math.min(passed, this.#plan?.steps ?? 0), 0);
    }

    /** Column and row of each unit after so many moves. Who has no path stays at its start. */
    #cellsAt(moves) {
        const { width, units } = this.#scene.world;
        return units.map((unit, i) => {
            const path = this.#plan?.paths[i];
            if (!path) return unit.start;
            const cell = path[Math.min(moves, path.length - 1)];
            return [cell % width, Math.floor(cell / width)];
        });
    }
}
