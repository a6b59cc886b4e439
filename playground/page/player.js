// The player: play, pause, step, step back, run to the end, and the speed.

const frame = () => new Promise(resolve => requestAnimationFrame(resolve));

export class Player {
    playing = false;
    /** From 0 to 100, on a logarithmic scale. */
    speed = 45;
    /** Whether all runs make the same number of steps (`step`) or get the same time (`time`). */
    pace = 'step';
    onchange = () => {};
    onerror = () => {};
    /** While a tile is dragged, the searches wait. */
    held = false;
    /** Whether it runs to the end instead of playing. */
    isLast = false;
    /** How many times it doubles its speed per second. */
    haste = 0;
    #turn = 0;
    /** The step that is due, including a fraction. */
    #due = 0;
    /** The step to which it is moving, so that quick presses add up to the same number of steps. */
    #aim = null;

    constructor(session) { this.session = session; }

    get stepsPerSecond() { return 10 ** (this.speed * 0.053); }

    get millisecondsPerSecond() { return 10 ** (this.speed * 0.05 - 2); }

    get speedText() {
        const rate = this.pace === 'step' ? this.stepsPerSecond : this.millisecondsPerSecond;
        const text = rate >= 1000 ? `${Number((rate / 1000).toPrecision(2))}k` : String(Number(rate.toPrecision(2)));
        return this.pace === 'step' ? `${text} steps/s` : `${text} ms/s`;
    }

    /** Whether it is playing, and continues by itself after the scene is edited. */
    get goesOn() { return this.playing && !this.isLast; }

    /** Continues from the first step, if it is playing. */
    rewind() {
        this.#due = 0;
        this.#aim = null;
    }

    toggle() { return this.playing ? this.pause() : this.play(); }

    pause() {
        this.#turn++;
        this.session.stop();
        if (!this.playing) return;
        this.playing = this.isLast = false;
        this.onchange();
        this.session.flush().catch(this.onerror);
    }

    #begin() {
        this.#aim = null;
        this.pause();
        this.playing = true;
        this.onchange();
        return this.#turn;
    }

    #finish(turn) {
        if (turn !== this.#turn) return;
        this.playing = this.isLast = false;
        this.onchange();
    }

    /** Plays until all runs have ended; if they have ended already, starts at the first step. */
    async play() {
        const { session } = this;
        const turn = this.#begin();
        try {
            if (session.ended) await session.seek(session.first);
            const from = performance.now();
            let then = from;
            this.#due = session.step;
            // If no search can begin, it waits for another heuristic, another map, or a pause.
            while (turn === this.#turn && (!session.ended || session.isRefused)) {
                await frame();
                const now = performance.now();
                const passed = Math.min(now - then, 100) / 1000;
                then = now;
                if (turn !== this.#turn) return;
                if (this.held || session.isRefused) continue;
                if (this.pace === 'time') {
                    const milliseconds = Math.min(passed * this.millisecondsPerSecond, 50);
                    await session.advance({ milliseconds });
                } else {
                    this.#due += passed * this.stepsPerSecond * 2 ** (this.haste * (now - from) / 1000);
                    if (Math.floor(this.#due) > session.step) await session.seek(Math.floor(this.#due));
                }
            }
            if (turn === this.#turn) await session.flush();
        } catch (error) {
            this.onerror(error);
        }
        this.#finish(turn);
    }

    /** Runs to the end as fast as possible; `stop()` may end this early. */
    async runToEnd(stop = () => false) {
        const turn = this.#begin();
        this.isLast = true;
        try {
            while (turn === this.#turn && !this.session.ended && !stop()) {
                await this.session.advance({ milliseconds: 50 });
            }
            if (turn === this.#turn) await this.session.flush();
        } catch (error) {
            this.onerror(error);
        }
        this.#finish(turn);
    }

    async to(step) {
        this.pause();
        const { session } = this;
        const aim = Math.max(step, session.first);
        this.#aim = aim;
        await session.seek(aim).catch(this.onerror);
        if (this.#aim === aim) this.#aim = null;
        this.onchange();
    }

    step() {
        const { session } = this;
        if (session.ended && this.#aim === null) return this.to(session.step);
        return this.to((this.#aim ?? session.step) + 1);
    }

    back() { return this.to((this.#aim ?? this.session.step) - 1); }
}
