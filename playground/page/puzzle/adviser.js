// Hints: a search of its own for each board that is not on the way that was found before.
import { request } from '../api.js';
import { write } from './boards.js';

/** The searches that are tried, each for so many milliseconds, and whether the solution of each is a shortest one. */
const SEARCHES = [
    [{ algorithm: 'astar', heuristic: 'linear-conflict' }, 2500, true],
    [{ algorithm: 'greedy', heuristic: 'linear-conflict' }, 2500, false],
];

/** The way that was found last: for each board on it the next one, and how many moves are left. */
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

/** The next board on a way to the goal, how many moves are left, and whether no way is shorter; `null` if none is found. */
export async function findHint(world, goesOn) {
    const { tiles, goal, width } = world;
    const goalKey = write(goal, width);
    const key = write(tiles, width);
    if (aim === goalKey && way.has(key)) return way.get(key);
    for (const [choice, milliseconds, isBest] of SEARCHES) {
        const boards = await search({ ...world, tiles: [...tiles] }, choice, milliseconds, goesOn);
        if (boards.length < 2) continue;
        aim = goalKey;
        way = new Map(boards.slice(0, -1).map((board, i) => (
            [write(board, width), { next: boards[i + 1], left: boards.length - 1 - i, isBest }])));
        return way.get(key);
    }
    return null;
}
