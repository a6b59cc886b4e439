// Several units that walk at the same time, none through another.
import { request } from './api.js';

const CELLS_PER_SECOND = 7;

export class Units {
    #turn = 0;
    walking = false;

    /** `show(positions)` draws the units there, or at their starts if it is null; `done()` is called at the end. */
    constructor(show, done) {
        this.show = show;
        this.done = done;
    }

    stop() {
        this.#turn++;
        if (!this.walking) return;
        this.walking = false;
        this.show(null);
        this.done();
    }

    /** Plans and shows the walk. Returns what the library says about the plan. */
    async walk(scene) {
        this.stop();
        const turn = ++this.#turn;
        let plan = await request('plan', { scene });
        while (plan.more && turn === this.#turn) plan = await request('go-on', { plan: plan.plan });
        if (turn !== this.#turn) return null;
        this.walking = true;
        const { width } = scene.world;
        const begin = performance.now();
        const place = (path, unit, time) => {
            if (!path) return unit.start;
            const [at, part] = [Math.min(Math.floor(time), path.length - 1), time % 1];
            const [a, b] = [path[at], path[Math.min(at + 1, path.length - 1)]];
            const [ax, ay, bx, by] = [a % width, Math.floor(a / width), b % width, Math.floor(b / width)];
            return [ax + (bx - ax) * part, ay + (by - ay) * part];
        };
        const draw = now => {
            if (turn !== this.#turn) return;
            const time = Math.min((now - begin) / 1000 * CELLS_PER_SECOND, plan.steps);
            this.show(scene.world.units.map((unit, i) => place(plan.paths[i], unit, Math.max(time, 0))));
            if (time < plan.steps) requestAnimationFrame(draw);
            else setTimeout(() => turn === this.#turn && this.stop(), 1500);
        };
        requestAnimationFrame(draw);
        return plan.words;
    }
}
