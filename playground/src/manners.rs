//! The special behaviour of some searches: several paths, paths that improve, maps that change.

use astride::engine::{CostOf, Engine, NodeOf, PathOf};
use astride::search::{
    Anytime, BestFirst, ChangeError, CostOnly, CostPlusEstimate, Course, Deepening, Deviations, Disjoint,
    IterativeDeepening, Replanning, Search,
};
use astride::search::{OptimalPaths, OptimalPathsError};
use astride::traits::NumericCost;
use astride::{Graph, Heuristic, KnownGoal, OneToAll, Path, Pathfinder, Problem, ReverseGraph, Status};
use astride_grid::{GridMap, GridProblem, Point};

use crate::driver::Manner;
use crate::record::Recorder;
use crate::world::guess::Guessed;

/// A search that a run observes.
pub(crate) type Watched<E> = Search<E, Recorder<NodeOf<E>, CostOf<E>>>;

/// Makes steps of a search that does something special in each of them.
fn one_by_one<S: Pathfinder + ?Sized, M: Manner<S>>(manner: &mut M, search: &mut S, steps: u64) {
    for _ in 0..steps {
        if !manner.status(search).is_running() {
            return;
        }
        manner.step(search);
    }
}

/// The maximum number of paths that a run keeps.
const MOST_PATHS: usize = 100;

/// A search for several paths, one after another.
pub(crate) struct Several<E: Engine> {
    pub(crate) wanted: usize,
    pub(crate) found: Vec<PathOf<E>>,
}

impl<P: KnownGoal + ReverseGraph> Manner<Watched<Deviations<P>>> for Several<Deviations<P>> {
    fn step(&mut self, search: &mut Watched<Deviations<P>>) {
        if search.status() == Status::Found && self.found.len() < self.wanted {
            let _ = search.seek_next();
        }
        if search.step() == Status::Found {
            self.found.extend(search.path());
        }
    }

    fn rush(&mut self, search: &mut Watched<Deviations<P>>, steps: u64) {
        one_by_one(self, search, steps);
    }

    fn status(&self, search: &Watched<Deviations<P>>) -> Status {
        match search.status() {
            Status::Found if self.found.len() < self.wanted => Status::Running,
            Status::Exhausted if !self.found.is_empty() => Status::Found,
            status => status,
        }
    }

    fn paths(&self, _: &Watched<Deviations<P>>) -> Vec<PathOf<Deviations<P>>> {
        self.found.clone()
    }

    fn remark(&self, search: &Watched<Deviations<P>>) -> Option<String> {
        let found = self.found.len();
        Some(match search.status() {
            Status::Exhausted => format!("There are {found} paths in all."),
            _ => format!("{found} of {} paths have been found.", self.wanted),
        })
    }
}

/// A search for a path to each goal, nearest first.
pub(crate) struct Nearest<P: Problem> {
    pub(crate) goals: usize,
    pub(crate) found: Vec<Path<P::Node, P::Cost>>,
}

type EndlessDijkstra<P> = Watched<BestFirst<OneToAll<P>, CostOnly>>;

impl<P: Problem> Manner<EndlessDijkstra<P>> for Nearest<P> {
    fn step(&mut self, search: &mut EndlessDijkstra<P>) {
        // The step that ends the search expands no node.
        if search.step().is_running()
            && let Some(node) = search.current()
            && search.problem().graph().is_goal(&node)
        {
            self.found.extend(search.path_to(&node));
        }
    }

    fn rush(&mut self, search: &mut EndlessDijkstra<P>, steps: u64) {
        one_by_one(self, search, steps);
    }

    fn status(&self, search: &EndlessDijkstra<P>) -> Status {
        match search.status() {
            Status::Running if self.found.len() >= self.goals => Status::Found,
            // Every reachable node has been expanded.
            Status::Found if self.found.is_empty() => Status::Exhausted,
            status => status,
        }
    }

    fn paths(&self, _: &EndlessDijkstra<P>) -> Vec<Path<P::Node, P::Cost>> {
        self.found.clone()
    }

    fn remark(&self, _: &EndlessDijkstra<P>) -> Option<String> {
        Some(format!("Goals reached: {} of {}.", self.found.len(), self.goals))
    }
}

/// A search for two disjoint paths.
pub(crate) struct Pair;

impl<P: Problem<Cost: NumericCost>> Manner<Watched<Disjoint<P>>> for Pair {
    fn paths(&self, search: &Watched<Disjoint<P>>) -> Vec<PathOf<Disjoint<P>>> {
        search.pair().map(|pair| pair.to_vec()).unwrap_or_default()
    }

    fn remark(&self, search: &Watched<Disjoint<P>>) -> Option<String> {
        let [one, other] = search.pair()?;
        Some(format!(
            "The two paths have {} and {} edges.",
            one.edges(),
            other.edges()
        ))
    }
}

/// A search for all cheapest paths, which are counted once the first one is found.
pub(crate) struct AllCheapest<P: Problem> {
    pub(crate) paths: Option<Counted<P>>,
    /// Whether the search guarantees that the paths it finds are cheapest ones.
    pub(crate) is_proof: bool,
}

type Counted<P> = Result<OptimalPaths<<P as Graph>::Node, <P as Graph>::Cost>, OptimalPathsError>;

impl<P: Heuristic> Manner<Watched<BestFirst<P, CostPlusEstimate>>> for AllCheapest<P> {
    fn step(&mut self, search: &mut Watched<BestFirst<P, CostPlusEstimate>>) {
        if search.step() == Status::Found && self.paths.is_none() {
            self.paths = Some(OptimalPaths::of(search));
        }
    }

    fn rush(&mut self, search: &mut Watched<BestFirst<P, CostPlusEstimate>>, steps: u64) {
        one_by_one(self, search, steps);
    }

    fn paths(&self, search: &Watched<BestFirst<P, CostPlusEstimate>>) -> Vec<Path<P::Node, P::Cost>> {
        match &self.paths {
            Some(Ok(paths)) => paths.iter().take(MOST_PATHS).collect(),
            _ => search.path().into_iter().collect(),
        }
    }

    fn remark(&self, _: &Watched<BestFirst<P, CostPlusEstimate>>) -> Option<String> {
        Some(match self.paths.as_ref()? {
            Ok(paths) => match paths.count() {
                _ if !self.is_proof => return None,
                Some(1) => String::from("It is the only cheapest path."),
                Some(count) => format!("There are {count} cheapest paths."),
                None => String::from("There are more than 10³⁸ cheapest paths."),
            },
            Err(error) => format!("The cheapest paths could not be counted: {error}."),
        })
    }
}

/// An anytime search: it finds a path early, and better ones later.
pub(crate) struct Improving {
    /// Whether the search guarantees that its last path is a cheapest one.
    pub(crate) is_proof: bool,
}

impl<P: Heuristic<Cost: NumericCost>> Manner<Watched<Anytime<P>>> for Improving {
    fn paths(&self, search: &Watched<Anytime<P>>) -> Vec<PathOf<Anytime<P>>> {
        let best = || search.best_effort_path().filter(|_| search.bound().is_finite());
        search.path().or_else(best).into_iter().collect()
    }

    fn remark(&self, search: &Watched<Anytime<P>>) -> Option<String> {
        let bound = search.bound();
        Some(if bound.is_infinite() {
            format!("No path is known yet; the weight is {}.", search.weight())
        } else if !self.is_proof {
            format!("The weight is {}.", search.weight())
        } else if bound > 1.0 {
            format!("The best path so far costs at most {bound:.3} times the least cost.")
        } else {
            String::from("The path is proven to be a cheapest one.")
        })
    }
}

/// An iterative-deepening search, whose progress is in its iterations.
pub(crate) struct Deepens;

impl<P: Problem, D: Deepening<P>> Manner<Watched<IterativeDeepening<P, D>>> for Deepens {
    fn remark(&self, search: &Watched<IterativeDeepening<P, D>>) -> Option<String> {
        Some(format!("Iteration {}.", search.iterations().len().max(1)))
    }
}

/// An iterative-deepening search whose thresholds are costs.
pub(crate) struct DeepensByCost;

impl<P: Problem, D: Deepening<P, Threshold = P::Cost>> Manner<Watched<IterativeDeepening<P, D>>> for DeepensByCost {
    fn remark(&self, search: &Watched<IterativeDeepening<P, D>>) -> Option<String> {
        Deepens.remark(search)
    }

    fn thresholds(&self, search: &Watched<IterativeDeepening<P, D>>) -> Vec<P::Cost> {
        search
            .iterations()
            .iter()
            .map(|iteration| iteration.threshold)
            .collect()
    }
}

/// A lazy search, in which a node's parent may change when the node is expanded.
pub(crate) struct Lazy;

impl<S: Pathfinder> Manner<S> for Lazy {
    fn around(&self, _: &S, _: &S::Node) -> Option<Vec<S::Node>> {
        Some(Vec::new())
    }
}

/// A search that repairs its path after a change to the map. It emits events only for costs that fall.
pub(crate) struct Replans<S> {
    pub(crate) cells: u32,
    /// The function that moves the start, if it can be moved.
    pub(crate) move_start: Option<MoveStart<S>>,
}

/// A function that moves the start of a search.
pub(crate) type MoveStart<S> = fn(&mut S, Point) -> Result<(), ChangeError>;

/// The problem of a replanning search: a map with any estimate.
type Changing = Guessed<GridProblem<GridMap>>;

impl<D: Course<Changing>> Manner<Watched<Replanning<Changing, D>>> for Replans<Watched<Replanning<Changing, D>>> {
    fn around(&self, search: &Watched<Replanning<Changing, D>>, node: &Point) -> Option<Vec<Point>> {
        let problem = search.problem();
        let nodes = problem.successors(node).chain(problem.predecessors(node));
        Some(nodes.map(|(node, _)| node).collect())
    }

    fn change(
        &mut self,
        search: &mut Watched<Replanning<Changing, D>>,
        node: Point,
        cost: u8,
    ) -> Option<Result<(), String>> {
        let map = search.problem().map();
        let least = map.least_cost();
        // A wall also changes the diagonal steps past it.
        let sides = |side: u16| {
            [side.checked_sub(1), Some(side), side.checked_add(1)]
                .into_iter()
                .flatten()
        };
        let around = sides(node.y).flat_map(|y| sides(node.x).map(move |x| Point::new(x, y)));
        let around: Vec<Point> = around.filter(|point| map.contains(*point)).collect();
        let changed = search.change_nodes(around, |problem| problem.set_cost(node, cost));
        if search.problem().map().least_cost() < least {
            search.change_estimates(|_| ());
        }
        Some(match changed {
            Ok(changed) => changed.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        })
    }

    fn move_start(&mut self, search: &mut Watched<Replanning<Changing, D>>, node: Point) -> Option<Result<(), String>> {
        let moved = self.move_start?(search, node);
        Some(moved.map_err(|error| error.to_string()))
    }

    fn size(&self) -> u32 {
        self.cells
    }
}
