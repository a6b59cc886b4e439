//! Jump points: the scanned cells are visible, and the search needs less memory than A*.

use serde_json::json;

use crate::driver::page_story;

#[test]
fn scanned_cells_are_seen() {
    page_story(|browser| {
        browser.press("new");
        browser.set("new-seed", &json!(3));
        browser.press("new-rooms");
        browser.choose("algorithm-0", "Jump points");
        browser.choose("algorithm-1", "A*");
        browser.read("#legend", "scanned");
        browser.press("step");
        let scanned = || {
            browser
                .now("return playground.pictures[0].nodes.state.filter(state => state === 5).length")
                .as_i64()
                .expect("a number")
        };
        browser.wait("cells are scanned", || scanned() > 10);
        let first = scanned();
        browser.press("step");
        browser.wait("more cells are scanned", || scanned() > first);
        browser.press("select-0");
        browser.read("#events", "scanned");
        browser.press("back");
        browser.wait("one step back, they are not", || scanned() == first);
        browser.press("last");
        browser.wait("both arrive", || {
            (1..=2).all(|run| {
                browser
                    .text(&format!(".run:nth-child({run}) .words"))
                    .starts_with("Found a cheapest")
            })
        });
        browser.keep_screenshot("jump-points");
        let needed = browser.now("return playground.session.runs.map(run => run.stats.bytes)");
        assert!(needed[0].as_i64() < needed[1].as_i64(), "{needed}");
        assert_eq!(
            browser.now("return playground.session.runs[0].cost"),
            browser.now("return playground.session.runs[1].cost")
        );
        assert_ne!(needed, json!([0, 0]));
    });
}
