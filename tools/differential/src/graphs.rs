//! Compares every search on random graphs, driven in every way, with Bellman-Ford, Floyd-Warshall and lists of all
//! paths.

use std::collections::BTreeSet;

use astride::engine::Engine;
use astride::graphs::{CsrGraph, PetGraph};
use astride::open::TieBreaking;
use astride::problem::{Narrow, NarrowCost};
use astride::search::Search;
use astride::search::{
    BidirectionalBfs, BoundedAStar, BoundingFunction, CompactAStar, CostMatrixBuilder, DisjointPaths, LandmarkBuilder,
    LssLrtaStar, Nbs, NextMove, OptimalPaths, OptimalPathsError, ParallelIdaStar,
};
use astride::{
    AStar, AraStar, Bfs, BidirectionalAStar, BidirectionalDijkstra, Budget, Cost, Dfs, Dijkstra, Greedy, IdDfs,
    IdaStar, KShortestPaths, NearestGoals, NodeEvent, Observer, Path, Pathfinder, Query, SearchError, SearchNode,
    Status, Stepper, Via, WeightedAStar, astar, bfs, dfs, dijkstra, greedy, id_dfs, ida_star,
};
use astride_grid::{LazyThetaStar, ThetaStar};
use astride_roads::Hierarchy;
use astride_roads::HierarchySearch;
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, Order};
use ordered_float::OrderedFloat;
use petgraph::graph::DiGraph;

use crate::Source;
use crate::plan::{Edge, Far, Guess, Plan, SimplePath, Wish};
use crate::rough::Rough;
use crate::world::{Node, Own, Units, World, cost, is_rounded};

/// No search on so few nodes takes this many expansions.
const FOR_EVER: u64 = 3_000_000;

const TIES: [TieBreaking; 4] = [
    TieBreaking::LargerCost,
    TieBreaking::FirstIn,
    TieBreaking::LastIn,
    TieBreaking::Any,
];

/// The guarantee of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Promise {
    /// A cheapest path, if the estimate is good enough.
    Cheapest,
    /// A path that costs at most this many quarters of the least cost.
    Within(u128),
    FewestEdges,
    SomePath,
}

/// A search and its properties.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "any of them goes with any other")]
struct Kind {
    promise: Promise,
    /// Whether the guarantee needs consistent estimates.
    needs_consistency: bool,
    /// Whether starts may be added while it runs.
    takes_late_starts: bool,
    /// Whether nodes have the edge through which the path reached them.
    keeps_edges: bool,
    /// Whether all stored nodes are open or closed, and paths to them cost at most their stored costs.
    is_table: bool,
    /// Whether a path costs as much as the cheapest edges between its nodes. In other searches, it may cost as much as
    /// parallel edges.
    takes_cheapest_edges: bool,
    /// The maximum number of edges on a path.
    depth: Option<u32>,
}

const KIND: Kind = Kind {
    promise: Promise::Cheapest,
    needs_consistency: false,
    takes_late_starts: true,
    keeps_edges: true,
    is_table: true,
    takes_cheapest_edges: true,
    depth: None,
};

const ENDS: Kind = Kind {
    keeps_edges: false,
    ..KIND
};
const DEEPENING: Kind = Kind {
    is_table: false,
    takes_cheapest_edges: false,
    ..KIND
};
const SOME_PATH: Kind = Kind {
    promise: Promise::SomePath,
    ..KIND
};
const LINES: Kind = Kind {
    keeps_edges: false,
    is_table: false,
    takes_late_starts: false,
    ..SOME_PATH
};
const FEWEST: Kind = Kind {
    promise: Promise::FewestEdges,
    takes_late_starts: false,
    takes_cheapest_edges: false,
    ..KIND
};

/// One search after another with one cost type.
pub fn graphs(source: &mut Source) {
    match source.below(16) {
        0..=4 => all::<u32>(source),
        5..=7 => all::<f64>(source),
        8 => by_edges(source),
        9 => some::<i16>(source),
        10 => some::<f32>(source),
        11 => some::<u8>(source),
        12 => some::<u128>(source),
        13 => some::<Own>(source),
        14 => some::<OrderedFloat<f64>>(source),
        _ => match source.below(12) {
            0 => narrow(source),
            1 => functions(source),
            2 => pet_graph(source),
            3 => some::<u16>(source),
            4 => some::<u64>(source),
            5 => some::<usize>(source),
            6 => some::<i32>(source),
            7 => some::<i64>(source),
            _ => all::<Rough>(source),
        },
    }
}

fn wish<C: Units>(most_nodes: usize) -> Wish {
    Wish {
        most_nodes,
        has_one_goal: false,
        has_one_start: false,
        is_undirected: false,
        largest: C::LARGEST,
    }
}

/// One of the searches for which the cost type matters most.
fn some<C: Units>(source: &mut Source) {
    let (many, ends, few) = (wish::<C>(20), wish::<C>(20).one_goal(), wish::<C>(6));
    let consistent = Kind {
        needs_consistency: true,
        ..ENDS
    };
    match source.below(7) {
        0 => plain(source, KIND, many, AStar::<World<C>>::new),
        1 => plain(source, KIND, many, Dijkstra::<World<C>>::new),
        2 => plain(source, ENDS, ends, BidirectionalDijkstra::<World<C>>::new),
        3 => plain(source, ENDS, ends, CompactAStar::<World<C>>::new),
        4 => plain(source, consistent, ends, BidirectionalAStar::<World<C>>::new),
        5 => plain(source, ENDS, ends, Nbs::<World<C>>::new),
        _ => run(source, DEEPENING, few, |world: World<C>, _| {
            IdaStar::new(world).with_cycle_check()
        }),
    }
}

fn all<C: Units>(source: &mut Source) {
    let (many, ends, few) = (wish::<C>(20), wish::<C>(20).one_goal(), wish::<C>(6));
    let consistent = Kind {
        needs_consistency: true,
        ..ENDS
    };
    let parallel = Kind {
        takes_late_starts: false,
        ..DEEPENING
    };
    let halves = source.one_of(&[3_u8, 2, 4, 6]);
    let weight = f64::from(halves) / 2.0;
    let within = Kind {
        promise: Promise::Within(2 * u128::from(halves)),
        ..KIND
    };
    match source.below(25) {
        0 | 1 => run(source, KIND, many, |world: World<C>, source| {
            AStar::new(world).with_tie_breaking(source.one_of(&TIES))
        }),
        2 => run(source, within, many, |world: World<C>, _| {
            WeightedAStar::new(world, weight).expect("a weight")
        }),
        3 => run(
            source,
            Kind {
                needs_consistency: true,
                takes_late_starts: false,
                ..within
            },
            many,
            |world: World<C>, _| WeightedAStar::new(world, weight).expect("a weight").without_reopening(),
        ),
        4 => run(
            source,
            Kind {
                takes_late_starts: false,
                ..within
            },
            many,
            |world: World<C>, source| {
                let function = source.one_of(&[
                    BoundingFunction::Xdp,
                    BoundingFunction::Xup,
                    BoundingFunction::Pwxd,
                    BoundingFunction::Pwxu,
                ]);
                BoundedAStar::new(world, weight)
                    .expect("a weight")
                    .with_function(function)
            },
        ),
        5 | 6 => plain(source, KIND, many, Dijkstra::<World<C>>::new),
        7 => plain(source, SOME_PATH, many, Greedy::<World<C>>::new),
        8 => run(source, DEEPENING, few, |world: World<C>, source| {
            let bytes = source.one_of(&[0, 40, 200, 1 << 12]);
            IdaStar::new(world).with_cycle_check().with_table(bytes)
        }),
        9 => run(source, parallel, few, |world: World<C>, _| {
            ParallelIdaStar::new(world).with_cycle_check()
        }),
        10 => plain(source, LINES, many, ThetaStar::<World<C>>::new),
        11 => plain(source, LINES, many, LazyThetaStar::<World<C>>::new),
        12 | 13 => plain(source, ENDS, ends, CompactAStar::<World<C>>::new),
        14 => plain(source, ENDS, ends, BidirectionalDijkstra::<World<C>>::new),
        15 => plain(source, consistent, ends, BidirectionalAStar::<World<C>>::new),
        16 => plain(source, ENDS, ends, Nbs::<World<C>>::new),
        17 => ara_star::<C>(source),
        18 => nearest_goals::<C>(source),
        19 => k_shortest::<C>(source),
        20 => disjoint::<C>(source),
        21 => optimal_paths::<C>(source),
        22 => matrix::<C>(source),
        23 => landmarks::<C>(source),
        _ => match source.below(2) {
            0 => agent::<C>(source),
            _ => hierarchy(source),
        },
    }
}

/// One of the searches that do not compare costs.
fn by_edges(source: &mut Source) {
    let (many, ends, few) = (wish::<u32>(20), wish::<u32>(20).one_goal(), wish::<u32>(6));
    let limited = |edges| Kind {
        promise: Promise::SomePath,
        depth: Some(edges),
        is_table: false,
        takes_cheapest_edges: false,
        ..KIND
    };
    let fewest = Kind {
        promise: Promise::FewestEdges,
        takes_late_starts: false,
        ..DEEPENING
    };
    match source.below(6) {
        0 => plain(source, FEWEST, many, Bfs::<World<u32>>::new),
        1 => run(
            source,
            Kind {
                is_table: false,
                takes_cheapest_edges: false,
                ..SOME_PATH
            },
            many,
            |world: World<u32>, _| Dfs::new(world),
        ),
        2 => {
            let edges = u32::from(source.byte() % 6);
            run(source, limited(edges), many, |world: World<u32>, _| {
                Dfs::new(world).with_depth_limit(edges)
            });
        }
        3 => run(source, fewest, few, |world: World<u32>, _| {
            IdDfs::new(world).with_cycle_check()
        }),
        4 => {
            let edges = u32::from(source.byte() % 4);
            let kind = Kind {
                depth: Some(edges),
                ..fewest
            };
            run(source, kind, few, |world: World<u32>, _| {
                IdDfs::new(world).with_depth_limit(edges).with_cycle_check()
            });
        }
        _ => {
            let kind = Kind {
                keeps_edges: false,
                ..FEWEST
            };
            plain(source, kind, ends, BidirectionalBfs::<World<u32>>::new);
        }
    }
}

/// A search without settings.
fn plain<C: Units, E: Engine<Problem = World<C>>>(
    source: &mut Source,
    kind: Kind,
    wish: Wish,
    new: fn(World<C>) -> Search<E>,
) {
    run(source, kind, wish, |world, _| new(world));
}

/// Runs several plans with one search, which is reset in between.
fn run<C: Units, E: Engine<Problem = World<C>>>(
    source: &mut Source,
    kind: Kind,
    wish: Wish,
    new: impl Fn(World<C>, &mut Source) -> Search<E>,
) {
    source.tell(|| {
        format!(
            "{} with costs of {}",
            std::any::type_name::<E>(),
            std::any::type_name::<C>()
        )
    });
    let is_silent = source.once_in(2);
    let mut search = None;
    loop {
        let mut plan = Plan::new(source, wish);
        source.tell(|| format!("{plan:?}"));
        let world = World::new(&plan, source);
        let has_edges = kind.keeps_edges && world.has_baggage;
        let log = Log {
            is_silent,
            ..Log::default()
        };
        let search = match &mut search {
            None => search.insert(new(world, source).with_observer(log)),
            Some(search) => {
                search.set_node_limit(usize::MAX);
                search.set_memory_limit(usize::MAX);
                *search.observer_mut() = log;
                search.reset(world);
                search
            }
        };
        drive(search, kind, &mut plan, source);
        check_end(search, kind, &plan, has_edges);
        if !is_silent {
            search.observer().check(search, kind, &plan);
        }
        if !source.once_in(3) {
            break;
        }
    }
}

/// Counts the events of a search.
#[derive(Debug, Default)]
struct Log {
    is_silent: bool,
    opened: Vec<Node>,
    expanded: u64,
    end: Option<Status>,
}

impl<C: Cost> Observer<Node, C> for Log {
    fn opened(&mut self, event: NodeEvent<'_, Node, C>) {
        self.opened.push(*event.node);
    }

    fn expanded(&mut self, event: NodeEvent<'_, Node, C>) {
        assert!(self.opened.contains(event.node), "{event:?} was not opened");
        self.expanded += 1;
    }

    fn improved(&mut self, event: NodeEvent<'_, Node, C>, old_g: C) {
        assert!(self.opened.contains(event.node), "{event:?} was not opened");
        assert!(event.g.is_less(&old_g), "from {old_g:?} to {event:?}");
    }

    fn found(&mut self, _: NodeEvent<'_, Node, C>) {
        self.end = Some(Status::Found);
    }

    fn exhausted(&mut self) {
        self.end = Some(Status::Exhausted);
    }

    fn failed(&mut self, error: &SearchError) {
        self.end = Some(Status::Failed(error.clone()));
    }

    fn is_silent(&self) -> bool {
        self.is_silent
    }
}

impl Log {
    /// Checks that the numbers of events agree with the statistics.
    fn check<C: Units>(&self, search: Seen<'_, C>, kind: Kind, plan: &Plan) {
        let stats = search.stats();
        assert_eq!(self.end, Some(search.status()));
        assert_eq!(self.expanded, stats.expanded, "expansions");
        // Dead ends are not opened, and further starts may restart the search.
        let has_dead_ends = plan.estimates.iter().flatten().any(Option::is_none);
        if kind.is_table && !has_dead_ends && plan.starts.len() == 1 {
            assert_eq!(self.opened.len(), stats.nodes, "the nodes that were opened");
        }
    }
}

type Lent<'a, C> = &'a mut dyn Pathfinder<Node = Node, Cost = C>;
type Seen<'a, C> = &'a dyn Pathfinder<Node = Node, Cost = C>;

fn add_starts<C: Units>(search: Lent<'_, C>, plan: &Plan) {
    for (node, units) in &plan.starts[1..] {
        search.add_start(Via::start(*node), C::units(*units));
    }
}

/// Runs a search to its end in steps, with budgets and with limits. Starts that are added late are recorded in the
/// plan.
fn drive<C: Units>(search: Lent<'_, C>, kind: Kind, plan: &mut Plan, source: &mut Source) {
    add_starts(search, plan);
    loop {
        let stats = search.stats();
        assert!(stats.expanded < FOR_EVER, "it goes on for ever");
        match source.below(16) {
            0 | 1 => {
                let _ = search.run_for(Budget::new().expansions(FOR_EVER));
            }
            2..=6 => {
                let next = search.next_node().filter(|_| kind.is_table);
                let is_running = search.step().is_running();
                assert!(
                    kind.promise != Promise::Cheapest
                        || !kind.is_table
                        || search.stats().expanded <= stats.expanded + 1
                );
                if let Some(next) = next.filter(|_| is_running) {
                    assert_eq!(search.current(), Some(next.node), "the next node is not expanded");
                }
            }
            7..=9 => {
                let expansions = u64::from(source.byte() % 8);
                let _ = search.run_for(Budget::new().expansions(expansions));
                assert!(search.stats().expanded <= stats.expanded + expansions);
            }
            10 => {
                let _ = search.run_for(Budget::new().nodes(source.below(6)));
            }
            11 => {
                let limit = stats.nodes + source.below(4);
                search.set_node_limit(limit);
                if let Status::Failed(SearchError::NodeLimit { limit: found }) =
                    search.run_for(Budget::new().expansions(FOR_EVER))
                {
                    // A search that has ended stays as it is.
                    assert_eq!(found, limit);
                    return;
                }
                search.set_node_limit(usize::MAX);
            }
            12 => {
                let limit = stats.bytes + 16 * source.below(40);
                search.set_memory_limit(limit);
                if let Status::Failed(SearchError::MemoryLimit { limit: found }) =
                    search.run_for(Budget::new().expansions(FOR_EVER))
                {
                    // A search that has ended stays as it is.
                    assert_eq!(found, limit);
                    return;
                }
                search.set_memory_limit(usize::MAX);
            }
            13 if kind.takes_late_starts && search.status().is_running() && plan.starts.len() < 4 => {
                let start = (source.below(plan.nodes), source.up_to(C::LARGEST));
                source.tell(|| format!("a late start {start:?} after {} expansions", stats.expanded));
                search.add_start(Via::start(start.0), C::units(start.1));
                plan.starts.push(start);
            }
            _ => look(search, kind, plan),
        }
        if !search.status().is_running() {
            break;
        }
    }
    let end = search.status();
    assert_eq!(
        (search.step(), search.run(), search.next_node().is_none()),
        (end.clone(), end, true)
    );
    look(search, kind, plan);
}

fn nodes(path: &[Node]) -> Vec<usize> {
    path.iter().map(|node| node.node).collect()
}

/// Checks the views of a search while it runs.
fn look<C: Units>(search: Seen<'_, C>, kind: Kind, plan: &Plan) {
    let stats = search.stats();
    if stats.generated == 0 {
        // The start is visible before it is stored.
        return assert!(search.closed_nodes().next().is_none());
    }
    let views = search.open_nodes().chain(search.closed_nodes());
    let views: Vec<SearchNode<Node, C>> = views.collect();
    if kind.is_table {
        let open = views.iter().filter(|view| view.is_open).count();
        assert_eq!((open, views.len()), (stats.open, stats.nodes), "the numbers of nodes");
    }
    let (far, rest) = (plan.to_nodes(), plan.to_goals());
    // A search that has failed may not have seen all edges of a node.
    let is_least = kind.takes_cheapest_edges && !matches!(search.status(), Status::Failed(_));
    for view in &views {
        if view.is_backward {
            let least = cost::<C>(rest[view.node.node]).expect("the goal can be reached");
            assert!(!view.g.is_below(&least), "{view:?}");
            continue;
        }
        let path = search.path_to(&view.node).map(|path| (nodes(&path.nodes), path.cost));
        let Some((path, sum)) = path else {
            let is_open = !kind.is_table && search.cost_to(&view.node).is_none();
            assert!(is_open || plan.total() >= C::CEILING, "no path to {view:?}");
            continue;
        };
        assert_eq!(path.last(), Some(&view.node.node));
        check_sum(plan, &path, sum, is_least);
        let least = cost::<C>(far[view.node.node]).expect("it can be reached");
        assert!(!sum.is_below(&least));
        if kind.is_table {
            assert_eq!(search.known_node(&view.node), Some(*view));
            assert_eq!(search.cost_to(&view.node), Some(view.g));
            assert!(
                !view.g.is_below(&sum),
                "{path:?} costs {sum:?} in place of {:?}",
                view.g
            );
        }
    }
    if let Some(path) = search.best_effort_path() {
        check_sum(plan, &nodes(&path.nodes), path.cost, is_least);
    }
}

/// Checks that the path exists, and that it costs `sum` along its cheapest edges, or along some of its parallel edges.
fn check_sum<C: Units>(plan: &Plan, path: &[usize], sum: C, is_least: bool) {
    let (least, most) = plan.costs_of(path).unwrap_or_else(|| panic!("{path:?} is no path"));
    let starts = plan.starts.iter().filter(|(node, _)| *node == path[0]);
    let starts = starts.map(|(_, units)| u128::from(*units));
    let most = match (is_least, starts.clone().min(), starts.max()) {
        (true, Some(lower), Some(upper)) => least + upper - lower,
        _ => most,
    };
    let is_between = !sum.is_below(&C::sum(least)) && !C::sum(most).is_below(&sum);
    assert!(is_between, "{path:?} costs {sum:?}");
    assert_ne!(format!("{sum:?}"), "-0.0");
}

/// Whether the plan explains a failure, since no cost type can express all sums.
fn is_excused<C: Units>(error: &SearchError, plan: &Plan) -> bool {
    // Weights are at most 3.
    let most = plan.total() + 3 * plan.largest_estimate();
    match error {
        // A limit that `drive` has set.
        SearchError::NodeLimit { .. } | SearchError::MemoryLimit { .. } => true,
        SearchError::CostOverflow { .. } => plan.total() >= C::CEILING,
        SearchError::EstimateOverflow { .. } => most >= C::CEILING,
        _ => false,
    }
}

fn check_end<C: Units>(search: Seen<'_, C>, kind: Kind, plan: &Plan, has_edges: bool) {
    let optimum = plan.nearest_goal(&plan.to_nodes());
    let fewest = plan.nearest_goal(&plan.in_edges().to_nodes());
    let fewest = fewest.filter(|fewest| kind.depth.is_none_or(|depth| *fewest <= depth.into()));
    match search.status() {
        Status::Running => panic!("it runs at the end"),
        Status::Exhausted => {
            assert_eq!((fewest, search.path()), (None, None), "a goal can be reached");
        }
        Status::Failed(SearchError::InconsistentEstimate { before, after }) => {
            assert!(kind.needs_consistency && !plan.guess.is_consistent() && C::IS_EXACT && before != after);
        }
        Status::Failed(error) => {
            assert!(is_excused::<C>(&error, plan), "{error}");
            let is_about_limit = matches!(error, SearchError::NodeLimit { .. } | SearchError::MemoryLimit { .. });
            let is_promised = plan.guess != Guess::Wild && (!kind.needs_consistency || plan.guess.is_consistent());
            if !is_about_limit && is_promised && matches!(kind.promise, Promise::Cheapest) {
                let fits = optimum.is_some_and(|optimum| optimum < C::CEILING);
                assert!(!fits, "{error}, but the least cost is {optimum:?}");
            }
        }
        Status::Found => {
            let path = search.path().expect("the path that was found");
            check_path(plan, &path, has_edges);
            check_sum(plan, &nodes(&path.nodes), path.cost, kind.takes_cheapest_edges);
            let last = path.nodes[path.nodes.len() - 1];
            assert!(plan.goals[last.node] && search.current() == Some(last), "not a goal");
            let edges = path.edges() as u128;
            assert!(kind.depth.is_none_or(|depth| edges <= depth.into()), "{edges} edges");
            let is_promised = plan.guess != Guess::Wild && (!kind.needs_consistency || plan.guess.is_consistent());
            match kind.promise {
                // A path with fewer edges may have been left out, since its cost cannot be expressed.
                Promise::FewestEdges if plan.total() >= C::CEILING => assert!(Some(edges) >= fewest),
                Promise::FewestEdges => assert_eq!(Some(edges), fewest),
                Promise::Cheapest if is_promised => assert_eq!(Some(path.cost), cost(optimum)),
                Promise::Within(quarters) if is_promised => {
                    let bound = C::sum(quarters * optimum.expect("a path") / 4);
                    assert!(!bound.is_below(&path.cost), "{path:?}, the least cost is {optimum:?}");
                }
                _ => {}
            }
        }
    }
}

/// Checks that the path exists and has the right cost: that of its edges, if its nodes have them.
fn check_path<C: Units>(plan: &Plan, path: &Path<Node, C>, has_edges: bool) {
    let nodes = nodes(&path.nodes);
    check_sum(plan, &nodes, path.cost, false);
    assert!(
        nodes.iter().collect::<BTreeSet<_>>().len() == nodes.len(),
        "a node twice in {path:?}"
    );
    if has_edges {
        let mut sum = 0;
        for (from, node) in nodes.iter().zip(&path.nodes[1..]) {
            let edge = plan.edges[node.action.expect("an edge led to it")];
            assert_eq!(
                (edge.from, edge.to),
                (*from, node.node),
                "the edge {:?} does not join these nodes",
                node.action
            );
            sum += u128::from(edge.units.expect("a finite edge"));
        }
        let mut starts = plan.starts.iter().filter(|(node, _)| *node == nodes[0]);
        assert!(
            starts.any(|(_, units)| C::sum(sum + u128::from(*units)) == path.cost),
            "{path:?} costs {sum}"
        );
    }
}

fn plan<C: Units>(source: &mut Source, wish: Wish) -> (Plan, World<C>) {
    let plan = Plan::new(source, wish);
    source.tell(|| format!("costs of {}, {plan:?}", std::any::type_name::<C>()));
    let world = World::new(&plan, source);
    (plan, world)
}

/// While the search runs, its best path is within its bound.
fn ara_star<C: Units>(source: &mut Source) {
    let (plan, world) = plan::<C>(source, wish::<C>(16));
    let mut search = AraStar::new(world);
    add_starts(&mut search, &plan);
    let optimum = plan.nearest_goal(&plan.to_nodes());
    let kind = Kind {
        is_table: false,
        ..KIND
    };
    while search
        .run_for(Budget::new().expansions(u64::from(source.byte() % 8 + 1)))
        .is_running()
    {
        look(&search, kind, &plan);
        if search.bound().is_finite() && plan.guess != Guess::Wild {
            let path = search.best_effort_path().expect("a path within the bound");
            let bound = C::sum(optimum.expect("a path")).to_f64() * search.bound();
            assert!(path.cost.to_f64() <= bound * (1.0 + 1e-9), "{path:?} is beyond {bound}");
        }
        assert!(search.stats().expanded < FOR_EVER, "it goes on for ever");
    }
    check_end(&search, kind, &plan, false);
}

fn nearest_goals<C: Units>(source: &mut Source) {
    let (plan, world) = plan::<C>(source, wish::<C>(16).one_start());
    let (far, has_edges) = (plan.to_nodes(), world.has_baggage);
    let expected = (0..plan.nodes)
        .filter(|node| plan.goals[*node])
        .filter_map(|node| Some((far[node]?, node)));
    let mut expected: BTreeSet<(u128, usize)> = expected.collect();
    let mut least = C::ZERO;
    for path in NearestGoals::new(world) {
        let path = match path {
            Ok(path) => path,
            Err(error) => return assert!(is_excused::<C>(&error, &plan), "{error}"),
        };
        check_path(&plan, &path, has_edges);
        let goal = path.nodes[path.nodes.len() - 1].node;
        let known = expected
            .iter()
            .copied()
            .find(|(_, node)| *node == goal)
            .expect("a goal, once");
        assert_eq!(path.cost, C::sum(known.0));
        assert!(!path.cost.is_less(&least), "the goals are not in order");
        expected.remove(&known);
        least = path.cost;
    }
    assert!(expected.is_empty(), "{expected:?} were not found");
}

/// The paths with different nodes, and the least cost of each.
fn by_nodes(mut paths: Vec<SimplePath>) -> Vec<SimplePath> {
    paths.sort_by(|a, b| (&a.nodes, a.units).cmp(&(&b.nodes, b.units)));
    paths.dedup_by(|a, b| a.nodes == b.nodes);
    paths.sort_by_key(|path| path.units);
    paths
}

fn k_shortest<C: Units>(source: &mut Source) {
    let wish = wish::<C>(7).one_goal().one_start();
    let (plan, world) = plan::<C>(source, wish);
    let expected = by_nodes(plan.simple_paths());
    let mut search = if source.once_in(2) {
        KShortestPaths::forward(world)
    } else {
        KShortestPaths::new(world)
    };
    let mut known = BTreeSet::new();
    for place in 0..80 {
        let status = loop {
            let status = search.run_for(Budget::new().expansions(u64::from(source.byte() % 8) + 1));
            look(
                &search,
                Kind {
                    is_table: false,
                    ..KIND
                },
                &plan,
            );
            if !status.is_running() {
                break status;
            }
        };
        match status {
            Status::Failed(error) => return assert!(is_excused::<C>(&error, &plan), "{error}"),
            Status::Found => {
                let path = search.path().expect("the path that was found");
                check_path(&plan, &path, false);
                assert!(known.insert(nodes(&path.nodes)), "{path:?} twice");
                let expected = expected
                    .get(place)
                    .unwrap_or_else(|| panic!("{path:?} is one too many"));
                assert_eq!(path.cost, C::sum(expected.units), "path {place} is {path:?}");
            }
            _ => return assert_eq!(place, expected.len(), "paths are missing"),
        }
        let _ = search.seek_next();
    }
}

fn disjoint<C: Units>(source: &mut Source) {
    let byte = source.byte();
    let is_by_nodes = byte % 2 == 1;
    // Usually two.
    let count = if byte < 128 {
        2
    } else {
        [1, 3, 4, 5][usize::from(byte / 2 % 4)]
    };
    let (mut plan, world) = plan::<C>(source, wish::<C>(5));
    let search = if is_by_nodes {
        DisjointPaths::by_nodes(world)
    } else {
        DisjointPaths::by_edges(world)
    };
    let mut search = search.with_count(count);
    drive(
        &mut search,
        Kind {
            is_table: false,
            takes_cheapest_edges: false,
            ..SOME_PATH
        },
        &mut plan,
        source,
    );
    let paths = plan.simple_paths();
    let is_shared = |node: &usize| plan.goals[*node] || plan.starts.iter().any(|(start, _)| start == node);
    let are_disjoint = |one: &SimplePath, other: &SimplePath| {
        let meets = |node: &usize| !is_shared(node) && other.nodes.contains(node);
        one.edges.is_disjoint(&other.edges) && !(is_by_nodes && one.nodes.iter().any(meets))
    };
    let optimum = |count: usize| least_sum(&paths, count, &mut Vec::new(), &are_disjoint);
    let found = search.paths();
    for (place, one) in found.iter().enumerate() {
        check_path(&plan, one, false);
        let one_nodes = nodes(&one.nodes);
        for other in &found[..place] {
            assert!(!one.cost.is_less(&other.cost));
            let others = nodes(&other.nodes);
            assert!(!is_by_nodes || one_nodes.iter().all(|node| is_shared(node) || !others.contains(node)));
        }
        for pair in one_nodes.windows(2) {
            let goes = |path: &Path<Node, C>, from, to| nodes(&path.nodes).windows(2).any(|pair| pair == [from, to]);
            let there_and_back = found.iter().any(|path| goes(path, pair[1], pair[0]));
            assert!(!there_and_back, "there and back: {found:?}");
            let edges = plan.edges.iter().filter(|edge| [edge.from, edge.to] == *pair);
            let edges = edges.filter(|edge| edge.units.is_some()).count();
            let needed = found.iter().filter(|path| goes(path, pair[0], pair[1])).count();
            assert!(edges >= needed, "{found:?}");
        }
    }
    let check_sum = || {
        let sum = optimum(found.len()).expect("there are no such paths");
        // The cost of all paths together may be too large for the type.
        if sum < C::CEILING {
            let total = found.iter().try_fold(C::ZERO, |sum, path| sum.plus(path.cost));
            assert_eq!(total, Some(C::sum(sum)), "{found:?}");
        }
    };
    match search.status() {
        Status::Found => {
            assert_eq!(found.len(), count);
            assert_eq!(search.path().as_ref(), found.first());
            assert_eq!(search.pair().map(|pair| &pair[..]), (count == 2).then_some(found));
            check_sum();
        }
        Status::Exhausted => {
            assert_eq!(search.pair(), None);
            assert_eq!(optimum(found.len() + 1), None);
            assert!(found.len() < count);
            check_sum();
            if let Some(least) = cost::<C>(plan.nearest_goal(&plan.to_nodes())) {
                assert_eq!(search.best_effort_path().map(|path| path.cost), Some(least));
            }
        }
        Status::Failed(error) => assert!(is_excused::<C>(&error, &plan), "{error}"),
        Status::Running => panic!("it runs at the end"),
    }
}

/// The least total cost of this number of disjoint paths in addition to those chosen.
fn least_sum<'a>(
    paths: &'a [SimplePath],
    count: usize,
    chosen: &mut Vec<&'a SimplePath>,
    are_disjoint: &impl Fn(&SimplePath, &SimplePath) -> bool,
) -> Far {
    if count == 0 {
        return Some(0);
    }
    let mut least = None;
    for (place, path) in paths.iter().enumerate() {
        if chosen.iter().all(|other| are_disjoint(path, other)) {
            chosen.push(path);
            // Only a path without edges is disjoint from itself.
            let rest = least_sum(&paths[place..], count - 1, chosen, are_disjoint);
            least = rest.map(|rest| rest + path.units).into_iter().chain(least).min();
            chosen.pop();
        }
    }
    least
}

fn optimal_paths<C: Units>(source: &mut Source) {
    let (plan, world) = plan::<C>(source, wish::<C>(7));
    let mut expected = by_nodes(plan.simple_paths());
    // A path ends at the first goal on it.
    expected.retain(|path| path.nodes.iter().filter(|node| plan.goals[**node]).count() == 1);
    let least = expected.first().map(|path| path.units);
    expected.retain(|path| Some(path.units) == least);
    let expected: BTreeSet<Vec<usize>> = expected.into_iter().map(|path| path.nodes).collect();
    // Whether a cheapest path follows an edge of a cycle of zero cost. Edges from a node to itself are ignored.
    let mut inner = plan.clone();
    inner
        .edges
        .retain(|edge| edge.from != edge.to && !plan.goals[edge.from]);
    let pairs = inner.all_pairs();
    let goes_round = |step: &[usize]| {
        [(0, 1), (1, 0)]
            .iter()
            .all(|(a, b)| pairs[step[*a]][step[*b]] == Some(0))
    };
    let has_circle = expected.iter().any(|path| path.windows(2).any(goes_round));
    let check = |found: Result<OptimalPaths<Node, C>, OptimalPathsError>, is_exact: bool| match found {
        Ok(paths) => {
            let listed: Vec<_> = paths.iter().take(1000).collect();
            for path in &listed {
                check_path(&plan, path, false);
                assert_eq!(Some(path.cost), paths.cost());
            }
            let listed: Vec<Vec<usize>> = listed.iter().map(|path| nodes(&path.nodes)).collect();
            assert_eq!(paths.count(), Some(listed.len() as u128));
            // Paths that share a beginning are adjacent.
            for length in 1..=plan.nodes {
                let mut beginnings: Vec<_> = listed.iter().filter_map(|path| path.get(..length)).collect();
                beginnings.dedup();
                let different: BTreeSet<_> = beginnings.iter().collect();
                assert_eq!(different.len(), beginnings.len(), "{listed:?}");
            }
            // Rounded sums may differ even if exact ones are equal.
            if is_exact && !is_rounded::<C>() {
                assert!(!has_circle, "a circle that costs nothing");
                assert_eq!(paths.cost(), cost(least));
                assert_eq!(
                    nodes(paths.nodes()).into_iter().collect::<BTreeSet<_>>(),
                    expected.iter().flatten().copied().collect()
                );
                assert_eq!(
                    paths.nodes().len(),
                    expected.iter().flatten().collect::<BTreeSet<_>>().len()
                );
                assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected);
            }
        }
        Err(OptimalPathsError::ZeroCostCycle) => assert!(has_circle || !is_exact, "there is no circle"),
        Err(OptimalPathsError::Search(error)) => assert!(is_excused::<C>(&error, &plan), "{error}"),
        Err(error) => panic!("{error}"),
    };
    for ties in TIES {
        let mut search = AStar::new(&world).with_tie_breaking(ties);
        add_starts(&mut search, &plan);
        check(OptimalPaths::of(&mut search), plan.guess != Guess::Wild);
        // A second call leaves the search itself unchanged.
        let before = (search.status(), search.path());
        check(OptimalPaths::of(&mut search), plan.guess != Guess::Wild);
        assert_eq!((search.status(), search.path()), before);
    }
    let mut search = Dijkstra::new(&world);
    add_starts(&mut search, &plan);
    let _ = search.run_for(Budget::new().expansions(2));
    check(OptimalPaths::of(&mut search), true);
}

/// An entry of a matrix: a cost and its path.
type Found<C> = (Option<C>, Option<Path<Node, C>>);

fn matrix<C: Units>(source: &mut Source) {
    let (plan, world) = plan::<C>(source, wish::<C>(12));
    let mut ends = || {
        let mut ends = vec![source.below(plan.nodes)];
        while source.more(3) {
            ends.push(source.below(plan.nodes));
        }
        ends
    };
    let (from, to) = (ends(), ends());
    let far = plan.all_pairs();
    let via = |nodes: &[usize]| nodes.iter().copied().map(Via::start).collect::<Vec<_>>();
    let check = |matrix: &mut dyn FnMut(usize, usize) -> Found<C>| {
        for (source, start) in from.iter().enumerate() {
            for (target, goal) in to.iter().enumerate() {
                let (found, path) = matrix(source, target);
                assert_eq!(found, cost(far[*start][*goal]), "from {start} to {goal}");
                assert_eq!(path.as_ref().map(|path| path.cost), found);
                if let Some(path) = path {
                    let alone = Plan {
                        starts: vec![(*start, 0)],
                        ..plan.clone()
                    };
                    check_path(&alone, &path, false);
                    assert_eq!(path.nodes.last(), Some(&Via::start(*goal)));
                }
            }
        }
    };
    macro_rules! check {
        ($builder:expr) => {{
            let mut builder = $builder;
            while builder.run_for(Budget::new().expansions(7)).is_running() {}
            match builder.finish() {
                Ok(mut matrix) => {
                    check(&mut |from, to| (matrix.cost(from, to), matrix.path(from, to).expect("a path")))
                }
                Err(error) => assert!(is_excused::<C>(&error, &plan), "{error}"),
            }
        }};
    }
    check!(CostMatrixBuilder::new(&world, via(&from), via(&to)));
    check!(CostMatrixBuilder::either_way(&world, via(&from), via(&to)));
}

fn landmarks<C: Units>(source: &mut Source) {
    let (plan, world) = plan::<C>(source, wish::<C>(12).one_goal().one_start());
    let far = plan.all_pairs();
    let count = 1 + source.below(5);
    let mut builder = LandmarkBuilder::farthest(&world, Via::start(source.below(plan.nodes)), count);
    while builder.run_for(Budget::new().expansions(5)).is_running() {}
    let landmarks = match builder.finish() {
        Ok(landmarks) => landmarks,
        Err(error) => return assert!(is_excused::<C>(&error, &plan), "{error}"),
    };
    for (from, row) in far.iter().enumerate() {
        for (to, far) in row.iter().enumerate() {
            let estimate = landmarks.estimate(&Via::start(from), &Via::start(to));
            assert!(
                far.is_none_or(|far| !C::sum(far).is_below(&estimate)),
                "from {from} to {to}: {estimate:?}"
            );
        }
    }
    let (start, goal) = (plan.starts[0].0, plan.goal());
    let mut search = AStar::new(landmarks.query(Via::start(start), Via::start(goal)));
    assert_ne!(search.run(), Status::Running);
    let plan = Plan {
        estimates: [vec![Some(C::LARGEST)], vec![]],
        guess: Guess::Zero,
        ..plan
    };
    check_end(&search, KIND, &plan, false);
}

/// An agent on a graph where it can go back along each edge.
fn agent<C: Units>(source: &mut Source) {
    let (plan, world) = plan::<C>(
        source,
        Wish {
            is_undirected: true,
            ..wish::<C>(10).one_start()
        },
    );
    let mut agent = LssLrtaStar::new(world);
    let to_goals = plan.to_goals();
    for _ in 0..20_000 {
        let position = agent.position().node;
        match agent.next_move(1 + u64::from(source.byte() % 8)) {
            Ok(NextMove::Arrived) => return assert!(plan.goals[position]),
            Ok(NextMove::Unreachable) => return assert_eq!(to_goals[position], None, "a goal can be reached"),
            Ok(NextMove::To(node)) => {
                let is_edge = plan
                    .edges
                    .iter()
                    .any(|edge| (edge.from, edge.to) == (position, node.node));
                assert!(is_edge, "from {position} to {node:?}");
            }
            Err(error) => return assert!(is_excused::<C>(&error, &plan), "{error}"),
        }
    }
    // Wild estimates are not admissible, and learning large costs in small steps takes long.
    assert!(
        plan.guess == Guess::Wild || plan.total() > 1000,
        "the agent walks about"
    );
}

/// Costs in fewer bytes are found unchanged, or the search fails because they are too large.
fn narrow(source: &mut Source) {
    let wish = Wish {
        largest: 300,
        ..wish::<u32>(10).one_goal().one_start()
    };
    let (plan, world) = plan::<u32>(source, wish);
    let mut best_first = AStar::new(Narrow::<_, u8>::new(&world));
    let mut compact = CompactAStar::new(Narrow::<_, u8>::new(&world));
    let searches: [&mut dyn Pathfinder<Node = Node, Cost = NarrowCost<u8>>; 2] = [&mut best_first, &mut compact];
    for search in searches {
        match search.run() {
            Status::Failed(error) => {
                let most = plan.total() + plan.largest_estimate();
                assert!(most >= u128::from(u8::MAX) - 1, "{error}");
            }
            status => {
                let far = plan.nearest_goal(&plan.to_nodes());
                assert_eq!(status == Status::Found, far.is_some());
                let found = search.path().map(|path| path.cost.get().into());
                assert!(
                    found == far || plan.guess == Guess::Wild && found > far,
                    "{found:?} in place of {far:?}"
                );
            }
        }
    }
}

/// The searches over closures.
fn functions(source: &mut Source) {
    let wish = wish::<u32>(8).one_start();
    let (mut plan, _) = plan::<u32>(source, wish);
    let function = source.below(7);
    if function >= 5 {
        // Iterative deepening without a check for cycles may never end.
        plan.edges.retain(|edge| edge.from < edge.to);
    }
    let cost = |units: Option<u64>| units.map_or(u32::INFINITY, u32::units);
    let (plan, start) = (&plan, &plan.starts[0].0);
    let edges = |node: &usize| {
        let node = *node;
        let edges = plan.edges.iter().filter(move |edge| edge.from == node);
        edges.map(|edge| (edge.to, cost(edge.units)))
    };
    let next = |node: &usize| edges(node).filter(|(_, cost)| *cost < u32::INFINITY).map(|(to, _)| to);
    let estimate = |node: &usize| cost(plan.estimates[0][*node]);
    let is_goal = |node: &usize| plan.goals[*node];
    let found = match function {
        0 => astar(start, edges, estimate, is_goal),
        1 => greedy(start, edges, estimate, is_goal),
        2 => dijkstra(start, edges, is_goal),
        5 => ida_star(start, edges, estimate, is_goal),
        number => {
            let found = match number {
                3 => bfs(start, next, is_goal),
                4 => dfs(start, next, is_goal),
                _ => id_dfs(start, next, is_goal),
            };
            let fewest = plan.nearest_goal(&plan.in_edges().to_nodes());
            let found = found.expect("no sum is too large").map(|path| path.cost as u128);
            assert!(found == fewest || number == 4 && fewest.is_some() && found > fewest);
            return;
        }
    };
    match found {
        Err(error) => assert!(is_excused::<u32>(&error, plan), "{error}"),
        Ok(path) => {
            let optimum = plan.nearest_goal(&plan.to_nodes());
            let found = path.map(|path| u128::from(path.cost));
            let may_cost_more = optimum.is_some() && (function == 1 || plan.guess == Guess::Wild);
            assert!(
                found == optimum || may_cost_more && found > optimum,
                "{found:?} in place of {optimum:?}"
            );
        }
    }
}

/// Bidirectional searches on a graph of petgraph.
fn pet_graph(source: &mut Source) {
    let (plan, _) = plan::<u32>(source, wish::<u32>(10).one_goal().one_start());
    let mut graph = DiGraph::<(), u32>::new();
    let nodes: Vec<_> = (0..plan.nodes).map(|_| graph.add_node(())).collect();
    for Edge { from, to, units } in &plan.edges {
        graph.add_edge(nodes[*from], nodes[*to], units.map_or(u32::INFINITY, u32::units));
    }
    let ends = (nodes[plan.starts[0].0], nodes[plan.goal()]);
    let graph = PetGraph::new(&graph, |edge| *edge.weight());
    let mut search = BidirectionalDijkstra::new(Query::between(&graph, ends.0, ends.1));
    match search.run() {
        Status::Failed(error) => assert!(is_excused::<u32>(&error, &plan), "{error}"),
        _ => assert_eq!(
            search.path().map(|path| path.cost),
            cost(plan.nearest_goal(&plan.to_nodes()))
        ),
    }
}

/// Contraction hierarchies, between all nodes.
fn hierarchy(source: &mut Source) {
    let (plan, _) = plan::<u32>(source, wish::<u32>(14));
    let small = |number: u64| u32::try_from(number).ok();
    let edge = |edge: &Edge| Some((small(edge.from as u64)?, small(edge.to as u64)?, small(edge.units?)?));
    let edges = plan.edges.iter().filter_map(edge);
    let graph = CsrGraph::from_edges(plan.nodes, edges).expect("all nodes are there");
    check_hierarchy(&plan, &ContractionHierarchy::prepare(&graph).expect("a hierarchy"));
    let order = Order::by_distances(&graph).expect("indices");
    let customizable = CustomizableHierarchy::new(&graph, &order);
    check_hierarchy(&plan, &customizable.expect("a hierarchy"));
}

fn check_hierarchy(plan: &Plan, hierarchy: &impl Hierarchy<Node = u32, Cost = u32>) {
    let mut search = HierarchySearch::new(Query::between(hierarchy, 0, 0));
    for (start, row) in (0..).zip(plan.all_pairs()) {
        for (goal, far) in (0..).zip(row) {
            search.reset(Query::between(hierarchy, start, goal));
            match search.run() {
                Status::Failed(SearchError::CostOverflow { .. }) => {
                    assert!(plan.total() >= u32::CEILING && far.is_none_or(|far| far >= u32::CEILING));
                }
                _ => assert_eq!(search.path().map(|path| path.cost), cost(far), "from {start} to {goal}"),
            }
            if let Some(path) = search.path() {
                let alone = Plan {
                    starts: vec![(start as usize, 0)],
                    ..plan.clone()
                };
                let nodes: Vec<usize> = path.nodes.iter().map(|node| *node as usize).collect();
                assert_eq!(alone.costs_of(&nodes).map(|(least, _)| least), far, "{path:?}");
            }
        }
    }
}
