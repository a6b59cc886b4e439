//! [`Judge`]: leads all workers through the levels.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use astride::Budget;

use super::{Enumeration, Level, Order, Report, State};
use crate::error::Failure;

/// The current task of the workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Inspecting,
    Beginning,
    Expanding,
    Merging,
    Committing,
}

/// In worker 0: receives the reports of all workers, and gives the next order.
#[derive(Debug)]
pub(super) struct Judge<F> {
    budget: Budget,
    begun: Duration,
    on_level: F,
    stage: Stage,
    heard: u64,
    /// The sum of the reports since the last order, and the states of the processes.
    sum: Report,
    states: Vec<(usize, State)>,
    sent: u64,
    /// The number of nodes found by this call.
    found: u64,
    end: Enumeration,
}

fn now(budget: &Budget) -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let of_system = || START.get_or_init(Instant::now).elapsed();
    budget.clock().map_or_else(of_system, |clock| clock())
}

impl<F: FnMut(Level) -> ControlFlow<()>> Judge<F> {
    pub(super) fn new(budget: Budget, on_level: F) -> Self {
        Self {
            budget,
            begun: now(&budget),
            on_level,
            stage: Stage::Inspecting,
            heard: 0,
            sum: Report::default(),
            states: Vec::new(),
            sent: 0,
            found: 0,
            end: Enumeration::default(),
        }
    }

    pub(super) fn hear(&mut self, report: Report) {
        self.heard += 1;
        self.states.extend(report.state.map(|state| (report.process, state)));
        let sum = &mut self.sum;
        sum.expanded += report.expanded;
        sum.sent += report.sent;
        sum.found += report.found;
        sum.back += report.back;
        if let Some(there) = report.there {
            *sum.there.get_or_insert(0) += there;
        }
        for (sum, bytes) in sum.traffic.iter_mut().zip(report.traffic) {
            *sum += bytes;
        }
    }

    /// The next order, once all workers have reported.
    pub(super) fn decide(&mut self, workers: u64) -> Result<Option<Order>, Failure> {
        if self.heard < workers {
            return Ok(None);
        }
        self.heard = 0;
        let sum = std::mem::take(&mut self.sum);
        let states = std::mem::take(&mut self.states);
        let (order, stage) = match self.stage {
            Stage::Inspecting => (begin(&states)?, Stage::Beginning),
            Stage::Beginning => {
                self.resume(&states)?;
                (self.next(), Stage::Expanding)
            }
            Stage::Expanding => {
                self.end.expanded += sum.expanded;
                self.sent += sum.sent;
                (Order::Merge, Stage::Merging)
            }
            Stage::Merging => {
                if let Some(there) = sum.there.filter(|there| *there != sum.back) {
                    let depth = self.end.counts.len().saturating_sub(2) as u64;
                    let back = sum.back;
                    return Err(Failure::OneWay { depth, there, back });
                }
                self.end.is_complete = sum.found == 0;
                if sum.found > 0 {
                    self.end.counts.push(sum.found);
                    self.found += sum.found;
                }
                let is_over = self.end.is_complete;
                (Order::Commit { is_over }, Stage::Committing)
            }
            Stage::Committing => {
                let level = self.level(sum.traffic);
                let is_stopped = !self.end.is_complete && (self.on_level)(level).is_break();
                let end = is_stopped.then(|| Order::End(self.end.clone()));
                (end.unwrap_or_else(|| self.next()), Stage::Expanding)
            }
        };
        self.stage = stage;
        Ok(Some(order))
    }

    /// Continues from the levels of the shares.
    fn resume(&mut self, states: &[(usize, State)]) -> Result<(), Failure> {
        let Some((first, others)) = states.split_first() else {
            return Ok(());
        };
        self.end.counts.clone_from(&first.1.counts);
        self.end.is_complete = first.1.is_complete;
        for other in others {
            if other.1.counts.len() != self.end.counts.len() || other.1.is_complete != self.end.is_complete {
                return Err(differ(first, other));
            }
            for (sum, count) in self.end.counts.iter_mut().zip(&other.1.counts) {
                *sum += count;
            }
        }
        Ok(())
    }

    fn next(&self) -> Order {
        let is_spent = |limit: Option<u64>, spent| limit.is_some_and(|limit| spent >= limit);
        let nodes = self.budget.max_nodes().map(|nodes| nodes as u64);
        let time = self.budget.max_time();
        let is_over = is_spent(self.budget.max_expansions(), self.end.expanded)
            || is_spent(nodes, self.found)
            || time.is_some_and(|time| now(&self.budget).saturating_sub(self.begun) >= time);
        if self.end.is_complete || is_over {
            Order::End(self.end.clone())
        } else {
            Order::Expand
        }
    }

    fn level(&self, [disk, written, read]: [u64; 3]) -> Level {
        Level {
            depth: self.end.counts.len().saturating_sub(1),
            nodes: self.end.counts.last().copied().unwrap_or(0),
            total: self.end.total(),
            expanded: self.end.expanded,
            disk,
            written,
            read,
            sent: self.sent,
        }
    }
}

/// The order with the number of commits from which all can continue.
fn begin(states: &[(usize, State)]) -> Result<Order, Failure> {
    let commits = |(_, state): &&(usize, State)| state.commits;
    let (least, most) = (states.iter().min_by_key(commits), states.iter().max_by_key(commits));
    let (Some(least), Some(most)) = (least, most) else {
        return Ok(Order::Begin { commits: 1 });
    };
    if most.1.commits - least.1.commits > 1 {
        return Err(differ(least, most));
    }
    // A process without levels begins with the starts.
    let commits = least.1.commits.max(1);
    Ok(Order::Begin { commits })
}

fn differ(one: &(usize, State), other: &(usize, State)) -> Failure {
    Failure::Folders {
        process: one.0,
        levels: one.1.counts.len(),
        other: other.0,
        others: other.1.counts.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(process: usize, commits: usize) -> (usize, State) {
        let counts = vec![1; commits];
        let is_complete = false;
        let state = State {
            commits,
            counts,
            is_complete,
        };
        (process, state)
    }

    #[test]
    fn shares_begin_where_the_last_one_is_unless_they_differ_by_more_than_a_level() {
        for (all, expected) in [
            (&[0, 0][..], Some(1)),
            (&[0, 1], Some(1)),
            (&[1, 2, 1], Some(1)),
            (&[7, 8, 8], Some(7)),
            (&[7], Some(7)),
            (&[0, 2], None),
            (&[9, 8, 10], None),
        ] {
            let states: Vec<_> = all
                .iter()
                .enumerate()
                .map(|(process, commits)| state(process, *commits))
                .collect();
            match begin(&states) {
                Ok(Order::Begin { commits }) => assert_eq!(Some(commits), expected, "{all:?}"),
                Err(Failure::Folders { levels, others, .. }) => {
                    assert!(expected.is_none() && others > levels + 1, "{all:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}
