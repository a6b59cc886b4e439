//! The command line.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use astride_roads::{OsmProfile, Position};

pub(crate) const HELP: &str = "\
The fastest route between two positions in an extract of OpenStreetMap.

usage: city_routes FILE.osm.pbf LATITUDE,LONGITUDE LATITUDE,LONGITUDE [OPTIONS]

  --profile car|bicycle|foot   The vehicle [default: car]
  --alternatives               Also prints good routes that differ from the fastest one
  --isochrone 10min            Also counts the junctions that can be reached in this time
  --hierarchy FILE             Opens the prepared hierarchy from this file, or writes it if there is none:
                               one file for each map and profile
  --svg FILE                   Draws the streets, the routes and the junctions in reach
  --geojson FILE               Writes the routes for other programs

Exit code: 0 there is a route, 1 there is none, 2 bad input.";

/// What the command line asks for.
pub(crate) struct Request {
    pub(crate) file: String,
    pub(crate) ends: [Position; 2],
    pub(crate) profile: OsmProfile,
    pub(crate) alternatives: bool,
    pub(crate) isochrone: Option<Duration>,
    pub(crate) hierarchy: Option<PathBuf>,
    pub(crate) svg: Option<String>,
    pub(crate) geojson: Option<String>,
}

impl Request {
    /// Reads the arguments. Returns `None` if the help was requested.
    pub(crate) fn read(arguments: impl Iterator<Item = String>) -> Result<Option<Self>, Box<dyn Error>> {
        let arguments: Vec<String> = arguments.collect();
        if arguments
            .iter()
            .any(|argument| argument == "--help" || argument == "-h")
        {
            return Ok(None);
        }
        let mut arguments = arguments.into_iter();
        let (Some(file), Some(from), Some(to)) = (arguments.next(), arguments.next(), arguments.next()) else {
            return Err("expected FILE.osm.pbf and two positions; --help explains everything".into());
        };
        let mut request = Request {
            file,
            ends: [position(&from)?, position(&to)?],
            profile: OsmProfile::car(),
            alternatives: false,
            isochrone: None,
            hierarchy: None,
            svg: None,
            geojson: None,
        };
        while let Some(option) = arguments.next() {
            if option == "--alternatives" {
                request.alternatives = true;
                continue;
            }
            let value = arguments
                .next()
                .ok_or_else(|| format!("{option}: the value is missing"))?;
            match option.as_str() {
                "--profile" => request.profile = profile(&value)?,
                "--isochrone" => request.isochrone = Some(minutes(&value)?),
                "--hierarchy" => request.hierarchy = Some(value.into()),
                "--svg" => request.svg = Some(value),
                "--geojson" => request.geojson = Some(value),
                _ => return Err(format!("{option}: there is no such option; --help lists all").into()),
            }
        }
        Ok(Some(request))
    }
}

fn profile(name: &str) -> Result<OsmProfile, String> {
    match name {
        "car" => Ok(OsmProfile::car()),
        "bicycle" => Ok(OsmProfile::bicycle()),
        "foot" => Ok(OsmProfile::foot()),
        _ => Err(format!("--profile {name}: it must be car, bicycle or foot")),
    }
}

fn position(text: &str) -> Result<Position, Box<dyn Error>> {
    let (latitude, longitude) = text
        .split_once(',')
        .ok_or_else(|| format!("{text}: expected LATITUDE,LONGITUDE"))?;
    let degrees = |number: &str| number.trim().parse::<f64>().map_err(|error| format!("{text}: {error}"));
    Ok(Position::new(degrees(latitude)?, degrees(longitude)?)?)
}

/// Reads a time such as `10min`.
fn minutes(text: &str) -> Result<Duration, String> {
    let error = || format!("--isochrone {text}: expected a number of minutes, such as 10min");
    let minutes = text.strip_suffix("min").unwrap_or(text).trim();
    let minutes: f64 = minutes.parse().map_err(|_| error())?;
    Duration::try_from_secs_f64(60.0 * minutes).map_err(|_| error())
}
