//! [`Mdd`]: all shortest paths of an agent under its rules, and whether those of two agents are compatible.

use alloc::vec;
use alloc::vec::Vec;

use astride::{Dfs, Graph, Problem, Stats, Status};

use super::rules::Rules;
use crate::AtEnd;
use crate::places::{NONE, Places, Spots};

/// The places on the shortest paths of an agent at each time, a multi-valued decision diagram.
#[derive(Clone, Debug)]
pub(crate) struct Mdd {
    /// The last level has only the goal.
    levels: Vec<Level>,
    goal: u32,
    end: AtEnd,
    can_follow: bool,
    spots: Spots,
    /// The number of times with only one place.
    pub(crate) singles: usize,
}

/// The places where an agent can be at one time.
#[derive(Clone, Debug, Default)]
struct Level {
    /// In order.
    places: Vec<u32>,
    /// The end of each place's part of `next`.
    ends: Vec<usize>,
    /// The places that it can reach with the next move.
    next: Vec<u32>,
}

impl Level {
    /// The places that an agent at `from` can reach with the next move.
    fn next(&self, from: u32) -> &[u32] {
        let Ok(at) = self.places.binary_search(&from) else {
            return &[];
        };
        let first = if at == 0 {
            Some(0)
        } else {
            self.ends.get(at - 1).copied()
        };
        let next = first.and_then(|first| self.next.get(first..*self.ends.get(at)?));
        next.unwrap_or_default()
    }
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
        let mut levels = vec![Level {
            places: reached.pop().unwrap_or_default(),
            ..Level::default()
        }];
        for (time, candidates) in (0..moves).zip(&reached).rev() {
            let mut level = Level::default();
            let after = &levels[levels.len() - 1].places;
            for from in candidates {
                let first = level.next.len();
                let next = places.next(*from).iter().chain([from]);
                let kept = next.filter(|to| after.binary_search(to).is_ok() && rules.allow(*from, **to, time + 1));
                level.next.extend(kept);
                if level.next.len() > first {
                    level.places.push(*from);
                    level.ends.push(level.next.len());
                }
            }
            levels.push(level);
        }
        levels.reverse();
        Mdd {
            singles: levels.iter().filter(|level| level.places.len() == 1).count(),
            levels,
            goal: rules.goal,
            end,
            can_follow: places.can_follow,
            spots: places.spots.clone(),
        }
    }

    /// The number of moves.
    fn moves(&self) -> u32 {
        u32::try_from(self.levels.len() - 1).unwrap_or(u32::MAX)
    }

    fn start(&self) -> Option<u32> {
        self.levels[0].places.first().copied()
    }

    /// Whether each shortest path is at a spot at a time.
    pub(crate) fn needs(&self, spot: u32, time: u32) -> bool {
        let is_there = |place: &u32| *self.spots.of(place) == spot;
        let level = self.levels.get(time as usize);
        level.map_or(is_there(&self.goal) && self.is_there(time), |level| {
            level.places.iter().all(is_there)
        })
    }

    /// Whether the agent has not left before this time.
    fn is_there(&self, time: u32) -> bool {
        time <= self.end.last(self.moves())
    }

    /// The places that the agent can reach with the next move. After the end, it stays, or is at [`NONE`].
    fn next(&self, from: u32, time: u32) -> impl Iterator<Item = u32> {
        let level = self.levels.get(time as usize).filter(|_| time < self.moves());
        let moved = level.map_or(&[][..], |level| level.next(from));
        let stays = if self.is_there(time + 1) { from } else { NONE };
        moved.iter().copied().chain(level.is_none().then_some(stays))
    }
}

/// Two agents on their shortest paths, after a number of moves.
struct Pair<'a> {
    one: &'a Mdd,
    other: &'a Mdd,
}

impl Graph for Pair<'_> {
    type Node = (u32, u32, u32);
    type Cost = u32;

    fn successors(&self, &(time, one, other): &(u32, u32, u32)) -> impl Iterator<Item = ((u32, u32, u32), u32)> {
        self.one.next(one, time).flat_map(move |a| {
            let next = self.other.next(other, time);
            let apart = next.filter(move |b| {
                let [a, b, one, other] = [a, *b, one, other].map(|place| *self.one.spots.of(&place));
                let is_free = |to: u32, left: u32| to == NONE || to != left;
                let is_swap = a != NONE && (a, b) == (other, one);
                let follows = !(is_free(a, other) && is_free(b, one));
                is_free(a, b) && !is_swap && (self.one.can_follow || !follows)
            });
            apart.map(move |b| ((time + 1, a, b), 1))
        })
    }
}

impl Problem for Pair<'_> {
    fn start(&self) -> (u32, u32, u32) {
        let start = |mdd: &Mdd| mdd.start().unwrap_or(mdd.goal);
        (0, start(self.one), start(self.other))
    }

    fn is_goal(&self, (time, ..): &(u32, u32, u32)) -> bool {
        *time >= self.one.moves().max(self.other.moves())
    }
}

/// Whether each shortest path of one agent conflicts with each shortest path of the other.
pub(crate) fn is_in_the_way(one: &Mdd, other: &Mdd, stats: &mut Stats) -> bool {
    let mut search = Dfs::new(Pair { one, other });
    let end = search.run();
    *stats = search.stats().after(stats);
    end == Status::Exhausted
}
