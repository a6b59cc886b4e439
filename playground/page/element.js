// Elements of the page.

/** Creates an element with properties and children. */
export const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
};
