//! [`Made`]: the problem of a new search, which makes the compiler name a missing trait once.

use super::Search;
use crate::Problem;
use crate::engine::Engine;

/// The problem of the search `S` that a constructor returns: `P` itself.
///
/// If `P` lacks a trait that the search needs, the compiler names the trait where the search is created. The problem of
/// the search is then unknown, so the compiler does not name the trait again wherever the search is used. The kind of
/// search is always known, so methods can be called on it before `P` is inferred.
pub type Made<P, S> = <P as Makes<S>>::Problem;

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched, since it lacks a trait",
    label = "the other error names the missing trait"
)]
pub trait Makes<S> {
    type Problem;
}

impl<P: Problem, E: Engine<Problem = P>, W> Makes<Search<E, W>> for P {
    type Problem = P;
}

/// Applies to nothing. If there were only one implementation, the compiler would choose it before checking its bounds.
impl<P, S> Makes<S> for P
where
    Nothing<P>: Never,
{
    type Problem = P;
}

pub trait Never {}

#[derive(Debug)]
pub struct Nothing<P>(P);
