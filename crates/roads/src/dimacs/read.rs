//! [`read_graph`] and [`read_coordinates`].

use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;
use std::io::BufRead;

use super::lines::Lines;
use super::{DimacsError, ReadLimits};
use crate::Coordinates;
use astride::Cost;
use astride::engine::{MAX_NODES, filled};
use astride::graphs::{CsrError, CsrGraph};
use astride::text::{Fault, Line, TextError, excerpt};

/// Reads a graph from the lines `p sp` and `a` (see the [module's page](super)). Arcs are one-way.
///
/// Weights can be of any cost type that can be parsed, and must be finite and not below zero.
///
/// # Complexity
///
/// O(nodes + arcs). The memory for arcs grows while they are read, and the memory for nodes is allocated only after all
/// announced arcs have been read.
///
/// # Errors
///
/// [`DimacsError`] if the data cannot be read or are malformed, if the number of arcs differs from that in the header,
/// if the data exceed the default [`ReadLimits`], or if memory is exhausted.
pub fn read_graph<C: Cost + FromStr>(reader: impl BufRead) -> Result<CsrGraph<C>, DimacsError> {
    read_graph_within(reader, ReadLimits::default())
}

/// Reads a graph within the given limits: see [`read_graph`].
///
/// # Errors
///
/// Those of [`read_graph`].
pub fn read_graph_within<C: Cost + FromStr>(
    reader: impl BufRead,
    limits: ReadLimits,
) -> Result<CsrGraph<C>, DimacsError> {
    let mut arcs = Vec::new();
    let nodes = read(reader, &GRAPH, limits, |line, nodes| {
        let (from, to) = (node(line, "the source", nodes)?, node(line, "the target", nodes)?);
        let weight = weight(line)?;
        push(&mut arcs, (from, to, weight), nodes)
    })?;
    Ok(CsrGraph::from_edge_slice(nodes, &arcs)?)
}

/// Reads coordinates from the lines `p aux sp co` and `v` (see the [module's page](super)). The nodes may appear in any
/// order, each exactly once.
///
/// # Complexity
///
/// O(nodes). Memory grows with the number of lines read, not with the number of nodes in the header.
///
/// # Errors
///
/// [`DimacsError`] if the data cannot be read or are malformed, if nodes are missing or repeated, if the data exceed
/// the default [`ReadLimits`], or if memory is exhausted.
pub fn read_coordinates(reader: impl BufRead) -> Result<Coordinates<i32>, DimacsError> {
    read_coordinates_within(reader, ReadLimits::default())
}

/// Reads coordinates within the given limits: see [`read_coordinates`].
///
/// # Errors
///
/// Those of [`read_coordinates`].
pub fn read_coordinates_within(reader: impl BufRead, limits: ReadLimits) -> Result<Coordinates<i32>, DimacsError> {
    let mut list = Vec::new();
    let nodes = read(reader, &COORDINATES, limits, |line, nodes| {
        let node = node(line, "the node", nodes)?;
        let place = (coordinate(line, "x")?, coordinate(line, "y")?);
        push(&mut list, (node, place, line.number), nodes)
    })?;
    // There are as many lines as nodes, so if no node is repeated, each has its line.
    let out_of_memory = CsrError::OutOfMemory { nodes, edges: 0 };
    let mut is_known = filled(false, nodes).ok_or(out_of_memory.clone())?;
    let mut places = filled((0, 0), nodes).ok_or(out_of_memory)?;
    for (node, place, number) in &list {
        if core::mem::replace(&mut is_known[*node as usize], true) {
            let first = list
                .iter()
                .find(|(other, ..)| other == node)
                .map_or(0, |(.., line)| *line);
            let what = format!("place of node {}", node + 1);
            return Err(Line::new(*number, b"").error(Fault::Second { what, first }).into());
        }
        places[*node as usize] = *place;
    }
    Ok(Coordinates::new(places))
}

/// A kind of file.
struct Kind {
    /// The letter at the beginning of each line of an arc or a node.
    letter: u8,
    /// The names of these lines and of the header in messages.
    facts: &'static str,
    header: &'static str,
    /// The kinds of lines.
    known: &'static str,
    /// The words of the header before the counts.
    words: &'static [&'static str],
    has_arcs: bool,
}

const GRAPH: Kind = Kind {
    letter: b'a',
    facts: "lines \"a\"",
    header: "the header \"p sp <nodes> <arcs>\"",
    known: "c, p, a",
    words: &["sp"],
    has_arcs: true,
};

const COORDINATES: Kind = Kind {
    letter: b'v',
    facts: "lines \"v\"",
    header: "the header \"p aux sp co <nodes>\"",
    known: "c, p, v",
    words: &["aux", "sp", "co"],
    has_arcs: false,
};

/// Reads all lines and returns the number of nodes. Passes each line of an arc or a node to `fact`, after its first
/// field and with the number of nodes.
fn read(
    reader: impl BufRead,
    kind: &Kind,
    limits: ReadLimits,
    mut fact: impl FnMut(&mut Line<'_>, u32) -> Result<(), DimacsError>,
) -> Result<usize, DimacsError> {
    let mut lines = Lines::open(reader, limits.bytes)?;
    // The line of the header, the number of nodes, and the number of arcs or of nodes with coordinates.
    let mut header: Option<(usize, u32, usize)> = None;
    let mut found = 0;
    let (field, what) = (kind.header, kind.facts);
    while let Some(mut line) = lines.next()? {
        match (line.field(), header) {
            (b"p", None) => {
                kind.words.iter().try_for_each(|word| line.word(word))?;
                let most = u32::try_from(MAX_NODES).unwrap_or(u32::MAX);
                let nodes = line.number("the number of nodes", 0..=most)?;
                check_limit(&line, "nodes", nodes, limits.nodes)?;
                let facts = if kind.has_arcs {
                    let arcs = line.number("the number of arcs", 0..=u32::MAX)?;
                    check_limit(&line, "arcs", arcs, limits.arcs)?;
                    arcs
                } else {
                    nodes
                };
                header = Some((line.number, nodes, facts as usize));
            }
            (b"p", Some((first, ..))) => {
                let what = "header".into();
                return Err(line.error(Fault::Second { what, first }).into());
            }
            ([letter], None) if *letter == kind.letter => return Err(line.error(Fault::Missing { field }).into()),
            ([letter], Some((_, nodes, expected))) if *letter == kind.letter => {
                found += 1;
                if found > expected {
                    return Err(line.error(Fault::WrongCount { what, found, expected }).into());
                }
                fact(&mut line, nodes)?;
            }
            (text, _) => {
                let (what, text, known) = ("kind of line", excerpt(text), kind.known);
                return Err(line.error(Fault::Unknown { what, text, known }).into());
            }
        }
        line.end()?;
    }
    match header {
        None => Err(lines.last().error(Fault::Missing { field }).into()),
        Some((.., expected)) if found < expected => {
            Err(lines.last().error(Fault::WrongCount { what, found, expected }).into())
        }
        Some((_, nodes, _)) => Ok(nodes as usize),
    }
}

/// Rejects a number in the last field read that is over the limit.
fn check_limit(line: &Line<'_>, what: &'static str, found: u32, limit: u32) -> Result<(), TextError> {
    if found <= limit {
        return Ok(());
    }
    let (found, limit) = (found.into(), limit.into());
    Err(line.error(Fault::OverLimit { what, found, limit }))
}

/// Reads a node, and numbers it from 0.
fn node(line: &mut Line<'_>, field: &'static str, nodes: u32) -> Result<u32, TextError> {
    Ok(line.number(field, 1..=nodes)? - 1)
}

fn weight<C: Cost + FromStr>(line: &mut Line<'_>) -> Result<C, TextError> {
    line.value("the weight", "a number that fits, finite and not negative,", |text| {
        // The sum is finite, and turns a float's minus zero into plain zero.
        let weight = C::ZERO.plus(text.parse().ok()?)?;
        (!weight.is_less(&C::ZERO)).then_some(weight)
    })
}

fn coordinate(line: &mut Line<'_>, field: &'static str) -> Result<i32, TextError> {
    line.value(field, "a whole number of 32 bits", |text| text.parse().ok())
}

/// Appends to a list, or returns an error if memory is exhausted.
fn push<T>(list: &mut Vec<T>, item: T, nodes: u32) -> Result<(), DimacsError> {
    let (nodes, edges) = (nodes as usize, list.len());
    list.try_reserve(1)
        .map_err(|_| CsrError::OutOfMemory { nodes, edges })?;
    list.push(item);
    Ok(())
}
