//! [`Progress`], [`Building`]: a sign of life on the terminal while a search, or what it needs, takes long.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use astride::Stats;
use astride::npuzzle::patterns::BuildProgress;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

/// Searches that take no longer show nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// A line on standard error, if that is a terminal, with what a search has done so far. It is gone when this is
/// dropped.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Call it a few times a second.
    pub(crate) fn update(&mut self, algorithm: &str, stats: &Stats) {
        if stats.elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(spinner);
        bar.set_message(format!(
            "{algorithm}: {} s, {} expanded, {} open, {}",
            stats.elapsed.as_secs(),
            HumanCount(stats.expanded),
            HumanCount(stats.open as u64),
            HumanBytes(stats.bytes as u64),
        ));
        bar.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The same while pattern databases are built.
#[derive(Debug)]
pub(crate) struct Building {
    begun: Instant,
    bar: Mutex<Option<ProgressBar>>,
}

impl Default for Building {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            bar: Mutex::default(),
        }
    }
}

impl Building {
    /// Call it as often as there is something new. It never stops a build.
    pub(crate) fn update(&self, progress: BuildProgress) -> ControlFlow<()> {
        if self.begun.elapsed() >= PATIENCE {
            let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
            let bar = bar.get_or_insert_with(spinner);
            bar.set_message(format!(
                "pattern database {} of {}: {} of {} placements, up to {} moves away",
                progress.table + 1,
                progress.tables,
                HumanCount(progress.known),
                HumanCount(progress.placements),
                progress.distance,
            ));
            bar.tick();
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get_mut().unwrap_or_else(PoisonError::into_inner) {
            bar.finish_and_clear();
        }
    }
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {wide_msg}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
