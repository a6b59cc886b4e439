//! A playground for the crate `astride`, in which its searches can be watched step by step in a browser.
//!
//! The library consists of plain data and one function that turns a request into a response; it has no clocks or
//! sockets. The program `astride-playground` serves this function over HTTP on the local machine, and a page can also
//! call it as WebAssembly. Without the feature `server`, the library uses one thread; with it, searches for many units
//! run on a pool of threads.
//!
//! ```
//! use astride_playground::Playground;
//! use std::time::Instant;
//!
//! let start = Instant::now();
//! let mut playground = Playground::new(move || start.elapsed());
//! let request = r#"{"request": "start", "scene": {
//!     "world": {"kind": "grid", "width": 3, "height": 2, "cells": "1#1111", "movement": "four",
//!               "start": [0, 0], "goals": [[2, 0]]},
//!     "searches": [{"algorithm": "astar"}]}}"#;
//! let (status, response) = playground.handle_json(request);
//! assert_eq!(status, 200);
//! assert!(response.starts_with(r#"{"session":1,"runs":[{"algorithm":"astar","step":0"#), "{response}");
//!
//! let (_, response) = playground.handle_json(r#"{"request": "advance", "session": 1, "steps": 100}"#);
//! assert!(response.contains(r#""path":[0,3,4,5,2]"#), "{response}");
//! ```
// Marks each item with the feature that it needs. This is unstable, so it is used only on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod agent;
mod batch;
mod catalogue;
mod choice;
mod driver;
mod excess;
mod expanded;
mod formats;
mod front;
mod generate;
mod levels;
mod limits;
mod log;
mod manners;
mod measure;
mod plan;
mod playground;
mod protocol;
mod read_trace;
mod record;
mod recorded;
mod run;
mod scene;
mod searches;
#[cfg(feature = "server")]
pub mod server;
mod session;
mod tale;
mod text_graph;
mod text_level;
mod trace;
mod world;

pub use catalogue::{
    Algorithm, AlgorithmView, Catalogue, Family, HeuristicView, Limits, Named, Overestimates, Parameter, WorldKind,
    Worlds,
};
pub use limits::{BODY, IDLE, REST, SESSIONS};
pub use playground::{Playground, RequestError};
pub use protocol::{
    Batched, BatchedRow, BatchedRun, EventKind, EventView, Excess, Expanded, Expansion, File, Format, FrontView,
    Generator, Liar, Measured, MeshView, NodeView, Number, Numbers, Plan, Queue, Queued, Request, Response,
    ScenarioView, Standing, Started, StatsView, View, Views,
};
pub use recorded::{RecordedEvent, RecordedKind};
pub use scene::{Grid, Level, Network, PuzzleBoard, Scene, SearchChoice, Unit, Walker, World};
