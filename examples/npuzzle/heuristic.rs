//! [`HeuristicName`]: the heuristics by name.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use astride::Stepper;
use astride::npuzzle::{
    Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, PuzzleError, TileHeuristic, Tiles, Zero,
};
use astride_tiles::WalkingDistance;
use astride_tiles::patterns::{PatternBuilder, PatternDatabases, PatternError, StandardPartition};

use crate::error::Error;
use crate::options::name_of;
use crate::progress::Clock;

/// A heuristic, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeuristicName {
    Zero,
    Hamming,
    Manhattan,
    LinearConflict,
    WalkingDistance,
    Maximum,
    ManhattanPlusHamming,
    FourFour,
    FiveFiveFive,
    SixSixThree,
    SevenEight,
    SixSixSixSix,
}

impl HeuristicName {
    pub(crate) const NAMES: [(&str, Self); 12] = [
        ("zero", Self::Zero),
        ("hamming", Self::Hamming),
        ("manhattan", Self::Manhattan),
        ("linear-conflict", Self::LinearConflict),
        ("walking-distance", Self::WalkingDistance),
        ("maximum", Self::Maximum),
        ("manhattan+hamming", Self::ManhattanPlusHamming),
        ("4-4", Self::FourFour),
        ("5-5-5", Self::FiveFiveFive),
        ("6-6-3", Self::SixSixThree),
        ("7-8", Self::SevenEight),
        ("6-6-6-6", Self::SixSixSixSix),
    ];

    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        name_of(&Self::NAMES, &self)
    }

    /// Creates the heuristic for a goal.
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
                Box::new(databases.get(self.name(), goal)?)
            }
        })
    }

    /// Whether it has tables that are worth storing in a folder.
    pub(crate) fn has_databases(self) -> bool {
        self.name().parse::<StandardPartition>().is_ok()
    }
}

/// The most recently requested pattern databases, since successive boards usually need the same ones.
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

    /// Returns the databases of a standard partition, given its name.
    fn get(&self, name: &str, goal: &Board) -> Result<Arc<PatternDatabases>, Error> {
        let place = |error| match error {
            PatternError::Stopped => Error::OutOfTime,
            PatternError::NotForThisGoal { partition, .. } => Error::input(
                format_args!("--heuristic {name}"),
                format_args!(
                    "only for {0}x{0} cells and a goal with the blank in a corner",
                    partition.side()
                ),
            ),
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
        let goes_on = |builder: &PatternBuilder| self.clock.building(builder.progress()).is_continue();
        let drive = |builder: &mut PatternBuilder| while goes_on(builder) && builder.step().is_running() {};
        let databases = match self.folder {
            Some(folder) => PatternDatabases::load_or_build(folder, &partition, drive),
            None => PatternDatabases::build_with(&partition, drive),
        };
        let databases = Arc::new(databases.map_err(place)?);
        *last = Some(databases.clone());
        Ok(databases)
    }
}
