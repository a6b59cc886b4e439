// The mark on a node of a map or a graph whose estimate was too high: a ring, and the estimate in words.
import { short } from './view.js';

/** Draws a ring around a point of a canvas, or of a file of that size, with the estimate and the truth beside it. */
export function drawLie(context, [x, y], radius, { estimate, truth }, { colours, canvas }) {
    const { clientWidth, clientHeight } = canvas;
    if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) return;
    const size = Math.max(radius, 7) + 3;
    context.beginPath();
    context.arc(x, y, size, 0, 7);
    context.lineWidth = 5;
    context.strokeStyle = colours.halo;
    context.stroke();
    context.lineWidth = 3;
    context.strokeStyle = colours.lie;
    context.stroke();
    const text = `h ${short(estimate)}, true cost ${short(truth)}`;
    context.font = '600 12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    const wide = context.measureText(text).width + 12;
    // Beside the ring, on the side with room, and always inside the picture.
    const beside = x + size + 5 + wide < clientWidth ? x + size + 5 : x - size - 5 - wide;
    const left = Math.min(Math.max(beside, 4), Math.max(clientWidth - wide - 4, 4));
    const below = beside < 0 || left !== beside ? size + 14 : 0;
    const middle = Math.min(Math.max(y + below, 14), clientHeight - 14);
    context.fillStyle = colours.halo;
    context.strokeStyle = colours.lie;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(left, middle - 10, wide, 20, 5);
    context.fill();
    context.stroke();
    context.fillStyle = colours.ink;
    context.fillText(text, left + 6, middle + 0.5);
}
