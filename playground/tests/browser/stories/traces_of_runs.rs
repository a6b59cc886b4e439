//! A researcher opens the trace of another program, watches it step by step, and races it against a search.

use std::fs;

use serde_json::json;

use crate::driver::story;

/// A search of another program on a map of 4 x 2 cells, with a wall in the middle of the upper row.
const TRACE: &str = "\
version: 1.4.0
views:
  main:
    - { $: rect, width: 1, height: 1, x: \"${{ $.x }}\", y: \"${{ $.y }}\" }
events:
  - { type: wall, id: w, x: 1, y: 0, width: 2 }
  - { type: source, id: s, x: 0, y: 0 }
  - { type: destination, id: g, x: 3, y: 0 }
  - { type: expanding, id: s, pId: null, x: 0, y: 0, f: 5, g: 0 }
  - { type: generating, id: a, pId: s, x: 0, y: 1, f: 5, g: 1 }
  - { type: expanding, id: a, pId: s, x: 0, y: 1, f: 5, g: 1 }
  - { type: generating, id: b, pId: a, x: 1, y: 1, f: 5, g: 2 }
  - { type: expanding, id: b, pId: a, x: 1, y: 1, f: 5, g: 2 }
  - { type: generating, id: c, pId: b, x: 2, y: 1, f: 5, g: 3 }
  - { type: expanding, id: c, pId: b, x: 2, y: 1, f: 5, g: 3 }
  - { type: generating, id: d, pId: c, x: 3, y: 1, f: 5, g: 4 }
  - { type: expanding, id: d, pId: c, x: 3, y: 1, f: 5, g: 4 }
  - { type: generating, id: g, pId: d, x: 3, y: 0, f: 5, g: 5 }
  - { type: expanding, id: g, pId: d, x: 3, y: 0, f: 5, g: 5 }
";

#[test]
fn of_another_program() {
    story(|browser| {
        browser.press("open");
        browser.open_file("mine.trace.yaml", TRACE);
        browser.wait("its map", || {
            browser.now("return playground.cells.join('')") == "1##11111"
        });
        let chosen = "return document.getElementById('algorithm-0').selectedOptions[0].text";
        browser.wait("the recorded run", || browser.now(chosen) == "Recorded run");
        browser.make_steps(2);
        browser.read(".run:nth-child(1) .words", "The recorded run continues");
        browser.read("#side-name", "Recorded run");
        browser.read("#events", "expanded");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a path: 5 edges, cost 5.");
        browser.read(".run:nth-child(2) .words", "Found a cheapest path: 5 edges, cost 5.");
        browser.keep_screenshot("trace");
        // The saved file is opened again, and continues from the same step.
        browser.press("save");
        browser.press("save-scene");
        let saved = fs::read_to_string(browser.saved("scene.json")).expect("the file that was saved");
        browser.press("mode-puzzle");
        browser.press("open");
        browser.open_file("scene.json", &saved);
        browser.wait("the recorded run again", || browser.now(chosen) == "Recorded run");
        // Another search replaces it, and it can be chosen again.
        browser.choose("algorithm-0", "Dijkstra's algorithm");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a cheapest path");
        let offered =
            "return [...document.getElementById('algorithm-0').options].some(({ value }) => value === 'recorded')";
        assert_eq!(browser.now(offered), json!(false));
        browser.press("undo");
        browser.wait("the recorded run once more", || browser.now(chosen) == "Recorded run");
    });
}

/// The page can open the traces that it saves.
#[test]
fn of_a_run_of_the_page() {
    story(|browser| {
        browser.press("new");
        browser.set("new-seed", &json!(3));
        browser.press("new-cave");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a cheapest path");
        let found = browser.text(".run:nth-child(1) .words");
        let cost = found.split("cost ").nth(1).expect("a cost").to_owned();
        browser.press("save");
        browser.press("save-posthoc");
        let saved = fs::read_to_string(browser.saved("astar.trace.yaml")).expect("the file that was saved");
        browser.press("open");
        browser.open_file("astar.trace.yaml", &saved);
        browser.read("#side-name", "Recorded run");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", &format!("cost {cost}"));
        // A file that is not a trace is reported as such.
        browser.press("open");
        browser.open_file("broken.trace.yaml", "version: 1.4.0\nevents: 5\n");
        browser.read("#toast", "broken.trace.yaml cannot be opened: it is not a search trace");
    });
}
