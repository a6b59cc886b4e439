//! The files of the page, which are part of the program.

/// Returns the policy for a file: nothing is loaded from elsewhere, and only pictures contain styles.
pub(super) fn policy(media_type: &str) -> &'static str {
    match media_type {
        SVG => "default-src 'none'; style-src 'unsafe-inline'",
        _ => "default-src 'self'; img-src 'self' blob: data:",
    }
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Path, media type and content of each file.
macro_rules! files {
    ($($path:literal: $media_type:ident,)*) => {
        &[$((concat!("/", $path), $media_type, include_bytes!(concat!("../../page/", $path)))),*]
    };
}

static FILES: &[(&str, &str, &[u8])] = files! {
    "index.html": HTML,
    "play.html": HTML,
    "index.css": CSS,
    "style.css": CSS,
    "icon.svg": SVG,
    "address.js": JS,
    "agents.js": JS,
    "api.js": JS,
    "editor.js": JS,
    "element.js": JS,
    "embed.js": JS,
    "ends.js": JS,
    "export.js": JS,
    "eventlog.js": JS,
    "files.js": JS,
    "front.js": JS,
    "hints.js": JS,
    "index.js": JS,
    "keys.js": JS,
    "lessons.js": JS,
    "main.js": JS,
    "measure.js": JS,
    "nodelist.js": JS,
    "panel.js": JS,
    "paths.js": JS,
    "player.js": JS,
    "pseudocode.js": JS,
    "run.js": JS,
    "scenarios.js": JS,
    "scene.js": JS,
    "session.js": JS,
    "store.js": JS,
    "teacher.js": JS,
    "theme.js": JS,
    "thumbnails.js": JS,
    "toolhints.js": JS,
    "units.js": JS,
    "worker.js": JS,
    "lessons/1.svg": SVG,
    "lessons/2.svg": SVG,
    "lessons/3.svg": SVG,
    "lessons/4.svg": SVG,
    "lessons/5.svg": SVG,
    "lessons/6.svg": SVG,
    "lessons/7.svg": SVG,
    "lessons/8.svg": SVG,
    "lessons/9.svg": SVG,
    "lessons/10.svg": SVG,
    "lessons/11.svg": SVG,
    "lessons/12.svg": SVG,
    "lessons/13.svg": SVG,
    "graph/dialog.js": JS,
    "graph/drawing.js": JS,
    "graph/network.js": JS,
    "mesh/walkers.js": JS,
    "mesh/walls.js": JS,
    "picture/colours.js": JS,
    "picture/graph.js": JS,
    "picture/grid.js": JS,
    "picture/lie.js": JS,
    "picture/mesh.js": JS,
    "picture/puzzle.js": JS,
    "picture/svg.js": JS,
    "picture/view.js": JS,
    "puzzle/adviser.js": JS,
    "puzzle/boards.js": JS,
    "puzzle/depths.js": JS,
    "puzzle/dialog.js": JS,
    "puzzle/estimate.js": JS,
    "puzzle/expanded.js": JS,
    "puzzle/faces.js": JS,
    "puzzle/game.js": JS,
    "puzzle/slide.js": JS,
    "puzzle/solution.js": JS,
    "puzzle/tree.js": JS,
};

/// Returns the media type and the content of a file.
pub(super) fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = match path {
        "/" => "/index.html",
        // Browsers request it before they have read where the icon is.
        "/favicon.ico" => "/icon.svg",
        path => path,
    };
    let found = FILES.iter().find(|(known, ..)| *known == path);
    found.map(|(_, media_type, content)| (*media_type, *content))
}
