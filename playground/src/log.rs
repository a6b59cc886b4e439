//! [`Log`]: the picture of a run and all changes that led to it, so that the run can go back.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use crate::record::{Event, NOBODY, State};

/// The picture's record of a node. The state is in the three bits above the parent.
#[derive(Clone, Copy, Debug)]
struct Record {
    g: f64,
    /// NaN in a search without estimates.
    h: f64,
    link: u32,
    /// The serial number of the last change, which gives the order in which nodes were opened.
    serial: u32,
}

const UNSEEN: Record = Record {
    g: 0.0,
    h: f64::NAN,
    link: NOBODY,
    serial: 0,
};

impl Record {
    fn state(self) -> State {
        match self.link >> 29 {
            0 => State::Unseen,
            1 => State::Open,
            2 => State::Closed,
            3 => State::BackwardOpen,
            4 => State::BackwardClosed,
            _ => State::Scanned,
        }
    }

    fn shown(self) -> Shown {
        let parent = self.link & NOBODY;
        Shown {
            state: self.state(),
            g: self.g,
            h: Some(self.h).filter(|h| !h.is_nan()),
            parent: (parent != NOBODY).then_some(parent),
            serial: self.serial,
        }
    }
}

/// A node as the picture shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) state: State,
    pub(crate) g: f64,
    pub(crate) h: Option<f64>,
    pub(crate) parent: Option<u32>,
    pub(crate) serial: u32,
}

/// A change of a node, and its step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Happening {
    pub(crate) step: u64,
    pub(crate) node: u32,
    pub(crate) before: Shown,
    pub(crate) after: Shown,
}

/// One change. It holds the record that the picture does not show: the old one once the change is made, the new one
/// once it is undone. Therefore, making and undoing a change are the same exchange.
#[derive(Clone, Copy, Debug)]
struct Change {
    node: u32,
    other: Record,
}

/// The data at the end of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    /// The number of changes so far.
    pub(crate) end: u64,
    pub(crate) current: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) reopened: u64,
    /// The maximum numbers of nodes stored at once and open at once.
    pub(crate) stored: u32,
    pub(crate) max_open: u32,
}

/// The picture of a run and its history.
#[derive(Debug)]
pub(crate) struct Log {
    records: Vec<Record>,
    /// The open nodes in any order, and the position of each node among them.
    open: Vec<u32>,
    places: Vec<u32>,
    closed: u64,
    changes: VecDeque<Change>,
    /// The number of the first change that is still kept.
    first_change: u64,
    marks: VecDeque<Mark>,
    /// The step of the first mark that is still kept.
    first: u64,
    shown: u64,
    /// The nodes changed since the last call to [`take_dirty`](Self::take_dirty).
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    /// The maximum number of bytes that changes and marks may take.
    limit: usize,
}

impl Log {
    pub(crate) fn new(limit: usize) -> Self {
        Log {
            records: Vec::new(),
            open: Vec::new(),
            places: Vec::new(),
            closed: 0,
            changes: VecDeque::new(),
            first_change: 0,
            marks: VecDeque::from([Mark::default()]),
            first: 0,
            shown: 0,
            dirty: Vec::new(),
            is_dirty: Vec::new(),
            limit,
        }
    }

    /// Returns the first step that can be shown.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// Returns the current step.
    pub(crate) fn shown(&self) -> u64 {
        self.shown
    }

    /// Returns the last step made.
    pub(crate) fn last(&self) -> u64 {
        self.first + self.marks.len() as u64 - 1
    }

    /// Returns the data of a step, if it has been made and is kept.
    fn mark_at(&self, step: u64) -> Option<Mark> {
        let place = usize::try_from(step.checked_sub(self.first)?).ok()?;
        self.marks.get(place).copied()
    }

    /// Returns the data of the current step.
    pub(crate) fn mark(&self) -> Mark {
        self.mark_at(self.shown).unwrap_or_default()
    }

    /// Returns the data of the step after the current one, if it has been made.
    pub(crate) fn mark_after(&self) -> Option<Mark> {
        self.mark_at(self.shown + 1)
    }

    /// Returns the places of the changes that a step made; none for the first step that is kept.
    fn changes_of(&self, step: u64) -> Range<usize> {
        let end = |step: u64| usize::try_from(self.mark_at(step)?.end - self.first_change).ok();
        let ends = step.checked_sub(1).and_then(end).zip(end(step));
        ends.map_or(0..0, |(before, after)| before..after)
    }

    /// Returns the open nodes in any order.
    pub(crate) fn open(&self) -> &[u32] {
        &self.open
    }

    pub(crate) fn closed_count(&self) -> u64 {
        self.closed
    }

    /// Returns the bytes that the log has allocated.
    pub(crate) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + (self.open.capacity() + self.places.capacity() + self.dirty.capacity()) * size_of::<u32>()
            + self.is_dirty.capacity()
            + self.changes.capacity() * size_of::<Change>()
            + self.marks.capacity() * size_of::<Mark>()
    }

    fn history_bytes(&self) -> usize {
        self.changes.len() * size_of::<Change>() + self.marks.len() * size_of::<Mark>()
    }

    pub(crate) fn get(&self, node: u32) -> Shown {
        self.records.get(node as usize).copied().unwrap_or(UNSEEN).shown()
    }

    /// Returns all nodes that are not unseen.
    pub(crate) fn met(&self) -> impl Iterator<Item = u32> {
        let is_met = |record: &Record| record.state() != State::Unseen;
        (0..)
            .zip(&self.records)
            .filter(move |(_, record)| is_met(record))
            .map(|(node, _)| node)
    }

    /// Makes a change that belongs to the step in progress. The current step has to be the last one.
    pub(crate) fn enter(&mut self, event: Event) {
        let node = event.node as usize;
        if self.records.len() <= node {
            self.records.resize(node + 1, UNSEEN);
            self.places.resize(node + 1, 0);
            self.is_dirty.resize(node + 1, false);
        }
        let old = self.records[node];
        // Being scanned does not replace a node's data.
        if event.state == State::Scanned && old.state() != State::Unseen {
            return;
        }
        let made = self.first_change + self.changes.len() as u64;
        let mut change = Change {
            node: event.node,
            other: Record {
                g: event.g,
                h: event.h.unwrap_or(f64::NAN),
                link: (event.state as u32) << 29 | event.parent,
                #[expect(clippy::cast_possible_truncation, reason = "only the order of late ones matters")]
                serial: made as u32,
            },
        };
        let content = |record: Record| (record.link, record.g.to_bits(), record.h.to_bits());
        if content(change.other) == content(old) {
            return;
        }
        self.exchange(&mut change);
        self.changes.push_back(change);
    }

    /// Returns the nodes changed in the current step, each once, in the order of their first changes.
    pub(crate) fn changed_in_shown_step(&self) -> Vec<u32> {
        let mut seen = HashSet::new();
        let changes = self.changes.range(self.changes_of(self.shown));
        let nodes = changes.map(|change| change.node);
        nodes.filter(|node| seen.insert(*node)).collect()
    }

    /// Returns the last changes that led to the current step, newest first: the step of each, and the node's data
    /// before and after it.
    pub(crate) fn tale(&self, most: usize) -> Vec<Happening> {
        let mut now: HashMap<u32, Record> = HashMap::new();
        let mut tale = Vec::new();
        for step in (self.first + 1..=self.shown).rev() {
            if tale.len() >= most {
                break;
            }
            for change in self.changes.range(self.changes_of(step)).rev() {
                let record = now.get(&change.node).copied();
                let record = record.or_else(|| self.records.get(change.node as usize).copied());
                now.insert(change.node, change.other);
                tale.push(Happening {
                    step,
                    node: change.node,
                    before: change.other.shown(),
                    after: record.unwrap_or(UNSEEN).shown(),
                });
            }
        }
        tale
    }

    /// Returns the steps that expanded a node, with that node, from the current step back to the first one kept.
    pub(crate) fn expansions(&self) -> impl Iterator<Item = (u64, u32)> {
        let steps = (self.first + 1..=self.shown).rev();
        steps.filter_map(|step| {
            let (before, mark) = (self.mark_at(step - 1)?, self.mark_at(step)?);
            Some((step, mark.current.filter(|_| mark.expanded > before.expanded)?))
        })
    }

    /// Ends the step in progress.
    pub(crate) fn end_step(&mut self, mark: Mark) {
        let end = self.first_change + self.changes.len() as u64;
        self.marks.push_back(Mark { end, ..mark });
        self.shown += 1;
        // Half of the history is dropped at once, so that this happens rarely.
        if self.history_bytes() > self.limit {
            while self.history_bytes() > self.limit / 2 && self.marks.len() > 1 {
                self.marks.pop_front();
                self.first += 1;
                let begin = self.marks.front().map_or(end, |mark| mark.end);
                let gone = usize::try_from(begin - self.first_change).unwrap_or(usize::MAX);
                self.changes.drain(..gone.min(self.changes.len()));
                self.first_change = begin;
            }
        }
    }

    /// Shows another step, or the nearest one that exists.
    pub(crate) fn show(&mut self, step: u64) {
        let step = step.clamp(self.first, self.last());
        while self.shown < step {
            self.shown += 1;
            self.changes_of(self.shown).for_each(|place| self.exchange_at(place));
        }
        while self.shown > step {
            self.changes_of(self.shown)
                .rev()
                .for_each(|place| self.exchange_at(place));
            self.shown -= 1;
        }
    }

    /// Makes or undoes one of the changes that are kept.
    fn exchange_at(&mut self, place: usize) {
        let mut change = self.changes[place];
        self.exchange(&mut change);
        self.changes[place] = change;
    }

    /// Makes or undoes a change.
    fn exchange(&mut self, change: &mut Change) {
        let node = change.node as usize;
        let record = &mut self.records[node];
        let before = record.state();
        std::mem::swap(record, &mut change.other);
        let after = record.state();
        let is_closed = |state: State| u64::from(matches!(state, State::Closed | State::BackwardClosed));
        self.closed = self.closed + is_closed(after) - is_closed(before);
        if after.is_open() && !before.is_open() {
            #[expect(clippy::cast_possible_truncation, reason = "fewer than there are nodes")]
            let place = self.open.len() as u32;
            self.places[node] = place;
            self.open.push(change.node);
        } else if before.is_open() && !after.is_open() {
            let place = self.places[node];
            self.open.swap_remove(place as usize);
            if let Some(moved) = self.open.get(place as usize) {
                self.places[*moved as usize] = place;
            }
        }
        if !std::mem::replace(&mut self.is_dirty[node], true) {
            self.dirty.push(change.node);
        }
    }

    /// Marks all nodes that are not unseen as changed.
    pub(crate) fn soil(&mut self) {
        self.dirty.clear();
        self.is_dirty.fill(false);
        let met: Vec<u32> = self.met().collect();
        for node in &met {
            self.is_dirty[*node as usize] = true;
        }
        self.dirty = met;
    }

    /// Removes and returns at most `most` changed nodes, and whether there are more.
    pub(crate) fn take_dirty(&mut self, most: usize) -> (Vec<u32>, bool) {
        let taken = self.dirty.split_off(self.dirty.len().saturating_sub(most));
        for node in &taken {
            self.is_dirty[*node as usize] = false;
        }
        (taken, !self.dirty.is_empty())
    }
}
