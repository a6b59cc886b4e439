//! [`Mdd`]: all shortest paths of an agent under its rules.

use alloc::vec;
use alloc::vec::Vec;

use super::rules::Rules;
use crate::AtEnd;
use crate::places::{NONE, Places};

/// The places on the shortest paths of an agent at each time, a multi-valued decision diagram.
#[derive(Clone, Debug)]
pub(crate) struct Mdd {
    /// The last level has only the goal.
    levels: Vec<Level>,
    end: AtEnd,
    /// The number of times with only one place.
    pub(crate) singles: usize,
}

/// The places where an agent can be at one time.
#[derive(Clone, Debug, Default)]
struct Level {
    /// In order.
    places: Vec<u32>,
    spots: Vec<u32>,
    /// The end of each place's part of `next`.
    ends: Vec<u32>,
    /// The positions in the next level that can be reached with the next move.
    next: Vec<u32>,
}

impl Mdd {
    /// All paths with this number of moves, which is the minimum.
    pub(crate) fn new<N>(places: &Places<N>, rules: &Rules, start: u32, moves: u32, end: AtEnd) -> Self {
        let mut reached = vec![vec![start]];
        for time in 1..=moves {
            let mut level = Vec::new();
            for from in &reached[time as usize - 1] {
                let next = places.next(*from).iter().chain([from]);
                let is_on_time = |to: u32| rules.remaining(to, time) <= moves - time;
                level.extend(next.filter(|to| is_on_time(**to) && rules.allow(*from, **to, time)));
            }
            level.sort_unstable();
            level.dedup();
            reached.push(level);
        }
        // Goes backwards, so that places that do not lead to the goal are left out.
        let goal = reached.pop().unwrap_or_default();
        let mut levels = vec![Level {
            spots: goal.iter().map(|place| places.spot(*place)).collect(),
            places: goal,
            ..Level::default()
        }];
        for (time, candidates) in (0..moves).zip(&reached).rev() {
            let mut level = Level::default();
            let after = &levels[levels.len() - 1].places;
            for from in candidates {
                let first = level.next.len();
                for to in places.next(*from).iter().chain([from]) {
                    if let Ok(at) = after.binary_search(to)
                        && rules.allow(*from, *to, time + 1)
                    {
                        #[expect(clippy::cast_possible_truncation, reason = "places have numbers of 32 bits")]
                        level.next.push(at as u32);
                    }
                }
                if level.next.len() > first {
                    level.places.push(*from);
                    level.spots.push(places.spot(*from));
                    #[expect(clippy::cast_possible_truncation, reason = "no more than the steps between places")]
                    level.ends.push(level.next.len() as u32);
                }
            }
            levels.push(level);
        }
        levels.reverse();
        Mdd {
            singles: levels.iter().filter(|level| level.places.len() == 1).count(),
            levels,
            end,
        }
    }

    /// The number of moves.
    pub(crate) fn moves(&self) -> u32 {
        u32::try_from(self.levels.len() - 1).unwrap_or(u32::MAX)
    }

    /// The place at this time that comes at this position, unless the agent has already arrived.
    pub(crate) fn place(&self, time: u32, position: usize) -> Option<u32> {
        self.levels.get(time as usize)?.places.get(position).copied()
    }

    /// All places at this time, unless the agent has already arrived.
    pub(crate) fn places(&self, time: u32) -> &[u32] {
        self.levels.get(time as usize).map_or(&[], |level| &level.places)
    }

    /// The spots of all places at this time. After its arrival, the agent stays, or is at [`NONE`].
    pub(crate) fn spots(&self, time: u32) -> &[u32] {
        let last = self.levels.len() - 1;
        let level = &self.levels[last.min(time as usize)];
        if time as usize > last && !self.is_there(time) {
            &[NONE]
        } else {
            &level.spots
        }
    }

    /// The positions at the next time to which a move leads from a position.
    pub(crate) fn next(&self, time: u32, position: usize) -> &[u32] {
        if time >= self.moves() {
            return &[0];
        }
        let Level { ends, next, .. } = &self.levels[time as usize];
        let first = position.checked_sub(1).map_or(0, |before| ends[before]);
        &next[first as usize..ends[position] as usize]
    }

    /// Whether each shortest path is at a spot at a time.
    pub(crate) fn needs(&self, spot: u32, time: u32) -> bool {
        self.spots(time).iter().all(|one| *one == spot)
    }

    /// Whether the agent has not left before this time.
    fn is_there(&self, time: u32) -> bool {
        time <= self.end.last(self.moves())
    }
}
