//! The example `city_routes`, run as a program on a small town. `cargo test` builds the example before it runs these
//! tests, unless it is asked for this test alone.

#[path = "../../../tests/common/program.rs"]
mod program;
#[path = "osm/writer.rs"]
#[allow(dead_code, reason = "the tests of damaged maps use more of it")]
mod writer;

use astride_roads::OsmProfile;

use program::{assert_explained, assert_refused, assert_survives_a_closed_pipe, run, stdout_of};
use writer::{Map, Member};

/// A folder of this test, which is removed in the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("astride-city-routes-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes the map of a town. The left turn from Mill Street into Bridge Street is forbidden.
    ///
    /// ```text
    /// 4 ── 5 ───── 6    Ring
    /// │    │       │
    /// 1 ── 2 ───── 3    Mill Street, and from 2 to 5 Bridge Street
    /// ```
    fn town(&self) -> String {
        let mut map = Map::new();
        for (id, latitude, longitude) in [
            (1, 50.0, 8.0),
            (2, 50.0, 8.01),
            (3, 50.0, 8.04),
            (4, 50.01, 8.0),
            (5, 50.01, 8.01),
            (6, 50.01, 8.04),
        ] {
            map.node(id, [latitude, longitude], &[]);
        }
        let street = |name| [("highway", "residential"), ("name", name)];
        map.way(10, &[1, 2], &street("Mill Street"));
        map.way(11, &[2, 3], &street("Mill Street"));
        map.way(12, &[2, 5], &street("Bridge Street"));
        map.way(13, &[1, 4, 5, 6, 3], &street("Ring"));
        let members = [
            ("from", Member::Way, 10),
            ("via", Member::Node, 2),
            ("to", Member::Way, 12),
        ];
        map.relation(
            20,
            &members,
            &[("type", "restriction"), ("restriction", "no_left_turn")],
        );
        let file = self.file("town.osm.pbf");
        std::fs::write(&file, map.write()).unwrap();
        assert!(map.read(&OsmProfile::car()).1.restrictions > 0);
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn the_way_from_a_map_to_a_route() {
    let folder = Folder::new("route");
    let town = folder.town();
    let [svg, geojson, hierarchy] = ["route.svg", "route.json", "town.ch"].map(|name| folder.file(name));
    let trip = [&*town, "50.0,8.004", "50.006,8.01"];
    let files = ["--svg", &*svg, "--geojson", &*geojson, "--hierarchy", &*hierarchy];
    let text = stdout_of(
        "city_routes",
        &[&trip[..], &files, &["--alternatives", "--isochrone", "1.5min"]].concat(),
        "",
    );
    // By Mill Street and back would be shorter, but the left turn is forbidden.
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.contains(" min ")).expect("a route");
    let streets: Vec<&str> = lines[first + 1..]
        .iter()
        .map_while(|line| line.split_once(" m  "))
        .map(|(_, name)| name)
        .collect();
    assert_eq!(streets, ["Mill Street", "Ring", "Bridge Street"], "{text}");
    assert!(text.contains("turn restrictions: 1"), "{text}");
    assert!(text.contains(" junctions within 1 min 30 s"), "{text}");
    assert!(std::fs::read_to_string(&svg).unwrap().ends_with("</svg>\n"));
    assert!(std::fs::read_to_string(&geojson).unwrap().contains("LineString"));

    // The second time, the hierarchy is opened, and the result is the same.
    assert!(std::path::Path::new(&hierarchy).exists());
    let again = stdout_of("city_routes", &[&trip[..], &["--hierarchy", &*hierarchy]].concat(), "");
    assert!(text.starts_with(again.trim_end()), "{again}");
    // A pedestrian ignores the restriction.
    let text = stdout_of("city_routes", &[&trip[..], &["--profile", "foot"]].concat(), "");
    assert!(!text.contains("Ring"), "{text}");
    assert_refused(
        "city_routes",
        &[&trip[..], &["--hierarchy", &*hierarchy, "--profile", "foot"]].concat(),
        "",
        &["town.ch", "another"],
    );
}

#[test]
fn it_explains_itself_and_refuses_bad_input() {
    let folder = Folder::new("refused");
    let town = folder.town();
    assert_explained("city_routes", &["--isochrone", "--geojson", "Exit code"]);
    assert_survives_a_closed_pipe("city_routes", &[&town, "50.0,8.004", "50.006,8.01"]);
    let refused = |args: &[&str], parts: &[&str]| assert_refused("city_routes", args, "", parts);
    refused(&[], &["two positions"]);
    refused(&["nowhere.osm.pbf", "50,8", "50,8"], &["nowhere.osm.pbf"]);
    refused(&[&town, "50", "50,8"], &["50", "LATITUDE"]);
    refused(&[&town, "50,NaN", "50,8"], &["longitude"]);
    refused(&[&town, "95,8", "50,8"], &["latitude is 95"]);
    refused(&[&town, "0,0", "50,8"], &["no street within 500 m of 0,0"]);
    refused(&[&town, "50,8", "50,8", "--profile", "tank"], &["tank", "bicycle"]);
    refused(&[&town, "50,8", "50,8", "--isochrone", "-1min"], &["-1min"]);
    refused(&[&town, "50,8", "50,8", "--isochrone"], &["--isochrone", "missing"]);
    refused(&[&town, "50,8", "50,8", "--speed", "9"], &["--speed", "no such option"]);
    let damaged = folder.file("damaged.osm.pbf");
    std::fs::write(&damaged, b"no map").unwrap();
    refused(&[&damaged, "50,8", "50,8"], &["header"]);
    let output = run(
        "city_routes",
        &[&town, "50,8", "50,8.01", "--svg", "/nowhere/route.svg"],
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/route.svg"));
}
