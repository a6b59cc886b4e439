//! [`Durations`] and [`UnitDurations`]: whether edges of a team take several moves. [`DurationTable`]: how many.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use crate::places::Rows;

/// The mark of a [`Team`](crate::Team) whose edges take one move each, which is the default. All planners accept it.
#[derive(Clone, Copy, Debug)]
pub struct UnitDurations;

/// The mark of a [`Team`](crate::Team) whose edges may take several moves, which
/// [`with_durations`](crate::Team::with_durations) returns.
///
/// [`Prioritized`](crate::Prioritized), [`Lns`](crate::Lns), [`AnytimePlanner`](crate::AnytimePlanner),
/// [`Cbs`](crate::Cbs) and [`Reservations`](crate::Reservations) accept such a team, and so does
/// [`Plan::check`](crate::Plan::check). [`Lacam`](crate::Lacam) and [`Pibt`](crate::Pibt) do not: they go from one
/// configuration to the next, in which every agent is at a node and free to go anywhere. The compiler rejects the call:
///
/// ```compile_fail,E0308
/// use astride::FnGraph;
/// use astride_agents::{Lacam, Team};
///
/// let ring = FnGraph::new(|n: &u32| [((n + 1) % 9, 1_u32), ((n + 8) % 9, 1)]);
/// let team = Team::new(&ring, [(0, 3), (3, 0)])?.with_durations(|_, _| 2)?;
/// let search = Lacam::new(&team); // expected `&Team<_>`, found `&Team<u32, Durations>`
/// # Ok::<(), astride_agents::TeamError>(())
/// ```
///
/// ```compile_fail,E0308
/// use astride::FnGraph;
/// use astride_agents::{Pibt, Team};
///
/// let ring = FnGraph::new(|n: &u32| [((n + 1) % 9, 1_u32), ((n + 8) % 9, 1)]);
/// let team = Team::new(&ring, [(0, 3), (3, 0)])?.with_durations(|_, _| 2)?;
/// let game = Pibt::new(&team);
/// # Ok::<(), astride_agents::TeamError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Durations;

/// The number of moves that each step between places takes, unless each takes one.
#[derive(Clone, Debug, Default)]
pub(crate) struct DurationTable(Option<Arc<Table>>);

#[derive(Clone, Debug)]
struct Table {
    steps: Rows,
    /// The moves of each step, in the order of the steps.
    moves: Vec<u16>,
}

/// The times at which an agent is on its way between two places, so that it is at both. They begin one move after it
/// has set out, and end one move before it arrives.
#[derive(Clone, Debug)]
pub(crate) struct Transit<'p> {
    pub(crate) times: Range<u32>,
    pub(crate) from: &'p u32,
    pub(crate) to: &'p u32,
}

impl DurationTable {
    /// Creates a table from the moves of each step, in the order of the steps.
    pub(crate) fn new(steps: &Rows, moves: Vec<u16>) -> Self {
        let steps = steps.clone();
        DurationTable(Some(Arc::new(Table { steps, moves })))
    }

    /// Whether each step takes one move.
    #[inline]
    pub(crate) fn are_unit(&self) -> bool {
        self.0.is_none()
    }

    /// The moves of each step from a place, in the order of the steps. Empty if each step takes one move.
    #[inline]
    pub(crate) fn row(&self, place: u32) -> &[u16] {
        let table = self.0.as_ref();
        table.map_or(&[], |table| &table.moves[table.steps.range(place)])
    }

    /// The moves of the step from one place to another, or 1 for waiting.
    #[inline]
    pub(crate) fn of(&self, from: u32, to: u32) -> u32 {
        let row = self.row(from);
        let Some(table) = self.0.as_ref().filter(|_| from != to) else {
            return 1;
        };
        let position = table.steps.row(from).binary_search(&to).ok();
        position.and_then(|at| row.get(at)).map_or(1, |moves| u32::from(*moves))
    }

    /// When an agent with this path, which has a place for each time, is on its way between two places.
    pub(crate) fn transits<'p>(&self, path: &'p [u32]) -> impl Iterator<Item = Transit<'p>> {
        let path = if self.are_unit() { &[] } else { path };
        let steps = (0_u32..).zip(path.windows(2));
        steps.filter(|(_, step)| step[0] != step[1]).filter_map(|(time, step)| {
            let (from, to) = (&step[0], &step[1]);
            let first = (time + 2).saturating_sub(self.of(*from, *to));
            (first <= time).then_some(Transit {
                times: first..time + 1,
                from,
                to,
            })
        })
    }

    /// The place to which an agent with this path is on its way at a time, if it is.
    pub(crate) fn entered(&self, path: &[u32], time: u32) -> Option<u32> {
        let rest = if self.are_unit() {
            &[]
        } else {
            path.get(time as usize..)?
        };
        let from = *rest.first()?;
        // A move takes a bounded time.
        let (after, to) = (0_u32..=u16::MAX.into()).zip(rest).find(|(_, place)| **place != from)?;
        (after < self.of(from, *to)).then_some(*to)
    }
}
