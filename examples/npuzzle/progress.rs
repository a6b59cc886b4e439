//! [`Progress`]: a sign of life on the terminal while a search takes long.

use std::time::Duration;

use astride::Stats;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

/// Searches that take no longer show nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// A line on standard error, if that is a terminal, with what a search has done so far. It is gone when this is dropped.
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
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
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
