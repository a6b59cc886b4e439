//! [`Places`]: the part of a graph that agents can reach, with small numbers for its nodes.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::Range;

use astride::{Cost, Graph};
use hashbrown::HashMap;

use crate::TeamError;
use crate::durations::DurationTable;

/// A value that is not the number of any node or agent.
pub(crate) const NONE: u32 = u32::MAX;

/// The nodes that can be reached from the starts, numbered in the order of a breadth-first search, and the steps
/// between them. Staying at a node is always allowed and therefore not listed. No step is listed twice.
#[derive(Clone, Debug)]
pub(crate) struct Places<N> {
    nodes: Vec<N>,
    numbers: HashMap<N, u32>,
    onward: Rows,
    /// `None` if every step leads both ways.
    backward: Option<Rows>,
    /// Whether an agent may enter a spot in the move in which another one leaves it.
    pub(crate) can_follow: bool,
    /// The first place that belongs to an agent. All further ones do, too, those of an agent after those of the agent
    /// before it. [`NONE`] if there are no such places.
    first_private: u32,
    exits: Option<Exits>,
    pub(crate) spots: Spots,
    pub(crate) durations: DurationTable,
}

/// For each place, the first one that is the same spot, unless each place is a spot of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spots(Option<Arc<[u32]>>);

impl Spots {
    /// Whether each place is a spot of its own.
    pub(crate) fn are_places(&self) -> bool {
        self.0.is_none()
    }

    /// The spot of a place. For [`NONE`], which an agent has that has left, this is [`NONE`].
    #[inline]
    pub(crate) fn of<'a>(&'a self, place: &'a u32) -> &'a u32 {
        let spots = self.0.as_ref();
        spots.map_or(place, |spots| spots.get(*place as usize).unwrap_or(place))
    }

    /// The places of a spot.
    pub(crate) fn places_of(&self, spot: u32) -> impl Iterator<Item = u32> {
        let all = self.0.as_deref().unwrap_or_default().iter();
        let same = (0..).zip(all).filter(move |(_, first)| **first == spot);
        same.map(|(place, _)| place).chain(self.are_places().then_some(spot))
    }
}

/// Places that only one agent can enter, from its goal. Those in which it stays take up the same spot as the goal. From
/// the last of them, the exit, nothing leads on, and an agent there is gone.
#[derive(Clone, Debug)]
struct Exits {
    /// The number of these places for each agent.
    each: u32,
    goals: Arc<[u32]>,
}

/// Lists of numbers, stored one after another.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    ends: Vec<u32>,
    to: Vec<u32>,
}

impl Rows {
    fn new() -> Self {
        Rows {
            ends: Vec::new(),
            to: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn range(&self, row: u32) -> Range<usize> {
        let row = row as usize;
        let first = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        first..self.ends[row] as usize
    }

    #[inline]
    pub(crate) fn row(&self, row: u32) -> &[u32] {
        &self.to[self.range(row)]
    }

    /// Ends a row after its numbers were pushed.
    fn end(&mut self) -> Result<(), TeamError> {
        let first = self.ends.last().map_or(0, |end| *end as usize);
        self.to[first..].sort_unstable();
        let mut kept = first;
        for place in first..self.to.len() {
            if kept == first || self.to[kept - 1] != self.to[place] {
                self.to[kept] = self.to[place];
                kept += 1;
            }
        }
        self.to.truncate(kept);
        self.ends.push(u32::try_from(kept).map_err(|_| TeamError::TooLarge)?);
        Ok(())
    }

    /// The same steps reversed, each row in order.
    fn reversed(&self) -> Self {
        let rows = self.ends.len();
        let mut ends = alloc::vec![0_u32; rows];
        for to in &self.to {
            ends[*to as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += core::mem::replace(end, sum);
        }
        let mut from = alloc::vec![0; self.to.len()];
        for row in 0..rows {
            #[expect(clippy::cast_possible_truncation, reason = "nodes have numbers of 32 bits")]
            let row = row as u32;
            for to in self.row(row) {
                let end = &mut ends[*to as usize];
                from[*end as usize] = row;
                *end += 1;
            }
        }
        Rows { ends, to: from }
    }
}

impl<N: Clone + Eq + Hash> Places<N> {
    /// Finds all nodes that can be reached.
    pub(crate) fn new<G: Graph<Node = N>>(graph: &G, starts: impl Iterator<Item = N>) -> Result<Self, TeamError> {
        let mut places = Places {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            onward: Rows::new(),
            backward: None,
            can_follow: true,
            first_private: NONE,
            exits: None,
            spots: Spots::default(),
            durations: DurationTable::default(),
        };
        let mut at = 0;
        // From one start after another, so that neighbours have similar numbers and are close together in memory.
        for start in starts {
            places.number_or_add(&start)?;
            while let Some(node) = places.nodes.get(at).cloned() {
                for (next, cost) in graph.successors(&node) {
                    if next != node && cost.order(&G::Cost::INFINITY).is_ne() {
                        let number = places.number_or_add(&next)?;
                        places.onward.to.push(number);
                    }
                }
                places.onward.end()?;
                at += 1;
            }
        }
        let backward = places.onward.reversed();
        let is_symmetric = backward.to == places.onward.to && backward.ends == places.onward.ends;
        places.backward = (!is_symmetric).then_some(backward);
        Ok(places)
    }

    fn number_or_add(&mut self, node: &N) -> Result<u32, TeamError> {
        if let Some(number) = self.numbers.get(node) {
            return Ok(*number);
        }
        let number = u32::try_from(self.nodes.len()).ok().filter(|number| *number < NONE);
        let number = number.ok_or(TeamError::TooLarge)?;
        self.nodes.push(node.clone());
        self.numbers.insert(node.clone(), number);
        Ok(number)
    }

    pub(crate) fn number(&self, node: &N) -> Option<u32> {
        self.numbers.get(node).copied()
    }
}

impl<N: Clone> Places<N> {
    /// These places, and for each agent those through which it leaves after it has stayed at its goal for a number of
    /// moves. `None` if there are too many.
    pub(crate) fn with_exits(&self, goals: &Arc<[u32]>, moves: u32) -> Option<Self> {
        let (first, count) = self.numbers_of_exits(goals.len(), moves)?;
        let each = moves + 1;
        let mut by_goal: Vec<(u32, u32)> = goals
            .iter()
            .copied()
            .zip((first..count).step_by(each as usize))
            .collect();
        by_goal.sort_unstable();
        let mut by_goal = by_goal.into_iter().peekable();
        let mut onward = Rows::new();
        for place in 0..count {
            if place < first {
                onward.to.extend_from_slice(self.next(place));
                while let Some((_, exit)) = by_goal.next_if(|(goal, _)| *goal == place) {
                    onward.to.push(exit);
                }
            } else if (place - first) % each < moves {
                onward.to.push(place + 1);
            }
            onward.end().ok()?;
        }
        let stays = goals
            .iter()
            .flat_map(|goal| core::iter::repeat_n(self.spot(*goal), moves as usize).chain([NONE]));
        let spots = (0..first).map(|place| self.spot(place)).chain(stays);
        // An exit is a spot of its own.
        let spots = (0..count)
            .zip(spots)
            .map(|(place, spot)| if spot == NONE { place } else { spot });
        let has_spots = !self.spots.are_places() || moves > 0;
        Some(Places {
            backward: Some(onward.reversed()),
            onward,
            nodes: self.nodes.clone(),
            numbers: self.numbers.clone(),
            can_follow: self.can_follow,
            first_private: first,
            exits: Some(Exits {
                each,
                goals: Arc::clone(goals),
            }),
            spots: Spots(has_spots.then(|| spots.collect())),
            // Only planners for which each step takes one move have exits.
            durations: DurationTable::default(),
        })
    }
}

impl<N> Places<N> {
    /// The first number of a place through which one of these agents leaves, and the number after the last. `None` if
    /// there are too many, or too many steps to them.
    fn numbers_of_exits(&self, agents: usize, moves: u32) -> Option<(u32, u32)> {
        let exits = u32::try_from(agents).ok()?.checked_mul(moves + 1)?;
        u32::try_from(self.onward.to.len()).ok()?.checked_add(exits)?;
        let first = u32::try_from(self.len()).ok()?;
        let count = first.checked_add(exits).filter(|count| *count < NONE)?;
        Some((first, count))
    }

    /// Makes one spot of all places with equal keys.
    pub(crate) fn unite<K: Eq + Hash>(&mut self, key: impl Fn(&N) -> K) {
        let mut firsts = HashMap::new();
        let spots = (0..)
            .zip(&self.nodes)
            .map(|(place, node)| *firsts.entry(key(node)).or_insert(place));
        self.spots = Spots(Some(spots.collect()));
    }

    /// Sets the number of moves that each step takes.
    pub(crate) fn set_durations(&mut self, mut moves: impl FnMut(&N, &N) -> u32) -> Result<(), TeamError>
    where
        N: Debug,
    {
        let mut durations = Vec::with_capacity(self.onward.to.len());
        // A path without repeated places enters each place at most once.
        let mut longest = alloc::vec![0_u16; self.len()];
        for (place, node) in (0..).zip(&self.nodes) {
            for to in self.next(place) {
                let next = self.node(*to);
                let moves = moves(node, next);
                let duration = u16::try_from(moves).ok().filter(|duration| *duration > 0);
                let duration = duration.ok_or_else(|| TeamError::Duration {
                    from: format!("{node:?}"),
                    to: format!("{next:?}"),
                    moves,
                })?;
                longest[*to as usize] = duration.max(longest[*to as usize]);
                durations.push(duration);
            }
        }
        let sum: u64 = longest.into_iter().map(u64::from).sum();
        if sum >= u64::from(NONE) {
            return Err(TeamError::TooLong);
        }
        let are_unit = durations.iter().all(|moves| *moves == 1);
        self.durations = if are_unit {
            DurationTable::default()
        } else {
            DurationTable::new(&self.onward, durations)
        };
        Ok(())
    }

    /// The number of states in which an agent is on its way between two places.
    pub(crate) fn transit_count(&self) -> u64 {
        let moves = (0..).take(self.len()).flat_map(|place| self.durations.row(place));
        moves.map(|moves| u64::from(*moves) - 1).sum()
    }

    /// Whether there are enough numbers for [exits](Self::with_exits).
    pub(crate) fn has_numbers_for_exits(&self, agents: usize, moves: u32) -> bool {
        self.numbers_of_exits(agents, moves).is_some()
    }

    pub(crate) fn len(&self) -> usize {
        self.onward.ends.len()
    }

    pub(crate) fn node(&self, place: u32) -> &N {
        &self.nodes[self.ordinary(place) as usize]
    }

    /// The exit of an agent, if agents leave.
    pub(crate) fn exit(&self, agent: u32) -> Option<u32> {
        let exits = self.exits.as_ref()?;
        Some(self.first_private + agent * exits.each + exits.each - 1)
    }

    /// Whether a place is one of those through which an agent leaves.
    #[inline]
    pub(crate) fn is_private(&self, place: u32) -> bool {
        place >= self.first_private
    }

    /// The agent to which a private place belongs.
    fn owner(&self, place: u32) -> u32 {
        let exits = self.exits.as_ref().filter(|_| self.is_private(place));
        exits.map_or(NONE, |exits| (place - self.first_private) / exits.each)
    }

    /// The place itself, or the goal of the agent that leaves through it.
    #[inline]
    pub(crate) fn ordinary(&self, place: u32) -> u32 {
        let exits = self.exits.as_ref().filter(|_| self.is_private(place));
        exits.map_or(place, |exits| exits.goals[self.owner(place) as usize])
    }

    /// The place that is taken up by an agent here: two agents whose places have the same spot collide.
    #[inline]
    pub(crate) fn spot(&self, place: u32) -> u32 {
        *self.spots.of(&place)
    }

    /// The places that an agent here can choose for the next move, this one last.
    #[inline]
    pub(crate) fn choices(&self, agent: u32, here: u32) -> impl Iterator<Item = u32> {
        let next = self.next(here).iter().copied();
        let open = next.filter(move |place| !self.is_private(*place) || self.owner(*place) == agent);
        open.chain([here])
    }

    /// The places that one step from here leads to, in the order of their numbers.
    #[inline]
    pub(crate) fn next(&self, place: u32) -> &[u32] {
        self.onward.row(place)
    }

    /// The places from which one step leads here.
    #[inline]
    pub(crate) fn before(&self, place: u32) -> &[u32] {
        self.backward.as_ref().unwrap_or(&self.onward).row(place)
    }

    /// The places to which one step leads, each with the moves that this takes.
    #[inline]
    pub(crate) fn steps(&self, place: u32) -> impl Iterator<Item = (u32, u32)> {
        let durations = self.durations.row(place);
        let next = self.next(place).iter().enumerate();
        next.map(|(position, to)| (*to, durations.get(position).map_or(1, |moves| u32::from(*moves))))
    }

    /// The spots that an agent with this path is entering on its way between two places, each with the time. The path
    /// has a place for each time.
    pub(crate) fn entered(&self, path: &[u32]) -> impl Iterator<Item = (u32, u32)> {
        self.durations.transits(path).flat_map(|transit| {
            let spot = self.spot(*transit.to);
            transit.times.map(move |time| (spot, time))
        })
    }

    /// Whether at most one step leads from one place to another.
    pub(crate) fn has_step(&self, from: u32, to: u32) -> bool {
        from == to || self.next(from).binary_search(&to).is_ok()
    }

    /// The first of the pairs whose second place cannot be reached from the first one.
    pub(crate) fn first_apart(&self, mut pairs: impl Iterator<Item = (u32, u32)>) -> Option<usize> {
        let mut marks = alloc::vec![NONE; self.len()];
        if self.backward.is_none() {
            for place in (0..).take(self.len()) {
                self.mark(place, place, &mut marks);
            }
            return pairs.position(|(start, goal)| marks[start as usize] != marks[goal as usize]);
        }
        pairs.position(|(start, goal)| {
            marks.fill(NONE);
            self.mark(start, start, &mut marks);
            marks[goal as usize] == NONE
        })
    }

    /// Marks all places that can be reached from one without passing places that already have a mark.
    fn mark(&self, first: u32, mark: u32, marks: &mut [u32]) {
        if marks[first as usize] != NONE {
            return;
        }
        marks[first as usize] = mark;
        let mut waiting = alloc::vec![first];
        while let Some(place) = waiting.pop() {
            for next in self.next(place) {
                if marks[*next as usize] == NONE {
                    marks[*next as usize] = mark;
                    waiting.push(*next);
                }
            }
        }
    }
}
