//! [`Content`]: a hierarchy file's bytes between its two checksums, written and read the same way for both kinds of
//! hierarchy.

use alloc::vec::Vec;
use std::io::Write;
use std::path::Path;

use crate::HierarchyError;
use crate::order::neighbours::number;
use astride::graphs::CsrError;
use astride_files::{BinaryFile, Fields, Format, add_checksum, write_whole};

/// The length of the header: the format, its version, the numbers of nodes and edges, and a checksum.
const HEADER: usize = 24;

/// Writes a whole file, given the numbers of nodes and edges, and the bytes between the two checksums.
pub(crate) fn save(
    path: &Path,
    format: &Format,
    counts: [usize; 2],
    mut content: Vec<u8>,
) -> Result<(), HierarchyError> {
    let mut header = format.begin();
    for count in counts {
        header.extend(number(count).to_le_bytes());
    }
    add_checksum(&mut header);
    add_checksum(&mut content);
    Ok(write_whole(path, |file| {
        file.write_all(&header)?;
        file.write_all(&content)
    })?)
}

/// A file that has been read, and whose length agrees with its header.
pub(crate) struct Content {
    pub(crate) file: BinaryFile,
    /// Everything after the header, with the checksum at the end.
    bytes: Vec<u8>,
    pub(crate) nodes: u32,
    pub(crate) edges: u32,
}

impl Content {
    /// Reads a whole file with the given number of bytes per node and per edge.
    pub(crate) fn read(
        path: &Path,
        format: &Format,
        bytes_per_node: u64,
        bytes_per_edge: u64,
    ) -> Result<Self, HierarchyError> {
        let mut file = BinaryFile::open(path)?;
        let header = file.begin(format, HEADER)?;
        let mut fields = Fields(file.checked(&header, "header")?.get(12..).unwrap_or_default());
        let mut count = || fields.u32().unwrap_or_default();
        let [nodes, edges] = [count(), count()];
        let parts = [
            HEADER as u64,
            bytes_per_node * u64::from(nodes),
            bytes_per_edge * u64::from(edges),
            4,
        ];
        let expected = parts.iter().sum::<u64>();
        if file.length != expected {
            return Err(file.wrong_length(expected).into());
        }

        // The length was checked first, so a damaged header cannot cause a huge allocation.
        let mut bytes = Vec::new();
        let rest = usize::try_from(expected - HEADER as u64).ok();
        let Some(rest) = rest.filter(|rest| bytes.try_reserve_exact(*rest).is_ok()) else {
            let (nodes, edges) = (nodes as usize, edges as usize);
            return Err(CsrError::OutOfMemory { nodes, edges }.into());
        };
        if file.append(&mut bytes, rest)? < rest {
            // The file has become shorter since it was opened.
            return Err(file.wrong_length(expected).into());
        }
        Ok(Content {
            file,
            bytes,
            nodes,
            edges,
        })
    }

    /// The bytes between the two checksums, if the second checksum is correct.
    pub(crate) fn checked(&self) -> Result<&[u8], HierarchyError> {
        Ok(self.file.checked(&self.bytes, "content")?)
    }
}
