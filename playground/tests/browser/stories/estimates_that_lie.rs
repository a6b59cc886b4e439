//! Any heuristic may be chosen. One that may overestimate is marked, and the page shows the consequences.

use crate::driver::{Browser, page_story};

/// The colour of the ring around the node whose estimate is too high.
const RING: [u8; 3] = [0xb0, 0x17, 0x8f];

/// Returns whether the picture of a search shows the ring.
fn shows_ring(browser: &Browser, run: usize) -> bool {
    let script = format!(
        "const canvas = playground.pictures[{run}].canvas;
         const {{ data }} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
         for (let i = 0; i < data.length; i += 4) {{
             if (data[i] === {} && data[i + 1] === {} && data[i + 2] === {}) return true;
         }}
         return false;",
        RING[0], RING[1], RING[2]
    );
    browser.now(&script) == true
}

#[test]
fn manhattan_with_diagonal_steps() {
    page_story(|browser| {
        browser.go("#lesson=2");
        browser.wait("the lesson has ended", || {
            browser.text("#lesson-said").contains("% more than the cheapest one")
        });
        browser.press("lesson-close");
        // Search B has this heuristic already, and is marked.
        browser.read(".run:nth-child(2) .mark", "may overestimate");
        browser.read(
            "#side-words",
            "It costs 3.515 more than a cheapest path (16 % more than 21.899).",
        );
        browser.read(
            "#side-words",
            "The estimate at 2,11 is too high: it is 24; the true cost is 20.485.",
        );
        assert!(shows_ring(browser, 1) && !shows_ring(browser, 0));
        browser.keep_screenshot("liar");
        // The ring is also in files.
        browser.press("save");
        browser.press("save-svg");
        browser.wait("the file", || browser.toast().starts_with("Saved"));
        browser.press("theme");
        browser.keep_screenshot("liar-dark");
        browser.press("theme");
        // The same for A, by hand.
        browser.choose("heuristic-0", "Manhattan");
        browser.read(".run:nth-child(1) .mark", "may overestimate");
        browser.wait("A lies, too", || shows_ring(browser, 0));
        // The words beside the ring do not stay when its cell is moved out of the picture.
        browser.run("playground.viewport.left -= 5000; playground.redraw(); await playground.idle();");
        assert!(!shows_ring(browser, 0));
        browser.press("fit");
        browser.wait("the ring again", || shows_ring(browser, 0));
        browser.choose("heuristic-0", "Octile distance");
        browser.wait("A does not lie any more", || !shows_ring(browser, 0));
        // With four directions, the same estimate is admissible.
        browser.choose("movement", "Four directions");
        browser.wait("no mark", || browser.text(".run:nth-child(2) .mark").is_empty());
        browser.wait("a cheapest path", || {
            browser
                .text(".run:nth-child(2) .words")
                .starts_with("Found a cheapest path")
        });
        assert!(!shows_ring(browser, 1));
    });
}

#[test]
fn a_weight_below_1() {
    page_story(|browser| {
        browser.choose("algorithm-1", "Weighted A*");
        browser.set("weight-1", &serde_json::json!(0.5));
        browser.read(".run:nth-child(2) .mark", "weight below 1");
        browser.press("last");
        browser.wait("a cheapest path", || {
            browser
                .text(".run:nth-child(2) .words")
                .starts_with("Found a cheapest path")
        });
        browser.set("weight-1", &serde_json::json!(4));
        browser.wait("no mark", || browser.text(".run:nth-child(2) .mark").is_empty());
    });
}

#[test]
fn the_sum_of_both_heuristics_of_puzzles_and_a_doubled_one_on_graphs() {
    page_story(|browser| {
        browser.press("mode-puzzle");
        browser.choose("heuristic-0", "Manhattan + misplaced");
        browser.read(".run:nth-child(1) .mark", "may overestimate");
        browser.press("mode-graph");
        browser.step();
        browser.choose("heuristic-0", "Straight line, doubled");
        browser.read(".run:nth-child(1) .mark", "may overestimate");
        browser.press("last");
        browser.wait("it is compared with a cheapest path", || {
            let words = browser.text(".run:nth-child(1) .words");
            words.contains("more than a cheapest path") || words.contains("No path is cheaper")
        });
        browser.keep_screenshot("doubled");
    });
}
