//! Explicit graphs, hierarchies, and road networks in files.

#[path = "../../../../tests/common/cases.rs"]
mod cases;
#[path = "../../../../tests/common/effort.rs"]
mod effort;

mod alternatives;
mod csr;
mod customizable;
mod dimacs;
mod hierarchy;
mod network;
#[cfg(feature = "csv")]
mod network_csv;
mod ranked;
mod road;
mod route;
mod scratch;
mod virtual_ends;
