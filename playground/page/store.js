// What the browser keeps for this page between two visits. A browser may store nothing.

const PREFIX = 'astride-';

/** A stored text, or `null`. */
export function stored(name) {
    try {
        return localStorage.getItem(PREFIX + name);
    } catch {
        return null;
    }
}

/** Stores a text, or forgets it for `null`. Returns whether it is stored. */
export function store(name, text) {
    try {
        if (text === null) localStorage.removeItem(PREFIX + name);
        else localStorage.setItem(PREFIX + name, text);
        return true;
    } catch {
        return false;
    }
}
