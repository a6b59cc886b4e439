//! Each step can be read: its events with f, g and h, and their lines of pseudocode.

use serde_json::json;

use crate::driver::page_story;

#[test]
fn step_by_step() {
    page_story(|browser| {
        let lit = || browser.now("return [...document.querySelectorAll('#code .lit')].map(line => line.innerText)");
        let rows = || {
            browser.now(
                "return [...document.querySelectorAll('#events tr')].slice(1).map(row => row.innerText.split('\\t'))",
            )
        };
        browser.read("#events", "Nothing yet");
        browser.press("step");
        browser.read("#events", "expanded");
        assert_eq!(
            lit(),
            json!(["close n", "if m is new: open m with g = cost"]),
            "the lines of this step"
        );
        let first = rows();
        let start = &first[first.as_array().unwrap().len() - 1];
        assert_eq!(
            (&start[0], &start[1], &start[4]),
            (&json!("1"), &json!("opened"), &json!("0")),
            "{start}"
        );
        // f is g + h in each row.
        for row in first.as_array().unwrap() {
            let number = |at: usize| row[at].as_str().unwrap().parse::<f64>().unwrap();
            assert!((number(3) - number(4) - number(5)).abs() < 0.15, "{row}");
        }
        browser.press("step");
        browser.wait("the second step", || rows()[0][0] == "2");
        browser.now("document.getElementById('events').scrollIntoView({ block: 'center' })");
        browser.keep_screenshot("events");
        browser.now("document.getElementById('side').scrollTop = 0");
        browser.press("back");
        browser.wait("the same as before", || rows() == first);
        browser.press("last");
        browser.wait("the end", || rows()[0][1] == "found");
        assert_eq!(lit()[0], "if n is a goal, return the path to n");
        // All expanded nodes, in any order.
        browser.now("document.querySelector('#all-nodes summary').scrollIntoView({ block: 'center' })");
        browser.press("all-nodes-summary");
        browser.choose("list-what", "closed");
        browser.choose("list-order", "depth");
        browser.read("#list-count", "nodes, the first 200");
        let column = |number: usize| {
            let column = browser.now(&format!(
                "return [...document.querySelectorAll('#node-list tr')].slice(1).map(row => Number(row.cells[{number}].innerText))"
            ));
            let column = column.as_array().unwrap().iter().map(|value| value.as_f64().unwrap());
            column.collect::<Vec<f64>>()
        };
        assert!(column(4).is_sorted() && column(4)[0] == 0.0);
        browser.choose("list-order", "g");
        assert!(column(2).is_sorted());
        let closed = browser.now("return playground.session.runs[0].stats.closed");
        assert!(browser.text("#list-count").starts_with(&closed.to_string()));
        browser.keep_screenshot("all-nodes");
        // Another search has other lines.
        browser.press("select-1");
        browser.wait("those of Dijkstra's algorithm", || {
            browser.text("#code").contains("with the least g")
        });
        browser.choose("algorithm-1", "IDA*");
        browser.wait("those of IDA*", || browser.text("#code").contains("threshold"));
    });
}
