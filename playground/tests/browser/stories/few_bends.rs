//! Turns with a cost: a user raises it, and the path has fewer bends.

use serde_json::json;

use crate::driver::{Browser, page_story};

/// Returns the number of bends in the path of each search.
fn bends(browser: &Browser) -> Vec<i64> {
    let counts = browser.now(
        "const { width } = playground.scene.world;
         return playground.session.runs.map(({ path }) => {
             const steps = path.slice(1).map((cell, i) => [cell % width - path[i] % width,
                 Math.floor(cell / width) - Math.floor(path[i] / width)].join());
             return steps.slice(1).filter((step, i) => step !== steps[i]).length;
         });",
    );
    let counts = counts.as_array().expect("a list").iter();
    counts.map(|count| count.as_i64().expect("a number")).collect()
}

#[test]
fn expensive_turns_make_fewer_bends() {
    page_story(|browser| {
        browser.press("new");
        browser.set("new-seed", &json!(3));
        browser.press("new-cave");
        browser.choose("algorithm-0", "A*");
        browser.choose("algorithm-1", "A*");
        browser.set("turn-cost-0", &json!(10));
        browser.press("select-0");
        browser.read("#side-choices", "Cost of a turn (0: none): 10");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "bends cost");
        browser.read(".run:nth-child(2) .words", "Found a cheapest path");
        browser.keep_screenshot("few-bends");
        let [few, many] = bends(browser)[..] else {
            panic!("two searches")
        };
        assert!(0 < few && few < many, "{few} {many}");
        browser.read(
            ".run:nth-child(1) .words",
            &format!("Its {few} bends cost {} of that.", 10 * few),
        );
        // With a wall on the path, the search finds another one, with the same cost of a turn.
        let before = browser.now("return playground.session.runs[0].cost");
        browser.run(
            "const { path } = playground.session.runs[0];
             playground.setCells([[path[Math.floor(path.length / 2)], '#']]);
             await playground.idle();",
        );
        browser.wait("another path", || {
            let cost = browser.now("return playground.session.runs[0].cost");
            cost != before && !cost.is_null()
        });
        browser.read(".run:nth-child(1) .words", "bends cost");
        // Without a cost of turns, both searches are the same.
        browser.set("turn-cost-0", &json!(0));
        browser.wait("the same cost", || {
            browser.now("return playground.session.runs.every(({ cost }, i, all) => cost && cost === all[0].cost)")
                == true
        });
        // Other searches and other worlds have no such choice.
        browser.choose("algorithm-0", "Breadth-first search");
        let has_choice = "return document.getElementById('turn-cost-0') !== null";
        browser.wait("no choice", || browser.now(has_choice) == false);
        browser.press("mode-graph");
        browser.choose("algorithm-0", "A*");
        assert_eq!(browser.now(has_choice), false);
    });
}
