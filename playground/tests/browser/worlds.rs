//! Maps, puzzles and graphs.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::driver::{Browser, IDLE};

/// Opens a new map without walls.
pub(crate) fn empty_map(browser: &Browser, width: u32, height: u32) {
    browser.press("new");
    browser.set("new-width", &json!(width));
    browser.set("new-height", &json!(height));
    browser.press("new-empty");
    browser.wait("an empty map", || {
        browser.now("return playground.cells.length") == width * height
    });
}

pub(crate) fn puzzle(browser: &Browser) {
    browser.press("mode-puzzle");
    browser.run(IDLE);
    browser.press("type-board");
    browser.set("board-text", &json!("1 2 3\n4 5 6\n7 7 0"));
    browser.press("board-ok");
    let end = Instant::now() + Duration::from_secs(5);
    while browser.now("return document.getElementById('board-error').textContent") == "" {
        assert!(Instant::now() < end, "a board with two sevens is refused");
    }
    browser.set("board-text", &json!("1 2 3\n4 5 6\n0 7 8"));
    browser.write("goal-text", "1 2 3 / 4 5 6 / 7 8 _");
    browser.press("board-ok");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.scene.world.tiles")),
        json!([1, 2, 3, 4, 5, 6, 0, 7, 8])
    );
    browser.press("type-board");
    browser.press("board-cancel");
    browser.press("last");
    assert_eq!(browser.number("playground.session.runs[0].cost"), 2);
    browser.choose("solution-pace", "fast");
    browser.press("play-solution");
    browser.read("#solution-words", "Move 2 of 2");
    browser.press("solution-back");
    browser.press("solution-next");
    browser.press("solution-2");
    browser.choose("tile-faces", "picture");
    browser.choose("tile-marks", "index");
    browser.press("expanded-summary");
    browser.read("#expanded-count", "all ");
    browser.press("expanded-1");
    browser.press("expanded-summary");
    browser.press("first");
    browser.choose("goal", "gap first");
    browser.choose("goal", "gap last");
    browser.press("hint-move");
    browser.read("#game-words", "Hint: ");
    browser.key("Left");
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.scene.world.tiles")),
        json!([1, 2, 3, 4, 5, 6, 7, 0, 8])
    );
    browser.key("Down");
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.scene.world.tiles")),
        json!([1, 2, 3, 4, 0, 6, 7, 5, 8])
    );
    browser.drag(
        "(() => { const { left, top, cell } = picture.layout();
           return [[left + 2.5 * cell, top + 1.5 * cell], [left + 2 * cell, top + 1.5 * cell],
               [left + 1.6 * cell, top + 1.5 * cell]]; })()",
    );
    assert_eq!(
        browser.now("return playground.scene.world.tiles"),
        json!([1, 2, 3, 4, 6, 0, 7, 5, 8])
    );
    browser.press("take-back");
    browser.press("shuffle");
    browser.run(IDLE);
    browser.run(
        "const { tiles } = playground.scene.world;
         const [a, b] = [tiles.indexOf(1), tiles.indexOf(2)];
         [tiles[a], tiles[b]] = [2, 1];
         playground.edited({ keep: false });",
    );
    browser.run(IDLE);
    browser.read("#game-words", "This board cannot be solved");
    browser.press("make-solvable");
    browser.press("solve");
    browser.press("solve");
    browser.press("type-board");
    browser.press("goal-first");
    browser.press("goal-last");
    browser.press("board-120483765");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    browser.press("type-board");
    browser.press("board-random");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    browser.press("new");
    browser.set("new-width", &json!(4));
    browser.press("new-puzzle");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    assert_eq!(browser.run(&format!("{IDLE} return playground.scene.world.width;")), 4);
}

pub(crate) fn graph(browser: &Browser) {
    browser.press("mode-graph");
    browser.run(IDLE);
    browser.press("new");
    browser.set("new-nodes", &json!(30));
    browser.set("new-seed", &json!(3));
    browser.press("new-graph");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    assert_eq!(browser.number("playground.scene.world.nodes.length"), 30);
    browser.press("last");
    let before = browser.run(&format!(
        "{IDLE} return [...playground.scene.world.nodes[7], playground.session.step];"
    ));
    browser.press("tool-hand");
    browser.drag(
        "(() => { const [x, y] = picture.centre(view, 7); return [[x, y], [x + 9, y + 9], [x + 12, y + 20]]; })()",
    );
    let after = browser.run(&format!(
        "{IDLE} return [...playground.scene.world.nodes[7], playground.session.step];"
    ));
    assert_ne!(before[0], after[0]);
    browser.press("tool-node");
    browser.drag("[[8, 8]]");
    assert_eq!(browser.number("playground.scene.world.nodes.length"), 31);
    browser.write("node-name", "Thirty");
    browser.press("tool-edge");
    browser.drag("[picture.centre(view, 7), picture.centre(view, 30)]");
    browser.write("edge-weight", "17");
    browser.choose("edge-way", "to Thirty");
    assert_eq!(
        browser.run(&format!(
            "{IDLE} const {{ directed, edges, names }} = playground.scene.world;
             return [directed, edges.find(edge => edge[1] === 30), names[30]]"
        )),
        json!([true, [7, 30, 17], "Thirty"])
    );
    browser.press("remove-item");
    browser.press("one-way");
    browser.press("tool-remove");
    browser.drag("[picture.centre(view, 30)]");
    assert_eq!(
        browser.run(&format!(
            "{IDLE} const {{ directed, nodes, names }} = playground.scene.world;
             return [directed, nodes.length, names === undefined]"
        )),
        json!([false, 30, true])
    );
    browser.press("type-graph");
    browser.read("#graph-dialog", "Graph as text");
    browser.press("graph-cancel");
    browser.press("type-graph");
    browser.read("#graph-dialog", "Graph as text");
    browser.write("graph-text", "A -- B: 2\nB -- C: 3");
    browser.press("graph-use");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    browser.run(IDLE);
    browser.press("undo");
    browser.run(IDLE);
    browser.press("new");
    browser.press("new-blank");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    assert_eq!(browser.number("playground.scene.world.nodes.length"), 2);
    browser.press("undo");
    browser.run(IDLE);
    browser.press("tool-start");
    browser.drag("[picture.centre(view, 11)]");
    assert_eq!(browser.number("playground.scene.world.start"), 11);
    browser.press("tool-goal");
    browser.drag("[picture.centre(view, 12)]");
    assert_eq!(browser.now("return playground.scene.world.goals.includes(12)"), true);
}

pub(crate) fn mesh(browser: &Browser) {
    browser.press("mode-mesh");
    browser.run(IDLE);
    let walls = || browser.number("playground.scene.world.walls.length");
    for what in ["hall", "office", "rocks", "map", "yard"] {
        browser.press("new");
        browser.set("new-width", &json!(40));
        browser.set("new-height", &json!(30));
        browser.set("new-seed", &json!(3));
        browser.press(&format!("new-{what}"));
        browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
        assert_eq!(
            browser.run(&format!("{IDLE} return playground.problem")),
            json!(null),
            "{what}"
        );
        assert_eq!(walls() == 0, what == "yard", "{what}");
        browser.press("last");
        assert_eq!(
            browser.run(&format!("{IDLE} return playground.session.runs.map(run => run.status)")),
            json!(["found", "found"]),
            "{what}"
        );
    }
    let drag = |points: &[[u32; 2]]| {
        browser.drag(&format!("{}.map(point => picture.at(view, point))", json!(points)));
    };
    browser.press("tool-wall");
    for corner in [[10, 5], [20, 5], [20, 25], [10, 25], [10, 5]] {
        drag(&[corner]);
    }
    assert_eq!(walls(), 1);
    browser.set("radius", &json!(1));
    assert_eq!(browser.number("playground.scene.world.radius"), 1);
    browser.press("tool-start");
    drag(&[[2, 15]]);
    browser.press("tool-goal");
    drag(&[[35, 15]]);
    drag(&[[35, 25]]);
    assert_eq!(browser.number("playground.scene.world.goals.length"), 3);
    drag(&[[35, 25]]);
    assert_eq!(browser.number("playground.scene.world.goals.length"), 2);
    browser.press("tool-unit");
    drag(&[[5, 5], [30, 20]]);
    assert_eq!(browser.number("playground.scene.world.units.length"), 1);
    browser.press("random-agents");
    browser.run(IDLE);
    browser.press("walk");
    browser.press("walk");
    browser.press("tool-hand");
    drag(&[[15, 15]]);
    browser.press("remove-item");
    assert_eq!(walls(), 0);
    browser.press("undo");
    browser.run(IDLE);
    assert_eq!(walls(), 1);
    browser.press("tool-remove");
    drag(&[[15, 15]]);
    assert_eq!(walls(), 0);
}
