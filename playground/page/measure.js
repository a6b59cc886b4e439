// Comparable times: medians of searches without an observer, measured on request.

const $ = id => document.getElementById(id);

export class Measure {
    /** The median of each run in seconds, or null; null as a whole before they are requested. */
    seconds = null;
    #busy = false;
    #of = '';

    constructor(app) { this.app = app; }

    /** Identifies the scene and the steps of the times: if either changes, the times are void. */
    #key() {
        const { session } = this.app;
        return JSON.stringify([session.id, session.runs.map(({ algorithm, status, last }) => [algorithm, status, last])]);
    }

    /** Enables the button if there is something to measure, and discards void times. */
    show() {
        const { session } = this.app;
        if (this.seconds && this.#of !== this.#key()) this.seconds = null;
        const ended = session.runs.length > 0 && session.runs.every(({ status }) => status !== 'running');
        $('measure').disabled = this.#busy || !ended || session.isRefused;
        $('measure').textContent = this.#busy ? 'Measuring …' : 'Measure the times';
    }

    async go() {
        const { session } = this.app;
        const of = this.#key();
        this.#busy = true;
        this.show();
        try {
            let response;
            do {
                response = await session.measure();
            } while (response.more && of === this.#key());
            if (of === this.#key()) [this.seconds, this.#of] = [response.seconds, of];
        } finally {
            this.#busy = false;
            this.app.redraw();
        }
    }
}
