// The Pareto front of a search with two costs, as a plot: a dot for each path, and the area that these paths dominate.
import { pathColour } from './picture/colours.js';
import { prepare, short } from './picture/view.js';

/** The names of the second cost in the list of paths, which shows the edges anyway, and at its axis. */
const SECOND = { length: ['length', 'length as drawn'], edges: ['', 'number of edges'] };
const FONT = '11px system-ui, sans-serif';

/** The positions of the dots that were drawn last. */
let dots = [];

/** The front of a view, or `null` if its search has only one cost. */
export function frontOf({ front }) {
    if (!front) return null;
    const [unit, axis] = SECOND[front.second] ?? [front.second, front.second];
    const points = [];
    for (let i = 0; i < front.points.length; i += 2) points.push([front.points[i], front.points[i + 1]]);
    return { points, unit, axis, isComplete: front.is_complete };
}

/** About `count` round numbers between two others. */
function ticks(from, to, count) {
    const rough = (to - from) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find(factor => factor * power >= rough) * power;
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.max(Math.floor(to / step) - first + 1, 0) }, (_, i) => (first + i) * step);
}

/** The range of an axis: slightly larger than that of the values. */
function range(values) {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const margin = (most - least) * 0.12 || Math.max(Math.abs(most) * 0.1, 1);
    return [Math.max(least - margin, 0), most + margin];
}

/** Draws the front; the dot of the `pointed` path is larger and labelled with its costs. */
export function drawFront(canvas, { points, axis, isComplete }, colours, pointed) {
    const context = prepare(canvas);
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    canvas.setAttribute('aria-label', `Pareto front of ${points.length} paths: ${axis} over cost. `
        + points.slice(0, 20).map(([cost, second]) => `${short(cost)}, ${short(second)}`).join('; '));
    context.font = FONT;
    const [xs, ys] = [0, 1].map(at => range(points.map(point => point[at])));
    const yTicks = ticks(...ys, 4);
    const room = Math.max(...yTicks.map(tick => context.measureText(short(tick)).width), 8);
    const [left, right, top, bottom] = [room + 8, wide - 6, 20, high - 32];
    if (right - left < 40 || bottom - top < 40) return;
    const x = value => left + (value - xs[0]) / (xs[1] - xs[0]) * (right - left);
    const y = value => bottom - (value - ys[0]) / (ys[1] - ys[0]) * (bottom - top);
    drawAxes(context, { left, right, top, bottom, wide, high }, { x, y, xs, yTicks }, axis, colours);

    // The staircase: everything above it and to its right is dominated.
    const stairs = points.flatMap(([cost, second], i) => (
        [[x(cost), i ? y(points[i - 1][1]) : top], [x(cost), y(second)]]));
    stairs.push([right, y(points.at(-1)[1])]);
    context.beginPath();
    stairs.forEach(place => context.lineTo(...place));
    context.strokeStyle = colours.tree;
    context.lineWidth = 1.5;
    context.stroke();
    context.lineTo(right, top);
    context.globalAlpha = 0.22;
    context.fillStyle = colours.band;
    context.fill();
    context.globalAlpha = 1;

    dots = points.map(([cost, second]) => [x(cost), y(second)]);
    const radius = points.length > 40 ? 3 : 4.5;
    const draw = (i, size) => {
        context.beginPath();
        context.arc(...dots[i], size, 0, 7);
        context.fillStyle = pathColour(i);
        context.fill();
        context.strokeStyle = colours.ink;
        context.lineWidth = 1.2;
        context.stroke();
    };
    dots.forEach((_, i) => draw(i, radius));
    context.fillStyle = colours.ink;
    context.textBaseline = 'alphabetic';
    context.textAlign = 'right';
    if (points[pointed]) {
        draw(pointed, radius + 2.5);
        context.fillStyle = colours.ink;
        context.font = `600 ${FONT}`;
        context.fillText(points[pointed].map(short).join(' / '), right, top - 6);
    } else if (!isComplete) {
        context.fillText('more may follow', right, top - 6);
    }
}

function drawAxes(context, { left, right, top, bottom, wide, high }, { x, y, xs, yTicks }, axis, colours) {
    const xTicks = ticks(...xs, Math.max(Math.floor((right - left) / 70), 2));
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.beginPath();
    for (const tick of xTicks) {
        context.moveTo(Math.round(x(tick)) + 0.5, top);
        context.lineTo(Math.round(x(tick)) + 0.5, bottom);
    }
    for (const tick of yTicks) {
        context.moveTo(left, Math.round(y(tick)) + 0.5);
        context.lineTo(right, Math.round(y(tick)) + 0.5);
    }
    context.stroke();
    context.strokeStyle = colours.faint;
    context.beginPath();
    context.moveTo(left + 0.5, top);
    context.lineTo(left + 0.5, bottom + 0.5);
    context.lineTo(right, bottom + 0.5);
    context.stroke();
    context.fillStyle = colours.ink;
    context.textBaseline = 'top';
    context.textAlign = 'center';
    for (const tick of xTicks) {
        const half = context.measureText(short(tick)).width / 2;
        context.fillText(short(tick), Math.min(x(tick), wide - half), bottom + 4);
    }
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    for (const tick of yTicks) context.fillText(short(tick), left - 4, y(tick));
    context.textBaseline = 'alphabetic';
    context.fillText('cost: sum of the weights →', right, high - 3);
    context.textAlign = 'left';
    context.fillText(`↑ ${axis}`, 2, top - 6);
}

/** The path whose dot is at a point of the plot, or -1. */
export function hitFront(px, py) {
    let [best, least] = [-1, 14];
    dots.forEach(([x, y], i) => {
        const distance = Math.hypot(px - x, py - y);
        if (distance < least) [best, least] = [i, distance];
    });
    return best;
}
