//! [`Run`]: one search of a session, with its picture at any of its steps.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;

use astride::{SearchError, Status};

use crate::catalogue::{Family, Finds};
use crate::choice::{Choice, Order};
use crate::driver::{Driver, Outcome};
use crate::excess;
use crate::limits::{CHANGES, SHOWN_BOARDS};
use crate::log::{Log, Mark};
use crate::protocol::{EventKind, Excess, NodeView, Number, Numbers, Queued, Standing, StatsView, View};
use crate::record::{NOBODY, Sink, State};
use crate::tale;
use crate::world::{Ground, Look, Made};

/// The maximum number of entries of the queue in a view.
const QUEUE: usize = 10;
/// The maximum number of points of a plot, kept and sent.
const PLOT: usize = 200;
/// The maximum number of nodes of a trail.
const TRAIL: usize = 100_000;

/// A search, its history, and its current step.
pub(crate) struct Run {
    choice: Choice,
    order: Order,
    driver: Box<dyn Driver>,
    look: Rc<dyn Look>,
    /// The reason why the search cannot begin.
    refusal: Option<String>,
    /// Whether the search could continue but the memory of all sessions is used up.
    pub(crate) is_starved: bool,
    sink: Sink,
    log: Log,
    plot: Plot,
    /// The bytes of the tables that were computed before the search.
    prepared: usize,
    /// The nodes of a cheapest path with their costs, once one has been sought; empty if it is unknown.
    cheapest: Option<Vec<(u32, f64)>>,
    /// Whether the next view is complete.
    is_whole: bool,
}

/// The numbers of open and closed nodes at some of the steps.
#[derive(Debug, Default)]
struct Plot {
    points: Vec<[u64; 3]>,
    /// The number of steps from one point to the next, minus one.
    gap: u64,
}

impl Plot {
    fn enter(&mut self, point: [u64; 3]) {
        if point[0].is_multiple_of(self.gap + 1) {
            self.points.push(point);
        }
        if self.points.len() > PLOT {
            self.gap = self.gap * 2 + 1;
            self.points.retain(|point| point[0].is_multiple_of(self.gap + 1));
        }
    }
}

impl Run {
    /// Creates a run at step 0, whose history may take at most `history` bytes. A search that cannot begin also gets a
    /// run.
    pub(crate) fn new(ground: &mut Ground, choice: Choice, history: usize) -> Self {
        let sink = Sink::default();
        let (made, refusal) = match ground.make(&choice, sink.clone()) {
            Ok(made) => (made, None),
            Err(words) if words.ends_with('.') => (Made::nothing(), Some(words)),
            Err(words) => {
                let words = format!("{} cannot begin: {words}.", choice.algorithm.name);
                (Made::nothing(), Some(words))
            }
        };
        let mut plot = Plot::default();
        plot.enter([0; 3]);
        Run {
            order: choice.order(),
            choice,
            driver: made.driver,
            look: made.look,
            refusal,
            is_starved: false,
            sink,
            log: Log::new(history),
            plot,
            prepared: made.prepared,
            cheapest: None,
            is_whole: true,
        }
    }

    pub(crate) fn choice(&self) -> &Choice {
        &self.choice
    }

    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    pub(crate) fn look(&self) -> &dyn Look {
        &*self.look
    }

    /// Returns whether the search cannot begin.
    pub(crate) fn is_refused(&self) -> bool {
        self.refusal.is_some()
    }

    /// Returns the bytes that the search, its tables and its picture have allocated.
    pub(crate) fn bytes(&self) -> usize {
        self.prepared + self.driver.stats().bytes + self.log.bytes() + self.look.bytes()
    }

    /// Returns whether the search has found a path.
    pub(crate) fn is_found(&self) -> bool {
        self.driver.status() == Status::Found
    }

    /// Returns whether the search can continue.
    pub(crate) fn is_running(&self) -> bool {
        self.driver.status().is_running()
    }

    /// Makes the next view complete.
    pub(crate) fn begin_anew(&mut self) {
        self.is_whole = true;
        self.log.soil();
    }

    /// Moves to a step that the run has made.
    pub(crate) fn show(&mut self, step: u64) {
        self.log.show(step);
    }

    /// Advances by one step: first through those made before, then by new ones. Returns whether there was a step.
    pub(crate) fn advance(&mut self) -> bool {
        if self.log.shown() < self.log.last() {
            self.log.show(self.log.shown() + 1);
            return true;
        }
        if !self.is_running() {
            return false;
        }
        self.driver.step();
        self.end_step();
        true
    }

    fn end_step(&mut self) {
        let stored = self.log.mark().stored;
        let log = &mut self.log;
        self.sink.drain(|event| log.enter(event));
        let stats = self.driver.stats();
        log.end_step(Mark {
            current: self.driver.current(),
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            stored: u32::try_from(stats.nodes).unwrap_or(u32::MAX).max(stored),
            max_open: u32::try_from(stats.max_open).unwrap_or(u32::MAX),
            ..Mark::default()
        });
        self.plot
            .enter([log.last(), log.open().len() as u64, log.closed_count()]);
    }

    /// Sets the node of the search's agent, if that node is known.
    pub(crate) fn place_agent(&mut self, node: Option<u32>) {
        self.choice.start = node.or(self.choice.start);
    }

    /// Moves the start to the agent's current node and changes cells of the map, as a separate step, if the search can
    /// continue afterwards.
    pub(crate) fn change(&mut self, start: Option<u32>, cells: &[(u32, u8)]) -> Option<Result<(), String>> {
        self.log.show(self.log.last());
        self.cheapest = None;
        let moved = start.map(|node| self.driver.move_start(node));
        let painted = cells.iter().map(|(cell, cost)| self.driver.change(*cell, *cost));
        let changed: Option<Result<(), String>> = moved.into_iter().chain(painted).collect();
        if changed.is_some() {
            self.driver.look_at_all();
            self.end_step();
        }
        changed
    }

    /// Takes over the descriptions of the nodes from a run on the changed map.
    pub(crate) fn renew_look(&mut self, fresh: Run) {
        self.look = fresh.look;
    }

    /// Returns whether the search finds a cheapest path. All moves of a puzzle cost the same.
    fn promises_cheapest(&self) -> bool {
        let choice = &self.choice;
        choice.finds_cheapest() || (choice.algorithm.finds == Finds::FewestEdges && self.look.has_moves())
    }

    /// Compares the path that was found with a cheapest one, if the search does not promise one.
    fn excess(&mut self, status: &Status, outcome: &Outcome) -> Option<Excess> {
        let choice = &self.choice;
        if *status != Status::Found || self.promises_cheapest() || !choice.is_comparable() {
            return None;
        }
        let look = &self.look;
        let cheapest = self
            .cheapest
            .get_or_insert_with(|| look.cheapest_path().unwrap_or_default());
        excess::compare(choice, &self.log, outcome.cost?, cheapest, |node| look.name(node))
    }

    /// Returns the bytes of the nodes and the queue entries that had to be stored so far.
    fn needed(&self, mark: Mark) -> u64 {
        let [node, entry] = self.driver.node_bytes().map(|bytes| bytes as u64);
        let node = match self.choice.algorithm.id {
            // It stores no parents. A search that cannot begin has no nodes.
            "compact-astar" => node.saturating_sub(4),
            _ => node,
        };
        u64::from(mark.stored) * node + u64::from(mark.max_open) * entry
    }

    /// Returns the node to be expanded next.
    fn next(&mut self) -> Option<u32> {
        match self.log.mark_after() {
            Some(mark) => mark.current,
            None if self.is_running() => self.driver.next(),
            None => None,
        }
    }

    /// Returns the next open nodes, at most `count`.
    pub(crate) fn queue(&mut self, count: usize) -> Vec<Queued> {
        let mut first: Vec<([f64; 3], u32)> = Vec::with_capacity(count);
        for &node in self.log.open() {
            let shown = self.log.get(node);
            let key = self.order.key(shown.g, shown.h, shown.serial);
            let is_before = |other: &([f64; 3], u32)| other.0.partial_cmp(&key).is_none_or(Ordering::is_le);
            let place = first.partition_point(is_before);
            if place < count {
                first.truncate(count - 1);
                first.insert(place, (key, node));
            }
        }
        let mut nodes: Vec<u32> = first.into_iter().map(|(_, node)| node).collect();
        // The next node of the search takes precedence over the computed order.
        if let Some(next) = self.next().filter(|next| self.log.get(*next).state.is_open()) {
            nodes.retain(|node| *node != next);
            nodes.insert(0, next);
            nodes.truncate(count);
        }
        let queued = |node: u32| {
            let shown = self.log.get(node);
            Queued {
                node,
                f: Number(shown.g + shown.h.unwrap_or(0.0)),
                g: Number(shown.g),
                h: shown.h.into(),
            }
        };
        nodes.into_iter().map(queued).collect()
    }

    /// Returns the path from a start to a node in the picture. Empty if the parents form a cycle, since some searches
    /// reach nodes on several paths.
    fn trail(&self, node: Option<u32>) -> Vec<u32> {
        let mut trail: Vec<u32> = std::iter::successors(node, |node| self.log.get(*node).parent)
            .take(TRAIL)
            .collect();
        if trail.len() == TRAIL {
            return Vec::new();
        }
        trail.reverse();
        trail
    }

    /// Returns the status and the results at the current step.
    pub(crate) fn standing(&self) -> (Standing, Status, Outcome) {
        let is_last = self.log.shown() == self.log.last();
        let status = if is_last { self.driver.status() } else { Status::Running };
        let word = match status {
            _ if self.is_refused() => Standing::Refused,
            Status::Running if self.is_starved => Standing::Failed,
            _ => Standing::from(&status),
        };
        let outcome = if is_last {
            self.driver.outcome()
        } else {
            Outcome::default()
        };
        (word, status, outcome)
    }

    /// Returns the differences from the last view.
    pub(crate) fn view(&mut self) -> View {
        let (standing, end, outcome) = self.standing();
        let whole = std::mem::take(&mut self.is_whole);
        let (nodes, more) = self.log.take_dirty(CHANGES);
        let mut changes = Vec::with_capacity(nodes.len() * 5);
        let mut shapes = Vec::new();
        for node in &nodes {
            let shown = self.log.get(*node);
            let parent = shown.parent.map_or(-1.0, f64::from);
            changes.extend([
                f64::from(*node),
                f64::from(shown.state as u8),
                shown.g,
                shown.h.unwrap_or(f64::NAN),
                parent,
            ]);
            if let Some(shape) = self.look.shape(*node) {
                #[expect(clippy::cast_precision_loss, reason = "there are fewer nodes than 2²⁴")]
                shapes.push(*node as f32);
                shapes.extend(shape);
            }
        }
        // In a flow field, the parent of a cell is the next cell.
        let arrow = |node: &u32| Some([*node, self.log.get(*node).parent?]);
        let arrows = match self.choice.algorithm.id {
            "flow-field" => nodes.iter().filter_map(arrow).flatten().collect(),
            _ => Vec::new(),
        };
        let mark = self.log.mark();
        let excess = self.excess(&end, &outcome);
        let mut events = tale::events(&self.log);
        let step = self.log.shown();
        let last = match standing {
            Standing::Found => Some((EventKind::Found, outcome.path.last().copied(), outcome.cost)),
            Standing::Exhausted => Some((EventKind::Exhausted, None, None)),
            Standing::Failed => Some((EventKind::Failed, None, None)),
            Standing::Running | Standing::Refused => None,
        };
        if let Some((kind, node, cost)) = last {
            events.insert(0, tale::end(step, kind, node, cost));
        }
        let queue = self.queue(QUEUE);
        let trail = match end {
            Status::Running => self.trail(mark.current),
            _ => Vec::new(),
        };
        let mut mentioned: BTreeSet<u32> = queue.iter().map(|queued| queued.node).chain(mark.current).collect();
        mentioned.extend(events.iter().filter_map(|event| event.node));
        mentioned.extend(excess.iter().filter_map(|excess| Some(excess.liar?.node)));
        mentioned.extend(nodes.iter().filter(|node| **node < SHOWN_BOARDS));
        mentioned.extend(trail.iter().rev().take(SHOWN_BOARDS as usize).chain(&outcome.path));
        let successors = mark.current.map(|current| self.look.successors(current));
        mentioned.extend(successors.into_iter().flatten().map(|(node, _)| node));
        let board = |node: u32| Some((node, self.look.board(node)?));
        let boards = mentioned.into_iter().filter_map(board).collect();
        let shown = self.log.shown();
        let points = self.plot.points.iter().filter(|point| point[0] <= shown);
        let mut plot: Vec<u64> = points.flatten().copied().collect();
        plot.extend([shown, self.log.open().len() as u64, self.log.closed_count()]);
        View {
            algorithm: self.choice.algorithm.id,
            step: shown,
            first: self.log.first(),
            last: self.log.last(),
            status: standing,
            words: self.words(&end, &outcome, excess.as_ref()),
            cost: outcome.cost.map(Number),
            length: outcome.length,
            is_cheapest: end == Status::Found && self.promises_cheapest(),
            mark: self.choice.mark(),
            excess,
            events,
            mesh: self.look.mesh().filter(|_| whole).cloned(),
            shapes,
            points: outcome.points,
            whole,
            changes: Numbers(changes),
            more,
            current: mark.current,
            queue,
            trail,
            path: outcome.path,
            paths: outcome.more,
            path_costs: Numbers(outcome.more_costs),
            front: outcome.front,
            lines: outcome.lines,
            arrows,
            boards,
            stats: StatsView {
                expanded: mark.expanded,
                generated: mark.generated,
                reopened: mark.reopened,
                open: self.log.open().len() as u64,
                closed: self.log.closed_count(),
                stored: mark.stored.into(),
                bytes: self.needed(mark),
                prepared: self.prepared as u64,
            },
            plot,
        }
    }

    fn words(&self, status: &Status, outcome: &Outcome, excess: Option<&Excess>) -> String {
        if let Some(words) = &self.refusal {
            return words.clone();
        }
        let algorithm = self.choice.algorithm;
        let mut words = match status {
            Status::Running if self.is_starved => String::from(
                "Stopped: the searches of all pages together have used up the memory of the playground. Close another \
                 page, or choose a smaller problem or fewer searches; then play again.",
            ),
            Status::Running if self.log.shown() == 0 => String::from("Not started yet."),
            Status::Running if algorithm.family == Family::Recorded => String::from("The recorded run continues."),
            Status::Running if algorithm.family == Family::Several && outcome.cost.is_some() => {
                String::from("Running: there are open nodes, and further paths are sought.")
            }
            Status::Running if algorithm.id == "ara-star" && outcome.cost.is_some() => {
                String::from("Running: a path is known, and cheaper ones are sought.")
            }
            Status::Running => String::from("Running: there are open nodes, and no goal has been expanded."),
            Status::Found => {
                let path = match algorithm.finds {
                    _ if self.choice.finds_cheapest() => "a cheapest path",
                    Finds::FewestEdges => "a path with the fewest edges",
                    _ => "a path",
                };
                match (outcome.cost, outcome.length) {
                    (Some(cost), Some(bends)) if algorithm.family == Family::Meshes => {
                        let path = if self.choice.finds_cheapest() {
                            "a shortest path"
                        } else {
                            path
                        };
                        let plural = if bends == 1 { "" } else { "s" };
                        format!("Found {path}: {bends} bend{plural}, length {}.", short(cost))
                    }
                    (_, Some(moves)) if self.look.has_moves() => solved(path == "a path", moves),
                    (Some(cost), Some(1)) => format!("Found {path}: 1 edge, cost {}.", short(cost)),
                    (Some(cost), Some(length)) => format!("Found {path}: {length} edges, cost {}.", short(cost)),
                    _ => String::from("Found."),
                }
            }
            Status::Exhausted if algorithm.family == Family::Recorded => {
                String::from("The recorded run ends here. It does not contain the path that it found.")
            }
            Status::Exhausted if algorithm.id == "disjoint-paths" => {
                String::from("Exhausted: it is proven that there are no two such paths.")
            }
            Status::Exhausted if self.choice.count("depth-limit") > 0 => {
                String::from("Exhausted: no goal can be reached within the depth limit.")
            }
            Status::Exhausted => String::from("Exhausted: it is proven that no goal can be reached."),
            Status::Failed(SearchError::InconsistentEstimate { before, after }) => {
                let in_units = |cost: &String| {
                    let number = cost.parse::<f64>();
                    number.map_or_else(|_| cost.clone(), |number| short(number / self.look.unit()))
                };
                let (before, after) = (in_units(before), in_units(after));
                format!("Failed: {}.", SearchError::InconsistentEstimate { before, after })
            }
            Status::Failed(error) => format!("Failed: {error}."),
        };
        if let Some(excess) = excess {
            words = format!("{words} {}", excess.words);
        }
        if let Some(remark) = &outcome.remark {
            words = format!("{words} {remark}");
        }
        if self.log.first() > 0 {
            words = format!(
                "{words} The steps before {} are no longer kept, so the run cannot go back further.",
                self.log.first()
            );
        }
        words
    }

    /// Returns the data about a node, if there is one with that number.
    pub(crate) fn node(&mut self, node: u32) -> Option<NodeView> {
        let name = self.look.name(node)?;
        let shown = self.log.get(node);
        let is_met = !matches!(shown.state, State::Unseen | State::Scanned);
        let successors = self.look.successors(node).into_iter();
        Some(NodeView {
            node,
            name,
            state: shown.state as u8,
            f: Number(if is_met {
                shown.g + shown.h.unwrap_or(0.0)
            } else {
                f64::NAN
            }),
            g: Number(if is_met { shown.g } else { f64::NAN }),
            h: shown.h.into(),
            parent: shown.parent.filter(|parent| is_met && *parent != NOBODY),
            board: self.look.board(node),
            successors: successors.map(|(to, cost)| (to, Number(cost))).collect(),
            path: if is_met { self.trail(Some(node)) } else { Vec::new() },
            why: self.why(node),
        })
    }

    /// Explains the last expansion of a node up to the current step.
    fn why(&mut self, node: u32) -> Option<String> {
        let shown = self.log.shown();
        let (step, _) = self.log.expansions().find(|(_, expanded)| *expanded == node)?;
        self.log.show(step - 1);
        let reason = self.reason(node);
        self.log.show(shown);
        reason.map(|reason| format!("Expanded in step {step}: {reason}"))
    }

    /// Explains why an open node comes before all others. `None` if it does not, since the search has another order.
    fn reason(&self, node: u32) -> Option<String> {
        let key = |node: &u32| {
            let shown = self.log.get(*node);
            self.order.key(shown.g, shown.h, shown.serial)
        };
        let own = self.log.get(node);
        let [first, second, _] = key(&node);
        let keys: Vec<[f64; 3]> = self.log.open().iter().map(key).collect();
        if !own.state.is_open() || keys.iter().any(|other| other[0] < first) {
            return None;
        }
        // Some searches break ties in another order.
        let is_first = keys
            .iter()
            .all(|other| other.partial_cmp(&key(&node)).is_some_and(Ordering::is_ge));
        let (name, last) = match self.order {
            Order::FirstIn => return Some(String::from("it was the oldest open node.")),
            Order::LastIn => return Some(String::from("it was the newest open node.")),
            Order::Weighted(weight) if own.h.is_some() && (weight - 1.0).abs() > 0.0 => ("g + w h", "the newest"),
            Order::Weighted(_) if own.h.is_none() => ("g", "the newest"),
            Order::Weighted(_) | Order::SumLastIn => ("f", "the newest"),
            Order::SumFirstIn => ("f", "the oldest"),
            Order::Estimate => ("h", "the newest"),
            Order::Bounded(..) => ("value of the bounding function", "the newest"),
        };
        let equal = keys.iter().filter(|other| other[0].total_cmp(&first).is_eq()).count();
        let alike = keys
            .iter()
            .filter(|other| other[0].total_cmp(&first).is_eq() && other[1].total_cmp(&second).is_eq())
            .count();
        let begin = format!("it had the least {name}, {}", short(first));
        let has_greatest_g = matches!(self.order, Order::Weighted(_) | Order::Bounded(..)) && own.h.is_some();
        Some(match (equal, alike) {
            (1, _) => format!("{begin}."),
            _ if !is_first => format!("{begin}, like {} of the other open nodes.", equal - 1),
            (_, 1) if has_greatest_g => {
                format!("{begin}; of {equal} open nodes with this value, it had the greatest g.")
            }
            _ if has_greatest_g && alike < equal => format!(
                "{begin}; of {equal} open nodes with this value, {alike} had the greatest g, and it was {last} of these."
            ),
            _ => format!("{begin}; of {equal} open nodes with this value, it was {last}."),
        })
    }
}

/// Describes a solution with its number of moves; if it is just `any` solution, it need not be a shortest one.
fn solved(any: bool, moves: usize) -> String {
    let solution = if any { "a solution" } else { "a shortest solution" };
    let plural = if moves == 1 { "" } else { "s" };
    format!("Found {solution}: {moves} move{plural}.")
}

/// Formats a cost for display.
pub(crate) fn short(cost: f64) -> String {
    let text = format!("{cost:.3}");
    String::from(text.trim_end_matches('0').trim_end_matches('.'))
}
