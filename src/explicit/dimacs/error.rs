//! [`DimacsError`]: what can be wrong with a file.

use alloc::string::String;
use core::fmt;
use std::io;

use super::lines::MAX_LINE;
use crate::explicit::CsrError;

/// What can be wrong with a file. Lines and columns count from 1, long texts are shortened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DimacsError {
    /// The reader failed, or the compressed data are damaged.
    #[error("line {line}: cannot be read: {source}")]
    Io {
        /// The line that was to be read.
        line: usize,
        /// What the reader said.
        source: io::Error,
    },

    /// The data are compressed with gzip, and the crate was built without the feature `gzip`.
    #[error("the data are compressed with gzip: that needs the feature `gzip` of the crate astride")]
    Compressed,

    /// A line of more than a million bytes.
    #[error("line {line}: longer than {MAX_LINE} bytes")]
    LineTooLong {
        /// The line.
        line: usize,
    },

    /// A line begins with something that this kind of file does not have.
    #[error("line {line}, column {column}: unknown kind of line {text:?} (known: c, p, {known})")]
    UnknownLine {
        /// The line.
        line: usize,
        /// Where it begins.
        column: usize,
        /// How it begins.
        text: String,
        /// The lines that the file should have.
        known: char,
    },

    /// There is no header before the first arc or node, or at all.
    #[error("line {line}: no header {expected:?} before it")]
    NoHeader {
        /// The line of the first arc or node, or the one after the last.
        line: usize,
        /// What the header looks like.
        expected: &'static str,
    },

    /// The header is one of another kind of file.
    #[error("line {line}, column {column}: {text:?} in the place of {expected:?}")]
    WrongHeader {
        /// The line.
        line: usize,
        /// Where it goes wrong.
        column: usize,
        /// What is there. Empty at the end of the line.
        text: String,
        /// What should be there.
        expected: &'static str,
    },

    /// A second header.
    #[error("line {line}: a second header, the first one is line {first}")]
    SecondHeader {
        /// The line.
        line: usize,
        /// The line of the first header.
        first: usize,
    },

    /// A line ends too early.
    #[error("line {line}, column {column}: {field} is missing")]
    Missing {
        /// The line.
        line: usize,
        /// Where it ends.
        column: usize,
        /// What should follow.
        field: Field,
    },

    /// A line goes on too long.
    #[error("line {line}, column {column}: unexpected {text:?} after the last field")]
    Unexpected {
        /// The line.
        line: usize,
        /// Where it should end.
        column: usize,
        /// What follows.
        text: String,
    },

    /// Not a number, or none of the type that it is read as.
    #[error("line {line}, column {column}: {field} is {text:?}, which is not a number that fits")]
    BadNumber {
        /// The line.
        line: usize,
        /// Where the field begins.
        column: usize,
        /// Which number.
        field: Field,
        /// What is there.
        text: String,
    },

    /// A weight below zero, an infinite one, or one that is not a number.
    #[error("line {line}, column {column}: the weight is {text}, which is no cost: below zero, or infinite")]
    BadWeight {
        /// The line.
        line: usize,
        /// Where the weight begins.
        column: usize,
        /// The weight.
        text: String,
    },

    /// A node outside of the graph, or a count that is too large for one.
    #[error("line {line}, column {column}: {field} is {number}, which is not from {least} to {most}")]
    OutOfRange {
        /// The line.
        line: usize,
        /// Where the number begins.
        column: usize,
        /// Which number.
        field: Field,
        /// The number.
        number: usize,
        /// The least possible one.
        least: usize,
        /// The greatest possible one.
        most: usize,
    },

    /// A node's coordinates are given twice.
    #[error("line {line}: the coordinates of node {node} once more")]
    SecondPlace {
        /// The line where they are given again.
        line: usize,
        /// The node, as it is numbered in the file.
        node: usize,
    },

    /// More arcs or nodes than the header announces.
    #[error("line {line}: one more than the {announced} lines {known:?} that the header announces")]
    TooMany {
        /// The line that is one too many.
        line: usize,
        /// How many should be there.
        announced: usize,
        /// The lines that are counted.
        known: char,
    },

    /// Fewer arcs or nodes than the header announces.
    #[error("line {line}: the end, after {found} of the {announced} lines {known:?} that the header announces")]
    TooFew {
        /// The line after the last.
        line: usize,
        /// How many are there.
        found: usize,
        /// How many should be there.
        announced: usize,
        /// The lines that are counted.
        known: char,
    },

    /// There is no graph with so many nodes or arcs, or no memory for it.
    #[error(transparent)]
    Graph(#[from] CsrError),
}

/// A number in a file: names the culprit in a [`DimacsError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// How many nodes there are.
    Nodes,
    /// How many arcs there are.
    Arcs,
    /// Where an arc begins.
    Source,
    /// Where it ends.
    Target,
    /// What it costs.
    Weight,
    /// The node that has coordinates.
    Node,
    /// Its first coordinate.
    X,
    /// Its second coordinate.
    Y,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "the number of nodes",
            Self::Arcs => "the number of arcs",
            Self::Source => "the source",
            Self::Target => "the target",
            Self::Weight => "the weight",
            Self::Node => "the node",
            Self::X => "x",
            Self::Y => "y",
        })
    }
}
