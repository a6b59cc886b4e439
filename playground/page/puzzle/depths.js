// The number of boards that a search has stored at each depth.
import { fitting } from '../picture/view.js';

/** Draws a bar for each depth: closed boards, then open ones. `depths` holds both counts. */
export function drawDepths(context, [left, top, width, height], depths, colours) {
    context.font = '600 11px system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'top';
    context.fillStyle = colours.soft;
    context.fillText(fitting(context, ['Boards at each depth', 'Depths'], width), left, top);
    const deepest = depths.reduce((best, depth, i) => (depth && depth[0] + depth[1] > 0 ? i : best), 0);
    const rows = Math.max(deepest + 1, Math.floor((height - 18) / 24));
    const row = Math.min((height - 18) / rows, 18);
    const most = depths.reduce((best, depth) => Math.max(best, depth ? depth[0] + depth[1] : 0), 1);
    const [from, room] = [left + 22, width - 24];
    context.font = '10px system-ui, sans-serif';
    context.textBaseline = 'middle';
    const every = Math.ceil(11 / row);
    for (let g = 0; g < rows; g++) {
        const y = top + 18 + g * row;
        const [open, closed] = depths[g] ?? [0, 0];
        context.fillStyle = colours.soft;
        context.textAlign = 'right';
        if (g % every === 0) context.fillText(g, left + 16, y + row / 2);
        const [a, b] = [closed, open].map(count => (count ? Math.max(1, count / most * room) : 0));
        context.fillStyle = colours.band;
        context.fillRect(from, y + row * 0.1, a, row * 0.8);
        context.fillStyle = colours.state[1];
        context.fillRect(from + a, y + row * 0.1, b, row * 0.8);
    }
}
