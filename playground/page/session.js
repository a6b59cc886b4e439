// A session of the library: the runs of a scene, moved by one request after another.
import { Refusal, request } from './api.js';

export class Session {
    /** The last view of each run. */
    runs = [];
    #id = null;
    #chain = Promise.resolve();
    #wanted = null;
    /** Called with the views of each response, in order: `onviews(views, fresh)`. */
    onviews = () => {};
    /** Returns the scene for a restart. */
    scene = () => null;
    /** Called when the library had discarded the session and the runs have been restored to the same steps. */
    onrevived = () => {};

    get id() { return this.#id; }

    /** The current step: that of the run that is furthest. */
    get step() { return this.runs.reduce((most, run) => Math.max(most, run.step), 0); }

    /** The last step made so far. */
    get last() { return this.runs.reduce((most, run) => Math.max(most, run.last), 0); }

    /** The first step to which every run can go back. */
    get first() { return this.runs.reduce((most, run) => Math.max(most, run.first), 0); }

    get ended() { return this.runs.length > 0 && this.runs.every(run => run.status !== 'running'); }

    /** Whether no search can begin. */
    get isRefused() { return this.runs.length > 0 && this.runs.every(run => run.status === 'refused'); }

    /** Queues an action after the previous ones, even if one of them fails. */
    #then(action) {
        const result = this.#chain.then(action);
        this.#chain = result.catch(() => {});
        return result;
    }

    #take(response, fresh = false) {
        this.runs = response.runs;
        this.onviews(response.runs, fresh);
        return response;
    }

    start(scene) {
        this.#wanted = null;
        return this.#then(async () => {
            const old = this.#id;
            const response = await request('start', { scene });
            this.#id = response.session;
            this.#take(response, true);
            if (old !== null) await request('end', { session: old }).catch(() => {});
            return response;
        });
    }

    /**
     * Moves all runs to a step, or each to its own. Only the newest call counts: an older one that is still waiting is
     * skipped.
     */
    seek(step) {
        const waiting = this.#wanted !== null;
        this.#wanted = step;
        if (waiting) return this.#chain;
        return this.#then(async () => {
            while (this.#wanted !== null) {
                const aim = this.#wanted;
                const steps = this.runs.map((_, i) => aim[i] ?? aim);
                const { more } = this.#take(await this.#send('seek', { steps }));
                if (!more && this.#wanted === aim) this.#wanted = null;
            }
        }).catch(error => {
            this.#wanted = null;
            throw error;
        });
    }

    /** Stops a long seek where it is. */
    stop() { this.#wanted = null; }

    advance(parameters) { return this.#then(async () => this.#take(await this.#send('advance', parameters))); }

    /** Fetches the changes that did not fit into one response. */
    flush() {
        return this.#then(async () => {
            while (this.runs.some(run => run.more)) {
                this.#take(await this.#send('seek', { steps: this.runs.map(run => run.step) }));
            }
        });
    }

    /** Leaves the session after the library has refused the scene or discarded the session. */
    leave() {
        this.#id = this.#wanted = null;
        this.runs = [];
    }

    /** Changes cells, while the agents of the runs are at `starts`. */
    change(cells, starts) {
        return this.#then(async () => this.#take(await this.#send('change', { cells, starts })));
    }

    measure() { return this.#then(() => this.#send('measure', {})); }

    /** Runs all searches on the scenarios of a file, or continues with them. */
    batch(text) { return this.#then(() => this.#send('batch', { text })); }

    node(run, node) { return this.#then(() => this.#send('node', { run, node })); }

    /** Fetches the boards expanded last. */
    expanded(run, count) { return this.#then(() => this.#send('expanded', { run, count })); }

    /** Fetches the open nodes that come next. */
    queue(run, count) { return this.#then(() => this.#send('queue', { run, count })); }

    trace(run) { return this.#then(() => this.#send('trace', { run })); }

    async #send(name, parameters) {
        if (this.#id === null) throw new Refusal(404, 'The search has not begun.');
        try {
            return await request(name, { session: this.#id, ...parameters });
        } catch (error) {
            if (error.status !== 404) throw error;
        }
        await this.#revive();
        return request(name, { session: this.#id, ...parameters });
    }

    /** Restarts after the library has discarded the session, and moves the runs to the steps where they were. */
    async #revive() {
        const steps = this.runs.map(run => run.step);
        const started = await request('start', { scene: this.scene() });
        this.#id = started.session;
        this.#take(started, true);
        const parameters = { session: this.#id, steps: started.runs.map((_, i) => steps[i] ?? 0) };
        while (this.#take(await request('seek', parameters)).more);
        this.onrevived();
    }
}
