// What the browser keeps for this page between two visits, or while a tab is open. A browser may store nothing.

const PREFIX = 'astride-';

const areaOf = isTab => (isTab ? sessionStorage : localStorage);

/** A stored text, or `null`. `isTab` is set for what belongs to this tab only. */
export function stored(name, isTab = false) {
    try {
        return areaOf(isTab).getItem(PREFIX + name);
    } catch {
        return null;
    }
}

/** Stores a text, or forgets it for `null`. Returns whether it is stored. */
export function store(name, text, isTab = false) {
    try {
        if (text === null) areaOf(isTab).removeItem(PREFIX + name);
        else areaOf(isTab).setItem(PREFIX + name, text);
        return true;
    } catch {
        return false;
    }
}
