//! Units that walk at the same time: every planner brings them to their goals, even if a wall is built in the meantime.

use serde_json::json;

use crate::driver::{Browser, IDLE, page_story, story, story_of};
use crate::host::Host;

/// Opens a map on which units in two columns change sides, two in each row, through a wall with two doors.
fn open_two_sides(browser: &Browser, rows: usize) {
    let (width, height) = (24, 9);
    let is_wall = |x: usize, y: usize| x == 12 && y != 2 && y != 6;
    let cells: String = (0..width * height)
        .map(|cell| if is_wall(cell % width, cell / width) { '#' } else { '1' })
        .collect();
    let units: Vec<_> = (0..rows)
        .flat_map(|row| {
            let [left, right] = [[4, 2 * row + 1], [20, 2 * row + 1]];
            [
                json!({ "start": left, "goal": right }),
                json!({ "start": right, "goal": left }),
            ]
        })
        .collect();
    let scene = json!({
        "world": { "kind": "grid", "width": width, "height": height, "cells": cells, "movement": "four",
            "start": [0, 0], "goals": [[23, 8]], "units": units },
        "searches": [{ "algorithm": "astar" }],
    });
    browser.open_file("sides.json", &scene.to_string());
    browser.wait("the map is open", || {
        browser.now("return playground.scene.world.units?.length ?? 0") == 2 * rows
    });
}

#[test]
fn a_door_closes_while_the_units_walk() {
    story(|browser| {
        open_two_sides(browser, 4);
        browser.press("tool-wall");
        browser.press("walk");
        browser.read("#unit-words", "All 8 units reach their goals in");
        let positions = "return playground.options.units";
        browser.wait("they are on their ways", || {
            browser.now(positions)[0]
                .as_array()
                .is_some_and(|at| at[0].as_f64() > Some(5.0))
        });
        // The upper door.
        browser.mouse(&[browser.cell(0, 12, 2)]);
        browser.wait("the door is closed", || {
            browser.now("return playground.scene.world.cells[2 * 24 + 12]") == "#"
        });
        assert!(browser.now(positions).is_array(), "they still walk");
        browser.keep_screenshot("units");
        let arrived = "const at = playground.options.units;
            return !!at && playground.scene.world.units.every(({ goal }, i) => goal[0] === at[i][0] && goal[1] === at[i][1])";
        browser.wait("they have arrived by the other door", || browser.now(arrived) == true);
        browser.read("#unit-words", "All 8 units are at their goals.");
        browser.check_log(0);
    });
}

#[test]
fn every_planner_plans() {
    story(|browser| {
        let is_shown = || browser.now("return document.getElementById('planner').checkVisibility()");
        assert_eq!(is_shown(), false, "there is nothing to plan");
        open_two_sides(browser, 1);
        for (planner, words) in [
            ("lacam", "No plan"),
            ("prioritized", "attempt"),
            ("cbs", "No plan costs less"),
            ("pibt", "Nothing was planned"),
            ("alone", "Each has a search of its own"),
        ] {
            browser.set("planner", &json!(planner));
            browser.press("walk");
            browser.read("#unit-words", words);
            browser.press("walk");
            browser.wait("they are back", || {
                browser.now("return playground.options.units").is_null()
            });
        }
        browser.check_log(0);
    });
}

/// X places many units at random, each with a search of its own, and the page says where these searches run.
#[test]
fn many_units_at_random() {
    for host in Host::of_story() {
        let words = match host {
            Host::Program => "on a pool of",
            Host::Folder => "one after another, in slices of time",
        };
        story_of(host, &json!({}), |browser| {
            browser.press("new");
            browser.press("new-cave");
            browser.press("tool-unit");
            browser.key("x");
            browser.read("#unit-words", "16 units can walk.");
            let units = || browser.now("return playground.scene.world.units");
            let first = units();
            browser.key("x");
            browser.wait("they are elsewhere", || units() != first);
            browser.choose("planner", "Each alone");
            browser.press("walk");
            browser.read("#unit-words", "All 16 units reach their goals in");
            browser.read("#unit-words", words);
            browser.keep_screenshot("alone");
            browser.wait("they arrive", || {
                browser.text("#unit-words") == "All 16 units are at their goals."
            });
            browser.press("undo");
            assert_eq!(units(), first, "it can be taken back");
            browser.check_log(0);
        });
    }
}

/// Each unit, or all of them, can have another algorithm. The page says what each algorithm takes, and a link keeps the
/// choice.
#[test]
fn units_choose_their_algorithms() {
    story(|browser| {
        open_two_sides(browser, 2);
        let is_shown = |id: &str| browser.now(&format!("return document.getElementById('{id}').checkVisibility()"));
        assert_eq!(
            is_shown("unit-algorithm"),
            false,
            "the planners plan for all units together"
        );
        browser.choose("planner", "Each alone");
        assert_eq!(is_shown("unit-algorithm"), true);
        let chosen = |id: &str| {
            browser.now(&format!(
                "return document.getElementById('{id}').selectedOptions[0].text"
            ))
        };
        assert_eq!(chosen("unit-algorithm"), "A*");
        assert_eq!(chosen("unit-which"), "all units");
        // Returns the number of expansions, as the page says it.
        let expansions = |name: &str, units: &str| -> u32 {
            browser.press("walk");
            browser.read("#unit-words", &format!("{name}: {units}, "));
            let words = browser.text("#unit-words");
            let words = words.split_once(&format!("{name}: {units}, ")).expect("just read").1;
            let count = words.split(", ").nth(1).and_then(|rest| rest.split(' ').next());
            browser.press("walk");
            browser.read("#unit-words", "4 units can walk.");
            count.and_then(|count| count.parse().ok()).expect("a number")
        };
        let informed = expansions("A*", "4 units");
        browser.choose("unit-algorithm", "Dijkstra's algorithm");
        let blind = expansions("Dijkstra's algorithm", "4 units");
        assert!(blind > informed, "{blind} expansions instead of {informed}");
        // One of them has another one.
        browser.choose("unit-which", "unit 2");
        assert_eq!(chosen("unit-algorithm"), "Dijkstra's algorithm");
        browser.choose("unit-algorithm", "Greedy best-first search");
        assert!(expansions("Dijkstra's algorithm", "3 units") < blind);
        assert!(expansions("Greedy best-first search", "1 unit") < informed);
        browser.choose("unit-which", "all units");
        assert_eq!(chosen("unit-algorithm"), "different ones");
        browser.choose("unit-which", "unit 2");
        // The choice belongs to the unit, wherever X places it.
        let algorithms = || browser.now("return playground.scene.world.units.map(unit => unit.algorithm)");
        let mixed = json!(["dijkstra", "greedy", "dijkstra", "dijkstra"]);
        browser.key("x");
        assert_eq!(algorithms(), mixed);
        // In small windows and in the dark, nothing overflows, and the words cover no control.
        for (width, height) in [(1280, 800), (1024, 640), (844, 390), (360, 640)] {
            browser.size(width, height);
            browser.key("d");
            browser.press("walk");
            browser.read("#unit-words", "Greedy best-first search: 1 unit, ");
            browser.keep_screenshot(&format!("unit-algorithms-{width}"));
            let [[left, top, wide, high], [x, y, ..]] = ["#unit-search", "#unit-words"].map(|item| browser.place(item));
            assert!(wide > 200 && left + wide <= width as usize, "{width}: {left} + {wide}");
            assert!(x >= left + wide || y >= top + high, "at {width}");
            let overflow = "return document.documentElement.scrollWidth - innerWidth";
            assert!(browser.now(overflow).as_i64() <= Some(0), "at {width}");
            browser.press("walk");
        }
        browser.size(1280, 800);
        browser.press("undo");
        assert_eq!(algorithms(), mixed, "X is undone");
        browser.press("undo");
        assert_eq!(algorithms(), json!(["dijkstra", "dijkstra", "dijkstra", "dijkstra"]));
        browser.press("redo");
        browser.press("share");
        browser.wait("a link", || browser.address().contains("#s="));
        let link = browser.address();
        browser.visit(&link);
        browser.wait_for_page();
        assert_eq!(algorithms(), mixed);
        assert_eq!(chosen("planner"), "Each alone");
        assert_eq!(chosen("unit-algorithm"), "different ones");
        browser.press("walk");
        browser.read("#unit-words", "Greedy best-first search: 1 unit, ");
        browser.check_log(0);
    });
}

/// The picture stays where it is when the first unit is drawn, so its goal is where the pointer is.
#[test]
fn the_first_unit_is_drawn_under_the_pointer() {
    page_story(|browser| {
        browser.press("new");
        browser.press("new-empty");
        browser.press("tool-unit");
        browser.read("#unit-words", "Drag from the start of a unit to its goal.");
        browser.run(IDLE);
        for y in [3, 5] {
            browser.mouse(&[browser.cell(0, 3, y), browser.cell(0, 25, y)]);
        }
        assert_eq!(
            browser.now("return playground.scene.world.units"),
            json!([{ "start": [3, 3], "goal": [25, 3] }, { "start": [3, 5], "goal": [25, 5] }])
        );
        // A message is a sentence.
        browser.mouse(&[browser.cell(0, 3, 7), browser.cell(0, 25, 5)]);
        browser.press("walk");
        browser.read("#unit-words", "Units 2 and 3 have the same start or the same goal.");
        browser.check_log(1);
    });
}

/// When no path is left, the message says so, and it does not stay when it is no longer true.
#[test]
fn messages_about_units_are_true() {
    story(|browser| {
        open_two_sides(browser, 2);
        let words = || browser.text("#unit-words");
        assert_eq!(words(), "4 units can walk.");
        browser.press("add-run");
        browser.press("add-run");
        browser.press("add-run");
        browser.press("tool-wall");
        browser.press("walk");
        browser.read("#unit-words", "All 4 units reach their goals in");
        let toast = "return document.getElementById('toast').checkVisibility()";
        assert_eq!(browser.now(toast), false, "no message covers a search");
        // Both doors are closed while they walk.
        browser.mouse(&[browser.cell(0, 12, 2)]);
        browser.mouse(&[browser.cell(0, 12, 6)]);
        browser.read(
            "#unit-words",
            "No path leads to the goal of any unit, so none of them moves.",
        );
        browser.keep_screenshot("units-stuck");
        // They wait, and walk on when a door opens.
        browser.mouse(&[browser.cell(0, 12, 6)]);
        browser.read("#unit-words", "All 4 units reach their goals in");
        browser.read("#unit-words", "All 4 units are at their goals.");
        // No wall is built on them, their starts or their goals.
        browser.mouse(&[browser.cell(0, 4, 1)]);
        browser.mouse(&[browser.cell(0, 20, 3)]);
        assert_eq!(
            browser.now("return [playground.cells[24 + 4], playground.cells[3 * 24 + 20]]"),
            json!(["1", "1"])
        );
        browser.press("new");
        browser.press("new-empty");
        browser.wait("a map without units", || {
            browser.now("return document.getElementById('units').checkVisibility()") == false
        });
        // The line helps to draw them.
        browser.press("tool-unit");
        browser.read("#unit-words", "Drag from the start of a unit to its goal.");
        browser.mouse(&[browser.cell(0, 2, 2)]);
        browser.read("#unit-words", "Now press the goal of unit 1.");
        browser.mouse(&[browser.cell(0, 5, 2)]);
        browser.read("#unit-words", "1 unit can walk.");
        browser.check_log(0);
    });
}
