//! [`OsmReport`]: what was read, and what was left out and why.

use std::fmt;

/// What [`Network::open_osm`](crate::Network::open_osm) has read from an extract of OpenStreetMap, and what it has left
/// out, counted by reason.
///
/// Its text (`Display`) has one line for each count that is not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OsmReport {
    /// The streets and ferries in the extract: ways with `highway`, or with `route=ferry`.
    pub streets: usize,
    /// The streets that the network has.
    pub used: usize,
    /// Streets of a kind that the profile does not use.
    pub other_kinds: usize,
    /// Streets that are closed to the vehicle.
    pub closed: usize,
    /// Streets of a kind that needs a permission, which they do not have.
    pub without_permission: usize,
    /// Streets whose direction changes with time.
    pub reversible: usize,
    /// Streets with fewer than two different nodes in the extract.
    pub too_short: usize,
    /// References from used streets to nodes that are not in the extract. The streets end there.
    pub missing_nodes: usize,
    /// Speed limits that were not understood, so that the usual speed was used.
    pub unknown_limits: usize,
    /// Barriers that stop the vehicle.
    pub barriers: usize,
    /// Directed edges that were left out because another one between the same nodes takes no longer.
    pub parallel_edges: usize,
    /// Turn restrictions for the vehicle that the network has.
    pub restrictions: usize,
    /// Turn restrictions for other vehicles.
    pub restrictions_for_others: usize,
    /// Turn restrictions that hold only at certain times or under certain conditions.
    pub conditional_restrictions: usize,
    /// Turn restrictions with a value or with members that were not understood, or far too many for a map of this size.
    pub malformed_restrictions: usize,
    /// Turn restrictions whose members are not in the network, or do not meet, or that ban what is impossible anyway.
    pub void_restrictions: usize,
    /// Turn restrictions whose members meet at several places.
    pub ambiguous_restrictions: usize,
}

/// Why a way is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WayFault {
    Kind,
    Access,
    Permission,
    Reversible,
}

impl OsmReport {
    pub(super) fn count(&mut self, fault: WayFault) {
        *match fault {
            WayFault::Kind => &mut self.other_kinds,
            WayFault::Access => &mut self.closed,
            WayFault::Permission => &mut self.without_permission,
            WayFault::Reversible => &mut self.reversible,
        } += 1;
    }
}

impl fmt::Display for OsmReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "streets used: {} of {}", self.used, self.streets)?;
        for (name, count) in [
            (
                "streets left out, of a kind that the profile does not use",
                self.other_kinds,
            ),
            ("streets left out, closed to the vehicle", self.closed),
            (
                "streets left out, without the necessary permission",
                self.without_permission,
            ),
            ("streets left out, direction changes with time", self.reversible),
            ("streets left out, fewer than two nodes in the extract", self.too_short),
            ("nodes of used streets outside the extract", self.missing_nodes),
            ("speed limits not understood", self.unknown_limits),
            ("barriers", self.barriers),
            ("parallel edges left out", self.parallel_edges),
            ("turn restrictions", self.restrictions),
            (
                "turn restrictions left out, for other vehicles",
                self.restrictions_for_others,
            ),
            ("turn restrictions left out, conditional", self.conditional_restrictions),
            (
                "turn restrictions left out, not understood",
                self.malformed_restrictions,
            ),
            ("turn restrictions left out, without effect", self.void_restrictions),
            ("turn restrictions left out, ambiguous", self.ambiguous_restrictions),
        ] {
            if count > 0 {
                write!(formatter, "\n{name}: {count}")?;
            }
        }
        Ok(())
    }
}
