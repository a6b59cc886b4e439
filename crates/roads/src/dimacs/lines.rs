//! [`Lines`] from plain or compressed data.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use std::io::{self, BufRead, Read};

use super::DimacsError;
use astride::text::{Fault, Line, excerpt, without_mark};

/// No line of these files needs more bytes, but other data may have no line feed at all.
const MAX_LINE: usize = 1_000_000;

/// The largest number of comments and empty lines in addition to that of other lines. Compressed, a thousand of these
/// lines can take one byte.
const MAX_SKIPPED: usize = 1_000_000;

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The lines that are neither empty nor comments.
pub(super) struct Lines<'a> {
    /// The data, unpacked.
    source: Box<dyn BufRead + 'a>,
    buffer: Vec<u8>,
    number: usize,
    /// The number of comments and empty lines read.
    skipped: usize,
    /// The number of bytes read, and its limit.
    bytes: u64,
    limit: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn open(mut reader: impl BufRead + 'a, limit: u64) -> Result<Self, DimacsError> {
        let start = loop {
            match reader.fill_buf() {
                Ok(start) => break start,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(DimacsError::Io { line: 1, source }),
            }
        };
        // A reader may have buffered only one byte, which is sufficient: no text begins with it.
        let count = start.len().min(GZIP.len());
        let source: Box<dyn BufRead + 'a> = if count == 0 || start[..count] != GZIP[..count] {
            Box::new(reader)
        } else {
            #[cfg(not(feature = "gzip"))]
            return Err(DimacsError::Compressed);
            #[cfg(feature = "gzip")]
            Box::new(io::BufReader::new(flate2::bufread::MultiGzDecoder::new(reader)))
        };
        Ok(Lines {
            source,
            buffer: Vec::new(),
            number: 0,
            skipped: 0,
            bytes: 0,
            limit,
        })
    }

    /// The next line, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, DimacsError> {
        loop {
            self.buffer.clear();
            self.number += 1;
            let reader = (&mut self.source).take(MAX_LINE as u64 + 1);
            match { reader }.read_until(b'\n', &mut self.buffer) {
                Ok(0) => return Ok(None),
                Ok(length) if length > MAX_LINE => {
                    let (field, text) = ("the line", excerpt(&self.buffer));
                    let expected = format!("a line of at most {MAX_LINE} bytes");
                    return Err(self.last().error(Fault::Invalid { field, text, expected }).into());
                }
                Ok(length) => self.bytes += length as u64,
                Err(source) => {
                    return Err(DimacsError::Io {
                        line: self.number,
                        source,
                    });
                }
            }
            if self.number == 1 {
                let mark = self.buffer.len() - without_mark(&self.buffer).len();
                self.buffer.drain(..mark);
            }
            if self.bytes > self.limit {
                let (what, found, limit) = ("bytes", self.bytes, self.limit);
                return Err(self.last().error(Fault::OverLimit { what, found, limit }).into());
            }
            let first = self.buffer.trim_ascii_start().first();
            if first.is_some_and(|first| *first != b'c') {
                return Ok(Some(self.last()));
            }
            self.skipped += 1;
            let most = MAX_SKIPPED + (self.number - self.skipped);
            if self.skipped > most {
                let (what, found, limit) = ("comments and empty lines", self.skipped as u64, most as u64);
                return Err(self.last().error(Fault::OverLimit { what, found, limit }).into());
            }
        }
    }

    /// The line that was read last, or the one after the last line.
    pub(super) fn last(&self) -> Line<'_> {
        Line::new(self.number, &self.buffer)
    }
}
