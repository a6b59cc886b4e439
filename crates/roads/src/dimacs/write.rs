//! [`write_graph`] and [`write_coordinates`].

use core::fmt::Display;
use std::io::{self, Write};

use crate::Coordinates;
use astride::Cost;
use astride::graphs::CsrGraph;

/// Writes a graph in the format of [`read_graph`](super::read_graph), with its edges sorted by their start. Wrap the
/// writer in a [`BufWriter`](io::BufWriter) if each write is slow.
///
/// A cost that is infinite or below zero is written like any other, and rejected when it is read.
///
/// # Errors
///
/// Those of the writer.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride_roads::dimacs;
///
/// let graph = CsrGraph::from_edges(3, [(2, 0, 6), (0, 1, 5_u32)])?;
/// let mut text = Vec::new();
/// dimacs::write_graph(&graph, &mut text)?;
/// assert_eq!(text, b"p sp 3 2\na 1 2 5\na 3 1 6\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_graph<C: Cost + Display>(graph: &CsrGraph<C>, mut writer: impl Write) -> io::Result<()> {
    writeln!(writer, "p sp {} {}", graph.node_count(), graph.edge_count())?;
    for (from, to, cost) in graph.iter() {
        writeln!(writer, "a {} {} {cost}", from + 1, to + 1)?;
    }
    writer.flush()
}

/// Writes coordinates in the format of [`read_coordinates`](super::read_coordinates). Wrap the writer in a
/// [`BufWriter`](io::BufWriter) if each write is slow.
///
/// # Errors
///
/// Those of the writer.
pub fn write_coordinates(coordinates: &Coordinates<i32>, mut writer: impl Write) -> io::Result<()> {
    writeln!(writer, "p aux sp co {}", coordinates.len())?;
    for (node, (x, y)) in (1_u64..).zip(coordinates.as_slice()) {
        writeln!(writer, "v {node} {x} {y}")?;
    }
    writer.flush()
}
