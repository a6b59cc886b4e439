//! Explicit graphs, hierarchies, and road networks in files.

#[path = "../../../../tests/common/cases.rs"]
mod cases;

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
