//! What helps to understand and to go on: pictures of what can be chosen, labels, reasons, and what comes next.

use serde_json::json;

use crate::driver::{Browser, IDLE, page_story, story_of};
use crate::host::Host;

/// Returns how many colours each of the canvases has, up to ten.
fn colours(browser: &Browser, selector: &str) -> Vec<u64> {
    let colours = browser.now(&format!(
        "return [...document.querySelectorAll('{selector}')].map(canvas => {{
             const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
             context.drawImage(canvas, 0, 0);
             const {{ data }} = context.getImageData(0, 0, canvas.width, canvas.height);
             return Math.min(new Set(new Uint32Array(data.buffer)).size, 10);
         }})"
    ));
    let colours = colours.as_array().expect("a list").iter();
    colours.map(|count| count.as_u64().expect("a count")).collect()
}

#[test]
fn new_worlds_have_pictures() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        for (kind, count) in [("grid", 5), ("puzzle", 1), ("graph", 2), ("mesh", 5)] {
            if kind != "grid" {
                browser.press(&format!("mode-{kind}"));
            }
            browser.press("new");
            browser.wait("a picture on each button", || {
                let colours = colours(browser, "#new-choices canvas");
                colours.len() >= count && colours.iter().all(|count| *count > 2)
            });
            browser.keep_screenshot(&format!("new-{kind}"));
            browser.press("new-cancel");
        }
        browser.check_log(0);
    });
}

#[test]
fn parameters_have_labels_and_lists_show_their_words() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        browser.size(1500, 900);
        let labels = browser.now(
            "return [...document.querySelectorAll('.run:first-child .parameters span')]
                .filter(label => label.checkVisibility()).map(label => label.innerText)",
        );
        assert_eq!(labels, json!(["ties", "turn cost"]));
        // The chosen words are as wide as their list, or narrower.
        let cut = browser.run(&format!(
            "{IDLE}
             const context = new OffscreenCanvas(1, 1).getContext('2d');
             return [...document.querySelectorAll('.run:first-child header select')].filter(list => {{
                 context.font = getComputedStyle(list).font;
                 return context.measureText(list.selectedOptions[0].text).width > list.clientWidth;
             }}).map(list => list.id)"
        ));
        assert_eq!(cut, json!([]));
        let legend = browser.text("#legend");
        assert!(legend.contains("closed"), "{legend}");
        browser.check_log(0);
    });
}

#[test]
fn the_reason_for_a_step_is_told() {
    page_story(|browser| {
        browser.make_steps(3);
        browser.read("#node-text .why", "Expanded in step 3: it had the least f,");
        browser.read("#side-why", "Expanded in step 3: it had the least f,");
        browser.press("back");
        browser.read("#node-text .why", "Expanded in step 2: it had the least f,");
        // That of an earlier one, from the list of events.
        browser.press("last");
        browser.press("tool-hand");
        let [x, y] = ["% playground.scene.world.width", "/ playground.scene.world.width"].map(|part| {
            let at = browser.number(&format!("Math.floor(playground.session.runs[0].path[5] {part})"));
            u32::try_from(at).expect("a small number")
        });
        browser.mouse(&[browser.cell(0, x, y)]);
        browser.read("#node-text .why", "Expanded in step");
        browser.keep_screenshot("reason");
        browser.check_log(0);
    });
}

#[test]
fn nodes_in_the_order_of_the_search() {
    page_story(|browser| {
        browser.make_steps(12);
        browser.press("all-nodes-summary");
        browser.choose("list-order", "search order");
        let list =
            "return [...document.querySelectorAll('#node-list tr[data-node]')].map(row => Number(row.dataset.node))";
        let queue = browser
            .now("return [...document.querySelectorAll('#queue tr[data-node]')].map(row => Number(row.dataset.node))");
        let queue = queue.as_array().expect("a list").clone();
        browser.wait("the order of the queue", || {
            browser
                .now(list)
                .as_array()
                .is_some_and(|nodes| nodes.len() > queue.len() && nodes.starts_with(&queue))
        });
        browser.choose("list-what", "closed");
        let current = browser.now("return playground.session.runs[0].current");
        browser.wait("the closed ones, the last one first", || {
            let nodes = browser.now(list);
            nodes[0] == current && nodes.as_array().map(Vec::len) == Some(12)
        });
        browser.check_log(0);
    });
}

/// Boards anywhere in a long run can be opened in the tree.
#[test]
fn another_branch_of_a_long_run() {
    page_story(|browser| {
        browser.press("mode-puzzle");
        browser.press("last");
        browser.press("all-nodes-summary");
        browser.choose("list-what", "closed");
        browser.choose("list-order", "depth");
        // A board far from the path: the last one in the list, by depth.
        let row = "const rows = [...document.querySelectorAll('#node-list tr[data-node]')]; return rows.at(-1)?.dataset.node ?? ''";
        browser.wait("a list", || browser.now(row) != "");
        let board = browser.now(row);
        browser.now("[...document.querySelectorAll('#node-list tr[data-node]')].at(-1).click()");
        browser.wait("the board is opened", || {
            browser.now("return String(playground.pictures[0].tree.pinned)") == board
        });
        browser.wait("with its tiles, and those of its parents", || {
            browser.now(
                "const { tree } = playground.pictures[0];
                 return !!tree.tiles(tree.pinned) && !!tree.tiles(tree.parent(tree.pinned))",
            ) == true
        });
        browser.keep_screenshot("other-branch");
        browser.check_log(0);
    });
}

#[test]
fn what_comes_after_the_last_lesson() {
    page_story(|browser| {
        browser.go("#lesson=12");
        let links =
            "return [...document.querySelectorAll('#lesson-after a')].filter(link => link.checkVisibility()).length";
        assert_eq!(browser.now(links), 0);
        browser.press("lesson-next");
        browser.read("#lesson-after", "What next?");
        assert_eq!(browser.now(links), 3);
        browser.press("after-puzzle");
        browser.wait("the puzzle", || {
            browser.now("return document.body.dataset.kind") == "puzzle"
        });
        browser.navigate("back");
        browser.read(".lesson-head", "Lesson 13 of 13");
        browser.press("after-map");
        browser.wait("a map", || browser.now("return document.body.dataset.kind") == "grid");
        assert!(browser.text(".lesson-head").is_empty());
        browser.check_log(0);
    });
}
