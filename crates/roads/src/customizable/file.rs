//! Files of customizable hierarchies, which are written completely or not at all, and read with every byte checked.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ASTRCCH` and a line feed |
//! | 4, 4, 4 | version of the format, number of nodes, number of edges |
//! | 4 | CRC-32 of the header up to here |
//! | 4 per node | the nodes by rank |
//! | 4, 4, 8, 8 per edge | ranks of its lower and higher end, cost up, cost down (2⁶⁴ − 1 if closed) |
//! | 4 | CRC-32 of everything after the header |
//!
//! The arcs are rebuilt from the edges, and customized.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use std::path::Path;

use super::CustomizableHierarchy;
use super::costs::Both;
use crate::content::{Content, save};
use crate::order::neighbours::{Neighbours, filled, number};
use crate::{HierarchyError, Order};
use astride::Cost;
use astride_files::{BinaryFile, Fields, Format};

const FORMAT: Format = Format {
    magic: b"ASTRCCH\n",
    version: 1,
    content: "a customizable hierarchy",
};

/// The cost of a closed edge.
const CLOSED: u64 = u64::MAX;

impl<C: Cost + Into<u64>> CustomizableHierarchy<C> {
    /// Writes the order, the edges and their costs to a file, completely or not at all, as with
    /// [`ContractionHierarchy::save`](crate::ContractionHierarchy::save).
    ///
    /// # Errors
    ///
    /// [`File`](HierarchyError::File) with [`Io`](astride_files::BinaryFileError::Io) or
    /// [`NotRegular`](astride_files::BinaryFileError::NotRegular).
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    /// use astride_roads::{CustomizableHierarchy, Order};
    ///
    /// let path = std::env::temp_dir().join(format!("astride-example-{}.customizable", std::process::id()));
    /// let graph = CsrGraph::undirected(4, [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)])?;
    /// let hierarchy = CustomizableHierarchy::new(&graph, &Order::by_distances(&graph)?)?;
    /// hierarchy.save(&path)?;
    /// assert_eq!(CustomizableHierarchy::open(&path)?, hierarchy);
    /// std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), HierarchyError> {
        let counts = [self.node_count(), self.costs.edges.len()];
        save(path.as_ref(), &FORMAT, counts, self.body())
    }

    /// The bytes between the two checksums.
    fn body(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for node in &self.topology.nodes {
            bytes.extend(node.to_le_bytes());
        }
        for low in 0..number(self.node_count()) {
            for place in self.topology.edges_of(low) {
                bytes.extend(low.to_le_bytes());
                bytes.extend(self.topology.edges[place].0.to_le_bytes());
                for cost in self.costs.edges[place] {
                    let cost = if cost.is_less(&C::INFINITY) {
                        cost.into()
                    } else {
                        CLOSED
                    };
                    bytes.extend(cost.to_le_bytes());
                }
            }
        }
        bytes
    }
}

impl<C: Cost + TryFrom<u64>> CustomizableHierarchy<C> {
    /// Reads a hierarchy, builds its shortcuts and customizes it.
    ///
    /// The whole file is read into memory, and every byte is checked. A forged file with valid checksums may describe
    /// the hierarchy of another graph.
    ///
    /// # Errors
    ///
    /// [`File`](HierarchyError::File), [`CostTooLarge`](HierarchyError::CostTooLarge), and
    /// [`Graph`](HierarchyError::Graph) if memory is exhausted.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, HierarchyError> {
        let content = Content::read(path.as_ref(), &FORMAT, 4, 24)?;
        Self::parse(&content.file, content.checked()?, [content.nodes, content.edges])
    }

    /// Reads the bytes between the two checksums, whose length agrees with the numbers of nodes and edges.
    fn parse(file: &BinaryFile, content: &[u8], [nodes, edges]: [u32; 2]) -> Result<Self, HierarchyError> {
        let (count, edge_count) = (nodes as usize, edges as usize);
        let mut fields = Fields(content);
        let mut order = filled(count, count, 0)?;
        for place in &mut order {
            *place = fields.u32().unwrap_or_default();
        }
        let order = Order::new(order).map_err(|error| match error {
            HierarchyError::Order { .. } => file.damaged(error.to_string()).into(),
            error => error,
        })?;
        let mut ends = filled(count, edge_count, (0, 0))?;
        let mut costs = filled(count, edge_count, [C::INFINITY; 2])?;
        let mut before = None;
        for (edge, (ends, costs)) in ends.iter_mut().zip(&mut costs).enumerate() {
            let [low, high] = [fields.u32(), fields.u32()].map(Option::unwrap_or_default);
            if low >= high || high >= nodes || before.replace((low, high)) >= Some((low, high)) {
                return Err(file
                    .damaged(format!("edge {edge} does not lead up, or is not sorted"))
                    .into());
            }
            *ends = [low, high].map(|rank| order.nodes()[rank as usize]).into();
            *costs = Self::read_costs(file, edge, [fields.u64(), fields.u64()].map(Option::unwrap_or_default))?;
        }
        let mut hierarchy = Self::closed(&Neighbours::from_edges(count, &ends)?, order.nodes())?;
        // The file lists edges by the ranks of the saved hierarchy, and those of the new one may differ.
        let mut sorted = filled(count, edge_count, [C::INFINITY; 2])?;
        for ((low, high), [up, down]) in ends.into_iter().zip(costs) {
            if let Some((edge, is_down)) = hierarchy.topology.edge(low, high) {
                sorted[edge] = if is_down { [down, up] } else { [up, down] };
            }
        }
        hierarchy.customize_edges(sorted)?;
        Ok(hierarchy)
    }

    fn read_costs(file: &BinaryFile, edge: usize, costs: Both<u64>) -> Result<Both<C>, HierarchyError> {
        let mut read = [C::INFINITY; 2];
        for (read, cost) in read.iter_mut().zip(costs).filter(|(_, cost)| *cost != CLOSED) {
            let known = C::try_from(cost).ok().filter(|cost| cost.is_less(&C::INFINITY));
            *read = known.ok_or_else(|| HierarchyError::CostTooLarge {
                path: file.path(),
                edge,
                cost,
            })?;
        }
        Ok(read)
    }
}
