//! Walls: drawn with the mouse and the keyboard, with searches that step and units that walk between them.

use serde_json::{Value, json};

use super::row;
use crate::driver::{Browser, page_story};

/// Opens an empty level of 40 by 30.
fn open(browser: &Browser) {
    browser.press("mode-mesh");
    browser.press("new");
    browser.set("new-width", &json!(40));
    browser.set("new-height", &json!(30));
    browser.press("new-yard");
    browser.wait("an empty level", || walls(browser) == json!([]));
    browser.press("tool-wall");
}

fn walls(browser: &Browser) -> Value {
    browser.now("return playground.scene.world.walls")
}

fn count(browser: &Browser) -> usize {
    walls(browser).as_array().map_or(0, Vec::len)
}

/// Returns the position of a point of the level in the window.
fn at(browser: &Browser, [x, y]: [f64; 2]) -> [i64; 2] {
    let place = browser.now(&format!(
        "const picture = playground.pictures[0];
         const [x, y] = picture.at(playground.viewport, [{x}, {y}]);
         const box = picture.canvas.getBoundingClientRect();
         return [Math.round(box.left + x), Math.round(box.top + y)]"
    ));
    [0, 1].map(|axis| place[axis].as_i64().expect("a place"))
}

fn drag(browser: &Browser, points: &[[f64; 2]]) {
    let places: Vec<[i64; 2]> = points.iter().map(|point| at(browser, *point)).collect();
    browser.mouse(&places);
}

/// Presses the corners of a wall.
fn press(browser: &Browser, corners: &[[f64; 2]]) {
    for corner in corners {
        drag(browser, &[*corner]);
    }
}

/// Draws a wall and closes it at its first corner.
fn draw(browser: &Browser, corners: &[[f64; 2]]) {
    let before = count(browser);
    press(browser, corners);
    press(browser, &corners[..1]);
    browser.wait("a wall more", || count(browser) == before + 1);
}

/// Returns a coordinate of a corner.
fn corner(browser: &Browser, wall: usize, corner: usize, axis: usize) -> f64 {
    walls(browser)[wall][corner][axis].as_f64().expect("a coordinate")
}

const BLOCK: [[f64; 2]; 4] = [[16.0, 6.0], [24.0, 6.0], [24.0, 24.0], [16.0, 24.0]];

#[test]
fn walls_are_drawn_moved_and_removed() {
    page_story(|browser| {
        open(browser);
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "0 bends");
        press(browser, &BLOCK[..3]);
        browser.read("#item-words", "A wall with 3 corners");
        browser.keep_screenshot("mesh-drawing");
        browser.key("Escape");
        browser.read("#item-words", "Press the corners");
        draw(browser, &BLOCK);
        browser.read("#item-words", "Wall 1 with 4 corners");
        browser.read(".run:nth-child(1) .words", "Found a shortest path: 1 bend");
        // A corner and the whole wall are dragged, each as one edit.
        drag(browser, &[BLOCK[0], [14.0, 2.0]]);
        browser.wait("the corner has moved", || (corner(browser, 0, 0, 0) - 14.0).abs() < 0.2);
        assert!((corner(browser, 0, 2, 0) - 24.0).abs() < 0.2, "the others have not");
        drag(browser, &[[20.0, 15.0], [22.0, 16.0]]);
        browser.wait("the wall has moved", || (corner(browser, 0, 2, 0) - 26.0).abs() < 0.3);
        browser.press("undo");
        browser.wait("it is back", || (corner(browser, 0, 2, 0) - 24.0).abs() < 0.2);
        browser.press("undo");
        browser.wait("so is the corner", || (corner(browser, 0, 0, 0) - 16.0).abs() < 0.2);
        // Enter and a double click also close a wall; a line is none.
        press(browser, &[[30.0, 20.0], [36.0, 20.0]]);
        browser.key("Enter");
        browser.read("#toast", "at least three corners");
        press(browser, &[[33.0, 26.0]]);
        browser.key("Enter");
        browser.wait("two walls", || count(browser) == 2);
        press(browser, &[[4.0, 4.0], [10.0, 4.0], [7.0, 9.0], [7.0, 9.0]]);
        browser.wait("three walls", || count(browser) == 3);
        browser.key("Delete");
        browser.wait("the last one is removed", || count(browser) == 2);
        browser.press("tool-remove");
        drag(browser, &[[20.0, 15.0]]);
        browser.wait("the first one as well", || count(browser) == 1);
        // The whole level is in a link and in a file.
        browser.press("save");
        browser.press("save-walls");
        let saved = std::fs::read_to_string(browser.saved("walls.txt")).expect("the file that was saved");
        assert!(
            saved.starts_with("area: (0, 0) (40, 0)") && saved.contains("\nwall: (3"),
            "{saved}"
        );
        // Another world gives up the wall that is being drawn.
        browser.press("tool-wall");
        press(browser, &[[4.0, 20.0]]);
        browser.read("#item-words", "A wall with 1 corner");
        browser.press("mode-grid");
        browser.press("mode-mesh");
        browser.read("#item-words", "Press the corners");
        let before = walls(browser);
        browser.press("share");
        browser.wait("a link", || browser.address().contains("#s="));
        let address = browser.address();
        browser.visit("about:blank");
        browser.visit(&address);
        browser.wait_for_page();
        browser.wait("the same level", || walls(browser) == before);
        browser.press("mode-grid");
        browser.press("open");
        browser.open_file("walls.txt", &saved);
        browser.wait("the level of the file", || {
            browser.now("return playground.scene.world.kind") == "mesh" && walls(browser) == before
        });
    });
}

#[test]
fn a_wall_is_drawn_with_the_keyboard() {
    page_story(|browser| {
        open(browser);
        browser.now("document.getElementById('remove-0').focus()");
        browser.key("Tab");
        let go = |key: &str, times: usize| (0..times).for_each(|_| browser.key(key));
        go("Right", 6);
        browser.key("Enter");
        browser.read("#item-words", "A wall with 1 corner");
        go("Right", 9);
        browser.key("Enter");
        go("Up", 9);
        browser.key("Enter");
        browser.read("#item-words", "A wall with 3 corners");
        // Once more at the last corner.
        browser.key("Enter");
        browser.wait("a wall", || count(browser) == 1);
        assert!((corner(browser, 0, 1, 0) - corner(browser, 0, 0, 0) - 9.0 * 0.8).abs() < 0.1);
    });
}

#[test]
fn both_searches_step_and_are_compared() {
    page_story(|browser| {
        browser.go("#lesson=13");
        browser.press("lesson-close");
        browser.press("first");
        let visible = || browser.number("playground.pictures[1].shapes.length");
        for step in 1..=8 {
            browser.press("step");
            browser.wait("a step more", || browser.step() == step);
        }
        assert!(visible() > 8);
        // The node of the step is explained, and listed with its events.
        browser.press("select-1");
        browser.press("step");
        browser.read("#side-why", "Expanded in step 9: it had the least f");
        browser.read("#node-text", "corner");
        browser.read("#events", "opened");
        browser.read("#queue", "view");
        // The current view is outlined: the picture differs from that of the step before and after.
        let before = browser.pixels();
        browser.press("back");
        browser.wait("a step less", || browser.step() == 8);
        browser.press("step");
        browser.wait("again", || browser.step() == 9);
        browser.run("await playground.idle()");
        assert_eq!(browser.pixels(), before);
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "27 % more than 60.669");
        browser.read(
            ".run:nth-child(2) .words",
            "Found a shortest path: 4 bends, length 60.669.",
        );
        assert_eq!(row(browser, "Length"), ["77.2", "60.67"]);
        assert_eq!(row(browser, "Bends"), ["3", "4"]);
        browser.keep_screenshot("mesh-compared");
        // A press on what a node sees selects it.
        browser.press("tool-hand");
        let place = browser.now(
            "const picture = playground.pictures[1];
             const node = picture.shapes.findIndex(({ kind }, node) => kind === 1 && picture.nodes.state[node] === 1);
             const [x, y] = picture.centre(playground.viewport, node);
             const box = picture.canvas.getBoundingClientRect();
             return [Math.round(box.left + x), Math.round(box.top + y)]",
        );
        browser.mouse(&[[0, 1].map(|axis| place[axis].as_i64().expect("a place"))]);
        browser.read("#node-title", "View ");
        browser.read("#node-text", "visible");
        browser.read("#node-text", "open");
    });
}

#[test]
fn units_walk_and_reroute_when_a_wall_is_drawn() {
    page_story(|browser| {
        open(browser);
        browser.press("tool-unit");
        drag(browser, &[[5.0, 15.0], [36.0, 15.0]]);
        drag(browser, &[[5.0, 20.0]]);
        browser.read("#item-words", "Now press the goal of unit 2.");
        drag(browser, &[[36.0, 20.0]]);
        browser.wait("two units", || {
            browser.number("playground.scene.world.units.length") == 2
        });
        browser.press("walk");
        browser.read("#item-words", "Each of the 2 units walks on a shortest path: 62");
        let x = |unit: usize| {
            let x = browser.now(&format!("return playground.walkers.places?.[{unit}]?.[0] ?? 0"));
            x.as_f64().expect("a coordinate")
        };
        browser.wait("they have left", || x(0) > 6.0);
        browser.press("tool-wall");
        draw(browser, &[[30.0, 2.0], [33.0, 2.0], [33.0, 29.0], [30.0, 29.0]]);
        browser.keep_screenshot("mesh-walking");
        assert!(x(0) > 6.0, "they walk on from where they are");
        browser.wait("they go around the wall and arrive", || {
            browser.text("#item-words").contains("All 2 units are at their goals.")
        });
        assert!((x(0) - 36.0).abs() < 0.3 && (x(1) - 36.0).abs() < 0.3);
        // The scene has not changed: the next walk begins at their starts.
        browser.press("walk");
        browser.wait("they begin again", || x(0) < 20.0);
        // A wall in front of them, which leaves no gap.
        draw(browser, &[[25.0, -1.0], [27.0, -1.0], [27.0, 31.0], [25.0, 31.0]]);
        browser.read("#item-words", "No path leads to the goal of any unit");
        browser.wait("they wait", || {
            browser.now("return playground.walkers.walking") == false
        });
        browser.press("undo");
        browser.wait("the wall is gone", || count(browser) == 1);
    });
}
