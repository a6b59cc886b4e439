//! A student compares A* with Dijkstra's algorithm on a maze, and the figures are honest.

use super::row;
use crate::driver::page_story;

fn number(text: &str) -> i64 {
    text.replace(|c: char| !c.is_ascii_digit(), "").parse().unwrap_or(-1)
}

#[test]
fn a_star_or_dijkstra() {
    page_story(|browser| {
        browser.press("new");
        browser.press("new-maze");
        browser.press("last");
        browser.wait("both arrive", || row(browser, "Status") == ["found", "found"]);
        let costs = row(browser, "Cost");
        assert_eq!(costs[0], costs[1], "both paths are cheapest ones");
        let expanded = row(browser, "Expanded");
        assert!(number(&expanded[0]) <= number(&expanded[1]), "{expanded:?}");
        let stored = row(browser, "Stored");
        let [open, closed] = ["Open", "Closed"].map(|name| row(browser, name));
        for run in 0..2 {
            assert!(
                number(&stored[run]) >= number(&open[run]) + number(&closed[run]),
                "{stored:?}"
            );
        }
        // Times are shown after they are requested, and are void once the map has been replaced.
        assert_eq!(row(browser, "Time"), Vec::<String>::new());
        browser.press("measure");
        browser.wait("times", || row(browser, "Time").len() == 2);
        assert!(row(browser, "Time").iter().all(|time| time.ends_with('s')));
        browser.keep_screenshot("maze");
        browser.press("back");
        browser.wait("no times", || row(browser, "Time").is_empty());
    });
}
