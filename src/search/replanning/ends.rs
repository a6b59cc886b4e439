//! [`Ends`]: the starts, the nodes where a replanning search begins, and the paths between them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::Course;
use super::known::Known;
use crate::engine::{cheapest_edge, path_cost};
use crate::error::Origin;
use crate::memory::Memory;
use crate::{Cost, KnownGoal, Path, Problem, ReverseGraph, SearchError};

/// The nodes where paths begin, and those where the search begins.
#[derive(Clone)]
pub(super) struct Ends<P: Problem, D> {
    pub(super) starts: Vec<(P::Node, P::Cost)>,
    /// The nodes where the search begins, sorted by their ids: the starts, or the goal.
    roots: Vec<(u32, P::Cost)>,
    course: PhantomData<D>,
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Ends<P, D> {
    pub(super) fn new() -> Self {
        Ends {
            starts: Vec::new(),
            roots: Vec::new(),
            course: PhantomData,
        }
    }

    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.roots.clear();
    }

    /// Adds a start, or lowers the cost of one that was given before.
    pub(super) fn add_start(&mut self, node: &P::Node, cost: P::Cost, memory: &mut Memory) {
        match self.starts.iter_mut().find(|(start, _)| start == node) {
            Some((_, known)) if cost.is_less(known) => *known = cost,
            Some(_) => {}
            None => {
                memory.push(&mut self.starts, (node.clone(), cost));
            }
        }
    }

    /// The cost with which the search begins at a node, if it begins there.
    pub(super) fn root(&self, id: u32) -> Option<P::Cost> {
        let place = self.roots.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.roots[place].1)
    }

    /// Lets the search begin at a stored node.
    pub(super) fn add_root(&mut self, id: u32, cost: P::Cost, memory: &mut Memory) {
        match self.roots.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(place) if cost.is_less(&self.roots[place].1) => self.roots[place].1 = cost,
            Ok(_) => {}
            Err(place) => {
                if memory.grow(&mut self.roots, 1).is_some() {
                    self.roots.insert(place, (id, cost));
                }
            }
        }
    }

    /// Whether estimates are used. They refer to the start, so there must be only one.
    pub(super) fn has_estimates(&self) -> bool {
        !D::IS_BACKWARD || self.starts.len() < 2
    }

    #[inline]
    pub(super) fn estimate(&self, problem: &P, node: &P::Node) -> P::Cost {
        match self.starts.first() {
            Some((start, _)) if self.has_estimates() => D::estimate(problem, start, node),
            _ => P::Cost::ZERO,
        }
    }

    /// The end of the paths at which the search arrives, with the cost of the best path, if there is one.
    #[inline]
    pub(super) fn arrival(&self, problem: &P, known: &Known<P>) -> Option<(u32, P::Cost)> {
        let at = |node: &P::Node| {
            let id = known.nodes.find(problem, node)?;
            known.has_path(id).then(|| (id, known.nodes.cost(id)))
        };
        if !D::IS_BACKWARD {
            return at(&problem.goal());
        }
        let arrivals = self.starts.iter().filter_map(|(start, cost)| {
            let (id, left) = at(start)?;
            Some((id, cost.plus(left)?))
        });
        arrivals.min_by(|(_, one), (_, other)| one.order(other))
    }

    /// A start from which a path costs too much, and the error.
    pub(super) fn overflowing_start(&self, problem: &P, known: &Known<P>) -> Option<(P::Node, Box<SearchError>)> {
        let mut starts = self.starts.iter().filter(|_| D::IS_BACKWARD);
        starts.find_map(|(start, cost)| {
            let id = known.nodes.find(problem, start)?;
            let error = path_cost(*cost, known.nodes.cost(id), || Origin::Remainder).err()?;
            Some((start.clone(), error))
        })
    }

    /// The path from a start to this node, or from this node to the goal, with the nodes that the graph generates as
    /// successors.
    pub(super) fn path(&self, problem: &P, known: &Known<P>, id: u32) -> Option<Path<P::Node, P::Cost>> {
        let mut chain = known.chain(id)?;
        if !D::IS_BACKWARD {
            chain.reverse();
        }
        let first = known.nodes.node(problem, chain[0])?;
        let start = self.starts.iter().find(|(start, _)| *start == first);
        let mut cost = start.map_or(P::Cost::ZERO, |(_, cost)| *cost);
        let mut nodes = alloc::vec![first];
        for id in &chain[1..] {
            let node = known.nodes.node(problem, *id)?;
            let (next, edge) = cheapest_edge(problem, &nodes[nodes.len() - 1], &node)?;
            cost = cost.plus(edge)?;
            nodes.push(next);
        }
        Some(Path { nodes, cost })
    }
}
