// The pseudocode of each search, and the line to which each kind of event belongs.

/** A search that takes the best node of a list, as `best` describes it. */
const bestFirst = (best, { goal = 'if n is a goal, return the path to n', start = 'open ← { start }' } = {}) => ({
    lines: [
        start,
        'while there are open nodes:',
        `    n ← the open node with ${best}`,
        `    ${goal}`,
        '    close n',
        '    for each successor m of n:',
        '        cost ← g(n) + cost of the edge to m',
        '        if m is new: open m with g = cost',
        '        if cost < g(m): g(m) ← cost, open m again',
        'return “no path”',
    ],
    on: { expanded: 5, opened: 8, improved: 9, reopened: 9, changed: 9, found: 4, exhausted: 10 },
});

const jumping = {
    lines: [
        'open ← { start }',
        'while there are open nodes:',
        '    n ← the open node with the least f = g + h',
        '    if n is the goal, return the path to n',
        '    close n',
        '    for each direction that leads on from n:',
        '        scan cells until a wall or a jump point m',
        '        cost ← g(n) + length of the jump to m',
        '        if m is new: open m with g = cost',
        '        if cost < g(m): g(m) ← cost, open m again',
        'return “no path”',
    ],
    on: { expanded: 5, scanned: 7, opened: 9, improved: 10, reopened: 10, found: 4, exhausted: 11 },
};

const breadthFirst = {
    lines: [
        'queue ← [ start ]',
        'while the queue is not empty:',
        '    n ← the node that was opened first',
        '    if n is a goal, return the path to n',
        '    close n',
        '    for each successor m of n:',
        '        if m is new: put m at the end of the queue',
        'return “no path”',
    ],
    on: { expanded: 5, opened: 7, found: 4, exhausted: 8 },
};

const depthFirst = {
    lines: [
        'stack ← [ start ]',
        'while the stack is not empty:',
        '    n ← the node on top of the stack',
        '    if n is a goal, return the path to n',
        '    close n',
        '    for each successor m of n:',
        '        if m is new: put m on top of the stack',
        'return “no path”',
    ],
    on: { expanded: 5, opened: 7, improved: 7, reopened: 7, changed: 7, found: 4, exhausted: 8 },
};

const bothEnds = best => ({
    lines: [
        'open the start on one side, the goal on the other',
        'while a cheaper path may still be found:',
        `    n ← the open node ${best}`,
        '    close n on its side',
        '    for each neighbour m of n on that side:',
        '        if m is new: open m with its cost',
        '        if the path through n is cheaper: improve m',
        '        if m is known on the other side: is this path the best so far?',
        'return the best path, or “no path”',
    ],
    on: { expanded: 4, opened: 6, improved: 7, reopened: 7, found: 9, exhausted: 9 },
});

const deepening = (limit, key, first) => ({
    lines: [
        `${limit} ← ${first}`,
        'repeat:',
        '    follow each path, depth first:',
        '        n ← the end of the path',
        `        if ${key} is over the ${limit}: turn back`,
        '        if n is a goal, return the path',
        '        for each successor m of n: go on to m',
        `    ${limit} ← the least value that was over it`,
    ],
    on: { expanded: 7, opened: 7, improved: 7, reopened: 7, changed: 7, forgotten: 5, found: 6, exhausted: 8 },
});

const anyAngle = late => ({
    lines: [
        'open ← { start }',
        'while there are open nodes:',
        '    n ← the open node with the least f = g + h',
        ...(late ? ['    if the parent of n is out of sight: take a neighbour as parent'] : []),
        '    if n is the goal, return the path to n',
        '    close n',
        '    for each neighbour m of n:',
        late ? '        assume that the parent of n sees m: go straight from there'
            : '        if the parent of n sees m: go straight from there',
        '        if that is new or cheaper: open m',
        'return “no path”',
    ],
    on: late ? { expanded: 6, opened: 9, improved: 9, reopened: 9, changed: 4, found: 5, exhausted: 10 }
        : { expanded: 5, opened: 8, improved: 8, reopened: 8, changed: 8, found: 4, exhausted: 9 },
});

const repairing = (from, to) => ({
    lines: [
        `open ← { ${from} }`,
        `while a key is less than that of the ${to}:`,
        '    n ← the open node with the least key',
        '    if n became cheaper: settle n',
        '    if n became more expensive: forget its cost, open it again',
        '    for each neighbour m of n:',
        '        recompute the cost of m; if it differs, open m',
        'return the path; after a change to the map:',
        '    open the nodes beside it, and go on',
    ],
    on: { expanded: 4, opened: 7, improved: 7, reopened: 9, changed: 9, forgotten: 5, found: 8, exhausted: 8 },
});

const front = {
    lines: [
        'open ← { the label (0, 0) at the start }',
        'while there are open labels:',
        '    (g, c) at n ← the open label with the least f = g + h',
        '    if another label at n or at a goal is as good in both costs: drop it',
        '    if n is a goal: its path is on the front',
        '    else close it, and for each successor m of n:',
        '        label ← (g + cost of the edge, c + second cost)',
        '        if no label at m is as good in both: open it at m',
        'return the paths of the front, or “no path”',
    ],
    on: {
        expanded: 6, opened: 8, improved: 8, reopened: 8, changed: 8, dropped: 4, forgotten: 4, found: 9, exhausted: 9,
    },
};

const seeing = {
    lines: [
        'open ← { the start }',
        'while there are open nodes:',
        '    n ← the open node with the least f = g + h',
        '    drop n if its root has been reached on a shorter path',
        '    if n is a goal, return the path to n',
        '    close n',
        '    for each side of the polygon behind n:',
        '        if the root sees a part of it: open that part',
        '        if it ends at a corner: open a turn at the corner',
        'return “no path”',
    ],
    on: { expanded: 6, opened: 8, improved: 8, reopened: 8, changed: 8, forgotten: 4, found: 5, exhausted: 10 },
};

const pulling = {
    lines: [
        'open ← { the polygon of the start }',
        'while there are open polygons:',
        '    n ← the open polygon with the least f = g + h',
        '    if n has the goal: pull a string through the polygons',
        '    close n',
        '    for each neighbour m of n:',
        '        cost ← g(n) + distance to the middle of their side',
        '        if m is new or cost < g(m): open m',
        'return “no path”',
    ],
    on: { expanded: 5, opened: 8, improved: 8, reopened: 8, changed: 8, found: 4, exhausted: 9 },
};

const CODE = {
    'polyanya': seeing,
    'string-pulling': pulling,
    'astar': bestFirst('the least f = g + h'),
    'compact-astar': bestFirst('the least f = g + h'),
    'optimal-paths': bestFirst('the least f = g + h'),
    'greedy': bestFirst('the least h'),
    'dijkstra': bestFirst('the least g'),
    'weighted-astar': bestFirst('the least g + w × h'),
    'bounded-astar': bestFirst('the least value of the bounding function'),
    'ara-star': bestFirst('the least g + w × h', { goal: 'if n is a goal: keep the path, make w smaller, go on' }),
    'nearest-goals': bestFirst('the least g', { goal: 'if n is a goal, return the path to n, and go on' }),
    'k-shortest-paths': bestFirst('the least g', { goal: 'if n is the goal: next, paths that leave this one' }),
    'pareto-paths': front,
    'disjoint-paths': bestFirst('the least g', { goal: 'if n is a goal: search once more, against this path' }),
    'flow-field': bestFirst('the least g', { goal: 'the next step from n is known', start: 'open ← { goals }' }),
    'jps': jumping,
    'jps-plus': { ...jumping, lines: jumping.lines.with(6, '        look up the next jump point m in the table') },
    'bfs': breadthFirst,
    'dfs': depthFirst,
    'bidirectional-dijkstra': bothEnds('with the least g of either side'),
    'bidirectional-astar': bothEnds('with the least f of the smaller side'),
    'nbs': bothEnds('of the pair with the least bound'),
    'bidirectional-bfs': bothEnds('that was opened first, of the smaller side'),
    'hierarchy': bothEnds('with the least g; edges only lead to nodes of higher rank'),
    'ida-star': deepening('threshold', 'f = g + h', 'h(start)'),
    'id-dfs': deepening('depth', 'the number of edges', '0'),
    'theta-star': anyAngle(false),
    'lazy-theta-star': anyAngle(true),
    'lpa-star': repairing('start', 'goal'),
    'd-star-lite': repairing('goal', 'start'),
    'recorded': {
        lines: ['for each event of the file:', '    show what became of its node', 'show the solution'],
        on: { expanded: 2, opened: 2, improved: 2, reopened: 2, changed: 2, forgotten: 2, found: 3, exhausted: 3 },
    },
    'lss-lrta-star': {
        lines: [
            'until the agent stands on a goal:',
            '    look ahead with A*, for a few expansions',
            '        open the successors of each node that is expanded',
            '    raise the estimates that turned out too low',
            '    move along the path to the best open node',
        ],
        on: { expanded: 2, opened: 3, improved: 3, reopened: 3, changed: 4, forgotten: 4, found: 1, exhausted: 1 },
    },
};

/** The lines of an algorithm, and the number of the line for each kind of event, starting at 1. */
export const codeOf = algorithm => CODE[algorithm] ?? CODE.astar;
