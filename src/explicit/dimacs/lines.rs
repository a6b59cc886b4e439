//! [`Lines`] and their fields, from plain or compressed data.

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;
use std::io::{self, BufRead, Read};

use super::{DimacsError, Field};

/// No line of these files needs more bytes, but data that are something else may have no line feed at all.
pub(super) const MAX_LINE: usize = 1_000_000;

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The data, unpacked.
enum Source<R> {
    Plain(R),
    #[cfg(feature = "gzip")]
    Gzip(io::BufReader<flate2::bufread::MultiGzDecoder<R>>),
}

impl<R: BufRead> Source<R> {
    fn open(mut reader: R) -> Result<Self, DimacsError> {
        let start = loop {
            match reader.fill_buf() {
                Ok(start) => break start,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(DimacsError::Io { line: 1, source }),
            }
        };
        // A reader may have just one byte at hand. It tells enough: no text begins with it.
        let count = start.len().min(GZIP.len());
        if count == 0 || start[..count] != GZIP[..count] {
            return Ok(Self::Plain(reader));
        }
        #[cfg(feature = "gzip")]
        return Ok(Self::Gzip(io::BufReader::new(flate2::bufread::MultiGzDecoder::new(
            reader,
        ))));
        #[cfg(not(feature = "gzip"))]
        Err(DimacsError::Compressed)
    }

    /// Appends the next line, or as much of it as may be one.
    fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        let limit = MAX_LINE as u64 + 1;
        match self {
            Self::Plain(reader) => reader.take(limit).read_until(b'\n', line),
            #[cfg(feature = "gzip")]
            Self::Gzip(reader) => reader.take(limit).read_until(b'\n', line),
        }
    }
}

/// The lines that say something.
pub(super) struct Lines<R> {
    source: Source<R>,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn open(reader: R) -> Result<Self, DimacsError> {
        Ok(Lines {
            source: Source::open(reader)?,
            buffer: Vec::new(),
            number: 0,
        })
    }

    /// The next line that is neither empty nor a comment.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, DimacsError> {
        loop {
            self.buffer.clear();
            self.number += 1;
            let line = self.number;
            match self.source.read_line(&mut self.buffer) {
                Ok(0) => return Ok(None),
                Ok(length) if length > MAX_LINE => return Err(DimacsError::LineTooLong { line }),
                Ok(_) => {}
                Err(source) => return Err(DimacsError::Io { line, source }),
            }
            let is_comment = |first: &u8| *first == b'c';
            let first = self.buffer.iter().find(|byte| !byte.is_ascii_whitespace());
            if first.is_some_and(|first| !is_comment(first)) {
                break;
            }
        }
        Ok(Some(Line {
            number: self.number,
            text: &self.buffer,
            at: 0,
        }))
    }

    /// The number of the line that was read last, or of the one after the last.
    pub(super) fn number(&self) -> usize {
        self.number
    }
}

/// A line, read field by field.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    text: &'a [u8],
    at: usize,
}

impl<'a> Line<'a> {
    /// The next field and its column. Empty at the end of the line.
    pub(super) fn field(&mut self) -> (usize, &'a [u8]) {
        let rest = &self.text[self.at..];
        // At the end, the column is the one after the last field.
        let Some(begin) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) else {
            return (self.at + 1, &[]);
        };
        let rest = &rest[begin..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let column = self.at + begin + 1;
        self.at += begin + length;
        (column, &rest[..length])
    }

    /// The next field as a number, and its column.
    pub(super) fn number<T: FromStr>(&mut self, field: Field) -> Result<(usize, T), DimacsError> {
        let (column, text) = self.field();
        let line = self.number;
        if text.is_empty() {
            return Err(DimacsError::Missing { line, column, field });
        }
        match core::str::from_utf8(text).ok().and_then(|text| text.parse().ok()) {
            Some(number) => Ok((column, number)),
            None => Err(DimacsError::BadNumber {
                line,
                column,
                field,
                text: excerpt(text),
            }),
        }
    }

    /// The next field as a number between the two.
    pub(super) fn number_in(&mut self, field: Field, least: usize, most: usize) -> Result<usize, DimacsError> {
        let (column, number) = self.number(field)?;
        if (least..=most).contains(&number) {
            return Ok(number);
        }
        Err(DimacsError::OutOfRange {
            line: self.number,
            column,
            field,
            number,
            least,
            most,
        })
    }

    /// Refuses a line that goes on.
    pub(super) fn end(&mut self) -> Result<(), DimacsError> {
        match self.field() {
            (_, []) => Ok(()),
            (column, text) => Err(DimacsError::Unexpected {
                line: self.number,
                column,
                text: excerpt(text),
            }),
        }
    }
}

/// As much of a field as a message wants.
pub(super) fn excerpt(field: &[u8]) -> String {
    const ENOUGH: usize = 40;
    match field.get(..ENOUGH) {
        Some(start) if field.len() > ENOUGH => String::from_utf8_lossy(start).into_owned() + "…",
        _ => String::from_utf8_lossy(field).into_owned(),
    }
}
