// The keyboard: each key presses a button of the page, and the help lists all keys.
import { isEmbedded } from './embed.js';
import { store, stored } from './store.js';

/** The key, its name in the help if different, its effect, and the buttons that it presses. */
const KEYS = [
    ['Player', [
        [' ', 'Space', 'Play or pause; solve a puzzle and show it', 'solve play'],
        ['.', '', 'One step', 'step'],
        [',', '', 'One step back', 'back'],
        ['Home', '', 'Back to the first step', 'first'],
        ['End', '', 'Run to the end', 'last'],
        ['+', '', 'Faster', '#faster'],
        ['-', '', 'Slower', '#slower'],
    ]],
    ['Tools', [
        ['h', 'H', 'Look at nodes, move the picture; a hint for a puzzle', 'tool-hand hint-move'],
        ['w', 'W', 'Walls', 'tool-wall'],
        ['c', 'C', 'Terrain; 2 to 9 choose its cost', 'tool-terrain'],
        ['e', 'E', 'Erase; edges of a graph', 'tool-erase tool-edge'],
        ['v', 'V', 'Nodes of a graph', 'tool-node'],
        ['s', 'S', 'Start', 'tool-start'],
        ['g', 'G', 'Goals', 'tool-goal'],
        ['u', 'U', 'Units', 'tool-unit'],
        ['f', 'F', 'Send an agent', 'tool-send'],
    ]],
    ['Picture', [
        ['n', 'N', 'f, g and h in the cells', 'show-numbers'],
        ['t', 'T', 'The tree of parents', 'show-tree'],
        [']', '', 'Zoom in', 'zoom-in'],
        ['[', '', 'Zoom out', 'zoom-out'],
        ['0', '', 'Show all', 'fit'],
        ['d', 'D', 'Light or dark', 'theme'],
    ]],
    ['Scene', [
        ['m', 'M', 'New map, board, graph or level', 'new'],
        ['a', 'A', 'Add a search', 'add-run'],
        ['p', 'P', 'Walk, or play the solution', 'walk play-solution'],
        ['x', 'X', 'A random start and goal for each agent or unit', 'random-agents'],
        ['r', 'R', 'Shuffle the board; remove nodes, edges and walls', 'shuffle tool-remove'],
        ['Delete', '', 'Remove the chosen node, edge or wall', 'remove-item'],
        ['b', 'B', 'Type a board and a goal, or a graph', 'type-board type-graph'],
        ['z', 'Z', 'Take a move back', 'take-back'],
        ['Escape', 'Esc', 'Stop the shuffle or the solution; give up a wall', '#stop'],
        ['Ctrl+z', 'Ctrl+Z', 'Undo', 'undo'],
        ['Ctrl+y', 'Ctrl+Y', 'Redo', 'redo'],
        ['Ctrl+o', 'Ctrl+O', 'Open a file', 'open'],
        ['Ctrl+s', 'Ctrl+S', 'Save', 'save'],
        ['l', 'L', 'Copy a link to this scene', 'share'],
        ['?', '', 'This overlay', 'help'],
    ]],
    ['Lessons', [
        ['i', 'I', 'Start or leave the lessons', 'lessons'],
        ['j', 'J', 'The next lesson', 'lesson-next'],
        ['k', 'K', 'The previous lesson', 'lesson-previous'],
    ]],
];

const BY_KEY = new Map(KEYS.flatMap(([, keys]) => keys.map(([key, , , target]) => [key, target])));
BY_KEY.set('Ctrl+Z', 'redo').set('=', '#faster').set('_', '#slower');

const NAMES = new Map(KEYS.flatMap(([, keys]) => (
    keys.flatMap(([key, name, , target]) => target.split(' ').map(id => [id, name || key])))));

/** Adds the key of a control to its title, if it has one. */
export const withKey = (id, title) => (NAMES.has(id) ? `${title} (${NAMES.get(id)})` : title);

/** Lists the keys in the help. */
export function listKeys(element) {
    element.replaceChildren(...KEYS.map(([title, keys]) => {
        const section = document.createElement('section');
        const rows = keys.flatMap(([key, name, what]) => {
            const [term, description] = [document.createElement('kbd'), document.createElement('span')];
            [term.textContent, description.textContent] = [name || key, what];
            return [term, description];
        });
        const heading = Object.assign(document.createElement('h3'), { textContent: title });
        section.append(heading, ...rows);
        return section;
    }));
}

/** Whether keys with a character are shortcuts, which the user may not want. */
let hasCharacters = stored('keys') !== 'off';

/** Controls that use some keys themselves. While one of them has the focus, characters are not shortcuts. */
const CONTROLS = 'button, a[href], summary, input, select, textarea';
const FIELDS = 'textarea, select, input:not([type=range], [type=checkbox])';

/**
 * Listens to the keyboard; `special` holds the actions without a button, by name, and `picture()` returns the canvas to
 * which keys belong when no control has the focus.
 */
export function listen(special, picture) {
    for (const id of NAMES.keys()) {
        const control = document.getElementById(id);
        const owner = control?.title ? control : control?.closest('label')?.querySelector('[title]');
        if (owner) owner.title = withKey(id, owner.title);
    }
    document.addEventListener('keydown', event => {
        const { target, key } = event;
        if (event.altKey || document.querySelector('dialog[open]')) return;
        const control = event.ctrlKey || event.metaKey;
        if (target.matches('#runs input, #item input') && ['Enter', 'Escape'].includes(key)) return picture()?.focus();
        if (target.matches(FIELDS)) return;
        if (!control && key.length === 1 && (!hasCharacters || target.closest(CONTROLS))) return;
        if (target.matches('input[type=range]') && /^(Home|End)/.test(key)) return;
        if (!control && /^[2-9]$/.test(key)) return special['#cost'](key);
        const [exact, lower] = [key, key.toLowerCase()].map(name => BY_KEY.get((control ? 'Ctrl+' : '') + name));
        const action = exact ?? lower;
        if (!action || (control && key.length > 1)) return;
        event.preventDefault();
        if (action.startsWith('#')) return special[action]();
        const buttons = action.split(' ').map(id => document.getElementById(id));
        (buttons.find(button => button?.checkVisibility()) ?? (isEmbedded ? null : buttons[0]))?.click();
    });
    let isPointer = false;
    document.addEventListener('pointerdown', () => isPointer = true, true);
    document.addEventListener('keydown', () => isPointer = false, true);
    // A control used by a pointer hands the focus to the picture, so that keys are shortcuts again; one that was
    // reached with the keyboard keeps it. This has to happen before a button opens a dialog, which returns the focus to
    // where it was.
    const handBack = (event, controls) => {
        const control = event.target.closest(controls);
        if (control && isPointer && !control.closest('dialog')) picture()?.focus({ preventScroll: true });
    };
    document.addEventListener('click', event => handBack(event, 'button, summary'), true);
    document.addEventListener('change', event => handBack(event, 'select, [type=range], [type=checkbox]'));
    const box = document.getElementById('keys-on');
    box.checked = hasCharacters;
    box.addEventListener('change', () => {
        hasCharacters = box.checked;
        store('keys', hasCharacters ? null : 'off');
    });
}
