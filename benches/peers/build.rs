//! Extracts the programs of other crates from `src/coming_from.md`, where the crate's own tests ignore them, to test
//! them here: see `programs.rs`.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let page = "../../src/coming_from.md";
    println!("cargo::rerun-if-changed={page}");
    let text = fs::read_to_string(page)?;
    let programs: Vec<&str> = text
        .split("\n```")
        .filter_map(|part| part.strip_prefix("ignore\n"))
        .collect();
    if programs.is_empty() {
        return Err(io::Error::other("no program is marked as ignored"));
    }
    let page = format!("```\n{}\n```\n", programs.join("\n```\n\n```\n"));
    let folder = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&folder).join("programs.md"), page)
}
