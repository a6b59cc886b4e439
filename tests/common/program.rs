//! Runs examples as programs.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Returns the path of an example; cargo puts examples beside the folder of this test's executable.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = env::current_exe().expect("the test knows where it is");
    let folder = test.parent().and_then(Path::parent).expect("deps, and what it is in");
    let path = folder
        .join("examples")
        .join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is not built: cargo build --examples", path.display());
    path
}

pub(crate) fn run(name: &str, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(example(name))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // An example that does not read its input is not an error here.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the example ends")
}

/// Returns the output of a successful run.
pub(crate) fn stdout_of(name: &str, args: &[&str], input: &str) -> String {
    let output = run(name, args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*stderr), (Some(0), ""), "{name} {args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Checks that bad input causes exit code 2, no standard output, and one line on standard error with all of `parts`.
pub(crate) fn assert_refused(name: &str, args: &[&str], input: &str, parts: &[&str]) {
    let output = run(name, args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{name} {args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{name} {args:?}");
    assert_eq!(stderr.lines().count(), 1, "{name} {args:?}: {stderr}");
    assert!(stderr.ends_with('\n'), "{name} {args:?}: {stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{name} {args:?}: {part:?} is not in {stderr:?}");
    }
}

/// Checks that the example prints all of `words` with `--help`.
pub(crate) fn assert_explained(name: &str, words: &[&str]) {
    let help = stdout_of(name, &["--help"], "");
    for word in words {
        assert!(help.contains(word), "{name}: {word}");
    }
}

/// Checks that the example does not fail if nobody reads its output with `args`, or its help.
pub(crate) fn assert_survives_a_closed_pipe(name: &str, args: &[&str]) {
    for args in [args, &["--help"]] {
        let mut child = Command::new(example(name))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the example runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the example ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*stderr), (Some(0), ""), "{name} {args:?}");
    }
}
