//! [`Blocks`]: the blocks of a `.osm.pbf` file, one after another, with limits on their sizes.

use std::io::{ErrorKind, Read};

use flate2::read::ZlibDecoder;
use prost::Message;
use prost::bytes::Bytes;

use super::OsmError;
use super::messages::{Blob, BlobHeader, HeaderBlock};

/// The maximum length of the header of a block, according to the format.
const MAX_HEADER: u64 = 64 << 10;

/// The maximum length of a block, and of its content after decompression, according to the format.
const MAX_BLOCK: u64 = 32 << 20;

/// The maximum number of decompressed bytes for each byte of the file. In extracts of OpenStreetMap, there are two to
/// four.
const MAX_RATIO: u64 = 16;

/// The number of decompressed bytes that any file may have.
const ALLOWANCE: u64 = 1 << 20;

/// The features of a file that this reader supports.
const FEATURES: [&str; 2] = ["OsmSchema-V0.6", "DenseNodes"];

/// Reads blocks of data.
pub(super) struct Blocks<R> {
    reader: R,
    /// The number of the next block.
    next: u64,
    /// The number of bytes read and decompressed so far.
    read: u64,
    inflated: u64,
}

/// A block of data, still compressed.
pub(super) struct Block {
    pub(super) number: u64,
    blob: Blob,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(reader: R) -> Self {
        Blocks {
            reader,
            next: 0,
            read: 0,
            inflated: 0,
        }
    }

    /// Reads the next block with data. Returns `None` at the end. The header is checked, and blocks of unknown types
    /// are skipped.
    pub(super) fn next(&mut self) -> Result<Option<Block>, OsmError> {
        loop {
            let block = self.next;
            let Some(header) = self.header()? else {
                return if block == 0 { Err(OsmError::NoHeader) } else { Ok(None) };
            };
            let is_header = header.kind == "OSMHeader";
            if block == 0 && !is_header {
                return Err(OsmError::NoHeader);
            }
            // A negative length is treated as too long.
            let length = u64::try_from(header.size).unwrap_or(u64::MAX);
            let bytes = self.bytes("the block", length, MAX_BLOCK)?;
            self.next += 1;
            if !is_header && header.kind != "OSMData" {
                continue;
            }
            let blob = decode::<Blob>(block, bytes)?;
            let block = Block { number: block, blob };
            if !is_header {
                return Ok(Some(block));
            }
            let header: HeaderBlock = self.content(&block)?;
            let mut features = header.required_features.into_iter();
            if let Some(feature) = features.find(|feature| !FEATURES.contains(&&**feature)) {
                return Err(OsmError::Feature { feature });
            }
        }
    }

    /// Decompresses a block and decodes its content.
    pub(super) fn content<M: Message + Default>(&mut self, block: &Block) -> Result<M, OsmError> {
        let bytes = self.inflate(block)?;
        decode(block.number, bytes)
    }

    fn inflate(&mut self, Block { number, blob }: &Block) -> Result<Bytes, OsmError> {
        let block = *number;
        let limit = ALLOWANCE + MAX_RATIO * self.read;
        let rest = limit.saturating_sub(self.inflated);
        let content = if let Some(raw) = &blob.raw {
            raw.clone()
        } else if let Some(zlib) = &blob.zlib {
            let mut content = Vec::new();
            let most = rest.min(MAX_BLOCK) + 1;
            let result = ZlibDecoder::new(&**zlib).take(most).read_to_end(&mut content);
            result.map_err(|error| damaged(block, error.to_string()))?;
            Bytes::from(content)
        } else {
            let methods = [
                ("LZMA", &blob.lzma),
                ("bzip2", &blob.bzip2),
                ("LZ4", &blob.lz4),
                ("Zstandard", &blob.zstd),
            ];
            let method = methods.into_iter().find(|(_, content)| content.is_some());
            return Err(match method {
                Some((method, _)) => OsmError::Compression { block, method },
                None => damaged(block, "the block has no content"),
            });
        };
        let bytes = content.len() as u64;
        if bytes > rest {
            return Err(OsmError::Inflated { block, limit });
        }
        if bytes > MAX_BLOCK {
            return Err(OsmError::TooLong {
                block,
                part: "the content",
                bytes,
                limit: MAX_BLOCK,
            });
        }
        if let Some(size) = blob.raw_size
            && u64::try_from(size) != Ok(bytes)
        {
            let fault = format!("the content has {bytes} bytes instead of {size}");
            return Err(damaged(block, fault));
        }
        self.inflated += bytes;
        Ok(content)
    }

    /// Reads the header of a block. Returns `None` at the end of the data.
    fn header(&mut self) -> Result<Option<BlobHeader>, OsmError> {
        let block = self.next;
        let mut length = Vec::with_capacity(4);
        let result = self.reader.by_ref().take(4).read_to_end(&mut length);
        result.map_err(|source| failed(block, source))?;
        let length = match *length.as_slice() {
            [] => return Ok(None),
            [first, second, third, fourth] => u32::from_be_bytes([first, second, third, fourth]),
            _ if block == 0 => return Err(OsmError::NoHeader),
            _ => return Err(OsmError::Truncated { block }),
        };
        self.read += 4;
        let header = self
            .bytes("the header", length.into(), MAX_HEADER)
            .and_then(|bytes| decode(block, bytes));
        match header {
            Ok(header) => Ok(Some(header)),
            // Data of another kind begin with any bytes.
            Err(OsmError::TooLong { .. } | OsmError::Damaged { .. }) if block == 0 => Err(OsmError::NoHeader),
            Err(error) => Err(error),
        }
    }

    /// Reads some bytes. Memory for them is allocated as they are read, since the length may be wrong.
    fn bytes(&mut self, part: &'static str, length: u64, limit: u64) -> Result<Bytes, OsmError> {
        let block = self.next;
        if length > limit {
            return Err(OsmError::TooLong {
                block,
                part,
                bytes: length,
                limit,
            });
        }
        let mut bytes = Vec::new();
        let result = self.reader.by_ref().take(length).read_to_end(&mut bytes);
        result.map_err(|source| failed(block, source))?;
        if (bytes.len() as u64) < length {
            return Err(OsmError::Truncated { block });
        }
        self.read += length;
        Ok(Bytes::from(bytes))
    }
}

fn failed(block: u64, source: std::io::Error) -> OsmError {
    if source.kind() == ErrorKind::UnexpectedEof {
        OsmError::Truncated { block }
    } else {
        OsmError::Io { block, source }
    }
}

/// Decodes a message.
pub(super) fn decode<M: Message + Default>(block: u64, bytes: Bytes) -> Result<M, OsmError> {
    M::decode(bytes).map_err(|error| damaged(block, error.to_string()))
}

/// The error for a damaged block.
pub(super) fn damaged(block: u64, fault: impl Into<String>) -> OsmError {
    let fault = fault.into();
    OsmError::Damaged { block, fault }
}
