// Light or dark: as the system has it, until the button says otherwise.

const system = matchMedia('(prefers-color-scheme: dark)');

export const isDark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : system.matches;
};

/** What the browser keeps for this page, if it allows that: reading and writing may fail. */
function keep(name) {
    try {
        if (name) localStorage.setItem('astride-theme', name);
        return localStorage.getItem('astride-theme');
    } catch {
        return null;
    }
}

/**
 * Switches between light and dark when the button is pressed, and calls `changed` whenever it is another. `say` tells
 * that the choice is not kept.
 */
export function theme(button, changed, say) {
    const choose = name => {
        document.documentElement.dataset.theme = name;
        changed();
    };
    const kept = keep();
    if (kept) document.documentElement.dataset.theme = kept;
    system.addEventListener('change', changed);
    button.addEventListener('click', () => {
        const name = isDark() ? 'light' : 'dark';
        choose(name);
        if (keep(name) !== name) say('This browser lets no page keep anything: the choice is forgotten.');
    });
}
