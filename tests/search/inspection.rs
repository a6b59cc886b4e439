//! The nodes of a search as its methods show them, after every step and with starts in between, against textbook
//! searches. The `Debug` text of every search is short.

use std::collections::{BTreeMap, VecDeque};

use astride::search::Revisit;
use astride::{SearchNode, Status};
use proptest::prelude::*;

use crate::common::algorithm::{ALL, Algorithm, DEEPENING, Lent, with_search};
use crate::common::any_search::{check_print, guided_row};
use crate::common::effort::share;
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{INDEXES, Index, World};
use astride_laws::{Event, Log};

/// A node, its cost, its parent, and whether it is open.
type Known = (usize, u32, Option<usize>, bool);

fn known(found: SearchNode<usize, u32>) -> Known {
    (found.node, found.g, found.parent, found.is_open)
}

/// A textbook search.
trait Oracle {
    fn start(&mut self, node: usize, cost: u32);
    /// Expands `chosen`, which is one of the nodes that may come next.
    fn expand(&mut self, chosen: usize, is_goal: bool);
    /// Returns the nodes that may come next, or none at the end.
    fn next(&mut self) -> Vec<usize>;
    fn nodes(&self) -> Vec<Known>;
}

struct BestFirst<'a> {
    world: &'a World<u32>,
    algorithm: Algorithm,
    /// The cost, the parent, whether the node is open, and its order of arrival.
    nodes: BTreeMap<usize, (u32, Option<usize>, bool, u64)>,
    arrivals: u64,
}

impl BestFirst<'_> {
    fn revisit(&self) -> Revisit {
        match self.algorithm {
            Algorithm::Bfs => Revisit::Never,
            Algorithm::Greedy | Algorithm::WeightedAStarOnce => Revisit::WhileOpen,
            _ => Revisit::Reopen,
        }
    }

    fn reach(&mut self, node: usize, cost: u32, parent: Option<usize>) {
        self.arrivals += 1;
        let is_dead_end = self.algorithm.has_estimates() && self.world.estimates[node] == u32::MAX;
        let reached = (cost, parent, !is_dead_end, self.arrivals);
        let takes = match (self.nodes.get(&node), self.revisit()) {
            (None, _) => true,
            (Some(_), Revisit::Never) => false,
            (Some((known, _, is_open, _)), Revisit::WhileOpen) => cost < *known && (*is_open || is_dead_end),
            (Some((known, ..)), Revisit::Reopen | Revisit::ReopenUnless(_)) => cost < *known,
        };
        if takes {
            self.nodes.insert(node, reached);
        }
    }

    /// Returns the key of a node; the least key comes first.
    fn key(&self, node: usize, (g, _, _, arrival): (u32, Option<usize>, bool, u64)) -> (u64, u64, u64) {
        let (g, h) = (u64::from(g), u64::from(self.world.estimates[node]));
        match self.algorithm {
            Algorithm::AStar | Algorithm::WeightOfOne => (g + h, u64::MAX - g, 0),
            Algorithm::AStarFirstIn | Algorithm::FirstIn => (g + h, arrival, 0),
            Algorithm::AStarAny => (g + h, 0, 0),
            Algorithm::AStarLastIn => (g + h, u64::MAX - arrival, 0),
            Algorithm::LeastEstimate => (g + h, h, arrival),
            Algorithm::WeightedAStar => ((g * 2).div_ceil(3) + h, u64::MAX - g, 0),
            Algorithm::WeightedAStarOnce => (g + h * 2, u64::MAX - g, 0),
            Algorithm::Greedy => (h, u64::MAX - g, 0),
            Algorithm::Dijkstra => (g, 0, 0),
            // Goals come first.
            Algorithm::Bfs => (u64::from(!self.world.goals[node]), arrival, 0),
            // An improved node keeps its position.
            _ => (0, 0, 0),
        }
    }
}

impl Oracle for BestFirst<'_> {
    fn start(&mut self, node: usize, cost: u32) {
        self.reach(node, cost, None);
    }

    fn next(&mut self) -> Vec<usize> {
        let open = self.nodes.iter().filter(|(_, known)| known.2);
        let keys: Vec<_> = open.map(|(node, known)| (self.key(*node, *known), *node)).collect();
        let least = keys.iter().map(|(key, _)| *key).min();
        keys.iter()
            .filter(|(key, _)| Some(*key) == least)
            .map(|(_, node)| *node)
            .collect()
    }

    fn expand(&mut self, chosen: usize, is_goal: bool) {
        let node = self.nodes.get_mut(&chosen).unwrap();
        node.2 = false;
        let cost = node.0;
        if !is_goal {
            for (child, edge) in self.world.edges[chosen].iter().filter(|(_, edge)| *edge != u32::MAX) {
                self.reach(*child, cost + edge, Some(chosen));
            }
        }
    }

    fn nodes(&self) -> Vec<Known> {
        let nodes = self.nodes.iter();
        nodes
            .map(|(node, (cost, parent, is_open, _))| (*node, *cost, *parent, *is_open))
            .collect()
    }
}

struct DepthFirst<'a> {
    world: &'a World<u32>,
    limit: Option<u32>,
    /// The visited nodes, with their depths.
    visited: BTreeMap<usize, (u32, Option<usize>, u32)>,
    waiting: Vec<(usize, u32, Option<usize>, u32)>,
    starts: VecDeque<(usize, u32)>,
}

impl DepthFirst<'_> {
    fn is_worth_it(&self, node: usize, depth: u32) -> bool {
        let known = self.visited.get(&node);
        known.is_none_or(|(_, _, known)| self.limit.is_some() && depth < *known)
    }
}

impl Oracle for DepthFirst<'_> {
    fn start(&mut self, node: usize, cost: u32) {
        self.starts.push_back((node, cost));
    }

    fn next(&mut self) -> Vec<usize> {
        loop {
            if let Some((node, _, _, depth)) = self.waiting.last() {
                if self.is_worth_it(*node, *depth) {
                    return vec![*node];
                }
                self.waiting.pop();
            } else if let Some((node, cost)) = self.starts.pop_front() {
                self.waiting.push((node, cost, None, 0));
            } else {
                return Vec::new();
            }
        }
    }

    fn expand(&mut self, _: usize, is_goal: bool) {
        let (node, cost, parent, depth) = self.waiting.pop().unwrap();
        self.visited.insert(node, (cost, parent, depth));
        if is_goal || self.limit.is_some_and(|limit| depth >= limit) {
            return;
        }
        for (child, edge) in self.world.edges[node]
            .iter()
            .rev()
            .filter(|(_, edge)| *edge != u32::MAX)
        {
            if self.is_worth_it(*child, depth + 1) {
                self.waiting.push((*child, cost + edge, Some(node), depth + 1));
            }
        }
    }

    fn nodes(&self) -> Vec<Known> {
        let starts = self.starts.iter().map(|(node, cost)| (*node, *cost, None, true));
        let waiting = self
            .waiting
            .iter()
            .map(|(node, cost, parent, _)| (*node, *cost, *parent, true));
        let visited = self
            .visited
            .iter()
            .map(|(node, (cost, parent, _))| (*node, *cost, *parent, false));
        visited.chain(waiting).chain(starts).collect()
    }
}

/// Asks for the next node and makes a step. Returns the node that the step expanded, or with which the search ended.
fn step(algorithm: Algorithm, search: Lent<'_, u32>, world: &World<u32>, log: &Log<usize, u32>) -> Option<usize> {
    let next = search.next_node().map(known);
    let asked_again = search.next_node().map(known);
    assert_eq!(next, asked_again);
    log.clear();
    let status = search.step();
    let chosen = log.events().iter().find_map(|event| match event {
        Event::Expanded(node, cost) | Event::Found(node, cost) => Some((*node, *cost)),
        _ => None,
    });
    let end = match chosen {
        None => Status::Exhausted,
        Some((node, _)) if world.goals[node] => Status::Found,
        Some(_) => Status::Running,
    };
    assert_eq!(status, end, "{algorithm:?}");
    assert_eq!(next.map(|next| next.0), chosen.map(|chosen| chosen.0));
    if let (Some(next), Some(chosen)) = (next, chosen) {
        // A line that is assumed clear may turn out to be blocked.
        assert!(next.1 == chosen.1 || (next.1 < chosen.1 && algorithm == Algorithm::LazyThetaStar));
    }
    chosen.map(|(node, _)| node)
}

fn check_oracle(search: Lent<'_, u32>, oracle: &dyn Oracle, algorithm: Algorithm, world: &World<u32>) {
    let mut expected = oracle.nodes();
    let mut nodes: Vec<_> = search.open_nodes().chain(search.closed_nodes()).map(known).collect();
    nodes.sort_unstable();
    expected.sort_unstable();
    assert_eq!(nodes, expected, "{algorithm:?}");
    assert!(search.open_nodes().all(|node| node.is_open) && search.closed_nodes().all(|node| !node.is_open));
    for node in 0..world.edges.len() {
        let found = search.known_node(&node);
        let candidates = expected.iter().filter(|known| known.0 == node);
        // Several waiting successors may be the same node, which may also have been visited.
        let mut candidates: Vec<_> = candidates.copied().collect();
        if candidates.iter().any(|known| !known.3) {
            candidates.retain(|known| !known.3);
        }
        assert_eq!(found.is_some(), !candidates.is_empty());
        assert!(
            found.is_none_or(|found| candidates.contains(&known(found))),
            "{algorithm:?}"
        );
        if let Some(found) = found {
            let estimate = algorithm.has_estimates().then_some(world.estimates[node]);
            assert_eq!(found.h, estimate);
            assert_eq!(
                found.f(),
                match estimate {
                    Some(u32::MAX) => None,
                    estimate => Some(found.g + estimate.unwrap_or(0)),
                }
            );
            assert_eq!(search.cost_to(&node), Some(found.g));
        }
    }
}

fn check(algorithm: Algorithm, plan: &Plan, guess: Guess, index: Index) {
    let world = &World::<u32>::new(plan, guess, index);
    let log = Log::default();
    let mut search = algorithm.search(world.clone(), &log);
    let mut oracle: Box<dyn Oracle> = if algorithm.is_depth_first() {
        Box::new(DepthFirst {
            world,
            limit: algorithm.depth_limit(),
            visited: BTreeMap::new(),
            waiting: Vec::new(),
            starts: VecDeque::new(),
        })
    } else {
        Box::new(BestFirst {
            world,
            algorithm,
            nodes: BTreeMap::new(),
            arrivals: 0,
        })
    };
    oracle.start(plan.start, 0);
    let mut starts = plan.more_starts.iter();
    for count in 0_usize.. {
        if count % 2 == 1
            && let Some((start, units)) = starts.next()
        {
            let cost = u32::try_from(*units).unwrap();
            search.add_start(*start, cost);
            oracle.start(*start, cost);
        }
        let nexts = oracle.next();
        let next = step(algorithm, search.as_mut(), world, &log);
        assert_eq!(next.is_none(), nexts.is_empty());
        if let Some(next) = next {
            assert!(nexts.contains(&next), "{algorithm:?}: {next} of {nexts:?}");
            oracle.expand(next, world.goals[next]);
        }
        check_oracle(search.as_mut(), oracle.as_ref(), algorithm, world);
        if !search.status().is_running() {
            assert!(search.next_node().is_none());
            break;
        }
    }
}

/// Checks without an oracle that the announced node comes next, and that lookups agree with the lists.
fn check_listed(algorithm: Algorithm, plan: &Plan, guess: Guess) {
    let world = &World::<u32>::new(plan, guess, INDEXES[plan.nodes % INDEXES.len()]);
    let log = Log::default();
    let mut search = algorithm.search(world.clone(), &log);
    let (mut starts, mut nearest) = (plan.more_starts.iter(), None);
    for count in 0_usize.. {
        if count % 2 == 1
            && let Some((start, units)) = starts.next()
        {
            search.add_start(*start, u32::try_from(*units).unwrap());
        }
        let chosen = step(algorithm, search.as_mut(), world, &log);
        if algorithm.is_deepening() {
            let cost = |node: usize| search.known_node(&node).map(|view| view.g);
            nearest = [nearest, chosen.map(|node| (node, cost(node)))]
                .into_iter()
                .flatten()
                .min_by_key(|(node, cost)| (world.estimates[*node], *cost));
            let best = search.best_effort_path().and_then(|path| path.nodes.last().copied());
            let expected = if algorithm.has_estimates() {
                nearest.map(|(node, _)| node)
            } else {
                chosen.or(best)
            };
            assert_eq!(
                best, expected,
                "{algorithm:?}: the first node of the least estimate and cost, or the last one"
            );
        } else if algorithm.has_estimates() {
            // Where a line was assumed clear but is blocked, the path costs more than what is stored.
            let is_lazy = algorithm == Algorithm::LazyThetaStar;
            let cost = |view: &SearchNode<usize, u32>| {
                let path = is_lazy.then(|| search.path_to(&view.node)).flatten();
                path.map_or(view.g, |path| path.cost)
            };
            let known = search.closed_nodes().chain(search.open_nodes());
            let known = known.filter(|view| world.estimates[view.node] < u32::MAX);
            let least = known.map(|view| (world.estimates[view.node], cost(&view))).min();
            let best = search.best_effort_path().filter(|_| least.is_some());
            let best = best.and_then(|path| search.known_node(path.nodes.last()?));
            let best = best.map(|view| (world.estimates[view.node], cost(&view)));
            assert_eq!(best, least, "{algorithm:?}: a node of the least estimate and cost");
        }
        for view in search.closed_nodes().chain(search.open_nodes()) {
            let estimate = world.estimates[view.node];
            assert_eq!(view.h, algorithm.has_estimates().then_some(estimate), "{algorithm:?}");
        }
        assert!(search.open_nodes().all(|view| view.is_open) && search.closed_nodes().all(|view| !view.is_open));
        let closed: Vec<_> = search.closed_nodes().map(known).collect();
        for node in 0..plan.nodes {
            let found = search.known_node(&node).map(known);
            let listed = closed.iter().find(|known| known.0 == node).copied();
            if algorithm.is_deepening() {
                assert_eq!(found, listed, "{algorithm:?}");
            } else {
                let open = search.open_nodes().map(known).find(|known| known.0 == node);
                assert_eq!(found, listed.or(open), "{algorithm:?}");
            }
        }
        for (place, known) in closed.iter().enumerate() {
            if algorithm.is_deepening() {
                assert_eq!(known.2, place.checked_sub(1).map(|above| closed[above].0));
            }
            assert!(
                search
                    .path_to(&known.0)
                    .is_some_and(|path| path.nodes.last() == Some(&known.0))
            );
        }
        if !search.status().is_running() {
            break;
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(100))]

    #[test]
    fn nodes_are_what_an_oracle_says(plan in plans(12, 60), index in 0..3_usize) {
        let any_angle = [Algorithm::ThetaStar, Algorithm::LazyThetaStar];
        for guess in [Guess::Admissible, Guess::Wild, Guess::Consistent(3)] {
            for algorithm in ALL.into_iter().filter(|algorithm| !any_angle.contains(algorithm)) {
                check(algorithm, &plan, guess, INDEXES[index]);
            }
            for algorithm in ALL.into_iter().filter(|algorithm| algorithm.has_estimates()) {
                check_listed(algorithm, &plan, guess);
            }
        }
    }

    #[test]
    fn nodes_on_the_branch_are_what_is_listed(plan in plans(6, 9)) {
        for guess in [Guess::Admissible, Guess::Wild, Guess::Zero] {
            for algorithm in DEEPENING {
                check_listed(algorithm, &plan, guess);
            }
        }
    }
}

#[test]
fn a_search_prints_itself_in_a_few_words() {
    for algorithm in crate::every().filter(|algorithm| *algorithm != Algorithm::IdDfsChecked) {
        let nodes = match algorithm.depth_limit() {
            Some(3) => continue,
            Some(limit) => limit as usize,
            None => share(10_000) as usize,
        };
        with_search!(algorithm, guided_row(nodes), search => check_print(search, nodes));
    }
}
