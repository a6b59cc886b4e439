//! The programs of other crates that `astride::coming_from` shows, run as documentation tests to check that they
//! compute the same as the programs shown beside them.

#[cfg(doctest)]
#[doc = include_str!(concat!(env!("OUT_DIR"), "/programs.md"))]
pub struct Programs;
