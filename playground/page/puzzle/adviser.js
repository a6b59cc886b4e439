// Hints: from the best solution known, or else from a separate search for the board.
import { request } from '../api.js';
import { write } from './boards.js';

/** The searches to try, the milliseconds for each, and whether its solution is a shortest one. */
const SEARCHES = [
    [{ algorithm: 'astar', heuristic: 'linear-conflict' }, 2500, true],
    [{ algorithm: 'greedy', heuristic: 'linear-conflict' }, 2500, false],
];

/** The solution found last: for each of its boards, the next one and the number of moves left. */
let way = new Map();
let aim = '';

async function search(world, choice, milliseconds, goesOn) {
    const { session } = await request('start', { scene: { world, searches: [choice] } });
    try {
        const end = performance.now() + milliseconds;
        while (goesOn() && performance.now() < end) {
            const { runs: [run] } = await request('advance', { session, milliseconds: 50 });
            if (run.status === 'running') continue;
            const boards = new Map(run.boards);
            return run.path.map(node => boards.get(node));
        }
        return [];
    } finally {
        await request('end', { session }).catch(() => {});
    }
}

/**
 * The next board of a solution, the moves left, and whether no solution is shorter; `null` if none is found. `known`
 * are solutions that the searches on the page have found: their boards, and whether no solution is shorter.
 */
export async function findHint(world, known, goesOn) {
    const { tiles, goal, width } = world;
    const goalKey = write(goal, width);
    const key = write(tiles, width);
    if (aim !== goalKey) [aim, way] = [goalKey, new Map()];
    for (const { boards, isBest } of known) {
        const at = boards.findIndex(board => write(board, width) === key);
        const left = boards.length - 1 - at;
        const best = way.get(key);
        if (at >= 0 && left > 0 && !(best?.left < left) && !best?.isBest) keep(boards.slice(at), isBest, width);
    }
    if (way.has(key)) return way.get(key);
    for (const [choice, milliseconds, isBest] of SEARCHES) {
        const boards = await search({ ...world, tiles: [...tiles] }, choice, milliseconds, goesOn);
        if (boards.length < 2) continue;
        keep(boards, isBest, width);
        return way.get(key);
    }
    return null;
}

function keep(boards, isBest, width) {
    way = new Map(boards.slice(0, -1).map((board, i) => (
        [write(board, width), { next: boards[i + 1], left: boards.length - 1 - i, isBest }])));
}
