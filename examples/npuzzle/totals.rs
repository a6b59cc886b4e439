//! [`Totals`]: what several searches came to, all together.

use std::fmt;
use std::time::Instant;

use indicatif::HumanCount;

use crate::solve::{Outcome, Report};

/// What several searches came to, all together. It prints in one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Totals {
    boards: u64,
    solved: u64,
    moves: u64,
    generated: u64,
    /// From the beginning, which is less than the sum where several boards are solved at a time.
    begun: Instant,
    /// How many lengths could be compared with a known one, and how many were another one than they had to be.
    compared: u64,
    wrong: u64,
}

impl Totals {
    /// Nothing yet: the clock begins.
    pub(crate) fn new() -> Self {
        Self {
            boards: 0,
            solved: 0,
            moves: 0,
            generated: 0,
            begun: Instant::now(),
            compared: 0,
            wrong: 0,
        }
    }

    pub(crate) fn add(&mut self, report: &Report) {
        self.boards += 1;
        self.solved += u64::from(report.status == Outcome::Solved);
        self.moves += report.length.map_or(0, |length| length as u64);
        self.generated += report.generated;
        self.compared += u64::from(report.length.is_some() && report.optimum.is_some());
        self.wrong += u64::from(report.is_wrong());
    }

    /// Whether there is anything to add up.
    pub(crate) fn is_worth_a_line(&self) -> bool {
        self.boards > 1
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { boards, solved, .. } = self;
        let seconds = self.begun.elapsed().as_secs_f64();
        let count = |number: u64| HumanCount(number);
        write!(
            f,
            "{solved} of {boards} solved, {} moves, {} generated, {:.3} s",
            count(self.moves),
            count(self.generated),
            seconds
        )?;
        if seconds > 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "three digits are printed")]
            let rate = self.generated as f64 / seconds / 1e6;
            write!(f, ", {rate:.3} million a second")?;
        }
        match (self.compared, self.wrong) {
            (0, _) => Ok(()),
            (compared, 0) => write!(f, "; {compared} lengths are as they should be"),
            (compared, wrong) => write!(f, "; {wrong} of {compared} lengths are NOT as they should be"),
        }
    }
}
