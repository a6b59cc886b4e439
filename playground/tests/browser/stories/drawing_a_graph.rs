//! A custom graph: drawn with the mouse, typed as text, and searched for several paths.

use serde_json::json;

use crate::driver::{Browser, page_story, story_of};
use crate::host::Host;

fn open(browser: &Browser) {
    browser.press("mode-graph");
}

/// Returns the position of a node in the window.
fn node(browser: &Browser, node: usize) -> [i64; 2] {
    let at = browser.now(&format!(
        "const picture = playground.pictures[0];
         const [x, y] = picture.centre(playground.viewport, {node});
         const box = picture.canvas.getBoundingClientRect();
         return [Math.round(box.left + x), Math.round(box.top + y)]"
    ));
    [0, 1].map(|axis| at[axis].as_i64().expect("a place"))
}

fn count(browser: &Browser, what: &str) -> i64 {
    let count = browser.now(&format!("return playground.scene.world.{what}.length"));
    count.as_i64().expect("a number")
}

fn nodes(browser: &Browser) -> i64 {
    count(browser, "nodes")
}

fn edges(browser: &Browser) -> i64 {
    count(browser, "edges")
}

/// Opens the text of the current graph.
fn open_text(browser: &Browser) {
    browser.press("type-graph");
    browser.read("#graph-dialog", "Graph as text");
}

/// Types into a field, putting the cursor there first if necessary, and leaves it.
fn fill(browser: &Browser, id: &str, text: &str) {
    browser.write(id, text);
    browser.key("Enter");
}

/// Draws an edge from one node to another and types its weight.
fn edge(browser: &Browser, from: usize, to: usize, weight: &str) {
    let before = edges(browser);
    browser.mouse(&[node(browser, from), node(browser, to)]);
    browser.wait("an edge more", || edges(browser) == before + 1);
    fill(browser, "edge-weight", weight);
    browser.wait("the weight that was typed", || {
        browser.now("return String(playground.scene.world.edges.at(-1)[2])") == weight
    });
}

#[test]
fn drawn_with_the_mouse_and_searched() {
    page_story(|browser| {
        open(browser);
        browser.press("new");
        browser.press("new-blank");
        browser.wait("two nodes", || nodes(browser) == 2);
        // Two more nodes, in the corners without the first two.
        browser.press("tool-node");
        let [[left, bottom], [right, top]] = [node(browser, 0), node(browser, 1)];
        for (number, place) in [(2, [left, top]), (3, [right, bottom])] {
            browser.mouse(&[place]);
            browser.wait("a node more", || nodes(browser) == number + 1);
            let at = node(browser, usize::try_from(number).expect("a number"));
            assert!(
                (at[0] - place[0]).abs() + (at[1] - place[1]).abs() < 4,
                "it is where it was put: {at:?}"
            );
        }
        for (number, name) in ["Arad", "Bucharest", "Fagaras", "Pitesti"].into_iter().enumerate() {
            browser.mouse(&[node(browser, number)]);
            browser.read("#item-words", "ode ");
            fill(browser, "node-name", name);
            browser.read("#item-words", name);
        }
        // Another tool does not move the node.
        browser.press("tool-edge");
        browser.read("#item-words", "Press a node for its name");
        edge(browser, 0, 2, "2");
        edge(browser, 2, 1, "3");
        edge(browser, 0, 3, "1");
        // The last edge with two presses.
        browser.mouse(&[node(browser, 3)]);
        browser.read("#item-words", "From Pitesti: press the other end");
        browser.mouse(&[node(browser, 1)]);
        browser.wait("a fourth edge", || edges(browser) == 4);
        fill(browser, "edge-weight", "1.5");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "2.5");
        browser.keep_screenshot("graph-drawn");
        // This edge becomes one that leads only to Pitesti, so the other path is the cheapest now.
        browser.choose("edge-way", "to Pitesti");
        browser.read(".run:nth-child(1) .words", "cost 5");
        browser.read("#item-words", "Edge Bucharest → Pitesti");
        browser.keep_screenshot("graph-one-way");
        browser.choose("edge-way", "both ways");
        browser.read(".run:nth-child(1) .words", "2.5");
        // Without the node, there is also only the other path.
        browser.press("tool-remove");
        browser.mouse(&[node(browser, 3)]);
        browser.wait("three nodes", || nodes(browser) == 3 && edges(browser) % 2 == 0);
        browser.read(".run:nth-child(1) .words", "cost 5");
        browser.press("undo");
        browser.read(".run:nth-child(1) .words", "2.5");
        // A pressed edge has its weight and its direction below, and a key removes it.
        browser.press("tool-hand");
        let [[left, bottom], [right, top]] = [node(browser, 0), node(browser, 1)];
        browser.mouse(&[[i64::midpoint(left, right), top]]);
        browser.read("#item-words", "Edge Fagaras – Bucharest");
        browser.key("Delete");
        // An edge in both directions is two edges if others lead only one way.
        browser.wait("an edge less", || edges(browser) == 6);
        browser.key("Delete");
        browser.press("undo");
        browser.wait("the edge again", || edges(browser) == 8);
        // A drag that begins on an edge moves the picture.
        let before = node(browser, 2);
        browser.mouse(&[
            [left, i64::midpoint(bottom, top)],
            [left + 30, i64::midpoint(bottom, top) + 10],
        ]);
        browser.wait("the picture has moved", || node(browser, 2)[0] >= before[0] + 25);
        browser.press("tool-remove");
        browser.mouse(&[node(browser, 0)]);
        browser.read("#toast", "The start cannot be removed");
        assert_eq!(nodes(browser), 4);
    });
}

#[test]
fn a_name_that_cannot_be_is_refused_and_nothing_lost() {
    page_story(|browser| {
        open(browser);
        browser.press("new");
        browser.press("new-blank");
        browser.wait("two nodes", || nodes(browser) == 2);
        browser.press("tool-hand");
        browser.mouse(&[node(browser, 0)]);
        fill(browser, "node-name", "Arad");
        browser.read("#item-words", "Arad");
        browser.mouse(&[node(browser, 1)]);
        fill(browser, "node-name", "Arad");
        browser.read("#toast", "Another node is already called Arad");
        fill(browser, "node-name", "a -> b");
        browser.read("#toast", "A name must not contain");
        assert_eq!(browser.now("return playground.scene.world.names"), json!(["Arad", ""]));
    });
}

const TEXT: &str = "A (0, 0)\nB (100, 60)\nC (100, -60)\nD (200, 0)\nA -- B: 1\nB -- D: 1\nA -- C: 2\nC -- D: 2\n\
                    B -> C: 0.5\nA -- D: 9\nstart: A\ngoal: D\n";

#[test]
fn typed_as_a_text_and_saved() {
    page_story(|browser| {
        open(browser);
        open_text(browser);
        browser.write("graph-text", "A -- B: far");
        browser.press("graph-use");
        browser.read("#graph-error", "line 1, \"A -- B: far\": \"far\" is not a number");
        browser.write("graph-text", "A -- B: -1");
        browser.press("graph-use");
        browser.read("#graph-error", "line 1, \"A -- B: -1\": the weight is -1");
        browser.write("graph-text", TEXT);
        browser.press("graph-use");
        browser.wait("the graph that was typed", || nodes(browser) == 4);
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "cost 2");
        browser.press("save");
        browser.press("save-text");
        let saved = std::fs::read_to_string(browser.saved("graph.txt")).expect("the file that was saved");
        assert_eq!(saved, TEXT);
        browser.press("new");
        browser.press("new-blank");
        browser.wait("another graph", || nodes(browser) == 2);
        browser.press("open");
        browser.open_file("mine.txt", &saved);
        browser.wait("the graph of the file", || nodes(browser) == 4);
        assert_eq!(
            browser.now("return playground.scene.world.names"),
            json!(["A", "B", "C", "D"])
        );
    });
}

/// The paths are listed with their costs, each in its colour in the picture.
#[test]
fn four_paths() {
    page_story(|browser| {
        open(browser);
        open_text(browser);
        browser.write("graph-text", TEXT);
        browser.press("graph-use");
        browser.wait("the graph that was typed", || nodes(browser) == 4);
        browser.choose("algorithm-0", "k shortest paths");
        browser.set("paths-0", &json!(4));
        browser.press("last");
        browser.read("#paths", "cost 9");
        for (number, words) in [
            "cost 2, 2 edges",
            "cost 3.5, 3 edges",
            "cost 4, 2 edges",
            "cost 9, 1 edge",
        ]
        .iter()
        .enumerate()
        {
            browser.read(&format!("#path-list li:nth-child({})", number + 1), words);
        }
        browser.read("#path-list li:nth-child(2)", "A → B → C → D");
        browser.keep_screenshot("graph-paths");
        let colours = browser.now(
            "return [...document.querySelectorAll('#path-list i')].map(item => getComputedStyle(item).backgroundColor)",
        );
        let colours = colours.as_array().expect("a list");
        assert!(
            colours
                .iter()
                .enumerate()
                .all(|(at, colour)| !colours[..at].contains(colour)),
            "{colours:?}"
        );
        // Each of them is visible in the picture at a place where there is no other path.
        let image = browser.now(
            "const picture = playground.pictures[0];
             const context = picture.canvas.getContext('2d');
             const ratio = window.devicePixelRatio || 1;
             const places = [[0, 1], [1, 2], [0, 2], [0, 3]].map(ends => {
                 const [[ax, ay], [bx, by]] = ends.map(node => picture.centre(playground.viewport, node));
                 return [ax + 0.3 * (bx - ax), ay + 0.3 * (by - ay)];
             });
             return places.map(([x, y]) => {
                 const [red, green, blue] = context.getImageData(x * ratio, y * ratio, 1, 1).data;
                 return `rgb(${red}, ${green}, ${blue})`;
             });",
        );
        assert_eq!(image.as_array().expect("a list"), colours);
    });
}

/// A press that misses a node does not move the graph away.
#[test]
fn a_drag_that_misses_the_nodes_moves_nothing() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        open(browser);
        browser.press("new");
        browser.press("new-blank");
        browser.wait("two nodes", || nodes(browser) == 2);
        let [[left, bottom], [right, top]] = [node(browser, 0), node(browser, 1)];
        let middle = [i64::midpoint(left, right), bottom];
        let end = [right, i64::midpoint(top, bottom)];
        for tool in ["edge", "remove", "start", "goal", "send"] {
            browser.press(&format!("tool-{tool}"));
            browser.mouse(&[middle, end]);
            assert_eq!(node(browser, 0), [left, bottom], "{tool}");
        }
        browser.press("tool-edge");
        browser.mouse(&[middle, end]);
        browser.read("#toast", "An edge begins at a node");
        assert_eq!((nodes(browser), edges(browser)), (2, 0));
        // The first tool moves it.
        browser.press("tool-hand");
        browser.mouse(&[middle, end]);
        browser.wait("it has moved", || node(browser, 0) != [left, bottom]);
        browser.check_log(0);
    });
}

#[test]
fn drawing_does_not_stop_the_play() {
    page_story(|browser| {
        open(browser);
        browser.set("speed", &json!(8));
        browser.press("play");
        browser.see_steps(3);
        let before = (nodes(browser), edges(browser));
        browser.press("tool-node");
        let [x, y] = node(browser, 9);
        browser.mouse(&[[x + 12, y + 14]]);
        browser.wait("a node more", || nodes(browser) == before.0 + 1);
        browser.press("tool-edge");
        browser.mouse(&[node(browser, 9), [x + 12, y + 14]]);
        browser.wait("an edge more", || edges(browser) == before.1 + 1);
        browser.see_steps(3);
        assert_eq!(browser.now("return playground.player.playing"), true);
    });
}
