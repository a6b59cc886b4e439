// Several units that walk at the same time without collisions, and the line below the pictures with messages about
// them.
import { request } from './api.js';

const $ = id => document.getElementById(id);
const CELLS_PER_SECOND = 7;
/** The algorithm of units for which none is named. */
const USUAL = 'astar';

export class Units {
    /** Whether they are walking, or their paths are being planned. */
    walking = false;
    #turn = 0;
    #scene = null;
    #planner = '';
    /** The plan that they follow, and the time at which they began. */
    #plan = null;
    #begin = 0;
    /** The message about the plan, as long as it is true. */
    #words = '';

    constructor(app) { this.app = app; }

    connect() {
        $('planner').addEventListener('change', () => this.stop());
        $('unit-which').addEventListener('change', () => this.show());
        $('unit-algorithm').addEventListener('change', event => this.#choose(event.target.value));
    }

    /** The planner, which a link names. */
    get planner() { return $('planner').value; }

    /** Chooses the planner of a link, if it names one. */
    set planner(id) {
        if ([...$('planner').options].some(({ value }) => value === id)) $('planner').value = id;
    }

    /** Shows the line for maps with units, and while they are drawn. */
    show() {
        const { kind, scene, editor } = this.app;
        const count = scene.world.units?.length ?? 0;
        $('units').hidden = kind !== 'grid' || !(count || editor.tool === 'unit');
        $('planner').parentElement.hidden = !count;
        $('unit-search').hidden = !count || this.planner !== 'alone';
        $('units').toggleAttribute('data-alone', !$('unit-search').hidden);
        this.#showSearch(scene.world.units ?? []);
        $('unit-words').textContent = editor.pending !== null ? `Now press the goal of unit ${editor.pending + 1}.`
            : this.#words || (count ? `${count} unit${count === 1 ? '' : 's'} can walk.`
                : 'Drag from the start of a unit to its goal.');
    }

    /** Shows the algorithm of the chosen unit, or of all of them. */
    #showSearch(units) {
        const [which, algorithm] = [$('unit-which'), $('unit-algorithm')];
        if (!algorithm.length) {
            const known = this.app.catalogue.unit_algorithms;
            algorithm.replaceChildren(...known.map(({ id, name }) => new Option(name, id)));
            // Shown if there are several; it cannot be chosen.
            algorithm.add(new Option('different ones', ''));
            algorithm.options[known.length].hidden = algorithm.options[known.length].disabled = true;
        }
        if (which.length !== units.length + 1) {
            which.replaceChildren(new Option('all units', ''), ...units.map((_, i) => new Option(`unit ${i + 1}`, i)));
        }
        const chosen = this.#chosen().map(unit => unit.algorithm ?? USUAL);
        algorithm.value = chosen.every(id => id === chosen[0]) ? chosen[0] ?? USUAL : '';
    }

    /** The chosen unit, or all of them. */
    #chosen() {
        const { units = [] } = this.app.scene.world;
        const which = $('unit-which').value;
        return which === '' ? units : [units[which]];
    }

    /** Gives the chosen units another algorithm. */
    #choose(id) {
        this.app.remember();
        for (const unit of this.#chosen()) {
            if (id === USUAL) delete unit.algorithm;
            else unit.algorithm = id;
        }
        this.app.unitsEdited();
    }

    #say(words) {
        this.#words = words;
        this.show();
    }

    /** Stops them and forgets the message, since the scene has changed or the user wants them back at their starts. */
    stop() {
        this.#end();
        this.#say('');
    }

    #end() {
        this.#turn++;
        this.#plan = null;
        if (!this.walking) return;
        this.walking = false;
        this.#place(null);
        $('walk').setAttribute('aria-pressed', 'false');
    }

    /** Draws the units at these positions, or at their starts for `null`. */
    #place(positions) {
        this.app.options.units = positions;
        this.app.redraw();
    }

    /** Plans and shows the walk. */
    walk(scene, planner) {
        this.stop();
        this.#planner = planner;
        $('walk').setAttribute('aria-pressed', 'true');
        return this.#go(scene);
    }

    /** Whether a unit is on a cell or between it and another one, or has it as start or goal. */
    isAt(x, y) {
        const isHere = cell => cell[0] === x && cell[1] === y;
        const time = this.#time();
        const near = this.walking ? [Math.floor(time), Math.ceil(time)].flatMap(moves => this.#cellsAt(moves)) : [];
        return near.some(isHere)
            || (this.app.scene.world.units ?? []).some(({ start, goal }) => isHere(start) || isHere(goal));
    }

    /** After a change to the map: the units continue from where they are. */
    change(scene) {
        const starts = this.#cellsAt(Math.ceil(this.#time()));
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
        this.#place(scene.world.units.map(unit => unit.start));
        this.#say('The units are being planned …');
        let plan;
        try {
            plan = await request('plan', { scene, planner: this.#planner });
            while (plan.more && turn === this.#turn) {
                // The configuration that the planner is considering.
                if (plan.at) this.#place(plan.at.map(place));
                plan = await request('go-on', { plan: plan.plan });
            }
        } catch (error) {
            if (turn !== this.#turn) return;
            this.#end();
            if (error.status !== 400) throw error;
            return this.#say(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`);
        }
        if (turn !== this.#turn) return;
        this.#plan = plan;
        this.#say(plan.words);
        this.#begin = performance.now();
        const draw = () => {
            if (turn !== this.#turn) return;
            const time = this.#time();
            const [from, to] = [this.#cellsAt(Math.floor(time)), this.#cellsAt(Math.ceil(time))];
            const part = time % 1;
            this.#place(from.map(([x, y], i) => [x + (to[i][0] - x) * part, y + (to[i][1] - y) * part]));
            if (time < plan.steps) return requestAnimationFrame(draw);
            this.#arrive(plan);
            // A door may open for those that are stuck.
            if (!plan.stuck.length) setTimeout(() => turn === this.#turn && this.#end(), 1500);
        };
        requestAnimationFrame(draw);
    }

    /** Tells how many units are at their goals now. */
    #arrive({ steps, stuck }) {
        const { units } = this.#scene.world;
        const isThere = ([x, y], i) => x === units[i].goal[0] && y === units[i].goal[1];
        const there = this.#cellsAt(steps).filter(isThere).length;
        if (!there) return;
        const all = there === units.length ? 'All' : `${there} of`;
        const names = stuck.length < 2 ? ` of unit ${stuck[0]}`
            : `s of units ${stuck.slice(0, -1).join(', ')} and ${stuck.at(-1)}`;
        this.#say((units.length === 1 ? 'The unit is at its goal.' : `${all} ${units.length} units are at their goals.`)
            + (stuck.length ? ` No path leads to the goal${names}.` : ''));
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
