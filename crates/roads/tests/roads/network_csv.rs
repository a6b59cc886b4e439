//! Networks from CSV files: their content, and each error with its line and column.

use std::fmt::Write as _;
use std::io::{self, Read};

use astride::AStar;
use astride_roads::{CsvColumns, CsvError, Network, Position, QuoteFault, Table};
use proptest::prelude::*;

const PLACES: &str = "name,latitude,longitude\nArad,46.18,21.31\nSibiu,45.79,24.15\n";
const STREETS: &str = "from,to,km\nArad,Sibiu,140\n";

fn read(places: &str, streets: &str) -> Result<Network<u32>, CsvError> {
    Network::read_csv(places.as_bytes(), streets.as_bytes(), "km")
}

fn edges(network: &Network<u32>) -> Vec<(&str, &str, u32)> {
    let name = |node| network.name(node).unwrap();
    network
        .graph()
        .iter()
        .map(|(from, to, cost)| (name(from), name(to), cost))
        .collect()
}

#[test]
fn columns_are_found_by_their_names() {
    let places =
        "\u{feff}id, Lon ,LAT,name\r\n1, 21.31 ,46.18,  Arad\r\n\r\n2,24.15,45.79,\"Sibiu, \"\"old\"\" town\"\r\n";
    let streets = "km,hours,to,oneway,from,name\n\
        140,2.5,\"Sibiu, \"\"old\"\" town\",no,Arad,DN7\n\
        150,3,Arad,Yes,\"Sibiu, \"\"old\"\" town\",\n";
    let roads = read(places, streets).unwrap();
    let sibiu = "Sibiu, \"old\" town";
    assert_eq!(
        edges(&roads),
        [("Arad", sibiu, 140), (sibiu, "Arad", 140), (sibiu, "Arad", 150)]
    );
    assert_eq!(roads.position(1), Some(Position::new(45.79, 24.15).unwrap()));
    assert_eq!((roads.street(0, 1), roads.street(1, 0)), (Some("DN7"), Some("DN7")));

    let hours = Network::<f64>::read_csv(places.as_bytes(), streets.as_bytes(), "Hours").unwrap();
    assert!(hours.graph().iter().map(|(_, _, cost)| cost).eq([2.5, 2.5, 3.0]));
}

#[test]
fn one_way_streets_lead_one_way() {
    for (words, edges) in [
        (["yes", "TRUE", "1"], 1),
        (["no", "False", "0"], 2),
        (["", " ", "\"\""], 2),
        (["-1", "reverse", "Reverse"], 1),
    ] {
        for word in words {
            let streets = format!("from,to,km,oneway\nArad,Sibiu,140,{word}\n");
            let roads = read(PLACES, &streets).unwrap();
            assert_eq!(roads.graph().edge_count(), edges, "{word}");
            let is_backward = edges == 1 && word != "yes" && word != "TRUE" && word != "1";
            assert_eq!(roads.graph().edges(0).is_empty(), is_backward, "{word}");
        }
    }
}

#[test]
fn misplaced_quotes_are_errors() {
    let fault = |rows: &str| match read(PLACES, &format!("from,to,km,name\n{rows}")) {
        Ok(network) => Ok(network.graph().edge_count()),
        Err(CsvError::Quote {
            table: Table::Streets,
            line,
            fault,
        }) => Err((line, fault)),
        Err(other) => panic!("{other}"),
    };
    let [unclosed, text_after, spaces_before] = [QuoteFault::Unclosed, QuoteFault::TextAfter, QuoteFault::SpacesBefore];
    for (rows, expected) in [
        (
            "Arad,Sibiu,140,\"Main street\nSibiu,Arad,278,Second\n",
            Err((2, unclosed)),
        ),
        ("Arad,Sibiu,140,Main\nSibiu,Arad,278,\"", Err((3, unclosed))),
        (
            "Arad,Sibiu,140,\"Main\nSibiu,Arad,278,\"Second\"\n",
            Err((2, text_after)),
        ),
        ("Arad,Sibiu,140,\"Main\" street\n", Err((2, text_after))),
        ("\n\r\nArad,\"Sibiu\"x\",140,\n", Err((4, text_after))),
        ("Arad,Sibiu,140, \"Main, street\"\n", Err((2, spaces_before))),
        (
            "Arad,Sibiu,140,\"Main\nstreet\"\nSibiu,Arad,278,\t\"\"\n",
            Err((4, spaces_before)),
        ),
        (
            "Arad,\"Sibiu\" ,140,\"Main \"\"old\"\", street\"\r\nSibiu, Arad,278,\"\"",
            Ok(4),
        ),
        ("Arad,Sibiu,140,6\" gauge\n", Ok(2)),
    ] {
        assert_eq!(fault(rows), expected, "{rows}");
    }
    let header = read("name,\"latitude,longitude\nArad,46,21\n", STREETS).unwrap_err();
    assert_eq!(
        header.to_string(),
        "places, line 1: the quote at the beginning of a field is not closed"
    );
    let spaces = read(PLACES, "from,to,km\nArad,Sibiu,140\n\n  \n").unwrap_err();
    assert_eq!(spaces.to_string(), "streets, line 4: the line has only spaces");
}

#[test]
fn columns_may_have_other_names() {
    let nodes =
        "osmid,y,x,street_count,geometry\n7,60.16,24.94,3,POINT (24.94 60.16)\n8,60.17,24.94,4,\"POINT (1, 2)\"\n";
    let edges = "u,v,key,osmid,highway,oneway,reversed,length,name,ref\n\
        7,8,0,\"[1, 2]\",residential,False,False,87.5,\"['A', 'B']\",\n\
        8,7,0,\"[1, 2]\",residential,False,True,88.5,,\n\
        7,8,1,3,primary,True,False,90.25,C,E18\n";
    let read = |columns: CsvColumns<'_>| Network::<f64>::read_csv(nodes.as_bytes(), edges.as_bytes(), columns);
    let list = |network: &Network<f64>| {
        network
            .graph()
            .iter()
            .map(|(from, to, cost)| (from, to, cost.to_bits()))
            .collect::<Vec<_>>()
    };
    let edge = |from: u32, to: u32, cost: f64| (from, to, cost.to_bits());
    let osmnx = read(CsvColumns::osmnx("length")).unwrap();
    assert_eq!(list(&osmnx), [edge(0, 1, 87.5), edge(0, 1, 90.25), edge(1, 0, 88.5)]);
    assert_eq!(
        (osmnx.name(1), osmnx.street(0, 1), osmnx.street(1, 0)),
        (Some("8"), Some("['A', 'B']"), None)
    );

    let chosen = CsvColumns::new(" Length")
        .with_place("OSMID")
        .with_position("y", "x")
        .with_ends("u", "v");
    let network = read(chosen.clone().with_one_way("reversed").with_street("ref")).unwrap();
    assert_eq!(
        list(&network),
        [(0, 1, 87.5), (0, 1, 90.25), (1, 0, 87.5), (1, 0, 88.5), (1, 0, 90.25)]
            .map(|(from, to, cost)| edge(from, to, cost))
    );
    assert_eq!(list(&read(chosen.clone().directed()).unwrap()), list(&osmnx));
    let missing = |columns| read(columns).map(drop).unwrap_err().to_string();
    let text = missing(chosen.clone().with_one_way("one way"));
    assert!(
        text.starts_with("streets: no column is named \"one way\"; the columns are \"u, v, key"),
        "{text}"
    );
    let text = missing(chosen.with_street("street"));
    assert!(text.starts_with("streets: no column is named \"street\""), "{text}");
}

#[test]
fn each_error_of_places_names_its_line_and_column() {
    let places = |rows: &str| read(&format!("name,latitude,longitude\n{rows}"), STREETS);
    let latitude = "is not a number of degrees from -90 to 90";
    let longitude = "is not a number of degrees from -180 to 180";
    for (result, message) in [
        (places(""), "places: there are no rows".to_owned()),
        (
            places("Arad,90.01,21"),
            format!("places, line 2, column \"latitude\": \"90.01\" {latitude}"),
        ),
        (
            places("Arad,46,21\nSibiu,NaN,24"),
            format!("places, line 3, column \"latitude\": \"NaN\" {latitude}"),
        ),
        (
            places("Arad,,21"),
            format!("places, line 2, column \"latitude\": \"\" {latitude}"),
        ),
        (
            places("Arad,46,-180.5"),
            format!("places, line 2, column \"longitude\": \"-180.5\" {longitude}"),
        ),
        (
            places("Arad,46,\"21,3\""),
            format!("places, line 2, column \"longitude\": \"21,3\" {longitude}"),
        ),
        (
            places("Arad,46,inf"),
            format!("places, line 2, column \"longitude\": \"inf\" {longitude}"),
        ),
        (
            places(" ,46,21"),
            "places, line 2, column \"name\": \"\" is not the name of a place".into(),
        ),
        (
            places("Arad,46,21\n\n\"Si\nbiu\",45,24\nArad,46,21"),
            "places, line 6: a second place is named \"Arad\"; the first one is in line 2".into(),
        ),
        (
            places("Arad,46,21\n\n\r\nSibiu,45"),
            "places, line 5: 2 fields instead of 3".into(),
        ),
        (
            read("name;latitude\nArad;46\n", STREETS),
            "places: no column is named \"name\"; the columns are \"name;latitude\"".into(),
        ),
        (
            read("", STREETS),
            "places: no column is named \"name\"; the columns are \"\"".into(),
        ),
        (
            read("name,lat,lon,Latitude\n", STREETS),
            "places: the column \"Latitude\" appears twice, or under two names".into(),
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
}

#[test]
fn lines_end_in_any_way() {
    let places = ["name,lat,lon", "Arad,46,21", "", "Sibiu,146,24", ""];
    for end in ["\n", "\r\n", "\r"] {
        let error = read(&places.join(end), "from,to,km\nArad,Arad,1\n")
            .map(drop)
            .unwrap_err();
        assert!(
            error.to_string().starts_with("places, line 4, column \"lat\": \"146\""),
            "{error}"
        );
    }
}

#[test]
fn each_error_of_streets_names_its_line_and_column() {
    let streets = |rows: &str| read(PLACES, &format!("from,to,km,oneway\n{rows}"));
    let cost = "is not a number that fits, finite and not negative";
    for (result, message) in [
        (streets(""), "streets: there are no rows".into()),
        (
            streets("Arad,Sibiu,140,\nArad,Cluj,1,\n"),
            named("streets, line 3, column \"to\": \"Cluj\""),
        ),
        (
            streets("\n\narad,Sibiu,140,\n"),
            named("streets, line 4, column \"from\": \"arad\""),
        ),
        (
            streets(",Sibiu,140,\n"),
            named("streets, line 2, column \"from\": \"\""),
        ),
        (
            streets("Arad,Sibiu,-1,"),
            format!("streets, line 2, column \"km\": \"-1\" {cost}"),
        ),
        (
            streets("Arad,Sibiu,1.5,"),
            format!("streets, line 2, column \"km\": \"1.5\" {cost}"),
        ),
        (
            streets("Arad,Sibiu,4294967295,"),
            format!("streets, line 2, column \"km\": \"4294967295\" {cost}"),
        ),
        (
            streets("Arad,Sibiu,,"),
            format!("streets, line 2, column \"km\": \"\" {cost}"),
        ),
        (
            streets("Arad,Sibiu,140,-2"),
            "streets, line 2, column \"oneway\": \"-2\" is not yes, true, 1, -1, reverse, no, false, 0 or nothing"
                .into(),
        ),
        (
            read(PLACES, "from,to,metres\nArad,Sibiu,140\n"),
            "streets: no column is named \"km\"; the columns are \"from, to, metres\"".into(),
        ),
        (
            read(PLACES, "to,km\n"),
            "streets: no column is named \"from\"; the columns are \"to, km\"".into(),
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
    let floats = |cost: &str| {
        let streets = format!("from,to,km\nArad,Sibiu,{cost}\n");
        Network::<f64>::read_csv(PLACES.as_bytes(), streets.as_bytes(), "km")
    };
    for refused in ["NaN", "inf", "1e999", "-0.1", "0x10", "1,5"] {
        assert!(floats(refused).is_err(), "{refused}");
    }
    assert!(
        floats("-0")
            .unwrap()
            .graph()
            .iter()
            .all(|(_, _, cost)| cost.to_bits() == 0)
    );
    let long = "x".repeat(500);
    assert!(streets(&format!("{long},Sibiu,1,")).unwrap_err().to_string().len() < 150);
}

fn named(place: &str) -> String {
    format!("{place} is not the name of a place")
}

/// A reader that fails at the end of a text.
struct Failing<'text>(&'text [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer) {
            Ok(0) => Err(io::Error::other("the line is cut")),
            result => result,
        }
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let error = Network::<u32>::read_csv(PLACES.as_bytes(), Failing(STREETS.as_bytes()), "km").unwrap_err();
    assert!(matches!(
        error,
        CsvError::Io {
            table: Table::Streets,
            ..
        }
    ));
    assert_eq!(error.to_string(), "streets: the line is cut");
    let error = Network::<u32>::read_csv(Failing(b""), STREETS.as_bytes(), "km").unwrap_err();
    assert_eq!(error.to_string(), "places: the line is cut");
    for text in [
        &b"name,latitude,longitude\nArad,46,21\n\xff,45,24\n"[..],
        b"name,latitude,longitude,\xff\n",
    ] {
        let error = Network::<u32>::read_csv(text, STREETS.as_bytes(), "km").unwrap_err();
        let line = if text.ends_with(b"24\n") { 3 } else { 1 };
        assert_eq!(error.to_string(), format!("places, line {line}: the text is not UTF-8"));
    }
    let error = Network::<u32>::open_csv("no/such.csv", "no/other.csv", "km").unwrap_err();
    assert!(error.to_string().starts_with("no/such.csv: "), "{error}");
}

#[test]
fn the_textbook_map_is_read_from_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/roads_by_name");
    let path = |name| format!("{folder}/{name}.csv");
    let roads = Network::<u32>::open_csv(path("places"), path("streets"), "km").unwrap();
    let path = AStar::new(roads.query("Arad", "Bucharest").unwrap())
        .find_path()
        .unwrap()
        .unwrap();
    assert_eq!((roads.graph().edge_count(), path.cost), (46, 418));
    assert_eq!(
        roads.names(&path.nodes),
        ["Arad", "Sibiu", "Rimnicu Vilcea", "Pitesti", "Bucharest"]
    );
}

/// Quotes a field.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        names in prop::collection::btree_set("[a-zé,\";\n]{1,5}", 2..9),
        streets in prop::collection::vec((0..9_usize, 0..9_usize, 0..u32::MAX, any::<bool>()), 1..20),
        degrees in prop::collection::vec((-90.0..=90.0, -180.0..=180.0), 9),
    ) {
        let names: Vec<String> = names.iter().map(|name| format!("x{name}x")).collect();
        let mut places = "latitude,name,longitude\n".to_owned();
        for (name, (latitude, longitude)) in names.iter().zip(&degrees) {
            writeln!(places, "{latitude},{},{longitude}", quoted(name)).unwrap();
        }
        let (mut text, mut expected) = ("to,from,km,oneway\n".to_owned(), Vec::new());
        for (from, to, cost, is_one_way) in streets {
            let (from, to) = (&*names[from % names.len()], &*names[to % names.len()]);
            writeln!(text, "{},{},{cost},{}", quoted(to), quoted(from), u8::from(is_one_way)).unwrap();
            expected.push((from, to, cost));
            if !is_one_way && from != to {
                expected.push((to, from, cost));
            }
        }
        let roads = read(&places, &text).unwrap();
        let mut found = edges(&roads);
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
        for (node, (latitude, longitude)) in (0..).zip(&degrees[..names.len()]) {
            prop_assert_eq!(roads.position(node), Some(Position::new(*latitude, *longitude).unwrap()));
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(places in "[\"a,0-9\n.-]{0,40}", streets in "[\"a,0-9\n.-]{0,40}") {
        let _ = read(&places, &streets);
        let _ = read(&format!("name,lat,lon\na,1,1\n{places}"), &format!("from,to,km\na,a,1\n{streets}"));
    }
}
