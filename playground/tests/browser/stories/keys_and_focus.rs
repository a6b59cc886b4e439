//! Keys are shortcuts only while no control has the focus, and they can be turned off.

use serde_json::{Value, json};

use crate::driver::{Browser, page_story, story_of};
use crate::host::Host;

fn type_keys(browser: &Browser, text: &str) {
    for letter in text.chars() {
        browser.key(&letter.to_string());
    }
}

/// What letters may change: the number of searches, the tool, and the theme.
fn state(browser: &Browser) -> Value {
    browser.now(
        "return [playground.scene.searches.length, playground.editor.tool, document.documentElement.dataset.theme ?? '']",
    )
}

fn names(browser: &Browser) -> Value {
    browser.now("return playground.scene.world.names ?? []")
}

/// Returns a place on the picture, as shares of its width and height.
fn place(browser: &Browser, x: f64, y: f64) -> [i64; 2] {
    let place = browser.now(&format!(
        "const box = playground.pictures[0].canvas.getBoundingClientRect();
         return [Math.round(box.left + {x} * box.width), Math.round(box.top + {y} * box.height)];"
    ));
    [0, 1].map(|at| place[at].as_i64().expect("a place"))
}

#[test]
fn a_name_is_typed_after_a_node_is_drawn() {
    page_story(|browser| {
        browser.press("mode-graph");
        browser.press("new");
        browser.press("new-blank");
        browser.wait("two nodes", || {
            browser.now("return playground.scene.world.nodes.length") == 2
        });
        browser.press("tool-node");
        let before = state(browser);
        browser.mouse(&[place(browser, 0.3, 0.3)]);
        type_keys(browser, "Arad");
        // The next node is drawn without a key in between, and its name ends with one.
        browser.mouse(&[place(browser, 0.6, 0.7)]);
        browser.wait("the name of the first node", || {
            names(browser) == json!(["", "", "Arad", ""])
        });
        type_keys(browser, "Sibiu");
        browser.keep_screenshot("name-typed");
        browser.key("Enter");
        browser.wait("the name of the second one", || {
            names(browser) == json!(["", "", "Arad", "Sibiu"])
        });
        assert_eq!(state(browser), before, "no letter was a shortcut");
        // Now they are shortcuts again.
        browser.key("e");
        browser.wait("another tool", || {
            browser.now("return playground.editor.tool") == "edge"
        });
        // A weight that was typed is kept in the same way.
        let node = |number: usize| {
            let at = browser.now(&format!(
                "const picture = playground.pictures[0];
                 const [x, y] = picture.centre(playground.viewport, {number});
                 const box = picture.canvas.getBoundingClientRect();
                 return [Math.round(box.left + x), Math.round(box.top + y)]"
            ));
            [0, 1].map(|axis| at[axis].as_i64().expect("a place"))
        };
        browser.mouse(&[node(2), node(3)]);
        browser.read("#item-words", "Edge");
        type_keys(browser, "17");
        browser.mouse(&[node(0), node(2)]);
        browser.wait("the weight", || {
            browser.now("return playground.scene.world.edges.some(edge => edge[2] === 17)") == true
        });
        browser.check_log(0);
    });
}

#[test]
fn letters_belong_to_the_control_with_the_focus() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        browser.key("g");
        browser.wait("a key works at once", || {
            browser.now("return playground.editor.tool") == "goal"
        });
        let before = state(browser);
        for id in ["walk", "algorithm-0", "speed", "show-tree"] {
            browser.now(&format!("document.getElementById('{id}').focus()"));
            browser.key("Tab");
            type_keys(browser, "adwx");
            assert_eq!(state(browser), before, "behind {id}");
        }
        // After the mouse has used a control, they belong to the picture.
        let tool = || browser.now("return playground.editor.tool");
        browser.press("fit");
        browser.key("w");
        browser.wait("a button", || tool() == "wall");
        let middle = |selector| {
            let [left, top, width, height] = browser
                .place(selector)
                .map(|at| i64::try_from(at).expect("a small number"));
            [left + width / 2, top + height / 2]
        };
        browser.mouse(&[middle("#algorithm-0")]);
        browser.key("Down");
        browser.key("Enter");
        browser.wait("another search", || {
            browser.now("return playground.scene.searches[0].algorithm") != "astar"
        });
        browser.key("s");
        browser.wait("a list", || tool() == "start");
        browser.press("show-tree");
        browser.key("e");
        browser.wait("a box", || tool() == "erase");
        let [x, y] = middle("#speed");
        browser.mouse(&[[x, y], [x + 20, y]]);
        browser.key("h");
        browser.wait("a slider", || tool() == "hand");
        browser.press("all-nodes-summary");
        browser.key("c");
        browser.wait("a heading", || tool() == "terrain");
        browser.check_log(0);
    });
}

/// The key in the title of a control presses it.
#[test]
fn titles_name_the_right_keys() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        browser.now(
            "window.pressed = [];
             document.addEventListener('click', event => {
                 if (event.isTrusted) return;
                 pressed.push(event.target.id);
                 event.stopImmediatePropagation();
                 event.preventDefault();
             }, true);",
        );
        for (kind, least) in [("grid", 22), ("puzzle", 15), ("graph", 22), ("mesh", 20)] {
            browser.press(&format!("mode-{kind}"));
            let named = browser.now(
                "return [...document.querySelectorAll('[title]')].filter(owner => owner.checkVisibility()).flatMap(owner => {
                     const key = owner.title.match(/ \\(((?:Ctrl\\+)?(?:.|Space|Home|End|Delete))\\)$/)?.[1];
                     const control = owner.id ? owner : owner.closest('label')?.querySelector('input');
                     return key && control && !control.disabled ? [[control.id, key]] : [];
                 })",
            );
            let named = named.as_array().expect("a list");
            assert!(named.len() >= least, "{kind}: {named:?}");
            for control in named {
                let [id, key] = [0, 1].map(|at| control[at].as_str().expect("a text"));
                let key = match key {
                    "Space" => String::from(" "),
                    key if key.len() == 1 => key.to_lowercase(),
                    key => key
                        .replace('Z', "z")
                        .replace('Y', "y")
                        .replace('O', "o")
                        .replace('S', "s"),
                };
                browser.now("pressed.length = 0");
                browser.key(&key);
                // The key of the player also solves a puzzle, which ends by playing.
                let expected = if kind == "puzzle" && id == "play" { "solve" } else { id };
                assert_eq!(
                    browser.now("return pressed"),
                    json!([expected]),
                    "{kind}: {key} in the title of {id}"
                );
            }
        }
    });
}

#[test]
fn shortcuts_can_be_turned_off() {
    // The page is the same on both hosts.
    story_of(Host::Program, &json!({}), |browser| {
        let tool = || browser.now("return playground.editor.tool");
        let before = tool();
        browser.press("help");
        browser.press("keys-on");
        browser.press("help-close");
        type_keys(browser, "gadx.");
        assert_eq!(tool(), before);
        assert_eq!(browser.step(), 0);
        browser.key("End");
        assert!(browser.step() > 0, "keys that are not characters still work");
        browser.go("");
        browser.key("g");
        assert_eq!(tool(), before, "the choice was kept");
        browser.press("help");
        browser.press("keys-on");
        browser.press("help-close");
        browser.key("g");
        browser.wait("they work again", || tool() == "goal");
        browser.check_log(0);
    });
}
