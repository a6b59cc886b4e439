// Hints at what is off screen: rows that scroll have an arrow where there is more.

/** Keeps the attributes `data-before` and `data-after` of a row that scrolls: the style puts arrows there. */
export function hintAtMore(row) {
    const look = () => {
        row.toggleAttribute('data-before', row.scrollLeft > 1);
        row.toggleAttribute('data-after', row.scrollLeft < row.scrollWidth - row.clientWidth - 1);
    };
    row.addEventListener('scroll', look, { passive: true });
    // What is in it may be shown, hidden, or have other words.
    const sizes = new ResizeObserver(look);
    new MutationObserver(() => [row, ...row.children].forEach(element => sizes.observe(element)))
        .observe(row, { childList: true, subtree: true });
    [row, ...row.children].forEach(element => sizes.observe(element));
}
