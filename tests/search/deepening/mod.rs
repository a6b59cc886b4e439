//! Iterative deepening, on one or several threads.

mod ida_star;
#[cfg(feature = "rayon")]
mod parallel_ida_star;
mod table;
