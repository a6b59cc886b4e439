//! [`HeuristicName`]: the heuristics by name.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use astride::npuzzle::patterns::{PatternDatabases, PatternError, StandardPartition};
use astride::npuzzle::{
    Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, PuzzleError, TileHeuristic, Tiles,
    WalkingDistance, Zero,
};
use clap::ValueEnum;

use crate::error::Error;
use crate::progress::Clock;

/// A heuristic, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeuristicName {
    /// No idea: A* is Dijkstra's algorithm with it
    Zero,
    /// Tiles out of place
    Hamming,
    /// Rows plus columns that each tile is away
    Manhattan,
    /// Manhattan, and two moves for each tile that must let another one pass
    LinearConflict,
    /// Moves that the rows need among each other, and the columns; up to 5x5
    WalkingDistance,
    /// The larger of linear conflict and walking distance; up to 5x5
    Maximum,
    /// The sum of Manhattan and Hamming, which is too much: solutions need not be shortest
    #[value(name = "manhattan+hamming")]
    ManhattanPlusHamming,
    /// Pattern databases of 4 and 4 tiles, for 3x3
    #[value(name = "4-4")]
    FourFour,
    /// Pattern databases of 5, 5 and 5 tiles, for 4x4
    #[value(name = "5-5-5")]
    FiveFiveFive,
    /// Pattern databases of 6, 6 and 3 tiles, for 4x4
    #[value(name = "6-6-3")]
    SixSixThree,
    /// Pattern databases of 7 and 8 tiles, for 4x4: 577 MB
    #[value(name = "7-8")]
    SevenEight,
    /// Pattern databases of four times 6 tiles, for 5x5: 255 MB
    #[value(name = "6-6-6-6")]
    SixSixSixSix,
}

impl HeuristicName {
    /// Its name, as [`TileHeuristic::name`] returns it, too.
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map_or(String::new(), |value| value.get_name().to_string())
    }

    /// The heuristic towards a goal.
    pub(crate) fn build<T: Tiles>(
        self,
        goal: &Board,
        databases: &Databases<'_>,
    ) -> Result<Box<dyn TileHeuristic<T> + Send + Sync>, Error> {
        let bad = |error: PuzzleError| Error::input(format_args!("--heuristic {}", self.name()), error);
        Ok(match self {
            Self::Zero => Box::new(Zero::new(goal)),
            Self::Hamming => Box::new(Hamming::new(goal)),
            Self::Manhattan => Box::new(Manhattan::new(goal)),
            Self::LinearConflict => Box::new(LinearConflict::new(goal)),
            Self::WalkingDistance => Box::new(WalkingDistance::new(goal).map_err(bad)?),
            Self::Maximum => Box::new(Maximum::new(
                LinearConflict::new(goal),
                WalkingDistance::new(goal).map_err(bad)?,
            )),
            Self::ManhattanPlusHamming => Box::new(ManhattanPlusHamming::new(goal)),
            Self::FourFour | Self::FiveFiveFive | Self::SixSixThree | Self::SevenEight | Self::SixSixSixSix => {
                Box::new(databases.get(&self.name(), goal)?)
            }
        })
    }

    /// Whether it has tables that are worth keeping in a folder.
    pub(crate) fn has_databases(self) -> bool {
        self.name().parse::<StandardPartition>().is_ok()
    }
}

/// The pattern databases that were asked for last: boards that follow each other mostly want the same.
#[derive(Debug)]
pub(crate) struct Databases<'a> {
    folder: Option<&'a Path>,
    pub(crate) clock: &'a Clock,
    last: RefCell<Option<Arc<PatternDatabases>>>,
}

impl<'a> Databases<'a> {
    pub(crate) fn new(folder: Option<&'a Path>, clock: &'a Clock) -> Self {
        let last = RefCell::new(None);
        Self { folder, clock, last }
    }

    /// Those of a standard partition, by its name.
    fn get(&self, name: &str, goal: &Board) -> Result<Arc<PatternDatabases>, Error> {
        let place = |error| match error {
            PatternError::Stopped => Error::OutOfTime,
            error => Error::input(format_args!("--heuristic {name}"), error),
        };
        let partition = name
            .parse()
            .and_then(|standard: StandardPartition| standard.of(goal))
            .map_err(place)?;
        let mut last = self.last.borrow_mut();
        if let Some(databases) = last.as_ref().filter(|databases| *databases.partition() == partition) {
            return Ok(databases.clone());
        }
        let progress = |progress| self.clock.building(progress);
        let databases = match self.folder {
            Some(folder) => PatternDatabases::load_or_build(folder, &partition, progress),
            None => PatternDatabases::build_with(&partition, progress),
        };
        let databases = Arc::new(databases.map_err(place)?);
        *last = Some(databases.clone());
        Ok(databases)
    }
}
