// The estimate of a board, tile by tile: as the heuristics of the library count it.

/** The least number of places that must leave so that the others are in rising order. */
function leavers(places) {
    const lasts = [];
    for (const place of places) {
        const smaller = lasts.filter(last => last < place).length;
        lasts[smaller] = place;
    }
    return places.length - lasts.length;
}

/** The rows and columns in which tiles stand in each other's way, in words, with the moves that they add. */
function conflicts(tiles, goal, { width, height }) {
    const aims = tiles.map(tile => (tile ? goal.indexOf(tile) : -1));
    const found = [];
    const look = (name, count, length, cell, line, place) => {
        for (let number = 0; number < count; number++) {
            const own = Array.from({ length }, (_, i) => aims[cell(number, i)])
                .filter(aim => aim >= 0 && line(aim) === number).map(place);
            const added = 2 * leavers(own);
            if (added) found.push([`${name} ${number + 1}`, added]);
        }
    };
    const [row, column] = [cell => Math.floor(cell / width), cell => cell % width];
    look('row', height, width, (y, x) => y * width + x, row, column);
    look('column', width, height, (x, y) => y * width + x, column, row);
    return found;
}

/**
 * What each cell's tile adds to an estimate, `null` for the gap; what is added for rows and columns; and the sum. `null`
 * if the heuristic does not count tile by tile.
 */
export function estimate(heuristic, tiles, { goal, width, height }) {
    const distance = (a, b) => Math.abs(a % width - b % width) + Math.abs(Math.floor(a / width) - Math.floor(b / width));
    const manhattan = (tile, place) => distance(place, goal.indexOf(tile));
    const misplaced = (tile, place) => Number(goal[place] !== tile);
    const count = {
        'manhattan': manhattan, 'linear-conflict': manhattan, 'hamming': misplaced,
        'manhattan-plus-hamming': (tile, place) => manhattan(tile, place) + misplaced(tile, place),
    }[heuristic];
    if (!count) return null;
    const cells = tiles.map((tile, place) => (tile ? count(tile, place) : null));
    const lines = heuristic === 'linear-conflict' ? conflicts(tiles, goal, { width, height }) : [];
    const sum = [...cells, ...lines.map(([, added]) => added)].reduce((sum, part) => sum + part, 0);
    return { cells, lines, sum };
}

/** What does not count tile by tile, in a sentence. */
const OTHERS = {
    'walking-distance': 'Walking distance looks at whole rows and columns, so that no tile has a part of its own.',
    'zero': 'Zero estimates nothing: the search goes by the moves made so far alone.',
};

/** Shows the parts of an estimate as a list: each tile with what it adds, then rows and columns, then the sum. */
export function showEstimate(element, heuristic, name, tiles, world) {
    const found = heuristic ? estimate(heuristic, tiles, world) : null;
    const words = !heuristic ? 'This search uses no estimate.' : found ? '' : OTHERS[heuristic] ?? '';
    const key = JSON.stringify([heuristic, tiles, world.goal]);
    if (element.dataset.key === key) return;
    element.dataset.key = key;
    if (!found) return element.replaceChildren(words);
    const part = (title, text, added) => {
        const item = Object.assign(document.createElement('span'), { title, className: added ? '' : 'home' });
        item.append(Object.assign(document.createElement('b'), { textContent: `${text}:` }), String(added));
        return item;
    };
    const parts = tiles.map((tile, place) => [tile, found.cells[place]]).filter(([tile]) => tile)
        .sort(([a], [b]) => a - b)
        .map(([tile, added]) => part(`Tile ${tile} adds ${added}`, tile, added));
    const lines = found.lines.map(([line, added]) => part(`Tiles stand in each other’s way in ${line}`, line, added));
    const sum = Object.assign(document.createElement('strong'), { textContent: `h = ${found.sum}` });
    element.replaceChildren(`${name}: `, ...parts, ...lines, sum);
}
