//! A* or Dijkstra's algorithm on a maze: what a student sees who compares them, and that the figures are honest.

use crate::driver::{Browser, story};

/// The cells of a row of the comparison.
fn row(browser: &Browser, name: &str) -> Vec<String> {
    let cells = browser.now(&format!(
        "const row = [...document.querySelectorAll('#race tr')].find(row => row.cells[0].innerText === '{name}');
         return row ? [...row.cells].slice(1).map(cell => cell.innerText) : []"
    ));
    let cells = cells.as_array().expect("cells").iter();
    cells
        .map(|cell| String::from(cell.as_str().unwrap_or_default()))
        .collect()
}

fn number(text: &str) -> i64 {
    text.replace(|c: char| !c.is_ascii_digit(), "").parse().unwrap_or(-1)
}

#[test]
fn a_star_or_dijkstra() {
    story(|browser| {
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
        // Times are there when they were asked for, and are void when the map is another.
        assert_eq!(row(browser, "Time"), Vec::<String>::new());
        browser.press("measure");
        browser.wait("times", || row(browser, "Time").len() == 2);
        assert!(row(browser, "Time").iter().all(|time| time.ends_with('s')));
        browser.screenshot("maze");
        browser.press("back");
        browser.wait("no times", || row(browser, "Time").is_empty());
    });
}
