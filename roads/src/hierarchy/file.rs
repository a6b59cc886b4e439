//! Files of contraction hierarchies: written whole, and read with every byte checked.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ASTRCHI` and a line feed |
//! | 4, 4, 4, 4 | version of the format; number of nodes, of edges, of shortcuts |
//! | 4 | CRC-32 of the header up to here |
//! | 4 a node | its rank |
//! | 4, 4 a node | how many edges lead from it to higher nodes, and into it from higher ones |
//! | 4, 8, 4 an edge | the higher node, the cost, the number of the shortcut or 2³² − 1 |
//! | 4, 4, 4 a shortcut | the middle, the numbers of its two parts |
//! | 4 | CRC-32 of all that follows the header |

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::{ContractionHierarchy, HierarchyError, NONE, Shortcut, down, up};
use astride::Cost;
use astride::graphs::{CsrError, CsrGraph};
use astride_files::{BinaryFile, Fields, Format, add_checksum, write_whole};

const FORMAT: Format = Format {
    magic: b"ASTRCHI\n",
    version: 1,
    content: "a contraction hierarchy",
};
/// The length of the header.
const HEADER: usize = 28;

impl<C: Cost + Into<u64>> ContractionHierarchy<C> {
    /// Writes the hierarchy to a file: first under another name in the same folder, and then it renames that file. So
    /// the file is there completely or not at all.
    ///
    /// A regular file of that name is replaced. If the name is a symbolic link to a regular file, the link stays, and
    /// that file is replaced. Anything else (a folder, a device, a socket, a named pipe, a link to one of these or to
    /// nothing) is an error and stays what it is.
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
        let write = |file: &mut File| {
            let counts = [self.node_count(), self.edge_count(), self.shortcuts.len()];
            let mut bytes = FORMAT.begin();
            for count in counts {
                bytes.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
            }
            add_checksum(&mut bytes);
            file.write_all(&bytes)?;
            let body = self.body();
            file.write_all(&body)?;
            file.write_all(&crc32fast::hash(&body).to_le_bytes())
        };
        Ok(write_whole(path.as_ref(), write)?)
    }

    /// What lies between the two checksums.
    fn body(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |number: u32| bytes.extend(number.to_le_bytes());
        self.ranks.iter().copied().for_each(&mut put);
        for row in self.edges.nodes() {
            put(u32::try_from(self.edges.edges(row).len()).unwrap_or(u32::MAX));
        }
        for ((_, end, cost), number) in self.edges.iter().zip(&self.numbers) {
            bytes.extend(end.to_le_bytes());
            bytes.extend(cost.into().to_le_bytes());
            bytes.extend(number.to_le_bytes());
        }
        for Shortcut { middle, parts } in &self.shortcuts {
            for number in [*middle, parts[0], parts[1]] {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }
}

impl<C: Cost + TryFrom<u64>> ContractionHierarchy<C> {
    /// Reads a hierarchy.
    ///
    /// The whole file is read into memory, and every byte is checked. A file does not say of which graph it is: if the
    /// graph has changed since, the paths are those of the old one. A file that was forged, with right checksums, may
    /// have edges that no graph had.
    ///
    /// # Errors
    ///
    /// [`File`](HierarchyError::File), [`CostTooLarge`](HierarchyError::CostTooLarge), and
    /// [`Graph`](HierarchyError::Graph) without memory.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, HierarchyError> {
        let mut file = BinaryFile::open(path.as_ref())?;
        let header = file.begin(&FORMAT, HEADER)?;
        let mut fields = Fields(file.checked(&header, "header")?.get(12..).unwrap_or_default());
        let mut count = || fields.u32().unwrap_or_default();
        let [nodes, edges, shortcuts] = [count(), count(), count()];
        let expected = [
            HEADER as u64,
            12 * u64::from(nodes),
            16 * u64::from(edges),
            12 * u64::from(shortcuts),
            4,
        ];
        let expected = expected.iter().sum::<u64>();
        if file.length != expected {
            return Err(file.wrong_length(expected).into());
        }

        // The file is really as long as that.
        let mut bytes = Vec::new();
        let rest = usize::try_from(expected - HEADER as u64).ok();
        let Some(rest) = rest.filter(|rest| bytes.try_reserve_exact(*rest).is_ok()) else {
            let (nodes, edges) = (nodes as usize, edges as usize);
            return Err(CsrError::OutOfMemory { nodes, edges }.into());
        };
        if file.append(&mut bytes, rest)? < rest {
            // It has become shorter since it was opened.
            return Err(file.wrong_length(expected).into());
        }
        Self::parse(&file, file.checked(&bytes, "content")?, [nodes, edges, shortcuts])
    }

    /// Reads what lies between the two checksums, which is as long as the numbers of nodes, edges and shortcuts say.
    fn parse(file: &BinaryFile, content: &[u8], counts: [u32; 3]) -> Result<Self, HierarchyError> {
        let [nodes, edges, shortcuts] = counts;
        let damaged = |fault: String| HierarchyError::File(file.damaged(fault));
        let out_of_memory = |_| CsrError::OutOfMemory {
            nodes: nodes as usize,
            edges: edges as usize,
        };
        let mut fields = Fields(content);
        let mut numbers = |count: usize| {
            let mut numbers = Vec::new();
            numbers.try_reserve_exact(count).map_err(out_of_memory)?;
            numbers.extend((0..count).map_while(|_| fields.u32()));
            Ok::<_, CsrError>(numbers)
        };
        let ranks = numbers(nodes as usize)?;
        let lengths = numbers(2 * nodes as usize)?;
        if lengths.iter().map(|length| u64::from(*length)).sum::<u64>() != edges.into() {
            return Err(damaged("the edges of all nodes are not as many as it says".to_string()));
        }
        let rows = (0_u32..).zip(&lengths);
        let (mut list, mut numbers, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        list.try_reserve_exact(edges as usize).map_err(out_of_memory)?;
        numbers.try_reserve_exact(edges as usize).map_err(out_of_memory)?;
        parts.try_reserve_exact(shortcuts as usize).map_err(out_of_memory)?;
        for row in rows.flat_map(|(row, length)| (0..*length).map(move |_| row)) {
            let (Some(end), Some(cost), Some(number)) = (fields.u32(), fields.u64(), fields.u32()) else {
                break;
            };
            let known = C::try_from(cost).ok().filter(|cost| cost.is_less(&C::INFINITY));
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
            numbers.push(number);
        }
        let mut shortcut = || {
            let (middle, first, second) = (fields.u32()?, fields.u32()?, fields.u32()?);
            let parts = [first, second];
            Some(Shortcut { middle, parts })
        };
        parts.extend((0..shortcuts).map_while(|_| shortcut()));
        let hierarchy = ContractionHierarchy {
            ranks,
            edges: CsrGraph::from_edges(2 * nodes as usize, list)?,
            numbers,
            shortcuts: parts,
        };
        let mut is_taken = Vec::new();
        is_taken.try_reserve_exact(nodes as usize).map_err(out_of_memory)?;
        is_taken.resize(nodes as usize, false);
        match hierarchy.fault(is_taken) {
            Some(fault) => Err(damaged(fault)),
            None => Ok(hierarchy),
        }
    }
}

impl<C: Cost> ContractionHierarchy<C> {
    /// What no hierarchy that was prepared has, given `false` for each rank. The ends of edges are nodes.
    fn fault(&self, mut is_taken: Vec<bool>) -> Option<String> {
        for (node, rank) in self.ranks.iter().enumerate() {
            match is_taken.get_mut(*rank as usize) {
                Some(is_taken) if !*is_taken => *is_taken = true,
                _ => return Some(format!("node {node} has the rank {rank}, which is impossible or taken")),
            }
        }
        for node in (0..).take(self.node_count()) {
            for row in [up(node), down(node)] {
                let mut before = None;
                for (place, (end, _)) in self.edges.edge_numbers(row).zip(self.edges.edges(row)) {
                    if before.replace(end) >= Some(end) {
                        return Some(format!("edge {place} is not sorted"));
                    }
                    if self.rank(node) >= self.rank(*end) {
                        return Some(format!("edge {place} does not lead up"));
                    }
                    let (from, to) = if row == up(node) { (node, *end) } else { (*end, node) };
                    if self.numbers[place] != NONE && !self.is_sum(from, to, place) {
                        return Some(format!("edge {place} is no shortcut of its parts"));
                    }
                }
            }
        }
        None
    }

    /// Whether an edge with a number is made of the two edges of its shortcut, over a lower node.
    fn is_sum(&self, from: u32, to: u32, place: usize) -> bool {
        let cost = |place: usize| self.edges.edge(place).map(|(_, cost)| *cost);
        let parts = || {
            let Shortcut { middle, parts } = *self.shortcuts.get(self.numbers[place] as usize)?;
            let (first, second) = (self.place(from, middle)?, self.place(middle, to)?);
            let is_lower = self.rank(middle) < self.rank(from).min(self.rank(to));
            let is_right = is_lower && [self.numbers[first], self.numbers[second]] == parts;
            cost(first)?.plus(cost(second)?).filter(|_| is_right)
        };
        parts()
            .zip(cost(place))
            .is_some_and(|(sum, whole)| sum.order(&whole).is_eq())
    }
}
