//! Files of contraction hierarchies, which are written completely or not at all, and read with every byte checked.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ASTRCHI` and a line feed |
//! | 4, 4, 4 | version of the format, number of nodes, number of edges |
//! | 4 | CRC-32 of the header up to here |
//! | 4 per node | its rank |
//! | 4, 4 per node, by rank | the numbers of edges to higher nodes, and from higher nodes |
//! | 4, 8, 4 per edge | rank of the higher node, cost (2⁶⁴ − 1 if too large), rank of the middle of a shortcut or 2³² − 1 |
//! | 4 | CRC-32 of everything after the header |

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::path::Path;

use super::shortcuts::parts;
use super::{ContractionHierarchy, HierarchyError, NONE, ends};
use crate::content::{Content, save};
use crate::order::neighbours::inverse;
use astride::Cost;
use astride::engine::{filled, with_capacity};
use astride::graphs::{CsrError, CsrGraph};
use astride_files::{BinaryFile, Fields, Format};

const FORMAT: Format = Format {
    magic: b"ASTRCHI\n",
    version: 2,
    content: "a contraction hierarchy",
};

/// The cost of a shortcut that was left out because it is too large for the cost type.
const LEFT_OUT: u64 = u64::MAX;

impl<C: Cost + Into<u64>> ContractionHierarchy<C> {
    /// Writes the hierarchy to a temporary file in the destination folder and then renames that file, so the
    /// destination is either written completely or left unchanged.
    ///
    /// A regular file at this path is replaced. A symbolic link to a regular file is kept, and its target is replaced.
    /// Anything else (a folder, a device, a socket, a named pipe, or a link to one of these or to nothing) is left
    /// unchanged and causes an error.
    ///
    /// # Errors
    ///
    /// [`File`](HierarchyError::File) with [`Io`](astride_files::BinaryFileError::Io) or
    /// [`NotRegular`](astride_files::BinaryFileError::NotRegular).
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    /// use astride_roads::ContractionHierarchy;
    ///
    /// let path = std::env::temp_dir().join(format!("astride-example-{}.hierarchy", std::process::id()));
    /// let graph = CsrGraph::undirected(4, [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)])?;
    /// let hierarchy = ContractionHierarchy::prepare(&graph)?;
    /// hierarchy.save(&path)?;
    /// assert_eq!(ContractionHierarchy::open(&path)?, hierarchy);
    /// std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), HierarchyError> {
        let counts = [self.node_count(), self.edge_count()];
        save(path.as_ref(), &FORMAT, counts, self.body())
    }

    /// The bytes between the two checksums.
    fn body(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |number: u32| bytes.extend(number.to_le_bytes());
        self.ranks.iter().copied().for_each(&mut put);
        for row in self.edges.nodes() {
            put(u32::try_from(self.edges.edges(row).len()).unwrap_or(u32::MAX));
        }
        for (number, (_, end, cost)) in self.edges.iter().enumerate() {
            let middle = self.shortcuts.middle(number, &self.ranks).unwrap_or(NONE);
            bytes.extend(end.to_le_bytes());
            let is_finite = cost.is_less(&C::INFINITY);
            let cost = if is_finite { cost.into() } else { LEFT_OUT };
            bytes.extend(cost.to_le_bytes());
            bytes.extend(middle.to_le_bytes());
        }
        bytes
    }
}

impl<C: Cost + TryFrom<u64>> ContractionHierarchy<C> {
    /// Reads a hierarchy.
    ///
    /// The whole file is read into memory, and every byte is checked. A file does not record its graph, so if the graph
    /// has changed since, the paths are those of the old graph. A forged file with valid checksums may have edges that
    /// the graph never had.
    ///
    /// # Errors
    ///
    /// [`File`](HierarchyError::File), [`CostTooLarge`](HierarchyError::CostTooLarge), and
    /// [`Graph`](HierarchyError::Graph) if memory is exhausted.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, HierarchyError> {
        let content = Content::read(path.as_ref(), &FORMAT, 12, 16)?;
        Self::parse(&content.file, content.checked()?, [content.nodes, content.edges])
    }

    /// Reads the bytes between the two checksums, whose length agrees with the numbers of nodes and edges.
    fn parse(file: &BinaryFile, content: &[u8], counts: [u32; 2]) -> Result<Self, HierarchyError> {
        let [nodes, edges] = counts;
        let damaged = |fault: String| HierarchyError::File(file.damaged(fault));
        let out_of_memory = || CsrError::OutOfMemory {
            nodes: nodes as usize,
            edges: edges as usize,
        };
        let mut fields = Fields(content);
        let mut numbers = |count: usize| {
            let mut numbers = with_capacity(count).ok_or_else(out_of_memory)?;
            numbers.extend((0..count).map_while(|_| fields.u32()));
            Ok::<_, CsrError>(numbers)
        };
        let ranks = numbers(nodes as usize)?;
        let lengths = numbers(2 * nodes as usize)?;
        if lengths.iter().map(|length| u64::from(*length)).sum::<u64>() != edges.into() {
            return Err(damaged(
                "the edges of all nodes do not add up to the number in the header".to_string(),
            ));
        }
        let rows = (0_u32..).zip(&lengths);
        let mut list = with_capacity(edges as usize).ok_or_else(out_of_memory)?;
        let mut middles = with_capacity(edges as usize).ok_or_else(out_of_memory)?;
        for row in rows.flat_map(|(row, length)| (0..*length).map(move |_| row)) {
            let (Some(end), Some(cost), Some(middle)) = (fields.u32(), fields.u64(), fields.u32()) else {
                break;
            };
            let known = C::try_from(cost).ok().filter(|cost| cost.is_less(&C::INFINITY));
            let known = known.or((cost == LEFT_OUT && middle != NONE).then_some(C::INFINITY));
            let Some(known) = known else {
                return Err(HierarchyError::CostTooLarge {
                    path: file.path(),
                    edge: list.len(),
                    cost,
                });
            };
            if end >= nodes {
                return Err(damaged(format!(
                    "edge {} ends at {end}, and there are {nodes} nodes",
                    list.len()
                )));
            }
            list.push((row, end, known));
            middles.push(middle);
        }
        let is_taken = filled(false, nodes as usize).ok_or_else(out_of_memory)?;
        let edges = CsrGraph::from_edges(2 * nodes as usize, list)?;
        if let Some(fault) = rank_fault(&ranks, is_taken).or_else(|| edge_fault(&edges, &middles)) {
            return Err(damaged(fault));
        }
        let by_rank = inverse(&ranks)?;
        Ok(Self::new(ranks, by_rank, edges, &middles)?)
    }
}

/// Describes why ranks are invalid, given `false` for each.
fn rank_fault(ranks: &[u32], mut is_taken: Vec<bool>) -> Option<String> {
    for (node, rank) in ranks.iter().enumerate() {
        match is_taken.get_mut(*rank as usize) {
            Some(is_taken) if !*is_taken => *is_taken = true,
            _ => return Some(format!("node {node} has rank {rank}, which is out of range or taken")),
        }
    }
    None
}

/// Describes an edge that no prepared hierarchy has. The ends of edges are ranks.
fn edge_fault<C: Cost>(edges: &CsrGraph<C>, middles: &[u32]) -> Option<String> {
    for row in edges.nodes() {
        let mut before = None;
        for (place, (end, _)) in edges.edge_numbers(row).zip(edges.edges(row)) {
            if before.replace(end) >= Some(end) {
                return Some(format!("edge {place} is not sorted"));
            }
            if row / 2 >= *end {
                return Some(format!("edge {place} does not lead up"));
            }
            let middle = middles[place];
            if middle != NONE && (middle >= row / 2 || !is_sum(edges, ends(row, *end), middle, place)) {
                return Some(format!("edge {place} is not a shortcut via a lower node"));
            }
        }
    }
    None
}

/// Whether an edge costs as much as the edges to and from its middle together.
fn is_sum<C: Cost>(edges: &CsrGraph<C>, ends: (u32, u32), middle: u32, place: usize) -> bool {
    let cost = |number: usize| edges.edge(number).map(|(_, cost)| *cost);
    let sum = parts(edges, ends, middle).and_then(|[first, second]| {
        let [first, second] = [cost(first as usize)?, cost(second as usize)?];
        let is_finite = first.is_less(&C::INFINITY) && second.is_less(&C::INFINITY);
        is_finite.then(|| first.plus(second).unwrap_or(C::INFINITY))
    });
    sum.zip(cost(place))
        .is_some_and(|(sum, whole)| sum.order(&whole).is_eq())
}
