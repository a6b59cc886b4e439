//! Random cases for astride, compared with oracles that share no code with it.
//!
//! A [`Family`] of cases is a function of a [`Source`]: it builds a case from the choices in the source, and panics if
//! astride is wrong. The program of this package runs random cases, and `tools/fuzz/` generates coverage-guided ones.
//! The tests of this package run all cases collected so far, which [`corpus`] reads.

#![expect(clippy::missing_panics_doc, reason = "every family panics if astride is wrong")]

mod changes;
pub mod corpus;
mod files;
mod graphs;
mod grids;
mod levels;
mod meshes;
mod plan;
mod puzzles;
#[path = "../../../tests/common/rough.rs"]
mod rough;
#[path = "../../../crates/mesh/tests/mesh/seen.rs"]
mod seen;
mod shrink;
mod source;
mod texts;
#[path = "../../../crates/mesh/tests/mesh/visibility.rs"]
mod visibility;
mod world;

pub use changes::changes;
pub use files::{hierarchy, tables};
pub use graphs::graphs;
pub use grids::grids;
pub use levels::levels;
pub use meshes::{meshes, polygons};
pub use puzzles::puzzles;
pub use texts::{board, dimacs, drawn_map, instances, mesh_file, movingai_map, pgm, scenarios, values, words};

pub use shrink::{failure, smaller};
pub use source::Source;

/// A kind of case.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name, which is also that of the fuzz target.
    pub name: &'static str,
    /// Runs a case, and panics if astride is wrong.
    pub check: fn(&mut Source),
    /// Whether random bytes are interesting cases. For texts they are not, so these need a fuzzer.
    pub is_random: bool,
}

/// All families.
pub const FAMILIES: &[Family] = &[
    text("movingai_map", movingai_map),
    text("scenarios", scenarios),
    text("pgm", pgm),
    text("drawn_map", drawn_map),
    text("board", board),
    text("instances", instances),
    text("words", words),
    text("values", values),
    text("dimacs", dimacs),
    text("mesh_file", mesh_file),
    text("tables", tables),
    text("hierarchy", hierarchy),
    random("graphs", graphs),
    random("changes", changes),
    random("grids", grids),
    random("puzzles", puzzles),
    random("meshes", meshes),
    random("polygons", polygons),
    random("levels", levels),
];

const fn random(name: &'static str, check: fn(&mut Source)) -> Family {
    Family {
        name,
        check,
        is_random: true,
    }
}

const fn text(name: &'static str, check: fn(&mut Source)) -> Family {
    Family {
        name,
        check,
        is_random: false,
    }
}

/// Runs the case of a family that the bytes describe.
///
/// # Panics
///
/// If astride is wrong, or if the family does not exist.
pub fn replay(family: &str, bytes: &[u8]) {
    let family = FAMILIES
        .iter()
        .find(|known| known.name == family)
        .expect("the name of a family");
    (family.check)(&mut Source::replay(bytes));
}
