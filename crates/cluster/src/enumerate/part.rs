//! [`Part`]: the nodes of one worker.

use std::collections::BinaryHeap;
use std::hash::BuildHasher;
use std::sync::Arc;

use astride::{Cost, Graph};
use foldhash::fast::FixedState;
use timely::worker::Worker;

use super::{EnumerateOptions, Report, Sample, Verdict, Visit, Why};
use crate::Wire;
use crate::abort::Abort;
use crate::error::Failure;
use crate::heap;
use crate::known::Known;
use crate::owner::Owner;

/// The number of nodes that are looked up together, so that memory for each is fetched while others are looked up.
const BATCH: usize = 64;

/// The nodes of one worker.
pub(super) struct Part<G: Graph> {
    graph: Arc<G>,
    visit: Arc<Visit<G::Node>>,
    /// The depth of the nodes that are being found, and the violating one with the smallest hash.
    depth: usize,
    violation: Option<(u64, G::Node)>,
    pub(super) owner: Owner,
    me: u64,
    options: EnumerateOptions,
    pub(super) abort: Abort,
    /// All nodes are in the second set. With two levels, the sets are the previous, the current and the next level.
    known: [Known<G::Node>; 3],
    /// The range of places of the level that is being expanded, and the next place to be expanded.
    from: u32,
    pub(super) to: u32,
    pub(super) next: u32,
    stored: u64,
    /// Nodes that have arrived, with their hashes. They are looked up when there are [`BATCH`] of them.
    pending: Vec<(u64, G::Node)>,
    pub(super) report: Report,
}

impl<G: Graph> Part<G> {
    pub(super) fn new(
        worker: &Worker,
        graph: Arc<G>,
        visit: Arc<Visit<G::Node>>,
        options: EnumerateOptions,
        abort: Abort,
    ) -> Self
    where
        G::Node: Wire,
    {
        let owner = Owner::among(worker.peers());
        Self {
            graph,
            visit,
            depth: 0,
            violation: None,
            owner,
            me: worker.index() as u64,
            options,
            abort,
            known: [(); 3].map(|()| Known::new(owner, heap::bytes)),
            from: 0,
            to: 0,
            next: 0,
            stored: 0,
            pending: Vec::with_capacity(BATCH),
            report: Report::default(),
        }
    }

    /// Stores the starts that belong to this worker.
    pub(super) fn begin(&mut self, starts: &[G::Node]) -> Result<(), Failure> {
        for start in starts {
            let (owner, hash) = self.owner.of(start);
            if owner == self.me {
                self.discover(hash, start.clone())?;
            }
        }
        self.flush()?;
        self.report.there = 0;
        Ok(())
    }

    /// Takes a node of the next level, which may be known. The node is kept until [`flush`](Self::flush) is called.
    #[inline]
    pub(super) fn discover(&mut self, hash: u64, node: G::Node) -> Result<(), Failure> {
        self.known.iter().for_each(|known| known.prefetch(hash));
        self.pending.push((hash, node));
        if self.pending.len() < BATCH {
            Ok(())
        } else {
            self.flush()
        }
    }

    /// Looks up the pending nodes.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let mut pending = std::mem::take(&mut self.pending);
        for (hash, _) in &pending {
            self.known.iter().for_each(|known| known.prefetch_node(*hash));
        }
        let result = pending.drain(..).try_for_each(|(hash, node)| self.store(hash, node));
        self.pending = pending;
        result
    }

    /// Stores a node of the next level unless it is known.
    #[inline]
    fn store(&mut self, hash: u64, node: G::Node) -> Result<(), Failure> {
        let [before, now, next] = &mut self.known;
        let target = if self.options.two_levels {
            if before.find(hash, &node).is_some() {
                self.report.back += 1;
                return Ok(());
            }
            if now.find(hash, &node).is_some() {
                return Ok(());
            }
            self.report.there += 1;
            next
        } else {
            now
        };
        let (place, is_new) = target.insert(hash, node)?;
        if is_new {
            if let Some(nodes) = self.options.node_limit.filter(|limit| *limit == self.stored) {
                return Err(Failure::NodeLimit { nodes });
            }
            self.stored += 1;
            self.report.found += 1;
            let node = target.get(place);
            if !(self.visit)(self.depth, node) && self.violation.as_ref().is_none_or(|least| hash < least.0) {
                self.violation = Some((hash, node.clone()));
                self.report.is_violated = true;
            }
        }
        Ok(())
    }

    /// Makes the nodes found, if there are any, the level to be expanded. Returns those that were requested.
    pub(super) fn turn(&mut self, verdict: Verdict, depth: usize) -> Result<Vec<Sample<G::Node>>, Failure> {
        let mut level = self.options.level.filter(|(asked, _)| *asked == depth);
        if verdict.found == 0 {
            level = None;
        } else {
            self.from = self.to;
            if self.options.two_levels {
                self.stored -= self.known[0].len() as u64;
                self.known[0].clear();
                self.known.rotate_left(1);
                self.from = 0;
            }
            self.to = u32::try_from(self.known[1].len()).unwrap_or(u32::MAX);
            self.next = self.from;
            self.depth += 1;
        }
        let hash = |node: &G::Node| self.owner.of(node).1;
        let mut samples = self.sample(Why::Level, level.map_or(0, |(_, at_most)| at_most), hash)?;
        if let Some((count, seed)) = self.options.sample.filter(|_| verdict.found > 0) {
            let state = FixedState::with_seed(seed);
            samples.append(&mut self.sample(Why::Drawn { depth }, count, |node| state.hash_one(node))?);
        }
        if !verdict.goes_on {
            samples.append(&mut self.sample(Why::Deepest, self.options.deepest, hash)?);
            let violation = self.violation.take();
            samples.extend(violation.map(|(hash, node)| Sample {
                to: 0,
                why: Why::Violation,
                hash,
                node,
            }));
        }
        Ok(samples)
    }

    /// Expands some nodes, and passes successors of other workers to `send`.
    pub(super) fn expand(&mut self, nodes: u64, mut send: impl FnMut(G::Node)) -> Result<(), Failure> {
        let graph = Arc::clone(&self.graph);
        let mut result = Ok(());
        for _ in 0..nodes {
            if self.next == self.to || self.abort.is_set() {
                break;
            }
            let node = self.known[1].get(self.next).clone();
            self.next += 1;
            graph.successors(&node).for_each(|(child, cost)| {
                if result.is_err() || !cost.is_less(&G::Cost::INFINITY) {
                    return;
                }
                let (owner, hash) = self.owner.of(&child);
                if owner == self.me {
                    result = self.discover(hash, child);
                } else {
                    self.report.sent += 1;
                    send(child);
                }
            });
        }
        result.and_then(|()| self.flush())
    }

    /// The report about the level that has been found.
    pub(super) fn report(&mut self) -> Report {
        let bytes = self.known.iter().map(Known::bytes).sum::<usize>() as u64;
        Report {
            bytes,
            ..std::mem::take(&mut self.report)
        }
    }

    /// The nodes of the level with the smallest hashes.
    fn sample(
        &self,
        why: Why,
        at_most: usize,
        hash: impl Fn(&G::Node) -> u64,
    ) -> Result<Vec<Sample<G::Node>>, Failure> {
        let mut smallest = BinaryHeap::new();
        let places = if at_most == 0 { 0..0 } else { self.from..self.to };
        for place in places {
            let hash = hash(self.known[1].get(place));
            if smallest.len() < at_most {
                let bytes = size_of::<(u64, u32)>() as u64;
                smallest.try_reserve(1).map_err(|_| Failure::OutOfMemory { bytes })?;
            } else if smallest.peek().is_none_or(|largest| *largest <= (hash, place)) {
                continue;
            } else {
                smallest.pop();
            }
            smallest.push((hash, place));
        }
        let sample = |(hash, place)| Sample {
            to: 0,
            why,
            hash,
            node: self.known[1].get(place).clone(),
        };
        Ok(smallest.into_iter().map(sample).collect())
    }
}
