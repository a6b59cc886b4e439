// `?embed`: the page in a frame of another one, where it shows its pictures and its player, and leaves the wheel alone.

export const isEmbedded = new URLSearchParams(location.search).has('embed');
document.documentElement.toggleAttribute('data-embed', isEmbedded);
