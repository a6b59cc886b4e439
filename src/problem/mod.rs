//! Problems made from parts and closures, and adapters for problems.

mod filtered;
pub(crate) mod fn_graph;
mod narrow;
pub(crate) mod query;
mod reversed;
mod virtual_ends;

pub use filtered::Filtered;
pub use fn_graph::{BothWays, Predecessors};
pub use narrow::{Narrow, NarrowCost, NarrowInteger};
pub use query::{Estimated, EstimatedBetween, Exactly};
pub use reversed::{EitherWay, Reversed};
pub use virtual_ends::{VirtualEnds, VirtualNode};
