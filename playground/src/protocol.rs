//! [`Request`] and [`Response`]: all that the page and the library say to each other, as plain data.
//!
//! Every request is one JSON object, `POST`ed to `/api`, with its name in the field `request`. The response is a JSON
//! object, too: that of the request, or `{"error": "…"}` with the status 400 (the request is wrong) or 404 (there is no
//! such session).
//!
//! Nodes are numbers: `y * width + x` of a cell, the number of a graph's node, or the number that a run has given to a
//! board when it met that board. Costs on maps are in straight steps over ground of cost 1. A number that does not
//! exist, such as the estimate of a search without estimates, is `null`; a parent that does not exist is -1.
//!
//! ```text
//! {"request": "catalogue"}
//! {"request": "generate", "what": "rooms", "width": 64, "height": 48, "seed": 7}
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
//! {"request": "change", "session": 1, "cells": [[1234, "#"], [1235, "3"]], "starts": [1200]}
//! {"request": "plan", "scene": {…}}
//! {"request": "go-on", "plan": 1}
//! {"request": "trace", "session": 1, "run": 0}
//! {"request": "read-trace", "text": "version: 1.4.0…"}
//! {"request": "end", "session": 1}
//! ```

use astride::Status;
use serde::{Deserialize, Serialize, Serializer};

use crate::catalogue::Catalogue;
use crate::scene::{Scene, World};

/// What the page asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// What there is: algorithms, heuristics, movement rules, maps, formats, limits. The response is a [`Catalogue`].
    Catalogue {},
    /// A new world. The response is `{"world": …}`.
    Generate {
        /// What kind of world.
        what: Generator,
        /// Columns of the map or the board.
        width: Option<usize>,
        /// Rows of the map or the board.
        height: Option<usize>,
        /// The number of nodes of the graph.
        nodes: Option<usize>,
        /// The same seed gives the same world.
        #[serde(default)]
        seed: u64,
    },
    /// Reads a world from the text of a file. The response is `{"world": …}`.
    Parse {
        /// The format of the text.
        format: Format,
        /// The text of the file.
        text: String,
        /// The world that the text adds to.
        world: Option<World>,
    },
    /// Reads a run that another program has recorded, as a trace for the Posthoc visualiser: YAML or JSON. The response
    /// is [`Trace`](Response::Trace): a scene, in which a search can be compared with it.
    ReadTrace {
        /// The text of the file.
        text: String,
    },
    /// Reads the scenarios of a file. The response is `{"scenarios": […]}`, with a [`ScenarioView`] each.
    Scenarios {
        /// The text of the file.
        text: String,
        /// The map that they are for.
        world: World,
    },
    /// Writes a world as the text of a file. The response is a [`File`].
    Write {
        /// As in `parse`.
        format: Format,
        /// The scene.
        scene: Scene,
    },
    /// Checks a scene before it takes the place of another: its world, and that its searches exist. The response is
    /// [`Checked`](Response::Checked), with the scene as it was understood.
    Check {
        /// What may be a scene.
        scene: serde_json::Value,
    },
    /// Begins a session: one run for each search of the scene, at step 0. The response is [`Started`].
    Start {
        /// What is to be searched, and how.
        scene: Scene,
    },
    /// Moves each run to a step, forwards or backwards. The response is [`Views`]. A run that ends before its step
    /// stays at its end. If one request is not enough, `more` is set, and the same request goes on.
    Seek {
        /// The session.
        session: u64,
        /// The step for each run.
        steps: Vec<u64>,
        /// Whether the views are to have everything, not only what differs from the last ones.
        #[serde(default)]
        whole: bool,
    },
    /// Lets all runs go on, each by `steps` from where it stands, or all of them for `milliseconds` together, of which
    /// each run has the same share (50 at most). The response is [`Views`].
    Advance {
        /// The session.
        session: u64,
        /// How many steps each run makes.
        steps: Option<u64>,
        /// How long all runs may take.
        milliseconds: Option<f64>,
    },
    /// What a run knows of a node. The response is [`NodeView`].
    Node {
        /// The session.
        session: u64,
        /// The run, from 0.
        run: usize,
        /// The node.
        node: u32,
    },
    /// How long the searches that have ended take if nobody watches them: each is made again several times, in turn.
    /// The response is [`Measured`]. If `more` is set, the same request goes on.
    Measure {
        /// The session.
        session: u64,
    },
    /// Makes every search of the session in the scenarios of a file, without watching them. The response is
    /// [`Batched`]. If `more` is set, the same request without `text` goes on.
    Batch {
        /// The session.
        session: u64,
        /// The text of the file, to begin.
        text: Option<String>,
    },
    /// Changes cells of a map. Searches that replan repair their paths, all others start again. The response is
    /// [`Views`], with `changed`.
    Change {
        /// The session.
        session: u64,
        /// Cells, with what they become: `#`, or `1` to `9`.
        cells: Vec<(u32, char)>,
        /// Where the agent of each run stands by now, or `null` if it has not left its start.
        #[serde(default)]
        starts: Vec<Option<u32>>,
    },
    /// A path in time for each unit of a map, so that no two are in the same cell at the same time or change places.
    /// Units move in four directions: with diagonal moves, they would cross each other between the cells.
    /// The response is [`Plan`], which need not be complete yet: [`GoOn`](Request::GoOn) continues it.
    Plan {
        /// The scene, whose searches do not matter.
        scene: Scene,
        /// Who plans.
        #[serde(default)]
        planner: PlannerChoice,
    },
    /// Goes on with a plan that is not complete. The response is [`Plan`].
    GoOn {
        /// The plan.
        plan: u64,
    },
    /// The nodes that a run has expanded up to the step that is shown. The response is [`Expanded`].
    Expanded {
        /// The session.
        session: u64,
        /// The run, from 0.
        run: usize,
        /// How many nodes at most, those expanded last.
        count: usize,
    },
    /// The events of a run up to its step, as a trace for the Posthoc visualiser. The response is a [`File`].
    Trace {
        /// The session.
        session: u64,
        /// The run, from 0.
        run: usize,
    },
    /// Forgets a session. The response is `{}`.
    End {
        /// The session.
        session: u64,
    },
}

/// What `generate` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// A map of rooms with doors.
    Rooms,
    /// A map of narrow ways.
    Maze,
    /// A map of rocks.
    Cave,
    /// A map of hills with different costs, and lakes.
    Terrain,
    /// A map without walls.
    Empty,
    /// A shuffled board.
    Puzzle,
    /// Points at random places, each with edges to some of those around it.
    Graph,
    /// Two nodes without an edge, to draw a graph.
    Blank,
}

/// What `parse` reads and `write` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A map of the `MovingAI` benchmarks.
    Movingai,
    /// Starts and goals for a map, which `scenarios` reads.
    Scenario,
    /// The edges of a graph (`.gr`).
    Dimacs,
    /// The places of the nodes of the graph in `world` (`.co`).
    Coordinates,
    /// A graph in words: names, places and edges.
    Text,
    /// The tiles of a board.
    Board,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "all others are those of `astride::Status`")]
pub enum Standing {
    #[default]
    Running,
    Found,
    Exhausted,
    Failed,
    /// The search cannot begin: the words say why. The other searches of the scene are not concerned.
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

/// What the page gets.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the request of the same name says what it is")]
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
    Plan(Plan),
    Ended {},
}

/// A file for the user.
#[derive(Clone, Debug, Serialize)]
pub struct File {
    /// A name for it.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
    pub content: String,
}

/// A session has begun.
#[derive(Clone, Debug, Serialize)]
pub struct Started {
    /// Its number, for all further requests.
    pub session: u64,
    /// The runs, at step 0.
    pub runs: Vec<View>,
    /// What is worth knowing about the scene, in whole sentences: for example that the board cannot be solved.
    pub notes: Vec<String>,
}

/// What the searches of a session take if nobody watches them.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The median of the times of each run, in seconds; `null` if it has not ended yet, cannot begin, or was recorded.
    pub seconds: Vec<Option<f64>>,
    /// How often each was made.
    pub times: usize,
    /// Whether more of them are to be made: ask again.
    pub more: bool,
}

/// A scenario of a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScenarioView {
    /// Which scenarios are about as hard.
    pub bucket: u32,
    /// Column and row of the start.
    pub start: [u16; 2],
    /// Column and row of the goal.
    pub goal: [u16; 2],
    /// The length of a shortest path, as the file has it; `null` if there is none.
    pub optimum: Option<f64>,
}

/// Scenarios that were gone through since the last response.
#[derive(Clone, Debug, Serialize)]
pub struct Batched {
    /// The scenarios, in the order of the file.
    pub rows: Vec<BatchedRow>,
    /// How many scenarios there are in all.
    pub count: usize,
    /// Whether there are more of them: ask again.
    pub more: bool,
}

/// What the searches found in a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct BatchedRow {
    /// Its place in the file, from 0.
    pub scenario: usize,
    /// Each search of the session.
    pub runs: Vec<BatchedRun>,
}

/// What a search found in a scenario.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BatchedRun {
    /// How it ended; `running` if it was given up after 10 seconds.
    pub status: Standing,
    /// Why it could not begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The cost of the path, if there is one.
    pub cost: Option<Number>,
    /// Whether that is what the file says, up to rounding; `null` if the map has another movement rule than the file.
    pub agrees: Option<bool>,
    /// Nodes expanded, counted again each time.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The time that it took, without that for tables, in seconds.
    pub seconds: Option<f64>,
}

/// All runs of a session, after they moved.
#[derive(Clone, Debug, Serialize)]
pub struct Views {
    /// The runs.
    pub runs: Vec<View>,
    /// Whether a run is not at its step yet, or has changes that are not in this response: ask again.
    pub more: bool,
    /// After `change`: what each run did about it, in a sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

/// A run at one of its steps: what differs from the last view of it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The search's `id` in the catalogue.
    pub algorithm: &'static str,
    /// The step that is shown: the number of expansions, in most searches.
    pub step: u64,
    /// The first step that the run can go back to.
    pub first: u64,
    /// The last step made so far.
    pub last: u64,
    /// Where the search stands at the step that is shown.
    pub status: Standing,
    /// The same in words, with what it means.
    pub words: String,
    /// The cost of the path, if there is one.
    pub cost: Option<Number>,
    /// The edges of the path, if there is one.
    pub length: Option<usize>,
    /// What is to be known of the estimates before the search: that they may exceed the true costs, for example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// How the path compares with a cheapest one, if the search does not promise one, and if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<Excess>,
    /// What happened last, the newest first.
    pub events: Vec<EventView>,
    /// Whether the picture begins anew: forget all changes of earlier views.
    pub whole: bool,
    /// Five numbers for each node that has changed: node, state, g, h, parent. State 0 is unseen, 1 open, 2 closed, 3
    /// open and 4 closed on the goal's side of a search from both ends, 5 scanned for jump points. Some 20,000 nodes at
    /// most: then `more` is set.
    pub changes: Numbers,
    /// Whether there are more changes: ask again for the same step.
    pub more: bool,
    /// The node expanded last.
    pub current: Option<u32>,
    /// The open nodes that come next: ten at most, the first one first.
    pub queue: Vec<Queued>,
    /// The path from a start to the current node, as the search holds it, while the search is running.
    pub trail: Vec<u32>,
    /// The path that was found, every cell of it; at any angle, only the turns.
    pub path: Vec<u32>,
    /// More paths, for searches that find several.
    pub paths: Vec<Vec<u32>>,
    /// What these paths cost.
    pub path_costs: Numbers,
    /// The two costs of all these paths, for searches that have two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<FrontView>,
    /// For jump points and paths at any angle: the nodes between which the path is drawn as straight lines.
    pub lines: Vec<u32>,
    /// For flow fields: pairs of a cell and the next cell, of the cells in `changes`.
    pub arrows: Vec<u32>,
    /// Puzzles only: the tiles of the first 200 boards among the changes, the current one and its successors, and those
    /// in the queue, at the end of the trail and on the path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<(u32, Vec<u8>)>,
    /// Counts at the step that is shown.
    pub stats: StatsView,
    /// Three numbers for each point of a plot: step, open nodes, closed nodes; up to the step that is shown.
    pub plot: Vec<u64>,
}

/// The costs of paths of which none is better than another in both: the Pareto front, as far as it is known.
#[derive(Clone, Debug, Serialize)]
pub struct FrontView {
    /// What the second cost is: the `id` of the choice in the catalogue. The first one is the sum of the weights.
    pub second: &'static str,
    /// Two numbers for each path, in the order of the paths.
    pub points: Numbers,
    /// Whether these are all paths of the front.
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
    /// The estimate of what is left.
    pub h: Number,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct StatsView {
    /// Nodes expanded, counted again each time.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Closed nodes that were opened again.
    pub reopened: u64,
    /// Nodes that are open.
    pub open: u64,
    /// Nodes that are closed.
    pub closed: u64,
    /// The most nodes that had to be stored at a time.
    pub stored: u64,
    /// The bytes that these take, with the longest queue: the same for a node of any search, without spare room.
    pub bytes: u64,
    /// The bytes of tables that were made before the search.
    pub prepared: u64,
}

/// How a path compares with a cheapest one.
#[derive(Clone, Debug, Serialize)]
pub struct Excess {
    /// What a cheapest path costs.
    pub cheapest: Number,
    /// How much more the path costs that was found.
    pub over: Number,
    /// The same in per cent of the cheapest path.
    pub percent: Number,
    /// The node whose estimate lied, if one did.
    pub liar: Option<Liar>,
    /// All that in words.
    pub words: String,
}

/// A node of a cheapest path that was not expanded in time, because its estimate exceeds the true cost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Liar {
    /// The node.
    pub node: u32,
    /// Its estimate of what is left.
    pub estimate: Number,
    /// What is left.
    pub truth: Number,
}

/// Something that happened to a node.
#[derive(Clone, Debug, Serialize)]
pub struct EventView {
    /// The step in which it happened.
    pub step: u64,
    /// What happened.
    pub kind: EventKind,
    /// The node.
    pub node: Option<u32>,
    /// g + h, or g alone in a search without estimates.
    pub f: Number,
    /// The cost of the path to the node.
    pub g: Number,
    /// The estimate of what is left.
    pub h: Number,
    /// The cost of the path that was known before.
    pub before: Number,
    /// The node before it on the path.
    pub parent: Option<u32>,
    /// How many cells were scanned; otherwise 1.
    pub count: u64,
}

/// What happens to nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The node was met for the first time.
    Opened,
    /// A cheaper path to the open node was found.
    Improved,
    /// A closed node is open again.
    Reopened,
    /// The node was taken from the queue, and its successors were made.
    Expanded,
    /// What is known of the node is another, and not less: a wall was built, or another round begun.
    Changed,
    /// The search forgot the node.
    Forgotten,
    /// All open labels of a node that had been expanded were dropped: others are as good in both costs.
    Dropped,
    /// Cells were looked at for jump points.
    Scanned,
    /// The path was found.
    Found,
    /// There is nothing left to expand.
    Exhausted,
    /// The search stopped.
    Failed,
}

/// What a run knows of a node, at the step that is shown.
#[derive(Clone, Debug, Serialize)]
pub struct NodeView {
    /// The node.
    pub node: u32,
    /// The node in words: `12,7`, or the tiles of a board.
    pub name: String,
    /// As in [`View::changes`].
    pub state: u8,
    /// g + h, or g alone in a search without estimates.
    pub f: Number,
    /// The cost of the path to the node.
    pub g: Number,
    /// The estimate of what is left: also of nodes that were not met yet.
    pub h: Number,
    /// The node before it on that path.
    pub parent: Option<u32>,
    /// The tiles, in puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<u8>>,
    /// Where edges lead, and what they cost. In puzzles, only boards that the run has met.
    pub successors: Vec<(u32, Number)>,
    /// The path to the node that the search holds.
    pub path: Vec<u32>,
}

/// Nodes that were expanded.
#[derive(Clone, Debug, Serialize)]
pub struct Expanded {
    /// The nodes, that of the newest step first.
    pub nodes: Vec<Expansion>,
}

/// An expansion of a node.
#[derive(Clone, Debug, Serialize)]
pub struct Expansion {
    /// The step.
    pub step: u64,
    /// The node.
    pub node: u32,
    /// The cost of the path to the node, as it is known at the step that is shown.
    pub g: Number,
    /// The estimate of what is left.
    pub h: Number,
    /// The tiles, in puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<u8>>,
}

/// What plans for units: a planner of `astride-agents`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlannerChoice {
    /// `LaCAM*`: finds a plan soon, and then better ones.
    #[default]
    Lacam,
    /// One unit after the other, each out of the way of those before it.
    Prioritized,
    /// Conflict-based search: finds an optimal plan, for a few units.
    Cbs,
    /// PIBT: decides each move by itself.
    Pibt,
}

/// Paths in time.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Plan {
    /// Its number, to go on with it.
    pub plan: u64,
    /// Whether it is not complete: then there are no paths yet.
    pub more: bool,
    /// If it is not complete, the cell of each unit in what the planner looks at, or nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<u32>,
    /// The cell of each unit at each time, or `null` if the unit has no path.
    pub paths: Vec<Option<Vec<u32>>>,
    /// How many time steps the longest path has.
    pub steps: usize,
    /// What was found, in words.
    pub words: String,
}

/// A number for the page: whole numbers without a point, `null` if it is not finite, four decimals at most.
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
