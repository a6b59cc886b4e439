//! What the surroundings deny has a sentence, and loses nothing.

use std::fmt::Write;

use serde_json::json;

use crate::driver::{story, story_with};

#[test]
fn storage_is_denied() {
    let denied = json!({ "profile.default_content_setting_values.cookies": 2 });
    story_with(&denied, |browser| {
        let kept = "try { return localStorage.length } catch { return 'denied' }";
        assert_eq!(browser.now(kept), "denied");
        let light = browser.screenshot("light").colour(640, 90);
        browser.press("theme");
        browser.read("#toast", "This browser lets no page keep anything");
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
    story(|browser| {
        browser.press("step");
        let pixels = browser.pixels();
        let mut map = String::from("type octile\nheight 513\nwidth 513\nmap\n");
        for _ in 0..513 {
            writeln!(map, "{}", ".".repeat(513)).expect("a text");
        }
        browser.open_file("large.map", &map);
        browser.read(
            "#toast",
            "large.map cannot be opened: the map has 513 x 513 cells, and may have 512 x 512",
        );
        let cells = "1".repeat(600 * 4);
        let scene = json!({
            "world": { "kind": "grid", "width": 600, "height": 4, "cells": cells, "movement": "four", "start": [0, 0],
                "goals": [[1, 0]] },
            "searches": [{ "algorithm": "astar" }],
        });
        browser.open_file("wide.json", &scene.to_string());
        browser.read("#toast", "\"width\" is 600, and must be from 1 to 512");
        browser.open_file("huge.map", &" ".repeat(17 << 20));
        browser.read("#toast", "larger than the 16 MiB that the playground reads");
        assert_eq!(browser.pixels(), pixels);
        browser.read("#step-number", "1");
        browser.press("step");
        browser.read("#step-number", "2");
    });
}

/// More pages than the playground has sessions: the first one is put away, and comes back where it was.
#[test]
fn a_page_that_was_put_away() {
    story(|browser| {
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
        browser.read("#toast", "They are back where they were");
        browser.press("back");
        assert_eq!(browser.pixels(), pixels);
    });
}
