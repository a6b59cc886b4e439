//! Traits of problems and costs that special searches require, and the types that the methods of
//! [`Heuristic`](crate::Heuristic) use. The traits that most graphs implement are at the root of the crate.

pub use crate::cost::NumericCost;
pub use crate::graph::{
    AnyAngle, Below, Consistency, Hierarchy, Labels, PairHeuristic, Reached, ReverseHeuristic, Subtree,
};
