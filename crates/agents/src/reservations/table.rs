//! [`Table`]: when each place is free, and which moves are taken. Places are only numbers here.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashSet;

/// The end of an interval without an end.
pub(crate) const FOREVER: u32 = u32::MAX;

/// A safe interval: a place is free from the first time to the last one, and taken before and afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// A small number that is unique among the current intervals.
    pub(crate) id: u32,
}

/// The safe intervals of each place, in order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Free {
    places: Vec<Vec<Interval>>,
    unused: Vec<u32>,
    ids: u32,
}

impl Free {
    /// Creates a table in which all of `count` places are free forever.
    pub(crate) fn new(count: usize) -> Self {
        let whole = |id| {
            vec![Interval {
                first: 0,
                last: FOREVER,
                id,
            }]
        };
        Free {
            places: (0..).take(count).map(whole).collect(),
            unused: Vec::new(),
            // A team numbers its places with 32 bits, so this does not overflow.
            ids: u32::try_from(count).unwrap_or(u32::MAX),
        }
    }

    /// The intervals in which all cells of a place are free. A place without cells is never free.
    pub(crate) fn common<'a>(&self, cells: impl Iterator<Item = &'a [u32]>) -> Self {
        let mut ids = 0;
        let mut places = Vec::new();
        for cells in cells {
            let (first, others) = cells.split_first().unzip();
            let mut common: Vec<Interval> = first.map_or(Vec::new(), |cell| self.places[*cell as usize].clone());
            for cell in others.unwrap_or_default() {
                common = both(&common, &self.places[*cell as usize]);
            }
            for interval in &mut common {
                interval.id = ids;
                ids += 1;
            }
            places.push(common);
        }
        let unused = Vec::new();
        Free { places, unused, ids }
    }

    /// A bound above the ids of all intervals.
    pub(crate) fn id_bound(&self) -> u32 {
        self.ids
    }

    /// The intervals of a place that do not end before a time.
    #[inline]
    pub(crate) fn from(&self, place: u32, time: u32) -> &[Interval] {
        let intervals = &self.places[place as usize];
        let passed = match intervals.first() {
            Some(first) if first.last < time => intervals.partition_point(|interval| interval.last < time),
            _ => 0,
        };
        &intervals[passed..]
    }

    /// The interval of a place that contains a time.
    pub(crate) fn at(&self, place: u32, time: u32) -> Option<Interval> {
        let interval = self.from(place, time).first()?;
        (interval.first <= time).then_some(*interval)
    }

    /// Takes a place from one time to another, between which it is free.
    fn take(&mut self, place: u32, from: u32, until: u32) {
        let intervals = &mut self.places[place as usize];
        let at = intervals.partition_point(|interval| interval.last < from);
        let whole = intervals[at];
        debug_assert!(whole.first <= from && until <= whole.last);
        match (whole.first < from, until < whole.last) {
            (true, true) => {
                intervals[at].last = from - 1;
                let id = new_id(&mut self.unused, &mut self.ids);
                let rest = Interval {
                    first: until + 1,
                    id,
                    ..whole
                };
                intervals.insert(at + 1, rest);
            }
            (true, false) => intervals[at].last = from - 1,
            (false, true) => intervals[at].first = until + 1,
            (false, false) => {
                intervals.remove(at);
                self.unused.push(whole.id);
            }
        }
    }

    /// Releases a place from one time to another, between which it is taken.
    fn give(&mut self, place: u32, from: u32, until: u32) {
        let intervals = &mut self.places[place as usize];
        let at = intervals.partition_point(|interval| interval.last < from);
        let joins_before = from > 0 && at > 0 && intervals[at - 1].last == from - 1;
        let joins_after = until < FOREVER && intervals.get(at).is_some_and(|next| next.first == until + 1);
        match (joins_before, joins_after) {
            (true, true) => {
                let next = intervals.remove(at);
                intervals[at - 1].last = next.last;
                self.unused.push(next.id);
            }
            (true, false) => intervals[at - 1].last = until,
            (false, true) => intervals[at].first = from,
            (false, false) => {
                let id = new_id(&mut self.unused, &mut self.ids);
                let interval = Interval {
                    first: from,
                    last: until,
                    id,
                };
                intervals.insert(at, interval);
            }
        }
    }

    /// The first time from `from` to `until` at which a place is free.
    fn first_free(&self, place: u32, from: u32, until: u32) -> Option<u32> {
        let interval = self.from(place, from).first()?;
        (interval.first <= until).then_some(interval.first.max(from))
    }
}

/// An unused id.
fn new_id(unused: &mut Vec<u32>, ids: &mut u32) -> u32 {
    unused.pop().unwrap_or_else(|| {
        *ids += 1;
        *ids - 1
    })
}

/// The intersection of two lists of intervals.
fn both(one: &[Interval], other: &[Interval]) -> Vec<Interval> {
    let mut common = Vec::new();
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        let interval = Interval {
            first: a.first.max(b.first),
            last: a.last.min(b.last),
            id: 0,
        };
        if interval.first <= interval.last {
            common.push(interval);
        }
        if a.last < b.last {
            one.next();
        } else {
            other.next();
        }
    }
    common
}

/// A place and the times at which it is needed, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    pub(crate) cell: u32,
    pub(crate) from: u32,
    pub(crate) until: u32,
}

/// The cell that is left, the cell that is entered, and the time of arrival.
pub(crate) type Move = (u32, u32, u32);

/// The times at which each cell is free, and the moves that are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) free: Free,
    moves: HashSet<Move>,
    /// The times at which cells are blocked, which are taken but belong to no agent: a cell and the first time, with
    /// the last time. No two ranges of a cell overlap.
    blocked: BTreeMap<(u32, u32), u32>,
}

impl Table {
    pub(crate) fn new(cells: usize) -> Self {
        Table {
            free: Free::new(cells),
            moves: HashSet::new(),
            blocked: BTreeMap::new(),
        }
    }

    /// The first time at which a needed cell is taken.
    pub(crate) fn first_taken(&self, need: Need) -> Option<u32> {
        match self.free.at(need.cell, need.from) {
            None => Some(need.from),
            Some(interval) => (interval.last < need.until).then(|| interval.last + 1),
        }
    }

    /// The first time at which a cell that should be taken is free.
    pub(crate) fn first_free(&self, need: Need) -> Option<u32> {
        self.free.first_free(need.cell, need.from, need.until)
    }

    /// The parts of a need at which the cell is blocked, in order of time.
    pub(crate) fn blocked(&self, need: Need) -> impl Iterator<Item = Need> {
        let ranges = self.blocked.range((need.cell, 0)..=(need.cell, need.until));
        let ranges = ranges.filter(move |(_, last)| **last >= need.from);
        ranges.map(move |((_, first), last)| Need {
            from: need.from.max(*first),
            until: need.until.min(*last),
            ..need
        })
    }

    /// The parts of a need at which the cell is not blocked, in order of time.
    pub(crate) fn not_blocked(&self, need: Need) -> Vec<Need> {
        let mut parts = Vec::new();
        let mut next = Some(need.from);
        for Need { from, until, .. } in self.blocked(need) {
            parts.extend(next.filter(|next| *next < from).map(|next| Need {
                from: next,
                until: from - 1,
                ..need
            }));
            next = until.checked_add(1);
        }
        parts.extend(
            next.filter(|next| *next <= need.until)
                .map(|from| Need { from, ..need }),
        );
        parts
    }

    /// Blocks a cell during a range in which it is free.
    pub(crate) fn block(&mut self, need: Need) {
        self.take(need);
        self.blocked.insert((need.cell, need.from), need.until);
    }

    /// Frees a cell at all times of a range at which it is blocked.
    pub(crate) fn unblock(&mut self, need: Need) {
        let parts: Vec<Need> = self.blocked(need).collect();
        for part in parts {
            self.give(part);
            let cell = need.cell;
            // The range that contains this part.
            let range = self.blocked.range(..=(cell, part.from)).next_back();
            let Some((first, last)) = range.map(|((_, first), last)| (*first, *last)) else {
                continue;
            };
            self.blocked.remove(&(cell, first));
            if first < part.from {
                self.blocked.insert((cell, first), part.from - 1);
            }
            if part.until < last {
                self.blocked.insert((cell, part.until + 1), last);
            }
        }
    }

    /// Whether an agent moves from one cell to another, arriving at this time.
    #[inline]
    pub(crate) fn has_move(&self, from: u32, to: u32, time: u32) -> bool {
        !self.moves.is_empty() && self.moves.contains(&(from, to, time))
    }

    pub(crate) fn take(&mut self, need: Need) {
        self.free.take(need.cell, need.from, need.until);
    }

    pub(crate) fn give(&mut self, need: Need) {
        self.free.give(need.cell, need.from, need.until);
    }

    pub(crate) fn take_move(&mut self, step: Move) {
        self.moves.insert(step);
    }

    pub(crate) fn give_move(&mut self, step: Move) {
        self.moves.remove(&step);
    }
}
