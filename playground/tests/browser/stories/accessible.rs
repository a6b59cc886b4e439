//! The rules of axe find nothing on the pages, light and dark.

use std::cell::RefCell;
use std::{env, fs};

use serde_json::{Value, json};

use crate::driver::{Browser, story_of};
use crate::host::Host;

/// Checks what is on the screen. Returns the rules that are broken, each with the elements that break it.
fn check(browser: &Browser, axe: &str, what: &str) -> Vec<String> {
    browser.now(&format!("if (!window.axe) {{ {axe} }}"));
    let found = browser.run(
        "const { violations } = await axe.run();
         const about = ({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ''}`;
         return violations.map(({ id, nodes }) => `${id}: ${nodes.map(about).join(' | ')}`);",
    );
    let found = found.as_array().expect("a list").iter();
    found
        .map(|broken| format!("{what}: {}", broken.as_str().unwrap_or_default()))
        .collect()
}

#[test]
fn axe_finds_nothing() {
    let Some(file) = env::var_os("ASTRIDE_AXE") else {
        println!("skipped: ASTRIDE_AXE does not name the file axe.min.js of the package axe-core");
        return;
    };
    let axe = fs::read_to_string(file).expect("the file that ASTRIDE_AXE names");
    let broken = RefCell::new(Vec::new());
    for is_dark in [false, true] {
        story_of(Host::Program, &json!({}), |browser| {
            let name = |what: &str| format!("{what}, {}", if is_dark { "dark" } else { "light" });
            let check = |what: &str| broken.borrow_mut().extend(check(browser, &axe, &name(what)));
            if is_dark {
                browser.press("theme");
            }
            browser.visit(browser.folder());
            browser.wait("the start page", || {
                browser.now("return document.readyState") == "complete"
            });
            check("start page");
            for hash in [
                "#grid",
                "#puzzle",
                "#graph",
                "#mesh",
                "#lesson=2",
                "#lesson=8",
                "#lesson=13",
            ] {
                browser.go(hash);
                browser.press("last");
                browser.run("await playground.idle()");
                check(hash);
            }
            browser.go("?embed#grid");
            check("?embed");
            for (hash, button) in [
                ("#grid", "new"),
                ("#grid", "save"),
                ("#grid", "help"),
                ("#puzzle", "type-board"),
                ("#graph", "type-graph"),
            ] {
                browser.go(hash);
                browser.press(button);
                browser.wait("a dialog", || {
                    browser.now("return document.querySelector('dialog[open]') !== null") == Value::Bool(true)
                });
                check(button);
            }
            browser.size(390, 844);
            browser.go("#grid");
            browser.press("menu");
            check("menu of a phone");
        });
    }
    let broken = broken.into_inner();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
