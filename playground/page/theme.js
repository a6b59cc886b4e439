// Light or dark: the system's choice, until the button changes it.
import { store, stored } from './store.js';

const system = matchMedia('(prefers-color-scheme: dark)');

export const isDark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : system.matches;
};

/**
 * Switches between light and dark when the button is pressed, and calls `changed` after each change. `say` shows a
 * message if the choice cannot be stored.
 */
export function theme(button, changed, say) {
    const kept = stored('theme');
    if (kept) document.documentElement.dataset.theme = kept;
    system.addEventListener('change', changed);
    button.addEventListener('click', () => {
        const name = isDark() ? 'light' : 'dark';
        document.documentElement.dataset.theme = name;
        changed();
        if (!store('theme', name)) say('This browser stores nothing for this page, so the choice will be forgotten.');
    });
}
