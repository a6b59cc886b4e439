// The address bar: its history has an entry for each lesson and each mode, with the scene that was there.

/** The most scenes of the history that are kept. */
const MOST = 30;

/** A name for an entry, which no entry from before a reload has. */
const newName = () => crypto.randomUUID?.() ?? String(performance.timeOrigin + performance.now());

export class Address {
    /** The scenes of entries that were left, as text, by the names of the entries. */
    #scenes = new Map();
    /** The name of the current entry, and its hash. */
    #at = history.state?.entry ?? newName();
    #hash = location.hash;

    /**
     * `keep()` returns the current scene as text, or `null`. `show(hash, scene)` shows what an entry of the history
     * names; `scene` is the text kept for it, or `null`.
     */
    constructor(keep, show) {
        this.keep = keep;
        this.show = show;
        this.replace(location.hash);
        const moved = () => this.#moved();
        window.addEventListener('popstate', moved);
        window.addEventListener('hashchange', moved);
    }

    /** Adds an entry, before another lesson or mode is shown. */
    push(hash) {
        if (hash === location.hash) return;
        this.#leave();
        this.#at = newName();
        history.pushState({ entry: this.#at }, '', hash);
        this.#hash = location.hash;
    }

    /** Changes the address of the current entry; without a hash for an empty one. */
    replace(hash) {
        history.replaceState({ entry: this.#at }, '', hash || location.pathname + location.search);
        this.#hash = location.hash;
    }

    #leave() {
        this.#scenes.delete(this.#at);
        const scene = this.keep();
        if (scene !== null) this.#scenes.set(this.#at, scene);
        if (this.#scenes.size > MOST) this.#scenes.delete(this.#scenes.keys().next().value);
    }

    #moved() {
        const entry = history.state?.entry ?? null;
        // An address that the user has typed or pressed is a new entry.
        if (entry === this.#at && location.hash === this.#hash) return;
        this.#leave();
        this.#at = entry ?? newName();
        this.replace(location.hash);
        this.show(location.hash, this.#scenes.get(this.#at) ?? null);
    }
}
