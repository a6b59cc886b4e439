//! Queries of a prepared graph: the trait [`Hierarchy`], and the search that climbs from both ends.

mod engine;
mod hierarchy;
mod search;
mod side;

pub use engine::Climb;
pub use hierarchy::Hierarchy;
pub use search::HierarchySearch;
