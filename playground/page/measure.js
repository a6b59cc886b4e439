// Times that can be compared: medians of searches that nobody watches, made again when the visitor asks for it.

const $ = id => document.getElementById(id);

export class Measure {
    /** The median of each run in seconds, or null; nothing before they were asked for. */
    seconds = null;
    #busy = false;
    #of = '';

    constructor(app) { this.app = app; }

    /** What the times belong to: another scene, or a search that goes on, makes them void. */
    #key() {
        const { session } = this.app;
        return JSON.stringify([session.id, session.runs.map(({ algorithm, status, last }) => [algorithm, status, last])]);
    }

    /** Shows the button where there is something to be measured, and forgets times that are void. */
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
