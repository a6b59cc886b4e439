//! All boards of a puzzle, breadth first, with a bit for each.
//!
//! * [`Enumeration`] is the result: the histogram of depths, the hardest boards.
//! * [`Enumerator`] is how it is asked for.
//!
//! A depth is a set of bits. From one depth to the next, boards move 60 at a time (`slide.rs`), by a ranking in which
//! that is possible (`ranking.rs`). Since moves can be taken back, only the depth before has to be remembered, and
//! since each move changes the colour of the blank's cell, it lies in the half of the bits that the next depth will
//! take (`levels.rs`).

mod bits;
mod enumerator;
mod error;
mod lehmer;
mod levels;
mod ranking;
mod result;
mod slide;

pub use enumerator::{Enumerator, Level};
pub use error::EnumerationError;
pub use result::Enumeration;
