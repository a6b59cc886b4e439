// The dialog for board and goal: boards to choose from, boards to type, and the usual goals.
import { request } from '../api.js';
import { blankFirst, blankLast, isSolvable, random, same, write } from './boards.js';

const $ = id => document.getElementById(id);

/** The boards to choose from: the tiles, a description, and whether they are meant for the goal with the gap last. */
const GALLERY = [
    ['120483765', 'a given board'], ['208135467', 'a given board'], ['704851632', 'a given board'],
    ['536407182', 'a given board'], ['638541720', 'a given board'],
    ['867254301', 'hardest: 31 moves', true], ['647850321', 'hardest: 31 moves', true],
    ['123456870', 'cannot be solved', true],
];

const GOALS = { last: blankLast, first: blankFirst };

/** Returns which of the usual goals a goal is. */
const kindOf = goal => Object.keys(GOALS).find(kind => same(goal, GOALS[kind](goal.length))) ?? 'other';

export class BoardDialog {
    constructor(app) { this.app = app; }

    connect(click) {
        click('type-board', () => this.app.kind === 'puzzle' && this.open());
        $('board-dialog').querySelector('form').addEventListener('submit', async event => {
            if (event.submitter?.value !== 'ok') return;
            event.preventDefault();
            try {
                const world = await this.#read();
                $('board-dialog').close();
                await this.app.setWorld(world);
            } catch (error) {
                $('board-error').textContent = error.message;
            }
        });
        for (const kind of Object.keys(GOALS)) {
            click(`goal-${kind}`, event => {
                event.preventDefault();
                const { width, tiles } = this.app.scene.world;
                $('goal-text').value = write(GOALS[kind](tiles.length), width, '\n');
            });
        }
        $('goal').addEventListener('change', () => {
            const { app } = this;
            const { world } = app.scene;
            if ($('goal').value === 'other') {
                this.show();
                this.open();
                return $('goal-text').focus();
            }
            app.remember();
            world.goal = GOALS[$('goal').value](world.tiles.length);
            app.pictures.forEach(picture => picture.setWorld(world));
            app.edited({ keep: false });
        });
    }

    /** Shows the current goal. */
    show() { $('goal').value = kindOf(this.app.scene.world.goal); }

    open() {
        const { app } = this;
        const { tiles, goal, width } = app.scene.world;
        $('board-text').value = write(tiles, width, '\n');
        $('goal-text').value = write(goal, width, '\n');
        $('board-error').textContent = '';
        this.#showGallery();
        $('board-dialog').showModal();
        $('board-text').focus();
    }

    /** The board and the goal that were typed. */
    async #read() {
        const { world: old } = this.app.scene;
        const { world } = await request('parse', { format: 'board', text: $('board-text').value, world: old });
        const isSame = world.width === old.width && world.height === old.height;
        const goalText = $('goal-text').value;
        if (!isSame && goalText === write(old.goal, old.width, '\n')) {
            const kind = kindOf(old.goal);
            return { ...world, goal: (GOALS[kind] ?? blankLast)(world.tiles.length) };
        }
        const typed = await request('parse', { format: 'board', text: goalText, world }).catch(error => {
            throw new Error(`The goal: ${error.message}`);
        });
        const { width, height, tiles: goal } = typed.world;
        if (width !== world.width || height !== world.height) {
            throw new Error(`The goal has ${width}×${height} cells, and the board has ${world.width}×${world.height}.`);
        }
        return { ...world, goal };
    }

    #showGallery() {
        const { app } = this;
        const { world } = app.scene;
        const picture = app.pictures[app.selected];
        const isEight = world.width === 3 && world.height === 3;
        const last = blankLast(9);
        const choices = GALLERY.map(([text, what, isForLast]) => ({
            id: text, tiles: [...text].map(Number), what, goal: isEight && !isForLast ? world.goal : last,
        }));
        const { goal, width } = world;
        choices.push({ id: 'random', tiles: random(goal, width), what: 'random: all equally likely', goal });
        $('board-choices').replaceChildren(...choices.map(({ id, tiles, what, goal }) => {
            const isSmall = id !== 'random';
            const [wide, high] = isSmall ? [3, 3] : [world.width, world.height];
            const button = Object.assign(document.createElement('button'), { id: `board-${id}` });
            button.title = write(tiles, wide);
            button.dataset.board = id;
            const isFair = isSolvable(tiles, goal, wide);
            const canvas = document.createElement('canvas');
            const ratio = window.devicePixelRatio || 1;
            const cell = Math.floor(54 / Math.max(wide, high));
            Object.assign(canvas, { width: (cell * wide + 4) * ratio, height: (cell * high + 4) * ratio });
            Object.assign(canvas.style, { width: `${cell * wide + 4}px`, height: `${cell * high + 4}px` });
            const context = canvas.getContext('2d');
            context.scale(ratio, ratio);
            const shown = { ...world, width: wide, height: high, goal };
            Object.assign(Object.create(picture), { world: shown, faces: null }).drawBoard(context, tiles, 2, 2, cell);
            const name = Object.assign(document.createElement('b'), { textContent: isSmall ? id : 'Random' });
            const words = Object.assign(document.createElement('small'), {
                textContent: isFair ? what : 'cannot be solved',
            });
            const text = document.createElement('span');
            text.append(name, words);
            button.append(canvas, text);
            button.addEventListener('click', async event => {
                event.preventDefault();
                $('board-dialog').close();
                await app.setWorld({ kind: 'puzzle', width: wide, height: high, tiles, goal })
                    .catch(error => app.report(error));
            });
            return button;
        }));
    }
}
