//! A real browser, driven through `WebDriver`, which is JSON over HTTP.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};

use crate::chromium::{Chromium, PATIENCE, Program, free_port};
use crate::host::{Host, PLACE, serve, turn, web};
use crate::image::Image;

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Waits on the page until nothing moves any more.
pub(crate) const IDLE: &str = "await playground.idle();";

/// Copies a picture, so that the page's own canvas is never read.
pub(crate) const COPY: &str = "
    const copy = canvas => {
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        return context;
    };";

/// Returns a hash of the pixels of all pictures.
const PIXELS: &str = "
    await playground.idle();
    let hash = 0;
    for (const canvas of document.querySelectorAll('.picture canvas')) {
        const { data } = copy(canvas).getImageData(0, 0, canvas.width, canvas.height);
        for (const word of new Uint32Array(data.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
    }
    return hash;";

/// Starts the playground.
fn start(port: u16) -> Program {
    let mut server = Command::new(env!("CARGO_BIN_EXE_astride-playground"));
    Program::start(server.args(["--port", &port.to_string(), "--no-browser"]), port)
}

/// Plays a story on the [hosts](Host::of_story) of the page whose turn it is.
pub(crate) fn story(tell: impl Fn(&Browser)) {
    story_with(&json!({}), tell);
}

/// Plays a story about the page itself on one host, with every other commit. The page is the same on all hosts, and the
/// static files are what most people use.
pub(crate) fn page_story(tell: impl Fn(&Browser)) {
    if turn().is_some_and(|turn| turn % 2 == 1) {
        println!("skipped: it is played with the next commit");
        return;
    }
    if let Some(host) = Host::all().pop() {
        story_of(host, &json!({}), tell);
    }
}

/// Plays a story on the [hosts](Host::of_story) whose turn it is, in browsers with these preferences.
pub(crate) fn story_with(preferences: &Value, tell: impl Fn(&Browser)) {
    for host in Host::of_story() {
        story_of(host, preferences, &tell);
    }
}

/// Plays a story on one host. As many stories as there are processors run at the same time, in different browsers.
pub(crate) fn story_of(host: Host, preferences: &Value, tell: impl Fn(&Browser)) {
    // The output is shown if the story fails.
    println!("the page is that of: {host:?}");
    if let Some(browser) = Browser::open(host, preferences) {
        tell(&browser);
    }
}

/// Decodes base64.
fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let text = text.trim_end_matches('=').as_bytes();
    let bytes = text.chunks(4).flat_map(|chunk| {
        let bits = chunk
            .iter()
            .fold(0_u32, |bits, byte| bits << 6 | u32::from(digit(*byte)))
            << (6 * (4 - chunk.len()));
        bits.to_be_bytes()[1..chunk.len()].to_vec()
    });
    bytes.collect()
}

/// A browser with one window, and the page that a story is about.
pub(crate) struct Browser {
    chromium: Arc<Chromium>,
    /// Whether another story may use it.
    is_usual: bool,
    /// The address of the folder with the page.
    folder: String,
    page: String,
    /// Whether the controls that are seen are recorded, which takes time.
    is_watched: Cell<bool>,
    /// The controls that were used, by `id`.
    pub(crate) used: RefCell<BTreeSet<String>>,
    /// The controls that were seen.
    pub(crate) seen: RefCell<BTreeSet<String>>,
    host: Host,
    server: RefCell<Option<Program>>,
    /// The folder of the story's files.
    files: PathBuf,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let fails = thread::panicking();
        // The window of a story that fails is worth a screenshot. Its browser ends.
        let ended = panic::catch_unwind(AssertUnwindSafe(|| {
            if fails {
                self.keep_screenshot("failed");
            } else if self.is_usual {
                self.chromium.leave();
            }
        }));
        assert!(fails || ended.is_ok(), "the browser cannot be used again");
    }
}

/// Returns the kind of a control without its number, for controls that every entry of a list has.
fn kind(id: &str) -> String {
    String::from(id.trim_end_matches(|c: char| c.is_ascii_digit()))
}

impl Browser {
    /// Opens the page of a host in a browser with these preferences, in which nothing is stored for the page.
    ///
    /// Reports if there is no browser on this machine. A browser without its driver is an error.
    pub(crate) fn open(host: Host, preferences: &Value) -> Option<Browser> {
        static STORIES: AtomicU32 = AtomicU32::new(0);
        let is_usual = preferences == &json!({});
        let chromium = if is_usual {
            Chromium::take()?
        } else {
            Chromium::start(preferences)?
        };
        let (folder, server) = match host {
            Host::Program => {
                let port = free_port();
                (format!("http://localhost:{port}/"), Some(start(port)))
            }
            Host::Folder => {
                let web = web().expect("static files");
                (format!("http://127.0.0.1:{}/{PLACE}", serve(web)), None)
            }
        };
        let files = chromium
            .profile
            .join(format!("files-{}", STORIES.fetch_add(1, Relaxed)));
        fs::create_dir(&files).expect("a folder");
        let browser = Browser {
            chromium,
            is_usual,
            page: format!("{folder}play.html"),
            folder,
            is_watched: Cell::new(false),
            used: RefCell::default(),
            seen: RefCell::default(),
            host,
            server: RefCell::new(server),
            files,
        };
        browser.save_into_files();
        browser.size(1280, 800);
        // Only the story of the first visit is to be greeted; if nothing can be stored, no story is.
        let seen = "try { localStorage.setItem('astride-seen', 'yes') } catch {}";
        let script = browser.chrome("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": seen }));
        browser.go("");
        browser.chrome("Page.removeScriptToEvaluateOnNewDocument", &script);
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        self.chromium.call(method, path, body)
    }

    /// Ends the playground behind the page.
    pub(crate) fn end_server(&self) {
        drop(self.server.take());
    }

    /// Starts it again at the same address.
    pub(crate) fn start_server(&self) {
        let port = self
            .folder
            .trim_end_matches('/')
            .rsplit(':')
            .next()
            .and_then(|port| port.parse().ok());
        self.server.replace(Some(start(port.expect("a port"))));
    }

    /// Returns the current window.
    pub(crate) fn window(&self) -> Value {
        self.call("GET", "/window", None)
    }

    /// Opens a tab and switches to it.
    pub(crate) fn new_window(&self) {
        let window = self.call("POST", "/window/new", Some(&json!({ "type": "tab" })));
        self.to_window(&window["handle"]);
    }

    /// Switches to the tab that the page has opened.
    pub(crate) fn to_other_window(&self) {
        let this = self.window();
        let other = || {
            let windows = self.call("GET", "/window/handles", None);
            windows
                .as_array()
                .expect("windows")
                .iter()
                .find(|window| **window != this)
                .cloned()
        };
        self.wait("another tab", || other().is_some());
        self.to_window(&other().expect("a window"));
    }

    /// Switches to the frame of the page.
    pub(crate) fn to_frame(&self) {
        self.call("POST", "/frame", Some(&json!({ "id": 0 })));
    }

    /// Switches to a tab.
    pub(crate) fn to_window(&self, window: &Value) {
        self.call("POST", "/window", Some(&json!({ "handle": window })));
    }

    pub(crate) fn size(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.chrome("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// Sends a command of Chromium's own protocol. Returns the response.
    pub(crate) fn chrome(&self, command: &str, parameters: &Value) -> Value {
        let command = json!({ "cmd": command, "params": parameters });
        self.call("POST", "/goog/cdp/execute", Some(&command))
    }

    /// Says where files are saved, which a browser may forget when a tab is closed.
    fn save_into_files(&self) {
        let downloads = json!({ "behavior": "allow", "downloadPath": self.files });
        self.chrome("Browser.setDownloadBehavior", &downloads);
    }

    /// Loads an address.
    pub(crate) fn visit(&self, address: &str) {
        // Another address first, because a change of only the hash would not reload the page.
        self.call("POST", "/url", Some(&json!({ "url": "about:blank" })));
        self.call("POST", "/url", Some(&json!({ "url": address })));
    }

    /// Presses a button of the browser itself: `refresh`, `back` or `forward`.
    pub(crate) fn navigate(&self, button: &str) {
        self.call("POST", &format!("/{button}"), Some(&json!({})));
    }

    /// Returns the content of the address bar.
    pub(crate) fn address(&self) -> String {
        let address = self.call("GET", "/url", None);
        String::from(address.as_str().expect("an address"))
    }

    /// Returns the address of the page.
    pub(crate) fn page(&self) -> &str {
        &self.page
    }

    /// Returns the address of the start page.
    pub(crate) fn folder(&self) -> &str {
        &self.folder
    }

    /// Loads the page and waits until it is ready.
    pub(crate) fn go(&self, hash: &str) {
        self.visit(&format!("{}{hash}", self.page));
        self.wait_for_page();
    }

    /// Waits until the page is ready.
    pub(crate) fn wait_for_page(&self) {
        self.wait("the page is ready", || {
            self.now("return document.body.dataset.ready ?? null") == "true"
        });
        self.wait_until_drawn();
    }

    /// Waits until the page has been drawn. The browser drops keys that arrive before.
    pub(crate) fn wait_until_drawn(&self) {
        self.run("for (const _ of [1, 2]) await new Promise(requestAnimationFrame);");
    }

    pub(crate) fn now(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", Some(&json!({ "script": script, "args": [] })))
    }

    /// Runs the body of an `async` function on the page.
    pub(crate) fn run(&self, script: &str) -> Value {
        let whole = format!(
            "const done = arguments[0];
             (async () => {{ {script} }})()
                 .then(value => done({{ value }}), error => done({{ error: String(error) }}));"
        );
        let mut result = self.call("POST", "/execute/async", Some(&json!({ "script": whole, "args": [] })));
        assert!(result["error"].is_null(), "{script}: {}", result["error"]);
        result["value"].take()
    }

    pub(crate) fn number(&self, expression: &str) -> i64 {
        let value = self.run(&format!("{IDLE} return {expression};"));
        value.as_i64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    pub(crate) fn step(&self) -> i64 {
        self.number("playground.session.step")
    }

    pub(crate) fn pixels(&self) -> i64 {
        self.run(&format!("{COPY}{PIXELS}")).as_i64().expect("a hash")
    }

    pub(crate) fn toast(&self) -> String {
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

    /// Clicks a control like a user, as soon as it is visible and not covered.
    pub(crate) fn press(&self, id: &str) {
        self.look();
        let control = RefCell::new(Value::Null);
        self.wait(&format!("{id} can be pressed"), || {
            let script = format!(
                "const control = document.getElementById('{id}');
                 return control?.checkVisibility() && !control.disabled ? control : null"
            );
            control.replace(self.now(&script));
            !control.borrow().is_null()
        });
        let control = control.into_inner();
        let control = control[ELEMENT].as_str().expect("an element");
        self.call("POST", &format!("/element/{control}/click"), Some(&json!({})));
        self.used.borrow_mut().insert(kind(id));
        self.look();
        if let Some(world) = id.strip_prefix("mode-") {
            self.wait(world, || {
                self.now("return [document.body.dataset.kind, playground.isBusy]") == json!([world, false])
            });
        }
    }

    /// Returns the visible text of an element.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.call("GET", &format!("{}/text", self.element(selector)), None);
        String::from(text.as_str().unwrap_or_default())
    }

    /// Waits until a condition holds, like a person who watches the page.
    pub(crate) fn wait(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let end = Instant::now() + PATIENCE;
        // Questions take processor time from the page.
        let mut pause = Duration::from_millis(15);
        while !is_so() {
            let page = || self.now("return document.body?.innerText");
            assert!(
                Instant::now() < end,
                "in vain: {what}\n{}\n{}",
                page(),
                self.chromium.log()
            );
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(120));
        }
    }

    /// Waits for a text in an element.
    pub(crate) fn read(&self, selector: &str, words: &str) {
        self.wait(&format!("{selector} says {words:?}"), || {
            self.text(selector).contains(words)
        });
    }

    /// Presses the button for one step `count` times, from the first step, each time after the previous step is shown.
    pub(crate) fn make_steps(&self, count: usize) {
        let see = |step: usize| {
            self.wait(&format!("step {step}"), || {
                self.text("#step-number") == step.to_string()
            });
        };
        see(0);
        for step in 1..=count {
            self.press("step");
            see(step);
        }
    }

    /// Waits until the number of the step has grown by at least `more`.
    pub(crate) fn see_steps(&self, more: i64) {
        let step = || self.text("#step-number").replace(|c: char| !c.is_ascii_digit(), "");
        let step = || step().parse::<i64>().unwrap_or_default();
        let aim = step() + more;
        self.wait(&format!("step {aim}"), || step() >= aim);
    }

    /// Chooses an entry of a list by its text, as soon as the list offers it.
    pub(crate) fn choose(&self, id: &str, words: &str) {
        let place = || {
            self.now(&format!(
                "const words = {words};
                 return [...(document.getElementById('{id}')?.options ?? [])].findIndex(({{ text }}) => text === words
                    || text === `${{words}} (may overestimate)`)",
                words = json!(words)
            ))
            .as_i64()
            .filter(|place| *place >= 0)
        };
        self.wait(&format!("{id} offers {words:?}"), || place().is_some());
        let place = place().expect("a place, as just seen");
        let option = self.now(&format!("return document.getElementById('{id}').options[{place}]"));
        let option = option[ELEMENT].as_str().expect("an option");
        self.call("POST", &format!("/element/{option}/click"), Some(&json!({})));
        self.used.borrow_mut().insert(kind(id));
    }

    /// Chooses a file with this content when the page asks for one.
    pub(crate) fn open_file(&self, name: &str, content: &str) {
        let path = self.files.join(name);
        fs::write(&path, content).expect("a file");
        let path = path.to_str().expect("UTF-8");
        let input = self.element("#file");
        self.call("POST", &format!("{input}/value"), Some(&json!({ "text": path })));
    }

    /// Keeps a screenshot of the window if `ASTRIDE_PICTURES` names a folder for it.
    pub(crate) fn keep_screenshot(&self, name: &str) {
        if env::var_os("ASTRIDE_PICTURES").is_some() {
            self.screenshot(name);
        }
    }

    /// Takes a screenshot of the window. If `ASTRIDE_PICTURES` names a folder, the picture is kept there.
    pub(crate) fn screenshot(&self, name: &str) -> Image {
        let picture = self.call("GET", "/screenshot", None);
        let file = base64(picture.as_str().unwrap_or_default());
        if let Some(folder) = env::var_os("ASTRIDE_PICTURES") {
            fs::write(PathBuf::from(folder).join(format!("{name}.png")), &file).expect("a file");
        }
        Image::png(&file)
    }

    /// Returns the place of an element in the window: left, top, width and height.
    pub(crate) fn place(&self, selector: &str) -> [usize; 4] {
        let place = self.now(&format!(
            "const box = document.querySelector({}).getBoundingClientRect();
             return [box.left, box.top, box.width, box.height].map(Math.round);",
            json!(selector)
        ));
        [0, 1, 2, 3].map(|at| usize::try_from(place[at].as_u64().expect("a place")).expect("a small number"))
    }

    /// Takes a screenshot of a file in a separate tab, once a script reports that it is ready.
    pub(crate) fn look_at(&self, file: &Path, is_ready: &str, name: &str) -> Image {
        let page = self.window();
        self.new_window();
        self.size(1280, 800);
        self.visit(&format!("file://{}", file.display()));
        self.wait(name, || self.now(is_ready) == true);
        let image = self.screenshot(name);
        self.call("DELETE", "/window", None);
        self.to_window(&page);
        self.save_into_files();
        image
    }

    /// Waits for a file that the page saves. If `ASTRIDE_PICTURES` names a folder, the file is also kept there.
    pub(crate) fn saved(&self, name: &str) -> PathBuf {
        let path = self.files.join(name);
        self.wait(name, || fs::metadata(&path).is_ok_and(|file| file.len() > 0));
        if let Some(folder) = env::var_os("ASTRIDE_PICTURES") {
            fs::copy(&path, PathBuf::from(folder).join(name)).expect("a file");
        }
        path
    }

    /// Returns the position in the window of the middle of a cell, on the picture of a search.
    pub(crate) fn cell(&self, run: usize, x: u32, y: u32) -> [i64; 2] {
        let place = self.now(&format!(
            "const box = playground.pictures[{run}].canvas.getBoundingClientRect();
             const view = playground.viewport;
             return [Math.round(box.left + view.x({x}.5)), Math.round(box.top + view.y({y}.5))];"
        ));
        [0, 1].map(|at| place[at].as_i64().expect("a place"))
    }

    /// Presses the mouse at the first place, moves it to the others, and releases it, without waiting for anything.
    pub(crate) fn mouse(&self, places: &[[i64; 2]]) {
        let moves = places.iter();
        let moves = moves.map(|[x, y]| json!({ "type": "pointerMove", "x": x, "y": y, "duration": 60 }));
        let mut actions: Vec<Value> = moves.collect();
        actions.insert(1, json!({ "type": "pointerDown", "button": 0 }));
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        let pointer =
            json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.call("POST", "/actions", Some(&json!({ "actions": [pointer] })));
    }

    /// Turns the wheel over a place.
    pub(crate) fn wheel(&self, [x, y]: [i64; 2], turn: i64) {
        let scroll = json!({ "type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": turn, "duration": 0 });
        let wheel = json!({ "type": "wheel", "id": "wheel", "actions": [scroll] });
        self.call("POST", "/actions", Some(&json!({ "actions": [wheel] })));
    }

    /// Sets the value of a control, like a user who chooses or types it.
    pub(crate) fn set(&self, id: &str, value: &Value) {
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
        self.used.borrow_mut().insert(kind(id));
    }

    /// From now on, records the controls that are seen.
    pub(crate) fn watch_controls(&self) {
        self.is_watched.set(true);
    }

    /// Records the controls that are present.
    fn look(&self) {
        if !self.is_watched.get() {
            return;
        }
        let seen = self.now(
            "return [...document.querySelectorAll('button, select, input, textarea')]
                .filter(control => control.checkVisibility()).map(control => control.id || control.outerHTML);",
        );
        let seen = seen
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|id| Some(kind(id.as_str()?)));
        self.seen.borrow_mut().extend(seen);
    }

    /// Puts the cursor into a field and types a text that replaces its content.
    pub(crate) fn write(&self, id: &str, text: &str) {
        self.press(id);
        self.key("Ctrl+a");
        let field = self.element(&format!("[id='{id}']"));
        self.call("POST", &format!("{field}/value"), Some(&json!({ "text": text })));
    }

    /// Types a key, with Ctrl held if it begins with `Ctrl+`.
    pub(crate) fn key(&self, key: &str) {
        let (control, key) = key.strip_prefix("Ctrl+").map_or((false, key), |key| (true, key));
        let code = match key {
            "Home" => "\u{e011}",
            "End" => "\u{e010}",
            "Left" => "\u{e012}",
            "Up" => "\u{e013}",
            "Right" => "\u{e014}",
            "Down" => "\u{e015}",
            "Enter" => "\u{e007}",
            "Delete" => "\u{e017}",
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
    pub(crate) fn drag(&self, points: &str) {
        let points = self.run(&format!(
            "{IDLE}
             const picture = playground.pictures[0];
             const view = playground.viewport;
             const box = picture.canvas.getBoundingClientRect();
             return ({points}).map(([x, y]) => [Math.round(box.left + x), Math.round(box.top + y)]);"
        ));
        let place = |point: &Value| [0, 1].map(|at| point[at].as_i64().expect("a coordinate"));
        let points: Vec<_> = points.as_array().expect("points").iter().map(place).collect();
        self.mouse(&points);
        self.run(IDLE);
    }

    /// Checks that the console is empty, except for requests that the library refused.
    pub(crate) fn check_log(&self, refusals: usize) {
        let log = self.chromium.log();
        // The refusals of a worker are not HTTP responses.
        let refusals = if self.host == Host::Program { refusals } else { 0 };
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
