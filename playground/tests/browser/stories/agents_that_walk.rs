//! Agents walk along the paths of their searches, and find another path when a wall is built in front of them.

use serde_json::json;

use crate::driver::{Browser, story};

/// The columns of the map.
const WIDTH: usize = 70;

/// The colours of the agents of the first two searches.
const BLUE: [u8; 3] = [0x00, 0x72, 0xB2];
const RED: [u8; 3] = [0xD5, 0x5E, 0x00];

/// Opens a map with a wall that has two doors and is an eight-second walk from the start.
fn open_two_doors(browser: &Browser, searches: [&str; 2]) {
    let (width, height) = (WIDTH, 11);
    let is_wall = |x: usize, y: usize| x == 58 && y != 2 && y != 8;
    let cells: String = (0..width * height)
        .map(|cell| if is_wall(cell % width, cell / width) { '#' } else { '1' })
        .collect();
    let scene = json!({
        "world": { "kind": "grid", "width": width, "height": height, "cells": cells, "movement": "eight",
            "start": [1, 3], "goals": [[66, 3]] },
        "searches": searches.map(|algorithm| json!({ "algorithm": algorithm })),
    });
    browser.open_file("doors.json", &scene.to_string());
    browser.wait("the map is open", || {
        browser.now("return playground.scene.world.width") == WIDTH
    });
}

/// Returns whether a part of a cell on a picture has the colour of an agent.
fn is_at(browser: &Browser, run: usize, x: u32, y: u32, colour: [u8; 3]) -> bool {
    let [left, top] = browser
        .cell(run, x, y)
        .map(|at| usize::try_from(at).expect("on screen"));
    let picture = browser.screenshot("agents");
    (top - 5..=top + 5).any(|y| (left - 5..=left + 5).any(|x| picture.colour(x, y) == colour))
}

fn wait_until_all_have_arrived(browser: &Browser) {
    browser.wait("all have arrived", || {
        browser.now("return document.getElementById('walk').ariaPressed") == "false"
    });
}

#[test]
fn a_door_closes_in_front_of_the_agent() {
    story(|browser| {
        open_two_doors(browser, ["d-star-lite", "astar"]);
        browser.press("walk");
        browser.read(".run:nth-child(1) .work", "searched with");
        // The upper door is closed while they walk towards it.
        browser.mouse(&[browser.cell(0, 58, 2)]);
        browser.read(".run:nth-child(1) .work", "repaired with");
        browser.read(".run:nth-child(2) .work", "searched with");
        wait_until_all_have_arrived(browser);
        assert!(is_at(browser, 0, 66, 3, BLUE), "the agent of D* Lite is at the goal");
        assert!(is_at(browser, 1, 66, 3, RED), "so is that of A*");
        // Both went through the other door.
        for (run, door) in [(0_usize, 8), (1, 8)] {
            let path = browser.now(&format!("return playground.session.runs[{run}].path"));
            assert!(
                path.as_array().expect("a path").contains(&json!(door * WIDTH + 58)),
                "{path}"
            );
        }
        browser.check_log(0);
    });
}

#[test]
fn a_press_sends_the_agent_of_one_search() {
    story(|browser| {
        open_two_doors(browser, ["lss-lrta-star", "dijkstra"]);
        browser.press("tool-send");
        browser.mouse(&[browser.cell(0, 5, 9)]);
        wait_until_all_have_arrived(browser);
        assert!(is_at(browser, 0, 5, 9, BLUE), "the agent that was sent is there");
        assert!(is_at(browser, 1, 66, 3, RED), "the other one is at the goal of the map");
        // Continues from there with the keyboard.
        browser.mouse(&[browser.cell(0, 20, 9)]);
        wait_until_all_have_arrived(browser);
        assert!(is_at(browser, 0, 20, 9, BLUE));
        let start = browser.now("return playground.session.runs[0].path[0]");
        assert_eq!(start, json!(9 * WIDTH + 5), "it went on from where it was");
        browser.mouse(&[browser.cell(0, 58, 5)]);
        browser.read("#toast", "That is a wall.");
        browser.check_log(0);
    });
}

#[test]
fn agents_on_a_graph() {
    story(|browser| {
        browser.press("mode-graph");
        browser.press("add-run");
        browser.press("random-agents");
        browser.press("walk");
        browser.read(".run:nth-child(1) .work", "searched with");
        browser.read(".run:nth-child(2) .work", "searched with");
        browser.key("p");
        browser.wait("they stand still", || {
            browser.now("return document.getElementById('walk').ariaPressed") == "false"
        });
        browser.key("p");
        browser.check_log(0);
    });
}
