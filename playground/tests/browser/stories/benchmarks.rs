//! A researcher uses the benchmarks: a map with its scenarios, one of them chosen, all of them as a table and a file.

use std::fs;

use serde_json::json;

use crate::driver::{Browser, story};

/// A wall with a door at its lower end, so that the path across is longer than it looks.
const MAP: &str = "type octile\nheight 5\nwidth 7\nmap\n...@...\n...@...\n...@...\n...@...\n.......\n";

const SCENARIOS: &str = "version 1\n\
    0\tdoor.map\t7\t5\t0\t0\t2\t0\t2.0\n\
    1\tdoor.map\t7\t5\t0\t4\t6\t4\t6.0\n\
    2\tdoor.map\t7\t5\t2\t0\t4\t0\t10.0\n\
    2\tdoor.map\t7\t5\t0\t0\t6\t0\t12.5\n";

fn open(browser: &Browser) {
    browser.press("open");
    browser.open_file("door.map", MAP);
    browser.wait("the map", || browser.now("return playground.scene.world.width") == 7);
    browser.press("open");
    browser.open_file("door.map.scen", SCENARIOS);
    browser.read("#scenario-words", "of 4: bucket 2, optimum 12.5");
}

#[test]
fn one_scenario_after_the_other() {
    story(|browser| {
        open(browser);
        assert_eq!(
            browser.now("return [playground.scene.world.start, playground.scene.world.goals]"),
            json!([[0, 0], [[6, 0]]])
        );
        browser.press("scenario-previous");
        browser.read("#scenario-words", "bucket 2, optimum 10");
        browser.press("scenario-previous");
        browser.read("#scenario-words", "bucket 1, optimum 6");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "cost 6.");
        browser.write("scenario-number", "1");
        browser.key("Enter");
        browser.read("#scenario-words", "bucket 0, optimum 2");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "cost 2.");
        browser.press("scenario-next");
        browser.read("#scenario-words", "bucket 1, optimum 6");
        // Another map has other scenarios.
        browser.press("new");
        browser.press("new-empty");
        browser.wait("no scenarios", || browser.text("#scenarios").is_empty());
    });
}

#[test]
fn all_of_them_as_a_table_and_a_file() {
    story(|browser| {
        open(browser);
        browser.choose("algorithm-1", "Greedy best-first search");
        browser.press("batch");
        browser.read("#batch-words", "4 scenarios are ready");
        browser.press("batch-run");
        // The last length of the file is wrong, and both searches reveal it.
        browser.read(
            "#batch-words",
            "4 of 4 scenarios are done. 2 costs differ from the file",
        );
        for (row, cells) in [
            (1, "1 0 2 2 "),
            (2, "2 1 6 6 "),
            (3, "3 2 10 10 "),
            (4, "4 2 12.5 11.66 "),
        ] {
            let text = browser.text(&format!("#batch-rows tr:nth-child({row})"));
            assert!(text.replace('\t', " ").starts_with(cells), "{text:?}");
        }
        browser.keep_screenshot("batch");
        let marked = "return document.querySelectorAll('#batch-rows .off').length";
        assert_eq!(browser.now(marked), 2);
        browser.press("batch-save");
        let saved = fs::read_to_string(browser.saved("door.map.csv")).expect("the file that was saved");
        let lines: Vec<&str> = saved.lines().collect();
        assert_eq!(lines.len(), 1 + 4 * 2);
        assert!(
            lines[0].starts_with("scenario,bucket,start_x,start_y,goal_x,goal_y,optimum,search"),
            "{}",
            lines[0]
        );
        assert!(
            lines[1].starts_with("1,0,0,0,2,0,2,astar,,found,2,true,"),
            "{}",
            lines[1]
        );
        assert!(
            lines[8].starts_with("4,2,0,0,6,0,12.5,greedy,,found,12.2426,false,"),
            "{}",
            lines[8]
        );
        browser.press("batch-close");
    });
}

#[test]
fn scenarios_of_another_map() {
    story(|browser| {
        browser.press("open");
        browser.open_file("door.map.scen", SCENARIOS);
        browser.read("#toast", "door.map.scen cannot be opened: line 2");
        browser.press("mode-puzzle");
        browser.press("open");
        browser.open_file("door.map.scen", SCENARIOS);
        browser.read("#toast", "scenarios need their map: open it first");
    });
}
