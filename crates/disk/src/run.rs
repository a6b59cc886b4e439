//! [`Run`]: a file of sorted keys, bucket by bucket. A level has one or more of these files, and so have the successors
//! that do not fit into memory.
//!
//! The format, with little-endian numbers:
//!
//! ```text
//! header    magic "ASTRLEVL", version u32, bytes of a key u32, buckets u32, content u32, depth u64, CRC-32 of these
//! block*    length of the records u32, CRC-32 of the records (seeded with that of the block before) u32, records
//! table     for each bucket with records: number of the bucket u32, offset u64, end u64, records u64,
//!           CRC-32 of the last block u32, CRC-32 of this entry u32
//! footer    entries of the table u32
//! ```
//!
//! Empty buckets take no bytes, so a level with few nodes is a short file whatever the number of buckets.
//!
//! A record is a byte followed by the end of a key. The byte is 8 times the number of leading bytes that the key shares
//! with the key before it (at most 31; 0 at the beginning of a block), plus the number of times that the key occurs,
//! minus 1. In a level, each key occurs once. Keys are written most significant byte first. If the content is 1 instead
//! of 0, the length of the node's bytes and then the bytes follow. The length is in groups of 7 bits, lowest first,
//! with 128 added to each except the last. The checksums of blocks and entries begin with that of the depth (u64) and
//! the bucket (u32), so that no block or entry can be mistaken for that of another bucket.

use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use astride_files::{BinaryFile, Fields, Format, add_checksum};
use crc32fast::Hasher;

use crate::Error;
use crate::disk::{Disk, Reader, Writer};
use crate::key::Key;

const FORMAT: Format = Format {
    magic: b"ASTRLEVL",
    version: 3,
    content: "a level",
};

const HEADER: usize = 8 + 4 + 4 + 4 + 4 + 8 + 4;
const ENTRY: u64 = 4 + 3 * 8 + 4 + 4;
const FOOTER: u64 = 4;
/// The bytes before the records of a block.
pub(crate) const BLOCK_HEADER: usize = 4 + 4;
/// The maximum number of bytes of records in a block.
pub(crate) const LARGEST_BLOCK: usize = 1 << 15;
/// The maximum number of bytes of a node in addition to its key. A record with this many fits into a block.
pub(crate) const LONGEST: usize = 32_000;

/// The defect of a file with a key for which [`Packed::from_key`](crate::Packed::from_key) returns `None`.
pub(crate) const NO_NODE: &str = "it has a key that no node has";

/// The maximum number of shared bytes that a record can leave out, and the maximum number of times that it can count.
const MOST_SHARED: usize = 31;
const MOST_TIMES: u64 = 8;

/// The properties that all files of an enumeration have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) key_bytes: u32,
    pub(crate) buckets: u32,
    /// The maximum number of bytes of records in a block.
    pub(crate) block: u32,
}

impl Layout {
    #[inline]
    pub(crate) fn bucket<K: Key>(&self, key: K) -> u32 {
        ((u128::from(key.hash()) * u128::from(self.buckets)) >> 64) as u32
    }

    fn header(&self, content: Content, depth: u64) -> Vec<u8> {
        let mut bytes = FORMAT.begin();
        for number in [self.key_bytes, self.buckets, content as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(depth.to_le_bytes());
        add_checksum(&mut bytes);
        bytes
    }
}

/// A set of buckets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    /// A bit for each bucket, up to the last one in the set.
    words: Vec<u64>,
}

impl Buckets {
    fn insert(&mut self, bucket: u32) {
        let word = bucket as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (bucket % 64);
    }

    fn contains(&self, bucket: u32) -> bool {
        let word = self.words.get(bucket as usize / 64);
        word.is_some_and(|word| word >> (bucket % 64) & 1 == 1)
    }

    /// The number of buckets in the set that are below this one, which is in the set.
    fn rank(&self, bucket: u32) -> u64 {
        let (words, word) = self.words.split_at(bucket as usize / 64);
        let below = word.first().map_or(0, |word| word & ((1 << (bucket % 64)) - 1));
        words
            .iter()
            .chain([&below])
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// The first bucket in the set that is at least `from`.
    pub(crate) fn next(&self, from: u32) -> Option<u32> {
        let mut word = from as usize / 64;
        let mut bits = self.words.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.words.get(word)?;
        }
        Some(word as u32 * 64 + bits.trailing_zeros())
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        iter::successors(self.next(0), |bucket| self.next(bucket + 1))
    }
}

/// The content of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Keys,
    /// Keys and the bytes of their nodes.
    Nodes,
}

/// The checksum with which those of a bucket begin.
fn seed(depth: u64, bucket: u32) -> u32 {
    crc_after(crc32fast::hash(&depth.to_le_bytes()), &bucket.to_le_bytes())
}

fn crc_after(crc: u32, bytes: &[u8]) -> u32 {
    let mut hasher = Hasher::new_with_initial(crc);
    hasher.update(bytes);
    hasher.finalize()
}

/// A complete file.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) path: PathBuf,
    depth: u64,
    pub(crate) length: u64,
    /// The checksum of the table.
    pub(crate) crc: u32,
    layout: Layout,
    content: Content,
    /// The position of the table, and the buckets in it.
    table: u64,
    pub(crate) buckets: Buckets,
    /// If the file is temporary, the folder from which it is removed when its last owner is dropped.
    temporary: Option<Arc<Disk>>,
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(disk) = &self.temporary {
            // If this fails, the file is removed when the folder is opened again.
            let _ = disk.remove(&self.path, self.length);
        }
    }
}

impl Run {
    /// The file of a level, as the manifest lists it. Its buckets are unknown until it is [checked](Self::check).
    pub(crate) fn listed(
        path: PathBuf,
        depth: u64,
        (length, crc): (u64, u32),
        layout: Layout,
        content: Content,
    ) -> Self {
        Self {
            path,
            depth,
            length,
            crc,
            layout,
            content,
            table: length,
            buckets: Buckets::default(),
            temporary: None,
        }
    }

    /// Compares the header, the length and the table with the manifest, and reads which buckets have records.
    pub(crate) fn check(&mut self, disk: &Arc<Disk>) -> Result<(), Error> {
        let mut file = BinaryFile::open(&self.path)?;
        let header = file.begin(&FORMAT, HEADER)?;
        file.checked(&header, "header")?;
        if file.length != self.length || self.length < HEADER as u64 + FOOTER {
            return Err(file.wrong_length(self.length).into());
        }
        let mut reader = Reader::open(disk, &self.path)?;
        let mut footer = [0; FOOTER as usize];
        reader.seek(self.length - FOOTER);
        reader.read(&mut footer)?;
        let end = FOOTER + u64::from(u32::from_le_bytes(footer).min(self.layout.buckets)) * ENTRY;
        let table = self.length.checked_sub(end).filter(|table| *table >= HEADER as u64);
        let unlisted = || Error::damaged(&self.path, "it is not the file that the manifest lists");
        let table = table.ok_or_else(unlisted)?;
        let mut bytes = vec![0; end as usize];
        reader.seek(table);
        reader.read(&mut bytes)?;
        if header != self.layout.header(self.content, self.depth) || crc32fast::hash(&bytes) != self.crc {
            return Err(unlisted());
        }
        let mut buckets = Buckets::default();
        for entry in bytes.chunks_exact(ENTRY as usize) {
            // The checksum has been verified, so this fails only if another program wrote the file.
            let bucket = Fields(entry).u32().filter(|bucket| *bucket < self.layout.buckets);
            buckets.insert(bucket.ok_or_else(unlisted)?);
        }
        (self.table, self.buckets) = (table, buckets);
        Ok(())
    }
}

/// Writes a [`Run`].
#[derive(Debug)]
pub(crate) struct RunWriter<K> {
    disk: Arc<Disk>,
    file: Writer,
    depth: u64,
    layout: Layout,
    content: Content,
    table: Vec<u8>,
    /// The buckets in the table.
    buckets: Buckets,
    /// The current bucket.
    bucket: u32,
    offset: u64,
    records: u64,
    crc: u32,
    /// The current block, with space for its header.
    block: Vec<u8>,
    last: Option<K>,
}

impl<K: Key> RunWriter<K> {
    pub(crate) fn create(
        disk: &Arc<Disk>,
        name: &str,
        depth: u64,
        layout: Layout,
        content: Content,
    ) -> Result<Self, Error> {
        let mut file = disk.create(name)?;
        file.write(&layout.header(content, depth))?;
        Ok(Self {
            disk: Arc::clone(disk),
            offset: file.length,
            file,
            depth,
            layout,
            content,
            table: Vec::new(),
            buckets: Buckets::default(),
            bucket: 0,
            records: 0,
            crc: seed(depth, 0),
            block: vec![0; BLOCK_HEADER],
            last: None,
        })
    }

    /// Adds a key to the current bucket, after all smaller keys, with the bytes of its node if the file has
    /// [`Content::Nodes`].
    #[inline]
    pub(crate) fn push(&mut self, key: K, mut times: u64, bytes: &[u8]) -> Result<(), Error> {
        while times > 0 {
            let more = if self.content == Content::Nodes {
                LENGTH + bytes.len()
            } else {
                0
            };
            if self.block.len() + 1 + K::BYTES + more > BLOCK_HEADER + self.layout.block as usize {
                self.end_block()?;
            }
            let shared = self.last.map_or(0, |last| last.shared(key).min(MOST_SHARED));
            let now = times.min(MOST_TIMES);
            self.block.push((shared << 3) as u8 | (now - 1) as u8);
            key.write_rest(shared, &mut self.block);
            if self.content == Content::Nodes {
                write_length(bytes.len(), &mut self.block);
                self.block.extend(bytes);
            }
            self.last = Some(key);
            self.records += 1;
            times -= now;
        }
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), Error> {
        let records = self.block.len() - BLOCK_HEADER;
        if records > 0 {
            self.crc = crc_after(self.crc, &self.block[BLOCK_HEADER..]);
            self.block[..4].copy_from_slice(&(records as u32).to_le_bytes());
            self.block[4..BLOCK_HEADER].copy_from_slice(&self.crc.to_le_bytes());
            self.file.write(&self.block)?;
            self.block.truncate(BLOCK_HEADER);
        }
        self.last = None;
        Ok(())
    }

    /// Ends the current bucket if it is before this one.
    pub(crate) fn go_to(&mut self, bucket: u32) -> Result<(), Error> {
        if bucket != self.bucket {
            self.end_bucket()?;
            self.bucket = bucket;
            self.crc = seed(self.depth, bucket);
        }
        Ok(())
    }

    /// Lists the current bucket in the table unless it is empty.
    fn end_bucket(&mut self) -> Result<(), Error> {
        self.end_block()?;
        if self.records > 0 {
            let mut entry = Vec::new();
            entry.extend(self.bucket.to_le_bytes());
            entry.extend(self.offset.to_le_bytes());
            entry.extend(self.file.length.to_le_bytes());
            entry.extend(self.records.to_le_bytes());
            entry.extend(self.crc.to_le_bytes());
            let check = crc_after(seed(self.depth, self.bucket), &entry);
            self.table.extend(entry);
            self.table.extend(check.to_le_bytes());
            self.buckets.insert(self.bucket);
            self.offset = self.file.length;
            self.records = 0;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Run, Writer), Error> {
        self.end_bucket()?;
        let table = self.file.length;
        let entries = (self.table.len() / ENTRY as usize) as u32;
        self.table.extend(entries.to_le_bytes());
        self.file.write(&self.table)?;
        let (path, length) = (self.file.path.clone(), self.file.length);
        let crc = crc32fast::hash(&self.table);
        let mut run = Run::listed(path, self.depth, (length, crc), self.layout, self.content);
        (run.table, run.buckets) = (table, self.buckets);
        Ok((run, self.file))
    }

    /// Ends the file of a level and makes it durable.
    pub(crate) fn finish_level(self) -> Result<Run, Error> {
        let (run, file) = self.finish()?;
        file.sync()?;
        file.close();
        Ok(run)
    }

    /// Ends a file that is removed when it is no longer used.
    pub(crate) fn finish_temporary(self) -> Result<Arc<Run>, Error> {
        let disk = Arc::clone(&self.disk);
        let (mut run, file) = self.finish()?;
        file.close();
        run.temporary = Some(disk);
        Ok(Arc::new(run))
    }
}

/// The maximum number of bytes of an encoded length.
const LENGTH: usize = 3;

fn write_length(mut length: usize, bytes: &mut Vec<u8>) {
    while length > 127 {
        bytes.push(length as u8 | 128);
        length >>= 7;
    }
    bytes.push(length as u8);
}

/// Returns a length and the number of bytes that it takes.
fn read_length(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut length = 0;
    for (place, byte) in bytes.iter().enumerate().take(LENGTH) {
        length |= usize::from(byte & 127) << (7 * place);
        if *byte < 128 {
            return Some((length, place + 1));
        }
    }
    None
}

/// Reads the keys of one bucket in order.
#[derive(Debug)]
pub(crate) struct Cursor<K> {
    reader: Reader,
    /// The position of the next block, and the end of the last one.
    place: u64,
    end: u64,
    /// The records that have not been read.
    left: u64,
    crc: u32,
    last_crc: u32,
    block: Vec<u8>,
    next: usize,
    last: K,
    content: Content,
    /// The position of the last node's bytes in the block.
    bytes: Range<usize>,
    /// Keeps a temporary file from being removed.
    _run: Option<Arc<Run>>,
}

impl<K: Key> Cursor<K> {
    /// Opens a bucket, or returns `None` if it is empty.
    pub(crate) fn open(disk: &Arc<Disk>, run: &Run, bucket: u32) -> Result<Option<Self>, Error> {
        if !run.buckets.contains(bucket) {
            return Ok(None);
        }
        Self::new(Reader::open(disk, &run.path)?, run, bucket).map(Some)
    }

    /// Reads a bucket that is not empty from a file that is already open.
    pub(crate) fn new(mut reader: Reader, run: &Run, bucket: u32) -> Result<Self, Error> {
        reader.seek(run.table + run.buckets.rank(bucket) * ENTRY);
        let mut entry = [0; ENTRY as usize];
        reader.read(&mut entry)?;
        let (fields, check) = entry.split_at(entry.len() - 4);
        let check = Fields(check).u32() == Some(crc_after(seed(run.depth, bucket), fields));
        let mut fields = Fields(fields);
        let is_bucket = fields.u32() == Some(bucket);
        let numbers = (fields.u64(), fields.u64(), fields.u64(), fields.u32());
        let (Some(place), Some(end), Some(left), Some(last_crc), true) =
            (numbers.0, numbers.1, numbers.2, numbers.3, check && is_bucket)
        else {
            return Err(Error::damaged(&run.path, "the checksum of its table does not match"));
        };
        reader.seek(place);
        Ok(Self {
            reader,
            place,
            end,
            left,
            crc: seed(run.depth, bucket),
            last_crc,
            block: Vec::new(),
            next: 0,
            last: K::MAX,
            content: run.content,
            bytes: 0..0,
            _run: None,
        })
    }

    /// Opens a bucket, or returns `None` if it is empty. The file must exist until the cursor is dropped.
    pub(crate) fn open_shared(disk: &Arc<Disk>, run: &Arc<Run>, bucket: u32) -> Result<Option<Self>, Error> {
        let cursor = Self::open(disk, run, bucket)?;
        Ok(cursor.map(|cursor| Self {
            _run: Some(Arc::clone(run)),
            ..cursor
        }))
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.reader.path
    }

    /// The error for a key that does not belong to any node.
    pub(crate) fn no_node(&self) -> Error {
        Error::damaged(self.path(), NO_NODE)
    }

    fn damaged(&self) -> Error {
        Error::damaged(&self.reader.path, "the checksum of a block does not match")
    }

    /// Returns the next key and the number of times that it occurs.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<(K, u64)>, Error> {
        if self.next == self.block.len() {
            if self.left == 0 {
                let is_end = self.place == self.end && self.crc == self.last_crc;
                return if is_end { Ok(None) } else { Err(self.damaged()) };
            }
            self.read_block()?;
        }
        // The checksum has been verified, so this fails only if another program wrote the file.
        let record = self.block[self.next..].split_first().and_then(|(head, rest)| {
            let (shared, times) = (usize::from(head >> 3), u64::from(head & 7) + 1);
            let length = 1 + K::BYTES.checked_sub(shared)?;
            Some((self.last.with_rest(shared, rest)?, times, length))
        });
        let (Some((key, times, length)), Some(left)) = (record, self.left.checked_sub(1)) else {
            return Err(self.damaged());
        };
        self.next += length;
        if self.content == Content::Nodes {
            let rest = self.block.get(self.next..).unwrap_or_default();
            let Some((bytes, start)) = read_length(rest).filter(|(bytes, start)| start + bytes <= rest.len()) else {
                return Err(self.damaged());
            };
            self.bytes = self.next + start..self.next + start + bytes;
            self.next = self.bytes.end;
        }
        self.last = key;
        self.left = left;
        Ok(Some((key, times)))
    }

    /// The bytes of the node whose key was returned last if the file has [`Content::Nodes`], and otherwise none.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.block.get(self.bytes.clone()).unwrap_or_default()
    }

    fn read_block(&mut self) -> Result<(), Error> {
        let mut header = [0; BLOCK_HEADER];
        self.reader.read(&mut header)?;
        let mut fields = Fields(&header);
        let (length, crc) = (fields.u32().unwrap_or(0), fields.u32().unwrap_or(0));
        let end = self.place.saturating_add(BLOCK_HEADER as u64 + u64::from(length));
        if length == 0 || length as usize > LARGEST_BLOCK || end > self.end {
            return Err(self.damaged());
        }
        self.block.resize(length as usize, 0);
        self.reader.read(&mut self.block)?;
        self.crc = crc_after(self.crc, &self.block);
        if crc != self.crc {
            return Err(self.damaged());
        }
        self.place = end;
        self.next = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout {
        key_bytes: 8,
        buckets: 1,
        block: LARGEST_BLOCK as u32,
    };

    #[test]
    fn a_file_in_memory_that_is_not_finished_is_dropped() {
        let disk = Disk::in_memory(u64::MAX);
        let writer = || RunWriter::<u64>::create(&disk, "run", 0, LAYOUT, Content::Keys).unwrap();
        drop(writer());
        assert!(Reader::open(&disk, &disk.path("run")).is_err());
        let run = writer().finish_temporary().unwrap();
        assert!(Reader::open(&disk, &run.path).is_ok());
    }

    /// The second record ends at each of the last bytes of the block, or begins the next block.
    #[test]
    fn blocks_are_filled_to_the_last_byte() {
        for length in 700..=LARGEST_BLOCK - LONGEST {
            let disk = Disk::in_memory(u64::MAX);
            let mut writer = RunWriter::create(&disk, "run", 0, LAYOUT, Content::Nodes).unwrap();
            let records = [(1_u64, vec![1; LONGEST]), (2, vec![2; length]), (1 << 60, vec![3; 3])];
            for (key, bytes) in &records {
                writer.push(*key, 1, bytes).unwrap();
            }
            let run = writer.finish_temporary().unwrap();
            let mut cursor = Cursor::open_shared(&disk, &run, 0).unwrap().unwrap();
            for (key, bytes) in &records {
                assert_eq!(cursor.next().unwrap(), Some((*key, 1)), "{length} bytes");
                assert_eq!(cursor.bytes(), bytes);
            }
            assert_eq!(cursor.next().unwrap(), None);
        }
    }
}
