//! [`ScenarioFile`]: a `.scen` file.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::slice;
use core::str::FromStr;
#[cfg(feature = "std")]
use std::path::Path;

use super::Scenario;
use crate::GridMap;
use astride::text::{Fault, TextError, lines};
#[cfg(feature = "std")]
use astride::text::{FileError, read_file};

/// The scenarios of a `.scen` file. The format is described on the [module's page](super).
///
/// [`Display`](fmt::Display) writes the format that [`parse`](Self::parse) reads, with tabs, and `version 1` in the
/// first line.
///
/// # Example
///
/// ```
/// use astride_grid::GridMap;
/// use astride_grid::movingai::ScenarioFile;
///
/// let file: ScenarioFile = "version 1.0\n0 a.map 9 8 1 1 2 2 1.41\n1 a.map 9 8 0 0 8 0 8.00\n\n".parse()?;
/// assert_eq!(file.len(), 2);
/// assert_eq!(file.iter().map(|scenario| scenario.optimum.value()).sum::<f64>(), 9.41);
///
/// file.check_map(&GridMap::new(9, 8)?)?;
/// let error = file.check_map(&GridMap::new(8, 9)?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 9: the map's size is \"9 x 8\": 8 x 9, as this map has, is expected"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    scenarios: Vec<Scenario>,
    /// The line of each scenario, and the column of its map's width.
    places: Vec<(usize, usize)>,
}

impl ScenarioFile {
    /// Reads the text of a `.scen` file.
    ///
    /// # Errors
    ///
    /// [`TextError`] with the place of the first error. A start or a goal beyond the map size in its line is also an
    /// error.
    ///
    /// # Complexity
    ///
    /// O(length of the text).
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::movingai::ScenarioFile;
    ///
    /// let error = ScenarioFile::parse(b"version 1\n0\ta.map\t9\t8\t1\t1\t2\tx\t1.41\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, column 19: the goal's row is \"x\": a whole number from 0 to 7 is expected"
    /// );
    /// ```
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = lines(text);
        if let Some(mut line) = lines.next() {
            line.word("version")?;
            if line.clone().word("1.0").is_ok() {
                line.field();
            } else {
                line.word("1")?;
            }
            line.end()?;
        }
        let mut file = Self {
            scenarios: Vec::new(),
            places: Vec::new(),
        };
        for line in lines.filter(|line| !line.is_at_end()) {
            let number = line.number;
            let (scenario, column) = Scenario::read(line)?;
            file.scenarios.push(scenario);
            file.places.push((number, column));
        }
        Ok(file)
    }

    /// Reads a `.scen` file.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file cannot be read or its text is malformed.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::movingai::ScenarioFile;
    ///
    /// let path = std::env::temp_dir().join(format!("astride-{}.scen", std::process::id()));
    /// std::fs::write(&path, "version 2\n")?;
    /// let message = ScenarioFile::open(&path).unwrap_err().to_string();
    /// assert_eq!(message, format!("{}:1:9: found \"2\" where \"1\" was expected", path.display()));
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        read_file(path.as_ref(), Self::parse)
    }

    /// Returns an error if any scenario gives a map size other than that of `map`.
    ///
    /// # Errors
    ///
    /// [`Fault::Invalid`], with the place of the first scenario that is for a map of another size.
    ///
    /// # Complexity
    ///
    /// O(scenarios).
    ///
    /// ```
    /// # use astride_grid::GridMap;
    /// # use astride_grid::movingai::ScenarioFile;
    /// let file: ScenarioFile = "version 1\n0 a.map 9 8 1 1 2 2 1.41\n".parse()?;
    /// assert!(file.check_map(&GridMap::new(9, 8)?).is_ok());
    /// assert!(file.check_map(&GridMap::new(9, 9)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_map(&self, map: &GridMap) -> Result<(), TextError> {
        let size = (map.width(), map.height());
        for (scenario, (line, column)) in self.scenarios.iter().zip(&self.places) {
            if (scenario.width, scenario.height) != size {
                let fault = Fault::Invalid {
                    field: "the map's size",
                    text: format!("{} x {}", scenario.width, scenario.height),
                    expected: format!("{} x {}, as this map has,", size.0, size.1),
                };
                let (line, column) = (*line, *column);
                return Err(TextError { line, column, fault });
            }
        }
        Ok(())
    }

    /// The scenarios, in the order of the file.
    pub fn iter(&self) -> slice::Iter<'_, Scenario> {
        self.scenarios.iter()
    }

    /// The number of scenarios.
    pub fn len(&self) -> usize {
        self.scenarios.len()
    }

    /// Returns whether there are no scenarios.
    pub fn is_empty(&self) -> bool {
        self.scenarios.is_empty()
    }
}

/// Two files are equal if they hold the same scenarios in the same order, even on different lines.
impl PartialEq for ScenarioFile {
    fn eq(&self, other: &Self) -> bool {
        self.scenarios == other.scenarios
    }
}

impl Eq for ScenarioFile {}

impl<'a> IntoIterator for &'a ScenarioFile {
    type Item = &'a Scenario;
    type IntoIter = slice::Iter<'a, Scenario>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Collects scenarios into a new `ScenarioFile`. The errors of [`check_map`](Self::check_map) name places in the text
/// that [`Display`](fmt::Display) writes.
impl FromIterator<Scenario> for ScenarioFile {
    fn from_iter<I: IntoIterator<Item = Scenario>>(scenarios: I) -> Self {
        let scenarios: Vec<Scenario> = scenarios.into_iter().collect();
        let places = (2..).zip(&scenarios).map(|(line, scenario)| {
            let bucket = scenario.bucket.checked_ilog10().unwrap_or(0) as usize + 1;
            (line, bucket + scenario.map.chars().count() + 3)
        });
        Self {
            places: places.collect(),
            scenarios,
        }
    }
}

impl FromStr for ScenarioFile {
    type Err = TextError;

    /// Does the same as [`parse`](Self::parse).
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text.as_bytes())
    }
}

/// Writes the text of a `.scen` file, with a line feed at the end of each line.
impl fmt::Display for ScenarioFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "version 1")?;
        self.scenarios.iter().try_for_each(|scenario| writeln!(f, "{scenario}"))
    }
}
