// The ends of the searches: the node where each begins and those where it may end. Only this module reads and writes
// them. A scene has one start and its goals in its world, for all searches; a search whose agent was sent elsewhere has
// its own start or goal instead. At least one search always uses those of the world, so that they can be seen.

/** The number of a node, which a map's world holds as column and row. On a mesh, an end is a point. */
const numberOf = ({ kind, width }, end) => (kind === 'grid' ? end[1] * width + end[0] : end);
const endOf = ({ kind, width }, node) => (kind === 'grid' ? [node % width, Math.floor(node / width)] : node);

/** The node where a search begins. */
export function startOf({ world, searches }, run) { return searches[run].start ?? numberOf(world, world.start); }

/** The nodes where a search may end. */
export function goalsOf({ world, searches }, run) {
    const { goal } = searches[run];
    return goal === undefined ? world.goals.map(end => numberOf(world, end)) : [goal];
}

/** Whether a node is the start or a goal of any search. */
export function isEnd(scene, node) {
    return scene.searches.some((_, run) => startOf(scene, run) === node || goalsOf(scene, run).includes(node));
}

export function moveStart(scene, run, node) {
    const search = scene.searches[run];
    if (search.start === undefined) scene.world.start = endOf(scene.world, node);
    else search.start = node;
}

/** Moves one of the goals, given by its place in the list of `goalsOf`. */
export function moveGoal(scene, run, index, node) {
    const search = scene.searches[run];
    if (search.goal === undefined) scene.world.goals[index] = endOf(scene.world, node);
    else search.goal = node;
}

/** Adds a goal. A search has at most one goal of its own, which is moved. Returns the place in the list. */
export function addGoal(scene, run, node) {
    if (scene.searches[run].goal === undefined) return scene.world.goals.push(endOf(scene.world, node)) - 1;
    moveGoal(scene, run, 0, node);
    return 0;
}

/** Whether a search would have no goal without the one that it has. */
export function hasOneGoal({ world, searches }, run) {
    return searches[run].goal === undefined && world.goals.length === 1;
}

/** Removes a goal. A search without a goal of its own has those of the world. */
export function removeGoal(scene, run, index) {
    if (scene.searches[run].goal !== undefined) delete scene.searches[run].goal;
    else scene.world.goals.splice(index, 1);
}

/** Gives one search its own start and goal. */
export function setEnds(scene, run, start, goal) {
    Object.assign(scene.searches[run], { start, goal });
    tidy(scene);
}

/** Lets all searches have the ends of the world. */
export function forgetEnds(searches) {
    return searches.map(({ start: _, goal: __, ...search }) => search);
}

/** Another choice of a search, with the ends of the previous one. */
export function withEnds({ start, goal }, search) { return { ...search, start, goal }; }

/** If no search has the start or the goals of the world, those of the first search take their place. */
export function tidy({ world, searches }) {
    if (world.kind === 'puzzle' || world.kind === 'mesh') return;
    const [first] = searches;
    if (searches.every(({ start }) => start !== undefined)) {
        world.start = endOf(world, first.start);
        delete first.start;
    }
    if (searches.every(({ goal }) => goal !== undefined)) {
        world.goals = [endOf(world, first.goal)];
        delete first.goal;
    }
    const [start, goal] = [numberOf(world, world.start), numberOf(world, world.goals[0])];
    for (const search of searches) {
        if (search.start === start) delete search.start;
        if (world.goals.length === 1 && search.goal === goal) delete search.goal;
    }
}

/** After the node `gone` was removed: `moved` returns the new number of another node. */
export function renumber({ searches }, gone, moved) {
    for (const search of searches) {
        for (const end of ['start', 'goal']) {
            if (search[end] === gone) delete search[end];
            else if (search[end] !== undefined) search[end] = moved(search[end]);
        }
    }
}
