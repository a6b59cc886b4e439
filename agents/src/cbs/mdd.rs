//! [`Mdd`]: all shortest paths of an agent by its rules, and whether those of two agents fit together.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use astride::{Dfs, Graph, Problem, Stats, Status};

use super::rules::Rules;
use crate::places::Places;

/// The places on the shortest paths of an agent, for each time: a multi-valued decision diagram.
#[derive(Clone, Debug)]
pub(crate) struct Mdd {
    rules: Arc<Rules>,
    /// In order. The last ones are at the goal.
    levels: Vec<Vec<u32>>,
    /// The number of times with one place only.
    pub(crate) singles: usize,
}

impl Mdd {
    /// All paths with this number of moves, which is the least.
    pub(crate) fn new<N>(places: &Places<N>, rules: Arc<Rules>, start: u32, moves: u32) -> Self {
        let mut levels = vec![vec![start]];
        for time in 1..=moves {
            let mut level = Vec::new();
            for from in &levels[time as usize - 1] {
                let next = places.next(*from).iter().chain([from]);
                let is_on_time = |to: u32| rules.remaining(to, time) <= moves - time;
                level.extend(next.filter(|to| is_on_time(**to) && rules.allow(*from, **to, time)));
            }
            level.sort_unstable();
            level.dedup();
            levels.push(level);
        }
        let mut mdd = Mdd {
            rules,
            levels,
            singles: 0,
        };
        for time in (0..moves).rev() {
            let mut level = core::mem::take(&mut mdd.levels[time as usize]);
            level.retain(|from| mdd.next(places, *from, time).next().is_some());
            mdd.levels[time as usize] = level;
        }
        mdd.singles = mdd.levels.iter().filter(|level| level.len() == 1).count();
        mdd
    }

    /// The number of moves.
    fn moves(&self) -> u32 {
        u32::try_from(self.levels.len() - 1).unwrap_or(u32::MAX)
    }

    /// Whether each shortest path is at a place at a time.
    pub(crate) fn needs(&self, place: u32, time: u32) -> bool {
        let level = self.levels.get(time as usize);
        level.map_or(place == self.rules.goal, |level| *level == [place])
    }

    /// The places after a time on the paths that are at a place then. After the end an agent stays.
    fn next<N>(&self, places: &Places<N>, from: u32, time: u32) -> impl Iterator<Item = u32> {
        let level = self.levels.get(time as usize + 1).map_or(&[][..], Vec::as_slice);
        let stays = level.is_empty().then_some(from);
        let moved = level
            .iter()
            .copied()
            .filter(move |to| places.has_step(from, *to) && self.rules.allow(from, *to, time + 1));
        moved.chain(stays)
    }
}

/// Two agents on their shortest paths: where they are after a number of moves.
struct Pair<'a, N> {
    places: &'a Places<N>,
    one: &'a Mdd,
    other: &'a Mdd,
}

impl<N> Graph for Pair<'_, N> {
    type Node = (u32, u32, u32);
    type Cost = u32;

    fn successors(&self, &(time, one, other): &(u32, u32, u32)) -> impl Iterator<Item = ((u32, u32, u32), u32)> {
        self.one.next(self.places, one, time).flat_map(move |a| {
            let next = self.other.next(self.places, other, time);
            let apart = next.filter(move |b| a != *b && (a, *b) != (other, one));
            apart.map(move |b| ((time + 1, a, b), 1))
        })
    }
}

impl<N> Problem for Pair<'_, N> {
    fn start(&self) -> (u32, u32, u32) {
        (0, self.one.levels[0][0], self.other.levels[0][0])
    }

    fn is_goal(&self, (time, ..): &(u32, u32, u32)) -> bool {
        *time >= self.one.moves().max(self.other.moves())
    }
}

/// Whether each shortest path of one agent runs into each one of the other.
pub(crate) fn is_in_the_way<N>(places: &Places<N>, one: &Mdd, other: &Mdd, stats: &mut Stats) -> bool {
    let mut search = Dfs::new(Pair { places, one, other });
    let end = search.run();
    *stats = search.stats().after(stats);
    end == Status::Exhausted
}
