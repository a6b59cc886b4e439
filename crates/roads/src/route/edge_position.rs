//! [`EdgePosition`]: a place on an edge. [`RouteError`].

use super::arc::Arc;
use crate::position::metres;
use crate::{Network, NetworkEdge, Position, RoadCost};

/// A place on an edge of a [`Network`], such as a house in the middle of a street.
///
/// An edge leads in one direction. A place on a street that leads both ways is therefore on two edges, and the
/// fractions before it add up to 1. `StreetIndex::nearest` (feature `nearest`) returns both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgePosition {
    /// The number of the edge in [`Network::graph`].
    pub edge: usize,
    /// The part of the edge's length before the place, from 0 where the edge begins to 1 where it ends.
    pub fraction: f64,
}

impl EdgePosition {
    /// Creates a place on an edge. [`RouteQuery::new`](super::RouteQuery::new) checks whether the edge exists.
    pub fn new(edge: usize, fraction: f64) -> Self {
        EdgePosition { edge, fraction }
    }
}

/// An error in a place on an edge, or in a limit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RouteError {
    /// The network has no edge with this number.
    #[error("there is no edge {edge}: the network has {edges} edges, numbered from 0")]
    UnknownEdge {
        /// The number.
        edge: usize,
        /// The number of edges.
        edges: usize,
    },

    /// The fraction is not between 0 and 1.
    #[error("the fraction on edge {edge} is {fraction}: it must be from 0 to 1")]
    Fraction {
        /// The number of the edge.
        edge: usize,
        /// The fraction.
        fraction: f64,
    },

    /// The greatest distance from a street is below zero or not a number.
    #[error("the greatest distance is {metres} metres: it must not be below zero, and may be infinite")]
    Limit {
        /// The distance.
        metres: f64,
    },
}

impl<C: RoadCost> Network<C> {
    /// Returns where a place on an edge is.
    ///
    /// # Errors
    ///
    /// [`RouteError`] if there is no such edge, or if the fraction is not between 0 and 1.
    pub fn position_on(&self, place: EdgePosition) -> Result<Position, RouteError> {
        let edge = self.edge_of(place)?;
        let line: Vec<_> = edge.shape().collect();
        Ok(part(&line, 0.0, place.fraction).last().copied().unwrap_or(line[0]))
    }

    /// The edge of a valid place.
    pub(super) fn edge_of(&self, place: EdgePosition) -> Result<NetworkEdge<'_, C>, RouteError> {
        let EdgePosition { edge, fraction } = place;
        if !(0.0..=1.0).contains(&fraction) {
            return Err(RouteError::Fraction { edge, fraction });
        }
        let edges = self.graph().edge_count();
        self.edge(edge).ok_or(RouteError::UnknownEdge { edge, edges })
    }
}

/// The part of a line between two fractions of its length, of which the first is not larger. The line must have a
/// position.
pub(super) fn part(line: &[Position], from: f64, to: f64) -> Vec<Position> {
    let vectors: Vec<_> = line.iter().map(|position| position.vector()).collect();
    let lengths: Vec<_> = vectors.windows(2).map(|pair| metres(pair[0], pair[1])).collect();
    let whole: f64 = lengths.iter().sum();
    // At an end, the position is exactly that of the node.
    let at = |fraction: f64| -> (usize, Position) {
        let mut left = fraction * whole;
        for (piece, length) in lengths.iter().enumerate() {
            if left < *length && fraction < 1.0 {
                if left <= 0.0 {
                    return (piece, line[piece]);
                }
                let arc = Arc {
                    ends: [vectors[piece], vectors[piece + 1]],
                };
                return (piece, Position::of_vector(arc.at(left / length)));
            }
            left -= length;
        }
        if fraction <= 0.0 {
            return (0, line[0]);
        }
        (line.len() - 1, line[line.len() - 1])
    };
    let ((first, start), (last, end)) = (at(from), at(to));
    let mut positions = vec![start];
    positions.extend(line.iter().take(last + 1).skip(first + 1));
    positions.push(end);
    positions.dedup();
    positions
}

/// The cost of the part of an edge before a fraction of it, rounded down.
///
/// It does not fall with the fraction, it is zero at the beginning of the edge, and the whole cost at its end.
pub(super) fn cost_before<C: RoadCost>(cost: C, fraction: f64) -> C {
    if fraction >= 1.0 {
        return cost;
    }
    let before = C::floor(cost.to_f64() * fraction);
    // The float of a large integer may have been rounded up.
    if cost.is_less(&before) { cost } else { before }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_line_have_parts_of_its_length() {
        let at = |latitude, longitude| Position::new(latitude, longitude).unwrap();
        // With a piece without length, and over the date line.
        let line = [
            at(10.0, 179.9),
            at(10.0, -179.9),
            at(10.0, -179.9),
            at(10.1, -179.9),
            at(10.1, 179.9),
        ];
        let length = |line: &[Position]| -> f64 { line.windows(2).map(|pair| pair[0].metres_to(pair[1])).sum() };
        let whole = length(&line);
        for from in 0..=20 {
            for to in from..=20 {
                let [from, to] = [from, to].map(|step| f64::from(step) / 20.0);
                let piece = part(&line, from, to);
                assert!((length(&piece) - (to - from) * whole).abs() < 1e-5, "{from} {to}");
                assert!(piece.windows(2).all(|pair| pair[0] != pair[1]), "{from} {to}");
            }
        }
        let all: Vec<_> = part(&line, 0.0, 1.0);
        assert_eq!(all, [line[0], line[1], line[3], line[4]]);
        assert_eq!(
            (part(&line, 0.0, 0.0), part(&line, 1.0, 1.0)),
            (vec![line[0]], vec![line[4]])
        );
        let point = [at(1.0, 2.0), at(1.0, 2.0)];
        for fraction in [0.0, 0.5, 1.0] {
            assert_eq!(part(&point, 0.0, fraction), [point[0]]);
        }
    }

    #[test]
    fn the_costs_before_a_place_never_fall() {
        let fractions: Vec<_> = (0..=1000).map(|step| f64::from(step) / 1000.0).collect();
        for cost in [0, 1, 2, 7, 1000, u64::MAX - 1, (1 << 53) + 1] {
            let costs: Vec<_> = fractions.iter().map(|fraction| cost_before(cost, *fraction)).collect();
            assert!(costs.is_sorted());
            assert_eq!((costs[0], costs[1000]), (0, cost));
        }
        for cost in [0.0, 1e-300, 0.1, 1e300] {
            let costs: Vec<f64> = fractions.iter().map(|fraction| cost_before(cost, *fraction)).collect();
            assert!(costs.is_sorted() && costs[0] <= 0.0 && costs[1000].to_bits() == f64::to_bits(cost));
        }
        assert_eq!(
            [0.24, 0.25, 0.49, 0.5, 0.99].map(|part| cost_before(4_u32, part)),
            [0, 1, 1, 2, 3]
        );
    }
}
