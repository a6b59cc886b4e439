// Dialogs and files: new worlds, typed boards, and opening and saving.
import { Refusal, request } from './api.js';
import { listKeys } from './keys.js';
import { LETTERS } from './panel.js';

const $ = id => document.getElementById(id);

function parseScene(text) {
    try {
        return JSON.parse(text);
    } catch (error) {
        throw new Refusal(400, `it is not JSON: ${error.message}`);
    }
}

/** Matches the text of a graph rather than of a board. */
const IS_GRAPH = /--|->|^\s*(start|goal):|\(.*,.*\)/m;

/** Matches the text of a level. */
const IS_LEVEL = /^\s*(area|wall):/m;

/** Matches a search trace rather than a scene. */
const IS_TRACE = /^events:|^\s*\{[^]*"events"\s*:\s*\[/m;

/** Converts a file of the library into one to be saved. */
const asFile = ({ name, media_type: type, content }) => ({ name, blob: new Blob([content], { type }) });

export class Files {
    constructor(app) { this.app = app; }

    /** Draws the picture as a file. Its code is loaded only now, so that no page waits for it at the beginning. */
    async draw(name) {
        const drawn = await import('./export.js');
        return drawn[name](this.app, Number($('save-scale').value));
    }

    connect(click) {
        const { app } = this;
        click('new', () => this.openNew());
        click('save', () => this.openSave());
        click('open', () => $('file').click());
        click('help', () => {
            listKeys($('keys'));
            $('help-dialog').showModal();
        });
        $('file').addEventListener('change', () => {
            this.openFiles([...$('file').files]).catch(error => app.report(error));
            $('file').value = '';
        });
        document.addEventListener('dragover', event => event.preventDefault());
        document.addEventListener('drop', event => {
            event.preventDefault();
            this.openFiles([...event.dataTransfer.files]).catch(error => app.report(error));
        });
    }

    openNew() {
        const { app } = this;
        const { kind, scene, world: choices } = app;
        const { limits } = app.catalogue;
        $('new-title').textContent = $('new-label').textContent;
        const number = (id, name, value, min, max) => {
            const input = document.createElement('input');
            Object.assign(input, { id, type: 'number', value, min, max, required: true });
            const label = document.createElement('label');
            label.append(name, input);
            return label;
        };
        const sizes = kind === 'graph'
            ? [number('new-nodes', 'Nodes', Math.min(scene.world.nodes.length, 5000), 2, limits.graph_nodes)]
            : ['Width', 'Height'].map((name, axis) => {
                const id = name.toLowerCase();
                const [least, most] = { grid: [4, limits.map_side], puzzle: [2, limits.puzzle_side],
                    mesh: [8, limits.mesh_side] }[kind];
                const sides = scene.world.areas?.flat().map(point => point[axis]);
                const size = sides ? Math.round(Math.max(...sides) - Math.min(...sides)) : scene.world[id];
                return number(`new-${id}`, name, Math.min(Math.max(size, least), most), least, most);
            });
        const seed = number('new-seed', 'Seed', Math.floor(Math.random() * 1e4), 0, 2 ** 32);
        $('new-fields').replaceChildren(...sizes, seed);
        const thumbnails = [];
        $('new-choices').replaceChildren(...choices.generators.map(({ id, name }) => {
            const button = document.createElement('button');
            Object.assign(button, { id: `new-${id}`, value: id });
            const canvas = document.createElement('canvas');
            canvas.setAttribute('aria-hidden', true);
            button.append(canvas, name);
            thumbnails.push([canvas, id]);
            button.addEventListener('click', async event => {
                const fields = [...$('new-fields').querySelectorAll('input')];
                event.preventDefault();
                if (!fields.every(field => field.reportValidity())) return;
                const value = field => $(`new-${field}`)?.valueAsNumber;
                const parameters = kind === 'graph' ? { nodes: value('nodes') }
                    : { width: value('width'), height: value('height') };
                $('new-dialog').close();
                try {
                    await app.generate({ what: id, ...parameters, seed: value('seed') });
                } catch (error) {
                    app.report(error);
                }
            });
            return button;
        }));
        $('new-dialog').showModal();
        const { colours } = app.pictures[0];
        import('./thumbnails.js')
            .then(({ drawThumbnail }) => Promise.all(thumbnails.map(([canvas, id]) => (
                drawThumbnail(canvas, kind, id, colours)))))
            .catch(error => app.report(error));
    }

    openSave() {
        const { app } = this;
        const letter = LETTERS[app.selected];
        const films = globalThis.MediaRecorder?.isTypeSupported('video/webm')
            ? [['webm', 'Film', 'All steps up to here, as WebM', () => this.draw('saveWebm')]] : [];
        const choices = [
            ['scene', 'Scene', 'Everything, to open again', () => asFile({
                name: 'scene.json', media_type: 'application/json', content: JSON.stringify(app.snapshot()),
            })],
            ...app.world.formats.map(({ id, name }) => [id, name, 'The world only',
                async () => asFile(await request('write', { format: id, scene: app.snapshot() }))]),
            ['png', 'PNG', 'The picture, in pixels', () => this.draw('savePng')],
            ['svg', 'SVG', 'The picture, for any size', () => this.draw('saveSvg')],
            ['apng', 'Animation', 'All steps up to here, as an animated PNG', () => this.draw('saveApng')],
            ...films,
            ['posthoc', 'Trace', `The run of search ${letter}, for the Posthoc visualiser or this page`,
                async () => asFile(await app.session.trace(app.selected))],
        ];
        $('save-choices').replaceChildren(...choices.map(([id, name, what, action]) => {
            const button = Object.assign(document.createElement('button'), { id: `save-${id}` });
            button.append(Object.assign(document.createElement('b'), { textContent: name }),
                Object.assign(document.createElement('small'), { textContent: what }));
            button.addEventListener('click', async event => {
                event.preventDefault();
                $('save-dialog').close();
                try {
                    this.download(await action());
                } catch (error) {
                    app.report(error);
                }
            });
            return button;
        }));
        $('save-dialog').showModal();
    }

    download({ name, blob }) {
        const url = URL.createObjectURL(blob);
        Object.assign(document.createElement('a'), { href: url, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(url), 10_000);
        this.app.say(`Saved ${name}.`);
    }

    /**
     * Opens scenes, MovingAI maps and scenarios, DIMACS graphs and coordinates, graphs and levels as text, meshes, boards,
     * and traces.
     */
    async openFiles(files) {
        const { app } = this;
        const order = file => (/\.(scen|co)$/i.test(file.name) ? 1 : 0);
        for (const file of files.sort((a, b) => order(a) - order(b))) {
            try {
                const text = await file.text();
                if (/[\0\uFFFD]/.test(text.slice(0, 1e5))) throw new Refusal(400, 'it is not a text file');
                if (/\.trace\.\w+$/i.test(file.name) || IS_TRACE.test(text)) {
                    const { scene, words } = await request('read-trace', { text });
                    if (await app.openScene(scene, file.name) && words) app.say(words);
                    continue;
                }
                if (/^\s*\{/.test(text)) {
                    await app.openScene(parseScene(text), file.name);
                    continue;
                }
                const [, ending = ''] = file.name.toLowerCase().match(/\.(\w+)$/) ?? [];
                const formats = { map: 'movingai', gr: 'dimacs', co: 'coordinates', mesh: 'mesh' };
                const format = formats[ending]
                    ?? (IS_LEVEL.test(text) ? 'walls' : IS_GRAPH.test(text) ? 'text' : 'board');
                const parameters = { format, text };
                if (ending === 'scen') {
                    await app.scenarios.open(file.name, text);
                    continue;
                }
                if (format === 'coordinates') parameters.world = app.snapshot().world;
                await app.setWorld((await request('parse', parameters)).world);
            } catch (error) {
                if (![400, 413].includes(error.status)) throw error;
                app.say(`${file.name} cannot be opened: ${error.message}.`);
            }
        }
    }
}
