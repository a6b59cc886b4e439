//! Each module of the library imports only from modules before it in [`LAYERS`], and each file of the folders in
//! [`FOLDERS`] only from files before it. For the other crates of astride, the compiler ensures the order.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the bottom up. A module is a file or a folder of `src`.
const LAYERS: [&[&str]; 10] = [
    &["cost", "memory", "path", "text", "via"],
    &["error", "graph", "pieces"],
    &["traits", "status", "observer", "budget"],
    &["search_node", "stepper", "problem"],
    &["nodes"],
    &["open"],
    &["engine"],
    &["search"],
    &["graphs", "npuzzle"],
    &["error_texts", "serialization"],
];

/// Folders of `src/search`, each with its files from the bottom up. All of them may use what `mod.rs` defines.
const FOLDERS: [(&str, &str); 2] = [
    (
        "replanning",
        "course known ends open_nodes effort repair first engine change lpa_star d_star_lite",
    ),
    (
        "deepening",
        "keys branch table descent depth_first iterative_deepening parallel_deepening division id_dfs ida_star \
         parallel_ida_star",
    ),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the root module to which a name belongs, according to the re-exports of `lib.rs`.
fn module_of<'a>(name: &'a str, lib: &'a str) -> &'a str {
    let exports = lib
        .split("pub use ")
        .skip(1)
        .filter_map(|export| export.split_once(';'));
    let mut exports = exports.filter_map(|(export, _)| export.split_once("::"));
    let is_it = |rest: &str| {
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .any(|word| word == name)
    };
    exports.find(|(_, rest)| is_it(rest)).map_or(name, |(module, _)| module)
}

/// Returns the first parts of a file's imports from the crate or the folder, which begin with `prefix`, except those in
/// documentation and unit tests.
fn imports(text: &str, prefix: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
        // A macro for users imports nothing here.
        .replace("$crate::", "");
    let mut names = Vec::new();
    for import in code.split(prefix).skip(1) {
        match import.strip_prefix('{') {
            Some(group) => {
                let group = group.split_once('}').map_or(group, |(group, _)| group);
                names.extend(group.split(',').map(|name| name.trim().to_owned()));
            }
            None => names.push(
                import
                    .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                    .next()
                    .unwrap()
                    .to_owned(),
            ),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn imports_run_one_way() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(source.join("lib.rs")).unwrap();
    let layer = |module: &str| LAYERS.iter().position(|layer| layer.contains(&module));
    let mut paths = Vec::new();
    files(&source, &mut paths);
    let (mut inspected, mut wrong) = (0, Vec::new());
    for path in paths.iter().filter(|path| **path != source.join("lib.rs")) {
        let relative = path.strip_prefix(&source).unwrap();
        let own = relative
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs");
        let from = layer(own).unwrap_or_else(|| panic!("src/{own} has no place in LAYERS"));
        for name in imports(&fs::read_to_string(path).unwrap(), "crate::") {
            let module = module_of(&name, &lib);
            // Macros are at the root.
            if module == own || module == "forward_indices" {
                continue;
            }
            inspected += 1;
            match layer(module) {
                Some(to) if to < from => {}
                _ => wrong.push(format!("{} imports {name} of {module}", relative.display())),
            }
        }
    }
    assert!(inspected > 300, "{inspected}");
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn imports_within_a_folder_run_one_way() {
    for (name, order) in FOLDERS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search").join(name);
        let exports = fs::read_to_string(folder.join("mod.rs")).unwrap();
        let order: Vec<_> = order.split_whitespace().collect();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), order.len() + 1, "{name}");
        let (mut inspected, mut wrong) = (0, Vec::new());
        for (place, file) in order.iter().enumerate() {
            for name in imports(
                &fs::read_to_string(folder.join(format!("{file}.rs"))).unwrap(),
                "super::",
            ) {
                let module = module_of(&name, &exports);
                match order.iter().position(|file| *file == module) {
                    Some(from) if from > place => wrong.push(format!("{file} imports {name} of {module}")),
                    Some(_) => inspected += 1,
                    None => assert!(exports.contains(&format!(" {name}")), "{file} imports {name}"),
                }
            }
        }
        assert!(inspected > order.len(), "{name}: {inspected}");
        assert_eq!(wrong, [""; 0], "{name}");
    }
}
