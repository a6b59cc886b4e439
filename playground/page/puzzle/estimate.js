// The estimate of a board, tile by tile, as the heuristics of the library compute it.

/** The least number of elements to remove so that the others are in ascending order. */
function leavers(places) {
    const lasts = [];
    for (const place of places) {
        const smaller = lasts.filter(last => last < place).length;
        lasts[smaller] = place;
    }
    return places.length - lasts.length;
}

/** The rows and columns in which tiles are in each other's way, in words, with the moves that they add. */
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
 * The parts of an estimate: that of the tile in each cell, `null` for the gap; those of rows and columns; and the sum.
 * `null` if the heuristic is not computed tile by tile.
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

/** A sentence about each heuristic that is not computed tile by tile. */
const OTHERS = {
    'walking-distance': 'Walking distance considers whole rows and columns, so it has no separate parts for tiles.',
    'zero': 'The estimate is always 0, so the search uses only the moves made so far.',
};

/** Shows the parts of an estimate as a list: those of tiles, then those of rows and columns, then the sum. */
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
    const lines = found.lines.map(([line, added]) => part(`Tiles are in each other’s way in ${line}`, line, added));
    const sum = Object.assign(document.createElement('strong'), { textContent: `h = ${found.sum}` });
    element.replaceChildren(`${name}: `, ...parts, ...lines, sum);
}
