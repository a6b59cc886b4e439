//! The content of the screen: on a phone, and in the pictures.

use astride::{AStar, Status};
use astride_grid::{GridMap, GridProblem, Movement, Point};
use serde_json::{Value, json};

use crate::driver::{Browser, COPY, IDLE};

/// At the size of a phone, everything fits, and the menu contains the buttons that are in the bar elsewhere.
pub(crate) fn phone(browser: &Browser) {
    browser.size(390, 844);
    browser.go("");
    // The scene of the parts before.
    browser.press("offer-open");
    browser.run(IDLE);
    browser.go("");
    browser.press("offer-close");
    for kind in ["puzzle", "graph", "mesh", "grid"] {
        browser.press(&format!("mode-{kind}"));
        browser.run(IDLE);
        assert!(
            browser.number("document.documentElement.scrollWidth") <= 390,
            "the page is too wide"
        );
        assert!(browser.number("Math.round(document.getElementById('play').getBoundingClientRect().bottom)") <= 844);
        browser.press("step");
        assert_eq!(browser.step(), 1);
    }
    browser.press("menu");
    browser.press("help");
    browser.press("keys-on");
    browser.press("keys-on");
    browser.press("help-close");
    browser.size(1280, 800);
    browser.go("");
}

/// Paths are those of the library, and their cells have the colour of the path on the screen.
pub(crate) fn screen(browser: &Browser) {
    let (width, height) = (24_u16, 18_u16);
    for seed in 0..16 {
        let what = ["rooms", "maze", "cave", "terrain"][seed % 4];
        let found = browser.run(&format!(
            "await playground.generate({{ what: '{what}', width: {width}, height: {height}, seed: {seed} }});
             playground.scene.searches[0] = {{ algorithm: 'astar' }};
             playground.edited();
             {IDLE}
             await playground.player.runToEnd();
             {IDLE}
             const picture = playground.pictures[0];
             {COPY}
             const context = copy(picture.canvas);
             const {{ path, cost }} = playground.session.runs[0];
             const colours = path.slice(1, -1).map(cell => {{
                 const at = picture.centre(playground.viewport, cell).map(Math.round);
                 return [...context.getImageData(...at, 1, 1).data].join();
             }});
             return {{ path, cost, colours: [...new Set(colours)], world: playground.snapshot().world }};"
        ));
        let world = &found["world"];
        let cells = world["cells"].as_str().expect("cells").as_bytes();
        let cost = |point: Point| match cells[usize::from(point.y * width + point.x)] {
            b'#' => 0,
            digit => digit - b'0',
        };
        let map = GridMap::from_fn(width.into(), height.into(), cost).expect("a map");
        let point = |value: &Value| {
            let [x, y] = [0, 1].map(|at| {
                value[at]
                    .as_i64()
                    .and_then(|at| u16::try_from(at).ok())
                    .expect("a coordinate")
            });
            Point::new(x, y)
        };
        let movement = match world["movement"].as_str() {
            Some("four") => Movement::Four,
            Some("eight") => Movement::Eight,
            other => panic!("the movement is {other:?}"),
        };
        let problem =
            GridProblem::new(&map, point(&world["start"]), point(&world["goals"][0]), movement).expect("a problem");
        let mut search = AStar::new(problem);
        assert_eq!(search.run(), Status::Found, "{what} {seed}");
        let expected = search.path().map(|path| path.nodes).unwrap_or_default();
        let expected: Vec<u16> = expected.into_iter().map(|point| point.y * width + point.x).collect();
        assert_eq!(found["path"], json!(expected), "{what} {seed}");
        assert_eq!(
            found["colours"],
            json!(["247,224,60,255"]),
            "{what} {seed}: the path has its colour everywhere"
        );
    }
}
