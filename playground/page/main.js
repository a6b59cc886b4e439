// The page: holds the scene and its pictures, and connects buttons, editor, player and session.
import { Address } from './address.js';
import { Agents, chooseEnds, chooseUnits } from './agents.js';
import { request, traffic } from './api.js';
import { Editor } from './editor.js';
import { isEmbedded } from './embed.js';
import { Files } from './files.js';
import { GraphDialog } from './graph/dialog.js';
import { forgetEnds, goalsOf, startOf, tidy } from './ends.js';
import { Drawing } from './graph/drawing.js';
import { hintAtMore } from './hints.js';
import { listen } from './keys.js';
import { Measure } from './measure.js';
import { Walkers } from './mesh/walkers.js';
import { Walls } from './mesh/walls.js';
import { connectNodes, showNodes } from './nodelist.js';
import { nameNodes, nodeName, showLegend, showNode, showRuns, whole } from './panel.js';
import { connectPaths } from './paths.js';
import { palette } from './picture/colours.js';
import { short, Viewport } from './picture/view.js';
import { Player } from './player.js';
import { Game } from './puzzle/game.js';
import { arrowOf, RunPanel } from './run.js';
import { decode, encode, firstScene, History } from './scene.js';
import { Scenarios } from './scenarios.js';
import { Session } from './session.js';
import { store, stored } from './store.js';
import { Teacher } from './teacher.js';
import { isDark, theme } from './theme.js';
import { showHints } from './toolhints.js';
import { Units } from './units.js';

const $ = id => document.getElementById(id);
const SPEEDS = { grid: 46, puzzle: 12, graph: 26, mesh: 16 };
/** Searches on a map with more cells than this wait until a stroke has ended. */
const LIVE_CELLS = 20_000;
/** The number of units that are placed at random if there are none. */
const UNITS = 16;
/** The most characters of a message. */
const MESSAGE = 400;
const MODES = ['grid', 'puzzle', 'graph', 'mesh'];
const BROKEN = 'The link is broken: it may have been cut off or altered.';

class App {
    catalogue = null;
    scene = null;
    /** The characters of a map's cells; the scene has them as one string. */
    cells = [];
    session = new Session();
    player = new Player(this.session);
    history = new History();
    editor = new Editor(this);
    drawing = new Drawing(this);
    walls = new Walls(this);
    walkers = new Walkers(this);
    teacher = new Teacher(this);
    address = new Address(() => this.toKeep(), (hash, text) => this.showEntry(hash, text));
    measure = new Measure(this);
    scenarios = new Scenarios(this);
    game = new Game(this);
    units = new Units(this);
    viewport = new Viewport();
    pictures = [];
    panels = [];
    selected = 0;
    problem = null;
    /** Whether anything has been played or done in a picture yet; until then, a large play button is shown. */
    touched = false;
    /** Whether the user has changed the scene, so that it is worth being kept. */
    isEdited = false;
    options = { numbers: true, tree: false, marks: '', hover: -1, cursor: -1, path: -1, units: null };
    /** The last scene of each kind of world, to which the user can return. */
    kept = {};
    resizes = new ResizeObserver(() => this.layout());
    #dirty = null;
    #place = null;
    #pumping = false;
    #drawing = false;
    #sideShown = 0;
    /** The node last inspected, with its picture and the library's details; it stays in the panel. */
    #asked = null;
    /** Whether the views that arrive now still belong to the previous scene. */
    #stale = false;
    /** The time until which nothing is drawn. */
    #still = 0;

    async begin() {
        this.catalogue = await request('catalogue');
        this.agents = new Agents(this, walking => $('walk').setAttribute('aria-pressed', walking));
        this.session.onviews = (views, fresh) => this.showViews(views, fresh);
        this.session.scene = () => this.snapshot();
        this.session.onrevived = () => this.say('These searches were discarded because they were idle or others '
            + 'needed the memory. They have been restored to the same steps.');
        this.player.onchange = () => {
            this.showPlayer();
            this.redraw();
            this.explain();
        };
        this.player.onerror = error => this.report(error);
        this.connect();
        if (isEmbedded) this.editor.tool = 'hand';
        if (!await this.reopen() && !await this.openAddress(location.hash) && !await this.teacher.begin(!isEmbedded)) {
            await this.setScene(await firstScene('grid'), { fit: true });
            if (!location.hash) this.offer();
        }
        document.body.dataset.ready = 'true';
    }

    // The address, and what is kept for the next visit.

    /** Shows what an address names: a lesson, a mode or a scene. Returns whether it names one. */
    async openAddress(hash) {
        if (!hash || hash === '#') return false;
        const kind = hash.slice(1);
        if (MODES.includes(kind)) {
            await this.setScene(await firstScene(kind), { fit: true });
            return true;
        }
        if (/^#lesson=\d+$/.test(hash)) return this.teacher.openLink(hash);
        if (hash.startsWith('#s=')) return this.openLink(hash.slice(3));
        this.say(BROKEN);
        return false;
    }

    /** Shows an entry of the browser's history. */
    async showEntry(hash, text) {
        try {
            if (/^#lesson=/.test(hash)) await this.openAddress(hash);
            else if (text) await this.openKept(text);
            else await this.openAddress(hash || '#grid');
        } catch (error) {
            this.report(error);
        }
    }

    /** The scene with its steps and the view as text, to be opened again by `openKept`. */
    toKeep() { return this.scene ? JSON.stringify({ ...this.snapshot(), view: this.view() }) : null; }

    async openKept(text) {
        const { view, ...json } = JSON.parse(text);
        return this.openScene(json, 'The scene that was kept', view);
    }

    /** Keeps the scene for this tab and for the next visit, if it is the user's own. */
    keep() {
        clearTimeout(this.keeping);
        if (!this.isEdited || this.teacher.at !== null || isEmbedded) return;
        const text = this.toKeep();
        store('scene', JSON.stringify({ hash: location.hash, text }), true);
        store('scene', text);
    }

    /** After a reload, opens the scene again that this tab has kept. Returns whether there is one. */
    async reopen() {
        const isReload = performance.getEntriesByType('navigation')[0]?.type === 'reload';
        try {
            const { hash, text } = JSON.parse(isReload && !isEmbedded ? stored('scene', true) ?? '{}' : '{}');
            if (!text || hash !== location.hash || !await this.openKept(text)) return false;
        } catch {
            return false;
        }
        this.isEdited = true;
        return true;
    }

    /** Offers the scene of the previous visit. */
    offer() {
        const text = stored('scene');
        $('offer').hidden = text === null || isEmbedded;
        if (text === null) return;
        $('offer-open').onclick = async () => {
            $('offer').hidden = true;
            await this.openKept(text).catch(() => this.say('The scene cannot be opened any more.'));
            this.isEdited = true;
        };
        $('offer-close').onclick = () => {
            $('offer').hidden = true;
            store('scene', null);
        };
    }

    /** Opens the scene of a link. Returns whether it holds one. */
    async openLink(text) {
        let json, view;
        try {
            ({ view, ...json } = await decode(text));
        } catch {
            this.say(BROKEN);
            return false;
        }
        return this.openScene(json, 'The link', view ?? {});
    }

    /** A link to the current view: the scene, its steps, the visible part of the world, selection and options. */
    async link() {
        return `${location.origin}${location.pathname}#s=${await encode({ ...this.snapshot(), view: this.view() })}`;
    }

    /** The steps, the visible part of the world, the selection and options, which a link holds. */
    view() {
        const { session, viewport, selected, scene, options: { numbers, tree } } = this;
        const planner = this.kind === 'grid' && scene.world.units?.length ? this.units.planner : undefined;
        return {
            steps: session.runs.map(run => run.step), selected, node: this.#asked?.node, numbers, tree, planner,
            place: viewport.keep(this.panels[0].canvas),
        };
    }

    /** Replaces the scene if `json` is one; otherwise only shows why it is not. Returns whether it is one. */
    async openScene(json, name, view = {}) {
        let scene;
        try {
            ({ scene } = await request('check', { scene: json }));
        } catch (error) {
            if (error.status !== 400) throw error;
            this.say(`${name} does not contain a scene: ${error.message}`);
            return false;
        }
        if (this.scene) this.remember();
        const { steps = [], selected, node = -1, numbers, tree, planner, place } = view;
        const isCount = value => Number.isSafeInteger(value) && value >= 0;
        if (isCount(selected)) this.selected = selected;
        const hasSteps = Array.isArray(steps) && steps.length === scene.searches.length && steps.every(isCount);
        const done = this.setScene(scene, { fit: true, step: hasSteps ? steps : 0 });
        if (typeof numbers === 'boolean') this.options.numbers = numbers;
        if (typeof tree === 'boolean') this.options.tree = tree;
        this.units.planner = planner;
        this.viewport.restore(place, this.panels[0].canvas);
        this.showControls();
        await done;
        if (isCount(node)) await this.inspect(node);
        return true;
    }

    // The scene.

    get kind() { return this.scene.world.kind; }

    get world() { return this.catalogue.worlds[this.kind]; }

    algorithm(search) {
        const { recorded } = this.catalogue;
        return search.algorithm === recorded.id ? recorded
            : this.world.algorithms.find(({ id }) => id === search.algorithm);
    }

    /** The scene with all edits, to be sent, saved or shared. */
    snapshot() {
        if (this.kind === 'grid') this.scene.world.cells = this.cells.join('');
        return this.scene;
    }

    remember() {
        this.history.push(this.snapshot());
        this.isEdited = true;
        $('offer').hidden = true;
        clearTimeout(this.keeping);
        this.keeping = setTimeout(() => this.keep(), 2000);
    }

    /** Whether searches are being restarted or changed. */
    get isBusy() { return this.#pumping; }

    isWall(cell) { return this.kind === 'grid' && this.cells[cell] === '#'; }

    /** Replaces the scene with one that the library has made or checked. */
    async setScene(scene, { fit = false, keep = false, step = 0 } = {}) {
        if (fit) this.teacher.sceneReplaced();
        if (this.scene) {
            this.units.stop();
            this.walkers.stop();
            this.agents.forget();
        }
        if (!keep) this.player.pause();
        const before = this.scene;
        this.scene = scene;
        tidy(scene);
        if (this.kind === 'grid') this.cells = [...scene.world.cells];
        const sameKind = before?.world.kind === this.kind;
        const { width, height, nodes, areas } = scene.world;
        const sameSize = sameKind && width === before.world.width && height === before.world.height
            && nodes?.length === before.world.nodes?.length
            && JSON.stringify(areas) === JSON.stringify(before.world.areas);
        if (fit || !sameSize) this.scenarios.forget();
        if (!sameKind) {
            this.player.speed = SPEEDS[this.kind];
            this.editor.buildTools($('tools'), this.kind);
            this.options.tree = this.kind === 'puzzle';
        }
        this.selected = Math.min(this.selected, scene.searches.length - 1);
        this.hoverNode(-1);
        this.options.cursor = -1;
        this.drawing.forget();
        this.walls.forget();
        this.buildRuns();
        this.showControls();
        if (fit || !sameSize) this.viewport.fitted = true;
        this.layout();
        await this.restart({ keep, step });
    }

    /** After an edit of the world or the searches: restarts the searches and returns to the same steps. */
    edited({ keep = true } = {}) {
        this.units.stop();
        this.pictures.forEach(picture => {
            const { world } = this.scene;
            if (picture.world !== world) picture.setWorld(world);
        });
        this.showControls();
        this.redraw();
        return this.restart({ keep });
    }

    /** Nodes or edges were added, removed or changed. */
    networkEdited() {
        this.pictures.forEach(picture => picture.updateNetwork());
        this.hoverNode(-1);
        return this.edited();
    }

    /** Walls or ends of a level were added, removed or moved. */
    levelEdited() {
        this.forgetNodes();
        this.hoverNode(-1);
        this.walkers.change();
        return this.edited();
    }

    /** After a node was removed, the others have other numbers. */
    forgetNodes() {
        this.options.cursor = -1;
        this.#asked = null;
    }

    unitsEdited() {
        this.units.stop();
        this.showControls();
        this.redraw();
    }

    /** Paints cells and updates the searches. */
    setCells(changed) {
        if (!changed.length) return;
        for (const [cell, character] of changed) {
            this.cells[cell] = character;
            this.pictures.forEach(picture => picture.setCell(cell, character));
        }
        if (this.units.walking) this.units.change(this.snapshot()).catch(error => this.report(error));
        this.redraw();
        this.waiting = [...(this.waiting ?? []), ...changed];
        if (this.cells.length <= LIVE_CELLS) this.strokeEnded();
    }

    nodesMoved() {
        this.pictures.forEach(picture => picture.updatePlaces());
        this.redraw();
        this.waiting = 'all';
    }

    strokeEnded() {
        const { waiting } = this;
        this.waiting = null;
        if (waiting) this.restart({ cells: waiting === 'all' ? null : waiting });
    }

    /**
     * Restarts the searches, or changes cells under them, and returns to the step at which they were. If they are
     * playing, they continue from there. If `keep` is false, they go to `step` instead.
     */
    async restart({ keep = true, cells = null, step = 0 } = {}) {
        const { session, player } = this;
        const onlyCells = cells && this.#dirty !== 'all' && session.id !== null;
        this.#dirty = onlyCells ? [...(this.#dirty ?? []), ...cells] : 'all';
        this.#stale ||= this.#dirty === 'all';
        if (!keep) {
            this.#place = { ended: false, step };
            player.rewind();
        }
        this.#place ??= {
            ended: player.isLast || (!player.playing && session.ended && session.step > 0), step: session.step,
        };
        if (!player.goesOn) player.pause();
        if (this.#pumping) return;
        this.#pumping = true;
        try {
            while (this.#dirty) {
                const dirty = this.#dirty;
                this.#dirty = null;
                // The steps between the change and the current one are shown only if they take long.
                if (player.goesOn) this.#still = performance.now() + 500;
                if (dirty === 'all') await this.startSession();
                else await this.changeCells(dirty);
                if (this.problem || (this.#dirty && !player.goesOn)) continue;
                if (player.goesOn) {
                    if (this.#place.step) await session.seek(this.#place.step);
                    this.#place.step = session.step;
                    this.#still = 0;
                } else if (this.#place.ended) {
                    await player.runToEnd(() => this.#dirty);
                } else if (this.#place.step) {
                    await session.seek(this.#place.step);
                }
            }
        } catch (error) {
            this.report(error);
        } finally {
            this.#pumping = false;
            this.#place = null;
            this.#still = 0;
            this.showPlayer();
        }
    }

    async startSession() {
        try {
            const { notes } = await this.session.start(this.agents.settle(this.snapshot()));
            this.problem = null;
            // A remark about the previous scene may still be shown.
            if (!notes.length && this.notes && $('toast').textContent === this.notes) $('toast').hidden = true;
            this.notes = notes.join(' ');
            if (this.notes) this.say(this.notes);
        } catch (error) {
            if (error.status !== 400) throw error;
            this.problem = error.message;
            this.player.pause();
            this.session.leave();
            this.pictures.forEach(picture => picture.clear());
            this.panels.forEach(panel => panel.words.textContent = this.problem);
            this.say(this.problem);
            this.redraw();
        }
    }

    async changeCells(cells) {
        try {
            const { changed = [] } = await this.session.change(cells, this.agents.halt());
            const words = changed.filter(Boolean).join(' ');
            if (words && this.scene.searches.some(search => this.algorithm(search).replans)) this.say(words);
        } catch (error) {
            if (error.status !== 404 && error.status !== 400) throw error;
            this.session.leave();
            await this.startSession();
        }
    }

    /** Goes back to the first step, to edit the initial state. Searches that are playing continue from there. */
    rewind() {
        if (this.player.goesOn) this.player.rewind();
        else this.player.pause();
        this.showBoard(null);
        this.session.seek(0).catch(error => this.report(error));
    }

    playing() { return this.session.step > 0 || this.game.solution.isPlaying; }

    /** The heuristic of a search, if it uses one. */
    heuristic(index) {
        const search = this.scene.searches[index];
        return search.heuristic ?? this.algorithm(search).heuristics[0]?.id;
    }

    // Pictures.

    buildRuns() {
        const { searches } = this.scene;
        const reuse = this.panels.length === searches.length && this.panels[0].kind === this.kind;
        if (!reuse) {
            this.panels = searches.map((_, i) => new RunPanel(this, i));
            $('runs').replaceChildren(...this.panels.map(panel => panel.article));
            this.resizes.observe(this.panels[0].canvas);
        }
        this.pictures = this.panels.map(panel => panel.picture);
        const colours = palette(isDark());
        for (const picture of this.pictures) {
            picture.setWorld(this.scene.world);
            picture.setColours(colours);
            picture.faces = this.game.faces;
        }
        nameNodes(node => this.pictures[this.selected].label(node));
    }

    /** Handles an arrow key on a puzzle. */
    arrow(dx, dy) {
        this.touch();
        if (!this.game.adopt(this.pictures[this.selected]) && this.playing()) this.rewind();
        this.editor.arrow(dx, dy);
    }

    select(index) {
        this.selected = index;
        this.panels.forEach((panel, i) => panel.article.classList.toggle('chosen', i === index));
        this.showSide();
    }

    hoverNode(node, picture = this.pictures[this.selected], event = null) {
        if (this.options.hover === node && !event) return;
        this.options.hover = node;
        const asked = this.#asked;
        if (asked && (node < 0 || node === asked.node)) showNode(asked.picture, asked.node, asked.details);
        else showNode(picture, node);
        const tip = $('tip');
        tip.hidden = node < 0 || !event || !picture.nodes.state[node] || event.pointerType === 'touch';
        if (!tip.hidden) {
            const { nodes } = picture;
            tip.textContent = `${picture.name(node)}   f ${short(nodes.f(node))}  g ${short(nodes.g[node])}  `
                + `h ${short(nodes.h[node])}`;
            const left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
            tip.style.translate = `${left}px ${event.clientY + 18}px`;
        }
        this.redraw();
    }

    /** Asks the library for the selected search's data about a node. */
    async inspect(node) {
        const { selected } = this;
        if (this.session.runs[selected]?.status === 'refused') return;
        const picture = this.pictures[selected];
        try {
            const details = await this.session.node(selected, node);
            this.#asked = { node, picture, details };
            if (node === this.session.runs[selected]?.current) $('side-why').textContent = details.why ?? '';
            showNode(picture, node, details);
        } catch (error) {
            this.report(error);
        }
    }

    /** After a step by hand, shows the node that was expanded, and why. */
    explain() {
        const { current = null, step = 0 } = this.session.runs[this.selected] ?? {};
        if (current === null || step === 0 || this.player.playing || this.isBusy || isEmbedded) return;
        this.inspect(current);
    }

    showViews(views, fresh) {
        // The scene may have been replaced again since this session was requested.
        if (fresh) this.#stale = this.#dirty === 'all';
        if (this.#stale) return;
        views.forEach((view, i) => {
            const picture = this.pictures[i];
            if (!picture) return;
            if (fresh) picture.clear();
            picture.apply(view);
            const { words } = this.panels[i];
            if (words.textContent !== view.words) words.textContent = view.words;
            this.panels[i].article.dataset.status = view.status;
            this.panels[i].showMark(view.mark);
        });
        this.teacher.look(views);
        this.#asked = null;
        $('side-why').textContent = '';
        this.redraw();
    }

    /** Draws the picture of a search on its canvas, or on another context, without the mouse and the cursor. */
    drawPicture(index, context) {
        const { canvas } = this.panels[index];
        const options = { ...this.options, heuristic: this.heuristic(index) };
        if (this.kind !== 'puzzle') {
            Object.assign(options, { start: startOf(this.scene, index), goals: goalsOf(this.scene, index) });
        }
        if (this.kind === 'mesh') options.walkers = this.walkers.places;
        if (!context && this.kind === 'mesh') {
            const { item, draft, cursor } = this.walls;
            Object.assign(options, { item, draft, point: document.activeElement === canvas ? cursor : null });
        } else if (!context) {
            Object.assign(options, { item: this.drawing.item, rubber: this.drawing.rubber });
        }
        if (context) options.hover = -1;
        if (context || index !== this.selected) options.path = -1;
        if (context || document.activeElement !== canvas) options.cursor = -1;
        this.pictures[index].draw(this.viewport, options, context);
        this.agents.draw(context ?? canvas.getContext('2d'), this.pictures[index], this.viewport, index);
    }

    /** Draws once before the next frame. */
    redraw() {
        if (this.#drawing) return;
        this.#drawing = true;
        const draw = () => {
            if (performance.now() < this.#still) return requestAnimationFrame(draw);
            this.#drawing = false;
            this.pictures.forEach((_, i) => this.drawPicture(i));
            // Tables take longer than pictures, so they change only ten times a second while the searches play.
            const now = performance.now();
            const isMoving = this.pictures.some(picture => picture.isMoving);
            if (!(this.player.playing || isMoving || this.game.isBusy) || now - this.#sideShown > 100) {
                this.#sideShown = now;
                this.showSide();
            }
            this.showPlayer();
            if (isMoving) this.redraw();
        };
        requestAnimationFrame(draw);
    }

    /** Waits until nothing moves any more and everything is drawn. */
    async idle() {
        const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
        do {
            await this.session.flush().catch(() => {});
            await frame();
        } while (traffic.waiting || this.#pumping || this.player.playing || this.#drawing || this.units.walking
            || this.agents.walking || this.walkers.walking || this.game.isBusy);
        await frame();
    }

    // The layout of the pictures.

    /** Chooses the number of columns that makes the pictures largest; shows the whole world if it was shown before. */
    layout() {
        if (!this.pictures.length) return;
        const runs = $('runs');
        const count = this.panels.length;
        const [, , wide, high] = this.pictures[0].bounds();
        let [best, columns] = [0, 1];
        for (let tried = 1; tried <= count; tried++) {
            const rows = Math.ceil(count / tried);
            const scale = Math.min(runs.clientWidth / tried / wide, (runs.clientHeight / rows - 74) / high);
            // Another column has to be worthwhile, since the controls above a picture need width as well.
            if (scale > best * 1.1) [best, columns] = [scale, tried];
        }
        runs.style.setProperty('--columns', columns);
        runs.style.setProperty('--rows', Math.ceil(count / columns));
        if (this.viewport.fitted) this.fit();
        this.redraw();
    }

    fit() {
        this.viewport.fit(this.panels[0].canvas, ...this.pictures[0].bounds());
        this.redraw();
    }

    zoom(factor) {
        const { canvas } = this.panels[0];
        this.viewport.zoom(factor, canvas.clientWidth / 2, canvas.clientHeight / 2);
        this.redraw();
    }

    // Controls.

    showControls() {
        const { kind, scene } = this;
        for (const button of document.querySelectorAll('[data-mode]')) {
            button.setAttribute('aria-pressed', button.dataset.mode === kind);
        }
        for (const item of document.querySelectorAll('[data-for]')) {
            item.hidden = !item.dataset.for.split(' ').includes(kind);
        }
        document.body.dataset.kind = kind;
        this.units.show();
        $('new-label').textContent = {
            grid: 'New map', puzzle: 'New board', graph: 'New graph', mesh: 'New level',
        }[kind];
        $('movement').replaceChildren(...this.world.movements.map(({ id, name }) => new Option(name, id)));
        if (kind === 'graph') this.drawing.show();
        if (kind === 'mesh') this.walls.show();
        if (kind === 'grid') $('movement').value = scene.world.movement;
        $('show-numbers').checked = this.options.numbers;
        $('show-tree').checked = this.options.tree;
        $('add-run').disabled = scene.searches.length >= this.catalogue.limits.searches;
        $('undo').disabled = !this.history.past.length;
        $('redo').disabled = !this.history.future.length;
        this.panels.forEach((panel, i) => panel.showChoice(scene.searches[i], scene.searches.length));
        showLegend(this);
        this.select(this.selected);
    }

    showSide() {
        const algorithms = this.scene.searches.map(search => this.algorithm(search));
        this.measure.show();
        showRuns(this.session.runs, algorithms, this.selected, this.choices(), this.pictures[0].colours,
            this.measure.seconds);
        showNodes(this, nodeName);
        this.game.showSide();
    }

    /** Returns the heuristic and the parameters of the selected search in words. */
    choices() {
        const search = this.scene.searches[this.selected];
        const { heuristics, parameters } = this.algorithm(search);
        const named = (list, id) => list.find(entry => entry.id === id)?.name ?? id;
        const heuristic = heuristics.slice(0, 1).map(({ id }) => (
            `Heuristic: ${named(heuristics, search.heuristic ?? id)}`));
        return [...heuristic, ...parameters.map(({ id, name, choices, default: value }) => (
            `${name}: ${named(choices ?? [], search[id] ?? value)}`))].join(' · ');
    }

    showPlayer() {
        const { player, session } = this;
        const { playing } = player;
        for (const id of ['play', 'big-play']) {
            $(id).setAttribute('aria-label', playing ? 'Pause' : 'Play');
            $(id).querySelector('use').setAttribute('href', playing ? '#i-pause' : '#i-play');
        }
        this.touched ||= playing || session.step > 0;
        $('big-play').hidden = this.touched || !session.runs.length;
        const scrubber = $('scrubber');
        scrubber.min = session.first;
        scrubber.max = Math.max(session.last, session.step);
        if (document.activeElement !== scrubber || !this.scrubbing) scrubber.value = session.step;
        scrubber.disabled = session.last <= session.first;
        $('step-number').textContent = whole(session.step);
        for (const id of ['first', 'back']) $(id).disabled = session.step <= session.first;
        for (const id of ['step', 'last']) $(id).disabled = session.ended || !session.runs.length;
        $('play').disabled = !playing && session.runs.every(run => run.status === 'refused');
        $('speed').value = player.speed;
        $('speed-text').textContent = player.speedText;
        $('pace').value = player.pace;
        this.game.show();
    }

    /** Shows a board instead of the current one, or the current one for `null`. */
    showBoard(tiles) {
        if (tiles === null) this.game.solution.stop();
        if (this.kind === 'puzzle') this.pictures.forEach((picture, i) => {
            picture.shown = i === this.selected ? tiles : null;
        });
        this.redraw();
    }

    /** Shows a message below the pictures for a while. */
    say(text) {
        const toast = $('toast');
        toast.textContent = text.length > MESSAGE ? `${text.slice(0, MESSAGE)} …` : text;
        toast.hidden = false;
        clearTimeout(this.saying);
        this.saying = setTimeout(() => toast.hidden = true, 3000 + 50 * toast.textContent.length);
    }

    report(error) {
        if (error.status === 404) {
            this.session.leave();
            this.say('The playground had discarded this search, so it has started again.');
            setTimeout(() => this.restart({ keep: false }));
        } else {
            this.say(error.message);
            if (error.status === undefined) console.error(error);
        }
    }

    connect() {
        const { player } = this;
        const click = (id, action) => $(id).addEventListener('click', async event => {
            try {
                await action(event);
            } catch (error) {
                this.report(error);
            }
        });
        for (const id of ['play', 'big-play']) click(id, () => {
            this.showBoard(null);
            return player.toggle();
        });
        click('step', () => player.step());
        click('back', () => player.back());
        click('first', () => player.to(0));
        click('last', () => player.runToEnd());
        click('fit', () => this.fit());
        click('zoom-in', () => this.zoom(1.4));
        click('zoom-out', () => this.zoom(1 / 1.4));
        click('undo', () => this.goBack(this.history.undo(this.snapshot()), -1));
        click('redo', () => this.goBack(this.history.redo(this.snapshot()), 1));
        click('share', () => this.share());
        click('full', async event => {
            event.preventDefault();
            window.open(await this.link(), '_blank', 'noopener');
        });
        click('add-run', () => this.addRun());
        this.game.connect(click);
        click('remove-item', () => (this.kind === 'mesh' ? this.walls : this.drawing).removeItem());
        this.drawing.connect();
        this.walls.connect();
        new GraphDialog(this).connect(click);
        click('walk', async () => {
            this.touch();
            if (this.kind === 'mesh') return this.walkers.toggle();
            if (this.agents.walking) return this.agents.stop();
            if (!this.scene.world.units?.length) return this.agents.walk();
            if (this.units.walking) return this.units.stop();
            return this.units.walk(this.snapshot(), this.units.planner);
        });
        click('random-agents', () => {
            if (this.kind === 'mesh') return this.walls.scatter(UNITS);
            this.remember();
            if (this.kind === 'grid' && (this.scene.world.units?.length || this.editor.tool === 'unit')) {
                chooseUnits(this.scene, this.cells, UNITS);
                return this.unitsEdited();
            }
            this.agents.forget();
            chooseEnds(this.scene, this.cells);
            return this.edited({ keep: false });
        });
        click('menu', () => this.showMenu($('menu').getAttribute('aria-expanded') !== 'true'));
        document.addEventListener('pointerdown', event => {
            if (!event.target.closest('#actions, #menu')) this.showMenu(false);
        });
        $('actions').addEventListener('click', event => event.target.closest('button') && this.showMenu(false));
        for (const { id, dataset } of document.querySelectorAll('[data-mode]')) {
            click(id, () => this.changeMode(dataset.mode));
        }
        $('scrubber').addEventListener('input', async () => {
            this.scrubbing = true;
            await player.to($('scrubber').valueAsNumber);
            this.scrubbing = false;
        });
        $('speed').addEventListener('input', () => {
            player.speed = $('speed').valueAsNumber;
            this.showPlayer();
        });
        $('pace').addEventListener('change', () => {
            player.pace = $('pace').value;
            this.showPlayer();
        });
        $('show-numbers').addEventListener('change', event => this.setOption('numbers', event.target.checked));
        $('show-tree').addEventListener('change', event => this.setOption('tree', event.target.checked));
        $('terrain-cost').replaceChildren(...'23456789'.split('').map(cost => new Option(cost, cost)));
        $('terrain-cost').value = this.editor.terrain;
        $('terrain-cost').addEventListener('change', event => {
            this.editor.terrain = event.target.value;
            this.editor.choose('terrain');
        });
        $('movement').addEventListener('change', event => {
            this.remember();
            this.scene.world.movement = event.target.value;
            this.edited();
        });
        connectNodes(() => this.showSide());
        connectPaths(path => this.setOption('path', path));
        for (const table of [$('queue'), $('events'), $('node-list')]) {
            table.addEventListener('pointerover', event => {
                const node = event.target.closest('[data-node]')?.dataset.node;
                this.hoverNode(node === undefined ? -1 : Number(node));
            });
            table.addEventListener('pointerleave', () => this.hoverNode(-1));
            // A press selects the node; in a puzzle, it opens the board in the tree, wherever it is.
            table.addEventListener('click', event => {
                const node = Number(event.target.closest('[data-node]')?.dataset.node ?? -1);
                if (node < 0) return;
                if (this.kind === 'puzzle') this.game.press(this.selected, node).catch(error => this.report(error));
                else this.inspect(node);
            });
        }
        this.files = new Files(this);
        this.files.connect(click);
        this.teacher.connect(click);
        this.scenarios.connect(click);
        this.units.connect();
        click('measure', () => this.measure.go());
        const hint = showHints(() => (this.scene ? this.editor.hint : ''));
        this.editor.onchosen = () => {
            hint();
            this.units.show();
            if (this.pictures.length) showLegend(this);
        };
        theme($('theme'), () => {
            const colours = palette(isDark());
            this.pictures.forEach(picture => picture.setColours(colours));
            showLegend(this);
            this.redraw();
        }, text => this.say(text));
        listen({
            '#faster': () => this.setSpeed(player.speed + 4),
            '#stop': () => (this.kind === 'mesh' ? this.walls : this.game).escape(),
            '#slower': () => this.setSpeed(player.speed - 4),
            '#cost': cost => {
                if (this.kind !== 'grid' || isEmbedded) return;
                $('terrain-cost').value = this.editor.terrain = cost;
                this.editor.choose('terrain');
            },
        }, () => this.panels[this.selected]?.canvas);
        document.addEventListener('keydown', event => {
            if (this.kind !== 'puzzle' || document.querySelector('dialog[open]')) return;
            if (event.target.matches('input, select, textarea')) return;
            const move = arrowOf(event);
            if (!move) return;
            event.preventDefault();
            this.arrow(...move);
        });
        this.resizes.observe($('runs'));
        hintAtMore($('worldbar'));
        window.addEventListener('pagehide', () => this.keep());
        document.addEventListener('visibilitychange', () => document.hidden && this.keep());
    }

    /** Removes the large play button, which would be in the way. */
    touch() {
        this.touched = true;
        $('big-play').hidden = true;
    }

    setSpeed(speed) {
        this.player.speed = Math.min(Math.max(speed, 0), 100);
        this.showPlayer();
    }

    setOption(name, value) {
        this.options[name] = value;
        this.redraw();
    }

    showMenu(open) {
        $('menu').setAttribute('aria-expanded', open);
        $('actions').classList.toggle('open', open);
    }

    /** Shows a scene of the past (`way` -1), or of the future (1). */
    goBack(scene, way) {
        if (!scene) return null;
        const done = this.setScene(scene, { keep: true });
        this.game.went(way);
        return done;
    }

    async changeMode(kind) {
        if (kind === this.kind) return;
        this.kept[this.kind] = JSON.stringify(this.snapshot());
        this.history.push(this.scene);
        this.address.push(`#${kind}`);
        await this.setScene(this.kept[kind] ? JSON.parse(this.kept[kind]) : await firstScene(kind), { fit: true });
    }

    async addRun() {
        const { searches } = this.scene;
        const used = searches.map(({ algorithm }) => algorithm);
        const wishes = ['astar', 'dijkstra', 'greedy', 'bidirectional-astar', 'weighted-astar', 'bfs', 'ida-star'];
        const algorithm = wishes.find(id => !used.includes(id) && this.algorithm({ algorithm: id })) ?? 'astar';
        this.remember();
        this.selected = searches.length;
        await this.setScene({ ...this.snapshot(), searches: [...searches, { algorithm }] }, { keep: true });
    }

    /** Replaces the world with a new one and keeps the searches. */
    async generate(parameters) {
        const seed = Math.floor(Math.random() * 2 ** 32);
        if (parameters.what === 'map') parameters.world = await this.lastMap();
        const { world } = await request('generate', { seed, ...parameters });
        await this.setWorld(world);
    }

    /** The map that was shown last, or the first one. */
    async lastMap() {
        const { world } = this.kept.grid ? JSON.parse(this.kept.grid) : await firstScene('grid');
        return world;
    }

    async setWorld(world) {
        if (world.kind === 'grid' && this.kind === 'grid') world.movement = this.scene.world.movement;
        const { searches } = world.kind === this.kind ? this.snapshot() : await firstScene(world.kind);
        await this.openScene({ world, searches: forgetEnds(searches) }, 'This');
    }

    async share() {
        const url = await this.link();
        this.address.replace(url);
        try {
            await navigator.clipboard.writeText(url);
            this.say('The link to this scene has been copied.');
        } catch {
            this.say('The link to this scene is in the address bar.');
        }
    }
}

const app = new App();
/** For the console, and for tests. */
window.playground = app;
app.begin().catch(error => {
    $('toast').textContent = error.message;
    $('toast').hidden = false;
});
