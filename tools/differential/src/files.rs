//! The readers of binary files: tables of the sliding-tile puzzle, and contraction hierarchies. They reject damaged
//! files, and also files with invalid content whose checksums are correct.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use astride::npuzzle::Board;
use astride::{AStar, Budget, IdaStar, Status};
use astride_files::BinaryFileError;
use astride_roads::HierarchySearch;
use astride_roads::{ContractionHierarchy, HierarchyError};
use astride_tiles::patterns::{PatternDatabases, PatternError, PatternPuzzle};

use crate::Source;

/// A file that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn with(bytes: &[u8]) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            memory.to_path_buf()
        } else {
            env::temp_dir()
        };
        let thread = std::thread::current().id();
        let path = folder.join(format!("astride-differential-{}-{thread:?}", process::id()));
        fs::write(&path, bytes).expect("there is room for a small file");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The file may already be gone.
        let _ = fs::remove_file(&self.0);
    }
}

/// Overwrites four bytes with the checksum of others, if all of them exist.
fn sign(bytes: &mut [u8], at: usize, content: std::ops::Range<usize>) {
    if let Some(content) = bytes.get(content) {
        let check = crc32fast::hash(content).to_le_bytes();
        if let Some(place) = bytes.get_mut(at..at + 4) {
            place.copy_from_slice(&check);
        }
    }
}

fn number(bytes: &[u8], at: usize) -> usize {
    let field = bytes.get(at..at + 4).and_then(|field| field.try_into().ok());
    field.map_or(0, u32::from_le_bytes) as usize
}

/// Corrects the checksums of a table file: see `crates/tiles/src/patterns/file.rs`.
fn sign_tables(bytes: &mut [u8]) {
    let header = number(bytes, 12).min(bytes.len());
    let field = |at: usize| bytes.get(at).copied().map_or(0, usize::from);
    let (cells, tables) = (field(16) * field(17), field(19));
    let (mut record, mut entries) = (20 + 2 * cells - 1, header);
    if cells == 0 {
        return;
    }
    for _ in 0..tables {
        let end = entries.saturating_add(number(bytes, record + 8));
        sign(bytes, record + 17, entries..end);
        (record, entries) = (record + 21, end);
    }
    if let Some(at) = header.checked_sub(4) {
        sign(bytes, at, 0..at);
    }
}

/// Corrects the checksums of a hierarchy file: see `crates/roads/src/hierarchy/file.rs`.
fn sign_hierarchy(bytes: &mut [u8]) {
    sign(bytes, 24, 0..24);
    if let Some(at) = bytes.len().checked_sub(4).filter(|at| *at >= 28) {
        sign(bytes, at, 28..at);
    }
}

/// A file, and whether to write it again if it can be read.
fn forged(source: &mut Source, sign: impl FnOnce(&mut [u8])) -> (Scratch, bool) {
    let choice = source.byte();
    let mut bytes = source.rest();
    if choice % 2 == 1 {
        sign(&mut bytes);
    }
    (Scratch::with(&bytes), (choice / 2).is_multiple_of(4))
}

/// Files of pattern databases.
pub fn tables(source: &mut Source) {
    let (file, is_saved) = forged(source, sign_tables);
    match PatternDatabases::open(&file.0) {
        Ok(databases) => {
            let goal = databases.partition().goal();
            let start = Board::random_walk(goal, 30, 1);
            if let Ok(puzzle) = PatternPuzzle::new(&start, &databases) {
                // The distances may be anything.
                let _ = AStar::new(&puzzle).run_for(Budget::new().expansions(30));
                let _ = IdaStar::new(&puzzle).run_for(Budget::new().expansions(300));
            }
            if is_saved {
                databases.save(&file.0).expect("there is room");
                assert_eq!(PatternDatabases::open(&file.0).ok(), Some(databases));
            }
        }
        Err(PatternError::File(BinaryFileError::Io { source, .. })) => panic!("{source}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Files of contraction hierarchies.
pub fn hierarchy(source: &mut Source) {
    let (file, is_saved) = forged(source, sign_hierarchy);
    match ContractionHierarchy::<u32>::open(&file.0) {
        Ok(hierarchy) => {
            for (start, goal) in (0..8).flat_map(|start| (0..8).map(move |goal| (start, goal))) {
                let mut search = HierarchySearch::new(hierarchy.query(start, goal));
                assert_ne!(search.run(), Status::Running);
                if let Some(path) = search.path() {
                    assert_eq!((path.nodes.first(), path.nodes.last()), (Some(&start), Some(&goal)));
                }
            }
            if is_saved {
                hierarchy.save(&file.0).expect("there is room");
                assert_eq!(ContractionHierarchy::open(&file.0).ok(), Some(hierarchy));
            }
        }
        Err(HierarchyError::File(BinaryFileError::Io { source, .. })) => panic!("{source}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
