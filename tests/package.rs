//! The README and pages of the documentation, some of which must be short. The links of the README must work wherever
//! the package is unpacked.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");
const LIB: &str = include_str!("../src/lib.rs");
const RECIPES: &str = include_str!("../src/recipes.md");
const GAMES: &str = include_str!("../src/games.md");
const ERRORS: &str = include_str!("../src/error.rs");
const SEARCH: &str = include_str!("../src/search/search.rs");
const METHODS: &str = include_str!("../src/search/methods.md");

#[test]
fn the_readme_is_one_page_and_names_the_commands() {
    assert!(README.lines().count() <= 250, "{} lines", README.lines().count());
    for command in ["cargo run --release --example npuzzle", "cargo test"] {
        assert!(README.lines().any(|line| line == command), "{command}");
    }
}

/// The page of recipes explains each reason for which a search can fail.
#[test]
fn the_recipes_name_every_error() {
    let (_, errors) = ERRORS.split_once("pub enum SearchError {").expect("the errors");
    let (errors, _) = errors.split_once("\n}").expect("the end of the errors");
    let variants = errors.lines().filter_map(|line| {
        let name = line.strip_prefix("    ")?.trim_end_matches([' ', '{', ',']);
        name.starts_with(char::is_uppercase).then_some(name)
    });
    let rows: String = RECIPES.lines().filter(|line| line.starts_with("| `")).collect();
    let missing: Vec<_> = variants.filter(|name| !rows.contains(&format!("`{name}`"))).collect();
    assert_eq!(missing, [""; 0]);
}

/// The page about games shows code of the example for Bevy, which is not compiled with this crate.
#[test]
fn the_page_about_games_shows_the_code_of_the_example() {
    let mut sources = Vec::new();
    read_sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bevy/src"),
        &mut sources,
    );
    let blocks: Vec<&str> = GAMES.split("```").skip(1).step_by(2).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let code = block.strip_prefix("ignore\n").expect("code of the example");
        assert!(
            sources.iter().any(|source| source.contains(code)),
            "not in the example: {code}"
        );
    }
}

/// Every target of a link or a picture in the README is in the package, from which cargo omits other members of the
/// workspace and the paths in `exclude`.
#[test]
fn the_readme_links_to_files_of_the_package_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // In an unpacked package, cargo cannot create another one, but every file is in the package.
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

/// The documentation's front page checks the output of the program.
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

#[test]
fn the_front_page_of_the_documentation_is_short() {
    let words = words(LIB.lines().filter_map(|line| line.strip_prefix("//!")));
    assert!((500..=1200).contains(&words), "{words} words");
}

/// The page contains the documentation of the struct, of the public methods of `Search` and all of its aliases, and of
/// the traits that it implements. The last part comes mostly from the standard library, so its word count is a
/// constant.
#[test]
fn the_page_of_search_is_short() {
    const WORDS_OF_TRAITS: usize = 400;
    let mut sources = Vec::new();
    read_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search"), &mut sources);
    let mut names = vec!["Search"];
    names.extend(sources.iter().flat_map(|text| text.lines()).filter_map(|line| {
        let (alias, target) = line.strip_prefix("pub type ")?.rsplit_once(" = ")?;
        target.starts_with("Search<").then(|| alias.split('<').next())?
    }));
    assert!(names.contains(&"AStar"), "{names:?}");
    let (before, _) = SEARCH.split_once("pub struct Search<").expect("the struct");
    let of_struct = before.lines().filter_map(|line| line.strip_prefix("///"));
    let of_methods = sources.iter().flat_map(|text| methods_of(&names, text));
    let words = words(of_struct.chain(METHODS.lines()).chain(of_methods)) + WORDS_OF_TRAITS;
    assert!((1500..=2600).contains(&words), "{words} words");
}

fn read_sources(folder: &Path, sources: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(std::fs::read_to_string(path).expect("text"));
        }
    }
}

/// Returns the documentation of the public methods in the inherent implementations of types with these names.
fn methods_of<'a>(names: &[&str], text: &'a str) -> Vec<&'a str> {
    let (mut is_inside, mut documentation, mut found) = (false, Vec::new(), Vec::new());
    for line in text.lines() {
        if line.starts_with("impl") {
            let is_named = |name: &&str| line.contains(&format!("> {name}<"));
            is_inside = !line.contains(" for ") && names.iter().any(is_named);
        } else if let Some(line) = line.strip_prefix("    ///").filter(|_| is_inside) {
            documentation.push(line);
        } else if line.starts_with("    pub fn ") {
            found.append(&mut documentation);
        } else if line.starts_with('}') || line.starts_with("    }") {
            documentation.clear();
            is_inside &= line.starts_with(' ');
        }
    }
    found
}

/// Counts words, except those in code and in the targets of links.
fn words<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let mut is_code = false;
    let mut words = 0;
    for line in lines.map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        let is_link = line.starts_with("[`") && line.contains("]: ");
        if !is_code && !is_link {
            let is_word = |word: &&str| word.contains(char::is_alphanumeric);
            words += line.split_whitespace().filter(is_word).count();
        }
    }
    words
}
