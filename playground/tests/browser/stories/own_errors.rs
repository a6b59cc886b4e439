//! A search that cannot begin shows the reason in its own panel, and the others continue.

use crate::driver::story;

#[test]
fn a_search_that_does_not_fit_the_map() {
    story(|browser| {
        let words = |run: usize| browser.text(&format!(".run:nth-child({}) .words", run + 1));
        browser.press("add-run");
        // The first map has terrain of several costs.
        browser.choose("algorithm-2", "Theta*");
        browser.read(
            ".run:nth-child(3) .words",
            "Theta* needs a map on which all cells cost the same",
        );
        assert_eq!(browser.toast(), "", "nobody else is told");
        browser.keep_screenshot("own-error");
        browser.press("play");
        browser.see_steps(3);
        browser.press("last");
        browser.wait("both others arrive", || {
            (0..2).all(|run| words(run).starts_with("Found"))
        });
        assert!(words(2).starts_with("Theta*"));
        // Another search works, and runs to its end like the others.
        browser.choose("algorithm-2", "A*");
        browser.wait("all arrive", || (0..3).all(|run| words(run).starts_with("Found")));
    });
}

#[test]
fn each_search_that_does_not_fit() {
    story(|browser| {
        // The first map has terrain of several costs.
        browser.choose("algorithm-1", "Theta*");
        browser.read(
            ".run:nth-child(2) .words",
            "Theta* needs a map on which all cells cost the same",
        );
        browser.choose("algorithm-1", "Jump points");
        browser.press("last");
        browser.read(".run:nth-child(2) .words", "Found a cheapest path");
        browser.press("tool-goal");
        browser.mouse(&[browser.cell(0, 28, 26)]);
        browser.read(
            ".run:nth-child(2) .words",
            "Jump points needs exactly one goal, but there are 2",
        );
        browser.read(".run:nth-child(1) .words", "Found a cheapest path");
        browser.press("undo");
        browser.read(".run:nth-child(2) .words", "Found a cheapest path");
        browser.press("mode-puzzle");
        browser.press("new");
        browser.press("new-puzzle");
        browser.choose("heuristic-0", "Walking distance");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a shortest solution");
    });
}
