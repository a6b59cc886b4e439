//! Browsers and the programs behind them. A story takes a browser that another one has left, or starts one.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

use serde_json::{Value, json};

/// A shell script that runs a program until the standard input ends, which it does at the latest when the test ends.
/// Then it ends the program with all that it has started, and removes the folder that is its first argument.
const UNTIL_THE_END: &str = r#"
    folder=$1
    shift
    "$@" &
    trap '' TERM
    cat
    kill -- -$$
    wait
    sleep 1
    rm -rf "$folder""#;

/// The longest time that anything may take, on a machine that has other work as well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The longest time that a script on the page may take, such as one that waits for a long search.
const SCRIPT: Duration = Duration::from_secs(120);

/// A program that ends with the test.
pub(crate) struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        if self.0.stdin.take().is_none() {
            drop(self.0.kill());
        }
        drop(self.0.wait());
    }
}

impl Program {
    /// Starts a program and waits until it listens.
    pub(crate) fn start(command: &mut Command, port: u16) -> Program {
        let program = Program(
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts"),
        );
        let end = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "{command:?} does not listen");
            thread::sleep(Duration::from_millis(10));
        }
        program
    }
}

/// Returns a port that no other program of this test has had. A browser therefore has stored nothing for a page there.
pub(crate) fn free_port() -> u16 {
    static PORTS: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        if PORTS.lock().unwrap_or_else(PoisonError::into_inner).insert(port) {
            return port;
        }
    }
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
    stream.set_read_timeout(Some(2 * SCRIPT)).expect("a time limit");
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

/// The browsers that no story uses at the moment. Each has one empty tab. They end with the test.
static IDLE: Mutex<Vec<Arc<Chromium>>> = Mutex::new(Vec::new());

/// A browser with its driver.
pub(crate) struct Chromium {
    port: u16,
    session: String,
    /// The folder of its files.
    pub(crate) profile: PathBuf,
    _driver: Program,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The browser may have crashed.
        drop(panic::catch_unwind(AssertUnwindSafe(|| self.call("DELETE", "", None))));
    }
}

impl Chromium {
    /// Returns an idle browser, or starts one. It has no preferences, which a browser could not change later.
    ///
    /// Reports if there is no browser on this machine. A browser without its driver is an error.
    pub(crate) fn take() -> Option<Arc<Chromium>> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.or_else(|| Chromium::start(&json!({})))
    }

    /// Starts a browser with these preferences and a new profile.
    pub(crate) fn start(preferences: &Value) -> Option<Arc<Chromium>> {
        static PROFILES: AtomicU32 = AtomicU32::new(0);
        let Some(chromium) = find(&["chromium", "chromium-browser", "google-chrome"]) else {
            println!("skipped: there is no chromium");
            return None;
        };
        let driver = find(&["chromedriver"]).expect("chromedriver, which belongs to chromium");
        let number = PROFILES.fetch_add(1, Relaxed);
        let profile = env::temp_dir().join(format!("astride-playground-{}-{number}", std::process::id()));
        let port = free_port();
        let mut command = Command::new("sh");
        command.args(["-c", UNTIL_THE_END, "sh"]).args([&profile, &driver]);
        command.arg(format!("--port={port}"));
        // A group of its own, which the script ends.
        let driver = Program::start(command.process_group(0).stdin(Stdio::piped()), port);
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
        let options = json!({ "args": arguments, "binary": chromium, "prefs": preferences });
        let always = json!({
            "timeouts": { "script": 1000 * SCRIPT.as_secs() },
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": options,
        });
        let response = send(
            port,
            "POST",
            "/session",
            Some(&json!({ "capabilities": { "alwaysMatch": always } })),
        );
        let session = response["value"]["sessionId"]
            .as_str()
            .unwrap_or_else(|| panic!("no session: {response}"));
        Some(Arc::new(Chromium {
            port,
            session: String::from(session),
            profile,
            _driver: driver,
        }))
    }

    pub(crate) fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let mut response = send(self.port, method, &format!("/session/{}{path}", self.session), body);
        let value = response["value"].take();
        assert!(value["error"].is_null(), "{method} {path}: {value}");
        value
    }

    /// Returns the messages in the console since the last call.
    pub(crate) fn log(&self) -> Value {
        self.call("POST", "/se/log", Some(&json!({ "type": "browser" })))
    }

    /// Makes a browser available to other stories: with an empty tab instead of all others, so that nothing of the
    /// story is left, except in its folder and at the address of its page, which no other story has.
    pub(crate) fn leave(self: &Arc<Self>) {
        let to = |window: &Value| self.call("POST", "/window", Some(&json!({ "handle": window })));
        let empty = self.call("POST", "/window/new", Some(&json!({ "type": "tab" })));
        for window in self.call("GET", "/window/handles", None).as_array().expect("windows") {
            if *window != empty["handle"] {
                to(window);
                self.call("DELETE", "/window", None);
            }
        }
        to(&empty["handle"]);
        // The next story begins with an empty console.
        self.log();
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self.clone());
    }
}
