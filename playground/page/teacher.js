// The teacher: shows a lesson above the pictures, plays it, and moves to the next one. Each lesson has a link.
import { LESSONS, sceneOf } from './lessons.js';
import { store, stored } from './store.js';

const $ = id => document.getElementById(id);
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Whether this is the first visit; `false` if the browser stores nothing, so that nobody is greeted twice. */
function isFirstVisit() {
    const isFirst = stored('seen') === null;
    return store('seen', 'yes') && isFirst;
}

export class Teacher {
    /** The current lesson, starting at 0, or null. */
    at = null;
    /** Whether the teacher itself is changing the scene. */
    #isOpening = false;
    #turn = 0;
    /** Whether the door has closed, and the number of expansions made before that. */
    #closed = false;
    #before = 0;

    constructor(app) { this.app = app; }

    connect(click) {
        click('lessons', () => (this.at === null ? this.open(0) : this.leave()));
        click('lesson-next', () => this.open(this.at === null ? 0 : this.at + 1));
        click('lesson-previous', () => this.open(this.at === null ? 0 : this.at - 1));
        click('lesson-close', () => this.leave());
        click('lesson-again', () => this.open(this.at));
        click('lesson-tools', () => {
            const shows = document.body.toggleAttribute('data-unfolded');
            $('lesson-tools').setAttribute('aria-pressed', shows);
        });
        $('lesson-list').append(...LESSONS.map(({ title }, i) => new Option(`${i + 1}. ${title}`, i)));
        $('lesson-list').addEventListener('change', event => {
            this.open(Number(event.target.value)).catch(error => this.app.report(error));
        });
    }

    /** Opens the first lesson on the first visit, unless the address names something else. Returns whether it did. */
    async begin(greets) {
        const isFirst = greets && isFirstVisit();
        if (!isFirst || location.hash) return false;
        const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
        await this.open(0, { play: !isStill, link: false });
        return true;
    }

    /** Opens the lesson of an address, if it names one. */
    async openLink(hash) {
        const number = hash.match(/^#lesson=(\d+)$/)?.[1];
        if (number === undefined) return false;
        if (!LESSONS[number - 1]) {
            this.app.say(`There is no lesson ${number}; there are ${LESSONS.length} lessons.`);
            return false;
        }
        await this.open(number - 1);
        return true;
    }

    async open(at, { play = true, link = true } = {}) {
        const lesson = LESSONS[at];
        if (!lesson) return;
        const { app } = this;
        const turn = ++this.#turn;
        if (app.scene && this.at === null) app.remember();
        const scene = await sceneOf(lesson);
        if (turn !== this.#turn) return;
        if (link) app.address.push(`#lesson=${at + 1}`);
        this.at = at;
        this.#closed = false;
        this.#show();
        app.selected = lesson.select ?? 0;
        // This replaces the scene before it waits for anything. A scene that replaces that one meanwhile ends the lesson.
        this.#isOpening = true;
        const opened = app.setScene(scene, { fit: true });
        this.#isOpening = false;
        await opened;
        if (turn !== this.#turn) return;
        app.player.pace = 'step';
        app.player.speed = lesson.speed;
        app.showPlayer();
        if (play) app.player.play();
    }

    /** Ends the lesson after another scene has replaced its own. */
    sceneReplaced() {
        if (!this.#isOpening) this.leave();
    }

    leave() {
        if (this.at === null) return;
        this.#turn++;
        this.at = null;
        if (location.hash.startsWith('#lesson=')) this.app.address.replace('');
        this.#show();
        this.app.layout();
    }

    #show() {
        const lesson = LESSONS[this.at];
        $('lesson').hidden = !lesson;
        document.body.toggleAttribute('data-lesson', Boolean(lesson));
        $('lessons').setAttribute('aria-pressed', Boolean(lesson));
        if (!lesson) return;
        $('lesson-list').value = this.at;
        $('lesson-number').textContent = `Lesson ${this.at + 1} of ${LESSONS.length}`;
        $('lesson-title').textContent = lesson.title;
        $('lesson-caption').textContent = lesson.caption;
        $('lesson-said').textContent = '';
        $('lesson-after').hidden = this.at < LESSONS.length - 1;
        $('lesson-previous').disabled = this.at === 0;
        $('lesson-next').disabled = this.at === LESSONS.length - 1;
    }

    /** Called after the searches have moved: when they have ended, shows their figures. */
    look(views) {
        const lesson = LESSONS[this.at];
        if (!lesson || this.#isOpening) return;
        const ended = views.length === lesson.searches.length
            && views.every((view, i) => view.status === 'found' && view.algorithm === lesson.searches[i].algorithm);
        // When the quick searches have ended, the slow one may speed up.
        if (lesson.faster && this.app.player.playing && views.some(({ status }) => status === 'found')) {
            this.app.player.speed = Math.max(this.app.player.speed, lesson.faster);
        }
        if (ended && lesson.closes && !this.#closed) {
            this.#closed = true;
            this.#before = views[0].stats.expanded;
            this.#close(lesson.closes).catch(error => this.app.report(error));
        } else if (!lesson.closes || this.#before) {
            const hasMore = !lesson.closes || views[0]?.stats.expanded > this.#before;
            $('lesson-said').textContent = ended && hasMore ? lesson.said(views, this.#before)
                : this.#closed ? lesson.closes.words : '';
        }
    }

    /** Closes a door, after which the search repairs its path. */
    async #close({ cell: [x, y], words }) {
        const { app } = this;
        const turn = this.#turn;
        await pause(1500);
        if (turn !== this.#turn) return;
        $('lesson-said').textContent = words;
        const cell = y * app.scene.world.width + x;
        app.remember();
        app.cells[cell] = '#';
        app.pictures.forEach(picture => picture.setCell(cell, '#'));
        await app.session.change([[cell, '#']], []);
        if (turn === this.#turn) app.player.play();
    }
}
