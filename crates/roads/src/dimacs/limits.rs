//! [`ReadLimits`]: limits on the size of a file.

/// Limits on the size of a file, for files from untrusted sources.
///
/// A header of a few bytes can announce a billion nodes, and compressed data can expand a thousandfold. The default
/// limits suit the road network of a continent: 2²⁵ nodes, 2²⁷ arcs and 4 GiB of text. The road network of the USA has
/// 23.9 million nodes and 58.3 million arcs.
///
/// Two limits cannot be changed: a line has at most 1,000,000 bytes, and the comments and empty lines exceed the other
/// lines by at most 1,000,000.
///
/// # Example
///
/// ```
/// use astride_roads::dimacs::{self, ReadLimits};
///
/// let text = "p sp 400000000 0";
/// let error = dimacs::read_graph::<u32>(text.as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 6: 400000000 nodes exceed the limit of 33554432");
///
/// let limits = ReadLimits { nodes: 100, ..ReadLimits::default() };
/// assert!(dimacs::read_graph_within::<u32>("p sp 101 0".as_bytes(), limits).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The maximum number of nodes.
    pub nodes: u32,
    /// The maximum number of arcs.
    pub arcs: u32,
    /// The maximum number of bytes of text, after decompression.
    pub bytes: u64,
}

impl ReadLimits {
    /// Only the limits of a graph itself, and those on lines.
    pub const NONE: Self = ReadLimits {
        nodes: u32::MAX,
        arcs: u32::MAX,
        bytes: u64::MAX,
    };
}

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits {
            nodes: 1 << 25,
            arcs: 1 << 27,
            bytes: 1 << 32,
        }
    }
}
