//! [`read_graph`] and [`read_coordinates`].

use alloc::vec::Vec;
use core::str::FromStr;
use std::io::BufRead;

use super::lines::{Line, Lines, excerpt};
use super::{DimacsError, Field};
use crate::Cost;
use crate::explicit::csr::Direction;
use crate::explicit::{Coordinates, CsrError, CsrGraph, MAX_NODES};

/// Reads a graph: lines `p sp` and `a`, see the [module's page](super). Arcs lead one way.
///
/// Weights are of any type that is a cost and can be parsed, but not below zero, infinite or no number.
///
/// # Complexity
///
/// O(nodes + arcs). The memory grows with what is read; that for the nodes is taken when all arcs that the header
/// announces are there. Compressed data may become a thousand times as long.
///
/// # Errors
///
/// [`DimacsError`]: what cannot be read, what is malformed, arcs more or fewer than announced, no memory.
pub fn read_graph<C: Cost + FromStr>(reader: impl BufRead) -> Result<CsrGraph<C>, DimacsError> {
    let mut arcs = Vec::new();
    let nodes = read(reader, Kind::Graph, |line, nodes| {
        let from = node(line, Field::Source, nodes)?;
        let to = node(line, Field::Target, nodes)?;
        let weight = weight(line)?;
        push(&mut arcs, (from, to, weight), nodes)
    })?;
    Ok(CsrGraph::sort(nodes, &arcs, Direction::OneWay)?)
}

/// Reads coordinates: lines `p aux sp co` and `v`, see the [module's page](super). The nodes come in any order, each
/// once.
///
/// # Complexity
///
/// O(nodes). The memory grows with what is read. Compressed data may become a thousand times as long.
///
/// # Errors
///
/// [`DimacsError`]: what cannot be read, what is malformed, nodes that are missing or there twice, no memory.
pub fn read_coordinates(reader: impl BufRead) -> Result<Coordinates<i32>, DimacsError> {
    let mut list = Vec::new();
    let nodes = read(reader, Kind::Coordinates, |line, nodes| {
        let node = node(line, Field::Node, nodes)?;
        let ((_, x), (_, y)) = (line.number(Field::X)?, line.number(Field::Y)?);
        push(&mut list, (node, (x, y), line.number), nodes)
    })?;
    // As many as there are nodes: without a second one of any, there is one of each.
    let mut is_known = Vec::new();
    let mut places = Vec::new();
    let out_of_memory = |_| CsrError::OutOfMemory { nodes, edges: 0 };
    is_known.try_reserve_exact(nodes).map_err(out_of_memory)?;
    places.try_reserve_exact(nodes).map_err(out_of_memory)?;
    is_known.resize(nodes, false);
    places.resize(nodes, (0, 0));
    for (node, place, line) in list {
        let node = node as usize;
        if is_known[node] {
            return Err(DimacsError::SecondPlace { line, node: node + 1 });
        }
        is_known[node] = true;
        places[node] = place;
    }
    Ok(Coordinates::new(places))
}

/// The two kinds of files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Graph,
    Coordinates,
}

impl Kind {
    /// How a line of an arc or a node begins.
    fn letter(self) -> char {
        match self {
            Self::Graph => 'a',
            Self::Coordinates => 'v',
        }
    }

    /// What stands in the header before the counts.
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Graph => &["sp"],
            Self::Coordinates => &["aux", "sp", "co"],
        }
    }

    fn header(self) -> &'static str {
        match self {
            Self::Graph => "p sp <nodes> <arcs>",
            Self::Coordinates => "p aux sp co <nodes>",
        }
    }
}

/// What the header announces.
struct Header {
    line: usize,
    nodes: usize,
    /// How many arcs, or how many nodes with coordinates.
    facts: usize,
}

/// Reads all lines, gives each line of an arc or a node to `fact`, after its first field and with the number of nodes,
/// and answers how many nodes there are.
fn read(
    reader: impl BufRead,
    kind: Kind,
    mut fact: impl FnMut(&mut Line<'_>, usize) -> Result<(), DimacsError>,
) -> Result<usize, DimacsError> {
    let mut lines = Lines::open(reader)?;
    let mut header: Option<Header> = None;
    let mut found = 0;
    let (known, expected) = (kind.letter(), kind.header());
    while let Some(mut line) = lines.next()? {
        let (column, text) = line.field();
        match (text, &header) {
            (b"p", None) => header = Some(read_header(&mut line, kind)?),
            (b"p", Some(header)) => {
                return Err(DimacsError::SecondHeader {
                    line: line.number,
                    first: header.line,
                });
            }
            ([letter], header) if char::from(*letter) == known => {
                let Some(header) = header else {
                    return Err(DimacsError::NoHeader {
                        line: line.number,
                        expected,
                    });
                };
                if found == header.facts {
                    return Err(DimacsError::TooMany {
                        line: line.number,
                        announced: found,
                        known,
                    });
                }
                fact(&mut line, header.nodes)?;
                found += 1;
            }
            _ => {
                return Err(DimacsError::UnknownLine {
                    line: line.number,
                    column,
                    text: excerpt(text),
                    known,
                });
            }
        }
        line.end()?;
    }
    let line = lines.number();
    let Some(header) = header else {
        return Err(DimacsError::NoHeader { line, expected });
    };
    if found < header.facts {
        return Err(DimacsError::TooFew {
            line,
            found,
            announced: header.facts,
            known,
        });
    }
    Ok(header.nodes)
}

fn read_header(line: &mut Line<'_>, kind: Kind) -> Result<Header, DimacsError> {
    for expected in kind.words() {
        let (column, text) = line.field();
        if text != expected.as_bytes() {
            return Err(DimacsError::WrongHeader {
                line: line.number,
                column,
                text: excerpt(text),
                expected,
            });
        }
    }
    let nodes = line.number_in(Field::Nodes, 0, MAX_NODES)?;
    let facts = match kind {
        Kind::Graph => line.number_in(Field::Arcs, 0, u32::MAX as usize)?,
        Kind::Coordinates => nodes,
    };
    Ok(Header {
        line: line.number,
        nodes,
        facts,
    })
}

/// A node, from 0 on.
fn node(line: &mut Line<'_>, field: Field, nodes: usize) -> Result<u32, DimacsError> {
    let node = line.number_in(field, 1, nodes)?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most `nodes`, which is at most MAX_NODES"
    )]
    Ok(node as u32 - 1)
}

fn weight<C: Cost + FromStr>(line: &mut Line<'_>) -> Result<C, DimacsError> {
    let (column, weight) = line.number::<C>(Field::Weight)?;
    // The sum is a plain zero for a float's minus zero, which is less in the order of costs.
    match C::ZERO.plus(weight) {
        Some(weight) if !weight.is_less(&C::ZERO) => Ok(weight),
        _ => Err(DimacsError::BadWeight {
            line: line.number,
            column,
            text: alloc::format!("{weight:?}"),
        }),
    }
}

/// Appends to a list that may be too long for the memory.
fn push<T>(list: &mut Vec<T>, item: T, nodes: usize) -> Result<(), DimacsError> {
    list.try_reserve(1).map_err(|_| CsrError::OutOfMemory {
        nodes,
        edges: list.len(),
    })?;
    list.push(item);
    Ok(())
}
