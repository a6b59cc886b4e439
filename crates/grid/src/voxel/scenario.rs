//! [`VoxelScenarioFile`]: a `.3dscen` file.

use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::str::FromStr;
#[cfg(feature = "std")]
use std::path::Path;

use super::{Neighbourhood, Voxel, VoxelError, VoxelMap, VoxelProblem};
use crate::movingai::Length;
#[cfg(feature = "std")]
use astride::text::{FileError, read_file};
use astride::text::{Line, TextError, lines};

/// A problem on a map of voxels, with the length of a shortest path: a line of a `.3dscen` file. The format is
/// described on the [module's page](super).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VoxelScenario {
    /// Where the path begins.
    pub start: Voxel,
    /// Where the path ends.
    pub goal: Voxel,
    /// The length of a shortest path. [`Length::agrees_with`] compares it with the length of a path that was found.
    pub optimum: Length,
    /// The ratio of the optimum to the distance without obstacles.
    pub ratio: Length,
}

impl VoxelScenario {
    /// Returns the problem on a map, under the benchmarks' rule, with `f64` costs, which agree best with the file's
    /// lengths.
    ///
    /// # Errors
    ///
    /// [`VoxelError::EndOutside`] and [`VoxelError::EndBlocked`], as for [`VoxelProblem::new`].
    ///
    /// ```
    /// use astride::{AStar, Status};
    /// use astride_grid::voxel::{VoxelMap, VoxelScenarioFile};
    ///
    /// let map = VoxelMap::new(9, 9, 9)?;
    /// let file: VoxelScenarioFile = "version 1\na.3dmap\n1 1 1 8 8 7 11.80651813 1.000\n".parse()?;
    /// let scenario = &file.scenarios[0];
    /// let mut search = AStar::new(scenario.problem(&map)?);
    /// assert_eq!(search.run(), Status::Found);
    /// assert!(scenario.optimum.agrees_with(search.path().unwrap().cost));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problem<M: Borrow<VoxelMap>>(&self, map: M) -> Result<VoxelProblem<M, f64>, VoxelError> {
        VoxelProblem::new_typed(map, self.start, self.goal, Neighbourhood::TwentySix)
    }

    fn read(mut line: Line<'_>) -> Result<Self, TextError> {
        let mut voxel = |fields: [&'static str; 3]| -> Result<Voxel, TextError> {
            let [x, y, z] = fields.map(|field| line.number(field, 0..=u16::MAX));
            Ok([x?, y?, z?].into())
        };
        let scenario = Self {
            start: voxel(["the start's x", "the start's y", "the start's z"])?,
            goal: voxel(["the goal's x", "the goal's y", "the goal's z"])?,
            optimum: line.value("the optimal length", Length::EXPECTED, Length::read)?,
            ratio: line.value("the ratio", Length::EXPECTED, Length::read)?,
        };
        line.end()?;
        Ok(scenario)
    }
}

/// Writes a line of a `.3dscen` file.
impl fmt::Display for VoxelScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Voxel { x, y, z } in [self.start, self.goal] {
            write!(f, "{x} {y} {z} ")?;
        }
        write!(f, "{} {}", self.optimum, self.ratio)
    }
}

/// A `.3dscen` file: the name of a map and problems on it. The format is described on the [module's page](super).
///
/// [`Display`](fmt::Display) writes the format that [`parse`](Self::parse) reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoxelScenarioFile {
    /// The name of the map's file.
    pub map: String,
    /// The problems, in the order of the file.
    pub scenarios: Vec<VoxelScenario>,
}

impl VoxelScenarioFile {
    /// Reads the text of a `.3dscen` file.
    ///
    /// # Errors
    ///
    /// [`TextError`] with the line and the column of the first error.
    ///
    /// # Complexity
    ///
    /// O(length of the text).
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::voxel::VoxelScenarioFile;
    ///
    /// let error = VoxelScenarioFile::parse(b"version 1\na.3dmap\n1 1 1 2 2 x 1.73 1.0\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 3, column 11: the goal's z is \"x\": a whole number from 0 to 65535 is expected"
    /// );
    /// ```
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = lines(text);
        let mut next = |number| lines.next().unwrap_or_else(|| Line::new(number, b""));
        let mut version = next(1);
        version.word("version")?;
        version.word("1")?;
        version.end()?;
        let mut name = next(2);
        // The name may contain spaces.
        name.is_tabbed = true;
        let map = name.value("the map's name", "UTF-8 text", |name| Some(String::from(name)))?;
        name.end()?;
        let scenarios = lines.filter(|line| !line.is_at_end()).map(VoxelScenario::read);
        Ok(Self {
            map,
            scenarios: scenarios.collect::<Result<_, _>>()?,
        })
    }

    /// Reads a `.3dscen` file.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file cannot be read or its text is malformed.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        read_file(path.as_ref(), Self::parse)
    }
}

impl FromStr for VoxelScenarioFile {
    type Err = TextError;

    /// Does the same as [`parse`](Self::parse).
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text.as_bytes())
    }
}

/// Writes the text of a `.3dscen` file, with a line feed at the end of each line. A map name that is empty, contains
/// tabs or line feeds, or begins or ends with ASCII white space cannot be read back unchanged.
impl fmt::Display for VoxelScenarioFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "version 1\n{}", self.map)?;
        self.scenarios.iter().try_for_each(|scenario| writeln!(f, "{scenario}"))
    }
}
