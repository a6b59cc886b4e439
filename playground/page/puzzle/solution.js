// The solution below the pictures: a strip of boards that can be pressed, its letters, and its playback.
import { move, write } from './boards.js';

const $ = id => document.getElementById(id);
/** The most boards of the strip. */
const MOST = 200;
const SIDE = 46;
const NONE = [];

export class Solution {
    boards = [];
    /** The number of the board that is shown, or -1. */
    at = -1;
    #path = null;
    #colours = null;
    #moves = [];
    #turn = null;

    constructor(app, game) {
        this.app = app;
        this.game = game;
    }

    get isPlaying() { return this.#turn !== null; }

    connect(click) {
        click('play-solution', () => (this.isPlaying ? this.stop() : this.play()));
        click('solution-back', () => this.go(this.at - 1));
        click('solution-next', () => this.go(this.at + 1));
        $('strip').addEventListener('click', event => {
            const place = event.target.closest('[data-at]')?.dataset.at;
            if (place !== undefined) this.go(Number(place));
        });
    }

    /** Forgets the strip, so that it is redrawn when it is next shown. */
    forget() { this.#path = null; }

    /** Shows the solution of the selected search, if it has one. */
    show() {
        const { app } = this;
        const picture = app.pictures[app.selected];
        const path = app.session.runs[app.selected]?.path ?? NONE;
        if (this.#path !== path || this.#colours !== picture.colours) {
            [this.#path, this.#colours, this.at] = [path, picture.colours, -1];
            const boards = path.map(node => picture.boards.get(node));
            this.boards = boards.every(Boolean) ? boards : [];
            const { width } = app.scene.world;
            this.#moves = this.boards.slice(1).map((tiles, i) => move(this.boards[i], tiles, width));
            this.#drawStrip(picture);
        }
        if (this.at >= 0 && !picture.shown) this.at = -1;
        const last = this.boards.length - 1;
        $('play-solution').disabled = last < 0;
        $('play-solution').setAttribute('aria-pressed', this.isPlaying);
        $('play-solution').setAttribute('aria-label', this.isPlaying ? 'Pause the solution' : 'Play the solution');
        $('play-solution').querySelector('use').setAttribute('href', this.isPlaying ? '#i-pause' : '#i-play');
        $('solution-back').disabled = this.at <= 0;
        $('solution-next').disabled = this.at >= last;
        const words = this.#words(last);
        if ($('solution-words').textContent !== words) $('solution-words').textContent = words;
        const marked = $('strip').querySelector('[aria-current]');
        const button = $('strip').children[this.at]?.querySelector('button') ?? null;
        if (marked === button) return;
        marked?.removeAttribute('aria-current');
        button?.setAttribute('aria-current', 'step');
    }

    #words(last) {
        if (last < 0) return 'The solution will be here, board by board, once the search has found one.';
        if (last === 0) return 'No move is needed.';
        if (this.at < 0) return `Solution: ${last} move${last === 1 ? '' : 's'}`;
        const made = this.#moves[this.at - 1];
        return `Move ${this.at} of ${last}${made ? `: ${made.words}` : ''}`;
    }

    #drawStrip(picture) {
        const { app } = this;
        const { width, height } = app.scene.world;
        const letters = this.#moves.map(step => step?.letter ?? '?').join('');
        $('solution-letters').textContent = letters.length > 2000 ? `${letters.slice(0, 2000)}…` : letters;
        $('solution-letters').hidden = !letters;
        const ratio = window.devicePixelRatio || 1;
        const cell = Math.floor((SIDE - 2) / Math.max(width, height));
        $('strip').replaceChildren(...this.boards.slice(0, MOST).map((tiles, i) => {
            const canvas = document.createElement('canvas');
            const [wide, high] = [cell * width + 4, cell * height + 4];
            Object.assign(canvas, { width: wide * ratio, height: high * ratio });
            Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
            const context = canvas.getContext('2d');
            context.scale(ratio, ratio);
            picture.drawBoard(context, tiles, 2, 2, cell);
            const button = document.createElement('button');
            const step = this.#moves[i - 1];
            button.id = `solution-${i}`;
            button.dataset.at = i;
            button.title = step ? `Move ${i}: ${step.words} (${step.letter})` : 'The board as it is';
            const name = Object.assign(document.createElement('span'), { textContent: step ? `${i} ${step.letter}` : '0' });
            button.append(canvas, name);
            button.ariaLabel = `${name.textContent}: ${write(tiles, width)}`;
            const item = document.createElement('li');
            item.append(button);
            return item;
        }));
        if (this.boards.length > MOST) {
            const item = document.createElement('li');
            item.textContent = `and ${this.boards.length - MOST} more`;
            $('strip').append(item);
        }
    }

    /** Shows the board after `at` moves. */
    go(at) {
        this.stop();
        this.#look(at);
    }

    #look(at) {
        const { app } = this;
        const last = this.boards.length - 1;
        if (last < 0) return;
        this.at = Math.min(Math.max(at, 0), last);
        app.pictures[app.selected].slide.longest = Math.min(0.75 * this.#pace, 400);
        app.showBoard(this.boards[this.at]);
        const [strip, item] = [$('strip'), $('strip').children[this.at]];
        if (item) strip.scrollTo({ left: item.offsetLeft - strip.clientWidth / 2 + item.offsetWidth / 2 });
        this.show();
    }

    get #pace() { return Number($('solution-pace').value); }

    /** Plays the solution from a board: by default from the current one, or from the first if that is the last one. */
    async play(from = this.at < this.boards.length - 1 ? Math.max(this.at, 0) : 0) {
        this.app.player.pause();
        const turn = this.#turn = {};
        for (let at = from; at < this.boards.length; at++) {
            this.#look(at);
            await new Promise(resolve => setTimeout(resolve, this.#pace));
            if (this.#turn !== turn) return;
        }
        this.stop();
    }

    stop() {
        if (!this.#turn) return;
        this.#turn = null;
        this.app.redraw();
    }
}
