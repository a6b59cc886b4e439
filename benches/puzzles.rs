//! The sliding-tile puzzle at length: `cargo bench --bench puzzles [-- PART OF A SECTION'S NAME] [-- --long]`.
//!
//! By default, each section takes seconds. `--long` runs the instances quoted in the literature, and `--long --easiest
//! COUNT` runs the COUNT easiest of Korf's and Felner's 24-puzzles instead of three. `--tables FOLDER` keeps pattern
//! databases in that folder. With `--features rayon`, several threads are used where that helps.

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
use std::path::PathBuf;
use std::process::ExitCode;

use workloads::{ida_star, patterns, solver};

/// The options of the command line.
pub(crate) struct Options {
    pub(crate) is_long: bool,
    /// The number of 24-puzzles for `--long`, the easiest first.
    pub(crate) easiest: usize,
    /// The folder in which tables are kept.
    pub(crate) folder: Option<PathBuf>,
}

/// The function that runs a section.
type Section = fn(&Options);

const SECTIONS: [(&str, Section); 3] = [
    ("ida-star", |options| ida_star::run(options.is_long)),
    ("patterns", patterns::run),
    ("solver", solver::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench puzzles`.");
        return ExitCode::SUCCESS;
    }
    let mut options = Options {
        is_long: false,
        easiest: 3,
        folder: None,
    };
    let mut wanted = Vec::new();
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--bench" => {}
            "--long" => options.is_long = true,
            "--easiest" => {
                let Some(Ok(count)) = rest.next().map(|count| count.parse()) else {
                    eprintln!("--easiest takes a number of 24-puzzles");
                    return ExitCode::FAILURE;
                };
                options.easiest = count;
            }
            "--tables" => options.folder = rest.next().map(PathBuf::from),
            _ => wanted.push(argument),
        }
    }
    for (name, run) in SECTIONS {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            println!("\n# {name}\n");
            run(&options);
        }
    }
    ExitCode::SUCCESS
}
