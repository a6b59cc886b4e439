// The lessons: scenes with a caption each. `said` adds a sentence with the figures of the searches once they have ended.

const count = number => number.toLocaleString('en').replaceAll(',', '\u2009');
const expanded = view => count(view.stats.expanded);
const cost = view => count(Math.round(view.cost * 10) / 10);
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
    ........................
    ........................
    .......############.....
    ..................#.....
    ..................#.....
    ..................#.....
    ..S...............#.....
    ..................#...G.
    ..................#.....
    ..................#.....
    ..................#.....
    .......############.....
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

/** `generate` asks the library for a world, and `world` is one. A speed is a place of the slider. */
export const LESSONS = [
    {
        title: 'Why A* expands less than Dijkstra’s algorithm',
        caption: 'Both searches find a cheapest path from the start (green) to the goal (orange). Dijkstra’s algorithm '
            + 'expands cells in the order of their distance from the start, so it grows in all directions. A* adds an '
            + 'estimate of what is left, so it goes on where the goal is.',
        generate: { what: 'cave', width: 48, height: 36, seed: 1 },
        searches: [{ algorithm: 'dijkstra' }, { algorithm: 'astar' }],
        speed: 40,
        said: ([a, b]) => `Dijkstra’s algorithm expanded ${expanded(a)} cells, A* only ${expanded(b)}. Both paths cost `
            + `${cost(b)}.`,
    },
    {
        title: 'An estimate that lies',
        caption: 'A* promises a cheapest path only if the estimate never exceeds the true cost. Search B uses the '
            + 'Manhattan distance, although diagonal steps are allowed: that says too much, and cells on the cheapest '
            + 'path look bad.',
        world: map(LIE),
        searches: [{ algorithm: 'astar' }, { algorithm: 'astar', heuristic: 'manhattan' }],
        speed: 23,
        said: ([, b]) => `The path of B costs ${more(b)} % more than the cheapest one. The ring shows the cell whose `
            + 'estimate lied.',
        select: 1,
    },
    {
        title: 'Ties: which of equal cells comes first',
        caption: 'On open ground many cells have the same f = g + h. If the one with the larger g comes first, the '
            + 'search goes straight to the goal. If the one that was opened first comes first, it expands them all.',
        generate: { what: 'empty', width: 30, height: 24, seed: 1 },
        ends: [[3, 3], [26, 20]],
        searches: [{ algorithm: 'astar' }, { algorithm: 'astar', ties: 'first-in' }],
        speed: 24,
        said: ([a, b]) => `The same path, but A expanded ${expanded(a)} cells and B ${expanded(b)}.`,
    },
    {
        title: 'Weighted A*: faster, and how much worse',
        caption: 'Weighted A* counts the estimate w times. It hurries to the goal and expands fewer cells. In return '
            + 'the path may cost up to w times as much as a cheapest one, though mostly it costs far less than that.',
        generate: { what: 'cave', width: 48, height: 36, seed: 2 },
        searches: [{ algorithm: 'astar' }, { algorithm: 'weighted-astar', weight: 1.5 },
            { algorithm: 'weighted-astar', weight: 3 }],
        speed: 40,
        said: ([a, b, c]) => `Expanded: ${expanded(a)}, ${expanded(b)} and ${expanded(c)} cells. The path with w = 3 costs `
            + `${more(c)} % more; up to 200 % were allowed.`,
    },
    {
        title: 'Greedy search in a trap',
        caption: 'Greedy best-first search looks at the estimate alone: it always goes where the goal seems nearest. '
            + 'Here that leads into a dead end, which it has to fill before it finds the way around. A* also counts '
            + 'what the path has cost so far.',
        world: map(TRAP),
        searches: [{ algorithm: 'greedy' }, { algorithm: 'astar' }],
        speed: 30,
        said: ([a, b]) => `The greedy path costs ${cost(a)}, the cheapest one ${cost(b)}: no estimate lied, but the cost so `
            + 'far was forgotten.',
    },
    {
        title: 'Jump points and the cells that they scan',
        caption: 'Where all cells cost the same, most ways differ only in the order of their steps. Jump point search '
            + 'scans rows, columns and diagonals (green), and stores only the cells at which a cheapest path may turn.',
        generate: { what: 'rooms', width: 48, height: 36, seed: 1 },
        searches: [{ algorithm: 'jps' }, { algorithm: 'astar' }],
        speed: 13,
        faster: 34,
        said: ([a, b]) => `The same cost, ${cost(a)}. Jump points stored ${count(a.stats.stored)} cells, A* `
            + `${count(b.stats.stored)}.`,
    },
    {
        title: 'From both ends at once',
        caption: 'A circle that is twice as wide has four times the area. So two small searches, one from the start and '
            + 'one from the goal, often expand fewer cells than a large one. They may stop only when no cheaper path '
            + 'can be left, which is a little after they have met.',
        generate: { what: 'cave', width: 48, height: 36, seed: 1 },
        searches: [{ algorithm: 'dijkstra' }, { algorithm: 'bidirectional-dijkstra' }],
        speed: 42,
        said: ([a, b]) => `One search expanded ${expanded(a)} cells, the two together ${expanded(b)}.`,
    },
    {
        title: 'D* Lite, and a door that closes',
        caption: 'D* Lite searches from the goal backwards, and keeps what it knows. When the door on its path closes, it '
            + 'repairs only what the door has changed. A* knows nothing of that, and starts again.',
        world: map(DOORS),
        searches: [{ algorithm: 'd-star-lite' }, { algorithm: 'astar' }],
        speed: 37,
        closes: { cell: [4, 10], words: 'Now the lower door closes.' },
        said: ([a, b], before) => `The repair took D* Lite ${count(a.stats.expanded - before)} expansions more, after `
            + `${count(before)} for the first path. A* started again and took ${expanded(b)}.`,
    },
    {
        title: 'The hardest board of the 8-puzzle',
        caption: 'Of the 181\u2009440 boards that can be solved, two need 31 moves, and no board needs more. This is one of '
            + 'them. The better the estimate, the fewer boards A* has to expand.',
        world: puzzle('867254301'),
        searches: [{ algorithm: 'astar', heuristic: 'manhattan' }, { algorithm: 'astar', heuristic: 'linear-conflict' }],
        speed: 58,
        said: ([a, b]) => `Both solutions have 31 moves. Manhattan distance expanded ${expanded(a)} boards, linear conflict `
            + `${expanded(b)}.`,
    },
    {
        title: 'IDA* and its thresholds',
        caption: 'IDA* goes along one branch at a time, and turns back where f exceeds the threshold. If it finds '
            + 'nothing, it begins again with the least f that was too large. It repeats work, but stores one branch only.',
        world: puzzle('813402765'),
        searches: [{ algorithm: 'ida-star', heuristic: 'manhattan' }, { algorithm: 'astar', heuristic: 'manhattan' }],
        speed: 19,
        said: ([a, b]) => `IDA* expanded ${expanded(a)} boards and stored ${count(a.stats.stored)} at most; A* expanded `
            + `${expanded(b)} and stored ${count(b.stats.stored)}.`,
    },
    {
        title: 'The next best paths',
        caption: 'Sometimes one path is not enough: a road may be closed. This search finds the simple paths one after '
            + 'the other, the cheapest first. Each further path leaves one of those before at some node.',
        generate: { what: 'graph', nodes: 30, seed: 1 },
        searches: [{ algorithm: 'k-shortest-paths', paths: 4 }],
        speed: 19,
        said: ([a]) => `${a.paths.length + 1} paths were found; the cheapest one costs ${cost(a)}.`,
    },
    {
        title: 'Two costs, and the front between them',
        caption: 'The roads here have a cost and a length, and the cheapest path is not the shortest one. The search '
            + 'finds all paths that no other path beats in both costs: the Pareto front. A node is met several times, by '
            + 'ways of different costs. Search A knows lower bounds for both costs, search B does not.',
        generate: { what: 'graph', nodes: 30, seed: 3 },
        searches: [{ algorithm: 'pareto-paths' }, { algorithm: 'pareto-paths', bounds: 'zero' }],
        speed: 19,
        said: ([a, b]) => `The same ${a.paths.length + 1} paths, which are dots in the plot beside the pictures. A `
            + `expanded ${expanded(a)} labels, B ${expanded(b)}.`,
    },
];
