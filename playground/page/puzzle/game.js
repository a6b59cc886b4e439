// The puzzle as a game: counting and taking back moves, hints, shuffling, and one key that solves and shows.
import { exchanged, isSolvable, move, same, walk } from './boards.js';
import { findHint } from './adviser.js';
import { BoardDialog } from './dialog.js';
import { Expanded } from './expanded.js';
import { showEstimate } from './estimate.js';
import { Faces } from './faces.js';
import { mayMove } from './slide.js';
import { Solution } from './solution.js';

const $ = id => document.getElementById(id);
const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
const times = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
/** The milliseconds of a shuffle, and how often a search that is to end soon doubles its speed per second. */
const SHUFFLE = 900, HASTE = 1.6;
/** The most boards of a branch that are fetched when a board of it is opened. */
const BRANCH = 24;

export class Game {
    faces = new Faces();
    #past = [];
    #future = [];
    #hints = 0;
    #key = '';
    /** The text of a hint, valid until the board changes. */
    #advice = '';
    #turn = null;
    /** The activity under way: `shuffle`, `solve`, `hint`, or none. */
    #work = '';
    #doing = Promise.resolve();

    constructor(app) {
        this.app = app;
        this.solution = new Solution(app, this);
        this.dialog = new BoardDialog(app);
        this.expanded = new Expanded(app);
    }

    get isBusy() { return this.#work !== '' || this.solution.isPlaying; }

    /** The world, if it is a puzzle. */
    get world() { return this.app.scene?.world.kind === 'puzzle' ? this.app.scene.world : null; }

    connect(click) {
        const { app } = this;
        click('shuffle', () => this.shuffle());
        click('solve', () => this.solve());
        click('hint-move', () => this.hint());
        click('take-back', () => this.world && $('undo').click());
        click('make-solvable', () => {
            if (!this.world) return;
            $('toast').hidden = true;
            return this.play(exchanged(this.world.tiles));
        });
        this.solution.connect(click);
        this.dialog.connect(click);
        this.expanded.connect();
        const changed = () => {
            this.solution.forget();
            app.redraw();
        };
        this.faces.connect($('tile-faces'), $('face-file'), changed, text => app.say(text));
        $('tile-marks').addEventListener('change', event => app.setOption('marks', event.target.value));
        // Any press stops an animation.
        document.addEventListener('pointerdown', event => {
            if (this.isBusy && !event.target.closest('.player, #game, #worldbar')) this.stop();
        }, true);
    }

    /** Stops the animation under way, or else stops showing a board of the tree. */
    escape() {
        if (this.isBusy || this.app.player.playing) this.stop();
        else this.look();
    }

    /** Replaces the board. */
    play(tiles) {
        const { app } = this;
        app.remember();
        this.world.tiles = [...tiles];
        return app.edited({ keep: false });
    }

    // Moves.

    /** Makes the board that a picture shows, from a solution or the tree, the one to be played. */
    adopt(picture) {
        const { shown } = picture;
        if (this.isBusy) this.stop();
        if (!shown || same(shown, this.world.tiles)) return false;
        this.play(shown);
        this.app.showBoard(null);
        return true;
    }

    /** Counts a move made by hand; `before` is the board before it. */
    moved(before) {
        if (this.#key !== JSON.stringify([before, this.world.goal])) this.#begin();
        this.#past.push(before);
        this.#future = [];
        this.#renew();
    }

    /** Counts a move that was taken back (-1) or made again (1). */
    went(way) {
        const [from, to] = way < 0 ? [this.#past, this.#future] : [this.#future, this.#past];
        const { world } = this;
        if (!world || !from.length || !same(from.at(-1), world.tiles)) return;
        from.pop();
        to.push(JSON.parse(this.#key)[0]);
        this.#renew();
    }

    #renew() {
        this.#key = JSON.stringify([this.world.tiles, this.world.goal]);
        this.#forgetHint();
        this.show();
    }

    #begin() {
        [this.#past, this.#future, this.#hints] = [[], [], 0];
        this.#forgetHint();
    }

    #forgetHint() {
        this.#advice = '';
        this.app.pictures.forEach(picture => picture.hint = null);
    }

    /** Shows moves, words and buttons. A board that does not result from a move begins a new game. */
    show() {
        const { app, world } = this;
        if (!world) return;
        const key = JSON.stringify([world.tiles, world.goal]);
        if (key !== this.#key) {
            this.#key = key;
            this.#begin();
            this.dialog.show();
        }
        const isFair = isSolvable(world.tiles, world.goal, world.width);
        const isSolved = same(world.tiles, world.goal);
        const write = (id, text) => $(id).textContent !== text && ($(id).textContent = text);
        write('move-count', `Moves: ${this.#past.length}`);
        write('game-words', this.#words(isFair, isSolved));
        $('game').classList.toggle('solved', isSolved && this.#past.length > 0);
        $('game').classList.toggle('unfair', !isFair);
        $('make-solvable').hidden = isFair;
        $('take-back').disabled = !this.#past.length;
        $('hint-move').disabled = !isFair || isSolved;
        const isOn = this.#work === 'solve' || this.solution.isPlaying || app.player.playing;
        write('solve', isOn ? 'Stop' : 'Solve');
        $('solve').disabled = app.session.isRefused;
        this.solution.show();
    }

    #words(isFair, isSolved) {
        const count = this.#past.length;
        if (!isFair) return 'This board cannot be solved: no moves lead from it to the goal.';
        if (isSolved && !count) return 'In order. Shuffle the board, and put it in order again.';
        if (isSolved) return `Solved in ${times(count, 'move')}${this.#hints ? ` and ${times(this.#hints, 'hint')}` : ''}!`;
        if (this.#work === 'hint') return 'Looking for the best move …';
        return this.#advice || 'Slide the tiles until the board matches the goal.';
    }

    /** Shows the parts of the estimate of the large board, and the expanded boards. */
    showSide() {
        const { app, world } = this;
        if (!world) return;
        const { heuristics } = app.algorithm(app.scene.searches[app.selected]);
        const heuristic = app.heuristic(app.selected);
        const name = heuristics.find(({ id }) => id === heuristic)?.name ?? '';
        showEstimate($('estimate'), heuristic, name, app.pictures[app.selected].tiles(), world);
        this.expanded.show();
    }

    // Animations.

    /** Stops the animation under way. */
    stop() {
        this.#turn = null;
        this.solution.stop();
        if (this.#work === 'solve' || this.app.player.playing) this.app.player.pause();
    }

    /** Does something instead of the animation under way, after that has stopped. */
    #do(work, action) {
        this.stop();
        const turn = this.#turn = {};
        const before = this.#doing.catch(() => {});
        return this.#doing = before.then(async () => {
            if (this.#turn !== turn) return;
            this.#work = work;
            try {
                await action(() => this.#turn === turn);
            } finally {
                this.#work = '';
                this.app.player.haste = 0;
                this.app.redraw();
            }
        });
    }

    /** Shuffles the board with a visible walk. Large boards are solved first, so that searches can finish. */
    async shuffle() {
        const { app, world } = this;
        if (!world || this.#work === 'shuffle') return;
        await this.#do('shuffle', async goesOn => {
            app.player.pause();
            const shown = app.pictures[app.selected].tiles();
            const isSmall = world.tiles.length < 10;
            const from = isSmall && isSolvable(shown, world.goal, world.width) ? shown : world.goal;
            let boards;
            do boards = walk(from, world, isSmall ? 30 + Math.floor(2 * Math.random()) : 80);
            while (same(boards.at(-1), world.goal));
            const last = mayMove() ? await this.#walk(boards, goesOn) : boards.length - 1;
            if (this.world !== world) return;
            app.pictures.forEach(picture => [picture.shown, picture.pose] = [boards[last], null]);
            await this.play(boards[last]);
            app.showBoard(null);
        });
    }

    /** Shows one board after another. Returns the number of the last one. */
    async #walk(boards, goesOn) {
        const { app, world } = this;
        const moves = boards.length - 1;
        const from = performance.now();
        for (let share = 0; share < 1;) {
            await frame();
            if (this.world !== world) return moves;
            share = Math.min((performance.now() - from) / SHUFFLE, 1);
            // First slowly, then fast, then slowly again.
            const at = moves * share * share * (3 - 2 * share);
            const next = Math.min(Math.floor(at) + 1, moves);
            const pose = { ...move(boards[next - 1], boards[next], world.width), share: at - next + 1 };
            app.pictures.forEach(picture => [picture.shown, picture.pose] = [boards[next], pose]);
            app.redraw();
            if (!goesOn()) return next;
        }
        return moves;
    }

    /** Runs the searches to their ends, faster and faster, and then shows the solution. A second call stops this. */
    async solve() {
        const { app } = this;
        const { player, session } = app;
        if (!this.world) return;
        if (this.#work === 'solve' || this.solution.isPlaying || player.playing) return this.stop();
        await this.#do('solve', async goesOn => {
            app.showBoard(null);
            player.haste = HASTE;
            if (!session.ended) await player.play();
            if (!goesOn() || !session.ended) return;
            this.#work = '';
            const run = session.runs[app.selected];
            if (!run.path.length) return app.say(run.words);
            this.solution.show();
            await this.solution.play(0);
        });
    }

    /** Shows the next move of a shortest solution. */
    async hint() {
        const { app, world } = this;
        if (!world || this.isBusy || $('hint-move').disabled) return;
        // The searches stay at their steps; the picture shows the board of the game.
        app.player.pause();
        app.showBoard(world.tiles);
        const key = this.#key;
        await this.#do('hint', async goesOn => {
            this.show();
            const found = await findHint(world, this.#known(), goesOn);
            if (!goesOn() || this.#key !== key) return;
            if (!found) return app.say('No solution was found in a few seconds, so there is no hint.');
            this.#hints++;
            const { next, left, isBest } = found;
            const step = move(world.tiles, next, world.width);
            app.pictures.forEach(picture => picture.hint = step);
            this.#advice = `Hint: ${step.words}. ${isBest ? `The shortest solution has ${times(left, 'move')}.`
                : `This solution has ${times(left, 'move')}, and there may be shorter ones.`}`;
        });
    }

    /** The solutions that the searches have found. */
    #known() {
        const { app } = this;
        return app.session.runs.map((run, i) => ({
            boards: run.path.map(node => app.pictures[i].boards.get(node)),
            isBest: run.is_cheapest,
        })).filter(({ boards }) => boards.length > 1 && boards.every(Boolean));
    }

    // Boards of the tree.

    /** Opens a board that was pressed in a search's tree, and shows it as the large board. */
    async press(index, board) {
        const { app } = this;
        const picture = app.pictures[index];
        if (board === null) return;
        app.select(index);
        if (picture.tree.pinned === board) return this.look();
        if (picture.nodes.state[board]) {
            const look = async node => {
                const details = await app.session.node(index, node);
                if (details.board) picture.boards.set(node, details.board);
            };
            await app.inspect(board);
            // The boards above it in its branch and those below it, which may be far from the current one.
            const branch = [board];
            while (branch.length < BRANCH && picture.tree.parent(branch.at(-1)) !== null) {
                branch.push(picture.tree.parent(branch.at(-1)));
            }
            for (const node of [...branch, ...picture.tree.children(board)]) {
                if (picture.nodes.state[node] && !picture.boards.has(node)) await look(node);
            }
        }
        picture.tree.open(board);
        app.showBoard(picture.tree.tiles(board));
    }

    /** Stops showing a board of the tree. */
    look() {
        const { app } = this;
        if (!app.pictures.some(picture => picture.tree.pinned !== null)) return;
        app.pictures.forEach(picture => picture.tree.forget());
        app.showBoard(null);
    }
}
