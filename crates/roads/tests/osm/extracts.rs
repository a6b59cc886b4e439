//! Extracts of real cities: routes are those of an independent reader.

use std::path::PathBuf;

use crate::oracle::Streets;
use crate::writer::read;
use astride::AStar;
use astride_roads::{Network, OsmProfile};

/// The file with an extract, if it is there.
pub(crate) fn extract(name: &str) -> Option<PathBuf> {
    let Some(data) = std::env::var_os("ASTRIDE_DATA") else {
        println!("skipped: ASTRIDE_DATA does not name the folder with osm/{name}");
        return None;
    };
    Some(PathBuf::from(data).join("osm").join(name))
}

/// Compares the costs of the cheapest routes between two places. Each edge may have been rounded up to the next unit.
pub(crate) fn compare(roads: &Network<u32>, streets: &Streets, by_time: bool, pairs: &[(&str, &str)]) -> usize {
    let mut routes = 0;
    let mut last = ("", std::collections::HashMap::default());
    for (from, to) in pairs {
        if last.0 != *from {
            last = (from, streets.costs(from.parse().unwrap(), by_time));
        }
        let expected = last.1.get(&to.parse::<i64>().unwrap());
        let path = AStar::new(roads.query(from, to).unwrap()).find_path().unwrap();
        assert_eq!(path.is_some(), expected.is_some(), "{from} {to}");
        if let (Some(path), Some((expected, edges))) = (path, expected) {
            let expected = expected * if by_time { 1000.0 } else { 100.0 };
            let (cost, most) = (f64::from(path.cost), expected + f64::from(*edges) + 1e-3);
            assert!(
                expected - 1e-3 <= cost && cost <= most,
                "{from} {to}: {cost}, {expected}"
            );
            routes += 1;
        }
    }
    routes
}

#[test]
fn routes_in_cities_are_those_of_an_independent_reader() {
    for (name, at_least) in [("Helsinki.osm.pbf", 500), ("test.osm.pbf", 500)] {
        let Some(path) = extract(name) else { continue };
        let file = std::fs::read(path).unwrap();
        let (roads, report) = read(&file, &OsmProfile::car()).unwrap();
        let streets = Streets::read(&file);
        assert_eq!(report.barriers > 0, !streets.barriers.is_empty());
        let places = |node: &u32| {
            let name = roads.name(*node).unwrap();
            name.parse()
                .is_ok_and(|id| !streets.barriers.contains(&id))
                .then_some(name)
        };
        let places: Vec<&str> = roads
            .graph()
            .nodes()
            .collect::<Vec<_>>()
            .iter()
            .filter_map(places)
            .collect();
        // A fixed sequence that looks random.
        let mut state = 7_usize;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut pairs = Vec::new();
        for _ in 0..50 {
            let from = places[random(places.len())];
            pairs.extend((0..20).map(|_| (from, places[random(places.len())])));
        }
        let by_time = compare(&roads, &streets, true, &pairs);
        let by_length = compare(&roads.lengths().unwrap(), &streets, false, &pairs);
        assert!(
            by_time > at_least && by_length == by_time,
            "{name}: {by_time} of {}",
            pairs.len()
        );
    }
}

#[test]
fn bends_of_real_streets_are_kept() {
    let Some(path) = extract("Helsinki.osm.pbf") else {
        return;
    };
    for profile in [OsmProfile::car(), OsmProfile::bicycle(), OsmProfile::foot()] {
        let (roads, _) = Network::open_osm(&path, &profile).unwrap();
        let mut ends = std::collections::HashSet::new();
        for edge in roads.edges() {
            assert!(edge.from() != edge.to() && ends.insert((edge.from(), edge.to())));
            let shape: Vec<_> = edge.shape().collect();
            assert_eq!(roads.position(edge.from()).as_ref(), shape.first());
            assert_eq!(roads.position(edge.to()).as_ref(), shape.last());
            let metres: f64 = shape.windows(2).map(|pair| pair[0].metres_to(pair[1])).sum();
            assert!((metres - edge.metres()).abs() < 1e-6);
            // No profile is faster than its speed, and a street that leads back has the same shape.
            assert!(f64::from(edge.cost()) * profile.top_speed / 3600.0 >= metres - 1e-6);
            if let Some(back) = roads.edge_between(edge.to(), edge.from())
                && back.shape().rev().eq(shape.iter().copied())
            {
                assert_eq!(back.metres().to_bits(), edge.metres().to_bits());
            }
        }
    }
}
