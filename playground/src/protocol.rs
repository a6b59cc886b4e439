//! [`Request`] and [`Response`]: all messages between the page and the library, as plain data.
//!
//! Every request is one JSON object, `POST`ed to `/api`, with its name in the field `request`. The response is also a
//! JSON object: the one documented for the request, or `{"error": "…"}` with the status 400 (the request is invalid) or
//! 404 (there is no such session).
//!
//! Nodes are numbers: `y * width + x` for a cell, the index of a node in a graph, a polygon, or the number that a run
//! gave to a board, or to a node of Polyanya, when it first generated it. Costs on maps are in straight steps over
//! ground of cost 1. A number that does not exist, such as the estimate of a search without estimates, is `null`; a
//! parent that does not exist is -1.
//!
//! ```text
//! {"request": "catalogue"}
//! {"request": "generate", "what": "rooms", "width": 64, "height": 48, "seed": 7}
//! {"request": "generate", "what": "map", "world": {"kind": "grid", …}}
//! {"request": "parse", "format": "movingai", "text": "type octile\n…"}
//! {"request": "write", "format": "movingai", "scene": {…}}
//! {"request": "check", "scene": {…}}
//! {"request": "start", "scene": {"world": {"kind": "grid", …}, "searches": [{"algorithm": "astar"}]}}
//! {"request": "seek", "session": 1, "steps": [100, 100], "whole": false}
//! {"request": "advance", "session": 1, "steps": 10}
//! {"request": "advance", "session": 1, "milliseconds": 20}
//! {"request": "node", "session": 1, "run": 0, "node": 1234}
//! {"request": "measure", "session": 1}
//! {"request": "scenarios", "text": "version 1…", "world": {"kind": "grid", …}}
//! {"request": "batch", "session": 1, "text": "version 1…"}
//! {"request": "expanded", "session": 1, "run": 0, "count": 20}
//! {"request": "queue", "session": 1, "run": 0, "count": 200}
//! {"request": "change", "session": 1, "cells": [[1234, "#"], [1235, "3"]], "starts": [1200]}
//! {"request": "plan", "scene": {…}}
//! {"request": "go-on", "plan": 1}
//! {"request": "trace", "session": 1, "run": 0}
//! {"request": "read-trace", "text": "version: 1.4.0…"}
//! {"request": "end", "session": 1}
//! ```

use astride::Status;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::catalogue::Catalogue;
use crate::scene::{Scene, World};

/// A request from the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Lists the choices: algorithms, heuristics, movement rules, maps, formats, limits. The response is a
    /// [`Catalogue`].
    Catalogue {},
    /// Generates a new world. The response is `{"world": …}`.
    Generate {
        /// The kind of world.
        what: Generator,
        /// The number of columns of the map or the board.
        width: Option<usize>,
        /// The number of rows of the map or the board.
        height: Option<usize>,
        /// The number of nodes of the graph.
        nodes: Option<usize>,
        /// The seed: the same seed gives the same world.
        #[serde(default)]
        seed: u64,
        /// The map whose walls a mesh takes over.
        world: Option<World>,
    },
    /// Reads a world from the text of a file. The response is `{"world": …}`.
    Parse {
        /// The format of the text.
        format: Format,
        /// The text of the file.
        text: String,
        /// The current world, if the text depends on it: coordinates need a graph, and a board gets the shape of the
        /// current one if possible.
        world: Option<World>,
    },
    /// Reads a run that another program has recorded as a trace for the Posthoc visualiser, in YAML or JSON. The
    /// response is [`Trace`](Response::Trace): a scene in which the run can be compared with a search.
    ReadTrace {
        /// The text of the file.
        text: String,
    },
    /// Reads the scenarios in a file. The response is `{"scenarios": […]}`, with a [`ScenarioView`] for each.
    Scenarios {
        /// The text of the file.
        text: String,
        /// The map to which the scenarios belong.
        world: World,
    },
    /// Writes a world as the text of a file. The response is a [`File`].
    Write {
        /// The format of the text.
        format: Format,
        /// The scene.
        scene: Scene,
    },
    /// Checks the world of a scene, and that its searches exist, before the scene replaces another. The response is
    /// [`Checked`](Response::Checked), with the resulting scene.
    Check {
        /// The value to be read as a scene.
        scene: serde_json::Value,
    },
    /// Begins a session with one run for each search of the scene, at step 0. The response is [`Started`].
    Start {
        /// The world and the searches.
        scene: Scene,
    },
    /// Moves each run to a step, forwards or backwards. The response is [`Views`]. A run that ends before the
    /// requested step stays at its end. If one request is not enough, `more` is set: repeat the request to continue.
    Seek {
        /// The session.
        session: u64,
        /// The step for each run.
        steps: Vec<u64>,
        /// Whether to send complete views instead of the differences from the previous views. A repeated request must
        /// not set it, since it would begin these views again.
        #[serde(default)]
        whole: bool,
    },
    /// Advances all runs, each by `steps` from its current step, or all of them for `milliseconds` in total (at most
    /// 50), in equal shares. The response is [`Views`].
    Advance {
        /// The session.
        session: u64,
        /// The number of steps for each run.
        steps: Option<u64>,
        /// The total time for all runs.
        milliseconds: Option<f64>,
    },
    /// Requests a run's data about a node. The response is [`NodeView`].
    Node {
        /// The session.
        session: u64,
        /// The run, from 0.
        run: usize,
        /// The node.
        node: u32,
    },
    /// Measures how long the searches that have ended take without an observer. The searches take turns, and each is
    /// run up to seven times. The response is [`Measured`]. If `more` is set, repeat the request to continue.
    Measure {
        /// The session.
        session: u64,
    },
    /// Runs every search of the session on the scenarios in a file, without an observer. The response is [`Batched`].
    /// If `more` is set, repeat the request without `text` to continue.
    Batch {
        /// The session.
        session: u64,
        /// The text of the file in the first request; otherwise `null`.
        text: Option<String>,
    },
    /// Changes cells of a map. Searches that replan repair their paths; all others start again. The response is
    /// [`Views`], which includes `changed`.
    Change {
        /// The session.
        session: u64,
        /// Cells with their new symbols: `#`, or `1` to `9`.
        cells: Vec<(u32, char)>,
        /// The current node of each run's agent, or `null` if it has not left its start.
        #[serde(default)]
        starts: Vec<Option<u32>>,
    },
    /// Plans the movements of all units of a map, so that no two are in the same cell at the same time or swap cells.
    /// Units move in four directions, because with diagonal moves, two units could collide between the cells. The
    /// response is a [`Plan`], which may be incomplete: [`GoOn`](Request::GoOn) continues it. On a mesh, the plan is
    /// complete: each unit has a shortest path and ignores the others. Without units, one walks from the start to the
    /// nearest goal.
    Plan {
        /// The scene; its searches are ignored.
        scene: Scene,
        /// The planner.
        #[serde(default)]
        planner: PlannerChoice,
    },
    /// Continues a plan that is not complete. The response is [`Plan`].
    GoOn {
        /// The plan.
        plan: u64,
    },
    /// Lists the nodes that a run has expanded up to its current step. The response is [`Expanded`].
    Expanded {
        /// The session.
        session: u64,
        /// The run, from 0.
        run: usize,
        /// The number of nodes to list, at most 1000: those expanded last.
        count: usize,
    },
    /// Lists the open nodes of a run at its current step, in the order of the search. The response is [`Queue`].
    Queue {
        /// The session.
        session: u64,
        /// The run, from 0.
        run: usize,
        /// The number of nodes to list, at most 1000: those to be expanded next.
        count: usize,
    },
    /// Writes the events of a run up to its current step as a trace for the Posthoc visualiser. The response is a
    /// [`File`].
    Trace {
        /// The session.
        session: u64,
        /// The run, from 0.
        run: usize,
    },
    /// Discards a session. The response is `{}`.
    End {
        /// The session.
        session: u64,
    },
}

// The derived implementation expects the name around the fields. An attribute of `serde` for a name among the fields
// would compile all types once more.
impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let Some(Value::String(name)) = fields.remove("request") else {
            return Err(D::Error::missing_field("request"));
        };
        let named = Map::from_iter([(name, Value::Object(fields))]);
        Request::deserialize(Value::Object(named)).map_err(D::Error::custom)
    }
}

/// The kinds of worlds that `generate` creates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// A map of rooms with doors.
    Rooms,
    /// A map of narrow passages.
    Maze,
    /// A map of rocks.
    Cave,
    /// A map of hills with costs from 1 to 7, and of lakes between them.
    Terrain,
    /// A map without walls.
    Empty,
    /// A shuffled board.
    Puzzle,
    /// Random points, each with edges to some of the points around it.
    Graph,
    /// Two nodes without an edge, to which the user adds nodes and edges.
    Blank,
    /// A mesh of a hall with pillars.
    Hall,
    /// A mesh of rooms with doors.
    Office,
    /// A mesh of a field with rocks, some of which overlap.
    Rocks,
    /// A mesh without walls.
    Yard,
    /// A mesh of the free cells of the map in `world`.
    Map,
}

/// The formats that `parse` reads and `write` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A map of the `MovingAI` benchmarks.
    Movingai,
    /// Starts and goals for a map, which `scenarios` reads.
    Scenario,
    /// The edges of a graph (`.gr`).
    Dimacs,
    /// The coordinates of the nodes of the graph in `world` (`.co`).
    Coordinates,
    /// A graph as text: names, positions and edges.
    Text,
    /// The tiles of a board.
    Board,
    /// Areas and walls as text.
    Walls,
    /// A mesh of polygons (`.mesh`). `parse` keeps the area that they cover, which is divided into polygons again.
    Mesh,
}

/// The status of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "all others are those of `astride::Status`")]
pub enum Standing {
    #[default]
    Running,
    Found,
    Exhausted,
    Failed,
    /// The search cannot begin, for the reason given in `words`. The other searches of the scene are not affected.
    Refused,
}

impl From<&Status> for Standing {
    fn from(status: &Status) -> Self {
        match status {
            Status::Running => Standing::Running,
            Status::Found => Standing::Found,
            Status::Exhausted => Standing::Exhausted,
            Status::Failed(_) => Standing::Failed,
        }
    }
}

/// A response to the page.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the request of the same name describes it")]
pub enum Response {
    Catalogue(Box<Catalogue>),
    World { world: World },
    Checked { scene: Scene },
    File(File),
    Started(Started),
    Views(Views),
    Node(NodeView),
    Measured(Measured),
    Trace { scene: Scene, words: String },
    Scenarios { scenarios: Vec<ScenarioView> },
    Batch(Batched),
    Expanded(Expanded),
    Queue(Queue),
    Plan(Plan),
    Ended {},
}

/// A file for the user to save.
#[derive(Clone, Debug, Serialize)]
pub struct File {
    /// A suggested file name.
    pub name: String,
    /// The media type of the file.
    pub media_type: &'static str,
    /// The content of the file.
    pub content: String,
}

/// A session that has begun.
#[derive(Clone, Debug, Serialize)]
pub struct Started {
    /// The number of the session, to be used in all further requests.
    pub session: u64,
    /// The runs, at step 0.
    pub runs: Vec<View>,
    /// Remarks about the scene, in whole sentences; for example, that the board cannot be solved.
    pub notes: Vec<String>,
}

/// The times that the searches of a session take without an observer.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The median time of each run, in seconds; `null` if the run has not ended yet, cannot begin, or was recorded.
    pub seconds: Vec<Option<f64>>,
    /// The number of times that each search is run, except that a search that takes a second or longer is not repeated.
    pub times: usize,
    /// Whether more runs are needed; if so, repeat the request.
    pub more: bool,
}

/// A scenario in a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScenarioView {
    /// The bucket, which groups scenarios of similar difficulty.
    pub bucket: u32,
    /// The column and row of the start.
    pub start: [u16; 2],
    /// The column and row of the goal.
    pub goal: [u16; 2],
    /// The length of a shortest path according to the file; `null` if there is none.
    pub optimum: Option<f64>,
}

/// The scenarios completed since the last response.
#[derive(Clone, Debug, Serialize)]
pub struct Batched {
    /// The scenarios, in the order of the file.
    pub rows: Vec<BatchedRow>,
    /// The number of scenarios in the file.
    pub count: usize,
    /// Whether there are more scenarios to run; if so, repeat the request.
    pub more: bool,
}

/// The results of the searches on a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct BatchedRow {
    /// The position of the scenario in the file, starting at 0.
    pub scenario: usize,
    /// The result of each search of the session.
    pub runs: Vec<BatchedRun>,
}

/// The result of a search on a scenario.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BatchedRun {
    /// The status of the search at its end; `running` if it was stopped after 10 seconds.
    pub status: Standing,
    /// The reason why the search could not begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The cost of the path, if there is one.
    pub cost: Option<Number>,
    /// Whether the cost equals the length in the file, up to rounding; `null` if they cannot be compared: the file is
    /// for another movement rule, turns have costs, or the search could not begin, was stopped or failed.
    pub agrees: Option<bool>,
    /// Nodes expanded, with repeated expansions counted each time.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The time of the search in seconds, excluding the time for computing tables.
    pub seconds: Option<f64>,
}

/// All runs of a session, each at its current step.
#[derive(Clone, Debug, Serialize)]
pub struct Views {
    /// The runs.
    pub runs: Vec<View>,
    /// Whether some run has not reached its step yet, or has changes that are not in this response; if so, repeat the
    /// request.
    pub more: bool,
    /// After `change`: for each run, a sentence about its reaction to the change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

/// A run at one of its steps. `changes` lists only the nodes that have changed since the previous view.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The search's `id` in the catalogue.
    pub algorithm: &'static str,
    /// The current step, which in most searches is the number of expansions so far.
    pub step: u64,
    /// The first step to which the run can go back.
    pub first: u64,
    /// The last step that the run has made.
    pub last: u64,
    /// The status of the search at the current step.
    pub status: Standing,
    /// The status in words, with an explanation.
    pub words: String,
    /// The cost of the path, if there is one.
    pub cost: Option<Number>,
    /// The number of edges in the path, if there is one; on a mesh, the number of its bends.
    pub length: Option<usize>,
    /// Whether no path is cheaper, as the search promises.
    pub is_cheapest: bool,
    /// A remark about the estimates: that they may exceed the true costs, or that a weight below 1 reduces them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// A comparison of the path with a cheapest one, if the search does not promise a cheapest path and the costs
    /// can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<Excess>,
    /// The last events, newest first.
    pub events: Vec<EventView>,
    /// Meshes only, in complete views: the polygons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<MeshView>,
    /// Polyanya only: nine numbers for each node in `changes`. These are the node; its kind, which is 0 for the start,
    /// 1 for a view, 2 for a turn at a corner, and 3 for a goal; the point from which it sees; the two ends of what it
    /// sees; and the polygon behind that, or -1. Each point is two numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<f32>,
    /// Meshes only: the points of the path that was found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<[f32; 2]>,
    /// Whether the view is complete: if so, forget all changes from earlier views.
    pub whole: bool,
    /// Five numbers for each node that has changed: node, state, g, h, parent. The states are 0 for unseen, 1 for open,
    /// 2 for closed, 3 for open and 4 for closed on the goal's side of a bidirectional search, and 5 for scanned for
    /// jump points. A view lists at most about 20,000 nodes; if more have changed, `more` is set.
    pub changes: Numbers,
    /// Whether there are more changes; if so, repeat the request for the same step.
    pub more: bool,
    /// The node expanded last.
    pub current: Option<u32>,
    /// The open nodes to be expanded next, in order; at most ten.
    pub queue: Vec<Queued>,
    /// The path from a start to the current node, as stored by the search, while the search is running.
    pub trail: Vec<u32>,
    /// The nodes of the path that was found; for a path at any angle, only its ends and the nodes at which it turns.
    pub path: Vec<u32>,
    /// Further paths, if the search finds several.
    pub paths: Vec<Vec<u32>>,
    /// The cost of each further path.
    pub path_costs: Numbers,
    /// The two costs of each path, for searches with two costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<FrontView>,
    /// For jump points and paths at any angle: the nodes between which the path is drawn as straight lines.
    pub lines: Vec<u32>,
    /// For flow fields: pairs of a cell in `changes` and the next cell on its way to a goal.
    pub arrows: Vec<u32>,
    /// Puzzles only: the tiles of the boards in this view and of the current board's successors, except for boards with
    /// numbers above 199 in `changes`, and boards before the last 200 of the trail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<(u32, Vec<u8>)>,
    /// The statistics at the current step.
    pub stats: StatsView,
    /// Three numbers for each point of a plot up to the current step: step, open nodes, closed nodes.
    pub plot: Vec<u64>,
}

/// A mesh of convex polygons.
#[derive(Clone, Debug, Serialize)]
pub struct MeshView {
    /// The points.
    pub points: Vec<[f32; 2]>,
    /// The corners of each polygon, as numbers of points.
    pub polygons: Vec<Vec<u32>>,
}

/// The Pareto front, as far as it is known: the costs of paths of which none is at least as good as another in both
/// costs.
#[derive(Clone, Debug, Serialize)]
pub struct FrontView {
    /// The second cost, as the `id` of the choice in the catalogue. The first cost is the sum of the weights.
    pub second: &'static str,
    /// The two costs of each path, in the order of the paths.
    pub points: Numbers,
    /// Whether these are all the paths on the front.
    pub is_complete: bool,
}

/// An entry of the queue.
#[derive(Clone, Debug, Serialize)]
pub struct Queued {
    /// The node.
    pub node: u32,
    /// g + h, or g alone in a search without estimates.
    pub f: Number,
    /// The cost of the path to the node.
    pub g: Number,
    /// The estimate of the remaining cost.
    pub h: Number,
}

/// The statistics of a run.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct StatsView {
    /// Nodes expanded, with repeated expansions counted each time.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Closed nodes that were reopened.
    pub reopened: u64,
    /// Open nodes.
    pub open: u64,
    /// Closed nodes.
    pub closed: u64,
    /// The maximum number of nodes that had to be stored at once.
    pub stored: u64,
    /// The memory that the stored nodes and the longest queue needed, in bytes, without spare capacity. It is counted
    /// in the same way for every search.
    pub bytes: u64,
    /// The size in bytes of the tables that were computed before the search.
    pub prepared: u64,
}

/// A comparison of a path with a cheapest one.
#[derive(Clone, Debug, Serialize)]
pub struct Excess {
    /// The cost of a cheapest path.
    pub cheapest: Number,
    /// The extra cost of the path that was found.
    pub over: Number,
    /// The extra cost as a percentage of the cost of a cheapest path.
    pub percent: Number,
    /// The node whose estimate was too high, if there is one.
    pub liar: Option<Liar>,
    /// The comparison in words.
    pub words: String,
}

/// A node on a cheapest path. Its estimate exceeds the true cost, so it was expanded too late or not at all.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Liar {
    /// The node.
    pub node: u32,
    /// Its estimate of the remaining cost.
    pub estimate: Number,
    /// The true remaining cost.
    pub truth: Number,
}

/// An event in a run.
#[derive(Clone, Debug, Serialize)]
pub struct EventView {
    /// The step in which the event occurred.
    pub step: u64,
    /// The kind of event.
    pub kind: EventKind,
    /// The node.
    pub node: Option<u32>,
    /// g + h, or g alone in a search without estimates.
    pub f: Number,
    /// The cost of the path to the node.
    pub g: Number,
    /// The estimate of the remaining cost.
    pub h: Number,
    /// The cost of the path to the node before the event.
    pub before: Number,
    /// The previous node on the path.
    pub parent: Option<u32>,
    /// The number of cells scanned if `kind` is `scanned`; otherwise 1.
    pub count: u64,
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The node was generated for the first time.
    Opened,
    /// A cheaper path to the open node was found.
    Improved,
    /// A closed node was opened again.
    Reopened,
    /// The node was taken from the queue, and its successors were generated.
    Expanded,
    /// The node's data changed, although no cheaper path was found: a wall was built, or another round began.
    Changed,
    /// The search forgot the node.
    Forgotten,
    /// All open labels of an expanded node were dropped, because other labels are at least as good in both costs.
    Dropped,
    /// Cells were scanned for jump points.
    Scanned,
    /// The path was found.
    Found,
    /// There is nothing left to expand.
    Exhausted,
    /// The search failed, or the memory of the playground is used up.
    Failed,
}

/// A run's data about a node at the current step.
#[derive(Clone, Debug, Serialize)]
pub struct NodeView {
    /// The node.
    pub node: u32,
    /// The node in words: `12,7`, or the tiles of a board.
    pub name: String,
    /// The state of the node, as in [`View::changes`].
    pub state: u8,
    /// g + h, or g alone in a search without estimates.
    pub f: Number,
    /// The cost of the path to the node.
    pub g: Number,
    /// The estimate of the remaining cost; `null` for a node that has not been generated yet.
    pub h: Number,
    /// The previous node on the path to the node.
    pub parent: Option<u32>,
    /// The tiles, in puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<u8>>,
    /// The successors and the costs of the edges to them. In puzzles, only boards that the run has generated are
    /// listed.
    pub successors: Vec<(u32, Number)>,
    /// The path to the node, as stored by the search.
    pub path: Vec<u32>,
    /// Why the search took this node and no other one when it expanded the node last, if it did and if the costs of the
    /// open nodes tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Open nodes.
#[derive(Clone, Debug, Serialize)]
pub struct Queue {
    /// The nodes to be expanded next, in order.
    pub nodes: Vec<Queued>,
}

/// The expanded nodes.
#[derive(Clone, Debug, Serialize)]
pub struct Expanded {
    /// The expansions, newest first.
    pub nodes: Vec<Expansion>,
}

/// An expansion of a node.
#[derive(Clone, Debug, Serialize)]
pub struct Expansion {
    /// The step.
    pub step: u64,
    /// The node.
    pub node: u32,
    /// The cost of the path to the node, as known at the current step.
    pub g: Number,
    /// The estimate of the remaining cost.
    pub h: Number,
    /// The tiles, in puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<u8>>,
}

/// A planner for units from `astride-agents`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlannerChoice {
    /// `LaCAM*`: finds a plan quickly, and then better ones.
    #[default]
    Lacam,
    /// Prioritized planning: plans one unit after another, each around the earlier ones.
    Prioritized,
    /// Conflict-based search: finds an optimal plan for a few units.
    Cbs,
    /// PIBT: chooses each move separately.
    Pibt,
    /// A search for each unit with the unit's algorithm, which ignores the others: on a pool of threads in the program,
    /// and one after another in slices of time in a browser.
    Alone,
}

/// The planned movements of all units.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Plan {
    /// The number of the plan, to be passed to `go-on`.
    pub plan: u64,
    /// Whether the plan is incomplete; if so, there are no paths yet.
    pub more: bool,
    /// While the plan is incomplete, the cell of each unit in the configuration that the planner is considering, if
    /// any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<u32>,
    /// For each unit, its cell at each time step, or `null` if it has no path.
    pub paths: Vec<Option<Vec<u32>>>,
    /// On a mesh, for each unit, the points of its path instead, or `null` if it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Option<Vec<[f64; 2]>>>,
    /// The number of time steps in the longest path.
    pub steps: usize,
    /// The units to whose goals no path leads, counted from 1. They stay at their starts, except to make way.
    pub stuck: Vec<usize>,
    /// The result in words.
    pub words: String,
}

/// A number that is sent to the page: an integer is written without a decimal point, another finite number with at
/// most four decimals, and any other value as `null`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl Serialize for Number {
    #[expect(clippy::cast_possible_truncation, reason = "below 2⁵³")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rounded = (self.0 * 1e4).round() / 1e4;
        if !rounded.is_finite() {
            serializer.serialize_none()
        } else if rounded.fract() == 0.0 && rounded.abs() < 9e15 {
            serializer.serialize_i64(rounded as i64)
        } else {
            serializer.serialize_f64(rounded)
        }
    }
}

impl From<Option<f64>> for Number {
    fn from(number: Option<f64>) -> Self {
        Number(number.unwrap_or(f64::NAN))
    }
}

/// Many numbers in one array.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers(pub Vec<f64>);

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Number))
    }
}
