// Light or dark: as the system has it, until the button says otherwise.

const system = matchMedia('(prefers-color-scheme: dark)');

export const isDark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : system.matches;
};

/** Switches between light and dark when the button is pressed, and calls `changed` whenever it is another. */
export function theme(button, changed) {
    const choose = name => {
        document.documentElement.dataset.theme = name;
        changed();
    };
    const kept = localStorage.getItem('astride-theme');
    if (kept) document.documentElement.dataset.theme = kept;
    system.addEventListener('change', changed);
    button.addEventListener('click', () => {
        const name = isDark() ? 'light' : 'dark';
        localStorage.setItem('astride-theme', name);
        choose(name);
    });
}
