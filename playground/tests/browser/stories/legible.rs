//! What pictures and tables say can be read: texts do not run into each other, and nothing is cut off.

use serde_json::json;

use crate::driver::{Browser, IDLE, story_of};
use crate::host::Host;

/// Returns how many texts the first picture writes, and pairs that overlap by more than a pixel.
const OVERLAPS: &str = "
    await playground.idle();
    const { prototype } = CanvasRenderingContext2D;
    const { fillText: write, fillRect: erase } = prototype;
    let texts = [];
    const { canvas, edgeImage } = playground.pictures[0];
    prototype.fillText = function (text, x, y, most = Infinity) {
        if (text !== '' && [canvas, edgeImage].includes(this.canvas)) {
            const size = this.measureText(text);
            const width = Math.min(size.width, most);
            const left = x - { left: 0, center: width / 2, right: width }[this.textAlign];
            texts.push([text, left, y - size.actualBoundingBoxAscent, left + width, y + size.actualBoundingBoxDescent,
                this.fillStyle]);
        }
        return write.call(this, text, x, y, most === Infinity ? undefined : most);
    };
    prototype.fillRect = function (x, y, width, height) {
        texts = texts.filter(([, l, t, r, b]) => l < x || t < y - 1 || r > x + width || b > y + height + 1);
        erase.call(this, x, y, width, height);
    };
    playground.pictures[0].edgesOf = null;
    playground.redraw();
    await playground.idle();
    [prototype.fillText, prototype.fillRect] = [write, erase];
    const pairs = texts.flatMap(([text, l, t, r, b], i) => texts.slice(0, i).filter(([other, left, top, right, bottom]) => (
        l + 1 < right && left + 1 < r && t + 1 < bottom && top + 1 < b && text !== other)).map(([other]) => [other, text]));
    return [texts.length, pairs];";

fn check(browser: &Browser, what: &str, at_least: u64) {
    let found = browser.run(OVERLAPS);
    assert!(
        found[0].as_u64() >= Some(at_least),
        "{what}: {} texts are written",
        found[0]
    );
    assert_eq!(found[1], json!([]), "{what}");
}

/// Creates a map, a board or a graph.
fn create(browser: &Browser, fields: &[(&str, u32)], what: &str) {
    browser.press("new");
    for (field, value) in fields {
        browser.set(&format!("new-{field}"), &json!(value));
    }
    browser.press(&format!("new-{what}"));
    browser.run(IDLE);
}

#[test]
fn texts_in_pictures_do_not_overlap() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        // Cells from 34 to 100 pixels wide.
        for (width, height) in [(5, 4), (7, 5), (10, 8), (12, 9)] {
            create(browser, &[("width", width), ("height", height), ("seed", 5)], "terrain");
            browser.run("await playground.player.runToEnd()");
            browser.keep_screenshot(&format!("cells-{width}"));
            check(browser, &format!("a map {width} cells wide"), 20);
        }
        browser.press("mode-puzzle");
        for (side, step) in [(3, 9), (3, 40), (4, 60), (5, 40), (5, 300)] {
            create(browser, &[("width", side), ("height", side), ("seed", 3)], "puzzle");
            browser.run(&format!("await playground.player.to({step})"));
            browser.keep_screenshot(&format!("tree-{side}-{step}"));
            check(browser, &format!("the tree of a board with {side} rows"), 8);
        }
        browser.press("mode-graph");
        for nodes in [12, 30, 60] {
            create(browser, &[("nodes", nodes), ("seed", 2)], "graph");
            browser.run("await playground.player.runToEnd()");
            browser.keep_screenshot(&format!("graph-{nodes}"));
            check(browser, &format!("a graph of {nodes} nodes"), 1);
        }
        // If few edges have room for their weights, none is written.
        create(browser, &[("nodes", 200), ("seed", 2)], "graph");
        assert_eq!(browser.run(OVERLAPS)[0], 0);
        browser.check_log(0);
    });
}

#[test]
fn a_race_of_four_fits_if_some_cannot_begin() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        browser.press("add-run");
        browser.press("add-run");
        for (run, name) in [(1, "Theta*"), (2, "Jump points from a table"), (3, "Lazy Theta*")] {
            browser.choose(&format!("algorithm-{run}"), name);
        }
        browser.read("#race", "cannot begin");
        browser.press("last");
        for (width, height) in [(1280, 800), (1024, 640), (390, 844)] {
            browser.size(width, height);
            let fits = "await playground.idle();
                const [table, side] = ['race', 'side'].map(id => document.getElementById(id));
                return table.offsetWidth <= table.parentElement.clientWidth && side.scrollWidth <= side.clientWidth";
            assert_eq!(browser.run(fits), true, "{width} pixels wide");
            browser.keep_screenshot(&format!("race-{width}"));
        }
        browser.check_log(0);
    });
}
