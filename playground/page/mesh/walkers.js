// Units that walk among walls, each on a shortest path. When a wall is drawn, they find other paths from where they
// are.
import { request } from '../api.js';

const $ = id => document.getElementById(id);
/** The seconds for a walk from one side of the level to the other. */
const CROSSING = 8;

/** The point of a path at a distance from its beginning. */
function along(way, distance) {
    let left = distance;
    for (let i = 1; i < way.length; i++) {
        const [[ax, ay], [bx, by]] = [way[i - 1], way[i]];
        const length = Math.hypot(bx - ax, by - ay);
        if (left < length) return [ax + (bx - ax) * left / length, ay + (by - ay) * left / length];
        left -= length;
    }
    return way.at(-1);
}

const lengthOf = way => way.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - way[i][0], y - way[i][1]), 0);

export class Walkers {
    walking = false;
    /** The places of all units, or `null` if they have not left their starts. */
    places = null;
    /** Their paths, and how far each has walked on its own. */
    #ways = [];
    #walked = [];
    /** The numbers of the walk and of its animation, so that those of the past can be told apart. */
    #walk = 0;
    #turn = 0;
    /** Whether paths are awaited, and whether the level has changed since they were asked for. */
    #isAsking = false;
    #isStale = false;

    constructor(app) { this.app = app; }

    /** Starts them from their starts, or stops them. */
    async toggle() {
        if (this.walking) return this.stop();
        this.stop();
        const { world } = this.app.scene;
        this.places = world.units?.length ? world.units.map(({ start }) => start) : [world.start];
        this.#setWalking(true);
        await this.#ask();
        this.#go();
    }

    /** Ends the walk and puts them back to their starts. */
    stop() {
        this.#turn++;
        this.#walk++;
        this.places = null;
        this.#ways = [];
        this.#setWalking(false);
        if (this.app.kind === 'mesh') this.app.walls.show('');
    }

    #setWalking(walking) {
        if (this.walking !== walking) $('walk').setAttribute('aria-pressed', walking);
        this.walking = walking;
    }

    /** After a change of the level: all of them find other paths from where they are, also those that wait. */
    change() {
        const { units = [] } = this.app.scene.world;
        if (!this.places) return;
        if (this.places.length !== Math.max(units.length, 1)) return this.stop();
        this.#ask().then(() => {
            if (!this.places || this.walking) return;
            this.#setWalking(true);
            this.#go();
        }).catch(error => this.app.report(error));
    }

    /** Asks for the paths from the present places. While an answer is awaited, only the last change counts. */
    async #ask() {
        this.#isStale = true;
        if (this.#isAsking) return;
        this.#isAsking = true;
        try {
            while (this.#isStale && this.places) {
                this.#isStale = false;
                await this.#askOnce(this.#walk);
            }
        } finally {
            this.#isAsking = false;
        }
    }

    async #askOnce(walk) {
        const scene = structuredClone(this.app.snapshot());
        const { world } = scene;
        if (world.units?.length) world.units.forEach((unit, i) => unit.start = this.places[i]);
        else [world.start] = this.places;
        let plan;
        try {
            plan = await request('plan', { scene });
        } catch (error) {
            if (error.status !== 400) throw error;
            plan = { ways: [], words: `${error.message}.` };
        }
        if (walk !== this.#walk) return;
        this.#ways = plan.ways;
        this.#walked = plan.ways.map(() => 0);
        this.app.walls.show(plan.words);
    }

    #go() {
        const turn = ++this.#turn;
        let then = performance.now();
        const frame = now => {
            if (turn !== this.#turn) return;
            const passed = Math.min(now - then, 100) / 1000 * this.app.pictures[0].size / CROSSING;
            then = now;
            let isMoving = false;
            this.#ways.forEach((way, i) => {
                if (!way) return;
                this.#walked[i] += passed;
                this.places[i] = along(way, this.#walked[i]);
                isMoving ||= this.#walked[i] < lengthOf(way);
            });
            this.app.redraw();
            if (isMoving || this.#isAsking) return requestAnimationFrame(frame);
            // Those that wait walk on after the next change.
            this.#setWalking(false);
            this.#arrive();
        };
        requestAnimationFrame(frame);
    }

    #arrive() {
        const there = this.#ways.filter(Boolean).length;
        const count = this.#ways.length;
        if (!there) return;
        this.app.walls.show(count === 1 ? 'The unit is at its goal.'
            : `${there === count ? 'All' : `${there} of`} ${count} units are at their goals.`);
    }
}
