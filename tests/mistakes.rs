//! The compiler's errors for `testdata/mistakes.rs`: a program that lacks a trait gets an error that names the trait,
//! and no errors about the lines after it.

use std::fs;
use std::path::Path;
use std::process::Command;

const MISTAKES: &str = include_str!("../testdata/mistakes.rs");

#[test]
fn a_missing_trait_is_reported_where_the_search_is_made_and_nowhere_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/lib.rs"), MISTAKES).unwrap();
    let manifest = format!(
        "[package]\nname = \"mistakes\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nastride = {{ path = {root:?} }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--color", "never", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = text
        .split("\nerror")
        .skip(1)
        .filter(|error| error.contains("src/lib.rs"))
        .collect();

    let lines: Vec<&str> = MISTAKES.lines().map(str::trim).collect();
    let mistakes: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("// ")).collect();
    assert_eq!(mistakes.len(), 10);
    assert!(errors.iter().all(|error| error.contains("let mut search")), "{text}");
    // Some errors are followed by another one, that there is no such search.
    let named: Vec<&&str> = errors
        .iter()
        .filter(|error| !error.contains("the other error names"))
        .collect();
    assert_eq!(named.len(), mistakes.len(), "{text}");
    for (error, mistake) in named.into_iter().zip(mistakes) {
        assert!(error.contains(mistake), "{mistake}: {error}");
    }
    assert!(errors.len() <= 2 * 10, "{text}");
}
