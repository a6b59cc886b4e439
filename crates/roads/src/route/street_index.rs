//! [`StreetIndex`]: the street that is nearest to a position.

use std::collections::HashMap;
use std::fmt;

use rstar::{AABB, PointDistance, RTree, RTreeObject};

use super::arc::{Arc, Vector, line_2};
use super::{EdgePosition, RouteError};
use crate::position::metres;
use crate::{Network, Position, RoadCost};

/// The streets of a [`Network`] in an R-tree, for finding the one that is nearest to a position.
///
/// Streets are great-circle arcs between the positions of their [shapes](crate::NetworkEdge::shape), and distances are
/// those on the sphere. Nothing special happens at the date line or near the poles.
///
/// The index is a copy of the shapes, so that it needs the network only while it is built.
///
/// # Complexity
///
/// Building the index takes O(p log p) for the p positions of all streets, and about 100 bytes for each. The two
/// directions of a street share their entry. Finding the nearest street usually takes O(log p), and more if a filter
/// rejects many of the streets around.
///
/// # Example
///
/// ```
/// use astride::AStar;
/// use astride_roads::{Network, Position, RouteQuery, Street, StreetIndex};
///
/// let places = [("West", 50.0, 8.00), ("Centre", 50.0, 8.01), ("East", 50.0, 8.02)];
/// let seconds = [Street::new("West", "Centre", 60_u32), Street::new("Centre", "East", 100).one_way().named("Market")];
/// let roads = Network::new(places, seconds)?;
/// let streets = StreetIndex::new(&roads);
///
/// // A house 22 metres north of the first street, and a shop at the second one.
/// let house = streets.nearest(Position::new(50.0002, 8.0025)?, 100.0)?;
/// let shop = streets.nearest(Position::new(49.9999, 8.015)?, 100.0)?;
/// assert_eq!((house.len(), shop.len(), house[0].metres.round()), (2, 1, 22.0));
/// let query = RouteQuery::new(&roads, house, shop)?;
/// let path = AStar::new(query.guided()).find_path()?.expect("a route");
/// println!("{} seconds", path.cost); // about 45 + 50
/// # assert!(path.cost.abs_diff(95) <= 2);
///
/// // Only some of the streets, and none that is too far away.
/// let is_market = |edge| roads.edge(edge).is_some_and(|edge| edge.name() == Some("Market"));
/// let market = streets.nearest_where(Position::new(50.0002, 8.0025)?, 1000.0, is_market)?;
/// assert_eq!((market[0].place.edge, market[0].place.fraction), (2, 0.0));
/// assert!(streets.nearest(Position::new(51.0, 8.0)?, 1000.0)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// N. Beckmann, H.-P. Kriegel, R. Schneider, B. Seeger: *The R\*-tree: An Efficient and Robust Access Method for Points
/// and Rectangles* (SIGMOD 1990). The tree is that of the crate [`rstar`].
#[doc(alias("snap", "map matching", "nearest road", "reverse geocoding", "locate"))]
#[derive(Clone)]
pub struct StreetIndex {
    pieces: RTree<Piece>,
    /// The edges of each street, and whether the pieces are in the opposite direction.
    streets: Vec<Vec<(usize, bool)>>,
}

/// The place on an edge that is nearest to a position, returned by [`StreetIndex::nearest`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestStreet {
    /// The edge, and the place on it.
    pub place: EdgePosition,
    /// Where the place is.
    pub position: Position,
    /// The distance between this place and the position that was asked for.
    pub metres: f64,
}

impl From<NearestStreet> for EdgePosition {
    fn from(nearest: NearestStreet) -> Self {
        nearest.place
    }
}

impl From<&NearestStreet> for EdgePosition {
    fn from(nearest: &NearestStreet) -> Self {
        nearest.place
    }
}

impl StreetIndex {
    /// Creates an index of all edges of a network.
    pub fn new<C: RoadCost>(network: &Network<C>) -> Self {
        Self::of(network.edges().map(|edge| (edge.number(), edge.shape().collect())))
    }

    /// Creates an index of edges with these numbers and shapes, which have at least one position.
    fn of(edges: impl Iterator<Item = (usize, Vec<Position>)>) -> Self {
        let mut streets: Vec<Vec<(usize, bool)>> = Vec::new();
        let mut numbers: HashMap<Vec<[u64; 2]>, usize> = HashMap::new();
        let mut pieces = Vec::new();
        for (edge, shape) in edges {
            let bits = |position: &Position| [position.latitude().to_bits(), position.longitude().to_bits()];
            let ahead: Vec<_> = shape.iter().map(bits).collect();
            let back: Vec<_> = ahead.iter().rev().copied().collect();
            let is_reversed = back < ahead;
            let number = *numbers
                .entry(if is_reversed { back } else { ahead })
                .or_insert_with(|| {
                    let mut vectors: Vec<_> = shape.iter().map(|position| position.vector()).collect();
                    if is_reversed {
                        vectors.reverse();
                    }
                    pieces.extend(pieces_of(streets.len(), &vectors));
                    streets.push(Vec::new());
                    streets.len() - 1
                });
            streets[number].push((edge, is_reversed));
        }
        StreetIndex {
            pieces: RTree::bulk_load(pieces),
            streets,
        }
    }

    /// Returns the place on a street that is nearest to a position, on each edge that leads there, or an empty list if
    /// no street is within `limit` metres.
    ///
    /// The list has both directions of a street. If the nearest place is a node, the list has all edges that begin or
    /// end there, so that a route may leave in each direction. All entries have the same distance. They are sorted by
    /// the numbers of their edges.
    ///
    /// # Errors
    ///
    /// [`RouteError::Limit`] if the limit is below zero or not a number. It may be infinite.
    pub fn nearest(&self, position: Position, limit: f64) -> Result<Vec<NearestStreet>, RouteError> {
        self.nearest_where(position, limit, |_| true)
    }

    /// Like [`nearest`](Self::nearest), but considers only the edges for which `is_allowed` returns `true`, such as
    /// those that a car may enter.
    ///
    /// # Errors
    ///
    /// Those of [`nearest`](Self::nearest).
    pub fn nearest_where(
        &self,
        position: Position,
        limit: f64,
        mut is_allowed: impl FnMut(usize) -> bool,
    ) -> Result<Vec<NearestStreet>, RouteError> {
        if limit.is_nan() || limit < 0.0 {
            return Err(RouteError::Limit { metres: limit });
        }
        let point = position.vector();
        let mut found: Vec<NearestStreet> = Vec::new();
        let mut nearest = None;
        for (piece, line_2) in self.pieces.nearest_neighbor_iter_with_distance_2(point) {
            let (fraction, place) = piece.arc.nearest(point);
            let distance = metres(point, place);
            if distance > limit || nearest.is_some_and(|(_, least)| least < line_2) {
                break;
            }
            // At the same distance, only the same place counts: a node or a bend, which is stored exactly.
            if nearest.is_some_and(|(known, _): (Vector, f64)| known.map(f64::to_bits) != place.map(f64::to_bits)) {
                continue;
            }
            let fraction = piece.fraction(fraction);
            for (edge, is_reversed) in &self.streets[piece.street] {
                if found.iter().any(|known| known.place.edge == *edge) || !is_allowed(*edge) {
                    continue;
                }
                nearest = Some((place, line_2));
                let fraction = if *is_reversed { 1.0 - fraction } else { fraction };
                found.push(NearestStreet {
                    place: EdgePosition::new(*edge, fraction),
                    position: Position::of_vector(place),
                    metres: distance,
                });
            }
        }
        found.sort_unstable_by_key(|nearest| nearest.place.edge);
        Ok(found)
    }
}

impl fmt::Debug for StreetIndex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("StreetIndex")
            .field("streets", &self.streets.len())
            .field("pieces", &self.pieces.size())
            .finish()
    }
}

/// A straight piece of a street.
#[derive(Clone, Copy, Debug)]
struct Piece {
    arc: Arc,
    street: usize,
    /// The fractions of the street's length before the piece and before its end.
    fractions: [f64; 2],
}

/// The pieces of a street.
fn pieces_of(street: usize, line: &[Vector]) -> Vec<Piece> {
    let arcs = line.windows(2).map(|pair| Arc {
        ends: [pair[0], pair[1]],
    });
    let whole: f64 = arcs.clone().map(|arc| metres(arc.ends[0], arc.ends[1])).sum();
    let last = line.len().saturating_sub(2);
    let mut before = 0.0;
    let pieces = arcs.enumerate().map(|(number, arc)| {
        let begin = before / whole;
        before += metres(arc.ends[0], arc.ends[1]);
        let end = if number == last { 1.0 } else { before / whole };
        Piece {
            arc,
            street,
            // A street without a length is a single place.
            fractions: if whole > 0.0 { [begin, end] } else { [0.0, 0.0] },
        }
    });
    pieces.collect()
}

impl Piece {
    /// The fraction of the street, given that of the piece.
    fn fraction(&self, of_piece: f64) -> f64 {
        let [begin, end] = self.fractions;
        if of_piece >= 1.0 {
            end
        } else {
            begin + of_piece * (end - begin)
        }
    }
}

impl RTreeObject for Piece {
    type Envelope = AABB<Vector>;

    fn envelope(&self) -> AABB<Vector> {
        let [least, most] = self.arc.corners();
        AABB::from_corners(least, most)
    }
}

/// Straight lines through the sphere grow with distances on it, and no box is farther away than a point inside it.
impl PointDistance for Piece {
    fn distance_2(&self, point: &Vector) -> f64 {
        line_2(*point, self.arc.nearest(*point).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number from 0 to 1.
    fn draw(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(*state >> 32).unwrap()) / f64::from(u32::MAX)
    }

    /// Compares streets with bends with a dense sample of their positions.
    #[test]
    fn the_nearest_place_on_streets_with_bends() {
        let state = &mut 7;
        for [latitude, longitude, size] in [
            [50.0, 8.0, 0.02],
            [0.0, 180.0, 0.3],
            [89.99, 0.0, 0.01],
            [-60.0, 0.0, 20.0],
        ] {
            let place = |state: &mut u64| {
                let latitude: f64 = latitude + size * (draw(state) - 0.5);
                let spread = if latitude > 89.0 { 360.0 } else { size };
                let longitude: f64 = longitude + spread * (draw(state) - 0.5);
                let longitude = if longitude > 180.0 {
                    longitude - 360.0
                } else {
                    longitude
                };
                Position::new(latitude.clamp(-90.0, 90.0), longitude).unwrap()
            };
            let shapes: Vec<Vec<Position>> = (2..9).map(|count| (0..count).map(|_| place(state)).collect()).collect();
            // Each street also leads back, except for the first.
            let back = shapes.iter().skip(1).map(|shape| shape.iter().rev().copied().collect());
            let edges: Vec<Vec<Position>> = shapes.iter().cloned().chain(back).collect();
            let streets = StreetIndex::of(edges.iter().cloned().enumerate());
            assert_eq!(streets.streets.len(), shapes.len());
            for _ in 0..8 {
                let point = place(state);
                let found = streets.nearest(point, f64::INFINITY).unwrap();
                let sample = edges.iter().flat_map(|shape| shape.windows(2)).flat_map(|pair| {
                    let arc = Arc {
                        ends: [pair[0].vector(), pair[1].vector()],
                    };
                    (0..=300).map(move |step| Position::of_vector(arc.at(f64::from(step) / 300.0)))
                });
                let least = sample
                    .map(|position| position.metres_to(point))
                    .fold(f64::INFINITY, f64::min);
                let first = found[0];
                assert!(first.metres <= least + 1e-6, "{first:?} {least}");
                assert!(first.metres >= least - size * 800.0, "{first:?} {least}");
                for nearest in &found {
                    assert!((nearest.position.metres_to(point) - nearest.metres).abs() < 1e-6);
                    let shape = &edges[nearest.place.edge];
                    let before = super::super::part(shape, 0.0, nearest.place.fraction);
                    let end = before[before.len() - 1];
                    assert!(end.metres_to(nearest.position) < 1e-3, "{nearest:?} {end:?}");
                }
                let is_two_way = |edge: usize| edge != 0;
                let count = found.iter().filter(|nearest| is_two_way(nearest.place.edge)).count();
                assert!(count.is_multiple_of(2), "{found:?}");
            }
        }
    }
}
