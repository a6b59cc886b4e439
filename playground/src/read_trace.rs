//! Reads search traces of other programs in the format of the Posthoc visualiser: YAML, of which JSON is a subset.
//!
//! A trace contains events and their presentation, but neither the map nor the graph. The world shown here is inferred
//! from the events: a map if all nodes are cells, and otherwise the graph of all links between nodes and their parents.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use saphyr_parser::{Event, Parser, StrInput};

use crate::catalogue::RECORDED;
use crate::limits::{self, ALL};
use crate::recorded::{RecordedEvent, RecordedKind};
use crate::scene::{Grid, Network, Scene, SearchChoice, World};

/// Reads a trace. Returns a scene with the recorded run and a search for comparison, and a message about the scene.
pub(crate) fn read(text: &str) -> Result<(Scene, String), String> {
    let raw = Reader(Parser::new_from_str(text)).events()?;
    let trace = Trace::new(&raw)?;
    let (world, numbers, words) = match trace.cells() {
        Some(cells) => trace.map(&cells),
        None => trace.graph()?,
    };
    let number = |node: usize| numbers[node];
    let events: Vec<RecordedEvent> = trace
        .steps
        .iter()
        .map(|step| RecordedEvent(step.kind, number(step.node), step.g, step.h, step.parent.map(number)))
        .collect();
    let search = |algorithm: &str, trace: Option<Vec<RecordedEvent>>| SearchChoice {
        algorithm: String::from(algorithm),
        heuristic: None,
        start: None,
        goal: None,
        trace,
        parameters: BTreeMap::new(),
    };
    let searches = vec![search(RECORDED.id, Some(events)), search("astar", None)];
    Ok((Scene { world, searches }, words))
}

/// The fields of an event that are read.
#[derive(Debug, Default)]
struct Raw {
    kind: String,
    id: Option<String>,
    parent: Option<String>,
    /// The numbers named by [`NUMBERS`].
    numbers: [Option<f64>; 6],
}

/// The names of the numbers of an event that are read, and their positions in [`Raw::numbers`].
const NUMBERS: [&str; 6] = ["f", "g", "h", "x", "y", "width"];
const F: usize = 0;
const G: usize = 1;
const H: usize = 2;
const X: usize = 3;
const Y: usize = 4;
const WIDTH: usize = 5;

/// Extracts the events from a text, and skips everything else.
struct Reader<'a>(Parser<'a, StrInput<'a>>);

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Event<'a>, String> {
        match self.0.next_event() {
            Some(Ok((event, _))) => Ok(event),
            Some(Err(error)) => Err(format!("it is not YAML: {error}")),
            None => Err(String::from("it ends too early")),
        }
    }

    /// Skips the value that begins with an event.
    fn pass(&mut self, first: &Event<'_>) -> Result<(), String> {
        let depth = |event: &Event<'_>| match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => 1,
            Event::SequenceEnd | Event::MappingEnd => -1,
            _ => 0,
        };
        let mut open = depth(first);
        while open > 0 {
            open += depth(&self.next()?);
        }
        Ok(())
    }

    fn events(mut self) -> Result<Vec<Raw>, String> {
        let missing = || String::from("it is not a search trace: it has no list \"events\"");
        loop {
            match self.next()? {
                Event::MappingStart(..) => break,
                Event::StreamStart | Event::DocumentStart(_) => {}
                _ => return Err(missing()),
            }
        }
        loop {
            match self.next()? {
                Event::MappingEnd => return Err(missing()),
                Event::Scalar(key, ..) if key == "events" => break,
                key => {
                    self.pass(&key)?;
                    let value = self.next()?;
                    self.pass(&value)?;
                }
            }
        }
        if !matches!(self.next()?, Event::SequenceStart(..)) {
            return Err(missing());
        }
        let mut events = Vec::new();
        loop {
            match self.next()? {
                Event::SequenceEnd => return Ok(events),
                Event::MappingStart(..) => events.push(self.event()?),
                other => self.pass(&other)?,
            }
            if events.len() > limits::RECORDED {
                return Err(format!("it has more than {} events", limits::RECORDED));
            }
        }
    }

    fn event(&mut self) -> Result<Raw, String> {
        let mut raw = Raw::default();
        loop {
            let key = match self.next()? {
                Event::MappingEnd => return Ok(raw),
                Event::Scalar(key, ..) => key,
                other => {
                    self.pass(&other)?;
                    continue;
                }
            };
            match self.next()? {
                Event::Scalar(value, ..) => {
                    let known = || Some(value.to_string()).filter(|value| !["", "null", "~"].contains(&&**value));
                    match &*key {
                        "type" => raw.kind = value.to_string(),
                        "id" => raw.id = known(),
                        "pId" => raw.parent = known(),
                        key => {
                            if let Some(place) = NUMBERS.iter().position(|name| *name == key) {
                                raw.numbers[place] = value.parse().ok().filter(|number: &f64| number.is_finite());
                            }
                        }
                    }
                }
                other => self.pass(&other)?,
            }
        }
    }
}

/// A step of the run; nodes are numbered in the order in which they were met.
struct Step {
    kind: RecordedKind,
    node: usize,
    g: Option<f64>,
    h: Option<f64>,
    parent: Option<usize>,
}

/// The events, put in order.
struct Trace {
    places: Vec<Option<[f64; 2]>>,
    steps: Vec<Step>,
    /// Column, row and width of walls.
    walls: Vec<[f64; 3]>,
    start: Option<usize>,
    goals: Vec<usize>,
    /// The node at which the search has ended.
    end: Option<usize>,
    /// The number of events of kinds that are not shown.
    others: usize,
}

/// The meaning of an event for its node; the names are those used in traces of known programs.
enum Meaning {
    Step(RecordedKind),
    Start,
    Goal,
    /// The search has ended, at this node.
    End,
    Wall,
    Other,
}

fn meaning(kind: &str) -> Meaning {
    let kind = kind.to_lowercase();
    let stems = |stems: &[&str]| stems.iter().any(|stem| kind.starts_with(stem));
    if stems(&["expand"]) {
        Meaning::Step(RecordedKind::Expand)
    } else if stems(&["clos"]) {
        Meaning::Step(RecordedKind::Close)
    } else if stems(&["generat", "open", "reopen", "updat", "relax", "insert", "push"]) {
        Meaning::Step(RecordedKind::Open)
    } else if stems(&["solution", "path"]) {
        Meaning::Step(RecordedKind::Solution)
    } else if stems(&["source", "start"]) {
        Meaning::Start
    } else if stems(&["destination", "goal", "target"]) {
        Meaning::Goal
    } else if stems(&["end", "final"]) {
        Meaning::End
    } else if stems(&["wall", "obstacle"]) {
        Meaning::Wall
    } else {
        Meaning::Other
    }
}

impl Trace {
    fn new(raw: &[Raw]) -> Result<Self, String> {
        let mut trace = Trace {
            places: Vec::new(),
            steps: Vec::new(),
            walls: Vec::new(),
            start: None,
            goals: Vec::new(),
            end: None,
            others: 0,
        };
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut node = |places: &mut Vec<Option<[f64; 2]>>, id| {
            *numbers.entry(id).or_insert_with(|| {
                places.push(None);
                places.len() - 1
            })
        };
        for (place_in_list, event) in raw.iter().enumerate() {
            let number = |place: usize| event.numbers[place];
            let place = number(X).zip(number(Y)).map(|(x, y)| [x, y]);
            let meaning = meaning(&event.kind);
            if let Meaning::Wall = meaning {
                trace
                    .walls
                    .extend(place.map(|[x, y]| [x, y, number(WIDTH).unwrap_or(1.0)]));
                continue;
            }
            let id = event
                .id
                .as_deref()
                .ok_or_else(|| format!("event {place_in_list} has no \"id\""))?;
            let at = node(&mut trace.places, id);
            trace.places[at] = trace.places[at].or(place);
            let parent = event.parent.as_deref().map(|id| node(&mut trace.places, id));
            let step = |kind| Step {
                kind,
                node: at,
                g: number(G),
                h: number(H).or_else(|| Some(number(F)? - number(G)?)),
                parent,
            };
            match meaning {
                Meaning::Step(kind) => trace.steps.push(step(kind)),
                Meaning::End => {
                    trace.steps.push(step(RecordedKind::Close));
                    trace.end = Some(at);
                }
                Meaning::Start => trace.start = Some(at),
                Meaning::Goal => trace.goals.push(at),
                Meaning::Other => trace.others += 1,
                Meaning::Wall => {}
            }
        }
        trace.finish();
        if trace.steps.is_empty() {
            return Err(String::from(
                "none of its events is about a node that is generated, expanded, or in the solution",
            ));
        }
        Ok(trace)
    }

    /// Finds a start and goals that no event names, and a solution that no event lists.
    fn finish(&mut self) {
        let solution: Vec<usize> = self.nodes(RecordedKind::Solution).collect();
        let first = self.steps.first().map(|step| step.node);
        self.start = self.start.or(solution.first().copied()).or(first);
        self.goals.sort_unstable();
        self.goals.dedup();
        self.goals.truncate(ALL.goals);
        if self.goals.is_empty() {
            let last = self.nodes(RecordedKind::Expand).last();
            self.goals
                .extend(solution.last().copied().or(self.end).or(last).or(first));
        }
        if solution.len() > 1 {
            return;
        }
        // The single node at which two searches have met is not a path.
        self.steps.retain(|step| step.kind != RecordedKind::Solution);
        // The path to a goal that was reached, along the last known parents.
        let parents: HashMap<usize, usize> = self
            .steps
            .iter()
            .filter_map(|step| Some((step.node, step.parent?)))
            .collect();
        let is_expanded: HashSet<usize> = self.nodes(RecordedKind::Expand).chain(self.end).collect();
        let Some(goal) = self.goals.iter().find(|goal| is_expanded.contains(goal)) else {
            return;
        };
        let mut path = vec![*goal];
        while let Some(parent) = path.last().and_then(|node| parents.get(node)) {
            // Parents that form a cycle are not a path.
            if path.len() > parents.len() {
                return;
            }
            path.push(*parent);
        }
        if path.last() == self.start.as_ref() {
            self.steps.extend(path.into_iter().rev().map(|node| Step {
                kind: RecordedKind::Solution,
                node,
                g: None,
                h: None,
                parent: None,
            }));
        }
    }

    fn nodes(&self, kind: RecordedKind) -> impl Iterator<Item = usize> {
        self.steps
            .iter()
            .filter(move |step| step.kind == kind)
            .map(|step| step.node)
    }

    /// Returns the cell of each node, if all nodes are different cells of a map, with straight links between them.
    fn cells(&self) -> Option<Vec<[usize; 2]>> {
        let most = f64::from(u32::try_from(ALL.map_side).unwrap_or(u32::MAX));
        let side = |value: f64| {
            let is_cell = value.fract() == 0.0 && (0.0..most).contains(&value);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a small whole number"
            )]
            is_cell.then_some(value as usize)
        };
        let cell = |place: &Option<[f64; 2]>| Some([side((*place)?[0])?, side((*place)?[1])?]);
        let cells: Vec<[usize; 2]> = self.places.iter().map(cell).collect::<Option<_>>()?;
        let is_straight = |step: &Step| {
            let Some(parent) = step.parent else { return true };
            let [[x, y], [from_x, from_y]] = [cells[step.node], cells[parent]];
            let (wide, high) = (x.abs_diff(from_x), y.abs_diff(from_y));
            wide == 0 || high == 0 || wide == high
        };
        let different: HashSet<&[usize; 2]> = cells.iter().collect();
        let is_map = different.len() == cells.len() && (!self.walls.is_empty() || self.steps.iter().all(is_straight));
        is_map.then_some(cells)
    }

    fn map(&self, cells: &[[usize; 2]]) -> (World, Vec<u32>, String) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        let side = |value: f64| (value as usize).min(ALL.map_side);
        // The row of each wall, and its columns. Parts left of the map or above it are left out.
        let walls = self.walls.iter().filter(|[_, y, _]| *y >= 0.0);
        let walls: Vec<(usize, Range<usize>)> = walls
            .map(|[x, y, width]| (side(*y), side(*x)..side(x + width)))
            .collect();
        let most = |axis: usize| {
            let ends = walls.iter().map(|(y, xs)| if axis == 0 { xs.end } else { y + 1 });
            let most = cells.iter().map(|cell| cell[axis] + 1).chain(ends).max();
            most.unwrap_or(1).min(ALL.map_side)
        };
        let (width, height) = (most(0), most(1));
        let mut symbols = vec!['1'; width * height];
        for (y, xs) in walls {
            for x in xs {
                if let Some(symbol) = symbols.get_mut(y * width + x) {
                    *symbol = '#';
                }
            }
        }
        // The search visited these cells, so they are not walls.
        for [x, y] in cells {
            symbols[y * width + x] = '1';
        }
        let has_diagonals = self.steps.iter().any(|step| {
            let [x, y] = cells[step.node];
            step.parent
                .is_some_and(|parent| cells[parent][0] != x && cells[parent][1] != y)
        });
        let world = World::Grid(Grid {
            width,
            height,
            cells: symbols.into_iter().collect(),
            movement: String::from(if has_diagonals { "eight" } else { "four" }),
            start: self.start.map_or([0; 2], |start| cells[start]),
            goals: self.goals.iter().map(|goal| cells[*goal]).collect(),
            units: Vec::new(),
        });
        let numbers = cells
            .iter()
            .map(|[x, y]| u32::try_from(y * width + x).unwrap_or(u32::MAX));
        let words = if self.walls.is_empty() {
            "The trace does not contain the walls: cells that the search did not meet are shown as free."
        } else {
            ""
        };
        (world, numbers.collect(), self.words(words))
    }

    fn graph(&self) -> Result<(World, Vec<u32>, String), String> {
        let count = self.places.len();
        if count > ALL.graph_nodes {
            return Err(format!(
                "it is about {count} nodes, but a graph may have at most {}",
                ALL.graph_nodes
            ));
        }
        let number = |node: usize| u32::try_from(node).unwrap_or(u32::MAX);
        let has_places = self.places.iter().all(Option::is_some);
        let nodes: Vec<[f64; 2]> = if has_places {
            // On a screen, y grows downwards.
            self.places.iter().flatten().map(|[x, y]| [*x, -y]).collect()
        } else {
            self.tree()
        };
        let mut g = vec![None; count];
        let mut edges: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for step in &self.steps {
            g[step.node] = step.g.or(g[step.node]);
            let Some(parent) = step.parent else { continue };
            let [[x, y], [from_x, from_y]] = [nodes[step.node], nodes[parent]];
            let weight = match (g[step.node], g[parent]) {
                (Some(g), Some(before)) if g >= before => g - before,
                _ => (x - from_x).hypot(y - from_y),
            };
            edges.insert((number(parent), number(step.node)), weight);
        }
        let world = World::Graph(Network {
            nodes,
            edges: edges
                .into_iter()
                .map(|((from, to), weight)| (from, to, weight))
                .collect(),
            directed: true,
            start: self.start.map_or(0, number),
            goals: self.goals.iter().copied().map(number).collect(),
            names: Vec::new(),
        });
        let words = if has_places {
            "The trace does not contain the graph: only links between nodes and their parents are shown."
        } else {
            "The trace does not contain the positions of its nodes: they are shown as a tree."
        };
        Ok((world, (0..number(count)).collect(), self.words(words)))
    }

    /// Returns positions for nodes that have none: one row for each depth, in the order in which they were met.
    fn tree(&self) -> Vec<[f64; 2]> {
        let mut depths = vec![0_usize; self.places.len()];
        for step in &self.steps {
            if let Some(parent) = step.parent {
                depths[step.node] = depths[parent] + 1;
            }
        }
        let mut sizes: Vec<f64> = vec![0.0; depths.iter().max().map_or(0, |most| most + 1)];
        for depth in &depths {
            sizes[*depth] += 1.0;
        }
        let mut used = vec![0.5; sizes.len()];
        let place = |depth: &usize| {
            let x = used[*depth] / sizes[*depth];
            used[*depth] += 1.0;
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            let y = -(*depth as f64);
            [x * 100.0, y * 10.0]
        };
        depths.iter().map(place).collect()
    }

    fn words(&self, more: &str) -> String {
        let others = match self.others {
            0 => String::new(),
            count => format!("{count} of its events are of kinds that are not shown. "),
        };
        format!("{others}{more}").trim_end().to_owned()
    }
}
