//! Pictures and animations for slides show the same as the screen.

use std::fs;

use crate::driver::{Browser, page_story};
use crate::image::Image;

const FRAMES: usize = 6;

/// Presses one of the buttons in the dialog.
fn save(browser: &Browser, what: &str, pixels: &str) {
    browser.press("save");
    browser.choose("save-scale", pixels);
    browser.press(&format!("save-{what}"));
}

/// Returns the content of a saved file, and makes room for others with the same name.
fn saved(browser: &Browser, name: &str) -> Vec<u8> {
    let file = browser.saved(name);
    let content = fs::read(&file).expect("a file");
    fs::remove_file(file).expect("the file");
    content
}

/// Returns the places of the pictures in the window and in a file.
fn places(browser: &Browser) -> Vec<([usize; 4], [usize; 4])> {
    let [left, top, ..] = browser.place(".stage");
    let place = |run: usize| browser.place(&format!(".run:nth-child({run}) canvas"));
    let inside =
        |[x, y, width, height]: [usize; 4]| ([x, y, width, height], [x - left + 8, y - top + 8, width, height]);
    (1..=2).map(|run| inside(place(run))).collect()
}

/// Waits until each picture on the screen equals that in the file, except for a share of its pixels.
fn compare(browser: &Browser, file: &Image, (tolerance, share): (u8, f64), what: &str) {
    let places = places(browser);
    browser.wait(what, || {
        let window = browser.screenshot("slide");
        places.iter().all(|(on_screen, in_file)| {
            let difference = window.part(*on_screen).difference(&file.part(*in_file), tolerance);
            difference <= share
        })
    });
}

/// Edges may be slightly lighter or darker, since the height of a picture on the page need not be an integer.
const EXACT: (u8, f64) = (40, 0.0);

/// Returns the name of the files that show the first searches of a world.
fn name(kind: &str) -> &'static str {
    match kind {
        "puzzle" => "astar-greedy",
        "mesh" => "polyanya-string-pulling",
        _ => "astar-dijkstra",
    }
}

#[test]
fn an_animation_for_slides() {
    page_story(|browser| {
        for kind in ["grid", "puzzle", "graph", "mesh"] {
            browser.press(&format!("mode-{kind}"));
            browser.make_steps(FRAMES - 1);
            save(browser, "apng", "as on the page");
            browser.read("#toast", "Saved ");
            let name = name(kind);
            let (frames, seconds) = Image::frames(&saved(browser, &format!("{name}.apng")));
            assert_eq!((frames.len(), seconds), (FRAMES, 3.0));
            let step = (FRAMES - 1).to_string();
            assert_eq!(browser.text("#step-number"), step, "it shows what it showed");
            browser.press("first");
            for (number, frame) in frames.iter().enumerate() {
                browser.read("#step-number", &number.to_string());
                compare(browser, frame, EXACT, &format!("frame {number} of the {kind}"));
                if number + 1 < FRAMES {
                    browser.press("step");
                }
            }
        }
    });
}

#[test]
fn pictures_for_slides() {
    page_story(|browser| {
        for kind in ["puzzle", "graph", "mesh", "grid"] {
            browser.press(&format!("mode-{kind}"));
            browser.press("last");
            browser.read(".run .words", "Found");
            browser.read(".run:nth-child(2) .words", "Found");
            let name = name(kind);
            save(browser, "png", "as on the page");
            let picture = Image::png(&saved(browser, &format!("{name}.png")));
            compare(browser, &picture, EXACT, kind);
            save(browser, "png", "doubled");
            let large = Image::png(&saved(browser, &format!("{name}.png")));
            assert_eq!((large.width, large.height), (2 * picture.width, 2 * picture.height));
            // Here, the browser draws the lines as well, and their edges may differ slightly.
            save(browser, "svg", "as on the page");
            let file = browser.saved(&format!("{name}.svg"));
            let drawn = browser.look_at(&file, "return true", &format!("svg-{kind}"));
            fs::remove_file(file).expect("the file");
            let difference = picture.difference(&drawn.part([0, 0, picture.width, picture.height]), 40);
            assert!(difference < 0.02, "{kind}: {difference} of the pixels differ");
        }
    });
}

#[test]
fn a_film_for_slides() {
    page_story(|browser| {
        browser.press("last");
        browser.read(".run .words", "Found");
        browser.read(".run:nth-child(2) .words", "Found");
        save(browser, "webm", "as on the page");
        browser.read("#toast", "Saved astar-dijkstra.webm");
        // The browser plays the film, and the last frame is compared. Its colours are less precise than its shades.
        let last = "
            const video = document.querySelector('video');
            video.controls = false;
            video.style = 'position: absolute; inset: 0 auto auto 0; margin: 0';
            return video.ended;";
        let film = browser.look_at(&browser.saved("astar-dijkstra.webm"), last, "film");
        compare(browser, &film, (96, 0.006), "the last frame");
    });
}
