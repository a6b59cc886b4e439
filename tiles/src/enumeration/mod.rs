//! All boards of a puzzle, breadth first, with a bit for each.
//!
//! * [`Enumeration`] is the result: the histogram of depths, the hardest boards.
//! * [`Enumerator`] has the settings and runs it.
//!
//! A depth is a set of bits. A ranking (`ranking.rs`) makes it possible to move 60 boards at a time from one depth to
//! the next (`slide.rs`). Since moves can be taken back, only the depth before has to be remembered. Since each move
//! changes the colour of the blank's cell, that depth lies in the half of the bits that the next depth will take
//! (`levels.rs`).

mod bits;
mod enumerator;
mod error;
mod lehmer;
mod levels;
mod ranking;
mod result;
mod slide;

pub use enumerator::Enumerator;
pub use error::EnumerationError;
pub use result::Enumeration;
