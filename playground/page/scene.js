// The scene, which can be shared, saved and undone: first scenes, links that hold a scene, and undo and redo.
import { request } from './api.js';

/** The first scene of each mode. */
const FIRST = {
    grid: [{ what: 'terrain', width: 56, height: 52, seed: 42 }, ['astar', 'dijkstra']],
    puzzle: [{ what: 'puzzle', width: 3, height: 3, seed: 4 }, ['astar', 'greedy']],
    graph: [{ what: 'graph', nodes: 240, seed: 5 }, ['astar', 'dijkstra']],
    mesh: [{ what: 'hall', width: 64, height: 56, seed: 32 }, ['polyanya', 'string-pulling']],
};

export async function firstScene(kind) {
    const [parameters, algorithms] = FIRST[kind];
    const { world } = await request('generate', parameters);
    return { world, searches: algorithms.map(algorithm => ({ algorithm })) };
}

async function through(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The scene as the text of a link: its JSON, deflated, in base64url. */
export async function encode(scene) {
    const bytes = await through(new TextEncoder().encode(JSON.stringify(scene)), new CompressionStream('deflate-raw'));
    let text = '';
    for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes the content of a link, which need not be a scene. */
export async function decode(text) {
    const packed = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'))));
}

/** The approximate limit on the characters of the past scenes. */
const MOST = 4e7;

/** The scenes for undo and redo. They are kept as text, so that nothing can change them. */
export class History {
    past = [];
    future = [];

    /** Remembers `scene` before an edit. */
    push(scene) {
        const text = JSON.stringify(scene);
        if (this.past.at(-1) === text) return;
        this.past.push(text);
        // A long game of a puzzle is a few hundred short texts; a large map is one text of a few million characters.
        const most = Math.max(text.length < 2000 ? 2000 : Math.min(60, Math.floor(MOST / text.length)), 2);
        while (this.past.length > most) this.past.shift();
        this.future = [];
    }

    undo(scene) { return this.#move(this.past, this.future, scene); }
    redo(scene) { return this.#move(this.future, this.past, scene); }

    #move(from, to, scene) {
        const now = JSON.stringify(scene);
        while (from.length) {
            const text = from.pop();
            if (text === now) continue;
            to.push(now);
            return JSON.parse(text);
        }
        return null;
    }
}
