// One search of a race on the page: its choices, its picture with the handling of pointers and keys, and its words.
import { isEmbedded } from './embed.js';
import { startOf, withEnds } from './ends.js';
import { hintAtMore } from './hints.js';
import { LETTERS, showNode } from './panel.js';
import { GraphPicture } from './picture/graph.js';
import { GridPicture } from './picture/grid.js';
import { MeshPicture } from './picture/mesh.js';
import { PuzzlePicture } from './picture/puzzle.js';
import { gestures } from './picture/view.js';

const PICTURES = { grid: GridPicture, puzzle: PuzzlePicture, graph: GraphPicture, mesh: MeshPicture };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Short labels of parameters, whose whole names are titles. */
const LABELS = { 'ties': 'ties', 'bounds': 'bounds', 'turn-cost': 'turn cost', 'depth-limit': 'edge limit', 'weight': 'w', 'factor': 'w',
    'paths': 'k' };

/** The direction of an arrow key, or `undefined`. */
export const arrowOf = event => ARROWS[event.key];

export class RunPanel {
    #algorithm = null;

    constructor(app, index) {
        this.app = app;
        this.index = index;
        this.kind = app.kind;
        this.article = document.getElementById('run-template').content.firstElementChild.cloneNode(true);
        this.canvas = this.#find('canvas');
        this.picture = new PICTURES[app.kind](this.canvas);
        this.words = this.#find('.words');
        for (const name of ['select', 'algorithm', 'heuristic', 'remove']) {
            this.#find(`.${name}`).id = `${name}-${index}`;
        }
        this.#find('.select').textContent = LETTERS[index];
        this.#listAlgorithms();
        this.#connectChoices();
        this.#connectPicture();
        hintAtMore(this.#find('header'));
        this.#find('header').inert = isEmbedded;
    }

    #find(selector) { return this.article.querySelector(selector); }

    #listAlgorithms() {
        const { algorithms } = this.app.world;
        const families = [...new Set(algorithms.map(({ family }) => family))];
        this.#find('.algorithm').replaceChildren(...families.map(family => {
            const group = Object.assign(document.createElement('optgroup'), { label: family });
            const members = algorithms.filter(entry => entry.family === family);
            group.append(...members.map(({ id, name }) => new Option(name, id)));
            return group;
        }));
    }

    #connectChoices() {
        const { app, index } = this;
        this.#find('.select').addEventListener('click', () => app.select(index));
        this.#find('.algorithm').addEventListener('change', event => {
            app.remember();
            app.scene.searches[index] = withEnds(app.scene.searches[index], { algorithm: event.target.value });
            app.agents.forgetArrived(index);
            app.select(index);
            app.edited();
        });
        this.#find('.heuristic').addEventListener('change', event => this.#choose('heuristic', event.target.value));
        this.#find('.remove').addEventListener('click', () => {
            app.remember();
            const scene = app.snapshot();
            app.setScene({ ...scene, searches: scene.searches.filter((_, i) => i !== index) }, { keep: true });
        });
    }

    #choose(id, value) {
        this.app.remember();
        this.app.scene.searches[this.index][id] = value;
        this.app.agents.forgetArrived(this.index);
        this.app.edited();
    }

    /** Shows the work of finding the paths that the agent has walked. */
    showWork(text) {
        const work = this.#find('.work');
        work.hidden = !text;
        work.textContent = text;
    }

    /** Shows the choices. The controls of the parameters are rebuilt only when the algorithm changes. */
    showChoice(search, count) {
        const algorithm = this.app.algorithm(search);
        this.#offerRecorded(search.trace ? algorithm : null);
        this.#find('.algorithm').value = search.algorithm;
        this.#find('.remove').hidden = count < 2;
        const heuristic = this.#find('.heuristic');
        if (this.#algorithm !== algorithm) {
            this.#algorithm = algorithm;
            heuristic.hidden = !algorithm.heuristics.length;
            const controls = algorithm.parameters.map(parameter => this.#control(parameter));
            this.#find('.parameters').replaceChildren(...controls);
            this.canvas.setAttribute('aria-label', `Picture of search ${LETTERS[this.index]}, ${algorithm.name}. `
                + 'Arrow keys move the cursor, Enter uses the tool.');
        }
        const names = algorithm.heuristics.map(entry => this.#named(entry));
        if ([...heuristic.options].map(({ text }) => text).join() !== names.join()) {
            heuristic.replaceChildren(...algorithm.heuristics.map(({ id }, i) => new Option(names[i], id)));
        }
        heuristic.value = search.heuristic ?? algorithm.heuristics[0]?.id ?? '';
        for (const { id, default: value } of algorithm.parameters) {
            this.#find(`[id='${id}-${this.index}']`).value = search[id] ?? value;
        }
    }

    /** Offers the run from a file only if there is one. */
    #offerRecorded(algorithm) {
        const list = this.#find('.algorithm');
        list.querySelector('[data-recorded]')?.remove();
        if (!algorithm) return;
        const group = Object.assign(document.createElement('optgroup'), { label: algorithm.family });
        group.dataset.recorded = '';
        group.append(new Option(algorithm.name, algorithm.id));
        list.append(group);
    }

    /** Shows a remark about the estimate beside the choice of the search. */
    showMark(mark = '') {
        const chip = this.#find('.mark');
        if (chip.title === mark) return;
        chip.title = mark;
        chip.hidden = !mark;
        chip.textContent = mark.includes('may overestimate') ? 'may overestimate' : 'weight below 1';
    }

    /** The name of a heuristic in the list, with a mark if it may exceed the true cost. */
    #named({ name, overestimates }) {
        const may = overestimates === 'maybe'
            || (overestimates === 'with-diagonal-steps' && this.app.scene.world.movement !== 'four');
        return may ? `${name} (may overestimate)` : name;
    }

    #control({ id, name, choices, min, max, step }) {
        const input = document.createElement(choices ? 'select' : 'input');
        if (choices) input.replaceChildren(...choices.map(choice => new Option(choice.name, choice.id)));
        else Object.assign(input, { type: 'number', min, max, step });
        input.id = `${id}-${this.index}`;
        input.ariaLabel = name;
        input.addEventListener('change', () => {
            if (input.reportValidity()) this.#choose(id, choices ? input.value : input.valueAsNumber);
        });
        const label = Object.assign(document.createElement('label'), { title: name });
        const textContent = LABELS[id] ?? name.replace(/ \(.*/, '').toLowerCase();
        label.append(Object.assign(document.createElement('span'), { textContent }), input);
        return label;
    }

    #connectPicture() {
        const { app, canvas, picture, index } = this;
        const isPuzzle = this.kind === 'puzzle';
        canvas.addEventListener('focus', () => this.#focus());
        canvas.addEventListener('blur', () => {
            app.options.cursor = -1;
            app.walls.cursor = null;
            app.redraw();
        });
        canvas.addEventListener('keydown', event => this.#key(event));
        // What was typed into a field has to arrive before the press changes what the field belongs to.
        canvas.addEventListener('pointerdown', () => {
            if (document.activeElement !== canvas) document.activeElement?.blur();
        });
        gestures(canvas, {
            view: () => (isPuzzle ? null : app.viewport),
            down: (x, y) => {
                app.touch();
                if (!isPuzzle) app.showBoard(null);
                return app.editor.down(picture, x, y);
            },
            move: (x, y) => app.editor.move(picture, x, y),
            up: event => app.editor.up(event),
            tap: (x, y) => {
                app.select(index);
                if (isPuzzle) return app.game.press(index, picture.tree.hit(x, y));
                const node = picture.hit(app.viewport, x, y);
                if (node >= 0) app.inspect(node);
                else if (this.kind === 'graph') app.drawing.tap(picture, x, y);
                else if (this.kind === 'mesh') app.walls.escape();
            },
            hover: (x, y, event) => {
                if (this.kind === 'mesh') app.walls.hover(x, y);
                const board = isPuzzle ? picture.tree.hit(x, y) : picture.hit(app.viewport, x, y);
                app.hoverNode(typeof board === 'number' ? board : -1, picture, event);
            },
            leave: () => app.hoverNode(-1),
            redraw: () => app.redraw(),
        });
    }

    /** Places the cursor at the start when the keyboard focuses the picture. */
    #focus() {
        const { app } = this;
        if (!this.canvas.matches(':focus-visible')) return;
        app.select(this.index);
        if (this.kind === 'mesh') app.walls.arrow([0, 0]);
        else if (this.kind !== 'puzzle') app.options.cursor = startOf(app.scene, this.index);
        app.redraw();
    }

    #key(event) {
        const { app, picture } = this;
        const { options } = app;
        const move = arrowOf(event);
        if (this.kind === 'puzzle' || (!move && event.key !== 'Enter')) return;
        event.preventDefault();
        event.stopPropagation();
        if (this.kind === 'mesh') {
            app.touch();
            return move ? app.walls.arrow(move) : app.walls.enter(picture);
        }
        if (options.cursor < 0) this.#focus();
        if (options.cursor < 0) return;
        app.touch();
        if (move) options.cursor = this.#neighbour(options.cursor, move);
        else app.editor.use(picture, options.cursor);
        showNode(picture, options.cursor);
        app.redraw();
    }

    /** The neighbour in a direction: the next cell, or the nearest node of a graph within 60 degrees of it. */
    #neighbour(node, [dx, dy]) {
        const { picture, app: { viewport, scene: { world } } } = this;
        if (this.kind === 'grid') {
            const [x, y] = [node % world.width + dx, Math.floor(node / world.width) + dy];
            return x >= 0 && y >= 0 && x < world.width && y < world.height ? y * world.width + x : node;
        }
        const [x, y] = picture.centre(viewport, node);
        let [best, least] = [node, Infinity];
        for (let other = 0; other < world.nodes.length; other++) {
            const [ox, oy] = picture.centre(viewport, other);
            const distance = Math.hypot(ox - x, oy - y);
            if (other === node || (ox - x) * dx + (oy - y) * dy < distance / 2 || distance >= least) continue;
            [best, least] = [other, distance];
        }
        return best;
    }
}
