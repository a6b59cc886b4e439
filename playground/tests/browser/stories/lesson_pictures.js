// Draws the pictures of the start page with the code that draws the page: for each lesson, its searches side by side
// after they have ended, as one SVG file with the colours of both themes. Returns the data of each entry of the page.
const load = path => import(new URL(path, document.baseURI));
const [{ LESSONS, sceneOf }, { Session }, { SvgContext }, { palette }, { Viewport }, { goalsOf, startOf }, ...kinds]
    = await Promise.all(['lessons.js', 'session.js', 'picture/svg.js', 'picture/colours.js', 'picture/view.js',
        'ends.js', 'picture/grid.js', 'picture/puzzle.js', 'picture/graph.js', 'picture/mesh.js'].map(load));
const PICTURES = { grid: kinds[0].GridPicture, puzzle: kinds[1].PuzzlePicture, graph: kinds[2].GraphPicture,
    mesh: kinds[3].MeshPicture };
const WIDTH = 640, HEIGHT = 240, GAP = 12;
/** The height of a picture of a puzzle: its upper half has the board and the chart, its lower one no tree here. */
const BOARD = 430;

/** A canvas of a size that is not on the page. */
function canvasOf(clientWidth, clientHeight) {
    return Object.defineProperties(document.createElement('canvas'),
        { clientWidth: { value: clientWidth }, clientHeight: { value: clientHeight } });
}

/** Runs a lesson to its end. Returns its pictures and the sentence that it then says. */
async function play(lesson) {
    const scene = await sceneOf(lesson);
    const { world, searches } = scene;
    const wide = Math.floor((WIDTH - GAP * (searches.length - 1)) / searches.length);
    const high = world.kind === 'puzzle' ? BOARD : HEIGHT;
    const pictures = searches.map(() => new PICTURES[world.kind](canvasOf(wide, high)));
    pictures.forEach(picture => {
        picture.setWorld(world);
        picture.setColours(palette(false));
    });
    const session = new Session();
    session.onviews = views => views.forEach((view, i) => pictures[i].apply(view));
    const end = async () => {
        while (!session.ended) await session.seek(session.step + 100_000);
        await session.flush();
    };
    await session.start(scene);
    await end();
    const before = session.runs[0].stats.expanded;
    if (lesson.closes) {
        const [x, y] = lesson.closes.cell;
        pictures.forEach(picture => picture.setCell(y * world.width + x, '#'));
        await session.change([[y * world.width + x, '#']], []);
        await end();
    }
    // The solved board would be the same in all pictures.
    pictures.forEach(picture => picture.shown = world.tiles);
    return { scene, pictures, wide, said: lesson.said(session.runs, before) };
}

function draw({ scene, pictures, wide }, isDark) {
    const context = new SvgContext(WIDTH, HEIGHT);
    pictures.forEach((picture, i) => {
        picture.setColours(palette(isDark));
        const viewport = new Viewport();
        viewport.fit(picture.canvas, ...picture.bounds());
        const ends = scene.world.kind === 'puzzle' ? {} : { start: startOf(scene, i), goals: goalsOf(scene, i) };
        context.save();
        context.translate(i * (wide + GAP), 0);
        const options = { numbers: false, marks: '', hover: -1, cursor: -1, path: -1, units: null, item: null };
        picture.draw(viewport, { ...options, ...ends, tree: false }, context);
        context.restore();
    });
    return String(context);
}

/** One file for both themes: a class for each pair of colours. */
function merge(light, dark) {
    const COLOUR = /(fill|stroke)="(#[0-9a-f]{6})"/g;
    const shapes = text => text.replaceAll(COLOUR, '$1');
    if (shapes(light) !== shapes(dark)) throw new Error('the themes differ in more than their colours');
    const others = dark.matchAll(COLOUR);
    const classes = new Map();
    const body = light.replaceAll(/ ?(fill|stroke)="(#[0-9a-f]{6})"/g, (_, name, colour) => {
        const rule = `${name}:light-dark(${colour},${others.next().value[2]})`;
        if (!classes.has(rule)) classes.set(rule, `c${classes.size}`);
        return ` class="${classes.get(rule)}"`;
    });
    const rules = [...classes].map(([rule, name]) => `.${name}{${rule}}`);
    return body.replace('>\n', `>\n<style>:root{color-scheme:light dark}${rules.join('')}</style>\n`);
}

const names = Object.fromEntries(Object.values(playground.catalogue.worlds)
    .flatMap(({ algorithms }) => algorithms.map(({ id, name }) => [id, name])));
const places = { grid: 'a map', puzzle: 'a sliding-tile puzzle', graph: 'a graph', mesh: 'a mesh' };
const entries = [];
for (const lesson of LESSONS) {
    const played = await play(lesson);
    const { searches, world } = played.scene;
    const algorithms = [...new Set(searches.map(({ algorithm }) => names[algorithm]))];
    entries.push({
        title: lesson.title, said: played.said, alt: `${algorithms.join(' and ')} on ${places[world.kind]}`,
        svg: merge(draw(played, false), draw(played, true)),
    });
}
return entries;
