//! [`AtEnd`]: what agents do once they have arrived.

/// What an agent does at the end of its route, or once it has arrived at its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtEnd {
    /// The agent stays forever, so its last node must be free from the time of its arrival on. This is the default.
    #[default]
    Stays,
    /// The agent disappears after its arrival, as if through a door, so its last node needs to be free only when it
    /// arrives.
    Leaves,
    /// The agent stays for this many moves after its arrival, and then disappears. With 0, it [leaves](Self::Leaves) at
    /// once.
    LeavesAfter(u16),
}

impl AtEnd {
    /// The number of moves for which an agent stays after its arrival. `None` means forever.
    pub(crate) fn moves(self) -> Option<u32> {
        match self {
            AtEnd::Stays => None,
            AtEnd::Leaves => Some(0),
            AtEnd::LeavesAfter(moves) => Some(u32::from(moves)),
        }
    }

    /// The last time at which an agent is there if it arrives at a given time, or `u32::MAX` if it stays forever.
    pub(crate) fn last(self, arrival: u32) -> u32 {
        let moves = self.moves();
        moves.map_or(u32::MAX, |moves| arrival.saturating_add(moves).min(u32::MAX - 1))
    }

    /// The place of an agent with this path at a time, if it is there at all.
    pub(crate) fn place(self, path: &[u32], time: u32) -> Option<u32> {
        let place = path.get(time as usize).copied();
        place.or_else(|| {
            let arrival = u32::try_from(path.len().checked_sub(1)?).unwrap_or(u32::MAX);
            path.last().copied().filter(|_| time <= self.last(arrival))
        })
    }
}
