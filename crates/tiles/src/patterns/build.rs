//! [`PatternBuilder`]: a breadth-first search over placements of a pattern's tiles and regions of the blank.
//!
//! A state is a placement and the region of the blank. Moves of the blank within its region cost nothing, so each state
//! is reached and expanded once. Moves of the pattern's tiles cost 1, so the search proceeds level by level.
//!
//! A block contains the placements with the tiles on the same set of cells, one for each order of the tiles. The
//! regions depend only on the set. All placements of a block therefore have the same moves, and such a move leads from
//! all of them to the placements of one other block: in the same order if the tile passes no other tile, and otherwise
//! in the order given by a [`Rotation`]. A level is then a few passes over whole blocks of bytes with a bit for each
//! region. A block reads the states that its neighbours reached in the previous level, so only one thread writes to it.
//! At the end, the distances are put into the order of the [`Ranking`].

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::partition::Key;
use super::ranking::Ranking;
use super::regions::{Cells, members};
use super::rotation::Rotation;
use super::table::Table;
use super::{Partition, PatternDatabases, PatternError};
use astride::npuzzle::Shape;
use astride::{Status, Stepper, engine};

/// The progress of building tables: see [`PatternBuilder::progress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The table being built, counted from 0.
    pub table: usize,
    /// The number of tables to be built.
    pub tables: usize,
    /// The distance up to which all placements have been found.
    pub distance: u32,
    /// The number of placements whose distance is known.
    pub known: u64,
    /// The number of placements in the table. If the pattern contains all tiles, half of the placements cannot be
    /// reached.
    pub placements: u64,
}

/// Builds [`PatternDatabases`] step by step.
///
/// It is a [`Stepper`]. A step processes a million placements, which takes a few milliseconds. With the feature
/// `rayon`, all cores work on each step.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride::{Budget, Status, Stepper};
/// use astride_tiles::patterns::{PatternBuilder, StandardPartition};
/// use std::time::Duration;
///
/// let partition = StandardPartition::FiveFiveFive.of(&Board::blank_last("4".parse()?))?;
/// let mut builder = PatternBuilder::new(&partition)?;
/// while builder.run_for(Budget::new().time(Duration::from_millis(100))) == Status::Running {
///     let progress = builder.progress();
///     println!("{} of {} placements", progress.known, progress.placements);
/// }
/// let databases = builder.finish()?;
/// assert_eq!(databases.partition(), &partition);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PatternBuilder {
    partition: Partition,
    tables: Vec<Table>,
    /// The distances of all tables, one after the other.
    distances: Vec<u8>,
    /// The number of tables built, and the build of the next one.
    built: usize,
    build: Option<Build>,
    progress: BuildProgress,
    state: Result<Status, PatternError>,
}

impl PatternBuilder {
    /// Begins to build the tables of a partition.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](PatternError::OutOfMemory).
    pub fn new(partition: &Partition) -> Result<Self, PatternError> {
        let (tables, entries) = PatternDatabases::tables_of(partition);
        Ok(Self {
            progress: BuildProgress {
                table: 0,
                tables: tables.len(),
                distance: 0,
                known: 0,
                placements: tables.first().map_or(0, |table| table.ranking.entries().into()),
            },
            partition: partition.clone(),
            tables,
            distances: with_capacity(entries)?,
            built: 0,
            build: None,
            state: Ok(Status::Running),
        })
    }

    /// Returns the progress.
    pub fn progress(&self) -> BuildProgress {
        self.progress
    }

    /// Runs all remaining steps and returns the databases.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](PatternError::OutOfMemory).
    pub fn finish(mut self) -> Result<PatternDatabases, PatternError> {
        while self.step().is_running() {}
        self.state
            .map(|_| PatternDatabases::from_tables(self.partition, self.tables, self.distances))
    }

    fn advance(&mut self) -> Result<Status, PatternError> {
        let tables = self.tables.len();
        let Some(table) = self.tables.get_mut(self.built) else {
            return Ok(Status::Found);
        };
        let (start, entries) = (table.start as usize, table.ranking.entries() as usize);
        let build = if let Some(build) = &mut self.build {
            build
        } else {
            self.distances.resize(start + entries, Table::UNREACHED);
            self.build
                .insert(Build::new(self.partition.shape(), table.key, entries)?)
        };
        let is_done = build.step(&table.ranking, self.distances.get_mut(start..).unwrap_or_default());
        self.progress = BuildProgress {
            table: self.built,
            tables,
            distance: build.distance,
            known: build.known,
            placements: entries as u64,
        };
        if is_done {
            table.is_consistent = build.is_consistent;
            self.build = None;
            self.built += 1;
        }
        Ok(if self.built < tables {
            Status::Running
        } else {
            Status::Found
        })
    }
}

impl Stepper for PatternBuilder {
    fn step(&mut self) -> Status {
        if matches!(self.state, Ok(Status::Running)) {
            self.state = self.advance();
        }
        self.status()
    }

    fn status(&self) -> Status {
        self.state.as_ref().map_or_else(Status::failed, Status::clone)
    }
}

impl fmt::Debug for PatternBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternBuilder")
            .field("progress", &self.progress)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// A move of one tile, from the placements of another block to those of this one.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// The other block.
    block: u32,
    /// The order of its placements, or `None` if it is the same.
    rotation: Option<u16>,
    /// The region of the blank before the move.
    from: u8,
    /// The region of the blank after the move.
    to: u8,
}

/// The state of a block as a whole.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// The regions of the block.
    regions: u8,
    /// Whether all states have been reached.
    is_complete: bool,
    /// The regions that some placement reached first in this level.
    new: u8,
}

/// The blocks and the moves between them.
struct Blocks {
    tiles: usize,
    /// The number of placements in a block.
    size: usize,
    /// The occupied cells of each block, in ascending order.
    sets: Vec<u32>,
    rotations: Vec<Rotation>,
    arrivals: Vec<Arrival>,
    /// The position in `arrivals` where those of each block begin.
    first_arrival: Vec<usize>,
    /// A bit for each region of each block.
    regions: Vec<u8>,
    start: (usize, u8),
}

impl Blocks {
    fn new(shape: Shape, key: Key) -> Result<Self, PatternError> {
        let tiles = key.cells.count_ones() as usize;
        let cells = Cells::new(shape);
        let sets = list(sets(tiles, shape.cells()))?;
        let index_of = |set: u32| sets.binary_search(&set).unwrap_or_default();
        let region_bits = |set: u32, cell: u32| {
            let mut regions = cells.regions(set);
            regions
                .position(|region| region >> cell & 1 == 1)
                .map_or(0, |region| 1 << region)
        };

        let mut rotations: Vec<Rotation> = vec![];
        let mut numbers = vec![None; tiles * tiles];
        let moves = |set: u32| -> u32 { members(set).map(|to| (cells.neighbours(to) & !set).count_ones()).sum() };
        let mut arrivals = with_capacity(sets.iter().map(|set| moves(*set) as usize).sum())?;
        let mut first_arrival = with_capacity(sets.len() + 1)?;
        for set in &sets {
            first_arrival.push(arrivals.len());
            for to in members(*set) {
                for from in members(cells.neighbours(to) & !set) {
                    let other = set & !(1 << to) | 1 << from;
                    let place = |set: u32, cell: u32| (set & ((1 << cell) - 1)).count_ones() as usize;
                    let (before, after) = (place(other, from), place(*set, to));
                    let number = &mut numbers[before * tiles + after];
                    if before != after && number.is_none() {
                        *number = u16::try_from(rotations.len()).ok();
                        rotations.push(Rotation::new(tiles, before, after)?);
                    }
                    arrivals.push(Arrival {
                        block: u32::try_from(index_of(other)).unwrap_or_default(),
                        rotation: *number,
                        from: region_bits(other, to),
                        to: region_bits(*set, from),
                    });
                }
            }
        }
        first_arrival.push(arrivals.len());
        let all_regions = |set: &u32| cells.regions(*set).fold(0, |bits, _| bits << 1 | 1);
        Ok(Self {
            tiles,
            size: (1..=tiles).product(),
            regions: list(sets.iter().map(all_regions))?,
            start: (index_of(key.cells), region_bits(key.cells, key.region.trailing_zeros())),
            sets,
            rotations,
            arrivals,
            first_arrival,
        })
    }

    /// The moves that lead to a block.
    #[inline]
    fn arrivals(&self, block: usize) -> &[Arrival] {
        let bounds = (self.first_arrival.get(block), self.first_arrival.get(block + 1));
        let (Some(first), Some(end)) = bounds else { return &[] };
        self.arrivals.get(*first..*end).unwrap_or_default()
    }

    /// A block's part of an array with a byte for each placement.
    #[inline]
    fn part<'a>(&self, array: &'a [u8], block: u32) -> &'a [u8] {
        let start = block as usize * self.size;
        array.get(start..start + self.size).unwrap_or_default()
    }

    /// Uses `write` to combine each byte of a block with the byte from which an arrival leads there.
    #[inline]
    fn gather(&self, after: &mut [u8], array: &[u8], arrival: Arrival, write: impl Fn(u8, u8) -> u8 + Copy) {
        let before = self.part(array, arrival.block);
        match arrival
            .rotation
            .and_then(|number| self.rotations.get(usize::from(number)))
        {
            Some(rotation) => rotation.gather(after, before, write),
            None => after
                .iter_mut()
                .zip(before)
                .for_each(|(after, before)| *after = write(*after, *before)),
        }
    }

    /// Computes one block of a level. Returns the number of placements that were reached for the first time.
    fn expand(&self, index: usize, distance: u8, last: &Level, part: Part<'_>) -> u64 {
        let Part {
            block,
            new,
            reached,
            distances,
        } = part;
        block.new = 0;
        if block.is_complete {
            return 0;
        }
        let mut is_touched = false;
        for arrival in self.arrivals(index) {
            let has_new = last
                .blocks
                .get(arrival.block as usize)
                .is_some_and(|other| other.new & arrival.from != 0);
            if !has_new {
                continue;
            }
            if !is_touched {
                new.fill(0);
                is_touched = true;
            }
            let (from, to) = (arrival.from, arrival.to);
            self.gather(new, &last.new, *arrival, |after, before| {
                after | if before & from == 0 { 0 } else { to }
            });
        }
        if !is_touched {
            return 0;
        }
        let (mut any, mut all, mut count) = (0, block.regions, 0_u64);
        for ((new, reached), known) in new.iter_mut().zip(reached).zip(distances) {
            *new &= !*reached;
            let is_first = *reached == 0 && *new != 0;
            *known = if is_first { distance } else { *known };
            count += u64::from(is_first);
            *reached |= *new;
            any |= *new;
            all &= *reached;
        }
        block.new = any;
        block.is_complete = all == block.regions;
        count
    }

    /// Whether some move changes the distance by more than one.
    fn jumps(&self, distances: &[u8], index: usize, scratch: &mut Vec<u8>) -> bool {
        let Ok(block) = u32::try_from(index) else { return false };
        self.arrivals(index).iter().any(|arrival| {
            // Each move appears in both directions, of which one is enough.
            arrival.block > block && {
                scratch.clear();
                scratch.extend_from_slice(self.part(distances, block));
                self.gather(scratch, distances, *arrival, u8::abs_diff);
                scratch.iter().any(|difference| *difference > 1)
            }
        })
    }

    /// Copies the distances of some blocks into the part of the finished table where the pattern's first tile is in the
    /// given cell.
    fn rank_part(&self, ranking: &Ranking, first_cell: u32, distances: &[u8], part: &mut [u8], range: Range<usize>) {
        for (block, set) in (0..).zip(&self.sets).skip(range.start).take(range.len()) {
            if set >> first_cell & 1 == 0 {
                continue;
            }
            let mut cells = [0; 32];
            cells
                .iter_mut()
                .zip(members(*set))
                .for_each(|(place, cell)| *place = cell);
            let mut copy = Copying {
                ranking,
                cells: cells.get(..self.tiles).unwrap_or_default(),
                first_cell,
                distances: self.part(distances, block),
                part,
            };
            copy.place(0, (1 << self.tiles) - 1, 0, 0, self.size);
        }
    }
}

/// The states that one level of the breadth-first search reached.
#[derive(Default)]
struct Level {
    blocks: Vec<Block>,
    /// For each placement, the regions that this level reached first. If a block has none, its bytes are those of an
    /// earlier level.
    new: Vec<u8>,
}

/// One block's part of all arrays.
struct Part<'a> {
    block: &'a mut Block,
    new: &'a mut [u8],
    reached: &'a mut [u8],
    distances: &'a mut [u8],
}

/// Copies a block into a table: visits the orders of the tiles, and updates the numbers in both the block and the
/// table.
struct Copying<'a> {
    ranking: &'a Ranking,
    cells: &'a [u32],
    first_cell: u32,
    distances: &'a [u8],
    part: &'a mut [u8],
}

impl Copying<'_> {
    /// Puts each of the tiles in `left` into the cell at `place`. `rank` does not include the first tile's share, since
    /// this part of the table begins there. `number` is the number of the order so far, and `orders` the number of
    /// orders of the remaining tiles.
    fn place(&mut self, place: usize, left: u32, rank: u32, number: usize, orders: usize) {
        let Some(cell) = self.cells.get(place).copied() else {
            let distance = self.distances.get(number).copied();
            if let (Some(entry), Some(distance)) = (self.part.get_mut(rank as usize), distance) {
                *entry = distance;
            }
            return;
        };
        let orders = orders / (self.cells.len() - place);
        let mut number = number;
        for tile in members(left) {
            // The first tile must be in its cell, and no other tile may be.
            if (tile == 0) == (cell == self.first_cell) {
                let earlier = (!left & ((1 << tile) - 1)).count_ones();
                let share = self.ranking.weight(tile as usize).wrapping_mul(cell - earlier);
                let rank = if tile == 0 { rank } else { rank.wrapping_add(share) };
                self.place(place + 1, left & !(1 << tile), rank, number, orders);
            }
            number += orders;
        }
    }
}

/// All sets of this many cells (at least one) as bits, in ascending order.
fn sets(count: usize, cells: usize) -> impl Iterator<Item = u32> + Clone {
    let mut next = (1_u64 << count) - 1;
    core::iter::from_fn(move || {
        let set = Some(next).filter(|set| set >> cells == 0)?;
        // The next larger number with the same number of ones: the highest one of the lowest run moves up by one place,
        // and the others of the run move to the bottom.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        next = carried | ((set ^ carried) >> (lowest.trailing_zeros() + 2));
        u32::try_from(set).ok()
    })
}

/// Creates an empty list with capacity for this many entries, or returns the error that there is not enough memory.
pub(super) fn with_capacity<T>(entries: usize) -> Result<Vec<T>, PatternError> {
    engine::with_capacity(entries).ok_or(PatternError::OutOfMemory {
        bytes: entries.saturating_mul(size_of::<T>()),
    })
}

/// Creates a list of all items.
fn list<T>(items: impl Iterator<Item = T> + Clone) -> Result<Vec<T>, PatternError> {
    let mut list = with_capacity(items.clone().count())?;
    list.extend(items);
    Ok(list)
}

/// Creates a list of this many equal bytes.
fn bytes(length: usize, byte: u8) -> Result<Vec<u8>, PatternError> {
    engine::filled(byte, length).ok_or(PatternError::OutOfMemory { bytes: length })
}

/// The build of one table.
struct Build {
    blocks: Blocks,
    last: Level,
    next: Level,
    reached: Vec<u8>,
    distances: Vec<u8>,
    /// The distance up to which all placements have been found.
    distance: u32,
    /// The number of placements whose distance is known.
    known: u64,
    phase: Phase,
    /// The first block that is not complete in this phase or level.
    at: usize,
    /// Whether no move changes the distance by more than one.
    is_consistent: bool,
}

/// The work that is done block by block.
#[derive(Clone, Copy)]
enum Phase {
    /// Computes a level of the breadth-first search.
    Expand,
    /// Puts the distances into the order of the ranking.
    Rank,
    /// Compares the distances with those one move away.
    Compare,
}

/// The number of placements that a step processes. Tests use so few that a level of a small table takes several steps.
const STEP: usize = if cfg!(test) { 1 << 6 } else { 1 << 20 };

impl Build {
    fn new(shape: Shape, key: Key, entries: usize) -> Result<Self, PatternError> {
        let blocks = Blocks::new(shape, key)?;
        let states = |regions: &u8| Block {
            regions: *regions,
            ..Block::default()
        };
        let level = || -> Result<Level, PatternError> {
            Ok(Level {
                blocks: list(blocks.regions.iter().map(states))?,
                new: bytes(entries, 0)?,
            })
        };
        let (mut last, next) = (level()?, level()?);
        let mut reached = bytes(entries, 0)?;
        let mut distances = bytes(entries, Table::UNREACHED)?;
        let (start, region) = blocks.start;
        last.blocks[start].new = region;
        last.new[start * blocks.size] = region;
        reached[start * blocks.size] = region;
        distances[start * blocks.size] = 0;
        Ok(Self {
            blocks,
            last,
            next,
            reached,
            distances,
            distance: 0,
            known: 1,
            phase: Phase::Expand,
            at: 0,
            is_consistent: true,
        })
    }

    /// Processes some blocks. Returns whether the table is complete.
    fn step(&mut self, ranking: &Ranking, table: &mut [u8]) -> bool {
        let end = (self.at + STEP / self.blocks.size + 1).min(self.blocks.sets.len());
        let range = self.at..end;
        match self.phase {
            Phase::Expand => self.known += self.expand(range),
            Phase::Rank => self.rank(ranking, table, &range),
            Phase::Compare => self.is_consistent &= !self.any_jumps(range),
        }
        self.at = end;
        if end < self.blocks.sets.len() {
            return false;
        }
        self.at = 0;
        match self.phase {
            Phase::Expand => {
                self.distance += 1;
                for (block, last) in self.next.blocks.iter_mut().zip(&self.last.blocks) {
                    block.is_complete |= last.is_complete;
                }
                core::mem::swap(&mut self.last, &mut self.next);
                if self.last.blocks.iter().all(|block| block.new == 0) {
                    self.phase = Phase::Rank;
                    (self.last, self.next, self.reached) = (Level::default(), Level::default(), Vec::new());
                }
                false
            }
            Phase::Rank => {
                self.phase = Phase::Compare;
                false
            }
            Phase::Compare => true,
        }
    }

    /// Expands some blocks. Returns the number of placements that were reached for the first time.
    fn expand(&mut self, range: Range<usize>) -> u64 {
        let (size, first, distance) = (self.blocks.size, range.start, Table::entry(self.distance + 1));
        let bytes = range.start * size..range.end * size;
        let blocks = &mut self.next.blocks[range];
        let new = &mut self.next.new[bytes.clone()];
        let (reached, distances) = (&mut self.reached[bytes.clone()], &mut self.distances[bytes]);
        #[cfg(feature = "rayon")]
        let parts = blocks
            .par_iter_mut()
            .zip(new.par_chunks_exact_mut(size))
            .zip(
                reached
                    .par_chunks_exact_mut(size)
                    .zip(distances.par_chunks_exact_mut(size)),
            )
            .enumerate()
            .with_min_len(portion(size));
        #[cfg(not(feature = "rayon"))]
        let parts = blocks
            .iter_mut()
            .zip(new.chunks_exact_mut(size))
            .zip(reached.chunks_exact_mut(size).zip(distances.chunks_exact_mut(size)))
            .enumerate();
        let counts = parts.map(|(index, ((block, new), (reached, distances)))| {
            let part = Part {
                block,
                new,
                reached,
                distances,
            };
            self.blocks.expand(first + index, distance, &self.last, part)
        });
        counts.sum()
    }

    /// Puts the distances of some blocks into the order of the ranking.
    fn rank(&self, ranking: &Ranking, table: &mut [u8], range: &Range<usize>) {
        let size = ranking.weight(0) as usize;
        #[cfg(feature = "rayon")]
        let parts = table.par_chunks_exact_mut(size).enumerate();
        #[cfg(not(feature = "rayon"))]
        let parts = table.chunks_exact_mut(size).enumerate();
        parts.for_each(|(cell, part)| {
            let cell = u32::try_from(cell).unwrap_or_default();
            self.blocks
                .rank_part(ranking, cell, &self.distances, part, range.clone());
        });
    }

    /// Whether some move to these blocks changes the distance by more than one.
    fn any_jumps(&self, range: Range<usize>) -> bool {
        #[cfg(feature = "rayon")]
        {
            let indices = range.into_par_iter().with_min_len(portion(self.blocks.size));
            let jumps = indices.map_init(Vec::new, |scratch, index| {
                self.blocks.jumps(&self.distances, index, scratch)
            });
            jumps.any(|jumps| jumps)
        }
        #[cfg(not(feature = "rayon"))]
        {
            let (mut range, mut scratch) = (range, Vec::new());
            range.any(|index| self.blocks.jumps(&self.distances, index, &mut scratch))
        }
    }
}

/// The number of blocks that one thread takes at once, which is enough for some microseconds of work.
#[cfg(feature = "rayon")]
fn portion(size: usize) -> usize {
    (1 << 14) / size + 1
}
