// Edits of a graph: adding and removing nodes and edges, and making edges lead one way or both. An edge is identified
// by its position in the list. In a graph with one-way edges, one in both directions is two edges of the same weight.

/** The edge that leads back with the same weight, or -1; each of several equal edges has a different one. */
function backOf({ directed, edges }, edge) {
    if (!directed) return -1;
    const [from, to, weight] = edges[edge];
    const alike = (a, b) => edges.flatMap(([f, t, w], i) => (f === a && t === b && w === weight ? [i] : []));
    return alike(to, from)[alike(from, to).indexOf(edge)] ?? -1;
}

/** How each edge is drawn: 0 one way, 1 both ways, 2 not at all, since the one that leads back is drawn. */
export function waysOf({ directed, edges }) {
    const ways = new Uint8Array(edges.length).fill(directed ? 0 : 1);
    if (!directed) return ways;
    const waiting = new Map();
    edges.forEach(([from, to, weight], edge) => {
        const back = waiting.get(`${to} ${from} ${weight}`)?.shift();
        if (back !== undefined) return [ways[back], ways[edge]] = [1, 2];
        const key = `${from} ${to} ${weight}`;
        if (waiting.has(key)) waiting.get(key).push(edge);
        else waiting.set(key, [edge]);
    });
    return ways;
}

/** `both`, `forth` from the first end to the second, or `back`. */
export function wayOf(world, edge) {
    return !world.directed || backOf(world, edge) >= 0 ? 'both' : 'forth';
}

/** Makes all edges lead only from their first end to their second, or all of them both ways. */
export function setOneWay(world, oneWay) {
    if (!oneWay) {
        const ways = waysOf(world);
        world.edges = world.edges.filter((_, edge) => ways[edge] !== 2);
    }
    world.directed = oneWay;
}

/** Lets one edge lead `both` ways, `forth` or `back`; all others are unchanged. Returns the edge. */
export function setWay(world, edge, way) {
    const wanted = world.edges[edge];
    if (!world.directed) {
        if (way === 'both') return edge;
        world.edges = world.edges.flatMap(other => (
            other === wanted ? [other] : [other, [other[1], other[0], other[2]]]));
        world.directed = true;
    } else {
        const back = backOf(world, edge);
        if (back >= 0 && way !== 'both') world.edges.splice(back, 1);
        if (back < 0 && way === 'both') world.edges.push([wanted[1], wanted[0], wanted[2]]);
    }
    if (way === 'back') wanted.splice(0, 2, wanted[1], wanted[0]);
    return world.edges.indexOf(wanted);
}

export function setWeight(world, edge, weight) {
    const back = backOf(world, edge);
    for (const each of [edge, back]) if (each >= 0) world.edges[each][2] = weight;
}

/** Removes the list of names if all of them are empty. */
function dropEmptyNames(world) {
    if (world.names?.every(name => !name)) delete world.names;
}

/** Adds a node and returns its number. */
export function addNode(world, place) {
    world.nodes.push(place);
    if (world.names) world.names.push('');
    return world.nodes.length - 1;
}

/** The first edge from one node to another, in an undirected graph in either direction; -1 if there is none. */
export function edgeBetween({ edges, directed }, from, to) {
    return edges.findIndex(([f, t]) => (f === from && t === to) || (!directed && f === to && t === from));
}

/** Adds an edge whose weight is in the usual proportion to its length. Returns its number. */
export function addEdge(world, from, to) {
    const { nodes, edges } = world;
    const length = (a, b) => Math.hypot(nodes[a][0] - nodes[b][0], nodes[a][1] - nodes[b][1]);
    const rates = edges.map(([a, b, weight]) => weight / length(a, b)).filter(Number.isFinite).sort((a, b) => a - b);
    const weight = length(from, to) * (rates[rates.length >> 1] ?? 1);
    const isWhole = edges.every(edge => Number.isInteger(edge[2]));
    edges.push([from, to, isWhole ? Math.max(1, Math.round(weight)) : Math.round(weight * 10) / 10]);
    return edges.length - 1;
}

export function removeEdge(world, edge) {
    const gone = [edge, backOf(world, edge)];
    world.edges = world.edges.filter((_, i) => !gone.includes(i));
}

/** Removes a node with its edges. Later nodes are renumbered; returns the function from old numbers to new ones. */
export function removeNode(world, node) {
    const moved = other => (other > node ? other - 1 : other);
    world.nodes.splice(node, 1);
    world.names?.splice(node, 1);
    dropEmptyNames(world);
    world.edges = world.edges.filter(([from, to]) => from !== node && to !== node)
        .map(([from, to, weight]) => [moved(from), moved(to), weight]);
    world.start = moved(world.start);
    world.goals = world.goals.filter(goal => goal !== node).map(moved);
    return moved;
}

export function setName(world, node, name) {
    world.names ??= world.nodes.map(() => '');
    world.names[node] = name;
    dropEmptyNames(world);
}
