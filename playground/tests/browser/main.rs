//! The page in a real browser: every button, the keyboard, drags, links and the pixels on the screen; and stories of
//! people who use the page with mouse and keyboard.
//!
//! This needs `chromium` (or `google-chrome`), and reports that it was skipped if there is none. Searches run on the page
//! of the program and, if the target `wasm32-unknown-unknown` is installed, on that of the static files. In `.ci/run`, each
//! story is played on one of them, and on the other one with the next commit; stories about the page itself are played
//! with every other commit.

mod chromium;
mod driver;
mod files;
mod host;
mod image;
mod play;
mod screen;
mod searches;
mod stories;
mod teaching;
mod tools;
mod worlds;

use std::cell::RefCell;

use crate::driver::{Browser, story};

/// A part of the test.
type Part = fn(&Browser);

#[test]
fn every_control_of_the_page() {
    story(check_page);
}

fn check_page(browser: &Browser) {
    // Each part with the number of requests that the library refuses in it.
    let parts: [(Part, usize); 15] = [
        (play::first_load, 0),
        (play::player, 0),
        (play::keyboard, 0),
        (tools::tools, 0),
        (tools::drags, 0),
        (searches::searches, 0),
        (worlds::puzzle, 1),
        (worlds::graph, 0),
        (worlds::mesh, 0),
        (files::files, 0),
        (files::scenarios, 0),
        (files::link, 0),
        (screen::phone, 0),
        (screen::screen, 0),
        (teaching::teaching, 0),
    ];
    browser.watch_controls();
    for (part, refusals) in parts {
        part(browser);
        browser.check_log(refusals);
    }
    let [seen, used] = [&browser.seen, &browser.used].map(RefCell::borrow);
    let missed: Vec<&String> = seen.difference(&used).collect();
    assert!(missed.is_empty(), "these controls have no test: {missed:?}");
}
