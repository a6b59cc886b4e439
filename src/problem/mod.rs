//! Problems from parts and closures, and problems that change another one.

mod narrow;
mod query;

pub use narrow::{Narrow, NarrowCost, NarrowInteger};
pub use query::{Estimated, FnGraph, NoEstimate, OneToAll, Query};
