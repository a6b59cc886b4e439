//! [`QuoteFault`]: a quote in a row of a CSV table that is misplaced or not closed.

/// The error of a quote in a CSV table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum QuoteFault {
    /// The table ends before the quote is closed.
    #[error("the quote at the beginning of a field is not closed")]
    Unclosed,
    /// Something other than spaces follows the closing quote. It may be the next opening quote, if the quote before it
    /// is missing.
    #[error("the closing quote of a field is not at its end")]
    TextAfter,
    /// Spaces precede the quote.
    #[error("there are spaces before the quote of a field")]
    SpacesBefore,
}

/// Finds the first error of a row, with the position of its quote in the row. Empty lines may precede the row.
pub(super) fn fault(row: &[u8]) -> Option<(usize, QuoteFault)> {
    let is_end = |byte: u8| matches!(byte, b',' | b'\r' | b'\n');
    let mut place = 0;
    while place < row.len() {
        let begin = place;
        place += spaces(&row[place..]);
        if row.get(place) != Some(&b'"') {
            place += row[place..].iter().take_while(|byte| !is_end(**byte)).count() + 1;
            continue;
        }
        let quote = place;
        if quote > begin {
            return Some((quote, QuoteFault::SpacesBefore));
        }
        let Some(length) = quoted(&row[quote..]) else {
            return Some((quote, QuoteFault::Unclosed));
        };
        place = quote + length;
        place += spaces(&row[place..]);
        if row.get(place).is_some_and(|byte| !is_end(*byte)) {
            return Some((quote, QuoteFault::TextAfter));
        }
        place += 1;
    }
    None
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The length of a quoted text, or `None` if it is not closed. Two quotes inside of it stand for one.
fn quoted(text: &[u8]) -> Option<usize> {
    let mut place = 1;
    loop {
        place += text.get(place..)?.iter().position(|byte| *byte == b'"')? + 1;
        if text.get(place) != Some(&b'"') {
            return Some(place);
        }
        place += 1;
    }
}
