//! [`Network::open_osm`] and [`Network::read_osm`]: a network from an extract of OpenStreetMap.

mod blocks;
mod chains;
mod error;
mod extract;
mod messages;
mod profile;
mod report;
mod restrictions;
mod tags;
mod way;

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

pub use error::OsmError;
pub use profile::{OsmProfile, OsmRoad, SpeedLimits};
pub use report::OsmReport;

use super::Network;
use chains::Chains;
use extract::Extract;
use restrictions::Restrictions;

impl Network<u32> {
    /// Opens an extract of OpenStreetMap in the format `.osm.pbf`, and reads it like [`read_osm`](Self::read_osm).
    ///
    /// ```no_run
    /// use astride::AStar;
    /// use astride_roads::{Network, OsmProfile};
    ///
    /// let (roads, report) = Network::open_osm("Helsinki.osm.pbf", &OsmProfile::car())?;
    /// println!("{report}");
    /// let path = AStar::new(roads.query("25291537", "60072359")?).find_path()?.ok_or("no route")?;
    /// println!("{} s", path.cost / 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`OsmError::Open`] if the file cannot be opened, [`OsmError::Speed`] if the profile is not valid, and the other
    /// errors of [`read_osm`](Self::read_osm) within [`OsmError::InFile`], which names the file.
    pub fn open_osm(path: impl AsRef<Path>, profile: &OsmProfile) -> Result<(Self, OsmReport), OsmError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|source| OsmError::Open {
            path: path.to_path_buf(),
            source,
        })?;
        Self::read_osm(BufReader::new(file), profile).map_err(|error| match error {
            OsmError::Speed { .. } => error,
            error => OsmError::InFile {
                path: path.to_path_buf(),
                source: Box::new(error),
            },
        })
    }

    /// Reads an extract of OpenStreetMap in the format `.osm.pbf`.
    ///
    /// # Arguments
    ///
    /// `reader`: the data, which are read twice, from the beginning. `profile`: the vehicle, which decides about the
    /// streets and their speeds.
    ///
    /// # Returns
    ///
    /// The network, and a report of what was left out and why.
    ///
    /// * The **places** are junctions and dead ends. Their names are the identifiers of OpenStreetMap's nodes, such as
    ///   `"25291537"`.
    /// * The **edges** are the streets between them, with the tag `name`, or else `ref`, as their name. Nodes where a
    ///   street only bends are in the [shape](super::NetworkEdge::shape) of the edge. No two edges lead from the same
    ///   node to the same node, and no edge leads back to its start: where streets do so, a bend becomes a place. The
    ///   speed is the same all along an edge.
    /// * **Costs** are travel times in milliseconds, rounded up. [`lengths`](Self::lengths) returns the same network
    ///   with lengths instead.
    /// * **Turn restrictions** are [bans](Network::bans). Searches ignore them unless the graph is wrapped in a `Turns`
    ///   of the crate `astride-labels`. A mandatory turn (`only_…`) bans all others, including a U-turn. If it leads
    ///   via ways, leaving them early is banned as well.
    /// * At a **barrier** that stops the vehicle, streets end. If there are several, each has a place of its own: the
    ///   second and the third are named like the node with `#2` and `#3`.
    ///
    /// # Limits
    ///
    /// A file does not say how long it is, so if it is cut off exactly between two blocks, the rest is missing without
    /// an error. Only blocks that are not compressed or compressed with zlib can be read, and no files with the history
    /// of elements.
    ///
    /// A file may decompress to at most 16 times its size, plus 1 MiB; extracts of OpenStreetMap have two to four times
    /// their size. Whatever the file contains, reading it therefore takes at most 2 KiB of memory for each byte of the
    /// file, plus 64 MiB.
    ///
    /// # Complexity
    ///
    /// O(n + m log m) for n elements in the extract and m references from used streets to nodes. The memory is in O(m),
    /// apart from the current block, since elements that no street needs are not kept.
    ///
    /// # Errors
    ///
    /// [`OsmError`] if the data cannot be read or are damaged, or if a speed of the profile is invalid.
    pub fn read_osm(reader: impl Read + Seek, profile: &OsmProfile) -> Result<(Self, OsmReport), OsmError> {
        profile.check()?;
        let mut report = OsmReport::default();
        let mut extract = Extract::read(reader, profile, &mut report)?;
        let restrictions = Restrictions::new(&extract, &mut report);
        let chains = Chains::new(&mut extract, restrictions.ends(), &mut report)?;
        let (mut network, places) = chains.into_network()?;
        network.bans = restrictions.bans(&network, &places, &mut report);
        Ok((network, report))
    }
}
