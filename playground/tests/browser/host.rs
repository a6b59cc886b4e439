//! The hosts of the page: the program, or any server of a folder of static files.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs, thread};

const TARGET: &str = "wasm32-unknown-unknown";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Program,
    /// The static files, in a folder of the host.
    Folder,
}

impl Host {
    /// Returns all hosts that are available on this machine.
    pub(crate) fn all() -> Vec<Host> {
        let folder = web().is_some().then_some(Host::Folder);
        [Host::Program].into_iter().chain(folder).collect()
    }

    /// Returns the hosts on which the story of this thread is played: one of them, whose [`turn`] it is, or all.
    pub(crate) fn of_story() -> Vec<Host> {
        let hosts = Host::all();
        match turn() {
            Some(turn) => vec![hosts[turn % hosts.len()]],
            None => hosts,
        }
    }
}

/// Returns a number that depends on the name of the story of this thread and grows with each commit, whose number is
/// `PROPTEST_RNG_SEED`. Returns `None` if that is not set, or if `PROPTEST_CASES` is 256: then nothing is left out.
pub(crate) fn turn() -> Option<usize> {
    let number = |variable| env::var(variable).ok()?.parse::<usize>().ok();
    if number("PROPTEST_CASES") == Some(256) {
        return None;
    }
    let story = thread::current();
    let name = story.name().unwrap_or_default().bytes().map(usize::from);
    Some(name.fold(number("PROPTEST_RNG_SEED")?, usize::wrapping_add))
}

/// The path of the static files on their host.
pub(crate) const PLACE: &str = "tools/astride/";

/// Returns the folder that the other host serves, which has the static files in a subfolder. The first test that needs
/// them builds them. `None` if the target is not installed.
pub(crate) fn web() -> Option<&'static Path> {
    static WEB: OnceLock<Option<PathBuf>> = OnceLock::new();
    WEB.get_or_init(build).as_deref()
}

fn build() -> Option<PathBuf> {
    let library = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    let library = String::from_utf8(library.expect("rustc").stdout).expect("UTF-8");
    if !Path::new(library.trim()).is_dir() {
        println!("skipped: the page as static files, since the target {TARGET} is not installed");
        return None;
    }
    let web = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web");
    drop(fs::remove_dir_all(&web));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("build-static.sh");
    let output = Command::new(script)
        .arg(web.join(PLACE))
        .output()
        .expect("the script starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(web)
}

/// Serves the files of a folder until the test ends. Returns the port.
pub(crate) fn serve(folder: &'static Path) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || drop(respond(stream, folder)));
        }
    });
    port
}

fn respond(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    let (mut head, mut part) = (Vec::new(), [0; 4096]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut part)?;
        if read == 0 {
            return Ok(());
        }
        head.extend_from_slice(&part[..read]);
    }
    let head = String::from_utf8_lossy(&head);
    let path = head.split([' ', '?']).nth(1).unwrap_or_default();
    let path = if path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.into()
    };
    let file = folder.join(path.trim_start_matches('/'));
    let media_type = match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, content) = match fs::read(&file) {
        Ok(content) => ("200 OK", content),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = content.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&content)
}
