//! A link shows the same picture, step, zoom and selection to another person, wherever the page is hosted.

use serde_json::json;

use crate::driver::{Browser, story};
use crate::host::{Host, serve, web};
use crate::image::Image;

/// Returns the parts of the page that the link preserves: the pictures, and texts.
fn seen(browser: &Browser, name: &str) -> (Vec<Image>, Vec<String>) {
    browser.wait("nothing is before the pictures", || {
        browser.now("return document.getElementById('toast').hidden") == true
    });
    let window = browser.screenshot(name);
    let pictures = (1..=3).map(|run| browser.place(&format!(".run:nth-child({run}) canvas")));
    let pictures = pictures.map(|place| window.part(place)).collect();
    let words = ["#step-number", "#side-badge", "#side-name", "#node-text", "#runs"];
    (pictures, words.map(|selector| browser.text(selector)).into())
}

#[test]
fn a_link_shows_the_same_elsewhere() {
    story(|browser| {
        // Three searches on a map with a drawn wall, at step 31, zoomed in, the second one selected.
        browser.press("add-run");
        browser.choose("algorithm-2", "Greedy best-first search");
        let start = browser.now("return playground.scene.world.start");
        let [start_x, start_y] = [0, 1].map(|at| u32::try_from(start[at].as_u64().expect("a number")).expect("small"));
        browser.press("tool-wall");
        browser.mouse(&[(4, 7), (4, 3), (7, 2)].map(|(x, y)| browser.cell(0, start_x + x, start_y - y)));
        browser.make_steps(31);
        browser.press("select-1");
        browser.key("t");
        let [x, y] = browser.cell(1, start_x + 4, start_y - 4);
        browser.wheel([x, y], -600);
        browser.press("tool-hand");
        browser.mouse(&[[x, y], [x + 9, y - 4], [x + 20, y - 12]]);
        // The inspected node stays beside the pictures.
        browser.mouse(&[browser.cell(1, start_x + 1, start_y)]);
        browser.read("#node-text", "successors");
        browser.press("share");
        browser.read("#toast", "The link to this scene");
        let expected = seen(browser, "share");
        let link = browser.address();
        let (page, hash) = link.split_once('#').expect("a link");
        assert_eq!(page, browser.page());
        for host in Host::all() {
            let other = Browser::open(host, &json!({})).expect("the same browser");
            other.go(&format!("#{hash}"));
            other.read("#node-text", "successors");
            let (pictures, words) = seen(&other, &format!("share-{host:?}"));
            assert_eq!(words, expected.1, "{host:?}");
            assert!(pictures == expected.0, "the pictures on {host:?} are the same");
            // They continue from there.
            other.press("step");
            other.read("#step-number", "32");
        }
    });
}

/// A page of another site shows the playground in a frame.
#[test]
fn in_a_frame() {
    let Some(folder) = web() else { return };
    story(|browser| {
        browser.make_steps(12);
        let [x, y] = browser.cell(0, 20, 20);
        browser.wheel([x, y], -300);
        browser.press("share");
        browser.read("#toast", "The link to this scene");
        let link = browser.address().replacen('#', "?embed#", 1);
        let name = format!("astride-frame-{}.html", std::process::id());
        let content = format!(
            "<!doctype html><title>A site</title><h1>Search</h1><p>Look:</p>\
             <iframe src='{link}' width='900' height='520'></iframe><p style='height: 2000px'>Below</p>"
        );
        std::fs::write(folder.join(&name), content).expect("a file");
        browser.visit(&format!("http://localhost:{}/{name}", serve(folder)));
        browser.to_frame();
        browser.wait_for_page();
        browser.read("#step-number", "12");
        browser.keep_screenshot("frame");
        let shown = browser.now(
            "return [...document.querySelectorAll('button, select, input, a[href], .side, .legend, .words')]
                .filter(element => element.checkVisibility()).map(element => element.id || element.className);",
        );
        let expected = [
            "select-0",
            "algorithm-0",
            "select-1",
            "algorithm-1",
            "first",
            "back",
            "play",
            "step",
            "last",
            "scrubber",
            "speed",
            "full",
        ];
        assert_eq!(shown, json!(expected));
        browser.press("step");
        browser.read("#step-number", "13");
        browser.key("m");
        assert_eq!(
            browser.now("return document.querySelector('dialog[open]')"),
            json!(null)
        );
        browser.press("play");
        browser.see_steps(3);
        browser.press("play");
        let step = browser.step().to_string();
        // The whole page begins at the same point as the frame.
        browser.press("full");
        browser.to_other_window();
        browser.wait_for_page();
        browser.read("#step-number", &step);
        browser.press("new");
        browser.press("new-cancel");
    });
}
