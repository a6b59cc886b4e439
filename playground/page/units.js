// Several units that walk at the same time without collisions.
import { request } from './api.js';

const CELLS_PER_SECOND = 7;

export class Units {
    /** Whether they are walking, or their paths are being planned. */
    walking = false;
    #turn = 0;
    #scene = null;
    #planner = '';
    /** The plan that they follow, and the time at which they began. */
    #plan = null;
    #begin = 0;

    /** `show(positions)` draws the units there, or at their starts for null; `done()` is called at the end. */
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

    /** Plans and shows the walk. Returns the library's message about the plan. */
    walk(scene, planner) {
        this.stop();
        this.#planner = planner;
        return this.#go(scene);
    }

    /** After a change to the map: the units continue from where they are. Returns the message about the new plan. */
    change(scene) {
        const { width, cells } = scene.world;
        const isWall = ([x, y]) => cells[y * width + x] === '#';
        const soon = this.#plan ? this.#cellsAt(Math.ceil(this.#time())) : this.#scene.world.units.map(unit => unit.start);
        // Each unit is between two cells; all of them turn back if any is about to step into a new wall.
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
                // The configuration that the planner is considering.
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

    /** Column and row of each unit after a number of moves. A unit without a path stays at its start. */
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
