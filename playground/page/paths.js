// The paths of a search that finds several, as a list, and for two costs, their front.
import { element } from './element.js';
import { frontOf, drawFront, hitFront } from './front.js';
import { pathColour } from './picture/colours.js';
import { short } from './picture/view.js';

const $ = id => document.getElementById(id);

/** The path under the pointer, or -1. */
let pointed = -1;
let listed = '';
let redrawFront = () => {};

/** Shows the paths of a view in the colours of the picture; `name` returns the name of a node. */
export function showPaths(view, colours, name) {
    const { cost, path, paths, path_costs: costs } = view;
    const front = frontOf(view);
    $('paths').hidden = !paths.length && !front;
    $('front').hidden = !front;
    const all = $('paths').hidden ? [] : [path, ...paths];
    if (pointed >= all.length) pointed = -1;
    const rows = all.map((nodes, i) => {
        const edges = nodes.length === 2 ? '1 edge' : `${nodes.length - 1} edges`;
        const second = front?.points[i] && front.unit ? `${front.unit} ${short(front.points[i][1])}, ` : '';
        const names = document.body.dataset.kind === 'graph' && nodes.length <= 12 ? nodes.map(name).join(' → ') : '';
        return [`cost ${short(i ? costs[i - 1] : cost)}, ${second}${edges}`, names];
    });
    // An item keeps the focus while the list stays as it is.
    const key = JSON.stringify(rows);
    if (key !== listed) {
        listed = key;
        $('path-list').replaceChildren(...rows.map(([words, names], i) => {
            const swatch = element('i');
            swatch.style.background = pathColour(i);
            const item = element('li', { title: names, tabIndex: i ? -1 : 0 }, swatch,
                element('span', { textContent: words }), element('small', { textContent: names }));
            item.dataset.path = i;
            return item;
        }));
    }
    redrawFront = () => front && drawFront($('front-plot'), front, colours, pointed);
    mark();
}

function mark() {
    [...$('path-list').children].forEach((item, i) => item.classList.toggle('pointed', i === pointed));
    redrawFront();
}

/** Marks a path in the list, in the front and, by `show(path)`, in the picture. */
export function connectPaths(show) {
    const list = $('path-list');
    const point = path => {
        if (path === pointed) return;
        pointed = path;
        mark();
        show(path);
    };
    const under = event => Number(event.target.closest('[data-path]')?.dataset.path ?? -1);
    list.addEventListener('pointerover', event => point(under(event)));
    list.addEventListener('pointerleave', () => point(-1));
    list.addEventListener('focusin', event => point(under(event)));
    list.addEventListener('focusout', () => point(-1));
    list.addEventListener('keydown', event => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const next = step && list.children[under(event) + step];
        if (!step) return;
        event.preventDefault();
        next?.focus();
    });
    const plot = $('front-plot');
    plot.addEventListener('pointermove', event => {
        const box = plot.getBoundingClientRect();
        point(hitFront(event.clientX - box.left, event.clientY - box.top));
        list.children[pointed]?.scrollIntoView({ block: 'nearest' });
    });
    plot.addEventListener('pointerleave', () => point(-1));
}
