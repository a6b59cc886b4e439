//! The algorithms: their names, their guarantees, and the creation of their searches. A new algorithm is added only
//! here.

use astride::engine::Engine;
use astride::search::Search;
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, WeightedAStar};
use astride_grid::{
    AnyAngleProblem, GridError, GridMap, GridProblem, JumpMap, JumpPoints, JumpProblem, JumpTable, Point,
};
use astride_grid::{LazyThetaStar, ThetaStar};

use crate::input::{Question, blame_argument};
use crate::options::name_of;
use crate::search::{Asking, MapSearch, OnMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    AStar,
    Jps,
    JpsPlus,
    Theta,
    LazyTheta,
    Dijkstra,
    Greedy,
    Bfs,
    Dfs,
    WeightedAStar,
    /// All algorithms that suit the map.
    All,
}

impl Algorithm {
    pub(crate) const NAMES: [(&str, Self); 11] = [
        ("astar", Self::AStar),
        ("jps", Self::Jps),
        ("jps+", Self::JpsPlus),
        ("theta", Self::Theta),
        ("lazy-theta", Self::LazyTheta),
        ("dijkstra", Self::Dijkstra),
        ("greedy", Self::Greedy),
        ("bfs", Self::Bfs),
        ("dfs", Self::Dfs),
        ("wastar", Self::WeightedAStar),
        ("all", Self::All),
    ];

    pub(crate) fn name(self) -> &'static str {
        name_of(&Self::NAMES, &self)
    }

    /// Returns the algorithms to run, where `All` stands for all that suit the map.
    pub(crate) fn for_map(wanted: &[Self], map: &GridMap) -> Vec<Self> {
        if !wanted.contains(&Self::All) {
            return wanted.to_vec();
        }
        let suits = |algorithm: &Self| *algorithm != Self::All && (map.is_uniform() || !algorithm.is_any_angle());
        let algorithms = Self::NAMES.iter().map(|(_, algorithm)| *algorithm);
        algorithms.filter(suits).collect()
    }

    /// Whether its paths may turn at any angle.
    fn is_any_angle(self) -> bool {
        matches!(self, Self::Theta | Self::LazyTheta)
    }

    /// Whether it stores only a few cells of the map, far apart.
    pub(crate) fn is_jumping(self, map: &GridMap) -> bool {
        matches!(self, Self::Jps | Self::JpsPlus) && map.is_uniform()
    }

    /// The largest ratio of the length of its paths to that of a shortest path of steps. `None` for paths of straight
    /// lines, since there is no theorem that these are never longer than paths of steps.
    pub(crate) fn bound(self, weight: f64) -> Option<f64> {
        match self {
            Self::WeightedAStar => Some(weight),
            Self::Greedy | Self::Bfs | Self::Dfs => Some(f64::INFINITY),
            Self::Theta | Self::LazyTheta => None,
            _ => Some(1.0),
        }
    }
}

/// Creates searches on a map, and holds the tables that some of them need.
pub(crate) struct Workshop<'q> {
    pub(crate) question: &'q Question,
    pub(crate) weight: f64,
    jump_map: Option<JumpMap>,
    jump_table: Option<JumpTable>,
}

impl<'q> Workshop<'q> {
    pub(crate) fn new(question: &'q Question, weight: f64, algorithms: &[Algorithm]) -> Result<Self, GridError> {
        let Question { map, movement, .. } = question;
        let has = |algorithm| algorithms.contains(&algorithm);
        Ok(Self {
            question,
            weight,
            jump_map: has(Algorithm::Jps)
                .then(|| JumpMap::new(map.clone(), *movement))
                .transpose()?,
            jump_table: has(Algorithm::JpsPlus)
                .then(|| JumpTable::new(map.clone(), *movement))
                .transpose()?,
        })
    }

    /// Creates a search. The error names the wrong argument.
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
        let any_angle = move |from, to| AnyAngleProblem::new(map, from, to, movement);
        match algorithm {
            Algorithm::AStar | Algorithm::All => self.boxed(ends, plain, AStar::new),
            Algorithm::Dijkstra => self.boxed(ends, plain, Dijkstra::new),
            Algorithm::Greedy => self.boxed(ends, plain, Greedy::new),
            Algorithm::Bfs => self.boxed(ends, plain, Bfs::new),
            Algorithm::Dfs => self.boxed(ends, plain, Dfs::new),
            Algorithm::WeightedAStar => {
                let problem = plain(from, to).map_err(|error| blame_argument(&error))?;
                let search = WeightedAStar::new(problem, self.weight).map_err(|error| format!("--weight: {error}"))?;
                Ok(self.asking(search, plain))
            }
            Algorithm::Jps => match &self.jump_map {
                Some(jumps) => self.boxed(ends, self.by_jumps(jumps), AStar::new),
                None => self.boxed(ends, plain, AStar::new),
            },
            Algorithm::JpsPlus => match &self.jump_table {
                Some(jumps) => self.boxed(ends, self.by_jumps(jumps), AStar::new),
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

    /// A search with room for all cells of the map, together with the closure that makes its next problem.
    fn asking<'a, P: OnMap, E: Engine<Problem = P> + 'a>(
        &self,
        search: Search<E>,
        ask: impl Fn(Point, Point) -> Result<P, GridError> + 'a,
    ) -> Box<dyn MapSearch + 'a> {
        let map = &self.question.map;
        let cells = (usize::from(map.width()) + 1) * usize::from(map.height());
        let (search, movement) = (search.with_capacity(cells), self.question.movement);
        Box::new(Asking { search, ask, movement })
    }
}
