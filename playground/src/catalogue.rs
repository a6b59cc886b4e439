//! [`Catalogue`]: all choices that the page offers, with the promise of each algorithm.

use astride_grid::{Estimate, Movement};
use serde::Serialize;

use crate::limits;

/// All choices that the page offers, from which it builds its menus.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Catalogue {
    pub worlds: Worlds,
    /// The algorithms that units can have if each is planned alone.
    pub unit_algorithms: Vec<Named>,
    /// The entry that takes the place of a search if a trace has been opened.
    pub recorded: AlgorithmView,
    pub limits: Limits,
}

/// The four kinds of worlds.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Worlds {
    pub grid: WorldKind,
    pub puzzle: WorldKind,
    pub graph: WorldKind,
    pub mesh: WorldKind,
}

/// The choices for one kind of world.
#[derive(Clone, Debug, Serialize)]
pub struct WorldKind {
    /// The searches that are useful in this kind of world.
    pub algorithms: Vec<AlgorithmView>,
    /// The worlds that `generate` creates.
    pub generators: Vec<Named>,
    /// The file formats.
    pub formats: Vec<Named>,
    /// Maps only: the movement rules.
    pub movements: Vec<Named>,
}

/// An `id`, and the name that the page displays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Named {
    pub id: &'static str,
    pub name: &'static str,
}

const fn named(id: &'static str, name: &'static str) -> Named {
    Named { id, name }
}

/// An algorithm, with its parameters and heuristics in one kind of world.
#[derive(Clone, Debug, Serialize)]
pub struct AlgorithmView {
    /// The algorithm itself.
    #[serde(flatten)]
    pub algorithm: &'static Algorithm,
    /// The parameters that the algorithm has in this kind of world.
    pub parameters: Vec<Parameter>,
    /// The heuristics, the default first; empty if the algorithm uses none.
    pub heuristics: Vec<HeuristicView>,
}

/// A heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HeuristicView {
    /// The `id` and the name of the heuristic.
    #[serde(flatten)]
    pub named: Named,
    /// Whether the heuristic may exceed the true cost; if so, the path need not be a cheapest one.
    pub overestimates: Overestimates,
}

/// Whether a heuristic may exceed the true cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overestimates {
    /// Never: it is admissible.
    Never,
    /// Only on maps with diagonal steps.
    WithDiagonalSteps,
    /// It may overestimate in any world.
    Maybe,
}

const fn heuristic(id: &'static str, name: &'static str) -> HeuristicView {
    bold(id, name, Overestimates::Never)
}

const fn bold(id: &'static str, name: &'static str, overestimates: Overestimates) -> HeuristicView {
    HeuristicView {
        named: named(id, name),
        overestimates,
    }
}

/// An algorithm that a search of a scene can use.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Algorithm {
    /// The identifier in scenes.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The family to which the algorithm belongs.
    pub family: Family,
    /// The algorithm's promise about its path, in one sentence.
    pub promise: &'static str,
    /// The address of its documentation; empty for a recorded run.
    pub url: &'static str,
    /// The parameters that the algorithm has in every kind of world.
    #[serde(skip)]
    pub parameters: &'static [Parameter],
    /// The further parameters that the algorithm has on maps.
    #[serde(skip)]
    pub map_parameters: &'static [Parameter],
    /// Whether the algorithm needs exactly one goal.
    pub one_goal: bool,
    /// Whether the algorithm repairs its path after a change to the map.
    pub replans: bool,
    #[serde(skip)]
    pub(crate) finds: Finds,
    #[serde(skip)]
    is_informed: bool,
    #[serde(skip)]
    worlds: u8,
}

/// A family of similar algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Family {
    #[serde(rename = "Informed")]
    Informed,
    #[serde(rename = "Uninformed")]
    Uninformed,
    #[serde(rename = "Bounded and anytime")]
    Bounded,
    #[serde(rename = "Bidirectional")]
    BothEnds,
    #[serde(rename = "Faster on maps")]
    Faster,
    #[serde(rename = "At any angle")]
    AnyAngle,
    #[serde(rename = "Little memory")]
    Deepening,
    #[serde(rename = "Maps that change")]
    Changes,
    #[serde(rename = "Several paths")]
    Several,
    #[serde(rename = "On a mesh")]
    Meshes,
    #[serde(rename = "From a file")]
    Recorded,
}

/// The quality of the path that an algorithm finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finds {
    Cheapest,
    FewestEdges,
    Any,
}

/// A parameter of an algorithm.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum Parameter {
    Number {
        id: &'static str,
        name: &'static str,
        min: f64,
        max: f64,
        step: f64,
        default: f64,
    },
    Choice {
        id: &'static str,
        name: &'static str,
        choices: &'static [Named],
        default: &'static str,
    },
}

impl Parameter {
    pub(crate) fn id(&self) -> &'static str {
        match self {
            Parameter::Number { id, .. } | Parameter::Choice { id, .. } => id,
        }
    }
}

/// The limits on requests.
#[derive(Clone, Copy, Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Limits {
    pub map_side: usize,
    pub puzzle_side: usize,
    pub graph_nodes: usize,
    pub graph_edges: usize,
    pub mesh_side: usize,
    pub mesh_walls: usize,
    pub mesh_corners: usize,
    pub searches: usize,
    pub units: usize,
    pub goals: usize,
    pub milliseconds: f64,
    pub idle_seconds: u64,
}

/// A kind of world, as a bit in [`Algorithm::worlds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Grid = 1,
    Puzzle = 2,
    Graph = 4,
    Mesh = 8,
}

const ANY: u8 = 7;
const MESH: u8 = Kind::Mesh as u8;
const GRID: u8 = Kind::Grid as u8;
const GRAPH: u8 = Kind::Graph as u8;
const GRID_AND_GRAPH: u8 = GRID | GRAPH;

const PLAIN: Algorithm = Algorithm {
    id: "",
    name: "",
    family: Family::Informed,
    promise: "",
    url: "",
    parameters: &[],
    map_parameters: &[],
    one_goal: false,
    replans: false,
    finds: Finds::Cheapest,
    is_informed: false,
    worlds: ANY,
};

const fn number(id: &'static str, name: &'static str, [min, max, step, default]: [f64; 4]) -> Parameter {
    Parameter::Number {
        id,
        name,
        min,
        max,
        step,
        default,
    }
}

macro_rules! page {
    ($path:literal) => {
        concat!("https://docs.rs/astride/latest/astride/", $path, ".html")
    };
    (grid, $path:literal) => {
        concat!("https://docs.rs/astride-grid/latest/astride_grid/", $path, ".html")
    };
}

const TURN_COST: Parameter = number("turn-cost", "Cost of a turn (0: none)", [0.0, 100.0, 1.0, 0.0]);
const DEPTH: Parameter = number("depth-limit", "Limit on edges (0: none)", [0.0, 1e6, 1.0, 0.0]);

/// The run of another program, shown instead of a search.
pub(crate) static RECORDED: Algorithm = Algorithm {
    id: "recorded",
    name: "Recorded run",
    family: Family::Recorded,
    promise: "Shows the run of another program, as recorded in its trace.",
    finds: Finds::Any,
    worlds: GRID_AND_GRAPH,
    ..PLAIN
};

/// All algorithms.
pub(crate) static ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        id: "astar",
        name: "A*",
        family: Family::Informed,
        promise: "Finds a cheapest path, if the estimate never exceeds the true cost.",
        url: page!("type.AStar"),
        parameters: &[Parameter::Choice {
            id: "ties",
            name: "Among equals",
            choices: &[
                named("larger-cost", "larger g"),
                named("first-in", "opened first"),
                named("last-in", "opened last"),
            ],
            default: "larger-cost",
        }],
        map_parameters: &[TURN_COST],
        is_informed: true,
        ..PLAIN
    },
    Algorithm {
        id: "greedy",
        name: "Greedy best-first search",
        family: Family::Informed,
        promise: "Finds some path, often after few expansions; it may cost far more than the cheapest one.",
        url: page!("type.Greedy"),
        is_informed: true,
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "compact-astar",
        name: "Compact A*",
        family: Family::Informed,
        promise: "Finds a cheapest path, as A* does, with about half the memory.",
        url: page!("search/type.CompactAStar"),
        is_informed: true,
        ..PLAIN
    },
    Algorithm {
        id: "dijkstra",
        name: "Dijkstra's algorithm",
        family: Family::Uninformed,
        promise: "Finds a cheapest path without an estimate, by expanding nodes in the order of their costs.",
        url: page!("type.Dijkstra"),
        map_parameters: &[TURN_COST],
        ..PLAIN
    },
    Algorithm {
        id: "bfs",
        name: "Breadth-first search",
        family: Family::Uninformed,
        promise: "Finds a path with the fewest edges, regardless of their costs.",
        url: page!("type.Bfs"),
        finds: Finds::FewestEdges,
        ..PLAIN
    },
    Algorithm {
        id: "dfs",
        name: "Depth-first search",
        family: Family::Uninformed,
        promise: "Finds some path, often a very long one.",
        url: page!("type.Dfs"),
        parameters: &[DEPTH],
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "weighted-astar",
        name: "Weighted A*",
        family: Family::Bounded,
        promise: "Finds a path at most w times as expensive as a cheapest one, usually after fewer expansions than A*.",
        url: page!("type.WeightedAStar"),
        parameters: &[number("weight", "Weight w", [0.0, 100.0, 0.1, 1.5])],
        is_informed: true,
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "bounded-astar",
        name: "Bounded A* (PWXD, XDP, XUP, PWXU)",
        family: Family::Bounded,
        promise: "Finds a path at most w times as expensive as a cheapest one, with a choice of bounding functions.",
        url: page!("search/type.BoundedAStar"),
        parameters: &[
            number("factor", "Factor w", [1.0, 100.0, 0.1, 1.5]),
            Parameter::Choice {
                id: "function",
                name: "Bounding function",
                choices: &[
                    named("pwxd", "PWXD"),
                    named("xdp", "XDP"),
                    named("xup", "XUP"),
                    named("pwxu", "PWXU"),
                ],
                default: "pwxd",
            },
        ],
        is_informed: true,
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "ara-star",
        name: "ARA*",
        family: Family::Bounded,
        promise: "Finds some path early, better ones later, and finally a cheapest one.",
        url: page!("type.AraStar"),
        parameters: &[
            number("first", "First weight", [1.0, 100.0, 0.1, 3.0]),
            number("decrease", "Decrease", [0.01, 100.0, 0.1, 1.0]),
        ],
        is_informed: true,
        ..PLAIN
    },
    Algorithm {
        id: "lss-lrta-star",
        name: "LSS-LRTA*",
        family: Family::Bounded,
        promise: "Moves after a short look-ahead, and learns on the way; the path is rarely a cheapest one.",
        url: page!("search/struct.LssLrtaStar"),
        parameters: &[number(
            "look-ahead",
            "Expansions before a move",
            [1.0, 10_000.0, 1.0, 40.0],
        )],
        is_informed: true,
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "bidirectional-dijkstra",
        name: "Bidirectional Dijkstra",
        family: Family::BothEnds,
        promise: "Finds a cheapest path by searching from the start and from the goal.",
        url: page!("type.BidirectionalDijkstra"),
        one_goal: true,
        ..PLAIN
    },
    Algorithm {
        id: "bidirectional-astar",
        name: "New Bidirectional A*",
        family: Family::BothEnds,
        promise: "Finds a cheapest path by searching from both ends, if the estimates are consistent.",
        url: page!("type.BidirectionalAStar"),
        one_goal: true,
        is_informed: true,
        worlds: GRID_AND_GRAPH,
        ..PLAIN
    },
    Algorithm {
        id: "nbs",
        name: "NBS",
        family: Family::BothEnds,
        promise: "Finds a cheapest path from both ends, with at most twice the expansions that any such search needs.",
        url: page!("search/type.Nbs"),
        one_goal: true,
        is_informed: true,
        worlds: GRID_AND_GRAPH,
        ..PLAIN
    },
    Algorithm {
        id: "bidirectional-bfs",
        name: "Bidirectional breadth-first search",
        family: Family::BothEnds,
        promise: "Finds a path with the fewest edges by searching from the start and from the goal.",
        url: page!("search/type.BidirectionalBfs"),
        one_goal: true,
        finds: Finds::FewestEdges,
        ..PLAIN
    },
    Algorithm {
        id: "hierarchy",
        name: "Contraction hierarchy",
        family: Family::BothEnds,
        promise: "Finds a cheapest path by expanding a few hundred nodes, after the graph has been prepared.",
        url: page!("search/type.HierarchySearch"),
        one_goal: true,
        worlds: GRAPH,
        ..PLAIN
    },
    Algorithm {
        id: "jps",
        name: "Jump points",
        family: Family::Faster,
        promise: "Finds a cheapest path, as A* does, and stores only the cells at which such a path may turn.",
        url: page!(grid, "struct.JumpProblem"),
        one_goal: true,
        is_informed: true,
        worlds: GRID,
        ..PLAIN
    },
    Algorithm {
        id: "jps-plus",
        name: "Jump points from a table",
        family: Family::Faster,
        promise: "Finds a cheapest path by using jump points that were computed beforehand.",
        url: page!(grid, "struct.JumpTable"),
        one_goal: true,
        is_informed: true,
        worlds: GRID,
        ..PLAIN
    },
    Algorithm {
        id: "theta-star",
        name: "Theta*",
        family: Family::AnyAngle,
        promise: "Finds a short path that turns at any angle; it is not always the shortest one.",
        url: page!("search/type.ThetaStar"),
        one_goal: true,
        worlds: GRID,
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "lazy-theta-star",
        name: "Lazy Theta*",
        family: Family::AnyAngle,
        promise: "Finds a path like that of Theta*, slightly longer, with fewer line-of-sight checks.",
        url: page!("search/type.LazyThetaStar"),
        one_goal: true,
        worlds: GRID,
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "ida-star",
        name: "IDA*",
        family: Family::Deepening,
        promise: "Finds a cheapest path and stores only one branch; on maps, it meets the same cells over and over.",
        url: page!("type.IdaStar"),
        is_informed: true,
        ..PLAIN
    },
    Algorithm {
        id: "id-dfs",
        name: "Iterative deepening",
        family: Family::Deepening,
        promise: "Finds a path with the fewest edges and stores only one branch.",
        url: page!("type.IdDfs"),
        parameters: &[DEPTH],
        finds: Finds::FewestEdges,
        ..PLAIN
    },
    Algorithm {
        id: "lpa-star",
        name: "LPA*",
        family: Family::Changes,
        promise: "Finds a cheapest path, and repairs it after each change to the map.",
        url: page!("type.LpaStar"),
        one_goal: true,
        replans: true,
        is_informed: true,
        worlds: GRID,
        ..PLAIN
    },
    Algorithm {
        id: "d-star-lite",
        name: "D* Lite",
        family: Family::Changes,
        promise: "Searches backwards from the goal for a cheapest path, and repairs it after each change to the map.",
        url: page!("type.DStarLite"),
        one_goal: true,
        replans: true,
        is_informed: true,
        worlds: GRID,
        ..PLAIN
    },
    Algorithm {
        id: "flow-field",
        name: "Flow field",
        family: Family::Changes,
        promise: "Finds the next step towards the nearest goal for every cell, and repairs the steps after changes.",
        url: page!(grid, "struct.FlowField"),
        replans: true,
        worlds: GRID,
        ..PLAIN
    },
    Algorithm {
        id: "nearest-goals",
        name: "All goals, nearest first",
        family: Family::Several,
        promise: "Finds a cheapest path to each goal, the nearest goal first.",
        url: page!("struct.NearestGoals"),
        worlds: GRID_AND_GRAPH,
        ..PLAIN
    },
    Algorithm {
        id: "k-shortest-paths",
        name: "k shortest paths",
        family: Family::Several,
        promise: "Finds the simple paths one after another, cheapest first.",
        url: page!("type.KShortestPaths"),
        parameters: &[number("paths", "Paths k", [1.0, 100.0, 1.0, 5.0])],
        one_goal: true,
        ..PLAIN
    },
    Algorithm {
        id: "pareto-paths",
        name: "Pareto front",
        family: Family::Several,
        promise: "Finds the paths that no other path beats in both costs, cheapest first.",
        url: "https://docs.rs/astride-labels/latest/astride_labels/struct.ParetoPaths.html",
        parameters: &[
            Parameter::Choice {
                id: "second",
                name: "Second cost",
                choices: &[named("length", "length as drawn"), named("edges", "number of edges")],
                default: "length",
            },
            Parameter::Choice {
                id: "bounds",
                name: "Lower bounds",
                choices: &[named("exact", "computed beforehand"), named("zero", "zero")],
                default: "exact",
            },
            number("paths", "Limit on paths", [1.0, 100.0, 1.0, 20.0]),
        ],
        worlds: GRAPH,
        ..PLAIN
    },
    Algorithm {
        id: "disjoint-paths",
        name: "Two disjoint paths",
        family: Family::Several,
        promise: "Finds two paths without a common node or edge and with the least total cost.",
        url: page!("search/type.DisjointPaths"),
        parameters: &[Parameter::Choice {
            id: "by",
            name: "Without a common",
            choices: &[named("nodes", "node"), named("edges", "edge")],
            default: "nodes",
        }],
        finds: Finds::Any,
        ..PLAIN
    },
    Algorithm {
        id: "optimal-paths",
        name: "All cheapest paths",
        family: Family::Several,
        promise: "Finds all cheapest paths and counts them exactly.",
        url: page!("search/struct.OptimalPaths"),
        is_informed: true,
        ..PLAIN
    },
    Algorithm {
        id: "polyanya",
        name: "Polyanya",
        family: Family::Meshes,
        promise: "Finds a shortest path, by searching over what is visible from the start and from corners.",
        url: "https://docs.rs/astride-mesh/latest/astride_mesh/type.Polyanya.html",
        worlds: MESH,
        ..PLAIN
    },
    Algorithm {
        id: "string-pulling",
        name: "A* and string pulling",
        family: Family::Meshes,
        promise: "Finds a path as most game engines do: A* from polygon to polygon, and then the shortest path through \
                  these polygons. Another path may be shorter.",
        url: page!("type.AStar"),
        one_goal: true,
        worlds: MESH,
        finds: Finds::Any,
        ..PLAIN
    },
];

/// Those that units can have: their paths lead from cell to cell, and they expand no more than all cells.
const UNIT_ALGORITHMS: [&str; 6] = [
    "astar",
    "greedy",
    "dijkstra",
    "bfs",
    "weighted-astar",
    "bidirectional-dijkstra",
];

/// Returns the algorithms that units can have.
pub(crate) fn unit_algorithms() -> impl Iterator<Item = &'static Algorithm> {
    ALGORITHMS.iter().filter(|known| UNIT_ALGORITHMS.contains(&known.id))
}

/// The heuristics of puzzles, the default first.
const PUZZLE_HEURISTICS: [HeuristicView; 6] = [
    heuristic("linear-conflict", "Linear conflict"),
    heuristic("manhattan", "Manhattan distance"),
    heuristic("walking-distance", "Walking distance"),
    heuristic("hamming", "Misplaced tiles"),
    heuristic("zero", "Zero"),
    bold("manhattan-plus-hamming", "Manhattan + misplaced", Overestimates::Maybe),
];

/// The heuristics of graphs, the default first.
const GRAPH_HEURISTICS: [HeuristicView; 4] = [
    heuristic("straight-line", "Straight line"),
    heuristic("landmarks", "Landmarks (ALT)"),
    heuristic("zero", "Zero"),
    bold("doubled", "Straight line, doubled", Overestimates::Maybe),
];

/// The heuristics of maps. `strongest` is octile, or Manhattan if there are no diagonal steps.
const GRID_HEURISTICS: [HeuristicView; 7] = [
    heuristic("strongest", "Strongest"),
    heuristic("octile", "Octile distance"),
    heuristic("euclidean", "Straight line"),
    heuristic("chebyshev", "Chebyshev distance"),
    bold("manhattan", "Manhattan", Overestimates::WithDiagonalSteps),
    heuristic("zero", "Zero"),
    bold("doubled", "Strongest, doubled", Overestimates::Maybe),
];

const MOVEMENTS: [(Named, Movement); 4] = [
    (named("eight", "Eight directions, no corners cut"), Movement::Eight),
    (named("four", "Four directions"), Movement::Four),
    (
        named("eight-cutting-corners", "Eight, cutting corners"),
        Movement::EightCuttingCorners,
    ),
    (
        named("eight-squeezing", "Eight, even between two walls"),
        Movement::EightSqueezing,
    ),
];

/// Returns the movement rule with an `id`.
pub(crate) fn movement(id: &str) -> Option<Movement> {
    MOVEMENTS
        .iter()
        .find(|(named, _)| named.id == id)
        .map(|(_, movement)| *movement)
}

/// Returns the estimate with an `id`.
pub(crate) fn estimate(id: &str, movement: Movement) -> Option<Estimate> {
    match id {
        "strongest" | "doubled" => Some(Estimate::strongest(movement)),
        id => id.parse().ok(),
    }
}

impl Algorithm {
    pub(crate) fn is_in(&self, kind: Kind) -> bool {
        self.worlds & kind as u8 != 0
    }

    /// Returns the parameters in a kind of world.
    pub(crate) fn parameters(&self, kind: Kind) -> impl Iterator<Item = &'static Parameter> {
        let more: &[Parameter] = if kind == Kind::Grid { self.map_parameters } else { &[] };
        self.parameters.iter().chain(more)
    }

    /// Returns the heuristics in a kind of world.
    pub(crate) fn heuristics(&self, kind: Kind) -> &'static [HeuristicView] {
        match kind {
            _ if !self.is_informed => &[],
            Kind::Mesh => &[],
            Kind::Grid => &GRID_HEURISTICS,
            Kind::Puzzle => &PUZZLE_HEURISTICS,
            Kind::Graph => &GRAPH_HEURISTICS,
        }
    }
}

impl Catalogue {
    /// Returns the catalogue of all choices.
    pub fn new() -> Self {
        let algorithms = |kind: Kind| {
            let here = ALGORITHMS.iter().filter(move |algorithm| algorithm.is_in(kind));
            here.map(|algorithm| AlgorithmView {
                algorithm,
                parameters: algorithm.parameters(kind).copied().collect(),
                heuristics: algorithm.heuristics(kind).to_vec(),
            })
            .collect()
        };
        Catalogue {
            worlds: Worlds {
                grid: WorldKind {
                    algorithms: algorithms(Kind::Grid),
                    generators: vec![
                        named("rooms", "Rooms"),
                        named("maze", "Maze"),
                        named("cave", "Cave"),
                        named("terrain", "Terrain"),
                        named("empty", "Empty"),
                    ],
                    formats: vec![
                        named("movingai", "MovingAI map"),
                        named("scenario", "MovingAI scenario"),
                    ],
                    movements: MOVEMENTS.iter().map(|(named, _)| *named).collect(),
                },
                puzzle: WorldKind {
                    algorithms: algorithms(Kind::Puzzle),
                    generators: vec![named("puzzle", "Shuffled board")],
                    formats: vec![named("board", "Board as text")],
                    movements: Vec::new(),
                },
                graph: WorldKind {
                    algorithms: algorithms(Kind::Graph),
                    generators: vec![
                        named("graph", "Random geometric graph"),
                        named("blank", "Two nodes, to start from"),
                    ],
                    formats: vec![
                        named("text", "Graph as text, with names"),
                        named("dimacs", "DIMACS graph (.gr)"),
                        named("coordinates", "DIMACS coordinates (.co)"),
                    ],
                    movements: Vec::new(),
                },
                mesh: WorldKind {
                    algorithms: algorithms(Kind::Mesh),
                    generators: vec![
                        named("hall", "Hall with pillars"),
                        named("office", "Rooms"),
                        named("rocks", "Rocks"),
                        named("yard", "Empty"),
                        named("map", "From the map"),
                    ],
                    formats: vec![named("walls", "Walls as text"), named("mesh", "Mesh (.mesh)")],
                    movements: Vec::new(),
                },
            },
            unit_algorithms: unit_algorithms().map(|known| named(known.id, known.name)).collect(),
            recorded: AlgorithmView {
                algorithm: &RECORDED,
                parameters: Vec::new(),
                heuristics: Vec::new(),
            },
            limits: limits::ALL,
        }
    }
}

impl Default for Catalogue {
    fn default() -> Self {
        Catalogue::new()
    }
}
