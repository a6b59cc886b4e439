// Boards as plain lists of tiles, with 0 for the gap: their moves, their text, and whether one leads to another.

/** The directions in which a tile moves into the gap, as a word and as a letter. */
const NAMES = { U: 'up', L: 'left', R: 'right', D: 'down' };
const LETTERS = { '0,-1': 'U', '-1,0': 'L', '1,0': 'R', '0,1': 'D' };

export const same = (a, b) => a.length === b.length && a.every((tile, place) => tile === b[place]);

export const blankLast = count => Array.from({ length: count }, (_, place) => (place + 1) % count);
export const blankFirst = count => Array.from({ length: count }, (_, place) => place);

/** The text of a board in rows: `1 2 3 / 4 _ 5 / 6 7 8`. */
export function write(tiles, width, between = ' / ') {
    const rows = [];
    for (let at = 0; at < tiles.length; at += width) {
        rows.push(tiles.slice(at, at + width).map(tile => tile || '_').join(' '));
    }
    return rows.join(between);
}

/** The cells next to one, in the order in which every search tries them: above, left, right, below. */
export function neighbours(place, { width, height }) {
    const [x, y] = [place % width, Math.floor(place / width)];
    return [[x, y - 1], [x - 1, y], [x + 1, y], [x, y + 1]]
        .filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height).map(([x, y]) => y * width + x);
}

/** The board after the tile at `place` has moved into the gap. */
export function moved(tiles, place) {
    const next = [...tiles];
    next[tiles.indexOf(0)] = tiles[place];
    next[place] = 0;
    return next;
}

/** The boards that are one move away. */
export const successors = (tiles, world) => neighbours(tiles.indexOf(0), world).map(place => moved(tiles, place));

/**
 * The move from one board to another: the tile, the cells `from` and `to` between which it moves, its direction in
 * words, and its first letter. `null` if they are not one move apart.
 */
export function move(before, after, width) {
    if (before.length !== after.length) return null;
    const [from, to] = [after.indexOf(0), before.indexOf(0)];
    const tile = before[from];
    if (from === to || after[to] !== tile) return null;
    if (before.some((other, place) => other !== after[place] && place !== from && place !== to)) return null;
    const letter = LETTERS[[to % width - from % width, Math.floor(to / width) - Math.floor(from / width)].join()];
    return letter ? { tile, from, to, letter, words: `${tile} ${NAMES[letter]}` } : null;
}

/** Whether moves lead from one board to another: each move exchanges the gap with a tile beside it. */
export function isSolvable(tiles, goal, width) {
    const aims = tiles.map(tile => goal.indexOf(tile));
    let isOdd = false;
    for (let a = 0; a < aims.length; a++) for (let b = a + 1; b < aims.length; b++) isOdd ^= aims[a] > aims[b];
    const [from, to] = [tiles.indexOf(0), goal.indexOf(0)];
    const distance = Math.abs(from % width - to % width) + Math.abs(Math.floor(from / width) - Math.floor(to / width));
    return Boolean(isOdd) === (distance % 2 === 1);
}

/** The board with two tiles exchanged: solvable if it was not, and vice versa. */
export function exchanged(tiles) {
    const next = [...tiles];
    const [a, b] = [...next.keys()].filter(place => next[place]);
    [next[a], next[b]] = [next[b], next[a]];
    return next;
}

const below = bound => Math.floor(Math.random() * bound);

/** The boards of a random walk that never takes back a move immediately. */
export function walk(tiles, world, count) {
    const boards = [tiles];
    let last = -1;
    for (let i = 0; i < count; i++) {
        const gap = boards.at(-1).indexOf(0);
        const places = neighbours(gap, world).filter(place => place !== last);
        boards.push(moved(boards.at(-1), places[below(places.length)]));
        last = gap;
    }
    return boards;
}

/** A random board, uniformly distributed over those from which moves lead to the goal. */
export function random(goal, width) {
    const tiles = [...goal];
    for (let i = tiles.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
    }
    return isSolvable(tiles, goal, width) ? tiles : exchanged(tiles);
}
