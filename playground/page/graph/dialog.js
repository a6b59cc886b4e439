// The dialog in which a graph is shown as text, to be read, changed or typed.
import { request } from '../api.js';

const $ = id => document.getElementById(id);

export class GraphDialog {
    constructor(app) { this.app = app; }

    connect(click) {
        click('type-graph', () => this.app.kind === 'graph' && this.#open());
        $('graph-dialog').querySelector('form').addEventListener('submit', async event => {
            if (event.submitter?.value !== 'ok') return;
            event.preventDefault();
            try {
                const { world } = await request('parse', { format: 'text', text: $('graph-text').value });
                $('graph-dialog').close();
                await this.app.setWorld(world);
            } catch (error) {
                $('graph-error').textContent = error.message;
            }
        });
    }

    async #open() {
        const { content } = await request('write', { format: 'text', scene: this.app.snapshot() });
        $('graph-text').value = content;
        $('graph-error').textContent = '';
        $('graph-dialog').showModal();
        $('graph-text').focus();
    }
}
