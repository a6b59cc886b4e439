//! [`OsmError`]: an error in a map extract or a profile.

use std::io;
use std::path::PathBuf;

use crate::PositionError;
use astride::graphs::CsrError;
use astride::text::displayed;

/// An error when reading an extract of OpenStreetMap. The blocks of a file are numbered from 0, with the header as
/// block 0.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OsmError {
    /// The file cannot be opened.
    #[error("{}: {source}", displayed(path))]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The file cannot be read as an extract.
    #[error("{}: {source}", displayed(path))]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with its content.
        source: Box<OsmError>,
    },

    /// A block cannot be read.
    #[error("block {block}: cannot be read: {source}")]
    Io {
        /// The block.
        block: u64,
        /// The error of the reader.
        source: io::Error,
    },

    /// The data do not begin with the header of a `.osm.pbf` file.
    #[error("the data do not begin with the header of an .osm.pbf file")]
    NoHeader,

    /// The data end in the middle of a block.
    #[error("block {block}: the data end in the middle of the block")]
    Truncated {
        /// The block.
        block: u64,
    },

    /// A block, its header, or its content after decompression is longer than the file format allows.
    #[error("block {block}: {part} has {bytes} bytes, but at most {limit} are allowed")]
    TooLong {
        /// The block.
        block: u64,
        /// The part of the block: `the header`, `the block` or `the content`.
        part: &'static str,
        /// Its length.
        bytes: u64,
        /// The maximum length.
        limit: u64,
    },

    /// The blocks up to this one decompress to far more bytes than those of maps do: to more than
    /// [`Network::read_osm`](crate::Network::read_osm) allows.
    #[error("block {block}: the blocks so far decompress to more than {limit} bytes, which no map needs")]
    Inflated {
        /// The block.
        block: u64,
        /// The maximum number of decompressed bytes, which depends on the number of bytes read.
        limit: u64,
    },

    /// A block is compressed with a method other than zlib.
    #[error("block {block}: the content is compressed with {method}; only zlib is supported")]
    Compression {
        /// The block.
        block: u64,
        /// The method.
        method: &'static str,
    },

    /// Reading the file requires a feature that this crate does not have, such as `HistoricalInformation`.
    #[error("the file requires the feature {feature:?}, which is not supported")]
    Feature {
        /// The name of the feature.
        feature: String,
    },

    /// The content of a block is damaged.
    #[error("block {block}: damaged: {fault}")]
    Damaged {
        /// The block.
        block: u64,
        /// A description of the damage.
        fault: String,
    },

    /// The latitude or longitude of a node is out of range.
    #[error("node {node}: {source}")]
    Position {
        /// The identifier of the node.
        node: i64,
        /// The value that is out of range.
        source: PositionError,
    },

    /// A speed of the profile is not a positive finite number.
    #[error("the profile has the speed {speed} for {what}, but a speed must be finite and above zero")]
    Speed {
        /// The field of the profile and its key.
        what: String,
        /// The speed.
        speed: f64,
    },

    /// The travel time of a street does not fit into a `u32`.
    #[error(
        "the travel time from node {from} to node {to} is {milliseconds} milliseconds, but at most {} fit",
        u32::MAX - 1
    )]
    TooSlow {
        /// The identifier of the node where the street begins.
        from: i64,
        /// The identifier of the node where the street ends.
        to: i64,
        /// The travel time.
        milliseconds: f64,
    },

    /// There are too many nodes or edges, or not enough memory for them.
    #[error(transparent)]
    Graph(#[from] CsrError),
}
