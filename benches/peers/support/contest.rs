//! [`Contest`]: several ways to solve the same problems, timed side by side.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Mutex;
use std::time::Duration;

use super::clock::processor_time;

/// Several ways to solve the same problems, timed side by side and printed as a table.
///
/// The entrants run in turn (A B C A B C …), so that a machine that slows down for a while slows all of them down. In
/// every round, the results of each are compared with those of the first before its time counts. The first round does
/// not count, since it fills the caches and allocates the memory that is kept from search to search.
pub(crate) struct Contest<'a> {
    title: String,
    queries: usize,
    rounds: usize,
    expected: Option<Vec<f64>>,
    ours: usize,
    entrants: Vec<Entrant<'a>>,
}

struct Entrant<'a> {
    name: &'static str,
    target: Target,
    run: Box<dyn FnMut() -> Timed + 'a>,
    times: Vec<Duration>,
}

/// The requirement for this crate's time relative to another's.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// No requirement; the time is printed for orientation.
    None,
    /// The other takes at least this many times as long as this crate.
    Faster(f64),
    /// This crate takes at most this many times as long as the other.
    Within(f64),
    /// The other takes at most this many times as long as this crate.
    NoSlower(f64),
}

/// The results of all problems, and the time that it took to find them.
pub(crate) struct Timed {
    /// The processor time of this thread, so that other programs on the machine do not count.
    time: Duration,
    results: Vec<f64>,
}

/// Times the solving of all problems.
pub(crate) fn timed(solve: impl FnOnce() -> Vec<f64>) -> Timed {
    timed_then(solve, |results| results)
}

/// Like [`timed`], but the results are read after the clock has stopped, and the time to free the memory of the
/// search's result is not counted.
pub(crate) fn timed_then<R>(search: impl FnOnce() -> R, read: impl FnOnce(R) -> Vec<f64>) -> Timed {
    let start = processor_time();
    let result = black_box(search());
    let time = processor_time().saturating_sub(start);
    Timed {
        time,
        results: read(result),
    }
}

/// The result if there is no path.
pub(crate) const NO_PATH: f64 = f64::INFINITY;

impl<'a> Contest<'a> {
    pub(crate) fn new(title: impl Into<String>, queries: usize, rounds: usize) -> Self {
        Contest {
            title: title.into(),
            queries,
            rounds,
            expected: None,
            ours: 0,
            entrants: Vec::new(),
        }
    }

    /// Sets the known results. Without them, the others must have the same results as the first entrant.
    pub(crate) fn expect(self, results: Vec<f64>) -> Self {
        Contest {
            expected: Some(results),
            ..self
        }
    }

    /// Adds a way to use this crate. Must be called before [`peer`](Self::peer).
    pub(crate) fn ours(mut self, name: &'static str, run: impl FnMut() -> Timed + 'a) -> Self {
        self.ours += 1;
        self.peer(name, Target::None, run)
    }

    /// Adds another crate or program.
    pub(crate) fn peer(mut self, name: &'static str, target: Target, run: impl FnMut() -> Timed + 'a) -> Self {
        self.entrants.push(Entrant {
            name,
            target,
            run: Box::new(run),
            times: Vec::new(),
        });
        self
    }

    /// Runs all rounds and prints the table.
    pub(crate) fn run(mut self) {
        for round in 0..=self.rounds {
            for entrant in &mut self.entrants {
                let Timed { time, results } = (entrant.run)();
                let expected = self.expected.get_or_insert_with(|| results.clone());
                assert_same(&self.title, entrant.name, expected, &results);
                if round > 0 {
                    entrant.times.push(time);
                }
            }
        }
        println!("{}", self.table());
        let row = self.row();
        SUMMARY.lock().expect("one thread").push(row);
    }

    /// This crate's time, and the others' divided by it, in one line.
    fn row(&self) -> String {
        let (ours, others) = self.entrants.split_at(self.ours);
        let mut row = format!("| {} |", self.title);
        let times = ours.iter().map(|own| with_unit(self.a_query(own)));
        write_into(&mut row, format_args!(" {} |", times.collect::<Vec<_>>().join(" · ")));
        for name in COLUMNS {
            if let Some(other) = others.iter().find(|other| other.name.starts_with(name)) {
                let ratios = ours.iter().map(|own| with_verdict(other, ratio(other, own)));
                row.push(' ');
                row.push_str(&ratios.collect::<Vec<_>>().join(" · "));
            }
            row.push_str(" |");
        }
        row
    }

    #[expect(clippy::cast_precision_loss, reason = "a few thousand queries")]
    fn a_query(&self, entrant: &Entrant<'_>) -> f64 {
        median(&seconds(entrant)) / self.queries as f64
    }

    fn table(&self) -> String {
        let (ours, _) = self.entrants.split_at(self.ours);
        let mut table = format!(
            "### {} ({} queries, {} rounds)\n\n| | a query | spread |",
            self.title, self.queries, self.rounds
        );
        for own in ours {
            write_into(&mut table, format_args!(" ÷ {} |", own.name));
        }
        table.push_str(" target |\n|---|---:|---:|");
        table.push_str(&"---:|".repeat(ours.len()));
        table.push_str("---|\n");
        for entrant in &self.entrants {
            let times = seconds(entrant);
            let middle = median(&times);
            let least = times.iter().copied().fold(f64::INFINITY, f64::min);
            let most = times.iter().copied().fold(0.0, f64::max);
            write_into(
                &mut table,
                format_args!(
                    "| {} | {} | −{:.0} % +{:.0} % |",
                    entrant.name,
                    with_unit(self.a_query(entrant)),
                    (1.0 - least / middle) * 100.0,
                    (most / middle - 1.0) * 100.0,
                ),
            );
            for own in ours {
                write_into(
                    &mut table,
                    format_args!(" {} |", with_verdict(entrant, ratio(entrant, own))),
                );
            }
            match entrant.target {
                Target::None => table.push_str(" |\n"),
                Target::Faster(times) => write_into(&mut table, format_args!(" ≥ {times} |\n")),
                Target::Within(times) => write_into(&mut table, format_args!(" ≥ {:.2} |\n", 1.0 / times)),
                Target::NoSlower(times) => write_into(&mut table, format_args!(" ≤ {times} |\n")),
            }
        }
        table
    }
}

/// A line for each contest that has been run.
static SUMMARY: Mutex<Vec<String>> = Mutex::new(Vec::new());
const COLUMNS: [&str; 4] = ["pathfinding", "petgraph", "polyanya", "hand-written"];

/// Prints a line for each contest that has been run: this crate's times, and the others' divided by them.
pub(crate) fn print_summary() {
    println!(
        "### Summary\n\n| | astride | {} |",
        COLUMNS.map(|name| format!("{name} ÷")).join(" | ")
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for row in SUMMARY.lock().expect("one thread").iter() {
        println!("{row}");
    }
}

fn with_verdict(entrant: &Entrant<'_>, ratio: f64) -> String {
    let verdict = match entrant.target {
        Target::None => "",
        Target::Faster(times) if ratio >= times => " ✓",
        Target::Within(times) if 1.0 / ratio <= times => " ✓",
        Target::NoSlower(times) if ratio <= times => " ✓",
        _ => " ✗",
    };
    format!("{ratio:.2}{verdict}")
}

fn seconds(entrant: &Entrant<'_>) -> Vec<f64> {
    entrant.times.iter().map(Duration::as_secs_f64).collect()
}

/// The median over the rounds of `other`'s time divided by `own`'s in the same round.
fn ratio(other: &Entrant<'_>, own: &Entrant<'_>) -> f64 {
    let ratios: Vec<f64> = other
        .times
        .iter()
        .zip(&own.times)
        .map(|(other, own)| other.as_secs_f64() / own.as_secs_f64())
        .collect();
    median(&ratios)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn assert_same(title: &str, name: &str, expected: &[f64], results: &[f64]) {
    assert_eq!(
        expected.len(),
        results.len(),
        "{title}: {name} has another number of results"
    );
    for (number, (expected, result)) in expected.iter().zip(results).enumerate() {
        assert!(
            expected.total_cmp(result).is_eq(),
            "{title}: {name} has {result} for problem {number}, not {expected}",
        );
    }
}

fn with_unit(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        ..1e-3 => (1e6, "µs"),
        ..1.0 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    let value = seconds * factor;
    let digits = match value {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

fn write_into(table: &mut String, arguments: std::fmt::Arguments<'_>) {
    table.write_fmt(arguments).expect("a string takes everything");
}
