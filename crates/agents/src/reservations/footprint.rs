//! [`Footprint`]: the nodes that an agent covers at each node.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::slice;

use super::table::FOREVER;
use crate::Team;
use crate::durations::DurationTable;
use crate::places::{Places, Spots};

/// The nodes that an agent covers at each node of a team's graph, for an agent that is larger than one node.
///
/// The agent cannot be at a node if it would cover a node that the team's graph does not have, such as one in a wall,
/// off the map, or out of reach. Nor can the agent be at a node where its footprint is empty, so a footprint can also
/// close nodes to a single agent.
///
/// Two agents may not cover the same node at the same time. On an edge that takes [several
/// moves](Team::with_durations), an agent covers the nodes of both ends until it arrives. In one move, two agents may
/// not each enter a node that the other leaves; for agents that cover one node each, this is a swap.
///
/// # Example
///
/// A vehicle of two by two cells, located by its upper left cell, and a wall with a gap that is too narrow for it:
///
/// ```
/// use astride::AStar;
/// use astride_agents::{AtEnd, Footprint, Reservations, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map: GridMap = "..@...\n......\n..@...\n..@...\n......\n......".parse()?;
/// let (start, goal) = (Point::new(0, 0), Point::new(4, 0));
/// let team = Team::new(&GridProblem::new(&map, start, goal, Movement::Four)?, [(start, goal)])?;
/// let reservations = Reservations::new(&team);
/// let square = |at: &Point| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Point::new(at.x + x, at.y + y));
/// let vehicle = Footprint::new(&team, square);
///
/// let small = AStar::new(reservations.query(&start, 0, &goal, AtEnd::Stays)?).find_path()?;
/// let large = AStar::new(reservations.query_as(&vehicle, &start, 0, &goal, AtEnd::Stays)?).find_path()?;
/// assert_eq!((small.map(|path| path.cost), large.map(|path| path.cost)), (Some(6), Some(12)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("large agents", "shape", "size", "clearance"))]
#[derive(Clone, Debug)]
pub struct Footprint {
    /// The end of each place's cells.
    ends: Vec<usize>,
    cells: Vec<u32>,
}

impl Footprint {
    /// Creates a footprint. `covers` returns the nodes that the agent covers at a node of the team's graph. A node that
    /// is listed twice counts once.
    ///
    /// The footprint is valid for this team and its clones.
    ///
    /// # Complexity
    ///
    /// For each node of the graph, one call to `covers`, and one lookup of each node that the call returns.
    pub fn new<N, D, I>(team: &Team<N, D>, mut covers: impl FnMut(&N) -> I) -> Self
    where
        N: Clone + Debug + Eq + Hash,
        I: IntoIterator<Item = N>,
    {
        let places = &team.places;
        let (mut ends, mut cells) = (Vec::with_capacity(places.len()), Vec::new());
        for place in (0..).take(places.len()) {
            let numbers: Option<Vec<u32>> = covers(places.node(place))
                .into_iter()
                .map(|node| places.number(&node).map(|place| places.spot(place)))
                .collect();
            let mut numbers = numbers.unwrap_or_default();
            numbers.sort_unstable();
            numbers.dedup();
            cells.append(&mut numbers);
            ends.push(cells.len());
        }
        Footprint { ends, cells }
    }

    pub(crate) fn place_count(&self) -> usize {
        self.ends.len()
    }

    /// The numbers of the nodes that are covered at a place, in order. There are none if the agent cannot be there.
    fn cells(&self, place: u32) -> &[u32] {
        let place = place as usize;
        let first = place
            .checked_sub(1)
            .map_or(Some(0), |before| self.ends.get(before).copied());
        let cells = first.and_then(|first| self.cells.get(first..*self.ends.get(place)?));
        cells.unwrap_or_default()
    }
}

/// What an agent covers: with a footprint the spots that this lists, and otherwise only the spot of its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cover<'a> {
    spots: &'a Spots,
    footprint: Option<&'a Footprint>,
    can_follow: bool,
    pub(crate) durations: &'a DurationTable,
}

impl<'a> Cover<'a> {
    pub(crate) fn new<N>(places: &'a Places<N>, footprint: Option<&'a Footprint>) -> Self {
        Cover {
            spots: &places.spots,
            footprint,
            can_follow: places.can_follow,
            durations: &places.durations,
        }
    }

    /// Whether an agent covers the place where it is and no other.
    pub(crate) fn is_place(self) -> bool {
        self.spots.are_places() && self.footprint.is_none()
    }

    /// The last time at which a spot is needed that an agent leaves after a given time: it must be empty before another
    /// agent enters it.
    pub(crate) fn until(self, last: u32) -> u32 {
        if self.can_follow || last >= FOREVER - 1 {
            return last;
        }
        last + 1
    }

    /// The spots that an agent covers at a place.
    #[inline]
    pub(crate) fn cells(self, place: &'a u32) -> &'a [u32] {
        if let Some(footprint) = self.footprint {
            return footprint.cells(*place);
        }
        slice::from_ref(self.spots.of(place))
    }
}

/// All pairs of a cell that is left in a move and a cell that is entered.
#[inline]
pub(crate) fn crossings<'a>(from: &'a [u32], to: &'a [u32]) -> impl Iterator<Item = (u32, u32)> + 'a {
    let is_left = |cell: &&u32| to.binary_search(*cell).is_err();
    let is_entered = |cell: &&u32| from.binary_search(*cell).is_err();
    from.iter().filter(is_left).flat_map(move |left| {
        let entered = to.iter().filter(is_entered);
        entered.map(move |entered| (*left, *entered))
    })
}
