//! The parsers: for any bytes, they return either a value that is the same after writing and reading it again, or an
//! error with a position in the text.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use astride::graphs::CsrGraph;
use astride::npuzzle::{Board, Move, PuzzleError, Shape, TileBytes, Tiles16};
use astride::text::TextError;
use astride::{Dijkstra, Path, Query, Stats, Status, Via};
use astride_grid::movingai::{Length, ScenarioFile, TerrainMap};
use astride_grid::{Estimate, GridError, GridMap, Movement, Point, TextMap};
use astride_mesh::{Mesh, MeshFileError};
use astride_roads::dimacs::{self, DimacsError, ReadLimits};
use astride_tiles::Instance;
use astride_tiles::patterns::StandardPartition;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Source;
use crate::meshes::check_any;

/// Limits with few enough nodes to be fast.
const LIMITS: ReadLimits = ReadLimits {
    nodes: 1 << 10,
    arcs: 1 << 12,
    bytes: 1 << 18,
};

/// Checks that an error is in the text, or directly after its end, and has a message.
fn check_place(text: &[u8], error: &TextError) {
    check_position(text, error.line, error.column);
    assert!(error.to_string().len() < 1000);
}

fn check_position(text: &[u8], line: usize, column: usize) {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    assert!(
        (1..=lines.len() + 1).contains(&line),
        "line {line} of {} lines",
        lines.len()
    );
    let length = lines.get(line - 1).map_or(0, |line| line.len());
    assert!(
        (1..=length + 1).contains(&column),
        "column {column} in a line of {length} bytes"
    );
}

fn check_error(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && text.len() < 2000);
}

/// Checks that a value is the same after writing and reading it again.
fn check_again<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(value: &T) {
    let again = value.to_string().parse::<T>();
    assert!(
        again.as_ref().is_ok_and(|again| again == value),
        "{value:?} became {again:?}"
    );
}

/// `.map` files of movingai.com.
pub fn movingai_map(source: &mut Source) {
    let text = source.rest();
    match TerrainMap::parse(&text) {
        Ok(map) => {
            check_again(&map);
            assert!(
                map.to_grid_map()
                    .is_ok_and(|grid| (grid.width(), grid.height()) == (map.width(), map.height()))
            );
        }
        Err(error) => check_place(&text, &error),
    }
}

/// `.scen` files of movingai.com.
pub fn scenarios(source: &mut Source) {
    let text = source.rest();
    match ScenarioFile::parse(&text) {
        Ok(file) => {
            check_again(&file);
            for scenario in &file {
                let value = scenario.optimum.value();
                assert!(scenario.optimum.agrees_with(value) && scenario.optimum.rounding() > 0.0);
                assert!(scenario.start.x < scenario.width && scenario.goal.y < scenario.height);
            }
        }
        Err(error) => check_place(&text, &error),
    }
}

/// Plain PGM images.
pub fn pgm(source: &mut Source) {
    let text = source.rest();
    match GridMap::from_pgm(&text) {
        Ok(map) => assert!(GridMap::from_pgm(map.pgm().to_string().as_bytes()).is_ok_and(|again| again == map)),
        Err(error) => check_place(&text, &error),
    }
}

/// Maps drawn with characters.
pub fn drawn_map(source: &mut Source) {
    let text = source.rest();
    let text = String::from_utf8_lossy(&text);
    match text.parse::<TextMap>() {
        Ok(text) => {
            check_again(&text.map);
            assert!(
                [text.start, text.goal]
                    .into_iter()
                    .flatten()
                    .all(|point| text.map.is_free(point))
            );
        }
        Err(GridError::Text(error)) => check_place(text.as_bytes(), &error),
        Err(error) => check_error(&error),
    }
}

/// Boards, with and without a shape, and moves.
pub fn board(source: &mut Source) {
    let (width, height) = (source.below(18), source.below(18));
    let text = source.rest();
    let text = String::from_utf8_lossy(&text);
    let shape = Shape::new(width, height).ok();
    for board in [Some(text.parse()), shape.map(|shape| Board::parse(&text, shape))] {
        match board {
            Some(Ok(board)) => {
                assert!(shape.is_none_or(|shape| shape == board.shape()) || text.parse() == Ok(board.clone()));
                check_again(&board);
                assert_eq!(board.rows().to_string().parse(), Ok(board.clone()));
                assert_eq!(Board::parse(&board.to_string(), board.shape()), Ok(board.clone()));
                assert!(!board.drawing().to_string().is_empty());
            }
            Some(Err(PuzzleError::Text(error))) => check_place(text.replace('/', "\n").as_bytes(), &error),
            Some(Err(error)) => check_error(&error),
            None => {}
        }
    }
    if let Ok(moves) = Move::parse_sequence(&text) {
        let written: String = moves.iter().copied().collect();
        assert_eq!(Move::parse_sequence(&written), Ok(moves));
    }
}

/// Lists of boards.
pub fn instances(source: &mut Source) {
    let (width, height) = (source.below(8), source.below(8));
    let text = source.rest();
    let text = String::from_utf8_lossy(&text);
    let shape = Shape::new(width, height).ok();
    match Instance::read_all(&text, shape) {
        Ok(all) => {
            for instance in all {
                assert!((1..=text.lines().count()).contains(&instance.line));
                assert!(shape.is_none_or(|shape| shape == instance.start.shape()));
                assert!(instance.goal.is_none_or(|goal| goal.shape() == instance.start.shape()));
            }
        }
        Err(error) => {
            check_error(&error);
            assert!((1..=text.lines().count()).contains(&error.line));
            if let PuzzleError::Text(error) = error.error {
                check_place(text.as_bytes(), &error);
            }
        }
    }
}

/// Short values such as points and movement rules.
pub fn words(source: &mut Source) {
    fn check<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(text: &str) {
        if let Ok(value) = text.parse::<T>() {
            check_again(&value);
        }
    }
    let text = source.rest();
    let text = String::from_utf8_lossy(&text);
    check::<Point>(&text);
    check::<Movement>(&text);
    check::<Estimate>(&text);
    check::<Length>(&text);
    check::<Shape>(&text);
    check::<Move>(&text);
    check::<StandardPartition>(&text);
}

/// Values that `serde` reads from text or bytes. They are the same after writing and reading them again.
pub fn values(source: &mut Source) {
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8], is_text: bool) -> Option<T> {
        let value: T = if is_text {
            serde_json::from_slice(bytes).ok()?
        } else {
            postcard::from_bytes(bytes).ok()?
        };
        let text = serde_json::to_string(&value).expect("memory does not fail");
        assert_eq!(serde_json::from_str::<T>(&text).ok().as_ref(), Some(&value), "{text}");
        let written = postcard::to_stdvec(&value).expect("memory does not fail");
        assert_eq!(postcard::from_bytes::<T>(&written).ok().as_ref(), Some(&value));
        Some(value)
    }
    let (kind, is_text) = (source.below(6), source.once_in(2));
    let bytes = source.rest();
    match kind {
        0 => {
            if let Some(graph) = check::<CsrGraph<u32>>(&bytes, is_text).filter(|graph| graph.node_count() > 0) {
                assert_ne!(Dijkstra::new(Query::new(&graph, 0, |_| false)).run(), Status::Running);
            }
        }
        1 => drop(check::<GridMap>(&bytes, is_text)),
        2 => drop(check::<Board>(&bytes, is_text)),
        3 => drop(check::<Path<Via<Point, Move>, u32>>(&bytes, is_text)),
        4 => drop(check::<(Status, Stats, Movement, Estimate, Shape)>(&bytes, is_text)),
        _ => drop(check::<(Tiles16, TileBytes<8>)>(&bytes, is_text)),
    }
}

/// `.mesh` files.
pub fn mesh_file(source: &mut Source) {
    let text = source.rest();
    match Mesh::parse(&text) {
        Ok(mesh) => check_any(&mesh),
        Err(MeshFileError::Text(error)) => check_place(&text, &error),
        Err(error) => {
            check_error(&error);
            if let MeshFileError::Mesh { line, column, .. } = error {
                check_position(&text, line, column);
            }
        }
    }
}

fn check_dimacs(text: &[u8], error: &DimacsError) {
    check_error(error);
    if let DimacsError::Text(error) = error {
        check_place(text, error);
    }
}

/// DIMACS graphs and coordinates, which are the same if compressed.
pub fn dimacs(source: &mut Source) {
    let choice = source.byte();
    let text = source.rest();
    // Already compressed, or too short to tell.
    let is_packed = text.starts_with(&[0x1f, 0x8b]) || text == [0x1f];
    // A gzip file with one uncompressed block.
    let length = u16::try_from(text.len()).ok();
    let length = length.filter(|_| choice % 8 == 7 && !is_packed);
    let packed = length.map(|length| {
        let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
        let (ends, check) = ([length, !length].map(u16::to_le_bytes), crc32fast::hash(&text));
        let tail = [check, length.into()].map(u32::to_le_bytes);
        [&head[..], &ends.concat(), &text, &tail.concat()].concat()
    });
    macro_rules! check {
        ($read:ident, $write:ident $(, $cost:ty)?) => {{
            let read = |bytes: &[u8]| dimacs::$read$(::<$cost>)?(bytes, LIMITS);
            let found = read(&text);
            if let Some(packed) = &packed {
                match (&found, read(packed)) {
                    (Ok(found), Ok(packed)) => assert_eq!(*found, packed),
                    (Err(found), Err(packed)) => assert_eq!(found.to_string(), packed.to_string()),
                    different => panic!("{different:?}"),
                }
            }
            match found {
                Ok(value) => {
                    let mut written = Vec::new();
                    dimacs::$write(&value, &mut written).expect("memory does not fail");
                    assert_eq!(read(&written).ok().as_ref(), Some(&value));
                }
                Err(error) if !is_packed => check_dimacs(&text, &error),
                Err(error) => check_error(&error),
            }
        }};
    }
    match choice / 8 % 3 {
        0 => check!(read_graph_within, write_graph, u32),
        1 => check!(read_graph_within, write_graph, f64),
        _ => check!(read_coordinates_within, write_coordinates),
    }
}
