//! All lessons, one after another; the first visit; and links to lessons.

use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::driver::{Browser, page_story, story, story_of};
use crate::host::Host;

/// Waits until a lesson is on the screen, and returns its heading.
fn heading(browser: &Browser) -> String {
    browser.text(".lesson-head")
}

fn no_scroll(browser: &Browser) {
    assert_eq!(
        browser.now("return document.documentElement.scrollWidth > innerWidth"),
        false
    );
}

/// On one host, since it takes longest; on the other one, a story about the start page runs all lessons.
#[test]
fn from_the_first_to_the_last() {
    page_story(|browser| {
        assert!(heading(browser).is_empty());
        browser.press("lessons");
        for number in 1..=13 {
            browser.wait("the lesson", || {
                heading(browser).starts_with(&format!("Lesson {number} of 13"))
            });
            assert_eq!(
                browser.now("return location.hash"),
                format!("#lesson={number}"),
                "each lesson is a link"
            );
            assert!(browser.text("#lesson-caption").len() > 100);
            // It plays by itself, faster for those who are in a hurry, and shows its result.
            browser.wait("it plays", || browser.text("#step-number") != "0");
            for _ in 0..5 {
                browser.key("+");
            }
            browser.wait("it has ended, and says so", || {
                browser.text("#lesson-said").contains(|c: char| c.is_ascii_digit())
            });
            assert!(
                !browser.text("#lesson-said").contains("undefined") && !browser.text("#lesson-said").contains("NaN")
            );
            browser.keep_screenshot(&format!("lesson-{number}"));
            match number {
                2 => browser.read("#lesson-said", "16 % more"),
                5 => browser.read("#lesson-said", "more than the cheapest one"),
                8 => browser.read("#lesson-said", "The repair took D* Lite 21 more expansions"),
                9 => browser.read("#lesson-said", "31 moves"),
                10 => browser.read(".run:nth-child(1) .words", "Thresholds: 10, 12, 14."),
                12 => browser.read("#lesson-said", "the same 7 paths"),
                13 => browser.read("#lesson-said", "27 % more than the shortest one"),
                _ => {}
            }
            if number < 13 && number % 2 == 0 {
                browser.key("j");
            } else if number < 13 {
                browser.press("lesson-next");
            }
        }
        assert_eq!(
            browser.now("return document.getElementById('lesson-next').disabled"),
            true
        );
        browser.press("lesson-previous");
        browser.wait("back", || heading(browser).starts_with("Lesson 12"));
        browser.key("k");
        browser.wait("back once more", || heading(browser).starts_with("Lesson 11"));
        browser.choose("lesson-list", "5. Greedy search in a trap");
        browser.wait("any of them", || heading(browser).starts_with("Lesson 5"));
        browser.press("lesson-again");
        browser.press("lesson-close");
        browser.wait("it is closed", || heading(browser).is_empty());
        assert_eq!(browser.now("return location.hash"), "");
    });
}

#[test]
fn on_the_first_visit_the_first_lesson_plays() {
    story(|browser| {
        browser.now("localStorage.clear()");
        browser.go("");
        assert!(heading(browser).starts_with("Lesson 1 of 13"));
        browser.see_steps(20);
        browser.keep_screenshot("first-visit");
        // A new map ends the lesson.
        browser.press("new");
        browser.press("new-maze");
        browser.wait("it is closed", || heading(browser).is_empty());
        // On the second visit, no lesson is opened.
        browser.go("");
        assert!(heading(browser).is_empty());
        assert_eq!(browser.now("return playground.session.step"), 0);
    });
}

/// The library is loaded while the modules of the page arrive, and the first lesson begins without the modules that it
/// does not need.
#[test]
fn the_first_lesson_waits_for_nothing_else() {
    // The program has its library.
    if Host::all().contains(&Host::Folder) {
        story_of(Host::Folder, &json!({}), |browser| {
            // So slow that a busy processor makes no difference to the order.
            let slow =
                json!({ "offline": false, "latency": 500, "downloadThroughput": 300_000, "uploadThroughput": 300_000 });
            let rest = json!({ "urls": ["*/export.js", "*/svg.js", "*/thumbnails.js", "*/lessons/*"] });
            browser.chrome("Network.enable", &json!({}));
            browser.chrome("Network.setCacheDisabled", &json!({ "cacheDisabled": true }));
            browser.chrome("Network.setBlockedURLs", &rest);
            browser.chrome("Network.emulateNetworkConditions", &slow);
            browser.now("localStorage.clear()");
            browser.go("");
            assert!(heading(browser).starts_with("Lesson 1 of 13"));
            browser.see_steps(20);
            let order = browser.now(
                "const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
                 const worker = files.find(({ name }) => name.endsWith('worker.js'));
                 return files.filter(({ responseEnd }) => responseEnd > worker.startTime).length",
            );
            assert!(
                order.as_u64() > Some(20),
                "{order} modules arrive after the library is requested"
            );
            browser.check_log(0);
        });
    }
}

#[test]
fn links_and_small_screens() {
    page_story(|browser| {
        browser.go("#lesson=99");
        browser.read("#toast", "There is no lesson 99; there are 13 lessons.");
        for (width, height) in [(390, 844), (1024, 768)] {
            browser.size(width, height);
            for number in [1, 6, 9] {
                browser.go(&format!("#lesson={number}"));
                assert!(heading(browser).starts_with(&format!("Lesson {number} of 13")));
                no_scroll(browser);
                thread::sleep(Duration::from_millis(900));
                browser.keep_screenshot(&format!("lesson-{number}-{width}"));
            }
        }
        browser.press("theme");
        browser.keep_screenshot("lesson-dark");
    });
}

/// Somebody goes elsewhere while a lesson is being opened.
#[test]
fn another_world_before_the_lesson_begins() {
    story(|browser| {
        let hidden = browser.run(
            "const opened = playground.teacher.open(1);
             while (playground.teacher.at !== 1) await new Promise(resolve => setTimeout(resolve));
             await playground.changeMode('graph');
             await opened;
             await playground.idle();
             return document.getElementById('lesson').hidden",
        );
        assert_eq!(hidden, true, "the lesson is over");
    });
}

/// At least half of the height of the window belongs to the pictures of a lesson, between the bar and the player.
#[test]
fn maps_have_half_of_the_window() {
    const HEIGHT: &str = "
        const player = document.querySelector('.player').getBoundingClientRect();
        const boxes = [...document.querySelectorAll('.picture canvas')].map(canvas => canvas.getBoundingClientRect());
        const lost = boxes.filter(({ top, bottom, left, right }) => (
            top < 0 || bottom > player.top + 1 || left < 0 || right > innerWidth));
        // Pictures side by side count once.
        const rows = new Map(boxes.map(({ top, height }) => [Math.round(top), height]));
        return [lost.length, [...rows.values()].reduce((sum, height) => sum + height, 0) / innerHeight];";
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        // The last two are windows of 1380×800 and 1920×1080, enlarged to 200 %.
        let sizes = [
            (360, 640),
            (640, 360),
            (1024, 640),
            (1280, 600),
            (1280, 800),
            (1920, 1080),
            (640, 400),
            (960, 540),
        ];
        for number in [1, 4, 9, 12] {
            browser.go(&format!("#lesson={number}"));
            assert!(heading(browser).starts_with(&format!("Lesson {number} of 13")));
            for (width, height) in sizes {
                browser.size(width, height);
                browser.wait_until_drawn();
                no_scroll(browser);
                browser.keep_screenshot(&format!("room-{number}-{width}"));
                let found = browser.run(HEIGHT);
                assert_eq!(
                    found[0], 0,
                    "lesson {number}, {width}×{height}: pictures off the screen"
                );
                assert!(
                    found[1].as_f64() >= Some(0.5),
                    "lesson {number}, {width}×{height}: the pictures have {} of the height",
                    found[1]
                );
            }
        }
        // The tools and the panel are folded in a small window, and one button brings them back.
        browser.size(1024, 640);
        browser.go("#lesson=1");
        let shown =
            || browser.now("return ['worldbar', 'side'].map(id => document.getElementById(id).checkVisibility())");
        assert_eq!(shown(), json!([false, false]));
        browser.press("lesson-tools");
        assert_eq!(shown(), json!([true, true]));
        browser.keep_screenshot("room-unfolded");
        browser.press("lesson-tools");
        assert_eq!(shown(), json!([false, false]));
        browser.press("lesson-close");
        assert_eq!(shown(), json!([true, true]));
        browser.check_log(0);
    });
}

#[test]
fn tools_have_names_and_a_hint_of_one_line() {
    page_story(|browser| {
        let names = browser.now("return [...document.querySelectorAll('#tools button')].map(tool => tool.innerText)");
        assert_eq!(
            names,
            json!(["Look", "Wall", "Terrain", "Erase", "Start", "Goal", "Send", "Unit"])
        );
        browser.read("#hint", "Wall: Draw walls");
        browser.press("tool-goal");
        browser.read("#hint", "Add a goal, or remove one");
        let is_one_line = "const box = document.getElementById('hint').getBoundingClientRect(); return box.height < 24";
        assert_eq!(browser.now(is_one_line), true);
        browser.keep_screenshot("tools");
    });
}
