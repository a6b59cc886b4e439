//! After a walk, the scene is the one that the user has set: searches begin at its start, wherever an agent stands.

use serde_json::{Value, json};

use crate::driver::{Browser, page_story};

/// Opens an empty map of 12 by 5 cells with the start on the left and the goal on the right, nine edges away.
fn open_meadow(browser: &Browser, searches: &[&str]) {
    let searches: Vec<Value> = searches.iter().map(|id| json!({ "algorithm": id })).collect();
    let scene = json!({
        "world": { "kind": "grid", "width": 12, "height": 5, "cells": "1".repeat(60), "movement": "four",
            "start": [1, 2], "goals": [[10, 2]] },
        "searches": searches,
    });
    browser.open_file("meadow.json", &scene.to_string());
    browser.wait("the map is open", || {
        browser.now("return playground.cells.length") == 60
    });
}

fn wait_until_all_have_arrived(browser: &Browser) {
    let is_walking = || browser.now("return document.getElementById('walk').ariaPressed") == "true";
    browser.wait("all have arrived", || !is_walking());
}

fn walk(browser: &Browser) {
    browser.press("walk");
    let walks = || browser.now("return document.getElementById('walk').ariaPressed") == "true";
    browser.wait("they walk", walks);
    wait_until_all_have_arrived(browser);
}

fn read_run(browser: &Browser, run: usize, words: &str) {
    browser.read(&format!(".run:nth-child({run}) .words"), words);
}

#[test]
fn a_walk_to_the_arrival_leaves_the_start() {
    page_story(|browser| {
        open_meadow(browser, &["astar", "dijkstra"]);
        walk(browser);
        read_run(browser, 1, "9 edges");
        // Another algorithm, and another search.
        browser.choose("algorithm-0", "Greedy best-first search");
        read_run(browser, 1, "9 edges");
        read_run(browser, 2, "9 edges");
        browser.press("add-run");
        read_run(browser, 3, "9 edges");
        browser.press("remove-2");
        // A wall after the arrival.
        browser.press("tool-wall");
        browser.mouse(&[browser.cell(0, 5, 2)]);
        read_run(browser, 1, "11 edges");
        read_run(browser, 2, "11 edges");
        // The second walk begins at the start again.
        walk(browser);
        read_run(browser, 2, "11 edges");
        // The tool moves the start, in whichever picture it is used.
        browser.press("tool-start");
        browser.mouse(&[browser.cell(1, 8, 2)]);
        read_run(browser, 1, "2 edges");
        read_run(browser, 2, "2 edges");
        assert_eq!(browser.now("return playground.snapshot().world.start"), json!([8, 2]));
        assert_eq!(
            browser.now("return playground.snapshot().searches.filter(({ start, goal }) => start ?? goal)"),
            json!([]),
            "a walk writes nothing into the scene"
        );
        browser.keep_screenshot("after-a-walk");
        browser.check_log(0);
    });
}

#[test]
fn a_new_map_after_a_walk_and_after_sending() {
    page_story(|browser| {
        open_meadow(browser, &["astar", "dijkstra"]);
        walk(browser);
        browser.press("tool-send");
        browser.mouse(&[browser.cell(1, 3, 4)]);
        wait_until_all_have_arrived(browser);
        read_run(browser, 2, "9 edges");
        // Its picture shows its own ends, and the tools for them move those.
        browser.press("tool-start");
        browser.mouse(&[browser.cell(1, 5, 4)]);
        read_run(browser, 2, "2 edges");
        read_run(browser, 1, "9 edges");
        browser.press("tool-goal");
        browser.mouse(&[browser.cell(1, 6, 4)]);
        read_run(browser, 2, "1 edge");
        browser.mouse(&[browser.cell(0, 1, 4)]);
        read_run(browser, 1, "2 edges");
        read_run(browser, 2, "1 edge");
        // The ends of agents belong to their map.
        for (what, width, height) in [("cave", 10, 8), ("empty", 6, 4)] {
            browser.press("new");
            browser.set("new-width", &json!(width));
            browser.set("new-height", &json!(height));
            browser.press(&format!("new-{what}"));
            browser.wait("a smaller map", || {
                browser.now("return playground.cells.length") == width * height
            });
            browser.press("last");
            read_run(browser, 1, "Found");
            read_run(browser, 2, "Found");
            assert_eq!(
                browser.now("const [a, b] = playground.session.runs; return a.path.at(-1) === b.path.at(-1)"),
                true
            );
        }
        browser.check_log(0);
    });
}

/// If no picture showed the start of the world, nobody could move it, and no wall could be built there.
#[test]
fn some_picture_always_shows_the_ends_of_the_world() {
    page_story(|browser| {
        open_meadow(browser, &["astar", "dijkstra"]);
        for _ in 0..5 {
            browser.press("random-agents");
            browser.wait("the agents have places", || {
                browser.now("return !playground.isBusy && playground.session.runs.length === 2") == true
            });
            let free = "const { start, goals } = playground.scene.world;
                const { searches } = playground.scene;
                return [searches.some(search => search.start === undefined),
                    searches.some(search => search.goal === undefined)]";
            assert_eq!(browser.now(free), json!([true, true]));
        }
        // Without the first search, the ends of the second one are those of the map.
        let ends = "const { path } = playground.session.runs.at(-1); return [path[0], path.at(-1)]";
        browser.press("last");
        browser.wait("both have ended", || {
            browser.now("return playground.session.ended") == true
        });
        let before = browser.now(ends);
        browser.press("remove-0");
        browser.wait("one search", || browser.now("return playground.panels.length") == 1);
        browser.wait("it has ended", || {
            browser.now("return playground.session.ended") == true
        });
        assert_eq!(browser.now(ends), before);
        let own = "return playground.snapshot().searches.map(({ start, goal }) => [start ?? null, goal ?? null])";
        assert_eq!(browser.now(own), json!([[null, null]]));
        browser.check_log(0);
    });
}

#[test]
fn on_a_graph() {
    page_story(|browser| {
        browser.press("mode-graph");
        browser.press("new");
        browser.set("new-nodes", &json!(9));
        browser.set("new-seed", &json!(3));
        browser.press("new-graph");
        browser.wait("a small graph", || {
            browser.now("return playground.scene.world.nodes.length") == 9
        });
        browser.press("last");
        let cost = "return playground.session.ended && playground.session.runs[0].cost";
        browser.wait("the cost", || browser.now(cost).is_number());
        let before = browser.now(cost);
        walk(browser);
        browser.choose("algorithm-0", "Bidirectional Dijkstra");
        browser.wait("the same cost", || browser.now(cost) == before);
        browser.check_log(0);
    });
}
