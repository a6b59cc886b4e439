//! The programs of other crates that `astride::coming_from` shows, run as documentation tests: what they compute is
//! what the programs beside them do.

#[cfg(doctest)]
#[doc = include_str!(concat!(env!("OUT_DIR"), "/programs.md"))]
pub struct Programs;
