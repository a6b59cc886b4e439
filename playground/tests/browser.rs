//! The page in a real browser: every button, the keyboard, drags, links, and what is on screen.
//!
//! It needs `chromium` (or `google-chrome`) and `chromedriver`, and says that it was skipped where they are missing.
//! The browser is driven by `WebDriver`, which is JSON over HTTP.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use astride::{AStar, Status};
use astride_grid::{GridMap, GridProblem, Movement, Point};
use serde_json::{Value, json};

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A part of the test.
type Part = fn(&Browser);

/// What the page needs in order to wait until it stands still.
const IDLE: &str = "await playground.idle();";

/// Copies a picture, so that the page's own canvas is not read.
const COPY: &str = "
    const copy = canvas => {
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        return context;
    };";

/// A hash of the pixels of all pictures.
const PIXELS: &str = "
    await playground.idle();
    let hash = 0;
    for (const canvas of document.querySelectorAll('.picture canvas')) {
        const { data } = copy(canvas).getImageData(0, 0, canvas.width, canvas.height);
        for (const word of new Uint32Array(data.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
    }
    return hash;";

/// A program that ends with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Program {
    /// Starts a program, and waits until it listens.
    fn start(command: &mut Command, port: u16) -> Program {
        let program = Program(
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts"),
        );
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "{command:?} does not listen");
            thread::sleep(Duration::from_millis(30));
        }
        program
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

/// Sends a request with JSON and returns the JSON of the response.
fn send(port: u16, method: &str, path: &str, body: Option<&Value>) -> Value {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .expect("a time limit");
    let body = body.map(Value::to_string).unwrap_or_default();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
    .expect("a request");
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, content)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase()
                    .strip_prefix("content-length:")?
                    .trim()
                    .parse()
                    .ok()
            });
            if content.len() >= length.unwrap_or(usize::MAX) {
                return serde_json::from_str(content).expect("JSON");
            }
        }
        let read = stream.read(&mut buffer).expect("a response");
        assert!(
            read > 0,
            "{method} {path}: the response ends early: {}",
            String::from_utf8_lossy(&bytes)
        );
        bytes.extend_from_slice(&buffer[..read]);
    }
}

/// A browser with one window, and all programs behind it.
struct Browser {
    port: u16,
    session: String,
    page: String,
    /// The controls that were used, by `id`.
    used: RefCell<BTreeSet<String>>,
    /// The controls that were seen.
    seen: RefCell<BTreeSet<String>>,
    _programs: [Program; 2],
    profile: PathBuf,
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.call("DELETE", "", None);
        }
        drop(fs::remove_dir_all(&self.profile));
    }
}

impl Browser {
    fn open() -> Option<Browser> {
        let driver = find(&["chromedriver"])?;
        let chromium = find(&["chromium", "chromium-browser", "google-chrome"])?;
        let (page_port, port) = (free_port(), free_port());
        let mut server = Command::new(env!("CARGO_BIN_EXE_astride-playground"));
        let server = Program::start(
            server.args(["--port", &page_port.to_string(), "--no-browser"]),
            page_port,
        );
        let driver = Program::start(Command::new(driver).arg(format!("--port={port}")), port);
        let profile = env::temp_dir().join(format!("astride-playground-{}", std::process::id()));
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,800",
            &format!("--user-data-dir={}", profile.display()),
        ];
        let options = json!({ "args": arguments, "binary": chromium });
        let always = json!({ "goog:loggingPrefs": { "browser": "ALL" }, "goog:chromeOptions": options });
        let response = send(
            port,
            "POST",
            "/session",
            Some(&json!({ "capabilities": { "alwaysMatch": always } })),
        );
        let session = response["value"]["sessionId"]
            .as_str()
            .unwrap_or_else(|| panic!("no session: {response}"));
        let browser = Browser {
            port,
            session: String::from(session),
            page: format!("http://localhost:{page_port}/"),
            used: RefCell::default(),
            seen: RefCell::default(),
            _programs: [server, driver],
            profile,
        };
        browser.size(1280, 800);
        browser.go("");
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let mut response = send(self.port, method, &format!("/session/{}{path}", self.session), body);
        let value = response["value"].take();
        assert!(value["error"].is_null(), "{method} {path}: {value}");
        value
    }

    fn size(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.call("POST", "/goog/cdp/execute", Some(&command));
    }

    /// Loads the page, and waits until it is ready.
    fn go(&self, hash: &str) {
        // Another address first: only the hash would not load the page again.
        self.call("POST", "/url", Some(&json!({ "url": "about:blank" })));
        self.call("POST", "/url", Some(&json!({ "url": format!("{}{hash}", self.page) })));
        let end = Instant::now() + Duration::from_secs(20);
        while self.now("return document.body.dataset.ready ?? null") != "true" {
            assert!(
                Instant::now() < end,
                "the page is not ready: {}",
                self.now("return document.body.innerText")
            );
            thread::sleep(Duration::from_millis(30));
        }
    }

    fn now(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", Some(&json!({ "script": script, "args": [] })))
    }

    /// Runs the body of an `async` function on the page.
    fn run(&self, script: &str) -> Value {
        let whole = format!(
            "const done = arguments[0];
             (async () => {{ {script} }})()
                 .then(value => done({{ value }}), error => done({{ error: String(error) }}));"
        );
        let mut result = self.call("POST", "/execute/async", Some(&json!({ "script": whole, "args": [] })));
        assert!(result["error"].is_null(), "{script}: {}", result["error"]);
        result["value"].take()
    }

    fn number(&self, expression: &str) -> i64 {
        let value = self.run(&format!("{IDLE} return {expression};"));
        value.as_i64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    fn step(&self) -> i64 {
        self.number("playground.session.step")
    }

    fn pixels(&self) -> i64 {
        self.run(&format!("{COPY}{PIXELS}")).as_i64().expect("a hash")
    }

    fn toast(&self) -> String {
        String::from(
            self.now("return document.getElementById('toast').textContent")
                .as_str()
                .unwrap_or_default(),
        )
    }

    fn element(&self, selector: &str) -> String {
        let found = self.call(
            "POST",
            "/element",
            Some(&json!({ "using": "css selector", "value": selector })),
        );
        format!("/element/{}", found[ELEMENT].as_str().expect("an element"))
    }

    /// Clicks a control as a user does: it has to be visible, and nothing may be before it.
    fn press(&self, id: &str) {
        self.look();
        self.call(
            "POST",
            &format!("{}/click", self.element(&format!("[id='{id}']"))),
            Some(&json!({})),
        );
        self.used.borrow_mut().insert(String::from(id));
        self.look();
    }

    /// Gives a control a value, as a user does who chooses or types it.
    fn set(&self, id: &str, value: &Value) {
        self.look();
        self.run(&format!(
            "const control = document.getElementById('{id}');
             if (!control.checkVisibility()) throw new Error('{id} cannot be seen');
             control.value = {value};
             if (control.value !== String({value})) throw new Error('{id} has no ' + {value});
             control.dispatchEvent(new Event('input', {{ bubbles: true }}));
             control.dispatchEvent(new Event('change', {{ bubbles: true }}));
             {IDLE}"
        ));
        self.used.borrow_mut().insert(String::from(id));
    }

    /// Remembers which controls there are.
    fn look(&self) {
        let seen = self.now(
            "return [...document.querySelectorAll('button, select, input, textarea')]
                .filter(control => control.checkVisibility()).map(control => control.id || control.outerHTML);",
        );
        let seen = seen
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|id| Some(String::from(id.as_str()?)));
        self.seen.borrow_mut().extend(seen);
    }

    /// Types a key, with Ctrl held if it begins with `Ctrl+`.
    fn key(&self, key: &str) {
        let (control, key) = key.strip_prefix("Ctrl+").map_or((false, key), |key| (true, key));
        let code = match key {
            "Home" => "\u{e011}",
            "End" => "\u{e010}",
            "Left" => "\u{e012}",
            "Up" => "\u{e013}",
            "Right" => "\u{e014}",
            "Down" => "\u{e015}",
            "Enter" => "\u{e007}",
            "Tab" => "\u{e004}",
            "Escape" => "\u{e00c}",
            key => key,
        };
        let mut actions = vec![
            json!({ "type": "keyDown", "value": code }),
            json!({ "type": "keyUp", "value": code }),
        ];
        if control {
            actions.insert(0, json!({ "type": "keyDown", "value": "\u{e009}" }));
            actions.push(json!({ "type": "keyUp", "value": "\u{e009}" }));
        }
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] });
        self.call("POST", "/actions", Some(&actions));
    }

    /// Drags a pointer through points of a picture, given by a script that returns them in CSS pixels of the canvas.
    fn drag(&self, points: &str) {
        let points = self.run(&format!(
            "{IDLE}
             const picture = playground.pictures[0];
             const view = playground.viewport;
             const box = picture.canvas.getBoundingClientRect();
             return ({points}).map(([x, y]) => [Math.round(box.left + x), Math.round(box.top + y)]);"
        ));
        let moves = points.as_array().expect("points").iter();
        let moves = moves.map(|point| json!({ "type": "pointerMove", "x": point[0], "y": point[1], "duration": 60 }));
        let mut actions: Vec<Value> = moves.collect();
        actions.insert(1, json!({ "type": "pointerDown", "button": 0 }));
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        let pointer =
            json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.call("POST", "/actions", Some(&json!({ "actions": [pointer] })));
        self.run(IDLE);
    }

    /// Nothing is in the console, except that the library refused some requests.
    fn check_log(&self, refusals: usize) {
        let log = self.call("POST", "/se/log", Some(&json!({ "type": "browser" })));
        let is_refusal = |entry: &&Value| {
            entry["message"]
                .as_str()
                .is_some_and(|text| text.contains("status of 400"))
        };
        let log = log.as_array().expect("a list");
        assert_eq!(log.iter().filter(is_refusal).count(), refusals, "refused: {log:?}");
        assert_eq!(log.len(), refusals, "the console has messages: {log:?}");
    }
}

#[test]
fn page_in_a_browser() {
    let Some(browser) = Browser::open() else {
        println!("skipped: there is no chromium with chromedriver");
        return;
    };
    // Each part, and how many requests the library refuses in it.
    let parts: [(Part, usize); 12] = [
        (first_load, 0),
        (player, 0),
        (keyboard, 0),
        (tools, 0),
        (drags, 0),
        (searches, 0),
        (puzzle, 1),
        (graph, 0),
        (files, 0),
        (link, 0),
        (phone, 0),
        (screen, 0),
    ];
    for (part, refusals) in parts {
        part(&browser);
        browser.check_log(refusals);
    }
    let [seen, used] = [&browser.seen, &browser.used].map(RefCell::borrow);
    let missed: Vec<&String> = seen.difference(&used).collect();
    assert!(missed.is_empty(), "these controls have no test: {missed:?}");
}

/// Whoever presses the large button sees two searches find their paths.
fn first_load(browser: &Browser) {
    assert_eq!(browser.number("playground.pictures.length"), 2);
    assert_eq!(browser.step(), 0);
    browser.press("big-play");
    browser.set("speed", &json!(100));
    browser.run(IDLE);
    assert_eq!(
        browser.now("return playground.session.runs.map(run => run.status)"),
        json!(["found", "found"])
    );
    assert!(
        browser
            .now("return document.getElementById('side-words').textContent")
            .as_str()
            .is_some_and(|words| words.len() > 10)
    );
}

fn player(browser: &Browser) {
    browser.press("first");
    assert_eq!(browser.step(), 0);
    for expected in 1..4 {
        browser.press("step");
        assert_eq!(browser.step(), expected);
    }
    browser.press("back");
    assert_eq!(browser.step(), 2);
    browser.press("last");
    let last = browser.step();
    assert!(last > 50);
    browser.set("scrubber", &json!(40));
    assert_eq!(browser.step(), 40);
    // Back and forth gives the same pixels.
    for kind in ["grid", "puzzle", "graph"] {
        browser.press(&format!("mode-{kind}"));
        browser.run(&format!("{IDLE} await playground.player.to(60);"));
        let steps = [0, 1, 7, 20, 33, 59];
        let go = |step: i64| {
            browser.run(&format!("await playground.player.to({step});"));
            browser.pixels()
        };
        let forwards = steps.map(go);
        let all: BTreeSet<i64> = forwards.into_iter().collect();
        assert_eq!(
            all.len(),
            steps.len(),
            "each step of the {kind} has a picture of its own"
        );
        for (step, expected) in steps.into_iter().zip(forwards).rev() {
            assert_eq!(go(step), expected, "step {step} of the {kind}, backwards");
        }
    }
    browser.press("mode-grid");
    browser.set("pace", &json!("time"));
    browser.press("first");
    browser.press("play");
    browser.run(IDLE);
    assert_eq!(browser.step(), last, "by time, both run to their ends");
    browser.set("pace", &json!("step"));
    browser.set("speed", &json!(0));
    browser.press("play");
    assert_eq!(browser.now("return playground.player.playing"), true);
    browser.press("play");
    assert_eq!(browser.now("return playground.player.playing"), false);
    browser.set("speed", &json!(60));
}

fn keyboard(browser: &Browser) {
    browser.key("Home");
    assert_eq!(browser.step(), 0);
    browser.key(".");
    browser.run(IDLE);
    browser.key(".");
    assert_eq!(browser.step(), 2);
    browser.key(",");
    assert_eq!(browser.step(), 1);
    browser.key("End");
    assert!(browser.step() > 50);
    let speed = "return playground.player.speed";
    let before = browser.now(speed);
    browser.key("+");
    assert_ne!(browser.now(speed), before);
    browser.key("-");
    assert_eq!(browser.now(speed), before);
    browser.key(" ");
    assert_eq!(browser.now("return playground.player.playing"), true);
    browser.key(" ");
    assert_eq!(browser.now("return playground.player.playing"), false);
    for (key, tool) in [
        ("w", "wall"),
        ("e", "erase"),
        ("s", "start"),
        ("g", "goal"),
        ("u", "unit"),
        ("h", "hand"),
        ("7", "terrain"),
    ] {
        browser.key(key);
        assert_eq!(browser.now("return playground.editor.tool"), tool);
    }
    assert_eq!(browser.now("return playground.editor.terrain"), "7");
    let scale = "Math.round(1000 * playground.viewport.scale)";
    let fitted = browser.number(scale);
    browser.key("]");
    assert!(browser.number(scale) > fitted);
    browser.key("[");
    browser.key("[");
    assert!(browser.number(scale) < fitted);
    browser.key("0");
    assert_eq!(browser.number(scale), fitted);
    for (key, option) in [("n", "numbers"), ("t", "tree")] {
        let expression = format!("return playground.options.{option}");
        let before = browser.now(&expression);
        browser.key(key);
        assert_ne!(browser.now(&expression), before);
        browser.key(key);
    }
    // The cursor: Tab to the picture, two cells to the right of the start, a wall there, and undo.
    browser.key("w");
    browser.now("document.getElementById('remove-0').focus()");
    browser.key("Tab");
    for key in ["Right", "Right", "Enter"] {
        browser.key(key);
    }
    let cell = "const [x, y] = playground.scene.world.start;
                return playground.cells[y * playground.scene.world.width + x + 2];";
    let drawn = browser.run(&format!("{IDLE} {cell}"));
    browser.key("Ctrl+z");
    let before = browser.run(&format!("{IDLE} {cell}"));
    assert_ne!(drawn, before);
    browser.key("Ctrl+y");
    assert_eq!(browser.run(&format!("{IDLE} {cell}")), drawn);
    browser.key("Ctrl+z");
    browser.run(IDLE);
    browser.key("?");
    assert!(
        browser
            .now("return document.getElementById('keys').innerText")
            .as_str()
            .is_some_and(|keys| keys.contains("One step back"))
    );
    browser.key("Escape");
    assert_eq!(
        browser.now("return document.querySelector('dialog[open]')"),
        Value::Null
    );
    let dark = "getComputedStyle(document.body).backgroundColor";
    let light = browser.now(&format!("return {dark}"));
    browser.key("d");
    assert_ne!(browser.now(&format!("return {dark}")), light);
    browser.key("d");
    assert_eq!(browser.now(&format!("return {dark}")), light);
}

fn tools(browser: &Browser) {
    for tool in ["hand", "terrain", "erase", "start", "goal", "unit", "wall"] {
        browser.press(&format!("tool-{tool}"));
        let checked = browser.now("return document.querySelector('#tools [aria-checked=true]').id");
        assert_eq!(checked, format!("tool-{tool}"));
    }
    for id in [
        "zoom-in",
        "zoom-out",
        "fit",
        "show-tree",
        "show-numbers",
        "show-numbers",
        "show-tree",
        "theme",
        "theme",
    ] {
        browser.press(id);
    }
    browser.set("terrain-cost", &json!("4"));
    let movements = browser.now("return playground.catalogue.worlds.grid.movements.map(({ id }) => id)");
    for movement in movements.as_array().expect("a list").iter().rev() {
        browser.set("movement", movement);
        assert_eq!(&browser.now("return playground.scene.world.movement"), movement);
        assert_eq!(browser.run(&format!("{IDLE} return playground.problem")), Value::Null);
    }
    browser.press("help");
    browser.press("help-close");
    for what in ["rooms", "maze", "cave", "terrain", "empty"] {
        browser.press("new");
        browser.set("new-width", &json!(20));
        browser.set("new-height", &json!(16));
        browser.set("new-seed", &json!(3));
        browser.press(&format!("new-{what}"));
        assert_eq!(browser.number("playground.cells.length"), 320);
        assert_eq!(
            browser.run(&format!("{IDLE} return playground.problem")),
            Value::Null,
            "{what}"
        );
    }
    browser.press("new");
    browser.press("new-cancel");
    assert_eq!(browser.number("playground.cells.length"), 320);
}

/// On an empty map of 20 x 16 cells: walls, terrain, start, goals and units.
fn drags(browser: &Browser) {
    let centre = |x: u32, y: u32| format!("[view.x({x}.5), view.y({y}.5)]");
    let drag = |points: &[(u32, u32)]| {
        let points: Vec<String> = points.iter().map(|&(x, y)| centre(x, y)).collect();
        browser.drag(&format!("[{}]", points.join(", ")));
    };
    let cell = |x: u32, y: u32| browser.run(&format!("return playground.cells[{y} * 20 + {x}];"));
    browser
        .run("playground.scene.world.start = [1, 1]; playground.scene.world.goals = [[18, 14]]; playground.edited();");
    browser.press("last");
    let before = browser.number("Math.round(100 * playground.session.runs[0].cost)");
    browser.press("tool-wall");
    drag(&[(10, 0), (10, 14)]);
    assert_eq!(
        (cell(10, 0), cell(10, 7), cell(10, 14)),
        (json!("#"), json!("#"), json!("#"))
    );
    let after = browser.number("Math.round(100 * playground.session.runs[0].cost)");
    assert!(
        after > before,
        "the searches have gone round the wall: {after} and {before}"
    );
    drag(&[(10, 3), (10, 5)]);
    assert_eq!(
        (cell(10, 4), cell(10, 7)),
        (json!("1"), json!("#")),
        "a stroke that begins on a wall removes walls"
    );
    browser.press("tool-terrain");
    drag(&[(4, 8), (7, 8)]);
    assert_eq!(cell(5, 8), "4");
    browser.press("tool-erase");
    drag(&[(4, 8), (5, 8)]);
    assert_eq!((cell(5, 8), cell(7, 8)), (json!("1"), json!("4")));
    drag(&[(1, 1), (2, 3), (3, 4)]);
    assert_eq!(browser.now("return playground.scene.world.start"), json!([3, 4]));
    browser.press("tool-goal");
    drag(&[(15, 2), (16, 2)]);
    assert_eq!(
        browser.now("return playground.scene.world.goals"),
        json!([[18, 14], [16, 2]])
    );
    drag(&[(16, 2)]);
    assert_eq!(browser.now("return playground.scene.world.goals"), json!([[18, 14]]));
    browser.press("tool-start");
    drag(&[(2, 2)]);
    assert_eq!(browser.now("return playground.scene.world.start"), json!([2, 2]));
    browser.press("tool-unit");
    drag(&[(4, 1), (8, 6)]);
    drag(&[(8, 1), (4, 6)]);
    assert_eq!(
        browser.now("return playground.scene.world.units.map(({ goal }) => goal)"),
        json!([[8, 6], [4, 6]])
    );
    browser.press("walk");
    browser.run("while (!playground.units.walking) await new Promise(requestAnimationFrame);");
    assert_eq!(browser.now("return playground.options.units?.length ?? 0"), 2);
    browser.press("walk");
    drag(&[(8, 1)]);
    assert_eq!(browser.number("playground.scene.world.units.length"), 1);
    browser.press("tool-hand");
    drag(&[(2, 2), (1, 1)]);
    drag(&[(12, 12)]);
    let node = browser.run(&format!(
        "{IDLE} return document.getElementById('node-text').innerText;"
    ));
    assert!(node.as_str().is_some_and(|text| text.contains("successors")), "{node}");
    let left = browser.number("Math.round(playground.viewport.left)");
    drag(&[(12, 12), (13, 12), (15, 12)]);
    assert!(
        browser.number("Math.round(playground.viewport.left)") > left,
        "the picture is moved"
    );
    browser.press("fit");
    for _ in 0..4 {
        browser.press("undo");
        browser.run(IDLE);
    }
    assert_eq!(browser.number("(playground.scene.world.units ?? []).length"), 0);
    browser.press("redo");
    assert_eq!(browser.number("playground.scene.world.units.length"), 1);
}

/// Every search of the catalogue with each of its heuristics and choices, on small scenes.
fn searches(browser: &Browser) {
    let small = [
        ("grid", "{ what: 'rooms', width: 18, height: 14, seed: 2 }"),
        ("puzzle", "{ what: 'puzzle', width: 3, height: 2, seed: 2 }"),
        ("graph", "{ what: 'graph', nodes: 40, seed: 2 }"),
    ];
    for (kind, parameters) in small {
        browser.size(1280, 800);
        browser.press(&format!("mode-{kind}"));
        // A small window is drawn faster.
        browser.size(780, 420);
        browser.run(&format!("{IDLE} await playground.generate({parameters}); {IDLE}"));
        let outcome = browser.run(
            "const change = (control, value) => {
                 control.value = value;
                 control.dispatchEvent(new Event('change', { bubbles: true }));
             };
             const [run, used] = [document.querySelector('.run'), []];
             const check = async what => {
                 await playground.idle();
                 await playground.player.to(80);
                 const { algorithm, step, status } = playground.session.runs[0] ?? {};
                 if (playground.problem) throw new Error(`${what}: ${playground.problem}`);
                 const chosen = run.querySelector('.algorithm').value;
                 if (algorithm !== chosen) throw new Error(`${what} became ${algorithm}`);
                 if (!step && status === 'running') throw new Error(`${what} does not move`);
                 // The next search begins here, and not at the end, which it may not reach for long.
                 await playground.player.to(1);
             };
             for (const { id } of playground.world.algorithms) {
                 change(run.querySelector('.algorithm'), id);
                 if (playground.kind === 'grid') await check(id);
                 for (const control of run.querySelectorAll('.parameters [id], .heuristic:not([hidden])')) {
                     change(control, control.options?.[1]?.value ?? control.value);
                     used.push(control.id);
                 }
                 await check(`${id}, changed`);
             }
             return used;",
        );
        let used = outcome
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|id| Some(String::from(id.as_str()?)));
        browser.used.borrow_mut().extend(used);
        browser.set("algorithm-0", &json!("astar"));
    }
    browser.size(1280, 800);
    browser.press("mode-grid");
    browser.press("add-run");
    browser.run(IDLE);
    browser.press("add-run");
    browser.run(IDLE);
    assert_eq!(browser.number("playground.session.runs.length"), 4);
    assert_eq!(browser.now("return document.getElementById('add-run').disabled"), true);
    for index in 0..4 {
        for control in ["algorithm", "heuristic"] {
            let id = format!("{control}-{index}");
            if browser.now(&format!("return document.getElementById('{id}').checkVisibility()")) == true {
                let value = browser.now(&format!("return document.getElementById('{id}').options[0].value"));
                browser.set(&id, &value);
            }
        }
        // The first algorithm has a heuristic and a choice.
        let value = browser.now(&format!(
            "return document.getElementById('heuristic-{index}').options[0].value"
        ));
        browser.set(&format!("heuristic-{index}"), &value);
        browser.set(&format!("ties-{index}"), &json!("first-in"));
        browser.press(&format!("select-{index}"));
        assert_eq!(browser.number("playground.selected"), index);
    }
    for index in [3, 2, 1, 0] {
        let before = browser.number("playground.session.runs.length");
        if before == 1 {
            browser.press("add-run");
            browser.run(IDLE);
        }
        browser.press(&format!("remove-{index}"));
        browser.run(IDLE);
    }
    assert_eq!(browser.number("playground.session.runs.length"), 1);
    browser.press("add-run");
    browser.set("algorithm-1", &json!("dijkstra"));
}

fn puzzle(browser: &Browser) {
    browser.press("mode-puzzle");
    browser.run(IDLE);
    browser.press("type-board");
    browser.set("board-text", &json!("1 2 3\n4 5 6\n7 7 0"));
    browser.press("board-ok");
    let end = Instant::now() + Duration::from_secs(5);
    while browser.now("return document.getElementById('board-error').textContent") == "" {
        assert!(Instant::now() < end, "a board with two sevens is refused");
    }
    browser.set("board-text", &json!("1 2 3\n4 5 6\n0 7 8"));
    browser.press("board-ok");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.scene.world.tiles")),
        json!([1, 2, 3, 4, 5, 6, 0, 7, 8])
    );
    browser.press("type-board");
    browser.press("board-cancel");
    browser.press("last");
    assert_eq!(browser.number("playground.session.runs[0].cost"), 2);
    browser.set("speed", &json!(100));
    browser.press("play-solution");
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.solution ?? null;")),
        Value::Null
    );
    browser.key("Left");
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.scene.world.tiles")),
        json!([1, 2, 3, 4, 5, 6, 7, 0, 8])
    );
    browser.key("Down");
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.scene.world.tiles")),
        json!([1, 2, 3, 4, 0, 6, 7, 5, 8])
    );
    browser.drag(
        "(() => { const { left, top, cell } = picture.layout();
           return [[left + 2.5 * cell, top + 1.5 * cell], [left + 2 * cell, top + 1.5 * cell],
               [left + 1.6 * cell, top + 1.5 * cell]]; })()",
    );
    assert_eq!(
        browser.now("return playground.scene.world.tiles"),
        json!([1, 2, 3, 4, 6, 0, 7, 5, 8])
    );
    browser.press("shuffle");
    browser.run(IDLE);
    browser.run(
        "const { tiles } = playground.scene.world;
         const [a, b] = [tiles.indexOf(1), tiles.indexOf(2)];
         [tiles[a], tiles[b]] = [2, 1];
         playground.edited({ keep: false });",
    );
    browser.run(IDLE);
    assert!(
        browser.toast().contains("solve"),
        "a board that cannot be solved is said to be so: {}",
        browser.toast()
    );
    browser.press("new");
    browser.set("new-width", &json!(4));
    browser.press("new-puzzle");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    assert_eq!(browser.run(&format!("{IDLE} return playground.scene.world.width;")), 4);
}

fn graph(browser: &Browser) {
    browser.press("mode-graph");
    browser.run(IDLE);
    browser.press("new");
    browser.set("new-nodes", &json!(30));
    browser.press("new-graph");
    browser.run("while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);");
    assert_eq!(browser.number("playground.scene.world.nodes.length"), 30);
    browser.press("last");
    let before = browser.run(&format!(
        "{IDLE} return [...playground.scene.world.nodes[7], playground.session.step];"
    ));
    browser.press("tool-hand");
    browser.drag(
        "(() => { const [x, y] = picture.centre(view, 7); return [[x, y], [x + 9, y + 9], [x + 12, y + 20]]; })()",
    );
    let after = browser.run(&format!(
        "{IDLE} return [...playground.scene.world.nodes[7], playground.session.step];"
    ));
    assert_ne!(before[0], after[0]);
    browser.press("tool-start");
    browser.drag("[picture.centre(view, 11)]");
    assert_eq!(browser.number("playground.scene.world.start"), 11);
    browser.press("tool-goal");
    browser.drag("[picture.centre(view, 12)]");
    assert_eq!(browser.now("return playground.scene.world.goals.includes(12)"), true);
}

/// Every file that the page saves; what can be opened is opened again.
fn files(browser: &Browser) {
    // What would be downloaded is kept here.
    browser.now(
        "window.saved = [];
         URL.createObjectURL = blob => (window.blob = blob, 'blob:nothing');
         HTMLAnchorElement.prototype.click = function () {
             saved.push(blob.text().then(text => [this.download, text]));
         };",
    );
    let formats = |kind: &str| {
        let formats = browser.now(&format!(
            "return playground.catalogue.worlds.{kind}.formats.map(({{ id }}) => id)"
        ));
        let formats = formats
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|id| Some(String::from(id.as_str()?)));
        formats.collect::<Vec<String>>()
    };
    for kind in ["grid", "puzzle", "graph"] {
        browser.press(&format!("mode-{kind}"));
        browser.run(&format!("{IDLE} await playground.player.to(25);"));
        let mut files: Vec<String> = ["scene", "png", "svg", "apng", "posthoc"].map(String::from).into();
        files.extend(formats(kind));
        for file in files {
            browser.press("save");
            browser.press(&format!("save-{file}"));
            let result = browser.run(
                "for (let i = 0; i < 300 && !saved.length; i++) await new Promise(resolve => setTimeout(resolve, 20));
                 if (!saved.length) return [document.getElementById('toast').textContent, ''];
                 return await saved.pop();",
            );
            let [name, content] = [0, 1].map(|at| result[at].as_str().unwrap_or_default());
            assert!(content.len() > 20, "{file} of a {kind}: {name} has {content:?}");
            if ["png", "svg", "apng", "posthoc"].contains(&file.as_str()) {
                continue;
            }
            let opened = browser.run(&format!(
                "const before = JSON.stringify(playground.snapshot().world);
                 await playground.files.openFiles([new File([{content}], {name})]);
                 {IDLE}
                 const after = JSON.stringify(playground.snapshot().world);
                 return before === after ? 'the same' : before + ' became ' + after;",
                content = json!(content),
                name = json!(name)
            ));
            // Coordinates and map files do not have everything, but what they have is the same again.
            if file == "scene" || file == "board" {
                assert_eq!(opened, "the same", "{file} of a {kind}");
            }
            assert_eq!(
                browser.run(&format!("{IDLE} return playground.problem;")),
                Value::Null,
                "{file} of a {kind}"
            );
        }
        browser.press("save");
        browser.press("save-cancel");
    }
    // The button opens the browser's dialog, which is the system's: here it presses a file input that does nothing.
    browser.now("document.getElementById('file').click = () => window.asked = true;");
    browser.press("open");
    assert_eq!(browser.now("return window.asked"), true);
}

/// A link holds the scene, and opening it shows the same.
fn link(browser: &Browser) {
    browser.press("mode-grid");
    browser.run(&format!("{IDLE} await playground.player.to(30);"));
    let (pixels, scene) = (
        browser.pixels(),
        browser.now("return JSON.stringify(playground.snapshot())"),
    );
    browser.press("share");
    browser.run("while (!location.hash) await new Promise(requestAnimationFrame);");
    let hash = browser.now("return location.hash");
    browser.go(hash.as_str().expect("a hash"));
    assert_eq!(browser.now("return JSON.stringify(playground.snapshot())"), scene);
    browser.run("await playground.player.to(30);");
    assert_eq!(browser.pixels(), pixels);
    browser.go("#s=AAAA");
    assert!(browser.toast().contains("link"), "{}", browser.toast());
}

/// At the size of a phone everything fits, and the menu has what the bar has elsewhere.
fn phone(browser: &Browser) {
    browser.size(390, 844);
    browser.go("");
    for kind in ["puzzle", "graph", "grid"] {
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
    browser.press("help-close");
    browser.size(1280, 800);
    browser.go("");
}

/// Paths are those of the library, and their cells have the colour of the path on screen.
fn screen(browser: &Browser) {
    let (width, height) = (24_u16, 18_u16);
    for seed in 0..100 {
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
