//! Graphs that are given by their edges, and road networks in files.

mod csr;
mod dimacs;
mod hierarchy;
mod road;
