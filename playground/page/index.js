// The start page. A link with a lesson, a mode or a scene belongs to the playground itself, wherever it leads.
import { isEmbedded } from './embed.js';
import { theme } from './theme.js';

function forward() {
    if (isEmbedded || location.hash.length > 1) location.replace(`play.html${location.search}${location.hash}`);
}

forward();
window.addEventListener('hashchange', forward);
const toast = document.getElementById('toast');
theme(document.getElementById('theme'), () => {}, text => Object.assign(toast, { textContent: text, hidden: false }));
