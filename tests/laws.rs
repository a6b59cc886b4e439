//! The laws that all searches obey.

mod common;

use astride::engine::Engine;
use astride::problem::{VirtualEnds, VirtualNode};
use astride::search::Search;
use astride::{
    AStar, BidirectionalAStar, Budget, Dijkstra, IdaStar, LpaStar, Observer, Path, Pathfinder, Stats, Status,
    WeightedAStar,
};
use astride_laws::{Event, Far, INDEXES, Index, Laws, Log, Numbered, Place, Plan, Promise, Stored, World};
use common::effort::{progress, share};
use common::evaluations::all_searches;

macro_rules! tests {
    ($($name:ident: $family:ident $guidance:ident($laws:expr, $side:literal) $make:expr;)*) => {$(
        #[test]
        #[allow(non_snake_case, reason = "the name of the search")]
        fn $name() {
            let laws = $laws.with_seeds(0..share(256).into());
            laws.check(|world| {
                progress("searches that obey the laws");
                ($make)(world)
            });
            laws.check_clone($make);
        }
    )*};
}

all_searches!(tests);

/// The open list depends on the cost type.
#[test]
fn searches_with_floats() {
    let laws = Laws::new(Promise::Cheapest).with_seeds(0..share(256).into());
    let table = laws.clone().with_stored(Stored::Parents);
    table.check_with_costs::<f64, _>(AStar::new);
    table.check_with_costs::<f64, _>(Dijkstra::new);
    table
        .clone()
        .promising(Promise::Within(1.5))
        .check_with_costs::<f64, _>(|world| WeightedAStar::new(world, 1.5).unwrap());
    let one_goal = table.with_one_goal().with_consistent_estimates();
    one_goal.check_with_costs::<f64, _>(BidirectionalAStar::new);
    one_goal.with_excess(1 << 12).check_with_costs::<f64, _>(LpaStar::new);
    laws.with_nodes(6)
        .check_with_costs::<f64, _>(|world| IdaStar::new(world).with_cycle_check());
}

/// The README and the table of searches in the documentation have every type.
#[test]
fn every_search_is_documented() {
    assert!(astride_laws::search_types().any(|name| name == "KShortestPaths"));
    for name in astride_laws::search_types() {
        for (page, text) in [
            ("README", include_str!("../README.md")),
            ("searches.md", include_str!("../src/search/searches.md")),
        ] {
            assert!(text.contains(&format!("`{name}`")), "{name} is not in {page}");
        }
    }
}

/// A random plan with several starts and goals, each with a cost, and perhaps a direct edge.
struct Trip {
    plan: Plan,
    starts: Vec<(usize, u64)>,
    goals: Vec<(usize, u64)>,
    direct: Far,
    /// Estimates between the nodes of the plan.
    pairs: Vec<Vec<Far>>,
}

impl Trip {
    fn random(seed: u64) -> Self {
        let plan = Plan::random(seed, 7);
        let mut draws = plan.draws.clone();
        draws.extend([seed * 7, seed * 3 + 1]);
        let ends = |at: usize| -> Vec<(usize, u64)> {
            // No node twice, since the adapter stores only the cheapest edge to each.
            let nodes = (0..plan.nodes).filter(|node| draws[*node] >> (at + 1) & 1 == 0);
            nodes.map(|node| (node, (draws[node] >> (at + 4)) % 9)).collect()
        };
        // Of the true distances: consistent, and admissible in both directions.
        let part = seed % 5;
        let of_true = |far: Far| far.map(|far| far * part / 4);
        let pairs = plan
            .all_pairs()
            .into_iter()
            .map(|row| row.into_iter().map(of_true).collect());
        Trip {
            starts: ends(0),
            goals: ends(16),
            direct: seed.is_multiple_of(4).then_some(seed % 23),
            pairs: pairs.collect(),
            plan,
        }
    }

    fn adapted(&self, index: Index) -> VirtualEnds<World> {
        let ends = |ends: &[(usize, u64)]| -> Vec<(Place, u32)> {
            ends.iter()
                .map(|(node, units)| (Place::numbered(*node), u32::try_from(*units).unwrap()))
                .collect()
        };
        let world = World::with_pairs(&self.plan, &self.pairs, index);
        let trip = VirtualEnds::new(world, ends(&self.starts), ends(&self.goals));
        match self.direct {
            Some(units) => trip.with_direct_cost(u32::try_from(units).unwrap()),
            None => trip,
        }
    }

    /// The numbers of the virtual goal and the virtual start in the graph that is made by hand. They follow those of
    /// the other nodes, so that indices, which a world counts backwards, are the same as in the adapter.
    fn virtual_nodes(&self) -> [usize; 2] {
        [self.plan.nodes, self.plan.nodes + 1]
    }

    /// The same graph with two more nodes.
    fn by_hand(&self) -> Plan {
        let [goal, start] = self.virtual_nodes();
        let mut edges = self.plan.edges.clone();
        edges.extend(self.starts.iter().map(|(node, units)| (start, *node, Some(*units))));
        edges.extend(self.goals.iter().map(|(node, units)| (*node, goal, Some(*units))));
        edges.extend(self.direct.map(|units| (start, goal, Some(units))));
        let plan = Plan {
            nodes: start + 1,
            edges,
            more_starts: Vec::new(),
            draws: vec![0; start + 1],
            ..self.plan.clone()
        };
        plan.between(start, goal)
    }

    /// The estimates between all nodes of the graph that is made by hand.
    fn pairs_by_hand(&self) -> Vec<Vec<Far>> {
        let least = |sums: &mut dyn Iterator<Item = Far>| sums.flatten().min();
        let sum = |far: Far, units: u64| far.map(|far| far + units);
        let to_goal = |from: usize| {
            let goals = &mut self.goals.iter();
            least(&mut goals.map(|(goal, units)| sum(self.pairs[from][*goal], *units)))
        };
        let from_start = |to: usize| {
            let starts = &mut self.starts.iter();
            least(&mut starts.map(|(start, units)| sum(self.pairs[*start][to], *units)))
        };
        let through = self.starts.iter().map(|(start, units)| sum(to_goal(*start), *units));
        let [goal, start] = self.virtual_nodes();
        let mut rows = vec![vec![None; start + 1]; start + 1];
        rows[start][goal] = least(&mut through.chain([self.direct]));
        (rows[start][start], rows[goal][goal]) = (Some(0), Some(0));
        for (node, pairs) in self.pairs.iter().enumerate() {
            (rows[start][node], rows[node][goal]) = (from_start(node), to_goal(node));
            rows[node][..goal].copy_from_slice(pairs);
        }
        rows
    }
}

/// What is visible of a search, with numbers as nodes.
#[derive(Debug, PartialEq)]
struct Outcome {
    status: Status,
    stats: Stats,
    path: Option<Path<usize, u32>>,
    best_effort: Option<Path<usize, u32>>,
    events: Vec<Event<usize, u32>>,
}

fn outcome<E: Engine<Problem: astride::Problem<Cost = u32>>>(
    search: Search<E>,
    number: impl Fn(&NodeOf<E>) -> usize,
) -> Outcome
where
    Log<NodeOf<E>, u32>: Observer<NodeOf<E>, u32>,
    NodeOf<E>: std::fmt::Debug,
{
    let log = Log::default();
    let mut search = search.with_observer(log.clone());
    // Some searches would follow cycles for ever.
    let status = search.run_for(Budget::new().expansions(2_000));
    let mut counts = search.stats();
    (counts.bytes, counts.elapsed) = (0, std::time::Duration::ZERO);
    let path = |path: Path<NodeOf<E>, u32>| Path {
        nodes: path.iter().map(&number).collect(),
        cost: path.cost,
    };
    let event = |event: &Event<NodeOf<E>, u32>| match event {
        Event::Opened(node, parent, cost) => Event::Opened(number(node), parent.as_ref().map(&number), *cost),
        Event::Expanded(node, cost) => Event::Expanded(number(node), *cost),
        Event::Improved(node, parent, old, new) => {
            Event::Improved(number(node), parent.as_ref().map(&number), *old, *new)
        }
        Event::Found(node, cost) => Event::Found(number(node), *cost),
        Event::Exhausted => Event::Exhausted,
        Event::Failed(error) => Event::Failed(error.clone()),
    };
    Outcome {
        status,
        stats: counts,
        path: Pathfinder::path(&search).map(path),
        best_effort: Pathfinder::best_effort_path(&search).map(path),
        events: log.events().iter().map(event).collect(),
    }
}

type NodeOf<E> = <<E as Engine>::Problem as astride::Graph>::Node;

/// Compares a search over `VirtualEnds` with one of the graph to which the virtual nodes were added by hand. That the
/// latter is right is what the laws are about.
fn compare<E, F>(make: impl Fn(World) -> Search<E>, make_adapted: impl Fn(VirtualEnds<World>) -> Search<F>)
where
    E: Engine<Problem = World>,
    F: Engine<Problem = VirtualEnds<World>>,
{
    for seed in 0..share(512).into() {
        let trip = Trip::random(seed);
        let by_hand = trip.by_hand();
        let index = INDEXES[usize::try_from(seed % 5).unwrap()];
        let mut world = World::with_pairs(&by_hand, &trip.pairs_by_hand(), index);
        let [goal, start] = trip.virtual_nodes();
        world.back_estimates.clone_from(&world.pairs[start]);
        let expected = outcome(make(world), Numbered::number);
        let found = outcome(make_adapted(trip.adapted(index)), |node| match node {
            VirtualNode::Start => start,
            VirtualNode::Goal => goal,
            VirtualNode::Real(node) => node.number(),
        });
        if matches!(index, Index::Sometimes | Index::SometimesWithNodes) {
            // The virtual nodes may have indices in only one of the two, which may decide ties.
            let result = |outcome: &Outcome| (outcome.status.clone(), outcome.path.as_ref().map(|path| path.cost));
            assert_eq!(result(&found), result(&expected), "seed {seed}: {by_hand:?}");
        } else {
            assert_eq!(found, expected, "seed {seed}: {by_hand:?}");
        }
    }
}

mod virtual_ends {
    use super::common::evaluations::all_searches;

    /// Theta* and label setting require traits of other crates, which `VirtualEnds` does not implement.
    macro_rules! test {
        (ThetaStar $make:expr) => {};
        (LazyThetaStar $make:expr) => {};
        (LabelSearch $make:expr) => {};
        ($name:ident $make:expr) => {
            #[test]
            #[allow(non_snake_case, reason = "the name of the search")]
            fn $name() {
                super::compare($make, $make);
            }
        };
    }

    macro_rules! tests {
        ($($name:ident: $family:ident $guidance:ident($laws:expr, $side:literal) $make:expr;)*) => {$(
            test!($name $make);
        )*};
    }

    all_searches!(tests);
}

/// The costs by the Bellman-Ford algorithm, and paths translated into the original graph.
#[test]
fn virtual_ends_have_the_least_sum_of_all_costs() {
    let mut found = 0;
    for seed in 0..u64::from(share(4_096)) {
        let trip = Trip::random(seed);
        let by_hand = trip.by_hand();
        let expected = by_hand.far_from_starts()[trip.virtual_nodes()[0]];
        let adapted = trip.adapted(INDEXES[usize::try_from(seed % 5).unwrap()]);
        for path in [
            AStar::new(&adapted).find_path(),
            Dijkstra::new(&adapted).find_path(),
            BidirectionalAStar::new(&adapted).find_path(),
            LpaStar::new(&adapted).find_path(),
        ] {
            let path = path.unwrap();
            assert_eq!(path.as_ref().map(|path| u64::from(path.cost)), expected, "seed {seed}");
            let Some(path) = path.and_then(|path| adapted.path(&path)) else {
                continue;
            };
            found += 1;
            let numbers: Vec<_> = path.iter().map(Numbered::number).collect();
            let edges = Plan {
                start: numbers[0],
                more_starts: Vec::new(),
                ..trip.plan.clone()
            };
            let end = |ends: &[(usize, u64)], node: usize| ends.iter().find(|end| end.0 == node).map(|end| end.1);
            let sum = edges.cheapest_sum(&numbers).unwrap()
                + end(&trip.starts, numbers[0]).unwrap()
                + end(&trip.goals, numbers[numbers.len() - 1]).unwrap();
            assert_eq!(sum, u64::from(path.cost), "seed {seed}");
        }
    }
    assert!(found > 16, "{found}");
}
