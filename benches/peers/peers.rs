//! This crate compared with others, on the same problems:
//! `cargo bench -p astride-peers --bench peers [-- PART OF A NAME]`.
//!
//! `benches/README.md` describes the comparisons and how they are kept fair.

mod support {
    pub(crate) mod both_ends;
    pub(crate) mod by_hashes;
    pub(crate) mod clock;
    pub(crate) mod compact_limit;
    pub(crate) mod contest;
    pub(crate) mod dijkstra;
    pub(crate) mod explicit;
    #[path = "../../support/first_day.rs"]
    pub(crate) mod first_day;
    #[path = "../../support/float_limit.rs"]
    pub(crate) mod float_limit;
    #[path = "../../support/grid_limit.rs"]
    pub(crate) mod grid_limit;
    pub(crate) mod guarded;
    pub(crate) mod hashed_limit;
    pub(crate) mod ida_limit;
    pub(crate) mod in_place;
    #[expect(dead_code, reason = "24-puzzles and nodes are for IDA*")]
    #[path = "../../support/instances.rs"]
    pub(crate) mod instances;
    pub(crate) mod jump_limit;
    #[path = "../../support/maps.rs"]
    pub(crate) mod maps;
    #[path = "../../support/movingai.rs"]
    pub(crate) mod movingai;
    #[path = "../../support/random.rs"]
    pub(crate) mod random;
    #[path = "../../support/road.rs"]
    pub(crate) mod road;
}

mod workloads {
    pub(crate) mod both_ends;
    pub(crate) mod customizable;
    pub(crate) mod driving;
    pub(crate) mod eight_puzzle;
    pub(crate) mod fifteen_puzzle;
    pub(crate) mod first_day;
    pub(crate) mod grids;
    pub(crate) mod hashed;
    pub(crate) mod ida_star;
    pub(crate) mod jump_points;
    pub(crate) mod k_shortest;
    pub(crate) mod meshes;
    pub(crate) mod one_to_all;
    pub(crate) mod prepared;
    pub(crate) mod roads;
    pub(crate) mod scaling;
}

use std::env;
use std::process::ExitCode;

use support::contest::print_summary;
use workloads::{
    both_ends, customizable, driving, eight_puzzle, fifteen_puzzle, first_day, grids, hashed, ida_star, jump_points,
    k_shortest, meshes, one_to_all, prepared, roads, scaling,
};

const WORKLOADS: [(&str, fn()); 18] = [
    ("first-day", first_day::run),
    ("8-puzzle", eight_puzzle::run),
    ("15-puzzle", fifteen_puzzle::run),
    ("15-puzzle-compact-by-hand", fifteen_puzzle::run_by_hand),
    ("ida-star", ida_star::run),
    ("ida-star-by-hand", ida_star::run_by_hand),
    ("grid-generated", grids::run_generated),
    ("grid-real", grids::run_real),
    ("jump-points", jump_points::run),
    ("one-to-all", one_to_all::run),
    ("roads", roads::run),
    ("both-ends", both_ends::run),
    ("prepared", prepared::run),
    ("customizable", customizable::run),
    ("k-shortest", k_shortest::run),
    ("meshes", meshes::run),
    ("strings-and-pairs", hashed::run),
    ("driving", driving::run),
];

/// These take long and run only on request.
const ON_DEMAND: [(&str, fn()); 1] = [("scaling", scaling::run)];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench -p astride-peers`.");
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let is_wanted = |name: &str| wanted.iter().any(|part| name.contains(part.as_str()));
    let mut chosen: Vec<_> = WORKLOADS
        .iter()
        .filter(|(name, _)| wanted.is_empty() || is_wanted(name))
        .collect();
    chosen.extend(ON_DEMAND.iter().filter(|(name, _)| is_wanted(name)));
    // In a run of all benchmarks, the name of another benchmark is not a mistake.
    if chosen.is_empty() {
        println!(
            "No such workload. There are: {}, and by name alone: {}",
            WORKLOADS.map(|(name, _)| name).join(", "),
            ON_DEMAND.map(|(name, _)| name).join(", "),
        );
    }
    for (_, run) in chosen {
        run();
    }
    print_summary();
    ExitCode::SUCCESS
}
