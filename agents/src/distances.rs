//! [`Distances`]: the number of moves from each place to a goal, found as far as it is asked for.

use alloc::vec;
use alloc::vec::Vec;

use crate::places::{NONE, Places};

/// The moves from each place to one goal if nobody is in the way: a breadth-first search from the goal, against the
/// edges, which goes on as soon as somebody asks for a place that it has not met.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    /// `NONE` for places that were not met.
    moves: Vec<u32>,
    /// The places that were met, in order. Those up to `expanded` have passed on their distance.
    met: Vec<u32>,
    expanded: usize,
}

impl Distances {
    pub(crate) fn new(places: usize, goal: u32) -> Self {
        let mut moves = vec![NONE; places];
        moves[goal as usize] = 0;
        Distances {
            moves,
            met: vec![goal],
            expanded: 0,
        }
    }

    /// The moves from a place to the goal, or `NONE` if it cannot be reached.
    #[inline]
    pub(crate) fn get<N>(&mut self, places: &Places<N>, place: u32) -> u32 {
        let moves = self.moves[place as usize];
        if moves == NONE {
            self.go_on(places, place)
        } else {
            moves
        }
    }

    #[cold]
    fn go_on<N>(&mut self, places: &Places<N>, wanted: u32) -> u32 {
        while let Some(place) = self.met.get(self.expanded) {
            self.expanded += 1;
            let moves = self.moves[*place as usize] + 1;
            for before in places.before(*place) {
                if self.moves[*before as usize] == NONE {
                    self.moves[*before as usize] = moves;
                    self.met.push(*before);
                }
            }
            if self.moves[wanted as usize] != NONE {
                break;
            }
        }
        self.moves[wanted as usize]
    }
}
