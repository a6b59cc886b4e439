//! [`Scenario`]: a problem on a map with the length of a shortest path.

use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;

use super::Length;
use crate::{GridError, GridMap, GridProblem, Movement, Point};
use astride::text::{Line, TextError};

/// A problem on a map, with the length of a shortest path: a line of a `.scen` file. The format is described on the
/// [module's page](super).
///
/// # Example
///
/// ```
/// use astride_grid::movingai::Scenario;
/// use astride_grid::Point;
///
/// let scenario = Scenario {
///     bucket: 1,
///     map: "tiny.map".to_string(),
///     width: 4,
///     height: 3,
///     start: Point::new(0, 0),
///     goal: Point::new(3, 0),
///     optimum: "6.41421".parse()?,
/// };
/// assert_eq!(scenario.to_string(), "1\ttiny.map\t4\t3\t0\t0\t3\t0\t6.41421");
/// assert!(scenario.is_met_by(Some(5.0 + std::f64::consts::SQRT_2)));
/// assert!(!scenario.is_met_by(None), "there is a path");
/// # Ok::<(), astride::text::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scenario {
    /// The bucket of scenarios that are about equally hard: in most files, the length of the path divided by 4, rounded
    /// down.
    pub bucket: u32,
    /// The map's name, or its path on the machine where the file was made.
    pub map: String,
    /// Columns of the map.
    pub width: u16,
    /// Rows of the map.
    pub height: u16,
    /// Where the path begins.
    pub start: Point,
    /// Where the path ends.
    pub goal: Point,
    /// The length of a shortest path. 0 for two different cells means that no path connects them: see
    /// [`is_unreachable`](Self::is_unreachable).
    pub optimum: Length,
}

impl Scenario {
    /// Returns the problem on a map, under the benchmarks' movement rule.
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] and [`GridError::EndInWall`], as for [`GridProblem::new`]. The size of the map is not
    /// checked here: see [`ScenarioFile::check_map`](super::ScenarioFile::check_map).
    ///
    /// ```
    /// use astride_grid::GridMap;
    /// use astride_grid::movingai::ScenarioFile;
    /// use astride::{AStar, Status};
    ///
    /// let file: ScenarioFile = "version 1\n0 a.map 9 9 1 1 8 8 9.8995\n".parse()?;
    /// let map = GridMap::new(9, 9)?;
    /// let scenario = file.iter().next().unwrap();
    /// let mut search = AStar::new(scenario.problem(&map)?);
    /// assert_eq!(search.run(), Status::Found);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problem<M: Borrow<GridMap>>(&self, map: M) -> Result<GridProblem<M>, GridError> {
        GridProblem::new(map, self.start, self.goal, Movement::Eight)
    }

    /// Returns whether the file states that no path connects the two cells: the optimum is 0 although the cells differ.
    ///
    /// ```
    /// use astride_grid::movingai::ScenarioFile;
    ///
    /// let file: ScenarioFile = "version 1\n0 a.map 9 9 1 1 8 8 0\n0 a.map 9 9 1 1 1 1 0\n".parse()?;
    /// let unreachable: Vec<bool> = file.iter().map(|scenario| scenario.is_unreachable()).collect();
    /// assert_eq!(unreachable, [true, false]);
    /// # Ok::<(), astride::text::TextError>(())
    /// ```
    pub fn is_unreachable(&self) -> bool {
        self.optimum.is_zero() && self.start != self.goal
    }

    /// Returns whether the result of a search is right: the length of its path in cells [agrees](Length::agrees_with)
    /// with the optimum, or `length` is `None` and the file states that no path connects the two cells.
    ///
    /// ```
    /// use astride_grid::movingai::ScenarioFile;
    ///
    /// let file: ScenarioFile = "version 1\n0 a.map 9 9 1 1 8 8 9.8995\n0 a.map 9 9 0 0 8 8 0\n".parse()?;
    /// let found = [Some(7.0 * 2_f64.sqrt()), None];
    /// assert!(file.iter().zip(found).all(|(scenario, length)| scenario.is_met_by(length)));
    /// # Ok::<(), astride::text::TextError>(())
    /// ```
    pub fn is_met_by(&self, length: Option<f64>) -> bool {
        match length {
            None => self.is_unreachable(),
            Some(length) => !self.is_unreachable() && self.optimum.agrees_with(length),
        }
    }

    /// Reads a line. Also returns the column of the map's width, which is the place of an error about the map's size.
    pub(super) fn read(mut line: Line<'_>) -> Result<(Self, usize), TextError> {
        line.is_tabbed = line.bytes.contains(&b'\t');
        let bucket = line.number("the bucket", 0..=u32::MAX)?;
        let map = line.value("the map's name", "UTF-8 text", |name| Some(String::from(name)))?;
        let width = line.number("the map's width", 1..=u16::MAX)?;
        let size_column = line.column();
        let height = line.number("the map's height", 1..=u16::MAX)?;
        let mut point = |x, y| -> Result<Point, TextError> {
            Ok(Point {
                x: line.number(x, 0..=width - 1)?,
                y: line.number(y, 0..=height - 1)?,
            })
        };
        let start = point("the start's column", "the start's row")?;
        let goal = point("the goal's column", "the goal's row")?;
        let optimum = line.value("the optimal length", Length::EXPECTED, Length::read)?;
        line.end()?;
        let scenario = Self {
            bucket,
            map,
            width,
            height,
            start,
            goal,
            optimum,
        };
        Ok((scenario, size_column))
    }
}

/// Writes a line of a `.scen` file, with its fields separated by tabs. A map name that is empty, contains tabs or line
/// feeds, or begins or ends with ASCII white space is written like any other, but cannot be read back unchanged.
impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            bucket,
            map,
            width,
            height,
            start,
            goal,
            optimum,
        } = self;
        write!(f, "{bucket}\t{map}\t{width}\t{height}\t")?;
        write!(f, "{}\t{}\t{}\t{}\t{optimum}", start.x, start.y, goal.x, goal.y)
    }
}
