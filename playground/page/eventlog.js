// The events of a search, and the line of pseudocode to which each belongs.
import { element, replaceChanged } from './element.js';
import { short } from './picture/view.js';
import { codeOf } from './pseudocode.js';

const $ = id => document.getElementById(id);
/** The kinds of events that are shown in other words. */
const WORDS = { exhausted: 'no path', failed: 'stopped' };

let shown = '';

/** One decimal is enough here, since the queue shows two. */
const brief = number => (number === null ? '' : short(Math.round(number * 10) / 10));

/** Shows the pseudocode, with the lines of the current step marked. */
function showCode(algorithm, events, step) {
    const { lines, on } = codeOf(algorithm);
    const lit = new Set(events.filter(event => event.step === step).map(({ kind }) => on[kind]));
    const list = $('code');
    if (shown !== algorithm) {
        shown = algorithm;
        list.replaceChildren(...lines.map(line => {
            const text = line.trimStart();
            const item = element('li', { textContent: text });
            item.dataset.depth = (line.length - text.length) / 4;
            return item;
        }));
    }
    [...list.children].forEach((item, i) => {
        item.classList.toggle('lit', lit.has(i + 1));
        if (lit.has(i + 1)) item.setAttribute('aria-current', 'step');
        else item.removeAttribute('aria-current');
    });
}

/** Shows the pseudocode and the last events of a run; `name` returns the name of a node. */
export function showEvents(view, name) {
    const { events, step, algorithm } = view;
    showCode(algorithm, events, step);
    const { on } = codeOf(algorithm);
    const rows = events.map(({ step: made, kind, node, f, g, h, before, count }) => {
        const words = kind === 'scanned' ? `scanned ${count}` : WORDS[kind] ?? kind;
        const what = node === null ? (kind === 'scanned' ? 'cells' : '') : name(node).replace(', ', ',');
        const numbers = [f, g, h].map(number => element('td', { textContent: brief(number) }));
        const title = before === null ? '' : `g was ${short(before)} before`;
        const row = element('tr', { className: `${kind} ${made === step ? 'now' : ''}`, title },
            element('td', { textContent: made }), element('td', { textContent: words }),
            element('td', { textContent: what }), ...numbers, element('td', { textContent: on[kind] ?? '' }));
        if (node !== null) row.dataset.node = node;
        return row;
    });
    const titles = ['step', 'event', 'node', 'f', 'g', 'h', 'line'];
    const head = element('tr', {}, ...titles.map(textContent => element('th', { scope: 'col', textContent })));
    const none = element('tr', {}, element('td', {
        colSpan: 7, className: 'none', textContent: 'Nothing yet: make a step (.) or play (Space).',
    }));
    replaceChanged($('events'), head, ...(rows.length ? rows : [none]));
}
