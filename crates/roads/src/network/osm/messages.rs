//! The messages of the file format, as far as they are read. Fields that are left out, such as authors and times, are
//! skipped when a message is decoded.
//!
//! Messages in a list are decoded one at a time, since they take many times as much memory as their bytes: an empty one
//! has two bytes.
//!
//! The definitions are those of `fileformat.proto` and `osmformat.proto` of the project `OSM-binary`.

use prost::Message;
use prost::bytes::Bytes;

#[derive(Clone, PartialEq, Message)]
pub(super) struct BlobHeader {
    #[prost(string, required, tag = "1")]
    pub(super) kind: String,
    #[prost(int32, required, tag = "3")]
    pub(super) size: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Blob {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub(super) raw: Option<Bytes>,
    #[prost(int32, optional, tag = "2")]
    pub(super) raw_size: Option<i32>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub(super) zlib: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub(super) lzma: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "5")]
    pub(super) bzip2: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "6")]
    pub(super) lz4: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "7")]
    pub(super) zstd: Option<Bytes>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct HeaderBlock {
    #[prost(string, repeated, tag = "4")]
    pub(super) required_features: Vec<String>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct StringTable {
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub(super) strings: Vec<Bytes>,
}

/// A block, of which only ways and relations are decoded.
#[derive(Clone, PartialEq, Message)]
pub(super) struct WayBlock {
    #[prost(message, optional, tag = "1")]
    pub(super) table: Option<StringTable>,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub(super) groups: Vec<Bytes>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct WayGroup {
    /// The nodes, which are not decoded.
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub(super) nodes: Vec<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub(super) dense: Option<Bytes>,
    #[prost(bytes = "bytes", repeated, tag = "3")]
    pub(super) ways: Vec<Bytes>,
    #[prost(bytes = "bytes", repeated, tag = "4")]
    pub(super) relations: Vec<Bytes>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Way {
    #[prost(int64, required, tag = "1")]
    pub(super) id: i64,
    #[prost(uint32, repeated, tag = "2")]
    pub(super) keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    pub(super) values: Vec<u32>,
    /// Each is the difference to the one before.
    #[prost(sint64, repeated, tag = "8")]
    pub(super) nodes: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Relation {
    #[prost(int64, required, tag = "1")]
    pub(super) id: i64,
    #[prost(uint32, repeated, tag = "2")]
    pub(super) keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    pub(super) values: Vec<u32>,
    #[prost(int32, repeated, tag = "8")]
    pub(super) roles: Vec<i32>,
    /// Each is the difference to the one before.
    #[prost(sint64, repeated, tag = "9")]
    pub(super) members: Vec<i64>,
    /// 0 for a node, 1 for a way, 2 for a relation.
    #[prost(int32, repeated, tag = "10")]
    pub(super) kinds: Vec<i32>,
}

/// A block, of which only nodes are decoded.
#[derive(Clone, PartialEq, Message)]
pub(super) struct NodeBlock {
    #[prost(message, optional, tag = "1")]
    pub(super) table: Option<StringTable>,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub(super) groups: Vec<Bytes>,
    /// The unit of coordinates, in billionths of a degree.
    #[prost(int32, optional, tag = "17", default = "100")]
    pub(super) granularity: Option<i32>,
    #[prost(int64, optional, tag = "19")]
    pub(super) latitude_offset: Option<i64>,
    #[prost(int64, optional, tag = "20")]
    pub(super) longitude_offset: Option<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct NodeGroup {
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub(super) nodes: Vec<Bytes>,
    #[prost(message, optional, tag = "2")]
    pub(super) dense: Option<DenseNodes>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Node {
    #[prost(sint64, required, tag = "1")]
    pub(super) id: i64,
    #[prost(uint32, repeated, tag = "2")]
    pub(super) keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    pub(super) values: Vec<u32>,
    #[prost(sint64, required, tag = "8")]
    pub(super) latitude: i64,
    #[prost(sint64, required, tag = "9")]
    pub(super) longitude: i64,
}

/// Nodes column by column. Each number is the difference to the one before.
#[derive(Clone, PartialEq, Message)]
pub(super) struct DenseNodes {
    #[prost(sint64, repeated, tag = "1")]
    pub(super) ids: Vec<i64>,
    #[prost(sint64, repeated, tag = "8")]
    pub(super) latitudes: Vec<i64>,
    #[prost(sint64, repeated, tag = "9")]
    pub(super) longitudes: Vec<i64>,
    /// The keys and values of each node, and a zero after those of each node. Empty if no node has any.
    #[prost(int32, repeated, tag = "10")]
    pub(super) keys_values: Vec<i32>,
}
