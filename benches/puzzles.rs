//! The sliding-tile puzzle at length: `cargo bench --bench puzzles [-- PART OF A SECTION'S NAME] [-- --long]`.
//!
//! By default each section takes seconds; `--long` asks for the instances that the literature quotes.

mod support {
    pub(crate) mod korf100;
}

mod workloads {
    pub(crate) mod ida_star;
}

use std::env;
use std::process::ExitCode;

use workloads::ida_star;

/// What is measured; it is told whether to take its time.
type Section = fn(bool);

const SECTIONS: [(&str, Section); 1] = [("ida-star", ida_star::run)];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo bench` says so; `cargo test --benches` does not, and wants to be done soon.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench puzzles`.");
        return ExitCode::SUCCESS;
    }
    let is_long = arguments.iter().any(|argument| argument == "--long");
    let mut wanted = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .peekable();
    let all = wanted.peek().is_none();
    let wanted: Vec<_> = wanted.collect();
    for (name, run) in SECTIONS {
        if all || wanted.iter().any(|part| name.contains(part.as_str())) {
            println!("\n# {name}\n");
            run(is_long);
        }
    }
    ExitCode::SUCCESS
}
