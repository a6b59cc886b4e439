//! The algorithms: their names, what they promise, and how they are made. A new one is added here and nowhere else.

use std::time::{Duration, Instant};

use astride::grid::{
    AnyAngleProblem, CanonicalProblem, GridError, GridMap, GridProblem, JumpMap, JumpPoints, JumpProblem, JumpTable,
    Point,
};
use astride::search::{Engine, Search};
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, LazyThetaStar, ThetaStar, WeightedAStar};
use clap::ValueEnum;

use crate::input::{Question, blame_argument};
use crate::search::{Asking, MapSearch, OnMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    #[value(name = "astar")]
    AStar,
    Canonical,
    Jps,
    #[value(name = "jps+")]
    JpsPlus,
    Theta,
    LazyTheta,
    Dijkstra,
    Greedy,
    Bfs,
    Dfs,
    #[value(name = "wastar")]
    WeightedAStar,
    /// All that suit the map.
    All,
}

/// What is known of the length of the paths that an algorithm finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    /// No path of steps is shorter.
    Shortest,
    /// At most this many times the shortest.
    Within(f64),
    /// A path of steps.
    SomePath,
    /// A path of straight lines. No theorem says that it is never longer than the shortest one of steps.
    Straight,
}

impl Algorithm {
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// Returns the algorithms to be run: `All` means all that suit the map.
    pub(crate) fn for_map(wanted: &[Self], map: &GridMap) -> Vec<Self> {
        if !wanted.contains(&Self::All) {
            return wanted.to_vec();
        }
        let suits = |algorithm: &Self| *algorithm != Self::All && (map.is_uniform() || !algorithm.is_any_angle());
        Self::value_variants().iter().copied().filter(suits).collect()
    }

    /// Whether its paths turn at any angle.
    fn is_any_angle(self) -> bool {
        matches!(self, Self::Theta | Self::LazyTheta)
    }

    /// Whether it stores few cells of the map, far apart.
    pub(crate) fn is_jumping(self, map: &GridMap) -> bool {
        matches!(self, Self::Jps | Self::JpsPlus) && map.is_uniform()
    }

    pub(crate) fn promise(self, weight: f64) -> Promise {
        match self {
            Self::WeightedAStar => Promise::Within(weight),
            Self::Greedy | Self::Bfs | Self::Dfs => Promise::SomePath,
            Self::Theta | Self::LazyTheta => Promise::Straight,
            _ => Promise::Shortest,
        }
    }
}

/// Makes searches of a map, with what some of them have to know of it beforehand.
pub(crate) struct Workshop<'q> {
    pub(crate) question: &'q Question,
    pub(crate) weight: f64,
    jump_map: Option<(JumpMap, Duration)>,
    jump_table: Option<(JumpTable, Duration)>,
}

impl<'q> Workshop<'q> {
    pub(crate) fn new(question: &'q Question, weight: f64, algorithms: &[Algorithm]) -> Result<Self, String> {
        fn timed<T>(build: impl FnOnce() -> Result<T, GridError>) -> Result<(T, Duration), String> {
            let begin = Instant::now();
            let thing = build().map_err(|error| error.to_string())?;
            Ok((thing, begin.elapsed()))
        }
        let Question { map, movement, .. } = question;
        let jumps = algorithms
            .contains(&Algorithm::Jps)
            .then(|| timed(|| JumpMap::new(map.clone(), *movement)));
        let table = algorithms
            .contains(&Algorithm::JpsPlus)
            .then(|| timed(|| JumpTable::new(map.clone(), *movement)));
        Ok(Self {
            question,
            weight,
            jump_map: jumps.transpose()?,
            jump_table: table.transpose()?,
        })
    }

    /// How long it took to build what the algorithm knows of the map beforehand.
    pub(crate) fn building(&self, algorithm: Algorithm) -> Option<Duration> {
        match algorithm {
            Algorithm::Jps => self.jump_map.as_ref().map(|built| built.1),
            Algorithm::JpsPlus => self.jump_table.as_ref().map(|built| built.1),
            _ => None,
        }
    }

    /// Makes a search. The error says which argument is wrong.
    pub(crate) fn make(&self, algorithm: Algorithm, from: Point, to: Point) -> Result<Box<dyn MapSearch + '_>, String> {
        let Question {
            map,
            movement,
            estimate,
            ..
        } = self.question;
        let (movement, estimate, ends) = (*movement, *estimate, (from, to));
        let plain = move |from, to| {
            let problem = GridProblem::new(map, from, to, movement)?;
            estimate.map_or(Ok(problem), |estimate| problem.with_estimate(estimate))
        };
        let canonical = move |from, to| plain(from, to).map(CanonicalProblem::from);
        let any_angle = move |from, to| AnyAngleProblem::new(map, from, to, movement);
        match algorithm {
            Algorithm::AStar | Algorithm::All => self.boxed(ends, plain, AStar::new),
            Algorithm::Dijkstra => self.boxed(ends, plain, Dijkstra::new),
            Algorithm::Greedy => self.boxed(ends, plain, Greedy::new),
            Algorithm::Bfs => self.boxed(ends, plain, Bfs::new),
            Algorithm::Dfs => self.boxed(ends, plain, Dfs::new),
            Algorithm::Canonical => self.boxed(ends, canonical, AStar::new),
            Algorithm::WeightedAStar => {
                let problem = plain(from, to).map_err(|error| blame_argument(&error))?;
                let search = WeightedAStar::new(problem, self.weight).map_err(|error| format!("--weight: {error}"))?;
                Ok(self.asking(search, plain))
            }
            Algorithm::Jps => match &self.jump_map {
                Some((jumps, _)) => self.boxed(ends, self.by_jumps(jumps), AStar::new),
                None => self.boxed(ends, plain, AStar::new),
            },
            Algorithm::JpsPlus => match &self.jump_table {
                Some((jumps, _)) => self.boxed(ends, self.by_jumps(jumps), AStar::new),
                None => self.boxed(ends, plain, AStar::new),
            },
            Algorithm::Theta => self.boxed(ends, any_angle, ThetaStar::new),
            Algorithm::LazyTheta => self.boxed(ends, any_angle, LazyThetaStar::new),
        }
        .map_err(|message| match algorithm {
            _ if map.is_uniform() || !algorithm.is_any_angle() => message,
            _ => format!("--algorithm {}: {message}", algorithm.name()),
        })
    }

    fn by_jumps<J: JumpPoints + Copy>(&self, jumps: J) -> impl Fn(Point, Point) -> Result<JumpProblem<J>, GridError> {
        let estimate = self.question.estimate;
        move |from, to| {
            let problem = JumpProblem::new(jumps, from, to)?;
            estimate.map_or(Ok(problem), |estimate| problem.with_estimate(estimate))
        }
    }

    fn boxed<'a, P: OnMap, E: Engine<Problem = P> + 'a>(
        &self,
        (from, to): (Point, Point),
        ask: impl Fn(Point, Point) -> Result<P, GridError> + 'a,
        new: impl FnOnce(P) -> Search<E>,
    ) -> Result<Box<dyn MapSearch + 'a>, String> {
        let problem = ask(from, to).map_err(|error| blame_argument(&error))?;
        Ok(self.asking(new(problem), ask))
    }

    /// A search with room for all cells of the map, and what makes its next problem.
    fn asking<'a, P: OnMap, E: Engine<Problem = P> + 'a>(
        &self,
        search: Search<E>,
        ask: impl Fn(Point, Point) -> Result<P, GridError> + 'a,
    ) -> Box<dyn MapSearch + 'a> {
        let map = &self.question.map;
        let cells = (usize::from(map.width()) + 1) * usize::from(map.height());
        Box::new(Asking {
            search: search.with_capacity(cells),
            ask,
        })
    }
}
