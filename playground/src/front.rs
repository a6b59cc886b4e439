//! [`Front`]: the driver of a search for the Pareto front of paths with two costs.

use astride::{NodeEvent, Observer, Path, Stats, Status};
use astride_labels::LabelSearch;

use crate::driver::{Driver, Outcome, Wires};
use crate::limits::SEARCH_BYTES;
use crate::protocol::{FrontView, Numbers};
use crate::record::{Event, NOBODY, State};
use crate::world::two_costs::{Label, Scale, TwoCosts};

/// A label that was opened or expanded.
#[derive(Clone, Copy)]
struct Entry {
    label: Label,
    g: u64,
    h: u64,
    parent: u32,
}

/// Records the events of the search, unless it runs without an observer.
struct Listener {
    is_deaf: bool,
    /// The labels that were opened or expanded, in order.
    notes: Vec<(State, Entry)>,
}

impl Listener {
    fn note(&mut self, state: State, event: NodeEvent<'_, Label, u64>) {
        if !self.is_deaf {
            let entry = Entry {
                label: *event.node,
                g: event.g,
                h: event.h.unwrap_or_default(),
                parent: event.parent.map_or(NOBODY, |parent| parent.place),
            };
            self.notes.push((state, entry));
        }
    }
}

impl Observer<Label, u64> for Listener {
    fn opened(&mut self, event: NodeEvent<'_, Label, u64>) {
        self.note(State::Open, event);
    }

    fn expanded(&mut self, event: NodeEvent<'_, Label, u64>) {
        self.note(State::Closed, event);
    }

    fn found(&mut self, event: NodeEvent<'_, Label, u64>) {
        self.expanded(event);
    }

    fn is_silent(&self) -> bool {
        self.is_deaf
    }
}

/// The labels at a node, of which the picture shows one: the next open label, or else the last expanded one.
#[derive(Clone, Default)]
struct Place {
    /// The open labels that no expanded one dominates.
    open: Vec<Entry>,
    expanded: Option<Entry>,
}

/// A search for the Pareto front of paths with two costs.
pub(crate) struct Front {
    search: LabelSearch<TwoCosts, Listener>,
    wires: Wires<Label, u64>,
    places: Vec<Place>,
    wanted: usize,
    found: Vec<Path<Label, u64>>,
    /// The `id` of the second cost.
    second: &'static str,
    scale: Scale,
}

impl Front {
    pub(crate) fn new(problem: TwoCosts, wanted: usize, second: &'static str, wires: Wires<Label, u64>) -> Self {
        let [_, scale] = problem.scales();
        let is_deaf = wires.sink.is_deaf();
        let places = if is_deaf { 0 } else { problem.places() };
        let listener = Listener {
            is_deaf,
            notes: Vec::new(),
        };
        Front {
            search: LabelSearch::new(problem)
                .with_observer(listener)
                .with_memory_limit(SEARCH_BYTES),
            wires,
            places: vec![Place::default(); places],
            wanted,
            found: Vec::new(),
            second,
            scale,
        }
    }

    /// Returns the bytes of the tables that were computed before the search.
    pub(crate) fn prepared(&self) -> usize {
        self.search.problem().prepared()
    }

    /// Shows the changes of the last step.
    fn show(&mut self) {
        for (state, entry) in std::mem::take(&mut self.search.observer_mut().notes) {
            let Label { place, second } = entry.label;
            let Some(here) = self.places.get_mut(place as usize) else {
                continue;
            };
            if state == State::Open {
                here.open.push(entry);
            } else {
                // All other labels at this node have at least this cost.
                here.open.retain(|other| other.label.second < second);
                here.expanded = Some(entry);
                self.note(&entry, state);
            }
            self.show_place(place);
            if state == State::Closed && self.search.status() == Status::Found {
                self.drop_beaten(&entry.label);
            }
        }
    }

    /// Drops open labels that cannot lead to anything better than a path that was found.
    fn drop_beaten(&mut self, found: &Label) {
        let problem = self.search.problem();
        let mut changed = Vec::new();
        for (place, here) in (0..).zip(&mut self.places) {
            let before = here.open.len();
            here.open.retain(|entry| !problem.is_beaten(&entry.label, found));
            if here.open.len() < before {
                changed.push(place);
            }
        }
        for place in changed {
            self.show_place(place);
        }
    }

    fn show_place(&self, place: u32) {
        let Some(here) = self.places.get(place as usize) else {
            return;
        };
        let next = here.open.iter().min_by_key(|entry| (entry.g, entry.label.second));
        match (next, &here.expanded) {
            (Some(next), _) => self.note(next, State::Open),
            (None, Some(expanded)) => self.note(expanded, State::Closed),
            (None, None) => self.wires.note(place, None),
        }
    }

    fn note(&self, entry: &Entry, state: State) {
        self.wires.sink.push(Event {
            node: entry.label.place,
            state,
            g: self.wires.codec.amount(entry.g),
            h: Some(self.wires.codec.amount(entry.h)),
            parent: entry.parent,
        });
    }

    /// Returns the two costs of each path, and whether the front is complete.
    fn view(&self) -> FrontView {
        let costs = |path: &Path<Label, u64>| {
            let second = path.nodes.last().map_or(0, |label| label.second);
            [self.wires.codec.amount(path.cost), self.scale.amount(second)]
        };
        FrontView {
            second: self.second,
            points: Numbers(self.found.iter().flat_map(costs).collect()),
            is_complete: self.search.status() == Status::Exhausted,
        }
    }

    fn remark(&self) -> Option<String> {
        let count = self.found.len();
        let paths = if count == 1 { "path" } else { "paths" };
        Some(match self.search.status() {
            _ if count == 0 => return None,
            Status::Exhausted if count == 1 => {
                String::from("It is the whole front: no other path is better in either cost.")
            }
            Status::Exhausted => format!(
                "The front has {count} paths: for every other path, one of these is at least as good in both costs."
            ),
            Status::Found if count >= self.wanted => {
                format!("{count} {paths} of the front found; there may be more.")
            }
            _ => format!("{count} {paths} of the front so far."),
        })
    }
}

impl Driver for Front {
    fn step(&mut self) {
        if self.search.step() == Status::Found {
            self.found.extend(self.search.path());
        }
        self.show();
        // Immediately, so that the search can return the next label.
        if self.search.status() == Status::Found && self.found.len() < self.wanted {
            let _ = self.search.seek_next();
        }
    }

    fn rush(&mut self, steps: u64) {
        for _ in 0..steps {
            if !self.status().is_running() {
                return;
            }
            self.step();
        }
    }

    fn status(&self) -> Status {
        match self.search.status() {
            Status::Found if self.found.len() < self.wanted => Status::Running,
            Status::Exhausted if !self.found.is_empty() => Status::Found,
            status => status,
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = self.search.stats();
        if !self.places.is_empty() {
            stats.bytes += stats.open * size_of::<Entry>() + self.places.capacity() * size_of::<Place>();
        }
        stats
    }

    fn current(&self) -> Option<u32> {
        self.wires.number(self.search.current())
    }

    fn next(&mut self) -> Option<u32> {
        let next = self.search.next_node()?;
        self.wires.number(Some(next.node))
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            front: (!self.found.is_empty()).then(|| self.view()),
            ..self.wires.outcome(&self.found, self.remark())
        }
    }

    fn node_bytes(&self) -> [usize; 2] {
        self.wires.node_bytes
    }
}
