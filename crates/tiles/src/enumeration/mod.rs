//! Breadth-first enumeration of all boards of a puzzle, with a bit for each.
//!
//! * [`Enumeration`] is the result: the histogram of depths, and the hardest boards.
//! * [`Enumerator`] has the settings and runs it.
//!
//! A depth is a set of bits. A ranking (`ranking.rs`) makes it possible to move 60 boards at a time from one depth to
//! the next (`slide.rs`). Since moves can be reversed, only the previous depth has to be stored. Since each move
//! changes the colour of the blank's cell, the previous depth occupies the half of the bits that the next depth will
//! take (`levels.rs`).

mod bits;
mod enumerator;
mod error;
mod levels;
mod ranking;
mod result;
mod slide;

pub use enumerator::Enumerator;
pub use error::EnumerationError;
pub use result::Enumeration;
