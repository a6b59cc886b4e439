// A hint of one line for the control under the pointer, or else for the chosen tool.

const $ = id => document.getElementById(id);

/** Shows the hint of the control that is under the pointer or focused; if it has none, shows that of `usual`. */
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
