//! A custom map: drawn with the mouse, searched, saved, and opened again.

use std::fs;

use serde_json::json;

use crate::driver::{Browser, page_story, story_of};
use crate::host::Host;
use crate::worlds::empty_map;

fn cell(browser: &Browser, x: u32, y: u32) -> String {
    browser
        .now(&format!(
            "return playground.cells[{y} * playground.scene.world.width + {x}]"
        ))
        .as_str()
        .expect("a character")
        .to_owned()
}

/// Drags the pointer through cells, and waits until the last one has changed.
fn draw(browser: &Browser, cells: &[(u32, u32)], symbol: &str) {
    let places: Vec<_> = cells.iter().map(|&(x, y)| browser.cell(0, x, y)).collect();
    browser.mouse(&places);
    let (x, y) = cells[cells.len() - 1];
    browser.wait("what was drawn", || cell(browser, x, y) == symbol);
}

/// The large play button is in the middle of the pictures, where it would be in the way of a tool or of agents.
#[test]
fn the_large_button_goes_when_a_tool_is_used() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        let is_shown = || browser.now("return document.getElementById('big-play').checkVisibility()");
        for way in ["a tool", "a press", "a key", "a walk", "a tile"] {
            browser.go("");
            if way == "a tile" {
                browser.press("mode-puzzle");
            }
            browser.wait("the button", || is_shown() == true);
            match way {
                "a tool" => browser.press("tool-wall"),
                "a press" => browser.mouse(&[browser.cell(0, 3, 3)]),
                "a key" => browser.key("g"),
                "a walk" => browser.press("walk"),
                _ => browser.key("Up"),
            }
            browser.wait(way, || is_shown() == false);
        }
        browser.check_log(0);
    });
}

#[test]
fn drawn_searched_saved_and_opened() {
    page_story(|browser| {
        empty_map(browser, 12, 8);
        browser.choose("movement", "Four directions");
        // Drags the start and the goal to their places.
        let [start, goal] = ["start", "goals[0]"].map(|end| {
            let place = browser.now(&format!("return playground.scene.world.{end}"));
            [0, 1].map(|axis| u32::try_from(place[axis].as_u64().expect("a place")).expect("a small number"))
        });
        browser.press("tool-hand");
        browser.mouse(&[browser.cell(0, start[0], start[1]), browser.cell(0, 1, 3)]);
        browser.mouse(&[browser.cell(0, goal[0], goal[1]), browser.cell(0, 9, 3)]);
        browser.wait("both ends where they were put", || {
            browser.now("return [playground.scene.world.start, playground.scene.world.goals]")
                == json!([[1, 3], [[9, 3]]])
        });
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a cheapest path: 8 edges, cost 8.");
        // A wall across the path, with a swamp at its end.
        browser.press("tool-wall");
        draw(browser, &[(5, 0), (5, 6)], "#");
        browser.read(".run:nth-child(1) .words", "Found a cheapest path: 16 edges, cost 16.");
        browser.press("tool-terrain");
        browser.choose("terrain-cost", "9");
        draw(browser, &[(5, 7), (6, 7)], "9");
        browser.read(".run:nth-child(1) .words", "Found a cheapest path: 16 edges, cost 32.");
        browser.press("tool-erase");
        draw(browser, &[(5, 2)], "1");
        browser.read(".run:nth-child(1) .words", "Found a cheapest path: 10 edges, cost 10.");
        browser.press("undo");
        browser.read(".run:nth-child(1) .words", "cost 32.");
        browser.press("redo");
        browser.read(".run:nth-child(1) .words", "cost 10.");
        browser.keep_screenshot("my-own-map");
        // A file for other programs, with only walls and free cells, and one with everything.
        browser.press("save");
        browser.press("save-movingai");
        let map = fs::read_to_string(browser.saved("map.map")).expect("the file that was saved");
        assert!(map.starts_with("type octile\nheight 8\nwidth 12\nmap\n"), "{map}");
        browser.press("save");
        browser.press("save-scene");
        let scene = fs::read_to_string(browser.saved("scene.json")).expect("the file that was saved");
        browser.press("new");
        browser.press("new-maze");
        browser.wait("another map", || {
            cell(browser, 5, 3) != "#" || cell(browser, 6, 7) != "9"
        });
        browser.press("open");
        browser.open_file("map.map", &map);
        browser.wait("the walls of the map", || {
            cell(browser, 5, 3) == "#" && cell(browser, 5, 2) == "1" && cell(browser, 6, 7) == "1"
        });
        browser.press("open");
        browser.open_file("scene.json", &scene);
        browser.wait("the whole scene", || cell(browser, 6, 7) == "9");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a cheapest path: 10 edges, cost 10.");
    });
}
