//! [`Network::open_csv`] and [`Network::read_csv`]: a network from two CSV files. [`CsvError`]: an error in them.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};

use super::{Builder, Network, RoadCost, valid};
use crate::{Position, PositionError};
use astride::graphs::CsrError;
use astride::text::excerpt;

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
    pub fn open_csv(places: impl AsRef<Path>, streets: impl AsRef<Path>, cost: &str) -> Result<Self, CsvError> {
        let open = |path: &Path| {
            File::open(path).map_err(|source| CsvError::Open {
                path: path.to_path_buf(),
                source,
            })
        };
        let (places, streets) = (open(places.as_ref())?, open(streets.as_ref())?);
        Self::read_csv(places, streets, cost)
    }

    /// Reads two CSV tables, one with places and one with the streets between them.
    ///
    /// The first line of each table names its columns, which may be in any order. Column names are case-insensitive,
    /// and columns not listed below are ignored, as are spaces around a field. Fields are separated by commas, and a
    /// field that contains a comma must be quoted with `"`. There must be no space before the first quote.
    ///
    /// | table | column | content |
    /// |---|---|---|
    /// | places | `name` | the name of the place, which must be unique |
    /// | | `latitude` or `lat` | degrees north of the equator, from −90 to 90 |
    /// | | `longitude`, `lon` or `lng` | degrees east of Greenwich, from −180 to 180 |
    /// | streets | `from`, `to` | the names of the places at the street's ends |
    /// | | the column that `cost` names, such as `"km"` or `"seconds"` | the length or the travel time, in any unit |
    /// | | `oneway` (optional) | `yes`, `true` or `1` if the street leads only from the first place to the second; `no`, `false`, `0` or empty otherwise |
    /// | | `name` (optional) | the name of the street |
    ///
    /// `cost` is the name of the column with the costs, so one file can have both lengths and times. Costs with a
    /// decimal point need floats: `Network::<f64>`. The maximum size of a table is 4 GiB.
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
    pub fn read_csv(places: impl Read, streets: impl Read, cost: &str) -> Result<Self, CsvError> {
        let mut network = Builder::new();
        read_places(&text(Table::Places, places)?, &mut network)?;
        read_streets(&text(Table::Streets, streets)?, cost, &mut network)?;
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

fn read_places<C: RoadCost>(places: &[u8], network: &mut Builder<C>) -> Result<(), CsvError> {
    let mut rows = Rows::open(Table::Places, places)?;
    let name = rows.column(&["name"])?;
    let (latitude, longitude) = (
        rows.column(&["latitude", "lat"])?,
        rows.column(&["longitude", "lon", "lng"])?,
    );
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

fn read_streets<C: RoadCost>(streets: &[u8], cost: &str, network: &mut Builder<C>) -> Result<(), CsvError> {
    let mut rows = Rows::open(Table::Streets, streets)?;
    let (from, to, cost) = (rows.column(&["from"])?, rows.column(&["to"])?, rows.column(&[cost])?);
    let (one_way, name) = (rows.optional(&["oneway"])?, rows.optional(&["name"])?);
    while rows.next()? {
        let node = |column| {
            let node = network.node(&rows.record[column]);
            node.ok_or_else(|| rows.invalid(column, "the name of a place"))
        };
        let ends = (node(from)?, node(to)?);
        let price = rows.record[cost].parse().ok().and_then(valid);
        let price = price.ok_or_else(|| rows.invalid(cost, "a number that fits, finite and not negative"))?;
        let is_one_way = one_way.map_or(Ok(false), |column| rows.yes_or_no(column))?;
        let name = name.map(|column| &rows.record[column]).filter(|name| !name.is_empty());
        network.street(ends, price, is_one_way, name);
    }
    rows.finish()
}

fn degrees(most: u8) -> String {
    format!("a number of degrees from -{most} to {most}")
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
        rows.header = header.map_err(|error| rows.unreadable(error))?;
        Ok(rows)
    }

    /// Finds the column with one of these names.
    fn column(&self, names: &[&str]) -> Result<usize, CsvError> {
        self.optional(names)?.ok_or_else(|| CsvError::MissingColumn {
            table: self.table,
            column: excerpt(names[0].as_bytes()),
            columns: excerpt(self.header.iter().collect::<Vec<_>>().join(", ").as_bytes()),
        })
    }

    fn optional(&self, names: &[&str]) -> Result<Option<usize>, CsvError> {
        let is_named = |column: &str| names.iter().any(|name| column.eq_ignore_ascii_case(name.trim()));
        let mut columns = (0..self.header.len()).filter(|column| is_named(&self.header[*column]));
        match (columns.next(), columns.next()) {
            (_, Some(second)) => Err(CsvError::SecondColumn {
                table: self.table,
                column: excerpt(self.header[second].as_bytes()),
            }),
            (first, None) => Ok(first),
        }
    }

    /// Reads the next row. Returns `false` after the last one.
    fn next(&mut self) -> Result<bool, CsvError> {
        let is_there = self.reader.read_record(&mut self.record);
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

    fn yes_or_no(&self, column: usize) -> Result<bool, CsvError> {
        let text = &self.record[column];
        let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
        if is_one_of(&["yes", "true", "1"]) {
            Ok(true)
        } else if is_one_of(&["no", "false", "0", ""]) {
            Ok(false)
        } else {
            Err(self.invalid(column, "yes, true, 1, no, false, 0 or nothing"))
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
        let line = self.line_at(error.position().map_or(0, csv::Position::byte));
        match error.into_kind() {
            csv::ErrorKind::Utf8 { .. } => CsvError::Encoding { table, line },
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
    #[error("{}: {source}", path.display())]
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
