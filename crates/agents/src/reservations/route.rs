//! [`Route`]: where an agent is from one time on, and the cells and moves that it needs.

use super::footprint::{Cover, crossings};
use super::table::{Move, Need, Table};
use crate::AtEnd;

/// A place for each time, from a first time on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route<'a> {
    pub(crate) places: &'a [u32],
    pub(crate) time: u32,
    pub(crate) end: AtEnd,
    pub(crate) cover: Cover<'a>,
}

impl Route<'_> {
    /// The places with their times.
    fn timed(&self) -> impl Iterator<Item = (&u32, u32)> {
        self.places.iter().zip(self.time..)
    }

    /// The cells that are needed: those at which the agent is, in order of time, and then those that it is entering.
    pub(crate) fn needs(&self) -> impl Iterator<Item = Need> {
        let last = self.places.len().wrapping_sub(1);
        let needs = self.timed().enumerate().flat_map(move |(step, (place, from))| {
            let stays = if step == last { self.end.last(from) } else { from };
            let next = self.places.get(step + 1).map_or(&[][..], |next| self.cover.cells(next));
            let cells = self.cover.cells(place);
            cells.iter().map(move |cell| Need {
                cell: *cell,
                from,
                until: if next.contains(cell) {
                    stays
                } else {
                    self.cover.until(stays)
                },
            })
        });
        needs.chain(self.entered())
    }

    /// The cells that the agent is entering on its way from one place to another.
    fn entered(&self) -> impl Iterator<Item = Need> {
        let transits = self.cover.durations.transits(self.places);
        transits.flat_map(move |transit| {
            let (from, to) = (self.cover.cells(transit.from), self.cover.cells(transit.to));
            let entered = to.iter().filter(|cell| from.binary_search(cell).is_err());
            entered.map(move |cell| Need {
                cell: *cell,
                from: self.time + transit.times.start,
                until: self.time + (transit.times.end - 1),
            })
        })
    }

    /// The moves that are made, from cell to cell, in order of time.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        let steps = self.timed().skip(1).zip(self.places);
        // A step that takes several moves never leaves a cell and enters another one at once.
        let steps = steps.filter(|((to, _), from)| self.cover.durations.of(**from, **to) == 1);
        steps.flat_map(|((to, time), from)| {
            let (from, to) = (self.cover.cells(from), self.cover.cells(to));
            crossings(from, to).map(move |(from, to)| (from, to, time))
        })
    }

    /// Takes the cells and moves of the route, which have to be free.
    pub(crate) fn take(&self, table: &mut Table) {
        self.needs().for_each(|need| table.take(need));
        self.moves().for_each(|step| table.take_move(step));
    }

    /// Releases the cells and moves of the route.
    pub(crate) fn give(&self, table: &mut Table) {
        self.needs().for_each(|need| table.give(need));
        self.moves().for_each(|step| table.give_move(step));
    }
}
