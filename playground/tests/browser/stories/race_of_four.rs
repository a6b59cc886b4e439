//! A race of four searches: chosen, played side by side, in step and by time, and compared.

use serde_json::json;

use super::row;
use crate::driver::page_story;

const SEARCHES: [&str; 4] = [
    "A*",
    "Dijkstra's algorithm",
    "Greedy best-first search",
    "Breadth-first search",
];

#[test]
fn in_step_and_by_time() {
    page_story(|browser| {
        browser.press("new");
        browser.set("new-width", &json!(40));
        browser.set("new-height", &json!(30));
        browser.set("new-seed", &json!(3));
        browser.press("new-rooms");
        browser.press("add-run");
        browser.press("add-run");
        for (index, name) in SEARCHES.iter().enumerate() {
            browser.choose(&format!("algorithm-{index}"), name);
        }
        browser.wait("four pictures", || {
            browser.now("return playground.session.runs.length") == 4
        });
        assert_eq!(browser.now("return document.getElementById('add-run').disabled"), true);
        // In step, all of them have made the same number of steps. They are so slow that none ends before the pause, even
        // if the processor is busy.
        browser.set("speed", &json!(26));
        browser.press("play");
        browser.see_steps(20);
        browser.press("play");
        browser.wait("they stand still", || {
            browser.now("return playground.player.playing") == false
        });
        let steps = browser.run("await playground.idle(); return playground.session.runs.map(run => run.step)");
        let steps = steps.as_array().expect("a list");
        assert!(
            steps.iter().all(|step| step == &steps[0] && step.as_u64() >= Some(20)),
            "{steps:?}"
        );
        // By time, their steps differ, since each makes as many steps as it can.
        browser.choose("pace", "by time");
        browser.press("last");
        for run in 1..=4 {
            browser.read(&format!(".run:nth-child({run}) .words"), "Found");
        }
        browser.keep_screenshot("race-of-four");
        let number = |text: &String| text.replace('\u{202f}', "").parse::<f64>().expect("a number");
        let costs: Vec<f64> = row(browser, "Cost").iter().map(number).collect();
        let expanded: Vec<f64> = row(browser, "Expanded").iter().map(number).collect();
        let edges: Vec<f64> = row(browser, "Edges").iter().map(number).collect();
        let close = |a: f64, b: f64| (a - b).abs() < 0.01;
        assert!(
            close(costs[0], costs[1]),
            "A* and Dijkstra's algorithm find cheapest paths: {costs:?}"
        );
        assert!(costs[2] >= costs[0] - 0.01 && costs[3] >= costs[0] - 0.01, "{costs:?}");
        assert!(expanded[2] < expanded[0] && expanded[0] < expanded[1], "{expanded:?}");
        assert!(
            edges.iter().all(|count| *count >= edges[3]),
            "no path has fewer edges: {edges:?}"
        );
        // The best value of each row is marked, and each search can be selected.
        let marked = browser.now("return document.querySelectorAll('#race .best').length");
        assert!(marked.as_u64() > Some(2), "{marked}");
        browser.press("select-2");
        browser.read("#side-name", SEARCHES[2]);
        browser.press("remove-3");
        browser.wait("three pictures", || {
            browser.now("return playground.session.runs.length") == 3
        });
    });
}
