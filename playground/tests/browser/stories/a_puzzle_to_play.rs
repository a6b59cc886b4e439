//! The puzzle as a game: shuffled, played by hand, solved and shown, with a custom goal, a custom picture and the tree.

use serde_json::{Value, json};

use crate::driver::{Browser, page_story};

fn tiles(browser: &Browser) -> Value {
    browser.now("return playground.scene.world.tiles")
}

/// Opens the puzzle with a board that is typed.
fn open(browser: &Browser, board: &str) {
    browser.press("mode-puzzle");
    type_board(browser, board);
}

fn type_board(browser: &Browser, board: &str) {
    browser.press("type-board");
    browser.write("board-text", board);
    browser.press("board-ok");
    let tiles: Vec<u8> = board
        .split_whitespace()
        .filter(|word| *word != "/")
        .map(|word| word.parse().unwrap_or(0))
        .collect();
    browser.wait("the board that was typed", || self::tiles(browser) == json!(tiles));
}

/// Returns the position in the window of the middle of a cell of the large board.
fn cell(browser: &Browser, x: u32, y: u32) -> [i64; 2] {
    let at = browser.now(&format!(
        "const picture = playground.pictures[0];
         const {{ left, top, cell }} = picture.layout();
         const box = picture.canvas.getBoundingClientRect();
         return [Math.round(box.left + left + ({x} + 0.5) * cell), Math.round(box.top + top + ({y} + 0.5) * cell)]"
    ));
    [0, 1].map(|axis| at[axis].as_i64().expect("a place"))
}

#[test]
fn shuffled_solved_and_shown_with_two_keys() {
    page_story(|browser| {
        open(browser, "1 2 3 / 4 5 6 / 7 8 _");
        browser.read("#game-words", "In order. Shuffle the board");
        // The shuffle is visible: some boards between the first and the last are shown. The page notes them, since it
        // may show several of them between two looks of this test.
        browser.now(
            "window.seen = new Set();
             const look = () => {
                 seen.add(playground.pictures[0].tiles().join());
                 requestAnimationFrame(look);
             };
             look();",
        );
        browser.key("r");
        browser.wait("a shuffled board", || {
            tiles(browser) != json!([1, 2, 3, 4, 5, 6, 7, 8, 0])
        });
        let seen = browser.now("return [...seen]");
        assert!(
            seen.as_array().map(Vec::len) > Some(4),
            "the shuffle is seen move by move: {seen:?}"
        );
        browser.read("#game-words", "Slide the tiles");
        browser.key(" ");
        // A move is shown for less than half a second, which this test may miss.
        browser.wait("the moves of the solution", || {
            browser.text("#solution-words").starts_with("Move ")
        });
        browser.choose("solution-pace", "fast");
        browser.keep_screenshot("puzzle-solution");
        browser.wait("the last board is in order", || {
            browser.now("return playground.pictures[0].tiles()") == json!([1, 2, 3, 4, 5, 6, 7, 8, 0])
        });
        let words = browser.text("#solution-words");
        let count = words
            .split(" of ")
            .nth(1)
            .and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
        let count = count.expect("a number of moves");
        let letters = browser.text("#solution-letters");
        assert_eq!(letters.len(), count, "a letter for each move of {words:?}");
        assert!(letters.chars().all(|letter| "UDLR".contains(letter)), "{letters}");
        let boards = browser.now("return document.querySelectorAll('#strip button').length");
        assert_eq!(boards, count + 1, "a board for each, and the first one");
        // Steps through the solution by hand, and with the strip.
        browser.press("solution-back");
        browser.read("#solution-words", &format!("Move {} of {count}", count - 1));
        browser.press("solution-next");
        browser.press("solution-0");
        browser.read("#solution-words", &format!("Move 0 of {count}"));
        assert_eq!(browser.now("return playground.pictures[0].tiles()"), tiles(browser));
    });
}

#[test]
fn played_by_hand_with_hints() {
    page_story(|browser| {
        open(browser, "1 2 3 / 4 _ 6 / 7 5 8");
        browser.read("#move-count", "Moves: 0");
        browser.press("hint-move");
        browser.read("#game-words", "Hint: 5 up. The shortest solution has 2 moves.");
        browser.keep_screenshot("puzzle-hint");
        browser.mouse(&[cell(browser, 1, 2)]);
        browser.read("#move-count", "Moves: 1");
        browser.key("z");
        browser.read("#move-count", "Moves: 0");
        browser.mouse(&[cell(browser, 1, 2)]);
        browser.mouse(&[cell(browser, 2, 2)]);
        browser.read("#game-words", "Solved in 2 moves and 1 hint!");
        browser.keep_screenshot("puzzle-solved");
        browser.press("take-back");
        browser.read("#move-count", "Moves: 1");
    });
}

/// A hint follows the best solution that is known, and leaves the searches where they are.
#[test]
fn a_hint_after_a_solution() {
    page_story(|browser| {
        // Greedy search finds a longer solution than A*.
        open(browser, "8 6 7 / 2 5 4 / 3 _ 1");
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a shortest solution: 31 moves.");
        browser.read(".run:nth-child(2) .words", "Found a solution");
        let steps = "return playground.session.runs.map(run => run.step)";
        let before = browser.now(steps);
        browser.press("hint-move");
        browser.read("#game-words", "The shortest solution has 31 moves.");
        assert_eq!(browser.now(steps), before, "the searches stay where they are");
        assert_eq!(
            browser.now("return playground.pictures[0].tiles()"),
            tiles(browser),
            "the hint is for the board of the game"
        );
        browser.keep_screenshot("hint-after-solution");
        // The strip, the letters and the words name the same moves: those of the tiles.
        let first = browser.text("#strip li:nth-child(2)");
        let letter = first.split_whitespace().last().unwrap_or_default().to_owned();
        browser.press("solution-1");
        let words = browser.text("#solution-words");
        let direction = words.split_whitespace().last().unwrap_or_default().to_owned();
        assert!(direction.to_uppercase().starts_with(&letter), "{first} and {words}");
        assert!(browser.text("#solution-letters").starts_with(&letter));
        // The hint after the first move goes on with the same solution.
        browser.press("solution-0");
        browser.key(direction.get(..1).map_or("Up", |first| match first {
            "u" => "Up",
            "d" => "Down",
            "l" => "Left",
            _ => "Right",
        }));
        browser.read("#move-count", "Moves: 1");
        browser.press("hint-move");
        browser.read("#game-words", "The shortest solution has 30 moves.");
        browser.check_log(0);
    });
}

/// On large boards, the searches of the page may have found shorter solutions than a quick search for the hint.
#[test]
fn a_hint_on_a_large_board() {
    page_story(|browser| {
        browser.press("mode-puzzle");
        browser.press("new");
        for (field, value) in [("width", 5), ("height", 5), ("seed", 3)] {
            browser.set(&format!("new-{field}"), &json!(value));
        }
        browser.press("new-puzzle");
        browser.wait("a large board", || tiles(browser).as_array().map(Vec::len) == Some(25));
        browser.choose("algorithm-0", "Weighted A*");
        browser.wait("its weight", || {
            browser.now("return !!document.getElementById('weight-0')") == true
        });
        browser.set("weight-0", &json!(3));
        browser.press("last");
        browser.read(".run:nth-child(1) .words", "Found a solution");
        browser.read(".run:nth-child(2) .words", "Found a solution");
        let least = browser.number("Math.min(...playground.session.runs.map(run => run.length))");
        browser.press("hint-move");
        browser.read(
            "#game-words",
            &format!("This solution has {least} moves, and there may be"),
        );
        browser.check_log(0);
    });
}

/// "3 1 2 / 4 _ 5 / 6 7 8": one move from the goal with the gap first, and a tree whose boards are read and pressed.
#[test]
fn three_one_two_step_by_step() {
    page_story(|browser| {
        open(browser, "3 1 2 / 4 _ 5 / 6 7 8");
        browser.choose("goal", "gap first");
        browser.wait("the goal", || {
            browser.now("return playground.scene.world.goal[0]") == json!(0)
        });
        browser.make_steps(2);
        browser.read("#estimate", "=");
        browser.press("expanded-summary");
        browser.read("#expanded-count", "all 2");
        browser.choose("tile-marks", "estimate");
        browser.keep_screenshot("puzzle-steps");
        // A board that the search has not generated is opened from one that it has.
        let place = |board: &str| {
            let at = browser.now(&format!(
                "const picture = playground.pictures[0];
                 const place = picture.tree.place({board});
                 const box = picture.canvas.getBoundingClientRect();
                 return place && [Math.round(box.left + place.x), Math.round(box.top + place.y)]"
            ));
            [0, 1].map(|axis| at[axis].as_i64().expect("a board of the tree"))
        };
        let open = "picture.nodes.state.indexOf(1)";
        browser.mouse(&[place(open)]);
        browser.wait("its moves", || {
            browser.now(
                "const { tree } = playground.pictures[0];
                 return tree.pinned !== null && tree.children(tree.pinned).length > 0",
            ) == true
        });
        browser.keep_screenshot("puzzle-opened");
        browser.key("Escape");
        browser.wait("the search again", || {
            browser.now("return playground.pictures[0].tree.pinned") == Value::Null
        });
        browser.key("End");
        browser.read(".run .words", "2 moves");
        browser.read("#race", "Moves");
        assert_eq!(browser.text("#solution-letters").len(), 2);
    });
}

#[test]
fn goals_faces_and_given_boards() {
    page_story(|browser| {
        open(browser, "1 2 3 / 4 5 6 / 7 _ 8");
        browser.choose("goal", "another…");
        browser.write("goal-text", "1 2 3 / 8 _ 4 / 7 6 5");
        browser.write("board-text", "2 8 3 / 1 6 4 / 7 _ 5");
        browser.press("board-ok");
        browser.wait("the goal that was typed", || {
            browser.now("return playground.scene.world.goal") == json!([1, 2, 3, 8, 0, 4, 7, 6, 5])
        });
        browser.press("last");
        browser.read(".run .words", "5 moves");
        // The goal remains when a board is typed.
        type_board(browser, "1 2 3 / 8 _ 4 / 7 6 5");
        assert_eq!(
            browser.now("return playground.scene.world.goal"),
            json!([1, 2, 3, 8, 0, 4, 7, 6, 5])
        );
        browser.read("#game-words", "In order.");
        browser.press("type-board");
        browser.press("goal-last");
        browser.press("board-867254301");
        browser.wait("the hardest board", || {
            tiles(browser) == json!([8, 6, 7, 2, 5, 4, 3, 0, 1])
        });
        browser.press("last");
        browser.read(".run .words", "31 moves");
        browser.press("expanded-summary");
        browser.read("#expanded-count", "the last 24 of ");
        browser.press("expanded-more");
        browser.read("#expanded-count", "the last 48 of ");
        browser.press("expanded-summary");
        browser.press("first");
        let [x, y] = cell(browser, 0, 0).map(|at| usize::try_from(at + 20).expect("on screen"));
        let numbers = browser.screenshot("puzzle-numbers").colour(x, y);
        browser.choose("tile-faces", "picture");
        browser.wait("a picture on the tiles", || {
            browser.screenshot("puzzle-picture").colour(x, y) != numbers
        });
        // The message about an unsolvable board remains, and a button makes the board solvable.
        browser.press("type-board");
        browser.press("board-123456870");
        browser.read("#game-words", "cannot be solved");
        browser.keep_screenshot("puzzle-unsolvable");
        browser.press("make-solvable");
        browser.read("#game-words", "Slide the tiles");
        // The remark about the previous board has gone.
        let is_hidden = "await playground.idle(); return document.getElementById('toast').hidden;";
        assert_eq!(browser.run(is_hidden), true);
    });
}
