//! When each search is worth using: `cargo bench --bench defaults [-- all]`.
//!
//! Compares each search with A*, or with the search that it replaces, in processor time, expansions, memory and costs.
//! `all` prints every workload instead of only the best, the median and the worst. Workloads are generated; real maps
//! and roads are added if `ASTRIDE_MOVINGAI` and `ASTRIDE_DATA` name their folders. Every guarantee of a search is
//! checked.

mod support {
    #[expect(dead_code, reason = "only the boards of the 15-puzzle are used here")]
    pub(crate) mod instances;
    pub(crate) mod maps;
    pub(crate) mod movingai;
    pub(crate) mod paired;
    pub(crate) mod random;
    pub(crate) mod road;
}

mod rows {
    pub(crate) mod common;
    pub(crate) mod grids;
    pub(crate) mod puzzles;
    pub(crate) mod roads;
}

use std::env;

use rows::{grids, puzzles, roads};
use support::paired::{Comparison, Promise, Work, compare, processor_time};

/// The rows of the table, in the order in which they first occurred.
#[derive(Default)]
struct Table {
    rows: Vec<(String, Vec<Comparison>)>,
}

impl Table {
    /// Measures `second` relative to `first`, both of which find cheapest paths, and adds the result to the row of
    /// `search`.
    fn add(&mut self, search: &str, workload: &str, first: impl FnMut() -> Work, second: impl FnMut() -> Work) {
        self.add_with(Promise::Cheapest, search, workload, first, second);
    }

    /// The same for a search with another guarantee.
    fn add_with(
        &mut self,
        promise: Promise,
        search: &str,
        workload: &str,
        first: impl FnMut() -> Work,
        second: impl FnMut() -> Work,
    ) {
        let comparison = compare(search, workload, promise, first, second);
        match self.rows.iter_mut().find(|(name, _)| name == search) {
            Some((_, row)) => row.push(comparison),
            None => self.rows.push((search.to_owned(), vec![comparison])),
        }
    }

    fn print(&mut self, with_all: bool) {
        println!("\n| search | best | typical | worst | expansions | memory | cost |");
        println!("|---|---|---:|---|---:|---:|---:|");
        for (search, row) in &mut self.rows {
            row.sort_by(|a, b| a.time.total_cmp(&b.time));
            let typical = &row[(row.len() - 1) / 2];
            let named = |one: &Comparison| format!("{:.2} ({})", one.time, one.workload);
            let median = |figure: fn(&Comparison) -> f64| {
                let mut all: Vec<f64> = row.iter().map(figure).collect();
                all.sort_by(f64::total_cmp);
                rounded(all[(all.len() - 1) / 2])
            };
            println!(
                "| {search} | {} | {:.2} | {} | {} | {} | {} |",
                named(&row[0]),
                typical.time,
                named(&row[row.len() - 1]),
                median(|one| one.expanded),
                median(|one| one.bytes),
                median(|one| one.cost),
            );
        }
        if with_all {
            println!("\n| search | workload | time | expansions | memory | cost |\n|---|---|---:|---:|---:|---:|");
            for (search, row) in &self.rows {
                for one in row {
                    let figures = [one.time, one.expanded, one.bytes, one.cost].map(rounded);
                    println!("| {search} | {} | {} |", one.workload, figures.join(" | "));
                }
            }
        }
    }
}

/// Prints a figure that is known and nonzero.
fn rounded(figure: f64) -> String {
    if figure.is_finite() && figure > 0.0 {
        format!("{figure:.3}")
    } else {
        "–".to_owned()
    }
}

fn main() {
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    let arguments: Vec<String> = env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench defaults`.");
        return;
    }
    println!("In parts of A*, or of the search named after \"beside\": below 1 is better than that.");
    println!("\"best\", \"typical\" and \"worst\" are times over the workloads; the other columns are medians.");
    if processor_time().is_none() {
        println!("This system does not tell processor time: these are times by the clock on the wall.");
    }
    let mut table = Table::default();
    grids::add_to(&mut table);
    roads::add_to(&mut table);
    puzzles::add_to(&mut table);
    table.print(arguments.iter().any(|argument| argument == "all"));
}
