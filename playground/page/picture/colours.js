// The colours of the pictures: those of Okabe and Ito, which colour-blind people can distinguish. States differ in
// shade.

const hex = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
const mix = (a, b, share) => a.map((value, i) => Math.round(value + (b[i] - value) * share));
const css = ([r, g, b]) => `rgb(${r} ${g} ${b})`;
/** A pixel of `ImageData`, whose bytes are red, green, blue, alpha. */
const pixel = ([r, g, b]) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

/** The states of a node in a view; 0 is unseen. */
export const OPEN = 1, CLOSED = 2, OPEN_BEHIND = 3, CLOSED_BEHIND = 4, SCANNED = 5;

/** The colours of units, in order. */
export const UNITS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c6d1f', '#7a5ba6'];

/** The colour of one of several paths: the first one has the colour of a single path. */
export const pathColour = number => (number ? UNITS[(number - 1) % UNITS.length] : LIGHT.path);

const LIGHT = {
    floor: '#fdfcf9', wall: '#323d4a', sand: '#efe3c4', rock: '#8a7656', ink: '#15202b', faint: '#8a949e', soft: '#566370',
    line: '#d9dcdf', halo: '#ffffff', outside: '#ffffff', edge: '#b9c0c7', tree: '#20466b', blank: '#e4e8ec',
    states: [null, '#e69f00', '#a3d3f3', '#c8553d', '#dcb6d0', '#cfe8cf'], lie: '#b0178f', band: '#7fbbe6', bandBehind: '#cc98ba', over: 0.5,
    start: '#00805d', goal: '#c2410c', path: '#f7e03c', casing: '#15202b', current: '#15202b', tile: '#fffdf7',
    tileHome: '#d5ebf9',
};
const DARK = {
    floor: '#252d37', wall: '#8b96a1', sand: '#45422f', rock: '#8d7a4e', ink: '#eef2f6', faint: '#93a0ad', soft: '#9ba8b5',
    line: '#3a4551', halo: '#0e1217', outside: '#1b2129', edge: '#46525f', tree: '#bfe0f7', blank: '#161c23',
    states: [null, '#f0a818', '#3b86bd', '#de6a4a', '#8f5c7f', '#37523f'], lie: '#ff8ae2', band: '#2c6ea3', bandBehind: '#7a4b6b', over: 0.5,
    start: '#2fc498', goal: '#ff8552', path: '#f7e03c', casing: '#0a0d11', current: '#ffffff', tile: '#323d49',
    tileHome: '#264a63',
};

/** All colours for a light or a dark page: CSS colours by name, and `cells[cost][state][band]` as pixels. */
export function palette(dark) {
    const names = dark ? DARK : LIGHT;
    const colours = { ...names, dark };
    const [floor, sand, rock] = [names.floor, names.sand, names.rock].map(hex);
    const ground = cost => (cost <= 1 ? floor : mix(sand, rock, (cost - 2) / 7));
    const bands = [null, null, names.band, null, names.bandBehind];
    colours.terrain = Array.from({ length: 10 }, (_, cost) => css(ground(cost)));
    colours.wallPixel = pixel(hex(names.wall));
    colours.cells = colours.terrain.map((_, cost) => names.states.map((state, i) => {
        if (!state) return [pixel(ground(cost)), pixel(ground(cost))];
        const over = shade => pixel(mix(ground(cost), hex(shade), cost <= 1 ? 1 : names.over));
        return [over(state), over(bands[i] ?? state)];
    }));
    colours.state = names.states.map(state => state ?? names.floor);
    return colours;
}
