//! Creates searches by their `id`, for the problems of all worlds.

use std::cmp::Reverse;

use astride::engine::{CostOf, Engine, NodeOf};
use astride::open::Heap;
use astride::search::Search;
use astride::search::{BidirectionalBfs, BoundedAStar, CompactAStar, DisjointPaths, Evaluation, Informed, Nbs};
use astride::traits::NumericCost;
use astride::{
    AStar, AraStar, Bfs, BidirectionalAStar, BidirectionalDijkstra, Budget, Dfs, Dijkstra, Greedy, Heuristic, IdDfs,
    IdaStar, KShortestPaths, Pathfinder, Problem, WeightedAStar,
};

use crate::agent::Agent;
use crate::choice::Choice;
use crate::driver::{Driven, Driver, Manner, Wires};
use crate::limits::SEARCH_BYTES;
use crate::manners::{AllCheapest, Deepens, DeepensByCost, Improving, Nearest, Pair, Several, Watched};
use crate::world::any::{AnyProblem, Spot};

/// A search, or the reason why it cannot be created.
pub(crate) type Made = Result<Box<dyn Driver>, String>;

/// Drives a search without special behaviour. A `Box<dyn Pathfinder>` would be possible, but then methods that nobody
/// calls would also be compiled for each search.
pub(crate) fn plain<E: Engine + 'static>(search: Search<E>, wires: Wires<NodeOf<E>, CostOf<E>>) -> Box<dyn Driver>
where
    Watched<E>: Pathfinder<Node = NodeOf<E>, Cost = CostOf<E>>,
{
    special(search, (), wires)
}

/// Drives a search with special behaviour.
pub(crate) fn special<E: Engine + 'static, M: Manner<Watched<E>> + 'static>(
    search: Search<E>,
    manner: M,
    wires: Wires<NodeOf<E>, CostOf<E>>,
) -> Box<dyn Driver>
where
    Watched<E>: Pathfinder<Node = NodeOf<E>, Cost = CostOf<E>>,
{
    let search = Box::new(search.with_observer(wires.recorder()).with_memory_limit(SEARCH_BYTES));
    Box::new(Driven { wires, manner, search })
}

/// Weighted A* with a weight below 1, which the library's `WeightedAStar` refuses: by g + w h; among equals, the
/// greater g first.
struct Light(f64);

impl<P: Heuristic<Cost: NumericCost>> Evaluation<P> for Light {
    type Guidance = Informed;
    type Key = (u64, Reverse<u64>);
    type Open = Heap<Self::Key, P::Cost>;

    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<Self::Key> {
        let key = cost.to_f64() + self.0 * estimate.to_f64();
        // The bits of non-negative floats are in the same order as their values.
        key.is_finite()
            .then(|| (key.to_bits(), Reverse(cost.to_f64().to_bits())))
    }
}

/// The conversion between the nodes of all worlds and numbers.
type AnyWires = Wires<Spot, f64>;

/// Finds a cheapest path with at most `most` expansions. Returns its nodes, each with the cost of the path to it.
/// `None` if no path is found.
pub(crate) fn cheapest_path(problem: AnyProblem, wires: &AnyWires, most: u64) -> Option<Vec<(u32, f64)>> {
    // With an observer, which ignores all events, so that this search is compiled only once.
    let search = AStar::new(problem).with_observer(wires.recorder());
    let mut search = search.with_memory_limit(SEARCH_BYTES);
    let _ = search.run_for(Budget::new().expansions(most));
    let cost = |node: &Spot| Some(wires.codec.amount(search.cost_to(node)?));
    let nodes = search.path()?.nodes;
    nodes
        .iter()
        .map(|node| Some((wires.codec.number(node), cost(node)?)))
        .collect()
}

/// Creates the searches for any problem with an estimate whose edges can be followed backwards. `None` if the choice is
/// not among them.
pub(crate) fn with_estimate(choice: &Choice, problem: AnyProblem, goals: usize, wires: AnyWires) -> Option<Made> {
    Some(Ok(match choice.algorithm.id {
        "astar" => plain(AStar::new(problem).with_tie_breaking(choice.ties()), wires),
        "compact-astar" => plain(CompactAStar::new(problem), wires),
        "greedy" => plain(Greedy::new(problem), wires),
        "dijkstra" => plain(Dijkstra::new(problem), wires),
        "bfs" => plain(Bfs::new(problem), wires),
        "dfs" => {
            let search = Dfs::new(problem);
            plain(
                match choice.count("depth-limit") {
                    0 => search,
                    limit => search.with_depth_limit(limit),
                },
                wires,
            )
        }
        "weighted-astar" if choice.is_light() => {
            plain(Search::with_evaluation(problem, Light(choice.number("weight"))), wires)
        }
        "weighted-astar" => match WeightedAStar::new(problem, choice.number("weight")) {
            Ok(search) => plain(search, wires),
            Err(error) => return Some(Err(error.to_string())),
        },
        "bounded-astar" => match BoundedAStar::new(problem, choice.number("factor")) {
            Ok(search) => plain(search.with_function(choice.bounding_function()), wires),
            Err(error) => return Some(Err(error.to_string())),
        },
        "ara-star" => match AraStar::new(problem).with_weights(choice.number("first"), choice.number("decrease")) {
            Ok(search) => {
                let is_proof = choice.finds_cheapest();
                special(search, Improving { is_proof }, wires)
            }
            Err(error) => return Some(Err(error.to_string())),
        },
        "lss-lrta-star" => Box::new(Agent::new(problem, choice.count("look-ahead"), wires)),
        "ida-star" => special(IdaStar::new(problem), DeepensByCost, wires),
        "id-dfs" => {
            let search = IdDfs::new(problem);
            special(
                match choice.count("depth-limit") {
                    0 => search,
                    limit => search.with_depth_limit(limit),
                },
                Deepens,
                wires,
            )
        }
        "nearest-goals" => {
            let start = problem.start();
            let found = Vec::new();
            special(Dijkstra::one_to_all(problem, start), Nearest { goals, found }, wires)
        }
        "disjoint-paths" => {
            let search = match choice.pick("by") {
                "edges" => DisjointPaths::by_edges(problem),
                _ => DisjointPaths::by_nodes(problem),
            };
            special(search, Pair, wires)
        }
        "optimal-paths" => {
            let (paths, is_proof) = (None, choice.finds_cheapest());
            special(AStar::new(problem), AllCheapest { paths, is_proof }, wires)
        }
        _ => return None,
    }))
}

/// Creates the searches that need to know the goal.
pub(crate) fn with_goal(choice: &Choice, problem: AnyProblem, wires: AnyWires) -> Option<Made> {
    Some(Ok(match choice.algorithm.id {
        "bidirectional-dijkstra" => plain(BidirectionalDijkstra::new(problem), wires),
        "bidirectional-bfs" => plain(BidirectionalBfs::new(problem), wires),
        "k-shortest-paths" => {
            let several = Several {
                wanted: choice.count("paths") as usize,
                found: Vec::new(),
            };
            special(KShortestPaths::new(problem), several, wires)
        }
        _ => return None,
    }))
}

/// Creates the searches that need an estimate of the cost from the start.
pub(crate) fn with_both_estimates(choice: &Choice, problem: AnyProblem, wires: AnyWires) -> Option<Made> {
    Some(Ok(match choice.algorithm.id {
        "bidirectional-astar" => plain(BidirectionalAStar::new(problem), wires),
        "nbs" => plain(Nbs::new(problem), wires),
        _ => return None,
    }))
}
