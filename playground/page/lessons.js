// The lessons: scenes, each with a caption. Once the searches have ended, `said` adds a sentence with their figures.
import { request } from './api.js';
import { whole as count } from './panel.js';

const expanded = view => count(view.stats.expanded);
const cost = view => count(Math.round(view.cost * 10) / 10);
const exact = view => count(Math.round(view.cost * 100) / 100);
const more = view => Math.round(view.excess?.percent ?? 0);

/** A map of characters: `S` is the start, `G` the goal, `.` ground, `#` a wall, `D` a door that closes later. */
function map(text, movement = 'eight') {
    const rows = text.trim().split('\n').map(row => row.trim());
    const find = sign => {
        const y = rows.findIndex(row => row.includes(sign));
        return [rows[y]?.indexOf(sign), y];
    };
    const cells = rows.join('').replaceAll(/[.SGD]/g, '1');
    return { kind: 'grid', width: rows[0].length, height: rows.length, cells, movement, start: find('S'),
        goals: [find('G')] };
}

const puzzle = tiles => ({ kind: 'puzzle', width: 3, height: 3, tiles: [...tiles].map(Number),
    goal: [1, 2, 3, 4, 5, 6, 7, 8, 0] });

const LIE = `
    ..................
    ......#####.....G.
    ............#.....
    .######.....#.....
    ....#.......#.....
    ....#.......#.....
    ....#.......#.....
    ....#.......#.....
    ....#.......#.....
    ....#.......#.....
    .S..#.............
    ..................`;

const TRAP = `
    .........#..#.....#.....
    .........#..#..#..#.....
    .........#..#..#..#.....
    .........#..#..#..#.....
    .........#..#..#..#.....
    ...S........#..#..#..G..
    .........#..#..#..#.....
    .........#..#..#..#.....
    .........#..#..#..#.....
    .........#..#..#..#.....
    .........#.....#........
    .........##########.....
    ........................
    ........................`;

const DOORS = `
    ....#........................
    ....#........................
    ....#.............#..........
    ....#.............#..........
    ....#.............#..........
    ....#.............#..........
    ....#.............#..........
    ..................#..........
    ..S.#.............#........G.
    ....#.............#..........
    ....D.............#..........
    ....#.............#..........
    ....#.............#..........
    ....#.............#..........
    ....#........................
    ....#........................`;

/** Walls between which the shortest way does not lead through the polygons that seem nearest. */
const WALLS = {
    kind: 'mesh', areas: [[[0, 0], [56, 0], [56, 36], [0, 36]]],
    walls: [
        [[15, 6], [7, 9], [-1, 6], [7, 4]],
        [[17, 5], [22, 6], [20, 14]],
        [[41, 9], [28, 5], [32, 3]],
        [[41, 5], [48, 2], [53, 7], [46, 10]],
        [[10, 21], [3, 21], [0, 16], [5, 13], [11, 17]],
        [[40, 14], [30, 22], [30, 17]],
        [[6, 27], [15, 26], [9, 31], [0, 32]],
        [[17, 25], [28, 32], [17, 29]],
        [[29, 31], [37, 24], [39, 31]],
        [[41, 28], [42, 25], [53, 28], [52, 31]],
    ],
    start: [3, 33], goals: [[53, 3]],
};

/** `generate` asks the library for a world; `world` is a finished one. A speed is a position of the slider. */
export const LESSONS = [
    {
        title: 'Why A* expands fewer cells than Dijkstra’s algorithm',
        caption: 'Both searches find a cheapest path from the start (green) to the goal (orange). Dijkstra’s algorithm '
            + 'expands cells in the order of their distance from the start, so it grows in all directions. A* adds an '
            + 'estimate of the remaining cost, so it heads for the goal.',
        generate: { what: 'cave', width: 48, height: 36, seed: 1 },
        searches: [{ algorithm: 'dijkstra' }, { algorithm: 'astar' }],
        speed: 40,
        said: ([a, b]) => `Dijkstra’s algorithm expanded ${expanded(a)} cells, A* only ${expanded(b)}. Both paths cost `
            + `${cost(b)}.`,
    },
    {
        title: 'An estimate that lies',
        caption: 'A* guarantees a cheapest path only if the estimate never exceeds the true cost. Search B uses the '
            + 'Manhattan distance, although diagonal steps are allowed. This estimate is too high, so cells on the '
            + 'cheapest path look bad.',
        world: map(LIE),
        searches: [{ algorithm: 'astar' }, { algorithm: 'astar', heuristic: 'manhattan' }],
        speed: 23,
        said: ([, b]) => `The path of B costs ${more(b)} % more than the cheapest one. The ring shows the cell whose `
            + 'estimate was too high.',
        select: 1,
    },
    {
        title: 'Ties: which of equal cells comes first',
        caption: 'On open ground, many cells have the same f = g + h. If those with a larger g come first, the '
            + 'search goes straight to the goal. If those that were opened earlier come first, it expands them all.',
        generate: { what: 'empty', width: 30, height: 24, seed: 1 },
        ends: [[3, 3], [26, 20]],
        searches: [{ algorithm: 'astar' }, { algorithm: 'astar', ties: 'first-in' }],
        speed: 24,
        said: ([a, b]) => `Both paths cost the same, but A expanded ${expanded(a)} cells and B ${expanded(b)}.`,
    },
    {
        title: 'Weighted A*: faster, but how much worse?',
        caption: 'Weighted A* multiplies the estimate by w. It hurries to the goal and expands fewer cells. In return, '
            + 'the path may cost up to w times as much as a cheapest one, although it usually costs far less.',
        generate: { what: 'cave', width: 48, height: 36, seed: 2 },
        searches: [{ algorithm: 'astar' }, { algorithm: 'weighted-astar', weight: 1.5 },
            { algorithm: 'weighted-astar', weight: 3 }],
        speed: 40,
        said: ([a, b, c]) => `Expanded: ${expanded(a)}, ${expanded(b)} and ${expanded(c)} cells. The path with w = 3 costs `
            + `${more(c)} % more than that of A*; up to 200 % more was allowed.`,
    },
    {
        title: 'Greedy search in a trap',
        caption: 'Greedy best-first search considers only the estimate: it always goes where the goal seems nearest. '
            + 'Here, this leads into a passage that winds, and it never looks at the way around. A* also counts what the '
            + 'path has cost so far. When the passage has become too expensive, it tries the other way.',
        world: map(TRAP),
        searches: [{ algorithm: 'greedy' }, { algorithm: 'astar' }],
        speed: 30,
        said: ([a, b]) => `Greedy search expanded ${expanded(a)} cells and A* ${expanded(b)}, but the greedy path costs `
            + `${cost(a)}, ${more(a)} % more than the cheapest one, which costs ${cost(b)}.`,
    },
    {
        title: 'Jump points and the cells that they scan',
        caption: 'Where all cells cost the same, most paths differ only in the order of their steps. Jump point search '
            + 'scans rows, columns and diagonals (green), and stores only the cells at which a cheapest path may turn.',
        generate: { what: 'rooms', width: 48, height: 36, seed: 1 },
        searches: [{ algorithm: 'jps' }, { algorithm: 'astar' }],
        speed: 13,
        faster: 34,
        said: ([a, b]) => `Both paths cost ${cost(a)}. Jump point search stored ${count(a.stats.stored)} cells, `
            + `A* ${count(b.stats.stored)}.`,
    },
    {
        title: 'From both ends at once',
        caption: 'A circle that is twice as wide has four times the area. So two small searches, one from the start '
            + 'and one from the goal, often expand fewer cells than one large search. They may stop only when no '
            + 'cheaper path is possible, usually shortly after they have met.',
        generate: { what: 'cave', width: 48, height: 36, seed: 1 },
        searches: [{ algorithm: 'dijkstra' }, { algorithm: 'bidirectional-dijkstra' }],
        speed: 42,
        said: ([a, b]) => `One search expanded ${expanded(a)} cells, the two together ${expanded(b)}.`,
    },
    {
        title: 'D* Lite, and a door that closes',
        caption: 'D* Lite searches backwards from the goal and keeps its results. When the door on its path closes, it '
            + 'repairs only the results that the door has changed. A* keeps nothing, so it starts again.',
        world: map(DOORS),
        searches: [{ algorithm: 'd-star-lite' }, { algorithm: 'astar' }],
        speed: 37,
        closes: { cell: [4, 10], words: 'Now the lower door closes.' },
        said: ([a, b], before) => `The repair took D* Lite ${count(a.stats.expanded - before)} more expansions, after `
            + `${count(before)} for the first path. A* started again and took ${expanded(b)}.`,
    },
    {
        title: 'The hardest board of the 8-puzzle',
        caption: 'Two of the 181\u202f440 solvable boards need 31 moves, and no board needs more. This is one of the '
            + 'two. The better the estimate, the fewer boards A* has to expand.',
        world: puzzle('867254301'),
        searches: [{ algorithm: 'astar', heuristic: 'manhattan' }, { algorithm: 'astar', heuristic: 'linear-conflict' }],
        speed: 58,
        said: ([a, b]) => 'Both solutions have 31 moves. With the Manhattan distance, A* expanded '
            + `${expanded(a)} boards; with linear conflict, ${expanded(b)}.`,
    },
    {
        title: 'IDA* and its thresholds',
        caption: 'IDA* follows one branch at a time, and turns back where f exceeds the threshold. If it finds no '
            + 'goal, it starts again with the least f that was too large. It repeats work, but it stores only one '
            + 'branch.',
        world: puzzle('813402765'),
        searches: [{ algorithm: 'ida-star', heuristic: 'manhattan' }, { algorithm: 'astar', heuristic: 'manhattan' }],
        speed: 19,
        said: ([a, b]) => `IDA* expanded ${expanded(a)} boards and stored ${count(a.stats.stored)} at most; A* expanded `
            + `${expanded(b)} and stored ${count(b.stats.stored)}.`,
    },
    {
        title: 'The next best paths',
        caption: 'Sometimes one path is not enough: a road may be closed. This search finds the simple paths one after '
            + 'another, cheapest first. Each further path branches off from an earlier one at some node.',
        generate: { what: 'graph', nodes: 30, seed: 1 },
        searches: [{ algorithm: 'k-shortest-paths', paths: 4 }],
        speed: 19,
        said: ([a]) => `${a.paths.length + 1} paths were found; the cheapest one costs ${cost(a)}.`,
    },
    {
        title: 'Two costs, and the front between them',
        caption: 'The roads here have a cost and a length, and the cheapest path is not the shortest one. The search '
            + 'finds all paths that no other path beats in both costs: the Pareto front. A node can be reached several '
            + 'times, by paths of different costs. Search A has lower bounds for both costs; search B has none.',
        generate: { what: 'graph', nodes: 30, seed: 3 },
        searches: [{ algorithm: 'pareto-paths' }, { algorithm: 'pareto-paths', bounds: 'zero' }],
        speed: 19,
        said: ([a, b]) => `Both found the same ${a.paths.length + 1} paths, the dots in the plot beside the `
            + `pictures. A expanded ${expanded(a)} labels, B ${expanded(b)}.`,
    },
    {
        title: 'The shortest way among walls',
        caption: 'The ground is a mesh of polygons. Most game engines search from polygon to polygon and then pull the '
            + 'path tight like a string (A). If another sequence of polygons is shorter, they miss it. Polyanya (B) '
            + 'searches over what can be seen: a node is a point with the part of a side that is visible from there.',
        world: WALLS,
        searches: [{ algorithm: 'string-pulling' }, { algorithm: 'polyanya' }],
        speed: 12,
        said: ([a, b]) => `The path of A has a length of ${exact(a)}, ${more(a)} % more than the shortest one, which B `
            + `found: ${exact(b)}.`,
        select: 1,
    },
];

/** The scene of a lesson at its beginning. */
export async function sceneOf({ generate, world: own, ends, searches }) {
    const { world } = generate ? await request('generate', generate) : { world: own };
    if (ends) [world.start, world.goals] = [ends[0], [ends[1]]];
    return structuredClone({ world, searches });
}
