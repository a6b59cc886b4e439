// Sliding tiles: the drawn board changes to the next one in a fraction of a second if that is one move away.
import { move, same } from './boards.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the page may show animations. */
export const mayMove = () => !still.matches;

const ease = share => share * share * (3 - 2 * share);

export class Slide {
    /** The most milliseconds for which a tile slides. */
    longest = 180;
    /** The fraction of its move that the next tile has been dragged already, from 0 to 1. */
    begun = 0;
    #tiles = [];
    #changed = 0;
    #under = null;

    get isMoving() { return this.#under !== null; }

    forget() {
        this.#tiles = [];
        this.#under = null;
    }

    /** Takes the board to be drawn now. Returns the tile that is sliding, or `null`. */
    look(tiles, width) {
        const now = performance.now();
        if (!same(tiles, this.#tiles)) {
            const step = mayMove() ? move(this.#tiles, tiles, width) : null;
            // If boards follow each other faster, their tiles have less time.
            const time = Math.min(this.longest, 0.8 * (now - this.#changed));
            this.#under = step && time > 30 && this.begun < 1 ? { step, time, from: now, begun: this.begun } : null;
            this.#tiles = [...tiles];
            this.#changed = now;
        }
        this.begun = 0;
        if (!this.#under) return null;
        const { step, time, from, begun } = this.#under;
        const share = begun + (1 - begun) * ease(Math.min((now - from) / time, 1));
        if (now - from >= time) this.#under = null;
        return { ...step, share };
    }
}
