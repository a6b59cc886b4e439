//! The controls for the lessons and for measured times.

use crate::driver::{Browser, IDLE};

pub(crate) fn teaching(browser: &Browser) {
    browser.go("");
    // Other stories watch whole lessons.
    let pause = || {
        browser.wait("the lesson plays", || {
            browser.now("return playground.player.playing") == true
        });
        browser.run(&format!("playground.player.pause(); {IDLE}"));
    };
    for id in ["lessons", "lesson-next", "lesson-previous", "lesson-again"] {
        browser.press(id);
        pause();
    }
    browser.choose("lesson-list", "3. Ties: which of equal cells comes first");
    browser.read(".lesson-head", "Lesson 3 of 13");
    pause();
    browser.press("last");
    browser.run(IDLE);
    browser.press("measure");
    browser.read("#race", "Time");
    for id in ["list-what", "list-order"] {
        browser.now("document.getElementById('all-nodes').open = true");
        browser.choose(id, if id == "list-what" { "closed" } else { "parent" });
    }
    browser.press("lesson-close");
    browser.wait("the lesson is closed", || browser.text(".lesson-head").is_empty());
}
