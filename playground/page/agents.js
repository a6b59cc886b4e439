// Agents, one for each search. Each walks along the path of its search, and continues when the world changes. Where
// they are is no part of the scene.
import { goalsOf, isEnd, setEnds, startOf } from './ends.js';
import { UNITS } from './picture/colours.js';

/** Edges per second, on maps and on graphs. */
const PACE = { grid: 7, graph: 1.2 };
const WAITS = 'waits', WALKS = 'walks', ARRIVED = 'has arrived', STUCK = 'has no path';

const hasArrived = ({ state }) => state === ARRIVED;

export class Agents {
    /** Whether they are walking or waiting for a path. */
    walking = false;
    /** The data of each agent: its path, its position on it, and the work of its searches. */
    #list = [];
    #turn = 0;

    /** `app` has the scene and the session; `onchange(walking)` is called when they start or stop walking. */
    constructor(app, onchange) {
        this.app = app;
        this.onchange = onchange;
    }

    /** Starts all of them walking from their positions, or from their starts after all have arrived. */
    async walk() {
        if (this.#list.length && this.#list.every(agent => hasArrived(agent))) {
            const moved = this.#list.some(({ isMoved }) => isMoved);
            this.forget();
            if (moved) await this.app.restart();
        }
        this.#begin();
    }

    /** Lets all walk that have not arrived. */
    #begin() {
        const { app } = this;
        const turn = ++this.#turn;
        this.walking = true;
        this.onchange(true);
        app.scene.searches.forEach((_, i) => {
            this.#list[i] ??= { path: [], at: 0, work: [] };
            if (!hasArrived(this.#list[i])) this.#list[i].state = WAITS;
        });
        let then = performance.now();
        const frame = now => {
            if (turn !== this.#turn) return;
            const passed = Math.min(now - then, 100) / 1000 * PACE[app.kind];
            then = now;
            if (app.isBusy) this.#list.forEach(agent => { if (!hasArrived(agent)) agent.state = WAITS; });
            else if (app.session.ended) this.#list.forEach((agent, i) => this.#move(agent, i, passed));
            else if (!app.player.playing) app.player.runToEnd();
            app.redraw();
            if (this.#list.some(({ state }) => state === WAITS || state === WALKS)) requestAnimationFrame(frame);
            else this.stop();
        };
        requestAnimationFrame(frame);
    }

    /** Stops them at their positions. */
    stop() {
        if (!this.walking) return;
        this.#turn++;
        this.walking = false;
        this.onchange(false);
    }

    /** Forgets all walks after the world or the searches have been replaced. */
    forget() {
        this.stop();
        this.#list = [];
        this.app.panels.forEach(panel => panel.showWork(''));
    }

    /** Forgets the walk of an agent whose search has been replaced, if it has arrived. */
    forgetArrived(i) {
        if (this.#list[i] && hasArrived(this.#list[i])) this.#forgetOne(i);
    }

    /** Forgets the walk of an agent. If the agents are walking, it begins again. */
    #forgetOne(i) {
        this.#list[i] = { path: [], at: 0, work: [], state: this.walking ? WAITS : undefined };
        this.app.panels[i].showWork('');
    }

    /** Forgets the walks of those whose start has been moved, and of those that have arrived at another goal. */
    #forgetMoved() {
        const { scene } = this.app;
        this.#list.forEach((agent, i) => {
            const isElsewhere = agent.start !== startOf(scene, i)
                || (hasArrived(agent) && !goalsOf(scene, i).includes(agent.path.at(-1)));
            if (agent.path.length && isElsewhere) this.#forgetOne(i);
        });
    }

    #move(agent, i, passed) {
        const run = this.app.session.runs[i];
        if (agent.state === WAITS) {
            this.#enter(agent, i, run);
            if (!run.path.length) agent.state = STUCK;
        }
        if (agent.state !== WALKS) return;
        agent.at = Math.min(agent.at + passed, agent.path.length - 1);
        if (agent.at === agent.path.length - 1) agent.state = ARRIVED;
    }

    /** Gives an agent a new path, and shows the work of finding it. */
    #enter(agent, i, run) {
        const { expanded } = run.stats;
        const isRepair = agent.before !== undefined && expanded >= agent.before && this.#replans(i);
        const work = isRepair ? `repaired with ${expanded - agent.before}` : `searched with ${expanded}`;
        agent.work.push(work);
        agent.before = undefined;
        const more = agent.work.length > 4 ? [`… (${agent.work.length - 3} more)`] : [];
        const words = [...(more.length ? agent.work.slice(0, 1) : []), ...more, ...agent.work.slice(more.length ? -2 : 0)];
        this.app.panels[i].showWork(`Expansions on the way: ${words.join(', ')}.`);
        if (!run.path.length) return;
        const from = agent.path.length ? agent.path[Math.floor(agent.at)] : run.path[0];
        // The agent is on its way to the first node of the new path, or stands there.
        const isBetween = from !== run.path[0];
        agent.start = startOf(this.app.scene, i);
        agent.path = isBetween ? [from, ...run.path] : run.path;
        agent.at = isBetween ? agent.at % 1 : 0;
        agent.state = WALKS;
    }

    #replans(i) {
        const { app } = this;
        return app.algorithm(app.scene.searches[i]).replans;
    }

    /** The node that an agent is at or about to reach, or `null` if it has not left its start. */
    #place(i) {
        const agent = this.#list[i];
        if (!agent?.path.length) return null;
        const next = agent.path[Math.ceil(agent.at)];
        return this.app.isWall(next) ? agent.path[Math.floor(agent.at)] : next;
    }

    /** Whether an agent stands on a node, is about to reach it, or has it as start or goal. */
    isAt(node) {
        return this.#list.some((_, i) => this.#place(i) === node) || isEnd(this.app.scene, node);
    }

    /**
     * Called before the world changes: agents that are walking will need another path. Returns the node where each
     * search has to begin, or `null` for the start of its run.
     */
    halt() {
        this.#forgetMoved();
        return this.app.scene.searches.map((_, i) => {
            const agent = this.#list[i];
            if (!agent) return null;
            agent.before ??= this.app.session.runs[i]?.stats.expanded;
            if (hasArrived(agent)) return agent.isMoved ? startOf(this.app.scene, i) : null;
            if (this.walking) agent.state = WAITS;
            const place = this.#place(i);
            agent.isMoved ||= place !== null;
            return place;
        });
    }

    /** Called before all searches restart. Returns the scene, in which agents on their way start at their positions. */
    settle(scene) {
        if (!this.#list.length) return scene;
        const starts = this.halt();
        this.#list.forEach(agent => agent.before = undefined);
        const searches = scene.searches.map((search, i) => (
            starts[i] === null ? search : { ...search, start: starts[i] }));
        return { ...scene, searches };
    }

    /** Sends the agent of a search to a node from where it is. */
    send(i, goal) {
        const { app } = this;
        app.remember();
        setEnds(app.scene, i, this.#place(i) ?? startOf(app.scene, i), goal);
        const agent = this.#list[i];
        if (agent) Object.assign(agent, { state: WAITS, isMoved: false, start: startOf(app.scene, i) });
        app.edited();
        this.#begin();
    }

    /** Draws all agents on one picture; the one of the picture's own search is larger. */
    draw(context, picture, viewport, own) {
        const colours = picture.colours;
        const order = this.#list.map((_, i) => i).sort((a, b) => (a === own) - (b === own));
        for (const i of order) {
            const { path, at } = this.#list[i];
            if (!path.length) continue;
            const [[ax, ay], [bx, by]] = [path[Math.floor(at)], path[Math.ceil(at)]].map(node => (
                picture.centre(viewport, node)));
            const [x, y] = [ax + (bx - ax) * (at % 1), ay + (by - ay) * (at % 1)];
            const size = Math.max(Math.min(viewport.scale * 0.42, 15), 7) * (i === own ? 1.15 : 0.8);
            context.beginPath();
            context.arc(x, y, size, 0, 7);
            context.fillStyle = UNITS[i % UNITS.length];
            context.fill();
            context.lineWidth = 2;
            context.strokeStyle = colours.halo;
            context.stroke();
            context.fillStyle = '#fff';
            context.font = `600 ${Math.max(size, 8)}px system-ui, sans-serif`;
            context.textAlign = 'center';
            context.textBaseline = 'middle';
            context.fillText('ABCD'[i], x, y + size * 0.05);
        }
    }
}

/** Chooses a random start and goal for each search, among the nodes that can be reached from its start. */
export function chooseEnds(scene, cells) {
    const random = list => list[Math.floor(Math.random() * list.length)];
    const near = neighbours(scene.world, cells);
    const starts = scene.searches.map((_, i) => startOf(scene, i));
    starts.forEach((first, i) => {
        const nodes = reachable(first, near);
        const start = random(nodes);
        const others = nodes.filter(node => node !== start);
        setEnds(scene, i, start, others.length ? random(others) : start);
    });
}

/** Places all units of a map, or `count` if there are none, at random among the cells that its start can reach. */
export function chooseUnits({ world }, cells, count) {
    const places = reachable(world.start[1] * world.width + world.start[0], neighbours(world, cells));
    for (let i = places.length - 1; i > 0; i--) {
        const other = Math.floor(Math.random() * (i + 1));
        [places[i], places[other]] = [places[other], places[i]];
    }
    const most = Math.min(world.units?.length || count, Math.floor(places.length / 2));
    const cell = place => [place % world.width, Math.floor(place / world.width)];
    world.units = Array.from({ length: most }, (_, i) => {
        const [start, goal] = places.slice(2 * i, 2 * i + 2).map(cell);
        // The algorithm of the unit stays the same.
        return { ...world.units?.[i], start, goal };
    });
}

/** All nodes that can be reached from a node. */
function reachable(first, near) {
    const reached = new Set([first]);
    // The iteration over a set includes the elements that are added during it.
    for (const node of reached) near(node).forEach(other => reached.add(other));
    return [...reached];
}

function neighbours(world, cells) {
    if (world.kind === 'grid') {
        const { width, height } = world;
        return cell => [[0, -1], [1, 0], [0, 1], [-1, 0]].flatMap(([dx, dy]) => {
            const [x, y] = [cell % width + dx, Math.floor(cell / width) + dy];
            const inside = x >= 0 && y >= 0 && x < width && y < height;
            return inside && cells[y * width + x] !== '#' ? [y * width + x] : [];
        });
    }
    const to = world.nodes.map(() => []);
    for (const [from, node] of world.edges) {
        to[from].push(node);
        if (!world.directed) to[node].push(from);
    }
    return node => to[node];
}
