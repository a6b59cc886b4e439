//! The algorithms: their names, what they promise, and how they are made. A new one is added here and nowhere else.

use std::cell::OnceCell;
use std::str::FromStr;
use std::time::{Duration, Instant};

use astride::grid::{
    AnyAngleProblem, CanonicalProblem, Estimate, GridError, GridMap, GridProblem, JumpMap, JumpProblem, JumpTable,
    Movement, Point,
};
use astride::search::{Engine, Search};
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, LazyThetaStar, ThetaStar, WeightedAStar};

use crate::cli::Costs;
use crate::input::{Question, blame_argument};
use crate::search::{Asking, MapSearch, OnMap, Unit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    AStar,
    Canonical,
    Jps,
    JpsPlus,
    Theta,
    LazyTheta,
    Dijkstra,
    Greedy,
    Bfs,
    Dfs,
    WeightedAStar,
}

/// What is known of the length of the paths that an algorithm finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    /// No path of steps is shorter.
    Shortest,
    /// At most so many times the shortest.
    Within(f64),
    /// Nothing but that it is a path of steps.
    SomePath,
    /// Nothing but that it is made of straight lines, which may be shorter than steps: that none of these paths is longer
    /// than the shortest one of steps is no theorem.
    Straight,
}

/// What an algorithm is made with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Of weighted A*.
    pub(crate) weight: f64,
    pub(crate) limit_nodes: usize,
    pub(crate) costs: Costs,
}

impl Algorithm {
    pub(crate) const ALL: [Self; 11] = [
        Self::AStar,
        Self::Canonical,
        Self::Jps,
        Self::JpsPlus,
        Self::Theta,
        Self::LazyTheta,
        Self::Dijkstra,
        Self::Greedy,
        Self::Bfs,
        Self::Dfs,
        Self::WeightedAStar,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AStar => "astar",
            Self::Canonical => "canonical",
            Self::Jps => "jps",
            Self::JpsPlus => "jps+",
            Self::Theta => "theta",
            Self::LazyTheta => "lazy-theta",
            Self::Dijkstra => "dijkstra",
            Self::Greedy => "greedy",
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::WeightedAStar => "wastar",
        }
    }

    /// Whether its estimate can be chosen.
    pub(crate) fn takes_estimate(self) -> bool {
        match self {
            Self::AStar | Self::Canonical | Self::Jps | Self::JpsPlus | Self::Greedy | Self::WeightedAStar => true,
            Self::Theta | Self::LazyTheta | Self::Dijkstra | Self::Bfs | Self::Dfs => false,
        }
    }

    /// The estimate that it looks at.
    pub(crate) fn estimate(self, question: &Question) -> Option<Estimate> {
        let strongest = Estimate::strongest(question.movement);
        match self {
            Self::Dijkstra | Self::Bfs | Self::Dfs => None,
            Self::Theta | Self::LazyTheta if question.movement.has_diagonals() => Some(Estimate::Euclidean),
            Self::Theta | Self::LazyTheta => Some(strongest),
            _ => Some(question.estimate.unwrap_or(strongest)),
        }
    }

    /// Whether it has a weight.
    pub(crate) fn is_weighted(self) -> bool {
        matches!(self, Self::WeightedAStar)
    }

    /// Whether its paths turn at any angle.
    pub(crate) fn is_any_angle(self) -> bool {
        matches!(self, Self::Theta | Self::LazyTheta)
    }

    /// Whether it stores few cells of the map, far apart.
    pub(crate) fn is_jumping(self, map: &GridMap) -> bool {
        matches!(self, Self::Jps | Self::JpsPlus) && map.is_uniform()
    }

    /// Whether it can search such a map at all.
    pub(crate) fn suits(self, map: &GridMap) -> bool {
        !self.is_any_angle() || map.is_uniform()
    }

    pub(crate) fn promise(self, settings: &Settings) -> Promise {
        match self {
            Self::AStar | Self::Canonical | Self::Jps | Self::JpsPlus | Self::Dijkstra => Promise::Shortest,
            Self::WeightedAStar => Promise::Within(settings.weight),
            Self::Greedy | Self::Bfs | Self::Dfs => Promise::SomePath,
            Self::Theta | Self::LazyTheta => Promise::Straight,
        }
    }

    /// The name, with the weight if it has one.
    pub(crate) fn title(self, settings: &Settings) -> String {
        if self.is_weighted() {
            format!("{} ({})", self.name(), settings.weight)
        } else {
            self.name().to_string()
        }
    }
}

/// Where searches of a map are made, with what some of them have to know of it beforehand.
pub(crate) struct Workshop<'q> {
    question: &'q Question,
    settings: Settings,
    jump_map: OnceCell<Built<JumpMap>>,
    jump_table: OnceCell<Built<JumpTable>>,
}

/// Something, and how long it took to build it.
struct Built<T> {
    thing: T,
    time: Duration,
}

/// A search that has not begun.
pub(crate) struct Made<'a> {
    pub(crate) search: Box<dyn MapSearch + 'a>,
    /// How long it took to find out what it has to know of the map beforehand.
    pub(crate) building: Option<Duration>,
}

impl<'q> Workshop<'q> {
    pub(crate) fn new(question: &'q Question, settings: Settings) -> Self {
        Self {
            question,
            settings,
            jump_map: OnceCell::new(),
            jump_table: OnceCell::new(),
        }
    }

    /// The search for the name, with room for all cells of the map. The error says which argument is wrong.
    pub(crate) fn make(&self, algorithm: Algorithm, from: Point, to: Point) -> Result<Made<'_>, String> {
        match self.settings.costs {
            Costs::U32 => self.make_counting_in::<u32>(algorithm, from, to),
            Costs::F64 => self.make_counting_in::<f64>(algorithm, from, to),
        }
    }

    fn make_counting_in<C: Unit>(&self, algorithm: Algorithm, from: Point, to: Point) -> Result<Made<'_>, String> {
        let Question {
            map,
            movement,
            estimate,
            ..
        } = self.question;
        let (movement, estimate) = (*movement, *estimate);
        let plain = move |from, to| {
            let problem = GridProblem::<_, C>::new_typed(map, from, to, movement)?;
            estimate.map_or(Ok(problem), |estimate| problem.with_estimate(estimate))
        };
        let any_angle = move |from, to| AnyAngleProblem::new(map, from, to, movement);
        let ends = (from, to);
        let mut building = None;
        let search = match algorithm {
            Algorithm::AStar => self.boxed(ends, plain, AStar::new),
            Algorithm::Dijkstra => self.boxed(ends, plain, Dijkstra::new),
            Algorithm::Greedy => self.boxed(ends, plain, Greedy::new),
            Algorithm::Bfs => self.boxed(ends, plain, Bfs::new),
            Algorithm::Dfs => self.boxed(ends, plain, Dfs::new),
            Algorithm::WeightedAStar => {
                let weight = self.settings.weight;
                // Before the search is made, which is too late for a message of its own.
                WeightedAStar::new(plain(from, to).map_err(|error| blame_argument(&error))?, weight)
                    .map_err(|error| format!("--weight: {error}"))
                    .map(|search| self.asking(search, plain))
            }
            Algorithm::Canonical => {
                let canonical = move |from, to| plain(from, to).map(CanonicalProblem::from);
                self.boxed(ends, canonical, AStar::new)
            }
            Algorithm::Jps => {
                let built = built(&self.jump_map, map, movement, JumpMap::new)?;
                building = Some(built.time);
                self.boxed(ends, jumps::<_, C>(&built.thing, estimate), AStar::new)
            }
            Algorithm::JpsPlus => {
                let built = built(&self.jump_table, map, movement, JumpTable::new)?;
                building = Some(built.time);
                self.boxed(ends, jumps::<_, C>(&built.thing, estimate), AStar::new)
            }
            Algorithm::Theta => self.boxed(ends, any_angle, ThetaStar::new),
            Algorithm::LazyTheta => self.boxed(ends, any_angle, LazyThetaStar::new),
        };
        let search = search.map_err(|message| match algorithm {
            _ if algorithm.suits(map) => message,
            _ => format!("--algorithm {}: {message}", algorithm.name()),
        })?;
        Ok(Made { search, building })
    }

    /// The search for the first question, which can be asked others.
    fn boxed<'a, P: OnMap, E: Engine<Problem = P> + 'a>(
        &self,
        (from, to): (Point, Point),
        ask: impl Fn(Point, Point) -> Result<P, GridError> + 'a,
        new: impl FnOnce(P) -> Search<E>,
    ) -> Result<Box<dyn MapSearch + 'a>, String> {
        let problem = ask(from, to).map_err(|error| blame_argument(&error))?;
        Ok(self.asking(new(problem), ask))
    }

    fn asking<'a, P: OnMap, E: Engine<Problem = P> + 'a>(
        &self,
        search: Search<E>,
        ask: impl Fn(Point, Point) -> Result<P, GridError> + 'a,
    ) -> Box<dyn MapSearch + 'a> {
        let map = &self.question.map;
        let cells = (usize::from(map.width()) + 1) * usize::from(map.height());
        let search = search.with_node_limit(self.settings.limit_nodes).with_capacity(cells);
        Box::new(Asking { search, ask })
    }
}

/// What asks for a way by jump points.
fn jumps<J, C: Unit>(
    jumps: J,
    estimate: Option<Estimate>,
) -> impl Fn(Point, Point) -> Result<JumpProblem<J, C>, GridError>
where
    J: astride::grid::JumpPoints + Copy,
{
    move |from, to| {
        let problem = JumpProblem::new_typed(jumps, from, to)?;
        estimate.map_or(Ok(problem), |estimate| problem.with_estimate(estimate))
    }
}

/// What is in the cell, built if there is nothing yet.
fn built<'a, T>(
    cell: &'a OnceCell<Built<T>>,
    map: &GridMap,
    movement: Movement,
    build: impl FnOnce(GridMap, Movement) -> Result<T, GridError>,
) -> Result<&'a Built<T>, String> {
    if let Some(built) = cell.get() {
        return Ok(built);
    }
    let map = map.clone();
    let begin = Instant::now();
    let thing = build(map, movement).map_err(|error| error.to_string())?;
    let time = begin.elapsed();
    Ok(cell.get_or_init(|| Built { thing, time }))
}

/// The value of `--algorithm`.
#[derive(Clone, Debug)]
pub(crate) enum Algorithms {
    Named(Vec<Algorithm>),
    All,
}

impl Algorithms {
    /// Those that were asked for.
    pub(crate) fn list(&self) -> &[Algorithm] {
        match self {
            Self::Named(list) => list,
            Self::All => &Algorithm::ALL,
        }
    }

    /// Those to be run: all means all that suit the map; what was named is run, or refused.
    pub(crate) fn for_map(&self, map: &GridMap) -> Vec<Algorithm> {
        let is_all = matches!(self, Self::All);
        let wanted = self.list().iter().copied();
        wanted.filter(|algorithm| !is_all || algorithm.suits(map)).collect()
    }
}

impl FromStr for Algorithms {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let find = |name: &str| {
            let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
            found.ok_or_else(|| {
                let known = Algorithm::ALL.map(Algorithm::name).join(", ");
                format!("{name:?} is no algorithm (known: {known}, all)")
            })
        };
        text.split(',').map(find).collect::<Result<_, _>>().map(Self::Named)
    }
}
