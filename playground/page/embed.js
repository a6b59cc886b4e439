// `?embed`: the page in a frame of another one. It shows only its pictures and its player, and ignores the wheel.

export const isEmbedded = new URLSearchParams(location.search).has('embed');
document.documentElement.toggleAttribute('data-embed', isEmbedded);
// The brand is only a heading there, not a link that cannot be seen.
if (isEmbedded) document.querySelector('.brand').removeAttribute('href');
