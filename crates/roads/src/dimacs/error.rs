//! [`DimacsError`]: the reason why a file cannot be read.

use std::io;

use astride::graphs::CsrError;
use astride::text::TextError;

/// The reason why a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DimacsError {
    /// The reader failed, or the compressed data are damaged.
    #[error("line {line}: cannot be read: {source}")]
    Io {
        /// The line being read.
        line: usize,
        /// The error of the reader.
        source: io::Error,
    },

    /// The data are compressed with gzip, and the crate was built without the feature `gzip`.
    #[error("the data are compressed with gzip: reading them requires the feature `gzip` of the crate astride-roads")]
    Compressed,

    /// The text is malformed or exceeds a limit.
    #[error(transparent)]
    Text(#[from] TextError),

    /// There are too many nodes or arcs, or not enough memory for them.
    #[error(transparent)]
    Graph(#[from] CsrError),
}
