//! [`NetworkError`]: an error in places or streets.

use crate::PositionError;
use astride::graphs::CsrError;

/// An error in the places or streets of a [`Network`](super::Network). Places and streets are numbered from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The latitude or the longitude of a place is out of range.
    #[error("place {place}, {name:?}: {source}")]
    Position {
        /// The place.
        place: usize,
        /// Its name.
        name: String,
        /// The value that is out of range.
        source: PositionError,
    },

    /// Two places have the same name.
    #[error("place {place} is named {name:?}, and so is place {first}")]
    SecondPlace {
        /// The second place.
        place: usize,
        /// The first place.
        first: usize,
        /// The name.
        name: String,
    },

    /// A street begins or ends at a place that is not in the network.
    #[error("street {street}: no place is named {name:?}")]
    UnknownPlace {
        /// The street.
        street: usize,
        /// The name.
        name: String,
    },

    /// The cost of a street is negative, not a number, or not below [`Cost::INFINITY`](astride::Cost::INFINITY).
    #[error("street {street} costs {cost}, but its cost must be finite and not negative")]
    InvalidCost {
        /// The street.
        street: usize,
        /// The cost, as text.
        cost: String,
    },

    /// There are too many places or streets, or not enough memory for them.
    #[error(transparent)]
    Graph(#[from] CsrError),
}
