// Arrows on rows that scroll, on each side where more is hidden.

/** Keeps the attributes `data-before` and `data-after` of a row that scrolls; the style sheet draws arrows for them. */
export function hintAtMore(row) {
    const look = () => {
        row.toggleAttribute('data-before', row.scrollLeft > 1);
        row.toggleAttribute('data-after', row.scrollLeft < row.scrollWidth - row.clientWidth - 1);
    };
    row.addEventListener('scroll', look, { passive: true });
    // Elements of the row may be shown, hidden or relabelled.
    const sizes = new ResizeObserver(look);
    new MutationObserver(() => [row, ...row.children].forEach(element => sizes.observe(element)))
        .observe(row, { childList: true, subtree: true });
    [row, ...row.children].forEach(element => sizes.observe(element));
}
