//! [`PatternDatabases`]: the tables of a partition as an additive heuristic.

use alloc::vec::Vec;
use core::array;
use core::fmt;

use super::build::PatternBuilder;
use super::partition::Key;
use super::ranking::Ranking;
use super::slides::Slides;
use super::symmetry::Symmetry;
use super::table::Table;
use super::{Partition, PatternError};
use astride::Stepper;
use astride::npuzzle::{Goal, TileHeuristic, Tiles};
use astride::traits::{Below, Consistency, Subtree};

/// Additive pattern databases: for each pattern of a [`Partition`], a table of the fewest moves that bring its tiles to
/// their places, not counting the moves of other tiles. The estimate is admissible.
///
/// Each move moves one tile, which is in one pattern, so the sum of the patterns' distances is at most the true number
/// of moves. The estimate is the larger of two such sums, one from the partition and one from the [reflected
/// partition](Partition::reflected), if there is one. The estimate has the same parity as the true number of moves.
///
/// The databases are a [`TileHeuristic`] for every [`Puzzle`](astride::npuzzle::Puzzle) with the partition's goal.
/// IDA\* looks up only the patterns that a move has changed, unless it has an observer, a cycle check or a limit on
/// expansions. Any other search, such as A\*, looks up all patterns for each board, unless it searches a
/// [`PatternPuzzle`](super::PatternPuzzle), whose nodes are larger. A table ignores the position of the blank: each
/// entry is the least distance over all of the blank's positions. With large patterns, the estimate is therefore in
/// general *not* consistent. [`is_consistent`](Self::is_consistent) returns the result of a check made when the tables
/// were built. A\* and IDA\* find shortest solutions even if the estimate is not consistent.
///
/// # Source
///
/// A. Felner, R. E. Korf, S. Hanan: Additive pattern database heuristics. Journal of Artificial Intelligence Research
/// 22 (2004).
///
/// # Example
///
/// ```
/// use astride_tiles::patterns::{PatternDatabases, StandardPartition};
/// use astride::npuzzle::{Board, Puzzle};
/// use astride::{AStar, Status};
///
/// let goal: Board = "123456780".parse()?;
/// let databases = PatternDatabases::build(&StandardPartition::FourFour.of(&goal)?)?;
/// let puzzle = Puzzle::new(&"867254301".parse()?, &goal)?.with_heuristic(|_| &databases);
/// let mut search = AStar::new(&puzzle);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("pattern database", "pdb"))]
#[derive(Clone, PartialEq, Eq)]
pub struct PatternDatabases {
    partition: Partition,
    tables: Vec<Table>,
    /// The distances of all tables, one after the other, so that a lookup is one memory access.
    distances: Vec<u8>,
    /// The views of the partition and, if there is one, of the reflected partition.
    sums: Vec<Vec<View>>,
    slides: Slides,
}

/// The mapping from a pattern to its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// The number of the table.
    pub(super) table: usize,
    /// The pattern's tiles, in the table's order.
    pub(super) tiles: Vec<u8>,
    /// The table's cell for each cell of the board.
    pub(super) cells: [u8; 32],
}

impl PatternDatabases {
    /// Builds the tables of a partition by breadth-first search from the goal, on all cores with the feature `rayon`.
    /// [`PatternBuilder`] does the same in slices.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](PatternError::OutOfMemory).
    ///
    /// # Complexity
    ///
    /// The time for a table is proportional to the number of placements times the greatest distance in it. The tables
    /// take one byte per placement. While they are built, about four more bytes per placement of the largest pattern
    /// are needed (six if it has five tiles, and more if it has fewer).
    pub fn build(partition: &Partition) -> Result<Self, PatternError> {
        PatternBuilder::new(partition)?.finish()
    }

    /// Like [`build`](Self::build), but `drive` steps the builder, and can report the progress or stop the build.
    ///
    /// # Errors
    ///
    /// The errors of [`build`](Self::build), and [`Stopped`](PatternError::Stopped) if `drive` stops before the builder
    /// has finished.
    pub fn build_with(partition: &Partition, drive: impl FnOnce(&mut PatternBuilder)) -> Result<Self, PatternError> {
        let mut builder = PatternBuilder::new(partition)?;
        drive(&mut builder);
        if builder.status().is_running() {
            return Err(PatternError::Stopped);
        }
        builder.finish()
    }

    /// The tables that a partition needs, without duplicates, and the number of their distances. Whether they are
    /// consistent is not yet known.
    pub(super) fn tables_of(partition: &Partition) -> (Vec<Table>, usize) {
        let (mut tables, mut start): (Vec<Table>, u32) = (Vec::new(), 0);
        let cells = partition.shape().cells();
        for (key, _) in partition.keys() {
            let is_new = tables.iter().all(|table| table.key != key);
            let ranking = Ranking::new(key.cells.count_ones() as usize, cells);
            if let Some(ranking) = ranking.filter(|_| is_new) {
                let table = Table {
                    key,
                    start,
                    is_consistent: false,
                    ranking,
                };
                start = start.saturating_add(table.ranking.entries());
                tables.push(table);
            }
        }
        (tables, start as usize)
    }

    /// Combines a partition with its tables.
    pub(super) fn from_tables(partition: Partition, tables: Vec<Table>, distances: Vec<u8>) -> Self {
        let shape = partition.shape();
        let views = |partition: &Partition| {
            let positions = partition.goal().positions();
            let view = |(tiles, (key, symmetry)): (&[u8], (Key, Symmetry))| {
                // A reflected pattern has the same key, so its table exists.
                let table = tables.iter().position(|table| table.key == key).unwrap_or_default();
                let cells: [u8; 32] = array::from_fn(|cell| {
                    let mapped = (cell < shape.cells()).then(|| symmetry.apply(shape, cell));
                    mapped.and_then(|cell| u8::try_from(cell).ok()).unwrap_or_default()
                });
                let mut tiles = tiles.to_vec();
                tiles.sort_unstable_by_key(|tile| cells[usize::from(positions[usize::from(*tile)]) & 31]);
                View { table, tiles, cells }
            };
            partition.patterns().zip(partition.keys()).map(view).collect()
        };
        let reflected = partition.reflected();
        let sums: Vec<Vec<View>> = [Some(&partition), reflected.as_ref()]
            .into_iter()
            .flatten()
            .map(views)
            .collect();
        Self {
            slides: Slides::new(shape, &sums, &tables),
            partition,
            tables,
            distances,
            sums,
        }
    }

    /// Leaves out the reflected sum. This makes the estimate weaker, but halves the number of lookups.
    pub fn without_reflection(mut self) -> Self {
        self.sums.truncate(1);
        self.slides.truncate(1);
        self
    }

    /// The partition to which the tables belong, with its goal.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// Returns whether there is a second sum, from the reflected partition.
    pub fn is_reflected(&self) -> bool {
        self.sums.len() > 1
    }

    /// The size of all tables in bytes. Patterns that are rotations or reflections of each other share a table.
    pub fn bytes(&self) -> usize {
        self.distances.len()
    }

    /// Returns whether no move changes any table's distance by more than one, so that the estimate is consistent.
    pub fn is_consistent(&self) -> bool {
        self.tables.iter().all(|table| table.is_consistent)
    }

    #[cfg(any(feature = "std", test))]
    pub(super) fn tables(&self) -> &[Table] {
        &self.tables
    }

    pub(super) fn sums(&self) -> &[Vec<View>] {
        &self.sums
    }

    /// The changes that moves make to the sums.
    #[inline]
    pub(super) fn slides(&self) -> &Slides {
        &self.slides
    }

    /// All distances, table by table.
    #[cfg(feature = "std")]
    pub(super) fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// The distance at a position in the array.
    #[inline]
    pub(super) fn distance(&self, place: u32) -> u16 {
        self.distances.get(place as usize).copied().unwrap_or_default().into()
    }

    /// The position of a pattern's distance, given the cell of each tile of the board.
    #[inline]
    pub(super) fn place(&self, view: &View, positions: &[u8; 32]) -> u32 {
        let Some(table) = self.tables.get(view.table) else {
            return 0;
        };
        let cell = |tile: &u8| view.cells[usize::from(positions[usize::from(*tile) & 31]) & 31];
        table
            .start
            .wrapping_add(table.ranking.rank(view.tiles.iter().map(cell)))
    }

    /// The cell of each tile.
    #[inline]
    pub(super) fn positions<T: Tiles>(&self, tiles: T) -> [u8; 32] {
        let mut positions = [0; 32];
        for (cell, index) in (0..).zip(0..self.partition.shape().cells()) {
            positions[usize::from(tiles.get(index)) & 31] = cell;
        }
        positions
    }
}

/// The estimate applies only to puzzles with the partition's goal.
impl<T: Tiles> TileHeuristic<T> for PatternDatabases {
    fn estimate(&self, tiles: T) -> u32 {
        let positions = self.positions(tiles);
        let sum = |views: &Vec<View>| {
            let distances = views.iter().map(|view| self.distance(self.place(view, &positions)));
            distances.sum::<u16>()
        };
        self.sums.iter().map(sum).max().unwrap_or_default().into()
    }

    #[inline]
    fn search_below(&self, goal: &Goal<'_, T>, subtree: Subtree<'_, T, u32>) -> Option<Below<T, u32>> {
        (self.partition().goal() == goal.board)
            .then(|| self.search_subtree(&subtree))
            .flatten()
    }

    fn consistency(&self) -> Option<Consistency> {
        Some(if self.is_consistent() {
            Consistency::BothWays
        } else {
            Consistency::Unknown
        })
    }
}

/// Leaves out the distances.
impl fmt::Debug for PatternDatabases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternDatabases")
            .field("partition", &self.partition)
            .field("reflected", &self.is_reflected())
            .field("consistent", &self.is_consistent())
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::npuzzle::{Board, Shape};
    use astride::{Budget, Status};
    use std::collections::{HashMap, VecDeque};

    /// The distance of every placement of some tiles, computed naively over the cells of the tiles and the blank.
    fn naive(goal: &Board, tiles: &[u8]) -> HashMap<Vec<u8>, u32> {
        let shape = goal.shape();
        let positions = goal.positions();
        let cells: Vec<u8> = tiles.iter().map(|tile| positions[usize::from(*tile)]).collect();
        let start = (cells, goal.blank());
        let mut lengths = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let length = lengths[&state];
            let (cells, blank) = state;
            for next in shape.neighbours(blank) {
                let moved: Vec<u8> = cells
                    .iter()
                    .map(|cell| {
                        if usize::from(*cell) == next {
                            u8::try_from(blank).unwrap()
                        } else {
                            *cell
                        }
                    })
                    .collect();
                let is_move = moved != cells;
                let state = (moved, next);
                let known = lengths.get(&state).copied().unwrap_or(u32::MAX);
                let new = length + u32::from(is_move);
                if new < known {
                    lengths.insert(state.clone(), new);
                    if is_move {
                        queue.push_back(state);
                    } else {
                        queue.push_front(state);
                    }
                }
            }
        }
        let mut least = HashMap::new();
        for ((cells, _), length) in lengths {
            let known = least.entry(cells).or_insert(length);
            *known = length.min(*known);
        }
        least
    }

    /// Checks that every entry that a pattern looks up, in either sum, equals the naive one.
    fn agrees(goal: &Board, patterns: &[&[u8]]) {
        let partition = Partition::new(goal, patterns).unwrap();
        let databases = PatternDatabases::build(&partition).unwrap();
        let reflected = partition.reflected();
        let partitions = [Some(&partition), reflected.as_ref()].into_iter().flatten();
        for (partition, views) in partitions.zip(databases.sums()) {
            for (tiles, view) in partition.patterns().zip(views) {
                let naive = naive(goal, tiles);
                let mut reached = 0;
                for (cells, length) in &naive {
                    let mut positions = [0; 32];
                    for (tile, cell) in tiles.iter().zip(cells) {
                        positions[usize::from(*tile)] = *cell;
                    }
                    let distance = databases.distance(databases.place(view, &positions));
                    assert_eq!(u32::from(distance), *length, "{partition}: {tiles:?} in {cells:?}");
                    reached += 1;
                }
                let table = &databases.tables()[view.table];
                let distances = &databases.distances[table.start as usize..][..table.ranking.entries() as usize];
                let known = distances
                    .iter()
                    .filter(|distance| **distance != Table::UNREACHED)
                    .count();
                assert_eq!(known, reached, "{partition}: {tiles:?}");
            }
        }
    }

    #[test]
    fn progress_is_what_is_known_so_far() {
        let goal: Board = "1 2 3\n4 5 0".parse().unwrap();
        for patterns in [&[&[1, 2][..], &[3, 4, 5]][..], &[&[1, 2, 3, 4, 5]]] {
            let partition = Partition::new(&goal, patterns).unwrap();
            let mut builder = PatternBuilder::new(&partition).unwrap();
            let mut heard = vec![builder.progress()];
            while builder.step().is_running() {
                heard.push(builder.progress());
            }
            let databases = builder.finish().unwrap();
            assert_eq!(databases, PatternDatabases::build(&partition).unwrap());
            let mut last = (0, 0, 0);
            for progress in heard {
                let table = &databases.tables()[progress.table];
                let placements = table.ranking.entries();
                let distances = &databases.distances[table.start as usize..][..placements as usize];
                let within = |distance| distances.iter().filter(|entry| u32::from(**entry) <= distance).count() as u64;
                assert_eq!(
                    (progress.tables, progress.placements),
                    (databases.tables().len(), placements.into())
                );
                let known = within(progress.distance)..=within(progress.distance + 1);
                assert!(progress.known == 0 || known.contains(&progress.known), "{progress:?}");
                let now = (progress.table, progress.distance, progress.known);
                assert!(last <= now, "{progress:?}");
                last = now;
            }
            assert_eq!(last.0, databases.tables().len() - 1);
        }
    }

    #[test]
    fn entries_are_those_of_a_naive_search() {
        let goal = |text: &str| text.parse::<Board>().unwrap();
        agrees(&goal("1230"), &[&[1, 2], &[3]]);
        agrees(&goal("1230"), &[&[1, 2, 3]]);
        agrees(&goal("1203"), &[&[3], &[1, 2]]);
        agrees(&goal("1 2\n3 4\n5 0"), &[&[1, 4], &[2, 3, 5]]);
        agrees(&goal("1 2 3\n4 0 5"), &[&[1, 2], &[3, 4, 5]]);
        agrees(&goal("1 2 3\n4 5 0"), &[&[1, 2, 3, 4, 5]]);
        for goal in ["123456780", "012345678", "123804765", "803765142", "513726804"].map(goal) {
            agrees(&goal, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]);
            agrees(&goal, &[&[8, 1, 4], &[2, 7, 5], &[3], &[6]]);
            agrees(&goal, &[&[1, 2, 4, 5, 7], &[3, 6, 8]]);
        }
        agrees(
            &goal("5 1 2 _\n9 6 7 4\n8 10 3 11"),
            &[&[1, 5, 9, 8], &[2, 3], &[4, 7, 11], &[6, 10]],
        );
        agrees(
            &Board::blank_last(Shape::new(2, 5).unwrap()),
            &[&[1, 3, 5, 7, 9], &[2, 4, 6, 8]],
        );
        agrees(
            &Board::blank_first(Shape::new(6, 2).unwrap()),
            &[&[1, 3, 5, 7, 9], &[2, 4, 6, 8], &[10, 11]],
        );
    }

    #[test]
    fn a_build_that_is_stopped_anywhere_has_no_tables_and_can_go_on() {
        let goal = Board::blank_last("3".parse().unwrap());
        let partition = Partition::new(&goal, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
        let whole = PatternDatabases::build(&partition).unwrap();
        let mut builder = PatternBuilder::new(&partition).unwrap();
        let mut steps = 1;
        while builder.step().is_running() {
            steps += 1;
        }
        assert!(steps > 1_000, "{steps}");
        for most in (0..steps).step_by(steps / 40) {
            let some = Budget::new().expansions(most as u64);
            let stopped = PatternDatabases::build_with(&partition, |builder| {
                assert_eq!(builder.run_for(some), Status::Running);
            });
            assert!(matches!(stopped, Err(PatternError::Stopped)), "{most}");
            let mut builder = PatternBuilder::new(&partition).unwrap();
            assert_eq!(builder.run_for(some), Status::Running);
            assert!(builder.finish().unwrap() == whole, "{most}");
        }
    }
}
