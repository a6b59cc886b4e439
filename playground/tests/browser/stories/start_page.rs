//! The start page: an illustrated list of the lessons, which leads to them; and the links that lead past it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::driver::{Browser, story, story_of};
use crate::host::Host;

/// Opens the start page.
fn open(browser: &Browser) {
    browser.visit(browser.folder());
    sees_list(browser);
}

/// Waits until the start page shows its list.
fn sees_list(browser: &Browser) {
    browser.wait("the start page", || {
        browser.now("return document.querySelectorAll('.lessons img').length") == 13
    });
    browser.wait_until_drawn();
}

/// Waits until the playground shows a lesson that plays.
fn sees_lesson(browser: &Browser, number: usize) {
    browser.wait_for_page();
    browser.read(".lesson-head", &format!("Lesson {number} of 13"));
    browser.see_steps(1);
}

/// Returns the text of an entry in HTML.
fn text(entry: &Value, key: &str) -> String {
    let text = entry[key].as_str().expect("a text");
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Returns an SVG file without the places of its texts, which depend on the fonts of the machine.
fn without_places(svg: &str) -> String {
    let lines = svg.lines().map(|line| match line.split_once(" font-weight") {
        Some((text, rest)) if text.starts_with("<text") => format!("<text{rest}"),
        _ => String::from(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Compares a file with what it should contain, or writes it if `ASTRIDE_WRITE` is set.
fn check(file: &Path, found: &str, expected: &str) {
    if std::env::var_os("ASTRIDE_WRITE").is_some() {
        fs::write(file, expected).expect("a file that can be written");
        return;
    }
    assert!(
        without_places(found) == without_places(expected),
        "{} is outdated: ASTRIDE_WRITE=1 cargo test -p astride-playground --test browser start_page",
        file.display()
    );
}

/// The list and its pictures are those of the lessons, drawn by the code that draws the page.
#[test]
fn entries_are_those_of_the_lessons() {
    story_of(Host::Program, &json!({}), |browser| {
        let entries = browser.run(include_str!("lesson_pictures.js"));
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut list = Vec::new();
        for (number, entry) in (1..).zip(entries.as_array().expect("entries")) {
            let [title, said, alt] = ["title", "said", "alt"].map(|key| text(entry, key));
            list.push(format!(
                r#"    <li><a href="play.html#lesson={number}">
      <img src="lessons/{number}.svg" width="640" height="240" loading="lazy" alt="{alt}">
      <h3>{number}. {title}</h3>
      <p>{said}</p></a></li>
"#
            ));
            let file = page.join(format!("lessons/{number}.svg"));
            let found = fs::read_to_string(&file).expect("a picture");
            check(&file, &found, entry["svg"].as_str().expect("a picture"));
        }
        let file = page.join("index.html");
        let found = fs::read_to_string(&file).expect("the page");
        let (head, rest) = found.split_once("<ol class=\"lessons\">\n").expect("a list");
        let (_, tail) = rest.split_once("  </ol>").expect("its end");
        check(
            &file,
            &found,
            &format!("{head}<ol class=\"lessons\">\n{}  </ol>{tail}", list.concat()),
        );
    });
}

#[test]
fn leads_to_the_lessons() {
    story(|browser| {
        open(browser);
        for (width, height) in [(1280, 800), (390, 844), (640, 360)] {
            browser.size(width, height);
            let found = browser.run(
                "const images = [...document.querySelectorAll('.lessons img')];
                 images.forEach(image => image.loading = 'eager');
                 await Promise.all(images.map(image => image.decode()));
                 return [document.documentElement.scrollWidth > innerWidth,
                    images.filter(({ alt, naturalWidth }) => !alt || naturalWidth !== 640).length];",
            );
            assert_eq!(found, json!([false, 0]), "{width}×{height}");
            browser.keep_screenshot(&format!("start-{width}"));
        }
        browser.size(1280, 800);
        // The picture has the colours of the theme.
        let [left, top, ..] = browser.place(".lessons li:nth-child(3) img");
        let ground = || browser.screenshot("start").colour(left + 200, top + 30);
        let light = ground();
        browser.press("theme");
        let dark = ground();
        browser.keep_screenshot("start-dark");
        let sum = |colour: [u8; 3]| colour.map(u32::from).iter().sum::<u32>();
        assert!(sum(light) > 600 && sum(dark) < 200, "{light:?} {dark:?}");
        // With the keyboard: Documentation, the theme, five ways, and the first two lessons.
        browser.now("document.activeElement.blur()");
        open(browser);
        (0..9).for_each(|_| browser.key("\u{e004}"));
        browser.key("\u{e007}");
        sees_lesson(browser, 2);
        // Back to the start page, whose theme is that of the playground.
        browser.navigate("back");
        sees_list(browser);
        assert_eq!(browser.now("return document.documentElement.dataset.theme"), "dark");
        browser.check_log(0);
    });
}

/// Links that were made before there was a start page, or that name no page, show what they name.
#[test]
fn links_lead_past_it() {
    story(|browser| {
        let folder = browser.folder();
        browser.visit(&format!("{folder}#lesson=3"));
        sees_lesson(browser, 3);
        browser.press("share");
        browser.wait("a link", || browser.address().contains("#s="));
        let address = browser.address();
        let (page, scene) = address.split_once('#').expect("a scene");
        assert_eq!(page, browser.page());
        browser.visit(&format!("{folder}?embed#{scene}"));
        browser.wait_for_page();
        assert_eq!(
            browser.now("return [document.documentElement.hasAttribute('data-embed'), playground.pictures.length]"),
            json!([true, 2])
        );
        browser.visit(&format!("{folder}#puzzle"));
        browser.wait_for_page();
        assert_eq!(browser.now("return document.body.dataset.kind"), "puzzle");
        browser.check_log(0);
    });
}
