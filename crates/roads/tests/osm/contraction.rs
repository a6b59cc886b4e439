//! Streets joined from junction to junction.

use std::collections::{BTreeSet, HashMap};

use crate::oracle::Streets;
use crate::writer::{Map, Member, Tags};
use astride::Dijkstra;
use astride_roads::{Network, OsmProfile};
use proptest::prelude::*;

const STREET: Tags<'_> = &[("highway", "residential")];

/// A map with nodes at irregular positions, numbered from 1.
fn nodes(count: i64) -> Map {
    let mut map = Map::new();
    for id in 1..=count {
        #[expect(clippy::cast_precision_loss, reason = "there are few nodes")]
        let (row, column) = ((id * 7 % 11) as f64, (id * 5 % 13) as f64);
        map.node(id, [60.0 + row / 1000.0, 25.0 + column / 1000.0], &[]);
    }
    map
}

/// The directed edges by the names of all nodes along them, sorted.
fn edges(roads: &Network<u32>, count: i64) -> Vec<String> {
    let all = nodes(count).way(1, &(1..=count).collect::<Vec<_>>(), STREET).write();
    let all = Streets::read(&all);
    let near = |position: astride_roads::Position| {
        let radians = [position.latitude().to_radians(), position.longitude().to_radians()];
        let is_same = |at: &[f64; 2]| (at[0] - radians[0]).abs() + (at[1] - radians[1]).abs() < 1e-9;
        all.positions.iter().find(|(_, at)| is_same(at)).unwrap().0.to_string()
    };
    let mut edges: Vec<_> = roads
        .edges()
        .map(|edge| edge.shape().map(near).collect::<Vec<_>>().join(" "))
        .collect();
    edges.sort();
    edges
}

#[test]
fn bends_become_shapes_and_changes_become_places() {
    let read = |ways: &[(&[i64], Tags<'_>)]| {
        let mut map = nodes(9);
        for (id, (nodes, tags)) in (1..).zip(ways) {
            map.way(id, nodes, tags);
        }
        edges(&map.read(&OsmProfile::car()).0, 9)
    };
    let named: Tags<'_> = &[("highway", "residential"), ("name", "Ring")];
    let one_way: Tags<'_> = &[("highway", "residential"), ("oneway", "yes")];
    let against: Tags<'_> = &[("highway", "residential"), ("oneway", "-1")];
    // One street, in one way or in two, whatever their directions.
    assert_eq!(read(&[(&[1, 2, 3, 4], STREET)]), ["1 2 3 4", "4 3 2 1"]);
    assert_eq!(read(&[(&[1, 2], STREET), (&[4, 3, 2], STREET)]), ["1 2 3 4", "4 3 2 1"]);
    assert_eq!(read(&[(&[1, 2, 3], one_way), (&[3, 4], one_way)]), ["1 2 3 4"]);
    assert_eq!(read(&[(&[1, 2, 3], one_way), (&[4, 3], against)]), ["1 2 3 4"]);
    // The name, the direction or the speed changes.
    assert_eq!(
        read(&[(&[1, 2], STREET), (&[2, 3], named)]),
        ["1 2", "2 1", "2 3", "3 2"]
    );
    assert_eq!(read(&[(&[1, 2], STREET), (&[2, 3], one_way)]), ["1 2", "2 1", "2 3"]);
    assert_eq!(read(&[(&[1, 2], one_way), (&[3, 2], one_way)]), ["1 2", "3 2"]);
    let slow: Tags<'_> = &[("highway", "residential"), ("maxspeed", "20")];
    assert_eq!(read(&[(&[1, 2, 3], slow), (&[3, 4], STREET)]).len(), 4);
    // A junction.
    assert_eq!(
        read(&[(&[1, 2, 3, 4, 5], one_way), (&[6, 3], one_way)]),
        ["1 2 3", "3 4 5", "6 3"]
    );
    // Repeated nodes are no bends.
    assert_eq!(read(&[(&[1, 2, 2, 3], one_way)]), ["1 2 3"]);
    // A node outside the extract divides a street.
    assert_eq!(read(&[(&[1, 2, 10, 3, 4], one_way)]), ["1 2", "3 4"]);
}

#[test]
fn no_edge_is_a_loop_and_no_two_have_the_same_ends() {
    let read = |ways: &[(&[i64], Tags<'_>)]| {
        let mut map = nodes(9);
        for (id, (nodes, tags)) in (1..).zip(ways) {
            map.way(id, nodes, tags);
        }
        edges(&map.read(&OsmProfile::car()).0, 9)
    };
    let one_way: Tags<'_> = &[("highway", "residential"), ("oneway", "yes")];
    // A ring without a junction, and one at the end of a street.
    assert_eq!(read(&[(&[1, 2, 3, 4, 1], one_way)]), ["1 2 3", "3 4 1"]);
    assert_eq!(
        read(&[(&[1, 2, 3, 1], STREET)]),
        ["1 2", "1 3", "2 1", "2 3", "3 1", "3 2"]
    );
    assert_eq!(
        read(&[(&[9, 1], one_way), (&[1, 2, 3, 4, 1], one_way)]),
        ["1 2 3", "3 4 1", "9 1"]
    );
    // Two streets between two junctions, straight or with bends.
    let ends: [(&[i64], Tags<'_>); 4] = [
        (&[8, 1], one_way),
        (&[1, 9], one_way),
        (&[2, 6], one_way),
        (&[7, 2], one_way),
    ];
    let between = |streets: &[(&[i64], Tags<'_>)]| {
        let mut all = read(&[&ends[..], streets].concat());
        all.retain(|edge| !["1 9", "2 6", "7 2", "8 1", "7 2 6"].contains(&&**edge));
        all
    };
    assert_eq!(
        between(&[(&[1, 2], one_way), (&[1, 3, 4, 2], one_way)]),
        ["1 2", "1 3 4", "4 2"]
    );
    assert_eq!(
        between(&[(&[1, 3, 2], one_way), (&[1, 4, 2], one_way)]),
        ["1 3", "1 4 2", "3 2"]
    );
    assert_eq!(
        between(&[(&[1, 3, 2], one_way), (&[2, 4, 1], one_way)]),
        ["1 3 2", "2 4 1"]
    );
    // The same street twice.
    assert_eq!(between(&[(&[1, 2], one_way), (&[1, 2], one_way)]), ["1 2"]);
    assert_eq!(between(&[(&[1, 3, 2], one_way), (&[1, 3, 2], one_way)]), ["1 3", "3 2"]);
    // There and back.
    assert_eq!(between(&[(&[1, 3, 1], one_way)]), ["1 3", "3 1"]);
}

#[test]
fn streets_have_their_names_or_else_their_numbers() {
    let named: Tags<'_> = &[("highway", "primary"), ("name", "Ring"), ("ref", "51")];
    let numbered: Tags<'_> = &[("highway", "primary"), ("ref", "51")];
    let mut map = nodes(4);
    map.way(1, &[1, 2], named)
        .way(2, &[2, 3], numbered)
        .way(3, &[3, 4], STREET);
    let (roads, _) = map.read(&OsmProfile::car());
    let street = |from, to| roads.street(roads.node(from).unwrap(), roads.node(to).unwrap());
    assert_eq!(
        [street("1", "2"), street("3", "2"), street("3", "4")],
        [Some("Ring"), Some("51"), None]
    );
}

#[test]
fn a_junction_may_have_many_streets() {
    // Quadratic time would make this test take minutes.
    let mut map = Map::new();
    map.node(0, [60.0, 25.0], &[]);
    let mut nodes = Vec::new();
    for node in 1..=20_000 {
        #[expect(clippy::cast_precision_loss, reason = "there are few nodes")]
        map.node(node, [60.0, 25.0 + node as f64 / 1e6], &[]);
        nodes.extend([0, node]);
    }
    map.way(1, &nodes, STREET);
    let members = [
        ("from", Member::Way, 2),
        ("via", Member::Node, 0),
        ("to", Member::Way, 3),
    ];
    map.way(2, &[20_000, 0], STREET).way(3, &[19_999, 0], STREET);
    map.relation(
        1,
        &members,
        &[("type", "restriction"), ("restriction", "only_straight_on")],
    );
    for relation in 2..=9 {
        map.relation(
            relation,
            &members,
            &[("type", "restriction"), ("restriction", "only_straight_on")],
        );
    }
    let (roads, report) = map.read(&OsmProfile::car());
    assert_eq!(
        (roads.graph().node_count(), roads.graph().edge_count()),
        (20_001, 40_000)
    );
    // Each mandatory turn bans all other streets, but not all of the bans fit into the limit.
    assert_eq!((report.restrictions, report.malformed_restrictions), (2, 7));
    assert_eq!(roads.bans().len(), 19_999);

    // The same with a barrier at the junction.
    map.node(0, [60.0, 25.0], &[("barrier", "wall")]);
    let (roads, report) = map.read(&OsmProfile::car());
    assert_eq!((report.barriers, report.void_restrictions), (1, 9));
    let places = roads
        .graph()
        .nodes()
        .filter(|node| roads.name(*node).unwrap().starts_with("0#"));
    assert_eq!(places.count(), 2 * 20_000);
}

proptest! {
    /// Whatever the streets, the costs between all places are those of the map before streets are joined.
    #[test]
    fn joined_streets_cost_the_same(
        ways in prop::collection::vec((prop::collection::vec(1_i64..=10, 2..6), 0..6_usize), 1..8),
        barriers in prop::collection::btree_set(1_i64..=10, 0..3),
    ) {
        let kinds: [Tags<'_>; 6] = [
            STREET,
            &[("highway", "residential"), ("oneway", "yes")],
            &[("highway", "residential"), ("oneway", "-1")],
            &[("highway", "secondary")],
            &[("highway", "residential"), ("name", "Ring")],
            &[("highway", "residential"), ("oneway", "yes"), ("maxspeed", "20")],
        ];
        let mut map = nodes(10);
        for barrier in &barriers {
            // The second node with this identifier replaces the first.
            #[expect(clippy::cast_precision_loss, reason = "there are few nodes")]
            let at = [60.0 + (barrier * 7 % 11) as f64 / 1000.0, 25.0 + (barrier * 5 % 13) as f64 / 1000.0];
            map.node(*barrier, at, &[("barrier", "bollard")]);
        }
        for (id, (nodes, kind)) in (1..).zip(&ways) {
            map.way(id, nodes, kinds[*kind]);
        }
        let (roads, _) = map.read(&OsmProfile::car());
        let streets = Streets::read(&map.write());
        let mut ends = BTreeSet::new();
        for edge in roads.edges() {
            prop_assert!(edge.from() != edge.to() && ends.insert((edge.from(), edge.to())));
        }
        for (by_time, roads, unit) in [(true, &roads, 1000.0), (false, &roads.lengths().unwrap(), 100.0)] {
            let places: HashMap<i64, u32> = roads.graph().nodes()
                .filter_map(|node| Some((roads.name(node)?.parse().ok()?, node)))
                .filter(|(id, _)| !barriers.contains(id))
                .collect();
            for from in places.keys() {
                let expected = streets.costs(*from, by_time);
                for to in places.keys() {
                    let query = roads.query(&from.to_string(), &to.to_string()).unwrap();
                    let cost = Dijkstra::new(query).find_path().unwrap().map(|path| path.cost);
                    let (expected, edges) = expected.get(to).copied().unzip();
                    prop_assert_eq!(cost.is_some(), expected.is_some(), "{} {}", from, to);
                    if let (Some(cost), Some(expected), Some(edges)) = (cost, expected, edges) {
                        let (cost, expected) = (f64::from(cost), expected * unit);
                        let is_near = expected - 1e-3 <= cost && cost <= expected + f64::from(edges) + 1e-3;
                        prop_assert!(is_near, "{} {}: {} {}", from, to, cost, expected);
                    }
                }
            }
        }
    }
}
