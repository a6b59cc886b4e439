//! Anything that the environment denies is reported, and nothing is lost.

use serde_json::json;

use crate::driver::{Browser, story, story_of, story_with};
use crate::host::Host;
use crate::worlds::empty_map;

#[test]
fn storage_is_denied() {
    let denied = json!({ "profile.default_content_setting_values.cookies": 2 });
    story_with(&denied, |browser| {
        let kept = "try { return localStorage.length } catch { return 'denied' }";
        assert_eq!(browser.now(kept), "denied");
        let light = browser.screenshot("light").colour(640, 90);
        browser.press("theme");
        browser.read("#toast", "This browser stores nothing for this page");
        assert_ne!(
            browser.screenshot("dark").colour(640, 90),
            light,
            "it is dark all the same"
        );
        browser.press("play");
        browser.see_steps(3);
    });
}

#[test]
fn a_map_over_the_limit() {
    story_of(Host::Program, &json!({}), |browser| {
        browser.press("step");
        let pixels = browser.pixels();
        let mut map = String::from("type octile\nheight 2049\nwidth 4\nmap\n");
        for _ in 0..2049 {
            map.push_str("....\n");
        }
        browser.open_file("large.map", &map);
        browser.read(
            "#toast",
            "large.map cannot be opened: the map has 4 x 2049 cells, but may have at most 2048 x 2048",
        );
        let cells = "1".repeat(2049 * 2);
        let scene = json!({
            "world": { "kind": "grid", "width": 2049, "height": 2, "cells": cells, "movement": "four", "start": [0, 0],
                "goals": [[1, 0]] },
            "searches": [{ "algorithm": "astar" }],
        });
        browser.open_file("wide.json", &scene.to_string());
        browser.read("#toast", "\"width\" is 2049, but must be from 1 to 2048");
        browser.open_file("huge.map", &" ".repeat(17 << 20));
        browser.read("#toast", "larger than the 16 MiB that the playground reads");
        assert_eq!(browser.pixels(), pixels);
        browser.read("#step-number", "1");
        browser.press("step");
        browser.read("#step-number", "2");
    });
}

/// Each press is a step, however quickly they follow each other.
#[test]
fn no_press_of_a_button() {
    story(|browser| {
        let press = "for (let i = 0; i < 7; i++) document.getElementById('step').click()";
        browser.now(press);
        browser.read("#step-number", "7");
        browser.now(press);
        browser.read("#step-number", "14");
        browser.now("for (let i = 0; i < 4; i++) document.getElementById('back').click()");
        browser.read("#step-number", "10");
    });
}

/// With more pages than sessions, the first session is discarded, and is restored to the same step.
#[test]
fn a_page_that_was_put_away() {
    story_of(Host::Program, &json!({}), |browser| {
        for _ in 0..5 {
            browser.press("step");
        }
        browser.read("#step-number", "5");
        let pixels = browser.pixels();
        let first = browser.window();
        for _ in 0..17 {
            browser.new_window();
            browser.go("");
        }
        browser.to_window(&first);
        browser.press("step");
        browser.read("#step-number", "6");
        browser.read("#toast", "They have been restored to the same steps");
        browser.press("back");
        assert_eq!(browser.pixels(), pixels);
    });
}

/// The program ends and is started again: the page continues, including the walls drawn in between.
#[test]
fn the_program_is_started_again() {
    story_of(Host::Program, &json!({}), |browser| {
        browser.press("new");
        browser.press("new-empty");
        for _ in 0..5 {
            browser.press("step");
        }
        browser.read("#step-number", "5");
        browser.end_server();
        browser.press("step");
        browser.read(
            "#toast",
            "The playground does not respond. Start the program again, then continue here.",
        );
        browser.mouse(&[browser.cell(0, 20, 10), browser.cell(0, 20, 20)]);
        browser.start_server();
        browser.press("step");
        browser.read("#step-number", "6");
        browser.press("last");
        browser.wait("both arrive", || {
            (1..3).all(|run| {
                browser
                    .text(&format!(".run:nth-child({run}) .words"))
                    .starts_with("Found")
            })
        });
        // The path goes around the wall.
        let through =
            "return playground.session.runs.some(run => run.path.some(cell => playground.cells[cell] === '#'))";
        assert_eq!(browser.now(through), json!(false));
        assert_eq!(
            browser.now("return playground.cells.filter(cell => cell === '#').length"),
            json!(11)
        );
    });
}

fn wall(browser: &Browser, x: u32, y: u32) -> bool {
    browser.now(&format!(
        "return playground.cells[{y} * playground.scene.world.width + {x}] === '#'"
    )) == true
}

#[test]
fn a_map_is_still_there_after_a_reload() {
    story(|browser| {
        empty_map(browser, 12, 8);
        browser.press("tool-wall");
        browser.mouse(&[browser.cell(0, 5, 4)]);
        browser.wait("a wall", || wall(browser, 5, 4));
        browser.press("last");
        let step = browser.step();
        browser.navigate("refresh");
        browser.wait_for_page();
        assert!(wall(browser, 5, 4), "the map is there again");
        assert_eq!(browser.step(), step, "so are the steps");
        // A new visit begins with the usual map, and offers the other one.
        browser.go("");
        assert_ne!(browser.now("return playground.cells.length"), 96);
        browser.keep_screenshot("offer");
        browser.press("offer-open");
        browser.wait("the wall", || wall(browser, 5, 4));
        browser.go("");
        browser.press("offer-close");
        browser.go("");
        assert_eq!(
            browser.now("return document.getElementById('offer').checkVisibility()"),
            false
        );
        browser.check_log(0);
    });
}

#[test]
fn back_and_forward_go_through_lessons_and_modes() {
    story(|browser| {
        browser.press("tool-wall");
        browser.mouse(&[browser.cell(0, 3, 3)]);
        let drawn = wall(browser, 3, 3);
        let kind = |kind: &str| browser.wait(kind, || browser.now("return document.body.dataset.kind") == kind);
        let lesson = |number: u32| {
            browser.read(".lesson-head", &format!("Lesson {number} of 13"));
        };
        browser.press("mode-puzzle");
        browser.press("lessons");
        lesson(1);
        browser.press("lesson-next");
        lesson(2);
        browser.navigate("back");
        lesson(1);
        browser.navigate("back");
        browser.wait("no lesson", || browser.text(".lesson-head").is_empty());
        kind("puzzle");
        browser.navigate("back");
        kind("grid");
        browser.wait("the wall", || wall(browser, 3, 3) == drawn);
        browser.navigate("forward");
        kind("puzzle");
        browser.navigate("forward");
        lesson(1);
        browser.navigate("forward");
        lesson(2);
        // A mode is a link.
        browser.go("#graph");
        kind("graph");
        browser.check_log(0);
    });
}

#[test]
fn what_is_broken_is_said_in_a_few_words() {
    story(|browser| {
        for hash in ["#foo", "#s=", "#s=abc", "#lesson=x"] {
            browser.go(hash);
            browser.read("#toast", "The link is broken");
            assert_eq!(
                browser.now("return playground.panels.length"),
                2,
                "the usual map is shown"
            );
        }
        let bytes: String = (0..4000_u32).map(|at| char::from_u32(at % 32).unwrap_or(' ')).collect();
        browser.open_file("picture.bin", &bytes);
        browser.read("#toast", "picture.bin cannot be opened: it is not a text file.");
        // A long line is not repeated as a whole.
        browser.open_file("long.txt", &format!("Arad -- {}", "x".repeat(5000)));
        browser.read("#toast", "long.txt cannot be opened");
        assert!(browser.text("#toast").len() < 500, "{}", browser.text("#toast"));
    });
}
