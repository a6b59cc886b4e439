//! Lines of bytes, and their fields.

use super::{Fault, FormatError, excerpt};

/// The lines with their numbers, without what ends them (a line feed, or a carriage return and one).
pub(in crate::grid) fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    (1..)
        .zip(text.split(|byte| *byte == b'\n'))
        .map(|(number, bytes)| Line {
            number,
            bytes: bytes.strip_suffix(b"\r").unwrap_or(bytes),
            at: 0,
        })
}

/// A number that a line has to have.
#[derive(Clone, Copy, Debug)]
pub(in crate::grid) struct Field {
    /// As it is called in messages.
    pub(in crate::grid) name: &'static str,
    pub(in crate::grid) least: u32,
    pub(in crate::grid) most: u32,
    /// The range in words.
    pub(in crate::grid) expected: &'static str,
}

impl Field {
    /// Any number.
    pub(in crate::grid) const fn count(name: &'static str) -> Self {
        Self {
            name,
            least: 0,
            most: u32::MAX,
            expected: "a whole number",
        }
    }

    /// The width or the height of a map.
    pub(in crate::grid) const fn side(name: &'static str) -> Self {
        Self {
            name,
            least: 1,
            most: u16::MAX as u32,
            expected: "a whole number from 1 to 65535",
        }
    }

    /// A column or a row.
    pub(in crate::grid) const fn coordinate(name: &'static str) -> Self {
        Self {
            name,
            least: 0,
            most: u16::MAX as u32,
            expected: "a whole number from 0 to 65535",
        }
    }
}

/// A line, read field by field.
#[derive(Clone, Debug)]
pub(in crate::grid) struct Line<'text> {
    pub(in crate::grid) number: usize,
    pub(in crate::grid) bytes: &'text [u8],
    at: usize,
}

impl<'text> Line<'text> {
    pub(in crate::grid) fn is_blank(&self) -> bool {
        self.bytes.trim_ascii().is_empty()
    }

    /// The next field and its column, fields being separated by white space. Empty at the end of the line.
    pub(in crate::grid) fn field(&mut self) -> (usize, &'text [u8]) {
        self.field_up_to(u8::is_ascii_whitespace)
    }

    /// The next field in a line whose fields are separated by a tab: it may contain spaces, though not at its ends.
    pub(in crate::grid) fn tabbed_field(&mut self) -> (usize, &'text [u8]) {
        let (column, field) = self.field_up_to(|byte| *byte == b'\t');
        (column, field.trim_ascii_end())
    }

    fn field_up_to(&mut self, is_separator: impl Fn(&u8) -> bool) -> (usize, &'text [u8]) {
        let rest = &self.bytes[self.at..];
        let begin = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        let Some(begin) = begin else {
            // The column after the last field.
            return (self.column(self.at), &[]);
        };
        let rest = &rest[begin..];
        let length = rest.iter().position(is_separator).unwrap_or(rest.len());
        let column = self.column(self.at + begin);
        self.at += begin + length;
        (column, &rest[..length])
    }

    /// The column of a byte, counted in characters of UTF-8.
    pub(in crate::grid) fn column(&self, byte: usize) -> usize {
        let is_first = |byte: &&u8| **byte & 0xC0 != 0x80;
        self.bytes[..byte].iter().filter(is_first).count() + 1
    }

    /// The next field, which has to be this word.
    pub(in crate::grid) fn word(&mut self, expected: &'static str) -> Result<(), FormatError> {
        let (column, found) = self.field();
        if found == expected.as_bytes() {
            return Ok(());
        }
        let found = excerpt(found);
        Err(Fault::Expected { expected, found }.at(self.number, column))
    }

    /// The next field as a whole number in its range.
    pub(in crate::grid) fn number(&mut self, field: Field) -> Result<u32, FormatError> {
        let (column, text) = self.field();
        number(text, field).map_err(|fault| fault.at(self.number, column))
    }

    /// Refuses a line that goes on.
    pub(in crate::grid) fn end(&mut self) -> Result<(), FormatError> {
        match self.field() {
            (_, []) => Ok(()),
            (column, text) => Err(Fault::Unexpected { text: excerpt(text) }.at(self.number, column)),
        }
    }
}

/// A field as a whole number in its range.
pub(in crate::grid) fn number(text: &[u8], field: Field) -> Result<u32, Fault> {
    if text.is_empty() {
        return Err(Fault::Missing { field: field.name });
    }
    let is_digits = text.iter().all(u8::is_ascii_digit);
    let number = core::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    number
        .filter(|number| is_digits && (field.least..=field.most).contains(number))
        .ok_or_else(|| Fault::BadNumber {
            field: field.name,
            text: excerpt(text),
            expected: field.expected,
        })
}
