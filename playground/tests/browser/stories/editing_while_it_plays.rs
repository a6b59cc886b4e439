//! The searches continue to play, whatever is edited in the meantime.

use serde_json::{Value, json};

use crate::driver::{Browser, page_story};

/// Checks that the page plays and makes more steps.
fn goes_on(browser: &Browser, what: &str) {
    let label = browser.now("return document.getElementById('play').ariaLabel");
    assert_eq!(label, "Pause", "{what}: it plays");
    browser.see_steps(2);
}

/// Begins to play slowly enough for all the edits.
fn play(browser: &Browser, slower: u32) {
    for _ in 0..slower {
        browser.key("-");
    }
    browser.press("play");
    browser.see_steps(2);
}

fn step(browser: &Browser) -> i64 {
    let text = browser.text("#step-number").replace(|c: char| !c.is_ascii_digit(), "");
    text.parse().expect("a number")
}

#[test]
fn on_a_map() {
    page_story(|browser| {
        browser.press("new");
        browser.press("new-empty");
        play(browser, 8);
        let wall = |x: u32| [browser.cell(0, x, 20), browser.cell(0, x, 24), browser.cell(0, x, 30)];
        let [x, y] = browser
            .cell(1, 30, 25)
            .map(|at| usize::try_from(at).expect("on screen"));
        let ground = browser.screenshot("ground").colour(x, y);
        let at = step(browser);
        browser.mouse(&wall(30));
        goes_on(browser, "a wall");
        assert!(step(browser) >= at, "the searches are not further back");
        let seen = browser.screenshot("wall-while-playing").colour(x, y);
        assert_ne!(seen, ground, "the wall is in both pictures");
        browser.key("Ctrl+z");
        goes_on(browser, "undo");
        browser.key("Ctrl+y");
        goes_on(browser, "redo");
        let goal = browser.now("return playground.scene.world.goals[0]");
        let [gx, gy] = [0, 1].map(|at| u32::try_from(goal[at].as_u64().expect("a number")).expect("small"));
        browser.mouse(&[
            browser.cell(0, gx, gy),
            browser.cell(0, gx - 1, gy - 1),
            browser.cell(0, gx - 3, gy - 2),
        ]);
        assert_ne!(browser.now("return playground.scene.world.goals[0]"), goal);
        goes_on(browser, "the goal");
        browser.choose("algorithm-0", "Dijkstra's algorithm");
        goes_on(browser, "another search");
        browser.choose("algorithm-0", "A*");
        goes_on(browser, "the search of before");
        browser.choose("heuristic-0", "Straight line");
        goes_on(browser, "another heuristic");
        browser.choose("heuristic-0", "Manhattan");
        browser.read(".run:nth-child(1) .mark", "may overestimate");
        goes_on(browser, "a heuristic that may overestimate");
        browser.choose("algorithm-0", "Theta*");
        goes_on(browser, "a search of another kind");
        browser.choose("movement", "Four directions");
        goes_on(browser, "another movement");
        browser.press("add-run");
        goes_on(browser, "a third search");
        browser.press("remove-2");
        goes_on(browser, "two searches");
        browser.press("play");
        let label = browser.now("return document.getElementById('play').ariaLabel");
        assert_eq!(label, "Play", "a pause is a pause");
    });
}

#[test]
fn with_one_search_that_cannot_begin_for_a_while() {
    page_story(|browser| {
        browser.press("remove-1");
        play(browser, 8);
        browser.choose("algorithm-0", "Theta*");
        browser.read(".run .words", "needs a map on which all cells cost the same");
        browser.choose("algorithm-0", "A*");
        goes_on(browser, "the search of before");
    });
}

/// While a long wall is drawn, the searches are never shown at an earlier step than before.
#[test]
fn nothing_blinks() {
    page_story(|browser| {
        browser.press("new");
        browser.press("new-empty");
        for _ in 0..4 {
            browser.key("-");
        }
        browser.press("play");
        browser.see_steps(30);
        // Records the content of each frame.
        browser.now(
            "window.shown = [];
             const look = () => {
                 shown.push(Number(document.getElementById('step-number').innerText.replace(/\\D/g, '')));
                 requestAnimationFrame(look);
             };
             look();",
        );
        let places: Vec<_> = (4..50).map(|x| browser.cell(0, x, 8 + x % 3)).collect();
        browser.mouse(&places);
        goes_on(browser, "a long wall");
        let shown = browser.now("return shown");
        let shown: Vec<i64> = shown
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_i64)
            .collect();
        let fell = shown.windows(2).map(|pair| pair[0] - pair[1]).max().expect("frames");
        assert!(fell <= 2, "{fell} steps back: {shown:?}");
        assert!(
            shown.last() > shown.first().map(|first| first + 10).as_ref(),
            "{shown:?}"
        );
    });
}

#[test]
fn while_a_race_is_by_time() {
    page_story(|browser| {
        // A large map, since a browser's clock is too coarse for a slow race.
        browser.press("new");
        browser.set("new-width", &json!(300));
        browser.set("new-height", &json!(300));
        browser.press("new-maze");
        browser.choose("pace", "by time");
        for _ in 0..4 {
            browser.key("-");
        }
        browser.press("play");
        browser.see_steps(2);
        browser.mouse(&[browser.cell(0, 20, 20), browser.cell(0, 26, 20)]);
        goes_on(browser, "a wall");
    });
}

#[test]
fn on_a_graph() {
    page_story(|browser| {
        browser.press("mode-graph");
        play(browser, 3);
        browser.press("tool-goal");
        let place = browser.now(
            "const box = playground.pictures[0].canvas.getBoundingClientRect();
             const [x, y] = playground.pictures[0].centre(playground.viewport, 17);
             return [Math.round(box.left + x), Math.round(box.top + y)];",
        );
        browser.mouse(&[[0, 1].map(|at| place[at].as_i64().expect("a place"))]);
        goes_on(browser, "another goal");
        browser.choose("algorithm-1", "Greedy best-first search");
        goes_on(browser, "another search");
    });
}

#[test]
fn on_a_board() {
    page_story(|browser| {
        browser.press("mode-puzzle");
        play(browser, 0);
        let tiles = || browser.now("return playground.scene.world.tiles");
        let before = tiles();
        for key in ["Left", "Up", "Right", "Down"] {
            browser.key(key);
            goes_on(browser, key);
        }
        for key in ["Left", "Up", "Right", "Down"] {
            browser.key(key);
        }
        goes_on(browser, "many moves");
        browser.choose("heuristic-0", "Manhattan distance");
        goes_on(browser, "another heuristic");
        browser.key("Up");
        browser.key("Left");
        assert_ne!(tiles(), before);
        goes_on(browser, "moves");
        // A tile beside the gap is pushed into it.
        let drag = browser.now(
            "const { left, top, cell } = playground.pictures[0].layout();
             const box = playground.pictures[0].canvas.getBoundingClientRect();
             const gap = playground.scene.world.tiles.indexOf(0);
             const tile = gap % 3 ? gap - 1 : gap + 1;
             return [tile, gap].flatMap(at => [box.left + left + (at % 3 + 0.5) * cell,
                 box.top + top + (Math.floor(at / 3) + 0.5) * cell].map(Math.round));",
        );
        let before = tiles();
        let at = |place: usize| drag[place].as_i64().expect("a place");
        browser.mouse(&[[at(0), at(1)], [at(0).midpoint(at(2)), at(3)], [at(2), at(3)]]);
        assert_ne!(tiles(), before);
        goes_on(browser, "a tile that is pushed");
    });
}

#[test]
fn another_world_before_the_last_one_begins() {
    page_story(|browser| {
        play(browser, 3);
        browser.run(
            "const scene = side => ({
                 world: { kind: 'grid', width: side, height: side, cells: '1'.repeat(side * side), movement: 'four',
                     start: [side - 1, side - 1], goals: [[0, 0]] },
                 searches: [{ algorithm: 'astar' }],
             });
             playground.setScene(scene(40), { keep: true });
             playground.setScene(scene(3), { keep: true });
             document.getElementById('speed').value = 100;
             document.getElementById('speed').dispatchEvent(new Event('input'));
             await playground.idle();",
        );
        assert_eq!(browser.now("return document.getElementById('toast').hidden"), true);
        browser.read(".run .words", "Found a cheapest path: 4 edges");
    });
}
