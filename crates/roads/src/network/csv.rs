//! [`Network::open_csv`] and [`Network::read_csv`]: a network from two CSV files. [`CsvError`]: an error in them.

mod columns;
mod quotes;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};

pub use columns::CsvColumns;
use columns::{Column, Direction};
pub use quotes::QuoteFault;

use super::{Builder, Network, RoadCost, valid};
use crate::{Position, PositionError};
use astride::graphs::CsrError;
use astride::text::{displayed, excerpt, without_mark};

/// The maximum size of a file, which is enough for the road network of a continent.
const MAX_BYTES: u64 = 1 << 32;

impl<C: RoadCost> Network<C> {
    /// Opens two CSV files, one with places and one with the streets between them, and reads them like
    /// [`read_csv`](Self::read_csv).
    ///
    /// ```no_run
    /// use astride::AStar;
    /// use astride_roads::Network;
    ///
    /// let roads = Network::<u32>::open_csv("places.csv", "streets.csv", "km")?;
    /// let path = AStar::new(roads.query("Arad", "Bucharest")?).find_path()?.ok_or("no route")?;
    /// println!("{} km by {}", path.cost, roads.names(&path.nodes).join(", "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CsvError::Open`] if a file cannot be opened, and the errors of [`read_csv`](Self::read_csv).
    pub fn open_csv<'a>(
        places: impl AsRef<Path>,
        streets: impl AsRef<Path>,
        columns: impl Into<CsvColumns<'a>>,
    ) -> Result<Self, CsvError> {
        let open = |path: &Path| {
            File::open(path).map_err(|source| CsvError::Open {
                path: path.to_path_buf(),
                source,
            })
        };
        let (places, streets) = (open(places.as_ref())?, open(streets.as_ref())?);
        Self::read_csv(places, streets, columns)
    }

    /// Reads two CSV tables, one with places and one with the streets between them. `columns` is the name of the column
    /// with the costs, such as `"km"`, or a [`CsvColumns`] if other columns have other names than those below.
    ///
    /// The first line of each table names its columns, which may be in any order. Column names are case-insensitive,
    /// and columns not listed below are ignored, as are spaces around a field. Fields are separated by commas, and a
    /// field that contains a comma must be quoted with `"`. A quoted field must begin with its quote, and nothing but
    /// spaces may follow its closing quote. Empty lines are skipped.
    ///
    /// | table | column | content |
    /// |---|---|---|
    /// | places | `name` | the name of the place, which must be unique |
    /// | | `latitude` or `lat` | degrees north of the equator, from −90 to 90 |
    /// | | `longitude`, `lon` or `lng` | degrees east of Greenwich, from −180 to 180 |
    /// | streets | `from`, `to` | the names of the places at the street's ends |
    /// | | the column that `columns` names, such as `"km"` or `"seconds"` | the length or the travel time, in any unit |
    /// | | `oneway` (optional) | `yes`, `true` or `1` if the street leads only from the first place to the second; `-1` or `reverse` if it leads only from the second to the first; `no`, `false`, `0` or empty otherwise |
    /// | | `name` (optional) | the name of the street |
    ///
    /// One file can have both lengths and times, since the column with the costs is chosen. Costs with a decimal point
    /// need floats: `Network::<f64>`. The maximum size of a table is 4 GiB.
    ///
    /// # Errors
    ///
    /// [`CsvError`], for example if a table cannot be read, if a column or all rows are missing, if a value is invalid
    /// (the error names its line and column), or if two places have the same name.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::AStar;
    /// use astride_roads::Network;
    ///
    /// let places = "name,latitude,longitude\nArad,46.17,21.32\nSibiu,45.79,24.15\nBucharest,44.43,26.10\n";
    /// let streets = "from,to,km,hours\nArad,Sibiu,140,2.5\nSibiu,Bucharest,278,4.5\n";
    /// let roads = Network::<f64>::read_csv(places.as_bytes(), streets.as_bytes(), "hours")?;
    /// let path = AStar::new(roads.query("Bucharest", "Arad")?).find_path()?.ok_or("no route")?;
    /// assert_eq!((path.cost, roads.names(&path.nodes)), (7.0, vec!["Bucharest", "Sibiu", "Arad"]));
    ///
    /// let streets = "from,to,km\nArad,Budapest,270\n";
    /// let error = Network::<u32>::read_csv(places.as_bytes(), streets.as_bytes(), "km").unwrap_err();
    /// let message = "streets, line 2, column \"to\": \"Budapest\" is not the name of a place";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_csv<'a>(
        places: impl Read,
        streets: impl Read,
        columns: impl Into<CsvColumns<'a>>,
    ) -> Result<Self, CsvError> {
        let (mut network, columns) = (Builder::new(), columns.into());
        read_places(without_mark(&text(Table::Places, places)?), &columns, &mut network)?;
        read_streets(without_mark(&text(Table::Streets, streets)?), &columns, &mut network)?;
        Ok(network.finish()?)
    }
}

/// Reads the whole text, whose lines are counted only when an error names one.
fn text(table: Table, reader: impl Read) -> Result<Vec<u8>, CsvError> {
    let mut text = Vec::new();
    let result = reader.take(MAX_BYTES + 1).read_to_end(&mut text);
    result.map_err(|source| CsvError::Io { table, source })?;
    if text.len() as u64 > MAX_BYTES {
        let limit = MAX_BYTES;
        return Err(CsvError::TooLong { table, limit });
    }
    Ok(text)
}

fn read_places<C: RoadCost>(places: &[u8], columns: &CsvColumns<'_>, network: &mut Builder<C>) -> Result<(), CsvError> {
    let mut rows = Rows::open(Table::Places, places)?;
    let name = rows.column(&columns.place)?;
    let (latitude, longitude) = (rows.column(&columns.latitude)?, rows.column(&columns.longitude)?);
    // The byte at which each place begins, for the error about a second place with the same name.
    let mut begins = Vec::new();
    while rows.next()? {
        let text = rows.text(name, "the name of a place")?;
        let (north, east) = (rows.degrees(latitude, 90)?, rows.degrees(longitude, 180)?);
        let position = Position::new(north, east).map_err(|error| match error {
            PositionError::Latitude { .. } => rows.invalid(latitude, degrees(90)),
            PositionError::Longitude { .. } => rows.invalid(longitude, degrees(180)),
        })?;
        if let Some(first) = network.place(text, position)? {
            return Err(CsvError::SecondPlace {
                line: rows.line(),
                name: excerpt(text.as_bytes()),
                first: rows.line_at(begins[first]),
            });
        }
        begins.push(rows.begin());
    }
    rows.finish()
}

fn read_streets<C: RoadCost>(
    streets: &[u8],
    columns: &CsvColumns<'_>,
    network: &mut Builder<C>,
) -> Result<(), CsvError> {
    let mut rows = Rows::open(Table::Streets, streets)?;
    let (from, to) = (rows.column(&columns.from)?, rows.column(&columns.to)?);
    let (cost, name) = (rows.column(&columns.cost)?, rows.optional(&columns.street)?);
    let one_way = match &columns.direction {
        Direction::In(column) => rows.optional(column)?,
        Direction::Forward => None,
    };
    let otherwise = columns.direction.otherwise();
    while rows.next()? {
        let node = |column| {
            let node = network.node(&rows.record[column]);
            node.ok_or_else(|| rows.invalid(column, "the name of a place"))
        };
        let (from, to) = (node(from)?, node(to)?);
        let price = rows.record[cost].parse().ok().and_then(valid);
        let price = price.ok_or_else(|| rows.invalid(cost, "a number that fits, finite and not negative"))?;
        let way = one_way.map_or(Ok(otherwise), |column| rows.way(column))?;
        let name = name.map(|column| &rows.record[column]).filter(|name| !name.is_empty());
        let ends = if way == Way::Backward { (to, from) } else { (from, to) };
        network.street(ends, price, way != Way::Both, name);
    }
    rows.finish()
}

fn degrees(most: u8) -> String {
    format!("a number of degrees from -{most} to {most}")
}

/// The directions in which a street leads.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Both,
    Forward,
    Backward,
}

/// The rows of a table, one at a time.
struct Rows<'text> {
    table: Table,
    text: &'text [u8],
    reader: csv::Reader<&'text [u8]>,
    header: StringRecord,
    record: StringRecord,
    has_any: bool,
}

impl<'text> Rows<'text> {
    fn open(table: Table, text: &'text [u8]) -> Result<Self, CsvError> {
        let mut rows = Rows {
            table,
            text,
            reader: ReaderBuilder::new().trim(Trim::All).from_reader(text),
            header: StringRecord::new(),
            record: StringRecord::new(),
            has_any: false,
        };
        let header = rows.reader.headers().cloned();
        rows.check_quotes(0)?;
        rows.header = header.map_err(|error| rows.unreadable(error))?;
        Ok(rows)
    }

    /// Finds a column.
    fn column(&self, column: &Column<'_>) -> Result<usize, CsvError> {
        self.find(column)?.ok_or_else(|| self.missing(column))
    }

    /// Finds a column that may be missing unless the caller has chosen its name.
    fn optional(&self, column: &Column<'_>) -> Result<Option<usize>, CsvError> {
        match self.find(column)? {
            None if column.is_chosen => Err(self.missing(column)),
            found => Ok(found),
        }
    }

    fn find(&self, column: &Column<'_>) -> Result<Option<usize>, CsvError> {
        let mut columns = (0..self.header.len()).filter(|place| column.is_named(&self.header[*place]));
        match (columns.next(), columns.next()) {
            (_, Some(second)) => Err(CsvError::SecondColumn {
                table: self.table,
                column: excerpt(self.header[second].as_bytes()),
            }),
            (first, None) => Ok(first),
        }
    }

    fn missing(&self, column: &Column<'_>) -> CsvError {
        CsvError::MissingColumn {
            table: self.table,
            column: excerpt(column.name().as_bytes()),
            columns: excerpt(self.header.iter().collect::<Vec<_>>().join(", ").as_bytes()),
        }
    }

    /// Rejects a row with a quote that is misplaced or not closed. The row begins at this byte and has been read. The
    /// reader itself takes all that follows an open quote for one field.
    fn check_quotes(&self, begin: u64) -> Result<(), CsvError> {
        let place = |byte: u64| usize::try_from(byte).map_or(self.text.len(), |byte| byte.min(self.text.len()));
        let (begin, end) = (place(begin), place(self.reader.position().byte()));
        let Some((quote, fault)) = quotes::fault(&self.text[begin..end.max(begin)]) else {
            return Ok(());
        };
        Err(CsvError::Quote {
            table: self.table,
            line: self.line_at((begin + quote) as u64),
            fault,
        })
    }

    /// Reads the next row. Returns `false` after the last one.
    fn next(&mut self) -> Result<bool, CsvError> {
        let begin = self.reader.position().byte();
        let is_there = self.reader.read_record(&mut self.record);
        self.check_quotes(begin)?;
        let is_there = is_there.map_err(|error| self.unreadable(error))?;
        self.has_any |= is_there;
        Ok(is_there)
    }

    /// Rejects a table without rows.
    fn finish(self) -> Result<(), CsvError> {
        let table = self.table;
        if self.has_any {
            Ok(())
        } else {
            Err(CsvError::Empty { table })
        }
    }

    /// A field that must not be empty.
    fn text(&self, column: usize, expected: &str) -> Result<&str, CsvError> {
        let text = &self.record[column];
        if text.is_empty() {
            Err(self.invalid(column, expected))
        } else {
            Ok(text)
        }
    }

    fn degrees(&self, column: usize, most: u8) -> Result<f64, CsvError> {
        self.record[column]
            .parse()
            .map_err(|_| self.invalid(column, degrees(most)))
    }

    fn way(&self, column: usize) -> Result<Way, CsvError> {
        let text = &self.record[column];
        let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
        if is_one_of(&["yes", "true", "1"]) {
            Ok(Way::Forward)
        } else if is_one_of(&["-1", "reverse"]) {
            Ok(Way::Backward)
        } else if is_one_of(&["no", "false", "0", ""]) {
            Ok(Way::Both)
        } else {
            Err(self.invalid(column, "yes, true, 1, -1, reverse, no, false, 0 or nothing"))
        }
    }

    /// The byte at which the last row read begins, or at which an empty line before it begins.
    fn begin(&self) -> u64 {
        self.record.position().map_or(0, csv::Position::byte)
    }

    fn line(&self) -> u64 {
        self.line_at(self.begin())
    }

    /// The line of the row that begins at this byte. The reader itself returns the first of the empty lines before it.
    fn line_at(&self, begin: u64) -> u64 {
        let begin = usize::try_from(begin).map_or(self.text.len(), |begin| begin.min(self.text.len()));
        let row = self.text[begin..].iter();
        let empty = row.take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        // A line ends with one of these bytes or with both.
        let ends = (0..begin + empty).filter(|place| match self.text[*place] {
            b'\r' => self.text.get(place + 1) != Some(&b'\n'),
            byte => byte == b'\n',
        });
        1 + ends.count() as u64
    }

    /// Whether the line that begins at this byte, after empty lines, has only spaces.
    fn has_only_spaces(&self, begin: u64) -> bool {
        let row = usize::try_from(begin).ok().and_then(|begin| self.text.get(begin..));
        let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let mut lines = row.unwrap_or_default().split(is_end);
        lines
            .find(|line| !line.is_empty())
            .is_some_and(|line| line.trim_ascii().is_empty())
    }

    /// The error for a field of the last row read.
    fn invalid(&self, column: usize, expected: impl Into<String>) -> CsvError {
        CsvError::Value {
            table: self.table,
            line: self.line(),
            column: excerpt(self.header[column].as_bytes()),
            value: excerpt(self.record[column].as_bytes()),
            expected: expected.into(),
        }
    }

    /// The error for a row, or a header, that cannot be read.
    fn unreadable(&self, error: csv::Error) -> CsvError {
        let table = self.table;
        let begin = error.position().map_or(0, csv::Position::byte);
        let line = self.line_at(begin);
        match error.into_kind() {
            csv::ErrorKind::Utf8 { .. } => CsvError::Encoding { table, line },
            csv::ErrorKind::UnequalLengths { len: 1, .. } if self.has_only_spaces(begin) => {
                CsvError::Spaces { table, line }
            }
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => CsvError::Fields {
                table,
                line,
                found: len,
                expected: expected_len,
            },
            csv::ErrorKind::Io(source) => CsvError::Io { table, source },
            // No other error can occur when reading records.
            other => CsvError::Io {
                table,
                source: io::Error::other(format!("{other:?}")),
            },
        }
    }
}

/// One of the two tables of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// The table of the places.
    Places,
    /// The table of the streets.
    Streets,
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Table::Places => "places",
            Table::Streets => "streets",
        })
    }
}

/// An error in the CSV files of a network. Lines are counted from 1, and long names and values are shortened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CsvError {
    /// A file cannot be opened.
    #[error("{}: {source}", displayed(path))]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },

    /// A table cannot be read.
    #[error("{table}: {source}")]
    Io {
        /// The table.
        table: Table,
        /// The error of the reader.
        source: io::Error,
    },

    /// A table has more bytes than the limit.
    #[error("{table}: longer than the limit of {limit} bytes")]
    TooLong {
        /// The table.
        table: Table,
        /// The maximum number of bytes.
        limit: u64,
    },

    /// A row is not valid UTF-8.
    #[error("{table}, line {line}: the text is not UTF-8")]
    Encoding {
        /// The table.
        table: Table,
        /// The line where the row begins.
        line: u64,
    },

    /// A row has more or fewer fields than there are columns.
    #[error("{table}, line {line}: {found} fields instead of {expected}")]
    Fields {
        /// The table.
        table: Table,
        /// The line where the row begins.
        line: u64,
        /// The number of fields.
        found: u64,
        /// The number of columns.
        expected: u64,
    },

    /// A line has only spaces. (Empty lines are skipped.)
    #[error("{table}, line {line}: the line has only spaces")]
    Spaces {
        /// The table.
        table: Table,
        /// The line.
        line: u64,
    },

    /// A quote is misplaced or not closed.
    #[error("{table}, line {line}: {fault}")]
    Quote {
        /// The table.
        table: Table,
        /// The line of the quote with which the field begins.
        line: u64,
        /// The error.
        fault: QuoteFault,
    },

    /// A column is missing.
    #[error("{table}: no column is named {column:?}; the columns are {columns:?}")]
    MissingColumn {
        /// The table.
        table: Table,
        /// The name of the column.
        column: String,
        /// The names of all columns of the table.
        columns: String,
    },

    /// Two columns have the same name, or different names for the same content.
    #[error("{table}: the column {column:?} appears twice, or under two names")]
    SecondColumn {
        /// The table.
        table: Table,
        /// The name of the second column.
        column: String,
    },

    /// A table has no rows.
    #[error("{table}: there are no rows")]
    Empty {
        /// The table.
        table: Table,
    },

    /// A field has an invalid value, such as a latitude or a cost out of range, or a name that no place has.
    #[error("{table}, line {line}, column {column:?}: {value:?} is not {expected}")]
    Value {
        /// The table.
        table: Table,
        /// The line where the row begins.
        line: u64,
        /// The name of the column.
        column: String,
        /// The text found.
        value: String,
        /// The text expected.
        expected: String,
    },

    /// Two places have the same name.
    #[error("places, line {line}: a second place is named {name:?}; the first one is in line {first}")]
    SecondPlace {
        /// The line of the second place.
        line: u64,
        /// The name.
        name: String,
        /// The line of the first place.
        first: u64,
    },

    /// There are too many places or streets, or not enough memory for them.
    #[error(transparent)]
    Graph(#[from] CsrError),
}
