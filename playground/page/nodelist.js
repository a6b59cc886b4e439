// All open or all closed nodes of the selected search, in an order that the user chooses.
import { element, replaceChanged } from './element.js';
import { CLOSED, CLOSED_BEHIND, OPEN, OPEN_BEHIND } from './picture/colours.js';
import { short } from './picture/view.js';

const $ = id => document.getElementById(id);
/** The most nodes in the list. */
const MOST = 200;
const STATES = { open: [OPEN, OPEN_BEHIND], closed: [CLOSED, CLOSED_BEHIND] };

/** The number of edges from a start to each node, along the parents. */
function depths(nodes, list) {
    const found = new Map();
    for (const node of list) {
        const way = [];
        let at = node;
        while (at >= 0 && !found.has(at) && way.length <= nodes.count) {
            way.push(at);
            at = nodes.parent[at];
        }
        let depth = found.get(at) ?? -1;
        while (way.length) found.set(way.pop(), ++depth);
    }
    return found;
}

/** The nodes of the selected search in its own order, and what they were asked for. */
let ranked = { key: '', nodes: [] };
let isAsking = false;

/**
 * The nodes in the order of the search, as far as they are known: open ones as they will be expanded, closed ones as they
 * were expanded, the last one first. Requests them if they are not known; `then` is called when they have arrived.
 */
function inSearchOrder({ session, selected }, what, then) {
    const key = [session.id, selected, session.runs[selected]?.step, what].join();
    if (key === ranked.key || isAsking || session.id === null) return ranked.nodes;
    isAsking = true;
    const answer = what === 'open' ? session.queue(selected, MOST) : session.expanded(selected, 1000);
    answer.then(({ nodes }) => {
        ranked = { key, nodes: [...new Set(nodes.map(({ node }) => node))] };
    }, () => {
        ranked = { key, nodes: [] };
    }).finally(() => {
        isAsking = false;
        then();
    });
    return ranked.nodes;
}

/** Shows the list, if it is unfolded; `name` returns the name of a node. */
export function showNodes(app, name) {
    const picture = app.pictures[app.selected];
    if (!$('all-nodes').open || !picture) return;
    const { nodes } = picture;
    const what = $('list-what').value;
    const states = STATES[what];
    const list = [];
    for (let node = 0; node < nodes.count; node++) if (states.includes(nodes.state[node])) list.push(node);
    const depth = depths(nodes, list);
    const values = {
        f: node => nodes.f(node), g: node => nodes.g[node], h: node => nodes.h[node], depth: node => depth.get(node),
        parent: node => nodes.parent[node],
    };
    const order = $('list-order').value;
    if (order === 'search') {
        const places = new Map(inSearchOrder(app, what, () => showNodes(app, name)).map((node, i) => [node, i]));
        values.search = node => places.get(node) ?? NaN;
    }
    const value = values[order];
    // Missing numbers come last.
    const key = node => (Number.isNaN(value(node)) ? Number.MAX_VALUE : value(node));
    list.sort((a, b) => key(a) - key(b) || a - b);
    const row = (tag, texts) => element('tr', {}, ...texts.map(textContent => element(tag, { textContent })));
    const rows = list.slice(0, MOST).map(node => {
        const parent = nodes.parent[node] < 0 ? '–' : name(nodes.parent[node]);
        const numbers = [values.f, values.g, values.h, values.depth].map(number => short(number(node)));
        const made = row('td', [name(node), ...numbers, parent]);
        made.dataset.node = node;
        return made;
    });
    $('list-count').textContent = `${list.length} nodes${list.length > MOST ? `, the first ${MOST}` : ''}`;
    replaceChanged($('node-list'), row('th', ['node', 'f', 'g', 'h', 'depth', 'parent']), ...rows);
}

/** Shows the list again whenever a choice changes. */
export function connectNodes(show) {
    $('all-nodes').addEventListener('toggle', show);
    for (const id of ['list-what', 'list-order']) $(id).addEventListener('change', show);
}
