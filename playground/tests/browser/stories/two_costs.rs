//! Two costs: a user types a graph, chooses the Pareto front, and sees its paths and the front as a plot.

use serde_json::{Value, json};

use crate::driver::{Browser, page_story};

/// The cheapest path is the longest one, and the straight path is the most expensive one.
const TEXT: &str = "A (0, 0)\nB (100, 80)\nC (100, 30)\nD (200, 0)\nE (100, -90)\nA -- B: 1\nB -- D: 1.5\nA -- C: 2\n\
                    C -- D: 2.25\nA -- D: 7\nA -- E: 6\nE -- D: 6\nstart: A\ngoal: D\n";

fn open(browser: &Browser) {
    browser.press("mode-graph");
    browser.press("type-graph");
    browser.write("graph-text", TEXT);
    browser.press("graph-use");
    browser.wait("the graph that was typed", || {
        browser.now("return playground.scene.world.nodes.length") == 5
    });
    browser.choose("algorithm-0", "Pareto front");
    browser.read("#side-promise", "both costs");
}

/// Returns the colours of the dots of the plot, at the expected places of their paths.
const DOTS: &str = "
    const plot = document.getElementById('front-plot');
    const { width, height } = plot;
    const { data } = plot.getContext('2d').getImageData(0, 0, width, height);
    const colours = [...document.querySelectorAll('#path-list i')].map(item => getComputedStyle(item).backgroundColor);
    const count = Object.fromEntries(colours.map(colour => [colour, 0]));
    for (let at = 0; at < data.length; at += 4) {
        const colour = `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`;
        if (colour in count && data[at + 3] === 255) count[colour]++;
    }
    return colours.map(colour => count[colour]);";

fn dots(browser: &Browser) -> Vec<u64> {
    let counts = browser.now(DOTS);
    let counts = counts.as_array().expect("a list").iter();
    counts.map(|count| count.as_u64().expect("a number")).collect()
}

#[test]
fn the_front_of_a_graph_that_was_typed() {
    page_story(|browser| {
        // So high that the paths and the plot are visible.
        browser.size(1280, 1300);
        open(browser);
        assert_eq!(
            browser.now("return document.getElementById('front').checkVisibility()"),
            false
        );
        browser.press("last");
        browser.read("#paths", "cost 7");
        // Each path with both costs; the one through E is longer and more expensive than another.
        for (number, words) in [
            "cost 2.5, length 256.13, 2 edges",
            "cost 4.25, length 208.81, 2 edges",
            "cost 7, length 200, 1 edge",
        ]
        .iter()
        .enumerate()
        {
            browser.read(&format!("#path-list li:nth-child({})", number + 1), words);
        }
        browser.read("#side-words", "The front has 3 paths");
        assert_eq!(
            browser.now("return document.getElementById('front-plot').getAttribute('aria-label')"),
            "Pareto front of 3 paths: length as drawn over cost. 2.5, 256.13; 4.25, 208.81; 7, 200"
        );
        browser.keep_screenshot("front-light");
        let plain = dots(browser);
        assert!(plain.iter().all(|dot| *dot > 15), "a dot for each path: {plain:?}");
        // The path under the pointer has a larger dot.
        let item = browser.now(
            "const box = document.querySelector('#path-list li:nth-child(2)').getBoundingClientRect();
             return [Math.round(box.left + 60), Math.round(box.top + 8)]",
        );
        let place = |axis: usize| item[axis].as_i64().expect("a place");
        browser.mouse(&[[place(0), place(1)]]);
        browser.wait("its dot is larger", || dots(browser)[1] > plain[1]);
        browser.keep_screenshot("front-pointed");
        browser.press("theme");
        browser.keep_screenshot("front-dark");
        assert!(dots(browser).iter().all(|dot| *dot > 15), "in the other theme, too");
        // At the first step, the front is gone, and at the end, it is shown again.
        browser.press("first");
        browser.wait("no front", || {
            browser.now("return document.getElementById('front').checkVisibility()") == false
        });
        browser.press("last");
        browser.read("#paths", "cost 7");
        // With the number of edges, the path between the two others is no better than the cheapest.
        browser.choose("second-0", "number of edges");
        browser.wait("the other front", || {
            browser.now("return document.querySelectorAll('#path-list li').length") == 2
        });
        browser.read("#path-list li:nth-child(2)", "cost 7, 1 edge");
        browser.read("#side-choices", "Second cost: number of edges");
        browser.set("paths-0", &json!(1));
        browser.read("#side-words", "there may be more");
        // Another search has no front.
        browser.choose("algorithm-0", "A*");
        browser.wait("no front", || {
            browser.now("return document.getElementById('front').checkVisibility()") == false
        });
    });
}

#[test]
fn the_front_on_a_small_screen() {
    page_story(|browser| {
        browser.size(390, 844);
        open(browser);
        browser.press("last");
        browser.read("#paths", "cost 7, length 200");
        browser.now("document.getElementById('front').scrollIntoView({ block: 'center' })");
        let plot = browser.now(
            "const box = document.getElementById('front-plot').getBoundingClientRect();
             return [box.left >= 0 && box.right <= innerWidth, document.documentElement.scrollWidth <= innerWidth]",
        );
        assert_eq!(plot, json!([true, true]));
        assert!(dots(browser).iter().all(|dot| *dot > 15));
        browser.keep_screenshot("front-small");
        // With the keyboard, from path to path.
        browser.now("document.querySelector('#path-list li').focus()");
        browser.key("Down");
        let focused = "return [...document.querySelectorAll('#path-list li')].indexOf(document.activeElement)";
        browser.wait("the second path", || browser.now(focused) == 1);
        assert_eq!(browser.number("playground.options.path"), 1);
        assert_eq!(browser.now("return playground.problem"), Value::Null);
    });
}
