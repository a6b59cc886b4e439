//! Traits that special searches require of problems and costs, and the types that the methods of
//! [`Graph`](crate::Graph) and [`Heuristic`](crate::Heuristic) use. The traits that most graphs implement are at the
//! root of the crate.

pub use crate::cost::NumericCost;
pub use crate::graph::{
    AnyAngle, Below, Consistency, Hierarchy, Hints, Labels, NoSuchNode, PairHeuristic, Reached, ReverseHeuristic,
    Subtree,
};
