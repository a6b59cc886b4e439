// The scenarios of a benchmark file: to choose one, or to run all searches on all of them, for a table and a CSV file.
import { element } from './element.js';
import { duration, LETTERS, whole } from './panel.js';
import { short } from './picture/view.js';
import { request } from './api.js';
import { forgetEnds } from './ends.js';

const $ = id => document.getElementById(id);
const FIELDS = ['scenario', 'bucket', 'start_x', 'start_y', 'goal_x', 'goal_y', 'optimum', 'search', 'choices', 'status',
    'cost', 'agrees', 'expanded', 'generated', 'seconds'];

export class Scenarios {
    /** The name of the file, its text and its scenarios; `null` if there is no file. */
    #file = null;
    #at = 0;
    /** The rows of the table, and whether more are to come. */
    #rows = [];
    #running = false;

    constructor(app) { this.app = app; }

    connect(click) {
        click('scenario-previous', () => this.choose(this.#at - 1));
        click('scenario-next', () => this.choose(this.#at + 1));
        $('scenario-number').addEventListener('change', ({ target }) => {
            if (target.reportValidity()) this.choose(target.valueAsNumber - 1);
        });
        click('batch', () => {
            this.#clear();
            $('batch-dialog').showModal();
        });
        click('batch-run', event => {
            event.preventDefault();
            if (!this.#running) return this.#run();
            this.#running = false;
            return null;
        });
        click('batch-save', event => {
            event.preventDefault();
            const name = this.#file.name.replace(/\.scen$/, '');
            this.app.files.download({ name: `${name}.csv`, blob: new Blob([this.#csv()], { type: 'text/csv' }) });
        });
        $('batch-dialog').addEventListener('close', () => this.#running = false);
    }

    /** Opens the scenarios of a file at the last one, which usually has the longest path. */
    async open(name, text) {
        const { app } = this;
        const { scenarios } = await request('scenarios', { text, world: app.snapshot().world });
        if (!scenarios.length) return app.say(`${name} has no scenarios.`);
        this.#file = { name, text, scenarios };
        return this.choose(scenarios.length - 1);
    }

    /** Forgets the file after the map has been replaced. */
    forget() {
        this.#file = null;
        this.show();
    }

    /** Moves to a scenario. */
    choose(number) {
        const { app } = this;
        const scenario = this.#file?.scenarios[number];
        if (!scenario) return this.show();
        this.#at = number;
        app.remember();
        app.agents.forget();
        const { start, goal } = scenario;
        Object.assign(app.scene.world, { start: [...start], goals: [[...goal]] });
        app.scene.searches = forgetEnds(app.scene.searches);
        this.show();
        return app.edited({ keep: false });
    }

    show() {
        const file = this.#file;
        $('scenarios').hidden = !file;
        if (!file) return;
        const { bucket, optimum } = file.scenarios[this.#at];
        $('scenario-file').textContent = file.name;
        const number = $('scenario-number');
        [number.value, number.max] = [this.#at + 1, file.scenarios.length];
        $('scenario-previous').disabled = this.#at === 0;
        $('scenario-next').disabled = this.#at === file.scenarios.length - 1;
        $('scenario-words').textContent = `of ${whole(file.scenarios.length)}: bucket ${bucket}, `
            + (optimum === null ? 'no path' : `optimum ${short(optimum)}`);
    }

    // All scenarios.

    #clear() {
        const { app } = this;
        this.#rows = [];
        const { scenarios, name } = this.#file;
        $('batch-title').textContent = name;
        const fields = ['cost', 'expanded', 'time'];
        const searches = app.scene.searches.map((search, i) => (
            element('th', { scope: 'colgroup', colSpan: 3, textContent: `${LETTERS[i]}: ${app.algorithm(search).name}` })));
        const heads = ['#', 'bucket', 'optimum', ...searches.flatMap(() => fields)];
        $('batch-head').replaceChildren(
            element('tr', {}, element('td', { colSpan: 3 }), ...searches),
            element('tr', {}, ...heads.map(textContent => element('th', { scope: 'col', textContent }))),
        );
        $('batch-sums').replaceChildren();
        $('batch-rows').replaceChildren();
        this.#say(`${whole(scenarios.length)} scenarios are ready.`);
    }

    #say(words) {
        $('batch-words').textContent = words;
        $('batch-run').textContent = this.#running ? 'Stop' : 'Run all';
        $('batch-save').disabled = this.#running || !this.#rows.length;
    }

    /** Runs all searches on all scenarios, until they are done or the user stops. */
    async #run() {
        const { session } = this.app;
        const { text, scenarios } = this.#file;
        this.#clear();
        this.#running = true;
        this.#say('…');
        try {
            let response = await session.batch(text);
            for (;;) {
                this.#rows.push(...response.rows);
                $('batch-rows').append(...response.rows.map(row => this.#row(row)));
                this.#sum();
                if (!response.more || !this.#running) break;
                this.#say(`${whole(this.#rows.length)} of ${whole(scenarios.length)} …`);
                response = await session.batch();
            }
        } finally {
            this.#running = false;
            this.#say(this.#words());
        }
    }

    /** The result in words. */
    #words() {
        const wrong = this.#rows.reduce((sum, { runs }) => sum + runs.filter(({ agrees }) => agrees === false).length, 0);
        const done = `${whole(this.#rows.length)} of ${whole(this.#file.scenarios.length)} scenarios are done.`;
        const known = this.#rows.some(({ runs }) => runs.some(({ agrees }) => agrees !== null));
        if (!known) return `${done} The lengths of the file are for eight directions without cutting corners.`;
        return `${done} ${wrong ? `${whole(wrong)} costs differ from the file and are marked.`
            : 'All costs agree with the file.'}`;
    }

    #row({ scenario, runs }) {
        const { bucket, optimum } = this.#file.scenarios[scenario];
        const cells = runs.flatMap(({ status, cost, agrees, expanded, seconds, words }) => [
            element('td', {
                className: agrees === false ? 'off' : '', title: words ?? '',
                textContent: cost === null ? ({ exhausted: 'no path', refused: 'refused' }[status] ?? 'given up') : short(cost),
            }),
            element('td', { textContent: whole(expanded) }),
            element('td', { textContent: seconds === null ? '–' : duration(seconds) }),
        ]);
        const first = [scenario + 1, bucket, optimum === null ? 'no path' : short(optimum)];
        return element('tr', {}, ...first.map(textContent => element('td', { textContent })), ...cells);
    }

    /** The sums of all rows. */
    #sum() {
        const sums = this.#rows[0]?.runs.map((_, i) => {
            const sum = field => this.#rows.reduce((all, { runs }) => all + (runs[i][field] ?? 0), 0);
            return [short(sum('cost')), whole(sum('expanded')), duration(sum('seconds'))];
        }) ?? [];
        $('batch-sums').replaceChildren(element('tr', {}, element('th', { scope: 'row', colSpan: 3, textContent: 'all' }),
            ...sums.flat().map(textContent => element('td', { textContent }))));
    }

    /** A line for each search in each scenario. */
    #csv() {
        const { app } = this;
        const { scenarios } = this.#file;
        const quoted = value => (/[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value ?? '');
        const lines = this.#rows.flatMap(({ scenario, runs }) => runs.map((run, i) => {
            const { bucket, start, goal, optimum } = scenarios[scenario];
            const { algorithm, start: _, goal: __, trace: ___, ...choices } = app.scene.searches[i];
            const chosen = Object.entries(choices).map(([name, value]) => `${name}=${value}`).join(' ');
            const { status, cost, agrees, expanded, generated, seconds } = run;
            return [scenario + 1, bucket, ...start, ...goal, optimum, algorithm, chosen, status, cost, agrees, expanded,
                generated, seconds].map(quoted).join();
        }));
        return `${[FIELDS.join(), ...lines].join('\n')}\n`;
    }
}
