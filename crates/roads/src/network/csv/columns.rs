//! [`CsvColumns`]: the names of the columns of CSV tables.

use super::Way;

/// The names of the columns of the CSV tables of a network.
///
/// [`new`](Self::new) takes the name of the column with the costs, and the other columns have the names in the table of
/// [`Network::read_csv`](crate::Network::read_csv). The methods choose other names. A column whose name is chosen must
/// exist.
///
/// ```
/// use astride_roads::{CsvColumns, Network};
///
/// let stops = "stop,y,x\nHarbour,60.15,24.95\nMarket,60.17,24.95\n";
/// let lines = "a,b,seconds\nHarbour,Market,240\n";
/// let columns = CsvColumns::new("seconds").with_place("stop").with_position("y", "x").with_ends("a", "b");
/// let network = Network::<u32>::read_csv(stops.as_bytes(), lines.as_bytes(), columns)?;
/// assert_eq!(network.graph().edge_count(), 2);
/// # Ok::<(), astride_roads::CsvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CsvColumns<'a> {
    pub(super) place: Column<'a>,
    pub(super) latitude: Column<'a>,
    pub(super) longitude: Column<'a>,
    pub(super) from: Column<'a>,
    pub(super) to: Column<'a>,
    pub(super) cost: Column<'a>,
    pub(super) direction: Direction<'a>,
    pub(super) street: Column<'a>,
}

impl<'a> CsvColumns<'a> {
    /// Takes the name of the column with the costs, and the default names of the others.
    pub fn new(cost: &'a str) -> Self {
        CsvColumns {
            place: Column::any(&["name"]),
            latitude: Column::any(&["latitude", "lat"]),
            longitude: Column::any(&["longitude", "lon", "lng"]),
            from: Column::any(&["from"]),
            to: Column::any(&["to"]),
            cost: Column::chosen(cost),
            direction: Direction::In(Column::any(&["oneway"])),
            street: Column::any(&["name"]),
        }
    }

    /// The columns of files that [OSMnx](https://osmnx.readthedocs.io) writes, with the costs in `cost`, such as
    /// `"length"` in metres or `"travel_time"` in seconds.
    ///
    /// The files are those of `nodes.to_csv("nodes.csv")` and `edges.to_csv("edges.csv")` after
    /// `nodes, edges = osmnx.graph_to_gdfs(graph)`. Places are named by their `osmid`. The edges are directed, and a
    /// street that leads both ways has two rows. Therefore, the column `oneway` is not read. Lengths have a decimal
    /// point, so the costs must be floats. The coordinates must be degrees, that is, the graph must not be projected.
    ///
    /// ```
    /// use astride_roads::{CsvColumns, Network};
    ///
    /// let nodes = "osmid,y,x,street_count,geometry\n25291537,60.16,24.94,3,POINT (24.94 60.16)\n\
    ///     25291564,60.17,24.94,4,POINT (24.94 60.17)\n";
    /// let edges = "u,v,key,osmid,name,oneway,reversed,length\n\
    ///     25291537,25291564,0,\"[4217, 4218]\",Annankatu,False,False,87.5\n\
    ///     25291564,25291537,0,\"[4217, 4218]\",Annankatu,False,True,87.5\n";
    /// let network = Network::<f64>::read_csv(nodes.as_bytes(), edges.as_bytes(), CsvColumns::osmnx("length"))?;
    /// assert_eq!((network.name(0), network.street(0, 1)), (Some("25291537"), Some("Annankatu")));
    /// assert_eq!(network.graph().edge_count(), 2);
    /// # Ok::<(), astride_roads::CsvError>(())
    /// ```
    #[doc(alias("OpenStreetMap", "osmid"))]
    pub fn osmnx(cost: &'a str) -> Self {
        CsvColumns {
            direction: Direction::Forward,
            ..Self::new(cost)
                .with_place("osmid")
                .with_position("y", "x")
                .with_ends("u", "v")
        }
    }

    /// Sets the column with the names of the places.
    pub fn with_place(mut self, name: &'a str) -> Self {
        self.place = Column::chosen(name);
        self
    }

    /// Sets the columns with the latitudes and the longitudes of the places.
    pub fn with_position(mut self, latitude: &'a str, longitude: &'a str) -> Self {
        (self.latitude, self.longitude) = (Column::chosen(latitude), Column::chosen(longitude));
        self
    }

    /// Sets the columns with the places at which streets begin and end.
    pub fn with_ends(mut self, from: &'a str, to: &'a str) -> Self {
        (self.from, self.to) = (Column::chosen(from), Column::chosen(to));
        self
    }

    /// Sets the column that tells in which direction a street leads.
    pub fn with_one_way(mut self, name: &'a str) -> Self {
        self.direction = Direction::In(Column::chosen(name));
        self
    }

    /// Reads each row as an edge from its first place to its second. A street that leads both ways needs two rows.
    pub fn directed(mut self) -> Self {
        self.direction = Direction::Forward;
        self
    }

    /// Sets the column with the names of the streets.
    pub fn with_street(mut self, name: &'a str) -> Self {
        self.street = Column::chosen(name);
        self
    }
}

impl<'a> From<&'a str> for CsvColumns<'a> {
    fn from(cost: &'a str) -> Self {
        Self::new(cost)
    }
}

impl<'a> From<&'a String> for CsvColumns<'a> {
    fn from(cost: &'a String) -> Self {
        Self::new(cost)
    }
}

/// A column, found by any of its names.
#[derive(Clone, Debug)]
pub(super) struct Column<'a> {
    names: Vec<&'a str>,
    /// Whether the caller has chosen the name.
    pub(super) is_chosen: bool,
}

impl<'a> Column<'a> {
    fn any(names: &[&'a str]) -> Self {
        Column {
            names: names.to_vec(),
            is_chosen: false,
        }
    }

    fn chosen(name: &'a str) -> Self {
        Column {
            names: vec![name.trim()],
            is_chosen: true,
        }
    }

    /// The first of the names.
    pub(super) fn name(&self) -> &str {
        self.names.first().copied().unwrap_or_default()
    }

    pub(super) fn is_named(&self, column: &str) -> bool {
        self.names.iter().any(|name| column.eq_ignore_ascii_case(name))
    }
}

/// How a row tells in which direction its street leads.
#[derive(Clone, Debug)]
pub(super) enum Direction<'a> {
    /// By a column. If it may be missing and is, streets lead both ways.
    In(Column<'a>),
    /// All streets lead from their first place to their second.
    Forward,
}

impl Direction<'_> {
    /// The directions of streets if there is no column for them.
    pub(super) fn otherwise(&self) -> Way {
        match self {
            Direction::In(_) => Way::Both,
            Direction::Forward => Way::Forward,
        }
    }
}
