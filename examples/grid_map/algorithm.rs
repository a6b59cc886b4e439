//! The algorithms: their names, what they promise, and how they are made. A new one is added here and nowhere else.

use std::str::FromStr;

use astride::grid::{GridCost, GridMap, GridProblem, Point};
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, Pathfinder, WeightedAStar};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    AStar,
    Dijkstra,
    Greedy,
    Bfs,
    Dfs,
    WeightedAStar,
}

/// What is known of the length of the paths that an algorithm finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    /// None is shorter.
    Shortest,
    /// At most so many times the shortest.
    Within(f64),
    /// Nothing but that it is a path.
    SomePath,
}

/// What an algorithm is made with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Of weighted A*.
    pub(crate) weight: f64,
    pub(crate) limit_nodes: usize,
}

/// A question on a map.
pub(crate) type Problem<'a, C> = GridProblem<&'a GridMap, C>;

/// A search on a grid, whichever it is, that can begin anew with another question.
pub(crate) trait Search<'a, C: GridCost>: Pathfinder<Node = Point, Cost = C> {
    fn restart(&mut self, problem: Problem<'a, C>);
}

macro_rules! searches {
    ($($search:ident)*) => {$(
        impl<'a, C: GridCost> Search<'a, C> for $search<Problem<'a, C>> {
            fn restart(&mut self, problem: Problem<'a, C>) {
                self.reset(problem);
            }
        }
    )*};
}

searches!(AStar Dijkstra Greedy Bfs Dfs WeightedAStar);

impl Algorithm {
    pub(crate) const ALL: [Self; 6] = [
        Self::AStar,
        Self::Dijkstra,
        Self::Greedy,
        Self::Bfs,
        Self::Dfs,
        Self::WeightedAStar,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AStar => "astar",
            Self::Dijkstra => "dijkstra",
            Self::Greedy => "greedy",
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::WeightedAStar => "wastar",
        }
    }

    /// Whether the search looks at the estimate.
    pub(crate) fn is_guided(self) -> bool {
        matches!(self, Self::AStar | Self::Greedy | Self::WeightedAStar)
    }

    /// Whether it has a weight.
    pub(crate) fn is_weighted(self) -> bool {
        matches!(self, Self::WeightedAStar)
    }

    pub(crate) fn promise(self, settings: &Settings) -> Promise {
        match self {
            Self::AStar | Self::Dijkstra => Promise::Shortest,
            Self::WeightedAStar => Promise::Within(settings.weight),
            Self::Greedy | Self::Bfs | Self::Dfs => Promise::SomePath,
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

    /// The search for the name, with room for all cells of the map. The error says which argument is wrong.
    pub(crate) fn make<'a, C: GridCost + 'a>(
        self,
        problem: Problem<'a, C>,
        settings: &Settings,
    ) -> Result<Box<dyn Search<'a, C> + 'a>, String> {
        macro_rules! boxed {
            ($search:expr) => {{
                let map = problem.map();
                let cells = (usize::from(map.width()) + 1) * usize::from(map.height());
                Box::new($search.with_node_limit(settings.limit_nodes).with_capacity(cells))
            }};
        }
        Ok(match self {
            Self::AStar => boxed!(AStar::new(problem)),
            Self::Dijkstra => boxed!(Dijkstra::new(problem)),
            Self::Greedy => boxed!(Greedy::new(problem)),
            Self::Bfs => boxed!(Bfs::new(problem)),
            Self::Dfs => boxed!(Dfs::new(problem)),
            Self::WeightedAStar => {
                boxed!(WeightedAStar::new(problem, settings.weight).map_err(|error| format!("--weight: {error}"))?)
            }
        })
    }
}

/// The value of `--algorithm`.
#[derive(Clone, Debug)]
pub(crate) struct Algorithms(pub(crate) Vec<Algorithm>);

impl FromStr for Algorithms {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self(Algorithm::ALL.to_vec()));
        }
        let find = |name: &str| {
            let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
            found.ok_or_else(|| {
                let known = Algorithm::ALL.map(Algorithm::name).join(", ");
                format!("{name:?} is no algorithm (known: {known}, all)")
            })
        };
        text.split(',').map(find).collect::<Result<_, _>>().map(Self)
    }
}
