// Elements of the page.

/** Creates an element with properties and children. */
export const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
};

/** How many children may have gone at once between two that stay. */
const AHEAD = 16;

/**
 * Gives an element other children. Those that equal one of the new children stay, so that the browser need not lay them
 * out again.
 */
export const replaceChanged = (parent, ...children) => {
    const old = [...parent.childNodes];
    let at = 0;
    for (const child of children) {
        const gone = old.slice(at, at + AHEAD).findIndex(kept => kept.isEqualNode(child));
        if (gone < 0) {
            parent.insertBefore(child, old[at] ?? null);
        } else {
            old.splice(at, gone).forEach(left => left.remove());
            at++;
        }
    }
    old.slice(at).forEach(left => left.remove());
};
