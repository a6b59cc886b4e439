// Small pictures of the worlds that the library generates, drawn as the page draws its pictures.
import { request } from './api.js';
import { GraphPicture } from './picture/graph.js';
import { GridPicture } from './picture/grid.js';
import { MeshPicture } from './picture/mesh.js';
import { PuzzlePicture } from './picture/puzzle.js';
import { prepare, Viewport } from './picture/view.js';

/** The seed and the sizes of the worlds in the pictures. */
const SIZES = { seed: 2, width: 26, height: 18, nodes: 16 };
const worlds = new Map();

async function generated(kind, what) {
    const { seed, width, height, nodes } = SIZES;
    const sizes = { graph: { nodes }, puzzle: { width: 3, height: 3 }, mesh: { width: 42, height: 30 } }[kind]
        ?? { width, height };
    if (what === 'map') sizes.world = await generated('grid', 'cave');
    const { world } = await request('generate', { what, seed, ...sizes });
    return world;
}

/** Draws a generated world on a canvas that is on the page. */
export async function drawThumbnail(canvas, kind, what, colours) {
    const key = `${kind} ${what}`;
    if (!worlds.has(key)) worlds.set(key, await generated(kind, what));
    const world = worlds.get(key);
    const pictures = { grid: GridPicture, graph: GraphPicture, puzzle: PuzzlePicture, mesh: MeshPicture };
    const picture = new pictures[kind](canvas);
    picture.setWorld(world);
    picture.setColours(colours);
    if (kind === 'puzzle') {
        const cell = Math.floor((canvas.clientHeight - 6) / 3);
        return picture.drawBoard(prepare(canvas), world.tiles, (canvas.clientWidth - 3 * cell) / 2, 3, cell);
    }
    const viewport = new Viewport();
    viewport.fit(canvas, ...picture.bounds(), 2);
    const ends = kind !== 'grid' ? { start: world.start, goals: world.goals } : {
        start: world.start[1] * world.width + world.start[0],
        goals: world.goals.map(([x, y]) => y * world.width + x),
    };
    picture.draw(viewport, { ...ends, numbers: false, tree: false, hover: -1, cursor: -1, path: -1, units: null });
}
