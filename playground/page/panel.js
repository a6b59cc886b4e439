// The panel beside the pictures: status and promise of the selected search, the comparison, plot, queue, and a node.
import { element, replaceChanged } from './element.js';
import { showEvents } from './eventlog.js';
import { showPaths } from './paths.js';
import { UNITS } from './picture/colours.js';
import { prepare, short } from './picture/view.js';

const $ = id => document.getElementById(id);

export const LETTERS = ['A', 'B', 'C', 'D'];
export const STATES = ['not met yet', 'open', 'closed', 'open on the goal’s side', 'closed on the goal’s side',
    'scanned for jump points'];

export function bytes(count) {
    const units = ['B', 'kB', 'MB', 'GB'];
    let unit = 0;
    for (; count >= 1000 && unit < 3; unit++) count /= 1000;
    return `${count >= 100 || unit === 0 ? Math.round(count) : count.toFixed(1)} ${units[unit]}`;
}

export function duration(seconds) {
    if (seconds < 1e-3) return `${Math.round(seconds * 1e6)} µs`;
    return seconds < 1 ? `${Number((seconds * 1e3).toPrecision(3))} ms` : `${seconds.toFixed(2)} s`;
}

export const whole = number => number.toLocaleString('en').replaceAll(',', '\u202f');
const STATUS = { running: 'running', found: 'found', exhausted: 'no path', failed: 'stopped', refused: 'cannot begin' };

/** Name, how the value is read from a view, how it is formatted, whether less is better, and an explanation. */
const ROWS = [
    ['Status', view => view.status, status => STATUS[status] ?? status],
    ['Cost', view => view.cost, short, true],
    ['Edges', view => view.length, short, true],
    ['Expanded', view => view.stats.expanded, whole, true],
    ['Generated', view => view.stats.generated, whole, true],
    ['Reopened', view => view.stats.reopened, whole],
    ['Open', view => view.stats.open, whole],
    ['Closed', view => view.stats.closed, whole],
    ['Stored', view => view.stats.stored, whole, true, 'The most nodes that had to be stored at once'],
    ['Memory', view => view.stats.bytes, bytes, true, 'The memory of these nodes and of the queue, counted in the '
        + 'same way for every search'],
    ['Tables', view => view.stats.prepared || null, bytes, false, 'Tables that were computed before the search'],
    ['Time', (view, seconds) => seconds ?? null, duration, true, 'The median of up to seven runs without an observer'],
];

/** The names of rows in some worlds. */
const NAMES = { puzzle: { Edges: 'Moves' }, mesh: { Edges: 'Bends', Cost: 'Length' } };

/** Shows the selected search, with its `choices` in words, and compares it with the others. */
export function showRuns(views, algorithms, selected, choices, colours, seconds) {
    const view = views[selected];
    const algorithm = algorithms[selected];
    $('side-badge').textContent = LETTERS[selected];
    $('side-name').textContent = algorithm.name;
    $('side-promise').textContent = algorithm.promise;
    $('side-link').href = algorithm.url;
    $('side-link').parentElement.hidden = !algorithm.url;
    $('side-choices').textContent = choices;
    if (!view) return;
    // First, since it asks for the size of its canvas, which would have all tables laid out at once.
    drawPlot($('plot'), view.plot, colours);
    if ($('side-words').textContent !== view.words) $('side-words').textContent = view.words;
    showTable(views, selected, seconds);
    showEvents(view, nodeName);
    showQueue(view);
    showPaths(view, colours, nodeName);
}

function showTable(views, selected, seconds) {
    const ended = views.length > 1 && views.every(view => view.status !== 'running');
    const head = element('tr', {}, element('td'), ...views.map((_, i) => element('th', {
        scope: 'col', className: i === selected ? 'chosen' : '',
    }, element('span', { className: 'badge', textContent: LETTERS[i] }))));
    const rows = ROWS.flatMap(([name, value, write, less, title = '']) => {
        const values = views.map((view, i) => (
            view.status === 'refused' && value !== ROWS[0][1] ? null : value(view, seconds?.[i])));
        // A value that no search has, or that was not requested, gets no row.
        if (['Tables', 'Time'].includes(name) && values.every(found => found === null)) return [];
        const known = values.filter(found => found !== null);
        const best = less && ended && new Set(known).size > 1 ? Math.min(...known) : null;
        const cells = values.map((found, i) => element('td', {
            className: `${i === selected ? 'chosen' : ''} ${found === best && best !== null ? 'best' : ''}`,
            textContent: found === null ? '–' : write(found),
        }));
        const textContent = NAMES[document.body.dataset.kind]?.[name] ?? name;
        return element('tr', { className: name.toLowerCase() }, element('th', { scope: 'row', textContent, title }), ...cells);
    });
    $('race').dataset.searches = views.length;
    replaceChanged($('race'), head, ...rows);
}

function showQueue(view) {
    const rows = view.queue.map(({ node, f, g, h }) => {
        const row = element('tr', {}, ...[f, g, h].map(number => element('td', { textContent: short(number) })),
            element('td', { textContent: nodeName(node) }));
        row.dataset.node = node;
        return row;
    });
    const titles = ['f', 'g', 'h', 'node'].map(textContent => element('th', { scope: 'col', textContent }));
    const head = element('tr', {}, ...titles);
    const none = element('tr', {}, element('td', { colSpan: 4, className: 'none', textContent: 'No open nodes.' }));
    replaceChanged($('queue'), head, ...(rows.length ? rows : [none]));
}

export let nodeName = String;

/** Sets how nodes are named. */
export function nameNodes(name) { nodeName = name; }

/** Explains the colours that the pictures can have. */
export function showLegend(app) {
    const { colours } = app.pictures[0];
    // On maps, bands of two shades show how g grows.
    const shades = (one, other) => (app.kind === 'grid' ? [colours.state[one], colours[other]] : colours[other]);
    const entries = [['open', colours.state[1]], ['closed', shades(2, 'band')]];
    // The k shortest paths begin with the costs from each node to the goal.
    const behind = app.scene.searches.some(search => search.algorithm === 'k-shortest-paths'
        || app.algorithm(search).family === 'Bidirectional');
    if (behind) {
        entries.push(['open from the goal', colours.state[3]], ['closed from the goal', shades(4, 'bandBehind')]);
    }
    if (app.scene.searches.some(({ algorithm }) => algorithm === 'jps')) entries.push(['scanned', colours.state[5]]);
    if (app.kind !== 'puzzle') {
        entries.push(['current', 'current'], ['path', colours.path]);
        entries.push(['start', colours.start], ['goal', colours.goal]);
    } else {
        entries.push(['in its place', colours.tileHome]);
    }
    if (app.kind === 'grid' || app.kind === 'mesh') {
        entries.push(['wall', colours.wall]);
        // Also before the first unit is drawn, since a longer legend may need another line, which moves the pictures.
        if (app.scene.world.units?.length || app.editor.tool === 'unit') entries.push(['units', UNITS[0]]);
    }
    if (app.kind === 'grid') {
        const costs = [...new Set(app.cells)].filter(character => character > '1').sort();
        const range = costs.length > 1 ? `${costs[0]} to ${costs.at(-1)}` : costs[0];
        if (range) entries.push([`cost ${range}`, 'terrain']);
    }
    replaceChanged($('legend'), ...entries.map(([name, colour]) => {
        const [item, swatch] = [document.createElement('li'), document.createElement('i')];
        if (colour === 'current') swatch.className = 'current';
        else if (Array.isArray(colour)) swatch.style.background = `linear-gradient(90deg, ${colour[0]} 50%, ${colour[1]} 50%)`;
        else if (colour === 'terrain') swatch.style.background
            = `linear-gradient(90deg, ${colours.terrain[2]}, ${colours.terrain[9]})`;
        else swatch.style.background = colour;
        if (['start', 'goal', 'units'].includes(name)) swatch.className = 'round';
        item.append(swatch, name);
        return item;
    }));
}

function drawPlot(canvas, plot, colours) {
    const context = prepare(canvas);
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    const [left, right, top, bottom] = [4, wide - 4, 16, high - 14];
    const steps = plot.length ? Math.max(plot.at(-3), 1) : 1;
    let most = 1;
    for (let i = 0; i < plot.length; i += 3) most = Math.max(most, plot[i + 1], plot[i + 2]);
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.beginPath();
    for (const share of [0, 0.5, 1]) {
        const y = Math.round(bottom - share * (bottom - top)) + 0.5;
        context.moveTo(left, y);
        context.lineTo(right, y);
    }
    context.stroke();
    const curve = (offset, colour, dash, fill) => {
        context.beginPath();
        for (let i = 0; i < plot.length; i += 3) {
            context.lineTo(left + plot[i] / steps * (right - left), bottom - plot[i + offset] / most * (bottom - top));
        }
        context.strokeStyle = colour;
        context.lineWidth = 2;
        context.setLineDash(dash);
        context.stroke();
        context.setLineDash([]);
        if (!fill || !plot.length) return;
        context.lineTo(left + plot.at(-3) / steps * (right - left), bottom);
        context.lineTo(left, bottom);
        context.globalAlpha = 0.25;
        context.fillStyle = colour;
        context.fill();
        context.globalAlpha = 1;
    };
    curve(2, colours.dark ? '#56b4e9' : '#0072b2', [], true);
    curve(1, colours.state[1], [5, 3], false);
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = colours.soft;
    context.textBaseline = 'alphabetic';
    context.textAlign = 'left';
    context.fillText(whole(most), left, top - 4);
    context.fillText('0', left, high - 2);
    context.textAlign = 'right';
    context.fillText(`step ${whole(plot.length ? plot.at(-3) : 0)}`, right, high - 2);
    if (!plot.length) return;
    context.fillText(`closed ${whole(plot.at(-1))}`, right, top - 4);
    const closed = context.measureText(`closed ${whole(plot.at(-1))}`).width;
    context.fillText(`- - open ${whole(plot.at(-2))}`, right - closed - 14, top - 4);
}

/** Shows the selected search's data about a node; `details` is the library's response, if it was asked. */
export function showNode(picture, node, details = null) {
    if (node < 0 || !picture) {
        $('node-title').textContent = 'Node';
        $('node-text').replaceChildren(element('p', {
            className: 'none',
            textContent: 'Point at a node for its f, g, h and parent. Click it with the first tool for its successors.',
        }));
        return;
    }
    const { nodes } = picture;
    $('node-title').textContent = picture.name(node).replace(/^./, letter => letter.toUpperCase());
    const state = nodes.state[node] ?? 0;
    const parent = state ? nodes.parent[node] : -1;
    const facts = [['state', STATES[state]]];
    if (picture.ground(node)) facts.push(['ground', picture.ground(node)]);
    facts.push(...(picture.facts?.(node, details) ?? []));
    if (state) {
        facts.push(['f', short(nodes.f(node))], ['g', short(nodes.g[node])], ['h', short(nodes.h[node])]);
        facts.push(['parent', parent < 0 ? 'none' : picture.name(parent)]);
    }
    if (details) {
        const costOf = cost => (cost === null ? '' : ` (${short(cost)})`);
        const successors = details.successors.map(([to, cost]) => `${picture.label(to)}${costOf(cost)}`);
        facts.push(['successors', successors.join(' · ') || 'none']);
    }
    const list = element('dl', {}, ...facts.flatMap(([term, text]) => [
        element('dt', { textContent: term }), element('dd', { textContent: text })]));
    const why = details?.why ? [element('p', { className: 'why', textContent: details.why })] : [];
    $('node-text').replaceChildren(...why, list);
}
