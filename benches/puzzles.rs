//! The sliding-tile puzzle at length: `cargo bench --bench puzzles [-- PART OF A SECTION'S NAME] [-- --long]`.
//!
//! By default each section takes seconds; `--long` asks for the instances that the literature quotes. `--tables FOLDER` keeps
//! pattern databases in that folder. With `--features rayon` there are several threads where that helps.

mod support {
    pub(crate) mod instances;
    pub(crate) mod rate;
}

mod workloads {
    pub(crate) mod ida_star;
    pub(crate) mod patterns;
    pub(crate) mod solver;
}

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use workloads::{ida_star, patterns, solver};

/// What is measured; it is told whether to take its time, and where tables are kept.
type Section = fn(bool, Option<&Path>);

const SECTIONS: [(&str, Section); 3] = [
    ("ida-star", |is_long, _| ida_star::run(is_long)),
    ("patterns", patterns::run),
    ("solver", solver::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo bench` says so; `cargo test --benches` does not, and wants to be done soon.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench puzzles`.");
        return ExitCode::SUCCESS;
    }
    let (mut is_long, mut folder, mut wanted) = (false, None, Vec::new());
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--bench" => {}
            "--long" => is_long = true,
            "--tables" => folder = rest.next().map(PathBuf::from),
            _ => wanted.push(argument),
        }
    }
    for (name, run) in SECTIONS {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            println!("\n# {name}\n");
            run(is_long, folder.as_deref());
        }
    }
    ExitCode::SUCCESS
}
