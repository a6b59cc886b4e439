//! Problems from parts and closures, and problems that change another one.

mod narrow;
mod query;
mod reversed;

pub use narrow::{Narrow, NarrowCost, NarrowInteger};
pub use query::{
    BothWays, Estimated, EstimatedBetween, Exactly, FnGraph, Indexed, NoEstimate, NoIndex, OneToAll, OneWay,
    Predecessors, Query,
};
pub use reversed::{EitherWay, Reversed};
