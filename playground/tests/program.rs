//! The program, with its help and with bad arguments.
#![cfg(feature = "server")]

use std::process::{Command, Output, Stdio};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_astride-playground"))
}

fn refused(output: &Output, words: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty());
    assert!(stderr.starts_with("error: ") && stderr.contains(words), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn bad_arguments_are_refused() {
    for (arguments, words) in [
        (&["--prot", "80"][..], "--prot"),
        (&["--port"], "--port"),
        (&["--port", "0"], "\"0\" is not a port"),
        (&["--port", "65536"], "\"65536\" is not a port"),
        (&["7800"], "7800"),
    ] {
        refused(&program().args(arguments).output().unwrap(), words);
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    refused(&program().arg(OsStr::from_bytes(b"\xff")).output().unwrap(), "--help");
}

#[test]
fn a_taken_port_is_named() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = program().args(["--no-browser", "--port", &port]).output().unwrap();
    refused(&output, &format!("port {port} cannot be used"));
}

#[test]
fn the_help_survives_a_closed_pipe() {
    let help = program().arg("--help").output().unwrap();
    let text = String::from_utf8_lossy(&help.stdout);
    assert!(help.status.success() && text.contains("--no-browser"), "{text}");

    let mut command = program();
    let mut child = command
        .arg("--help")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
