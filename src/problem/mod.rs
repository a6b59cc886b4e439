//! Problems from parts and closures, and problems that change another one.

mod narrow;
pub(crate) mod query;
mod reversed;

pub use narrow::{Narrow, NarrowCost, NarrowInteger};
pub use query::{
    BothWays, Estimated, EstimatedBetween, Exactly, Indexed, NoEstimate, NoGoal, NoIndex, OneWay, Predecessors,
};
pub use reversed::{EitherWay, Reversed};
