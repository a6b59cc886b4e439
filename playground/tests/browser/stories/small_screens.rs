//! On any screen, each control is visible, or an arrow points to it; and each control has a name.

use serde_json::{Value, json};

use crate::driver::{Browser, page_story};

/// Finds controls off the screen in a row without an arrow.
const LOST: &str = "
    const is_shown = row => {
        const box = row.getBoundingClientRect();
        return box.left >= -1 && box.right <= innerWidth + 1;
    };
    const lost = [];
    for (const control of document.querySelectorAll('button, select, input, textarea, a')) {
        if (!control.checkVisibility() || control.closest('dialog')) continue;
        const row = control.closest('#worldbar, .run header');
        const [box, edge] = [control, row ?? document.body].map(element => element.getBoundingClientRect());
        const hints = [
            [box.left < Math.max(edge.left, 0) - 1, 'data-before'],
            [box.right > Math.min(edge.right, innerWidth) + 1, 'data-after'],
        ];
        for (const [isOff, hint] of hints) {
            if (isOff && !(row?.hasAttribute(hint) && is_shown(row))) lost.push([control.id, hint, innerWidth]);
        }
    }
    return lost;";

/// Finds controls and other elements that lack a required name.
const NAMELESS: &str = "
    const name = element => element.getAttribute('aria-label') ?? (element.labels?.length
        ? [...element.labels].map(label => label.innerText).join() : element.innerText);
    const all = document.querySelectorAll('button, select, input, textarea, a, canvas, [role=region], [role=group]');
    return [...all].filter(element => element.checkVisibility() && !name(element)?.trim())
        .map(element => element.outerHTML.slice(0, 90));";

fn check(browser: &Browser, what: &str) {
    assert_eq!(
        browser.run(&format!("await playground.idle(); {LOST}")),
        json!([]),
        "{what}"
    );
    assert_eq!(browser.now(NAMELESS), json!([]), "{what}");
    assert_eq!(
        browser.now("return document.documentElement.scrollWidth > innerWidth"),
        false,
        "{what}"
    );
}

#[test]
fn nothing_is_off_screen_without_a_hint() {
    page_story(|browser| {
        for (width, height) in [(320, 640), (390, 844), (844, 390), (780, 600), (1024, 768), (1280, 800)] {
            browser.size(width, height);
            for kind in ["puzzle", "graph", "mesh", "grid"] {
                browser.press(&format!("mode-{kind}"));
                browser.keep_screenshot(&format!("{kind}-{width}"));
                check(browser, &format!("{kind}, {width} pixels wide"));
                let picture = browser.now("return document.querySelector('.run canvas').clientHeight");
                assert!(
                    picture.as_u64() > Some(80),
                    "{kind}, {width}: the picture is {picture} pixels high"
                );
            }
        }
        // Searches with many choices, side by side.
        browser.press("add-run");
        browser.press("add-run");
        browser.choose("algorithm-0", "ARA*");
        check(browser, "four searches");
        browser.keep_screenshot("four-searches");
    });
}

#[test]
fn the_arrow_goes_at_the_end_of_the_row() {
    page_story(|browser| {
        browser.size(390, 844);
        let hints = || {
            browser.now(
                "const row = document.getElementById('worldbar');
                 return ['data-before', 'data-after'].map(name => row.hasAttribute(name));",
            )
        };
        browser.wait("the arrow to the right", || hints() == json!([false, true]));
        // The last control is reached with the Tab key.
        browser.now("document.getElementById('fit').focus()");
        browser.key("Tab");
        assert_eq!(browser.now("return document.activeElement.id"), "add-run");
        browser.wait("the arrow to the left", || hints() == json!([true, false]));
        browser.keep_screenshot("row-end");
        browser.key("Enter");
        browser.wait("a third search", || {
            browser.now("return playground.panels.length") == json!(3)
        });
    });
}

/// The requirements that can be checked without a special library: headings, landmarks, names, and contrast.
#[test]
fn what_screen_readers_need() {
    page_story(|browser| {
        assert_eq!(
            browser.now("return document.querySelector('h1 a').ariaLabel"),
            "astride playground"
        );
        assert_eq!(browser.now("return document.getElementById('pace').ariaLabel"), "Race");
        let outside = "
            return [...document.querySelectorAll('body *')].filter(element => element.checkVisibility()
                && !element.children.length && element.innerText?.trim()
                && !element.closest('header, main, footer, [role=region], dialog, [role=alert]'))
                .map(element => element.outerHTML.slice(0, 90));";
        assert_eq!(browser.now(outside), json!([]), "everything is in a landmark");
        let empty = "return [...document.querySelectorAll('th')].filter(cell => !cell.innerText.trim()).length";
        assert_eq!(browser.now(empty), json!(0), "headings of tables have words");
        browser.choose("algorithm-1", "Theta*");
        browser.read(
            ".run:nth-child(2) .words",
            "needs a map on which all cells cost the same",
        );
        browser.choose("heuristic-0", "Manhattan");
        browser.read(".run .mark", "may overestimate");
        for _ in 0..2 {
            let poor = browser.now(CONTRAST);
            assert_eq!(poor, json!([]));
            let colours = browser.now(
                "const { wall, floor, soft, outside } = playground.pictures[0].colours;
                 return [[wall, floor], [soft, outside]].map(pair => pair.map(colour => (
                     [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)))))",
            );
            assert!(contrast(&colours[0]) > 3.0, "walls and ground: {colours}");
            assert!(contrast(&colours[1]) > 4.5, "texts in pictures: {colours}");
            browser.key("d");
        }
        // The parts of an estimate.
        browser.press("mode-puzzle");
        browser.press("step");
        assert_eq!(browser.now(CONTRAST), json!([]));
        browser.press("mode-grid");
        browser.press("help");
        assert_ne!(
            browser.now("return document.querySelector('dialog[open] h2') ?? null"),
            Value::Null
        );
        assert_eq!(
            browser.now("return document.querySelector('dialog[open]').scrollTop"),
            json!(0)
        );
    });
}

/// Returns the contrast of two colours, each given as red, green and blue.
fn contrast(pair: &Value) -> f64 {
    let luminance = |colour: &Value| -> f64 {
        let light = |value: &Value| match value.as_f64().expect("a colour") / 255.0 {
            value if value <= 0.03928 => value / 12.92,
            value => ((value + 0.055) / 1.055).powf(2.4),
        };
        let weights = [0.2126, 0.7152, 0.0722];
        (0..3).map(|at| weights[at] * light(&colour[at])).sum()
    };
    let [one, other] = [luminance(&pair[0]), luminance(&pair[1])];
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Finds enabled texts whose contrast with their background is less than 4.5 to 1.
const CONTRAST: &str = "
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const rgb = colour => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
    };
    const luminance = colour => colour.slice(0, 3).map(value => value / 255)
        .map(value => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = element => {
        for (let at = element; at; at = at.parentElement) {
            const colour = rgb(getComputedStyle(at).backgroundColor);
            if (colour[3] === 255) return colour;
        }
        return [255, 255, 255, 255];
    };
    const poor = [];
    for (const element of document.querySelectorAll('body *')) {
        const words = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!words || !element.checkVisibility() || element.closest(':disabled, option')) continue;
        // What is partly transparent is mixed with what is behind it.
        const ground = behind(element);
        let share = 1;
        for (let at = element; at; at = at.parentElement) share *= getComputedStyle(at).opacity;
        const ink = rgb(getComputedStyle(element).color).map((value, i) => ground[i] + share * (value - ground[i]));
        const [a, b] = [ink, ground].map(luminance);
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) poor.push([element.outerHTML.slice(0, 80), contrast]);
    }
    return poor;";
