//! [`Clock`]: the time limit of a search, and progress reports on standard error if it takes long.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use astride_tiles::patterns::BuildProgress;
use console::Term;

/// Measures one search after another, including the construction of the pattern databases that it needs.
#[derive(Debug)]
pub(crate) struct Clock {
    limit: Option<Duration>,
    times: Mutex<Times>,
}

/// The times when the search began and when the next report is due.
#[derive(Debug)]
struct Times {
    begun: Instant,
    due: Instant,
    is_line_shown: bool,
}

impl Times {
    fn new() -> Self {
        Self {
            begun: Instant::now(),
            due: Instant::now() + patience(),
            is_line_shown: false,
        }
    }
}

impl Clock {
    pub(crate) fn new(limit: Option<Duration>) -> Self {
        let times = Mutex::new(Times::new());
        Self { limit, times }
    }

    /// Starts measuring the next search.
    pub(crate) fn restart(&self) {
        *self.times() = Times::new();
    }

    /// The time that the search has left, or `None` when the limit is reached.
    pub(crate) fn left(&self) -> Option<Duration> {
        let left = self.limit.map_or(Duration::MAX, |limit| {
            limit.saturating_sub(self.times().begun.elapsed())
        });
        (!left.is_zero()).then_some(left)
    }

    /// The time that the search has taken.
    pub(crate) fn seconds(&self) -> f64 {
        self.times().begun.elapsed().as_secs_f64()
    }

    /// Reports the progress of the search now and then: in a terminal, on a line that the next report replaces, and
    /// otherwise on a new line every ten seconds.
    pub(crate) fn report(&self, text: impl FnOnce() -> String) {
        let mut times = self.times();
        if Instant::now() >= times.due {
            let (mut term, seconds) = (Term::stderr(), times.begun.elapsed().as_secs());
            let line = format!("{seconds} s, {}", text());
            // If standard error is closed, nobody reads this.
            times.is_line_shown = term.is_term();
            let _ = if term.is_term() {
                term.clear_line().and_then(|()| write!(term, "{line}"))
            } else {
                writeln!(term, "{line}")
            };
            times.due = Instant::now()
                + if term.is_term() {
                    Duration::from_millis(200)
                } else {
                    patience()
                };
        }
    }

    /// Reports the progress of pattern databases, and stops their construction when the limit is reached.
    pub(crate) fn building(&self, progress: BuildProgress) -> ControlFlow<()> {
        let BuildProgress {
            table,
            tables,
            known,
            placements,
            distance,
            ..
        } = progress;
        self.report(|| {
            let (table, known, placements) = (table + 1, grouped(known), grouped(placements));
            format!(
                "pattern database {table} of {tables}: {known} of {placements} placements, up to {distance} moves away"
            )
        });
        match self.left() {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    }

    /// Clears the line on the terminal, if there is one.
    pub(crate) fn clear(&self) {
        if std::mem::take(&mut self.times().is_line_shown) {
            let _ = Term::stderr().clear_line();
        }
    }

    /// The limit in words.
    pub(crate) fn verdict(&self) -> String {
        format!(
            "the limit of {} seconds is reached",
            self.limit.unwrap_or_default().as_secs_f64()
        )
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time before the first report of a search.
fn patience() -> Duration {
    Duration::from_secs(if Term::stderr().is_term() { 2 } else { 10 })
}

/// A number with a comma after every three digits from the right.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
