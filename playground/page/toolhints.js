// A hint of one line for what is pointed at, and otherwise for the tool that is chosen.

const $ = id => document.getElementById(id);

/** Shows the hint of what is under the pointer or has the focus; `usual` returns it where that has none. */
export function showHints(usual) {
    const show = event => {
        const owner = event?.target.closest?.('button[title], select[title], label[title], [data-hint]');
        const inner = owner ?? event?.target.closest?.('label')?.querySelector('[title]');
        $('hint').textContent = inner?.dataset.hint ?? inner?.title ?? usual();
    };
    for (const row of document.querySelectorAll('.worldbar, .actions, .player')) {
        row.addEventListener('pointerover', show);
        row.addEventListener('focusin', show);
        for (const name of ['pointerleave', 'focusout']) row.addEventListener(name, () => show());
    }
    return show;
}
