//! The README and the front page of the documentation: short, and the README is readable wherever the package is.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");
const LIB: &str = include_str!("../src/lib.rs");

#[test]
fn the_readme_is_one_page_and_names_the_commands() {
    assert!(README.lines().count() <= 200, "{} lines", README.lines().count());
    for command in ["cargo run --release --example npuzzle", "cargo test"] {
        assert!(README.lines().any(|line| line == command), "{command}");
    }
}

/// Whatever a link or a picture of the README points to is in the package: cargo leaves out other members of the
/// workspace and what `exclude` names.
#[test]
fn the_readme_links_to_files_of_the_package_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // This may run in an unpacked package, of which cargo makes no other one: everything there is in the package.
    let is_unpacked = root.join("Cargo.toml.orig").exists();
    let packaged: BTreeSet<String> = if is_unpacked {
        BTreeSet::new()
    } else {
        files_of_the_package(root)
    };
    let targets: Vec<&str> = README
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .collect();
    assert!(targets.contains(&"src/search.svg"), "{targets:?}");
    for target in targets {
        let is_there = if is_unpacked {
            root.join(target).exists()
        } else {
            packaged.contains(target)
        };
        assert!(is_there, "{target} is not in the package");
    }
}

fn files_of_the_package(root: &Path) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8(output.stdout).expect("text");
    list.lines().map(|line| line.replace('\\', "/")).collect()
}

/// The documentation's front page checks what the program prints.
#[test]
fn the_first_program_is_that_of_the_documentation() {
    let documentation: String = LIB
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .filter(|line| !line.starts_with("# "))
        .collect();
    let blocks = |text: &str| -> Vec<String> {
        let blocks = text.split("```").skip(1).step_by(2).take(2);
        blocks
            .map(|block| block.split_once('\n').expect("a language").1.to_string())
            .collect()
    };
    let [readme, documentation] = [README, &documentation].map(blocks);
    assert!(readme[0].starts_with("use astride"), "{readme:?}");
    assert!(readme[1].starts_with("4 moves"), "{readme:?}");
    assert_eq!(readme, documentation);
}

/// Words in code and the targets of links are not counted.
#[test]
fn the_front_page_of_the_documentation_is_short() {
    let mut is_code = false;
    let mut words = 0;
    for line in LIB.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        let is_link = line.starts_with("[`") && line.contains("]: ");
        if !is_code && !is_link {
            let is_word = |word: &&str| word.contains(char::is_alphanumeric);
            words += line.split_whitespace().filter(is_word).count();
        }
    }
    assert!((500..=1200).contains(&words), "{words} words");
}
