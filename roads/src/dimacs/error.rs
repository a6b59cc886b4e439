//! [`DimacsError`]: what can be wrong with a file.

use std::io;

use astride::graphs::CsrError;
use astride::text::TextError;

/// What can be wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DimacsError {
    /// The reader failed, or the compressed data are damaged.
    #[error("line {line}: cannot be read: {source}")]
    Io {
        /// The line that was to be read.
        line: usize,
        /// The error of the reader.
        source: io::Error,
    },

    /// The data are compressed with gzip, and the crate was built without the feature `gzip`.
    #[error("the data are compressed with gzip: that needs the feature `gzip` of the crate astride-roads")]
    Compressed,

    /// The text is malformed.
    #[error(transparent)]
    Text(#[from] TextError),

    /// There is no graph with so many nodes or arcs, or no memory for it.
    #[error(transparent)]
    Graph(#[from] CsrError),
}
