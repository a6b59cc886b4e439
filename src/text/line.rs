//! [`Line`]: a line of bytes, read field by field.

use alloc::string::{String, ToString};
use core::fmt::Display;
use core::ops::RangeInclusive;
use core::str::FromStr;

use super::{Fault, TextError};

/// Returns the text without the byte order mark with which some editors begin a file.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

/// Returns the lines of a text without their line endings (a line feed, or a carriage return and a line feed), and
/// [without a byte order mark](without_mark). There is always at least one line.
pub fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let text = without_mark(text);
    (1..)
        .zip(text.split(|byte| *byte == b'\n'))
        .map(|(number, bytes)| Line::new(number, bytes.strip_suffix(b"\r").unwrap_or(bytes)))
}

/// A line, read field by field. Fields are separated by white space, unless [`is_tabbed`](Self::is_tabbed) is set.
#[derive(Clone, Debug)]
pub struct Line<'text> {
    /// The number of the line, starting at 1.
    pub number: usize,
    /// The bytes of the line, without its ending.
    pub bytes: &'text [u8],
    /// If set, fields are separated by tabs and may contain spaces, but not at their ends.
    pub is_tabbed: bool,
    /// The position of the field that was read last.
    begin: usize,
    end: usize,
}

impl<'text> Line<'text> {
    /// Creates a line from which no field has been read yet.
    pub fn new(number: usize, bytes: &'text [u8]) -> Self {
        Self {
            number,
            bytes,
            is_tabbed: false,
            begin: 0,
            end: 0,
        }
    }

    /// Returns whether all fields have been read.
    pub fn is_at_end(&self) -> bool {
        self.bytes[self.end..].trim_ascii_start().is_empty()
    }

    /// Reads the next field, which is empty at the end of the line.
    pub fn field(&mut self) -> &'text [u8] {
        let rest = &self.bytes[self.end..];
        let Some(gap) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) else {
            // The position after the last field.
            self.begin = self.end;
            return &[];
        };
        let rest = &rest[gap..];
        let length = if self.is_tabbed {
            rest.iter().position(|byte| *byte == b'\t')
        } else {
            rest.iter().position(u8::is_ascii_whitespace)
        };
        let field = rest[..length.unwrap_or(rest.len())].trim_ascii_end();
        self.begin = self.end + gap;
        self.end = self.begin + field.len();
        field
    }

    /// Returns the column of the field that was read last, starting at 1.
    pub fn column(&self) -> usize {
        self.column_of(self.begin)
    }

    fn column_of(&self, byte: usize) -> usize {
        let is_first_of_character = |byte: &&u8| **byte & 0xC0 != 0x80;
        self.bytes[..byte].iter().filter(is_first_of_character).count() + 1
    }

    /// Returns an error at the field that was read last.
    pub fn error(&self, fault: Fault) -> TextError {
        self.error_at(self.begin, fault)
    }

    /// Returns an error at the byte with this position in the line, counted from 0.
    pub fn error_at(&self, byte: usize, fault: Fault) -> TextError {
        let (line, column) = (self.number, self.column_of(byte));
        TextError { line, column, fault }
    }

    /// Reads the next field, which must be this word.
    ///
    /// # Errors
    ///
    /// Returns [`Fault::Expected`] if the next field is not this word.
    pub fn word(&mut self, expected: &'static str) -> Result<(), TextError> {
        let found = self.field();
        if found == expected.as_bytes() {
            return Ok(());
        }
        let found = excerpt(found);
        Err(self.error(Fault::Expected { expected, found }))
    }

    /// Returns the value that `read` makes from the text of the next field. In an error, `expected` describes a valid
    /// value.
    ///
    /// # Errors
    ///
    /// Returns [`Fault::Missing`] at the end of the line, and [`Fault::Invalid`] if the field is not UTF-8 or `read`
    /// returns `None`.
    #[inline]
    pub fn value<T>(
        &mut self,
        field: &'static str,
        expected: impl Display,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, TextError> {
        let text = self.field();
        if text.is_empty() {
            return Err(self.error(Fault::Missing { field }));
        }
        core::str::from_utf8(text).ok().and_then(read).ok_or_else(|| {
            let (text, expected) = (excerpt(text), expected.to_string());
            self.error(Fault::Invalid { field, text, expected })
        })
    }

    /// Returns the next field as a whole number in the given range. Only digits are allowed.
    ///
    /// # Errors
    ///
    /// As for [`value`](Self::value).
    #[inline]
    pub fn number<N>(&mut self, field: &'static str, range: RangeInclusive<N>) -> Result<N, TextError>
    where
        N: Display + FromStr + PartialOrd,
    {
        let (first, last) = (range.start(), range.end());
        self.value(field, format_args!("a whole number from {first} to {last}"), |text| {
            let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number| is_digits && range.contains(number))
        })
    }

    /// Checks that all fields have been read.
    ///
    /// # Errors
    ///
    /// Returns [`Fault::Unexpected`] if another field follows.
    pub fn end(&mut self) -> Result<(), TextError> {
        match self.field() {
            [] => Ok(()),
            text => Err(self.error(Fault::Unexpected { text: excerpt(text) })),
        }
    }
}

/// Returns the beginning of a text, short enough for a message.
pub fn excerpt(text: &[u8]) -> String {
    const ENOUGH: usize = 40;
    // A character has at most four bytes, so the last one that is shown is whole.
    let start = String::from_utf8_lossy(&text[..text.len().min(4 * ENOUGH + 1)]);
    match start.char_indices().nth(ENOUGH) {
        Some((end, _)) => start[..end].to_string() + "…",
        None => start.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_longer_is_shortened() {
        assert_eq!(excerpt(&[b'a'; 40]), "a".repeat(40));
        assert_eq!(excerpt(&[b'a'; 41]), "a".repeat(40) + "…");
        for character in ["ß", "…", "🧩"] {
            assert_eq!(excerpt(character.repeat(40).as_bytes()), character.repeat(40));
            assert_eq!(excerpt(character.repeat(41).as_bytes()), character.repeat(40) + "…");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        let words = |text: &[u8]| -> Vec<_> {
            lines(text)
                .map(|mut line| (line.field().to_vec(), line.column()))
                .collect()
        };
        assert_eq!(words(b"\xEF\xBB\xBFa\n b"), words(b"a\n b"));
        assert_eq!(words(b"\xEF\xBB\xBF"), words(b""));
        assert_eq!(words(b"\xEF\xBB\xBF\xEF\xBB\xBFa")[0].0.len(), 4, "only one mark");
    }

    #[test]
    fn a_whole_number_has_only_digits() {
        for text in ["1.5", "2e3", "+4", "-0", "inf"] {
            let error = Line::new(1, text.as_bytes()).number("x", 0.0..=9e9).unwrap_err();
            assert!(matches!(error.fault, Fault::Invalid { .. }), "{text}");
        }
        assert_eq!(Line::new(1, b"15").number("x", 0.0..=9e9), Ok(15.0));
    }

    #[test]
    fn a_missing_field_is_after_the_last_one() {
        for (text, is_tabbed) in [("a b", false), ("a b  ", false), ("a b", true), ("a b \t ", true)] {
            let mut line = Line::new(1, text.as_bytes());
            line.is_tabbed = is_tabbed;
            while !line.field().is_empty() {}
            assert_eq!(line.column(), 4, "{text:?}");
            assert!(line.is_at_end());
        }
    }
}
