//! The tools and their use with a pointer.

use serde_json::{Value, json};

use crate::driver::{Browser, IDLE};

pub(crate) fn tools(browser: &Browser) {
    for tool in ["hand", "terrain", "erase", "start", "goal", "send", "unit", "wall"] {
        browser.press(&format!("tool-{tool}"));
        let checked = browser.now("return document.querySelector('#tools [aria-checked=true]').id");
        assert_eq!(checked, format!("tool-{tool}"));
    }
    for id in [
        "zoom-in",
        "zoom-out",
        "fit",
        "show-tree",
        "show-numbers",
        "show-numbers",
        "show-tree",
        "theme",
        "theme",
    ] {
        browser.press(id);
    }
    for id in ["random-agents", "undo"] {
        browser.press(id);
        browser.run(IDLE);
    }
    browser.set("terrain-cost", &json!("4"));
    let movements = browser.now("return playground.catalogue.worlds.grid.movements.map(({ id }) => id)");
    for movement in movements.as_array().expect("a list").iter().rev() {
        browser.set("movement", movement);
        assert_eq!(&browser.now("return playground.scene.world.movement"), movement);
        assert_eq!(browser.run(&format!("{IDLE} return playground.problem")), Value::Null);
    }
    browser.press("help");
    browser.press("help-close");
    for what in ["rooms", "maze", "cave", "terrain", "empty"] {
        browser.press("new");
        browser.set("new-width", &json!(20));
        browser.set("new-height", &json!(16));
        browser.set("new-seed", &json!(3));
        browser.press(&format!("new-{what}"));
        assert_eq!(browser.number("playground.cells.length"), 320);
        assert_eq!(
            browser.run(&format!("{IDLE} return playground.problem")),
            Value::Null,
            "{what}"
        );
    }
    browser.press("new");
    browser.press("new-cancel");
    assert_eq!(browser.number("playground.cells.length"), 320);
}

/// Draws walls, terrain, start, goals and units on an empty map of 20 x 16 cells.
pub(crate) fn drags(browser: &Browser) {
    let centre = |x: u32, y: u32| format!("[view.x({x}.5), view.y({y}.5)]");
    let drag = |points: &[(u32, u32)]| {
        let points: Vec<String> = points.iter().map(|&(x, y)| centre(x, y)).collect();
        browser.drag(&format!("[{}]", points.join(", ")));
    };
    let cell = |x: u32, y: u32| browser.run(&format!("return playground.cells[{y} * 20 + {x}];"));
    browser
        .run("playground.scene.world.start = [1, 1]; playground.scene.world.goals = [[18, 14]]; playground.edited();");
    browser.press("last");
    let before = browser.number("Math.round(100 * playground.session.runs[0].cost)");
    browser.press("tool-wall");
    drag(&[(10, 0), (10, 14)]);
    assert_eq!(
        (cell(10, 0), cell(10, 7), cell(10, 14)),
        (json!("#"), json!("#"), json!("#"))
    );
    let after = browser.number("Math.round(100 * playground.session.runs[0].cost)");
    assert!(
        after > before,
        "the searches have gone round the wall: {after} and {before}"
    );
    drag(&[(10, 3), (10, 5)]);
    assert_eq!(
        (cell(10, 4), cell(10, 7)),
        (json!("1"), json!("#")),
        "a stroke that begins on a wall removes walls"
    );
    browser.press("tool-terrain");
    drag(&[(4, 8), (7, 8)]);
    assert_eq!(cell(5, 8), "4");
    browser.press("tool-erase");
    drag(&[(4, 8), (5, 8)]);
    assert_eq!((cell(5, 8), cell(7, 8)), (json!("1"), json!("4")));
    drag(&[(1, 1), (2, 3), (3, 4)]);
    assert_eq!(browser.now("return playground.scene.world.start"), json!([3, 4]));
    browser.press("tool-goal");
    drag(&[(15, 2), (16, 2)]);
    assert_eq!(
        browser.now("return playground.scene.world.goals"),
        json!([[18, 14], [16, 2]])
    );
    drag(&[(16, 2)]);
    assert_eq!(browser.now("return playground.scene.world.goals"), json!([[18, 14]]));
    browser.press("tool-start");
    drag(&[(2, 2)]);
    assert_eq!(browser.now("return playground.scene.world.start"), json!([2, 2]));
    browser.press("tool-unit");
    drag(&[(4, 1), (8, 6)]);
    drag(&[(8, 1), (4, 6)]);
    assert_eq!(
        browser.now("return playground.scene.world.units.map(({ goal }) => goal)"),
        json!([[8, 6], [4, 6]])
    );
    browser.set("planner", &json!("prioritized"));
    browser.press("walk");
    browser.run("while (!playground.options.units) await new Promise(requestAnimationFrame);");
    assert_eq!(browser.now("return playground.options.units?.length ?? 0"), 2);
    browser.press("walk");
    drag(&[(8, 1)]);
    assert_eq!(browser.number("playground.scene.world.units.length"), 1);
    browser.press("tool-hand");
    drag(&[(2, 2), (1, 1)]);
    drag(&[(12, 12)]);
    let node = browser.run(&format!(
        "{IDLE} return document.getElementById('node-text').innerText;"
    ));
    assert!(node.as_str().is_some_and(|text| text.contains("successors")), "{node}");
    let left = browser.number("Math.round(playground.viewport.left)");
    drag(&[(12, 12), (13, 12), (15, 12)]);
    assert!(
        browser.number("Math.round(playground.viewport.left)") > left,
        "the picture is moved"
    );
    browser.press("fit");
    for _ in 0..4 {
        browser.press("undo");
        browser.run(IDLE);
    }
    assert_eq!(browser.number("(playground.scene.world.units ?? []).length"), 0);
    browser.press("redo");
    assert_eq!(browser.number("playground.scene.world.units.length"), 1);
}
