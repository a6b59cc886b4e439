//! [`Made`]: what the constructor of a search returns.

use super::Search;
use super::engine::Engine;
use crate::Problem;

/// What the constructor of a search `S` returns: `S` itself.
///
/// If the problem `P` lacks a trait that the search needs, the compiler names the trait where the search is made. The
/// type of the search is unknown then, so that the compiler does not name the trait again wherever the search is used.
pub type Made<P, S> = <P as Makes<S>>::Search;

#[diagnostic::on_unimplemented(
    message = "no search is made of `{Self}`, which lacks a trait",
    label = "the other error says which trait this needs"
)]
pub trait Makes<S> {
    type Search;
}

impl<P: Problem, E: Engine<Problem = P>, W> Makes<Search<E, W>> for P {
    type Search = Search<E, W>;
}

/// Applies to nothing. An only implementation would be chosen before its bounds are looked at.
impl<P, S> Makes<S> for P
where
    Nothing<P>: Never,
{
    type Search = ();
}

pub trait Never {}

#[derive(Debug)]
pub struct Nothing<P>(P);
