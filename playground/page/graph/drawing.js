// Drawing a graph: the tools for nodes and edges, and the line below the pictures that edits names, weights and
// directions.
import { renumber } from '../ends.js';
import {
    addEdge, addNode, edgeBetween, removeEdge, removeNode, setName, setOneWay, setWay, setWeight, wayOf,
} from './network.js';

const $ = id => document.getElementById(id);

/** Matches the parts that a name must not contain, because they have a special meaning in the text of a graph. */
const RESERVED = /[:()#]|--|->/;

export class Drawing {
    /** The item that is edited in the line below the pictures: `{ node }`, `{ edge }` or `null`. */
    item = null;
    /** The edge that is being drawn: its first node, and the point of the canvas that it has reached. */
    rubber = null;

    constructor(app) { this.app = app; }

    get #world() { return this.app.scene.world; }

    connect() {
        $('one-way').addEventListener('change', event => this.#edit(world => {
            setOneWay(world, event.target.checked);
            this.item = null;
        }));
        $('node-name').addEventListener('change', event => this.#rename(event.target.value.trim()));
        $('edge-weight').addEventListener('change', ({ target }) => {
            if (!target.reportValidity() || target.value === '') return this.show();
            this.#edit(world => setWeight(world, this.item.edge, target.valueAsNumber));
        });
        $('edge-way').addEventListener('change', event => this.#edit(world => {
            this.item = { edge: setWay(world, this.item.edge, event.target.value) };
        }));
        $('item').addEventListener('submit', event => event.preventDefault());
    }

    /** Clears the selection after the graph has been replaced. */
    forget() { this.item = this.rubber = null; }

    /** Shows the selected item and its properties. */
    show() {
        const world = this.#world;
        const { node, edge } = this.item ?? {};
        const hasNode = node !== undefined && node < world.nodes.length;
        const hasEdge = edge !== undefined && edge < world.edges.length;
        $('node-fields').hidden = !hasNode;
        $('edge-fields').hidden = !hasEdge;
        $('remove-item').hidden = !hasNode && !hasEdge;
        $('one-way').checked = Boolean(world.directed);
        const name = number => this.app.pictures[0].name(number);
        $('item-words').textContent = this.rubber ? `From ${name(this.rubber.from)}: press the other end of the edge.`
            : hasNode ? `${name(node).replace(/^./, letter => letter.toUpperCase())}:`
            : hasEdge ? `Edge ${this.#ends(name, edge).join(wayOf(world, edge) === 'both' ? ' – ' : ' → ')}:`
            : 'Press a node for its name, or an edge for its weight and direction.';
        if (hasNode) $('node-name').value = world.names?.[node] ?? '';
        if (!hasEdge) return;
        $('edge-weight').value = world.edges[edge][2];
        const [from, to] = this.#ends(name, edge);
        const ways = ['both ways', `to ${to}`, `to ${from}`];
        // An unchanged list is not replaced, since the user may be choosing from it.
        if ([...$('edge-way').options].map(({ text }) => text).join() !== ways.join()) {
            const values = ['both', 'forth', 'back'];
            $('edge-way').replaceChildren(...ways.map((text, i) => new Option(text, values[i])));
        }
        $('edge-way').value = wayOf(world, edge);
    }

    #ends(name, edge) { return this.#world.edges[edge].slice(0, 2).map(name); }

    #select(item) {
        this.item = item;
        this.rubber = null;
        this.show();
        this.app.redraw();
    }

    /** Changes the graph; the searches restart, and continue if they are playing. */
    #edit(change) {
        const { app } = this;
        app.remember();
        change(this.#world);
        app.networkEdited();
        this.show();
    }

    #rename(name) {
        const { app } = this;
        const world = this.#world;
        const other = (world.names ?? []).findIndex((known, node) => name && known === name && node !== this.item.node);
        if (other >= 0) {
            app.say(`Another node is already called ${name}: names must be unique.`);
        } else if (RESERVED.test(name)) {
            app.say('A name must not contain :, (, ), #, -- or ->, which have a meaning in the text of a graph.');
        } else {
            return this.#edit(() => setName(world, this.item.node, name));
        }
        this.show();
    }

    removeItem() { return this.#remove(this.item); }

    #remove(item) {
        if (!item) return null;
        const { app } = this;
        const world = this.#world;
        const { node, edge } = item;
        if (node === world.start) return app.say('The start cannot be removed: move it to another node first.');
        if (world.goals.length === 1 && node === world.goals[0]) {
            return app.say('There is always at least one goal: choose another one first.');
        }
        app.remember();
        app.agents.forget();
        if (edge !== undefined) removeEdge(world, edge);
        else {
            renumber(app.scene, node, removeNode(world, node));
            app.forgetNodes();
        }
        this.item = null;
        app.networkEdited();
        return this.show();
    }

    /** Lets the name be typed after a press with the tool for nodes, unless a keyboard on the screen would open. */
    nameIt(event) {
        if (event?.pointerType === 'touch') return;
        $('node-name').focus();
        $('node-name').select();
    }

    // The tools. `node` is the node below the pointer, or -1; the methods return whether they take the press.

    down(picture, tool, node, x, y) {
        const { app } = this;
        const { limits } = app.catalogue;
        const world = this.#world;
        const edge = node < 0 ? picture.hitEdge(app.viewport, x, y) : -1;
        if (tool === 'edge' && node >= 0) {
            if (this.rubber) this.#join(node);
            else this.#begin(picture, node, x, y);
            return true;
        }
        if (tool === 'remove') {
            if (node >= 0) this.#remove({ node });
            else if (edge >= 0) this.#remove({ edge });
            return node >= 0 || edge >= 0;
        }
        if (node >= 0) {
            this.#select({ node });
            return this.#grab(node);
        }
        // A drag that begins on an edge may still move the picture.
        if (tool !== 'node') return false;
        if (world.nodes.length >= limits.graph_nodes) return app.editor.refuse('That would be too many nodes.');
        app.remember();
        // The picture keeps its position, although the graph is larger.
        app.viewport.fitted = false;
        const place = picture.unplace(...app.viewport.world(x, y)).map(value => Math.round(value * 10) / 10);
        const added = addNode(world, place);
        app.networkEdited();
        this.#select({ node: added });
        app.editor.stroke = { kind: 'node', node: added, edges: [], isNew: true };
        return true;
    }

    /** Handles a press of a tool beside all nodes: a drag does nothing, anything else selects an edge or nothing. */
    missed(tool, { picture, from, moved }) {
        if (!moved) return this.tap(picture, ...from);
        this.#select(null);
        if (tool === 'edge') this.app.say('An edge begins at a node: drag from one node to another.');
    }

    /** Handles a press that no tool has taken: it selects an edge, or nothing. */
    tap(picture, x, y) {
        const edge = picture.hitEdge(this.app.viewport, x, y);
        this.#select(edge < 0 ? null : { edge });
    }

    /** Handles the keyboard: adds a node beside the one at the cursor, or presses the node there with another tool. */
    use(picture, tool, node) {
        const [x, y] = picture.centre(this.app.viewport, node);
        if (tool === 'node') this.down(picture, tool, -1, x + 60, y + 30);
        else this.down(picture, tool, node, x, y);
    }

    #begin(picture, from, x, y) {
        this.item = null;
        this.rubber = { from, to: [x, y] };
        this.app.editor.stroke = { kind: 'edge', picture };
        this.show();
        this.app.redraw();
    }

    /** Ends the edge that is being drawn at a node. If that edge exists already, it is selected. */
    #join(to) {
        const { app } = this;
        const world = this.#world;
        const { from } = this.rubber;
        this.rubber = null;
        const known = edgeBetween(world, from, to);
        if (from === to) {
            this.#select(null);
        } else if (known >= 0) {
            this.#select({ edge: known });
        } else if (world.edges.length >= app.catalogue.limits.graph_edges) {
            app.say('That would be too many edges.');
        } else {
            app.remember();
            const edge = addEdge(world, from, to);
            app.networkEdited();
            this.#select({ edge });
            // So that its weight can be typed immediately.
            $('edge-weight').focus();
            $('edge-weight').select();
        }
    }

    /** Follows the pointer while an edge is being drawn. */
    move(x, y) {
        this.rubber.to = [x, y];
        this.rubber.moved = true;
        this.app.redraw();
    }

    /** Handles the release: on another node, it ends the edge; on the node where it began, the next press will. */
    up({ picture }) {
        const { to: [x, y], from, moved } = this.rubber;
        const node = picture.hit(this.app.viewport, x, y);
        if (node >= 0 && node !== from) this.#join(node);
        else if (moved && node < 0) this.#select(null);
    }

    /** Begins to drag a node. */
    #grab(node) {
        const edges = this.#world.edges.filter(([from, to]) => from === node || to === node);
        this.app.editor.stroke = { kind: 'node', node, edges };
        return true;
    }

    /** Drags a node. The weights of its edges grow and shrink with their lengths. */
    drag(picture, x, y) {
        const { app } = this;
        const { stroke } = app.editor;
        const { nodes } = this.#world;
        const length = ([a, b]) => Math.hypot(nodes[a][0] - nodes[b][0], nodes[a][1] - nodes[b][1]);
        if (!stroke.moved) {
            app.remember();
            stroke.moved = true;
            stroke.rates = stroke.edges.map(edge => (
                [edge[2] / Math.max(length(edge), 1e-9), Number.isInteger(edge[2])]));
        }
        nodes[stroke.node] = picture.unplace(...app.viewport.world(x, y)).map(value => Math.round(value * 1e3) / 1e3);
        stroke.edges.forEach((edge, i) => {
            const [rate, isWhole] = stroke.rates[i];
            const weight = length(edge) * rate;
            edge[2] = isWhole ? Math.max(1, Math.ceil(weight)) : Math.round(weight * 1e4) / 1e4;
        });
        app.nodesMoved();
    }
}
