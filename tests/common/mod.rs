//! Code that several integration tests share.
#![allow(dead_code, unused_imports, reason = "each test binary uses its own part")]

pub(crate) mod algorithm;
pub(crate) mod any_search;
pub(crate) mod effort;
pub(crate) mod ends;
pub(crate) mod evaluations;
pub(crate) mod korf;
pub(crate) mod memory;
pub(crate) mod plan;
pub(crate) mod rough;
pub(crate) mod sight;
pub(crate) mod square;
pub(crate) mod tiles;
pub(crate) mod world;
