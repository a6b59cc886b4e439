//! A file or a link that is not a scene loses nothing: the page shows the error, and everything works as before.

use serde_json::{Value, json};

use crate::driver::{Browser, story};

const WORLD: &str = r#""kind": "grid", "width": 2, "height": 1, "cells": "11", "movement": "four", "start": [0, 0]"#;

/// Returns broken files with the messages about them.
fn broken() -> Vec<(String, &'static str)> {
    let scene =
        |world: &str, search: &str| format!(r#"{{"world": {{{world}}}, "searches": [{{"algorithm": "{search}"}}]}}"#);
    vec![
        (
            String::from(r#"{"a": 1}"#),
            "unknown field `a`, expected `world` or `searches`",
        ),
        (scene(WORLD, "astar"), "world: missing field `goals`"),
        (
            scene(&format!(r#"{WORLD}, "goals": [[1, 0]]"#), "magic"),
            "search A: there is no search \"magic\"",
        ),
        (
            scene(&format!(r#"{WORLD}, "goals": [[7, 0]]"#), "astar"),
            "world: the goal 7,0 is outside the map",
        ),
        (
            scene(&format!(r#"{WORLD}, "goals": 7"#), "astar"),
            "world: \"goals\": invalid type",
        ),
    ]
}

/// Checks that the page shows the same as before, and plays.
fn everything_works(browser: &Browser, pixels: i64) {
    assert_eq!(browser.pixels(), pixels, "the pictures are as they were");
    browser.press("play");
    browser.see_steps(3);
    browser.press("play");
    browser.press("mode-puzzle");
    browser.make_steps(1);
    browser.press("mode-grid");
    browser.read("#step-number", "0");
}

#[test]
fn files_that_are_no_scenes() {
    story(|browser| {
        browser.press("play");
        browser.press("play");
        browser.press("first");
        let pixels = browser.pixels();
        for (content, words) in broken() {
            browser.open_file("mine.json", &content);
            browser.read("#toast", words);
            browser.read("#toast", "mine.json does not contain a scene");
            everything_works(browser, pixels);
        }
        browser.open_file("mine.json", "{\"world\": ");
        browser.read("#toast", "mine.json cannot be opened: it is not JSON");
        everything_works(browser, pixels);
    });
}

#[test]
fn links_that_are_no_scenes() {
    story(|browser| {
        let link = |content: &str| {
            let content: Value = serde_json::from_str(content).expect("JSON");
            let text = browser.run(&format!(
                "const {{ encode }} = await import('./scene.js'); return encode({content});"
            ));
            format!("#s={}", text.as_str().expect("text"))
        };
        let pixels = browser.pixels();
        let links: Vec<_> = broken()
            .into_iter()
            .map(|(content, words)| (link(&content), words))
            .collect();
        for (link, words) in links {
            browser.go(&link);
            browser.read("#toast", words);
            everything_works(browser, pixels);
        }
        browser.go("#s=AAAA");
        browser.read("#toast", "The link is broken");
        everything_works(browser, pixels);
        // A complete link can be opened.
        let whole = json!({
            "world": { "kind": "grid", "width": 2, "height": 1, "cells": "11", "movement": "four", "start": [0, 0],
                "goals": [[1, 0]] },
            "searches": [{ "algorithm": "dijkstra" }],
        });
        browser.go(&link(&whole.to_string()));
        browser.press("last");
        browser.read(".run .words", "Found a cheapest path: 1 edge, cost 1.");
    });
}

/// Unusual but valid scenes are opened and played.
#[test]
fn unusual_scenes() {
    let grid = |width: usize, height: usize, goal: [usize; 2]| {
        json!({ "kind": "grid", "width": width, "height": height, "cells": "1".repeat(width * height),
            "movement": "four", "start": [0, 0], "goals": [goal] })
    };
    let graph = |nodes: Value, edges: Value, goal: u32| json!({ "kind": "graph", "nodes": nodes, "edges": edges, "start": 0, "goals": [goal] });
    let mut dots = grid(3, 1, [2, 0]);
    dots["cells"] = json!("...");
    let worlds = [
        grid(1, 1, [0, 0]),
        grid(2048, 1, [2047, 0]),
        grid(1, 2048, [0, 2047]),
        dots,
        graph(json!([[0, 0]]), json!([]), 0),
        graph(
            json!([[5, 5], [5, 5], [5, 5]]),
            json!([[0, 1, 0], [1, 2, 0], [1, 1, 3]]),
            2,
        ),
        graph(json!([[-1e9, 0], [1e9, 1e9]]), json!([[0, 1, 1e12]]), 1),
        json!({ "kind": "puzzle", "width": 2, "height": 5, "tiles": [1, 2, 3, 4, 5, 6, 7, 8, 0, 9],
            "goal": [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] }),
    ];
    story(|browser| {
        for world in &worlds {
            let scene = json!({ "world": world, "searches": [{ "algorithm": "dijkstra" }] });
            browser.open_file("unusual.json", &scene.to_string());
            browser.wait("it is opened", || {
                browser.now("return [playground.scene.world.kind, playground.scene.searches.length]")
                    == json!([world["kind"], 1])
            });
            browser.read("#step-number", "0");
            browser.press("play");
            browser.read(".run .words", "Found");
            browser.press("first");
            browser.press("add-run");
            browser.read(".run:nth-child(2) .words", "Not started");
            browser.check_log(0);
        }
    });
}
