//! Serves the playground on this machine and opens it in a browser.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};

use astride_playground::server::Server;

const HELP: &str = "\
Shows the searches of astride step by step in a browser.

Usage: astride-playground [--port N] [--no-browser]

  --port N      the port [default: 7800, or a free one if that is taken]
  --no-browser  do not open a browser
  --help        print this help

The page is served on this machine only. Ctrl-C ends it.";

const PORT: u16 = 7800;

struct Options {
    port: Option<u16>,
    opens_browser: bool,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        port: None,
        opens_browser: true,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--port" => {
                let number = arguments.next().unwrap_or_default();
                let port = number.parse().ok().filter(|port| *port > 0);
                options.port = Some(port.ok_or_else(|| format!("--port: {number:?} is not a port from 1 to 65535"))?);
            }
            "--no-browser" => options.opens_browser = false,
            "--help" | "-h" => return Ok(None),
            other => return Err(format!("{other:?} is unknown; --help lists the options")),
        }
    }
    Ok(Some(options))
}

fn start(port: Option<u16>) -> io::Result<Server> {
    match port {
        Some(port) => Server::start(port),
        None => Server::start(PORT).or_else(|_| Server::start_anywhere()),
    }
}

/// Opens a page in the user's browser. A missing browser is not an error, since the address has been printed.
fn open(address: &str) {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    drop(
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn(),
    );
}

fn run() -> Result<(), String> {
    let arguments = std::env::args_os().skip(1);
    let Some(options) = options(arguments.map(|argument| argument.to_string_lossy().into_owned()))? else {
        // If standard output is closed, the reader has read enough.
        let _ = writeln!(io::stdout(), "{HELP}");
        return Ok(());
    };
    let server = start(options.port).map_err(|error| match options.port {
        Some(port) => format!("port {port} cannot be used: {error}"),
        None => format!("no port can be used: {error}"),
    })?;
    // If standard output is closed, the page is still served.
    let _ = writeln!(
        io::stdout(),
        "The playground is at {} (Ctrl-C ends it)",
        server.address()
    );
    if options.opens_browser {
        open(&server.address());
    }
    server.serve().map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            let _ = writeln!(io::stderr(), "error: {words}");
            ExitCode::from(2)
        }
    }
}
