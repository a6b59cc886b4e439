//! [`Driver`]: a search whose nodes are numbers, regardless of their type in the library.

use std::collections::HashMap;
use std::rc::Rc;

use astride::{Budget, Cost, Path, Pathfinder, SearchNode, Stats, Status};

use crate::protocol::FrontView;
use crate::record::{Codec, Event, NOBODY, Recorder, Sink, State};
use crate::run::short;
use crate::world::any::{Amount, InSpot, Spot, Spots};

/// The results of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) cost: Option<f64>,
    /// The number of edges of that path.
    pub(crate) length: Option<usize>,
    /// The nodes of the path; on maps, every cell, unless the path turns at any angle.
    pub(crate) path: Vec<u32>,
    /// Further paths.
    pub(crate) more: Vec<Vec<u32>>,
    /// The costs of the further paths.
    pub(crate) more_costs: Vec<f64>,
    /// The two costs of all paths, for searches with two costs.
    pub(crate) front: Option<FrontView>,
    /// The nodes of the path as the search stores them, if they are not next to each other.
    pub(crate) lines: Vec<u32>,
    /// On a mesh, the points of the path.
    pub(crate) points: Vec<[f32; 2]>,
    /// A further remark, in a whole sentence.
    pub(crate) remark: Option<String>,
}

/// A search that can be stepped, regardless of its types of nodes and costs. Its events go into the [`Sink`] with which
/// it was created.
pub(crate) trait Driver {
    fn step(&mut self);
    /// Makes about `steps` steps as fast as possible.
    fn rush(&mut self, steps: u64);
    fn status(&self) -> Status;
    fn stats(&self) -> Stats;
    fn current(&self) -> Option<u32>;
    /// Returns the node that would be expanded next.
    fn next(&mut self) -> Option<u32>;
    fn outcome(&self) -> Outcome;
    /// Returns the bytes to be stored for a node (the node, its cost and a link to its parent) and for an entry of the
    /// queue (a key and a link to the node).
    fn node_bytes(&self) -> [usize; 2];
    /// Changes a cell of the map, if the search can continue afterwards.
    fn change(&mut self, cell: u32, cost: u8) -> Option<Result<(), String>> {
        let _ = (cell, cost);
        None
    }
    /// Moves the start to the agent's current node, if the search can continue afterwards.
    fn move_start(&mut self, node: u32) -> Option<Result<(), String>> {
        let _ = node;
        None
    }
    /// Records the state of all nodes that may have changed outside a step.
    fn look_at_all(&mut self) {}
}

/// Converts a path of nodes into one of cells.
pub(crate) type Unfold<N, C> = Box<dyn Fn(&Path<N, C>) -> Vec<u32>>;

/// The conversion between nodes and numbers, and the sink for the events of a search.
pub(crate) struct Wires<N, C> {
    pub(crate) codec: Rc<dyn Codec<N, C>>,
    pub(crate) sink: Sink,
    pub(crate) unfold: Option<Unfold<N, C>>,
    /// Whether several nodes share a number; if so, the picture shows the cheapest of them.
    pub(crate) shares_numbers: bool,
    /// The result of [`Driver::node_bytes`].
    pub(crate) node_bytes: [usize; 2],
}

impl Wires<Spot, f64> {
    /// Returns the wires of a search of [`AnyProblem`](crate::world::any::AnyProblem) in a world with these types.
    pub(crate) fn of<N: InSpot + 'static, C: Amount + 'static>(codec: Rc<dyn Codec<N, C>>, sink: Sink) -> Self {
        Wires {
            node_bytes: node_bytes::<N, C>(),
            ..Wires::new(Rc::new(Spots::new(codec)), sink)
        }
    }
}

impl<N, C: Cost> Wires<N, C> {
    pub(crate) fn new(codec: Rc<dyn Codec<N, C>>, sink: Sink) -> Self {
        Wires {
            codec,
            sink,
            unfold: None,
            shares_numbers: false,
            node_bytes: node_bytes::<N, C>(),
        }
    }

    pub(crate) fn recorder(&self) -> Recorder<N, C> {
        Recorder {
            codec: self.codec.clone(),
            sink: self.sink.clone(),
            least: self.shares_numbers.then(HashMap::new),
        }
    }

    pub(crate) fn numbers(&self, nodes: &[N]) -> Vec<u32> {
        nodes.iter().map(|node| self.codec.number(node)).collect()
    }

    pub(crate) fn number(&self, node: Option<N>) -> Option<u32> {
        node.map(|node| self.codec.number(&node))
            .filter(|number| *number != NOBODY)
    }

    /// Records a search's data about a node, instead of an event of the search.
    pub(crate) fn note(&self, number: u32, seen: Option<SearchNode<N, C>>) {
        let seen = seen.filter(|seen| seen.is_open || seen.g.is_less(&C::INFINITY));
        self.sink.push(match seen {
            None => Event {
                node: number,
                state: State::Unseen,
                g: 0.0,
                h: None,
                parent: NOBODY,
            },
            Some(seen) => Event {
                node: number,
                state: if seen.is_open { State::Open } else { State::Closed },
                g: if seen.g.is_less(&C::INFINITY) {
                    self.codec.amount(seen.g)
                } else {
                    f64::INFINITY
                },
                h: seen.h.map(|h| self.codec.amount(h)),
                parent: seen.parent.map_or(NOBODY, |parent| self.codec.number(&parent)),
            },
        });
    }

    /// Returns the first path with its cost, and the others.
    pub(crate) fn outcome(&self, paths: &[Path<N, C>], remark: Option<String>) -> Outcome {
        let unfolded = |path: &Path<N, C>| match &self.unfold {
            Some(unfold) => unfold(path),
            None => self.numbers(&path.nodes),
        };
        let first = paths.first();
        let path = first.map(unfolded).unwrap_or_default();
        Outcome {
            cost: first.map(|path| self.codec.amount(path.cost)),
            length: first.map(|_| path.len() - 1),
            path,
            more: paths.iter().skip(1).map(unfolded).collect(),
            more_costs: paths.iter().skip(1).map(|path| self.codec.amount(path.cost)).collect(),
            front: None,
            lines: match (&self.unfold, first) {
                (Some(_), Some(path)) => self.numbers(&path.nodes),
                _ => Vec::new(),
            },
            points: Vec::new(),
            remark,
        }
    }
}

/// The special behaviour of one kind of search.
pub(crate) trait Manner<S: Pathfinder + ?Sized> {
    fn step(&mut self, search: &mut S) {
        let _ = search.step();
    }
    /// Makes `steps` steps without observing any of them.
    fn rush(&mut self, search: &mut S, steps: u64) {
        let _ = search.run_for(Budget::new().expansions(steps));
    }
    fn status(&self, search: &S) -> Status {
        search.status()
    }
    fn paths(&self, search: &S) -> Vec<Path<S::Node, S::Cost>> {
        search.path().into_iter().collect()
    }
    fn remark(&self, search: &S) -> Option<String> {
        let _ = search;
        None
    }
    /// Returns the thresholds of a search that restarts with larger ones.
    fn thresholds(&self, search: &S) -> Vec<S::Cost> {
        let _ = search;
        Vec::new()
    }
    /// Returns the nodes to be examined after an expansion, if the events are incomplete. They are examined in addition
    /// to the events, or instead of them if there are any nodes other than `node`.
    fn around(&self, search: &S, node: &S::Node) -> Option<Vec<S::Node>> {
        let _ = (search, node);
        None
    }
    fn change(&mut self, search: &mut S, node: S::Node, cost: u8) -> Option<Result<(), String>> {
        let _ = (search, node, cost);
        None
    }
    fn move_start(&mut self, search: &mut S, node: S::Node) -> Option<Result<(), String>> {
        let _ = (search, node);
        None
    }
    /// Returns the count of node numbers, if all nodes are to be examined after a change.
    fn size(&self) -> u32 {
        0
    }
}

/// A search without special behaviour.
impl<S: Pathfinder + ?Sized> Manner<S> for () {}

/// Returns the bytes of a node with its cost and a link, and of an entry of the queue.
pub(crate) fn node_bytes<N, C>() -> [usize; 2] {
    let link = size_of::<u32>();
    [size_of::<N>() + size_of::<C>() + link, size_of::<C>() + link]
}

/// A search with the manner in which it is driven.
pub(crate) struct Driven<S: Pathfinder + ?Sized, M> {
    pub(crate) wires: Wires<S::Node, S::Cost>,
    pub(crate) manner: M,
    pub(crate) search: Box<S>,
}

impl<S: Pathfinder + ?Sized, M: Manner<S>> Driver for Driven<S, M> {
    fn step(&mut self) {
        self.manner.step(&mut self.search);
        let current = self.search.current();
        let around = current.and_then(|current| {
            let mut nodes = self.manner.around(&self.search, &current)?;
            if !nodes.is_empty() {
                self.wires.sink.drain(|_| ());
            }
            nodes.push(current);
            Some(nodes)
        });
        if let Some(nodes) = around {
            for node in nodes {
                self.wires
                    .note(self.wires.codec.number(&node), self.search.known_node(&node));
            }
        }
    }

    fn rush(&mut self, steps: u64) {
        self.manner.rush(&mut self.search, steps);
    }

    fn node_bytes(&self) -> [usize; 2] {
        self.wires.node_bytes
    }

    fn status(&self) -> Status {
        self.manner.status(&self.search)
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }

    fn current(&self) -> Option<u32> {
        self.wires.number(self.search.current())
    }

    fn next(&mut self) -> Option<u32> {
        let next = self.search.next_node()?;
        self.wires.number(Some(next.node))
    }

    fn outcome(&self) -> Outcome {
        let mut remark = self.manner.remark(&self.search);
        let thresholds = self.manner.thresholds(&self.search);
        if let Some(words) = remark.as_mut().filter(|_| !thresholds.is_empty()) {
            // If there are many, the last ones are enough.
            let more = if thresholds.len() > 12 { "…, " } else { "" };
            let last = thresholds.iter().rev().take(12).rev();
            let numbers: Vec<String> = last.map(|cost| short(self.wires.codec.amount(*cost))).collect();
            *words = format!("{words} Thresholds: {more}{}.", numbers.join(", "));
        }
        self.wires.outcome(&self.manner.paths(&self.search), remark)
    }

    fn change(&mut self, cell: u32, cost: u8) -> Option<Result<(), String>> {
        let node = self.wires.codec.node(cell)?;
        self.manner.change(&mut self.search, node, cost)
    }

    fn move_start(&mut self, node: u32) -> Option<Result<(), String>> {
        let node = self.wires.codec.node(node)?;
        self.manner.move_start(&mut self.search, node)
    }

    fn look_at_all(&mut self) {
        self.wires.sink.drain(|_| ());
        for number in 0..self.manner.size() {
            if let Some(node) = self.wires.codec.node(number) {
                self.wires.note(number, self.search.known_node(&node));
            }
        }
    }
}
