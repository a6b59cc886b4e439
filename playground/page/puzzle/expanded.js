// The list of expanded boards, newest first; pressing one moves to its step.
import { short } from '../picture/view.js';

const $ = id => document.getElementById(id);
/** The number of boards in the list, and the number added on each request for more. */
const MANY = 24;

export class Expanded {
    #shown = '';
    #count = MANY;
    #asking = false;

    constructor(app) { this.app = app; }

    connect() {
        const { app } = this;
        $('expanded').addEventListener('toggle', () => this.show());
        $('expanded-more').addEventListener('click', () => {
            this.#count += MANY;
            this.show();
        });
        $('expanded-list').addEventListener('click', event => {
            const step = event.target.closest('[data-step]')?.dataset.step;
            if (step !== undefined) app.player.to(Number(step));
        });
    }

    /** Requests the list if it is open and no earlier request is waiting. */
    async show() {
        const { app } = this;
        if (!$('expanded').open || this.#asking || app.session.id === null) return;
        const run = app.session.runs[app.selected];
        const key = [app.session.id, app.selected, run?.step, this.#count].join();
        if (!run || key === this.#shown) return;
        this.#asking = true;
        try {
            const picture = app.pictures[app.selected];
            const { nodes } = await app.session.expanded(app.selected, this.#count);
            this.#list(picture, nodes, run);
            this.#shown = key;
        } catch (error) {
            app.report(error);
        } finally {
            this.#asking = false;
        }
    }

    #list(picture, nodes, run) {
        const { width, height } = picture.world;
        const cell = Math.floor(40 / Math.max(width, height));
        const ratio = window.devicePixelRatio || 1;
        const rows = nodes.map(({ step, g, h, board }) => {
            const canvas = document.createElement('canvas');
            const [wide, high] = [cell * width + 4, cell * height + 4];
            Object.assign(canvas, { width: wide * ratio, height: high * ratio });
            Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
            const context = canvas.getContext('2d');
            context.scale(ratio, ratio);
            if (board) picture.drawBoard(context, board, 2, 2, cell);
            const words = document.createElement('span');
            words.textContent = h === null ? `g ${short(g)}` : `${short(g)} + ${short(h)} = ${short(g + h)}`;
            const number = Object.assign(document.createElement('b'), { textContent: step });
            const button = Object.assign(document.createElement('button'), { title: `Go to step ${step}` });
            button.dataset.step = step;
            button.id = `expanded-${step}`;
            button.ariaLabel = `Step ${step}: ${board?.map(tile => tile || '_').join(' ') ?? ''}`;
            button.append(number, canvas, words);
            const item = document.createElement('li');
            item.append(button);
            return item;
        });
        $('expanded-count').textContent = nodes.length < run.stats.expanded
            ? `the last ${nodes.length} of ${run.stats.expanded}` : `all ${nodes.length}`;
        $('expanded-more').hidden = nodes.length < this.#count || nodes.length >= run.stats.expanded;
        $('expanded-list').replaceChildren(...rows);
    }
}
