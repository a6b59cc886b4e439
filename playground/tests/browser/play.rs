//! The buttons and keys of the player.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::driver::{Browser, IDLE};

/// A press of the large button shows two searches that find their paths.
pub(crate) fn first_load(browser: &Browser) {
    assert_eq!(browser.number("playground.pictures.length"), 2);
    assert_eq!(browser.step(), 0);
    browser.press("big-play");
    browser.set("speed", &json!(100));
    browser.run(IDLE);
    assert_eq!(
        browser.now("return playground.session.runs.map(run => run.status)"),
        json!(["found", "found"])
    );
    assert!(
        browser
            .now("return document.getElementById('side-words').textContent")
            .as_str()
            .is_some_and(|words| words.len() > 10)
    );
}

pub(crate) fn player(browser: &Browser) {
    browser.press("first");
    assert_eq!(browser.step(), 0);
    for expected in 1..4 {
        browser.press("step");
        assert_eq!(browser.step(), expected);
    }
    browser.press("back");
    assert_eq!(browser.step(), 2);
    browser.press("last");
    let last = browser.step();
    assert!(last > 50);
    browser.set("scrubber", &json!(40));
    assert_eq!(browser.step(), 40);
    // Going back and forth gives the same pixels.
    for kind in ["grid", "puzzle", "graph", "mesh"] {
        browser.press(&format!("mode-{kind}"));
        browser.run(&format!("{IDLE} await playground.player.to(60);"));
        let steps = [0, 1, 7, 20, 33, 59];
        let go = |step: i64| {
            browser.run(&format!("await playground.player.to({step});"));
            browser.pixels()
        };
        let forwards = steps.map(go);
        let all: BTreeSet<i64> = forwards.into_iter().collect();
        assert_eq!(
            all.len(),
            steps.len(),
            "each step of the {kind} has a picture of its own"
        );
        for (step, expected) in steps.into_iter().zip(forwards).rev() {
            assert_eq!(go(step), expected, "step {step} of the {kind}, backwards");
        }
    }
    browser.press("mode-grid");
    browser.set("pace", &json!("time"));
    browser.press("play");
    browser.run(IDLE);
    assert_eq!(browser.step(), last, "by time, both run to their ends");
    browser.set("pace", &json!("step"));
    browser.set("speed", &json!(0));
    browser.press("play");
    assert_eq!(browser.now("return playground.player.playing"), true);
    browser.press("play");
    assert_eq!(browser.now("return playground.player.playing"), false);
    browser.set("speed", &json!(60));
}

pub(crate) fn keyboard(browser: &Browser) {
    browser.key("Home");
    assert_eq!(browser.step(), 0);
    browser.key(".");
    browser.run(IDLE);
    browser.key(".");
    assert_eq!(browser.step(), 2);
    browser.key(",");
    assert_eq!(browser.step(), 1);
    browser.key("End");
    assert!(browser.step() > 50);
    let speed = "return playground.player.speed";
    let before = browser.now(speed);
    browser.key("+");
    assert_ne!(browser.now(speed), before);
    browser.key("-");
    assert_eq!(browser.now(speed), before);
    browser.key(" ");
    assert_eq!(browser.now("return playground.player.playing"), true);
    browser.key(" ");
    assert_eq!(browser.now("return playground.player.playing"), false);
    for (key, tool) in [
        ("w", "wall"),
        ("e", "erase"),
        ("s", "start"),
        ("g", "goal"),
        ("u", "unit"),
        ("h", "hand"),
        ("7", "terrain"),
    ] {
        browser.key(key);
        assert_eq!(browser.now("return playground.editor.tool"), tool);
    }
    assert_eq!(browser.now("return playground.editor.terrain"), "7");
    let scale = "Math.round(1000 * playground.viewport.scale)";
    let fitted = browser.number(scale);
    browser.key("]");
    assert!(browser.number(scale) > fitted);
    browser.key("[");
    browser.key("[");
    assert!(browser.number(scale) < fitted);
    browser.key("0");
    assert_eq!(browser.number(scale), fitted);
    for (key, option) in [("n", "numbers"), ("t", "tree")] {
        let expression = format!("return playground.options.{option}");
        let before = browser.now(&expression);
        browser.key(key);
        assert_ne!(browser.now(&expression), before);
        browser.key(key);
    }
    // The cursor: Tab to the picture, two cells to the right of the start, a wall there, and undo.
    browser.key("w");
    browser.now("document.getElementById('remove-0').focus()");
    browser.key("Tab");
    for key in ["Right", "Right", "Enter"] {
        browser.key(key);
    }
    let cell = "const [x, y] = playground.scene.world.start;
                return playground.cells[y * playground.scene.world.width + x + 2];";
    let drawn = browser.run(&format!("{IDLE} {cell}"));
    browser.key("Ctrl+z");
    let before = browser.run(&format!("{IDLE} {cell}"));
    assert_ne!(drawn, before);
    browser.key("Ctrl+y");
    assert_eq!(browser.run(&format!("{IDLE} {cell}")), drawn);
    browser.key("Ctrl+z");
    browser.run(IDLE);
    browser.key("?");
    assert!(
        browser
            .now("return document.getElementById('keys').innerText")
            .as_str()
            .is_some_and(|keys| keys.contains("One step back"))
    );
    browser.key("Escape");
    assert_eq!(
        browser.now("return document.querySelector('dialog[open]')"),
        Value::Null
    );
    let dark = "getComputedStyle(document.body).backgroundColor";
    let light = browser.now(&format!("return {dark}"));
    browser.key("d");
    assert_ne!(browser.now(&format!("return {dark}")), light);
    browser.key("d");
    assert_eq!(browser.now(&format!("return {dark}")), light);
}
