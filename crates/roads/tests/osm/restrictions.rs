//! Turn restrictions become bans.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use crate::oracle::Streets;
use crate::writer::{Map, Member, Tags};
use astride_roads::{Network, OsmProfile, OsmReport};
use proptest::prelude::*;

const STREET: Tags<'_> = &[("highway", "residential")];
const ONE_WAY: Tags<'_> = &[("highway", "residential"), ("oneway", "yes")];

/// A crossing, each arm of which is a way: the one to node n is way 10 + n.
///
/// ```text
///       4
///       |
/// 1 --- 2 --- 3
///       |
///       5
/// ```
fn crossing() -> Map {
    let mut map = Map::new();
    map.node(1, [60.0, 25.0], &[])
        .node(2, [60.0, 25.01], &[])
        .node(3, [60.0, 25.02], &[]);
    map.node(4, [60.01, 25.01], &[]).node(5, [59.99, 25.01], &[]);
    for arm in [1, 3, 4, 5] {
        map.way(10 + arm, &[2, arm], STREET);
    }
    map
}

/// Two streets with a connection, which bends at node 6.
///
/// ```text
/// 5 --- 1 --- 2 --- 3
///             |
///             6
///             |
///       7 --- 8 --- 9
/// ```
fn ladder(connections: &[&[i64]]) -> Map {
    let mut map = Map::new();
    map.node(1, [60.0, 25.0], &[])
        .node(2, [60.0, 25.01], &[])
        .node(3, [60.0, 25.02], &[]);
    map.node(5, [60.0, 24.99], &[]).node(6, [59.99, 25.011], &[]);
    map.node(7, [59.98, 25.0], &[])
        .node(8, [59.98, 25.01], &[])
        .node(9, [59.98, 25.02], &[]);
    map.way(20, &[5, 1, 2], STREET)
        .way(21, &[2, 3], STREET)
        .way(23, &[8, 7], STREET)
        .way(24, &[8, 9], STREET);
    for (id, nodes) in (30..).zip(connections) {
        map.way(id, nodes, STREET);
    }
    map
}

fn names(roads: &Network<u32>) -> Vec<String> {
    let mut names: Vec<_> = roads.bans().iter().map(|ban| roads.names(ban).join(" ")).collect();
    names.sort();
    names
}

fn via_node(mut map: Map, value: &str, from: i64, to: i64) -> (Network<u32>, OsmReport) {
    let members = [
        ("from", Member::Way, from),
        ("via", Member::Node, 2),
        ("to", Member::Way, to),
    ];
    map.relation(1, &members, &[("type", "restriction"), ("restriction", value)]);
    map.read(&OsmProfile::car())
}

#[test]
fn restrictions_via_a_node_ban_turns() {
    let bans = |value, from, to| names(&via_node(crossing(), value, from, to).0);
    assert_eq!(bans("no_left_turn", 11, 14), ["1 2 4"]);
    assert_eq!(bans("no_u_turn", 11, 11), ["1 2 1"]);
    assert_eq!(bans("only_straight_on", 11, 13), ["1 2 1", "1 2 4", "1 2 5"]);

    let (roads, report) = via_node(crossing(), "no_left_turn", 11, 14);
    assert_eq!(report.restrictions, 1);
    let [from, at, to, other] = ["1", "2", "4", "3"].map(|name| roads.node(name).unwrap());
    assert!(roads.is_banned(from, at, to) && !roads.is_banned(from, at, other) && !roads.is_banned(to, at, from));
    assert_eq!(roads.lengths().unwrap().bans(), roads.bans());

    // A way may lead through the junction if only one direction of it matters.
    let mut map = crossing();
    map.node(6, [60.001, 25.0], &[])
        .node(7, [60.001, 25.02], &[])
        .way(20, &[6, 2, 7], ONE_WAY);
    assert_eq!(names(&via_node(map.clone(), "no_left_turn", 20, 14).0), ["6 2 4"]);
    assert_eq!(names(&via_node(map.clone(), "no_left_turn", 11, 20).0), ["1 2 7"]);
    let map = map.way(21, &[7, 3, 6], STREET).clone();
    assert_eq!(via_node(map, "no_left_turn", 21, 14).1.void_restrictions, 1);
}

#[test]
fn a_junction_of_two_streets_is_kept_for_a_restriction() {
    let mut map = Map::new();
    map.node(1, [60.0, 25.0], &[])
        .node(2, [60.0, 25.01], &[])
        .node(3, [60.0, 25.02], &[]);
    map.way(11, &[1, 2], STREET).way(12, &[2, 3], STREET);
    let (roads, _) = via_node(map, "no_u_turn", 11, 11);
    assert_eq!(
        (names(&roads), roads.graph().node_count()),
        (vec!["1 2 1".to_owned()], 3)
    );
}

#[test]
fn restrictions_with_several_members_ban_each_pair() {
    let mut map = crossing();
    let members = [
        ("from", Member::Way, 11),
        ("from", Member::Way, 14),
        ("via", Member::Node, 2),
        ("to", Member::Way, 13),
        ("location_hint", Member::Node, 4),
    ];
    map.relation(1, &members, &[("type", "restriction"), ("restriction", "no_entry")]);
    assert_eq!(names(&map.read(&OsmProfile::car()).0), ["1 2 3", "4 2 3"]);
}

#[test]
fn restrictions_via_ways_ban_sequences() {
    let read = |connections: &[&[i64]], value, to| {
        let mut map = ladder(connections);
        let ways = (30..).take(connections.len()).map(|way| ("via", Member::Way, way));
        let members: Vec<_> = [("from", Member::Way, 20)]
            .into_iter()
            .chain(ways)
            .chain([("to", Member::Way, to)])
            .collect();
        map.relation(1, &members, &[("type", "restriction"), ("restriction", value)]);
        names(&map.read(&OsmProfile::car()).0)
    };
    // Node 1 is a bend, and so is node 6, even if it divides the connection.
    assert_eq!(read(&[&[2, 6, 8]], "no_u_turn", 23), ["5 2 8 7"]);
    assert_eq!(read(&[&[8, 6, 2]], "no_u_turn", 23), ["5 2 8 7"]);
    assert_eq!(read(&[&[2, 6], &[8, 6]], "no_u_turn", 23), ["5 2 8 7"]);
    assert_eq!(
        read(&[&[2, 6, 8]], "only_left_turn", 24),
        ["5 2 3", "5 2 5", "5 2 8 2", "5 2 8 7"]
    );
    // The connection leads only the other way.
    let mut map = ladder(&[]);
    map.way(30, &[8, 6, 2], ONE_WAY);
    let members = [
        ("from", Member::Way, 20),
        ("via", Member::Way, 30),
        ("to", Member::Way, 23),
    ];
    map.relation(1, &members, &[("type", "restriction"), ("restriction", "no_u_turn")]);
    let (_, report) = map.read(&OsmProfile::car());
    assert_eq!((report.restrictions, report.void_restrictions), (0, 1));
    // The ways do not meet.
    assert!(read(&[&[6, 8]], "no_u_turn", 23).is_empty());
}

#[test]
fn vehicles_obey_their_restrictions() {
    let (car, bicycle, foot) = (OsmProfile::car(), OsmProfile::bicycle(), OsmProfile::foot());
    for (tags, expected) in [
        (&[("restriction", "no_left_turn")][..], [true, true, false]),
        (
            &[("restriction", "no_left_turn"), ("except", "bicycle")],
            [true, false, false],
        ),
        (
            &[("restriction", "no_left_turn"), ("except", "psv; motorcar")],
            [false, true, false],
        ),
        (
            &[("restriction", "no_left_turn"), ("except", "psv")],
            [true, true, false],
        ),
        (&[("restriction:bicycle", "no_left_turn")], [false, true, false]),
        (&[("restriction:motor_vehicle", "no_left_turn")], [true, false, false]),
        (&[("restriction:foot", "no_left_turn")], [false, false, true]),
        (
            &[("restriction:conditional", "no_left_turn @ (Mo-Fr 7:00-9:00)")],
            [false, false, false],
        ),
    ] {
        let mut map = crossing();
        let members = [
            ("from", Member::Way, 11),
            ("via", Member::Node, 2),
            ("to", Member::Way, 14),
        ];
        map.relation(1, &members, &[&[("type", "restriction")], tags].concat());
        for (profile, expected) in [&car, &bicycle, &foot].into_iter().zip(expected) {
            let (roads, report) = map.read(profile);
            assert_eq!(!roads.bans().is_empty(), expected, "{tags:?}");
            assert_eq!(report.restrictions, usize::from(expected));
            let is_conditional = tags[0].0 == "restriction:conditional" && profile.turn_restrictions;
            assert_eq!(report.conditional_restrictions, usize::from(is_conditional));
            assert_eq!(
                report.restrictions_for_others,
                usize::from(!expected && !is_conditional)
            );
        }
    }
}

#[test]
fn the_restriction_for_the_vehicle_takes_precedence() {
    let mut map = crossing();
    let members = [
        ("from", Member::Way, 11),
        ("via", Member::Node, 2),
        ("to", Member::Way, 14),
    ];
    let values = [
        ("restriction", "no_left_turn"),
        ("restriction:bicycle", "only_left_turn"),
    ];
    map.relation(1, &members, &[&[("type", "restriction")], &values[..]].concat());
    assert_eq!(names(&map.read(&OsmProfile::car()).0), ["1 2 4"]);
    assert_eq!(names(&map.read(&OsmProfile::bicycle()).0), ["1 2 1", "1 2 3", "1 2 5"]);
}

#[test]
fn restrictions_that_cannot_be_used_are_counted() {
    let count = |map: &mut Map, members: &[(&str, Member, i64)], value: &str| {
        let map = map.relation(1, members, &[("type", "restriction"), ("restriction", value)]);
        let (roads, report) = map.read(&OsmProfile::car());
        assert!(roads.bans().is_empty() && report.restrictions == 0);
        [
            report.malformed_restrictions,
            report.void_restrictions,
            report.ambiguous_restrictions,
        ]
    };
    let (malformed, void, ambiguous) = ([1, 0, 0], [0, 1, 0], [0, 0, 1]);
    let (from, via, to) = (
        ("from", Member::Way, 11),
        ("via", Member::Node, 2),
        ("to", Member::Way, 14),
    );
    let turn = "no_left_turn";
    assert_eq!(count(&mut crossing(), &[from, to], turn), malformed);
    assert_eq!(count(&mut crossing(), &[from, via], turn), malformed);
    assert_eq!(count(&mut crossing(), &[from, via, via, to], turn), malformed);
    assert_eq!(count(&mut crossing(), &[from, via, to], "left"), malformed);
    assert_eq!(
        count(&mut crossing(), &[("from", Member::Node, 1), via, to], turn),
        malformed
    );
    assert_eq!(
        count(&mut crossing(), &[from, ("via", Member::Relation, 1), to], turn),
        malformed
    );
    assert_eq!(
        count(&mut crossing(), &[("from", Member::Way, 99), via, to], turn),
        void
    );
    assert_eq!(
        count(&mut crossing(), &[from, ("via", Member::Node, 99), to], turn),
        void
    );
    assert_eq!(
        count(&mut crossing(), &[from, ("via", Member::Node, 3), to], turn),
        void
    );
    let mut leading_away = crossing();
    leading_away.way(20, &[2, 1], ONE_WAY);
    assert_eq!(
        count(&mut leading_away, &[("from", Member::Way, 20), via, to], turn),
        void
    );
    let mut through = crossing();
    through.way(20, &[1, 2, 3], STREET);
    assert_eq!(
        count(&mut through, &[("from", Member::Way, 20), via, to], turn),
        ambiguous
    );
    let mut closed = crossing();
    closed.node(2, [60.0, 25.01], &[("barrier", "bollard")]);
    assert_eq!(count(&mut closed, &[from, via, to], turn), void);
}

#[test]
fn ways_longer_than_any_in_openstreetmap_are_no_members() {
    // The connection passes the same two bends again and again.
    for (bends, expected) in [(1_990, 1), (2_010, 0)] {
        let line: Vec<i64> = [2]
            .into_iter()
            .chain([6, 10].into_iter().cycle().take(bends))
            .chain([8])
            .collect();
        let mut map = ladder(&[&line]);
        map.node(10, [59.985, 25.011], &[]);
        let members = [
            ("from", Member::Way, 20),
            ("via", Member::Way, 30),
            ("to", Member::Way, 23),
        ];
        map.relation(1, &members, &[("type", "restriction"), ("restriction", "no_u_turn")]);
        let (roads, report) = map.read(&OsmProfile::car());
        assert_eq!(
            (roads.bans().len(), report.restrictions + report.void_restrictions),
            (expected, 1)
        );
    }
}

/// The cost of the cheapest walk that contains no ban and never turns back, and the number of its edges.
fn cheapest(edges: &HashMap<i64, Vec<(i64, f64)>>, bans: &[Vec<i64>], start: i64) -> HashMap<i64, (f64, u32)> {
    let mut known: HashMap<Vec<i64>, f64> = HashMap::from([(vec![start], 0.0)]);
    let mut open = BinaryHeap::from([(Reverse(0_u64), 0_u32, vec![start])]);
    let mut costs = HashMap::new();
    while let Some((Reverse(bits), count, walk)) = open.pop() {
        let (cost, last) = (f64::from_bits(bits), *walk.last().unwrap());
        if cost > known[&walk] {
            continue;
        }
        costs.entry(last).or_insert((cost, count));
        for (to, edge) in edges.get(&last).into_iter().flatten() {
            let mut next = walk.clone();
            next.push(*to);
            let turns_back = next.len() > 2 && next[next.len() - 3] == *to;
            if turns_back || bans.iter().any(|ban| next.ends_with(ban)) {
                continue;
            }
            next.drain(..next.len().saturating_sub(12));
            let cost = cost + edge;
            if known.get(&next).is_none_or(|known| cost < *known) {
                known.insert(next.clone(), cost);
                open.push((Reverse(cost.to_bits()), count + 1, next));
            }
        }
    }
    costs
}

proptest! {
    /// With bans, routes through joined streets cost the same as walks through the map that obey its restrictions.
    #[test]
    fn bans_hold_for_joined_streets(
        pairs in prop::collection::btree_set((1_i64..=9, 1_i64..=9), 6..14),
        walks in prop::collection::vec((0_usize..100, prop::collection::vec(0_usize..100, 2..5), any::<bool>()), 1..4),
    ) {
        let mut map = Map::new();
        for id in 1..=9_i64 {
            #[expect(clippy::cast_precision_loss, reason = "there are few nodes")]
            let at = [60.0 + (id * 7 % 11) as f64 / 1000.0, 25.0 + (id * 5 % 13) as f64 / 1000.0];
            map.node(id, at, &[]);
        }
        let pairs: BTreeSet<(i64, i64)> = pairs.iter().filter(|(one, other)| one < other).copied().collect();
        let mut neighbours: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
        for (way, (one, other)) in (1_i64..).zip(&pairs) {
            map.way(way, &[*one, *other], STREET);
            neighbours.entry(*one).or_default().push((*other, way));
            neighbours.entry(*other).or_default().push((*one, way));
        }
        let mut bans = Vec::new();
        for (relation, (start, steps, is_mandatory)) in (1..).zip(&walks) {
            // A walk that visits no node twice.
            let mut nodes = vec![i64::try_from(start % 9).unwrap() + 1];
            let mut ways = Vec::new();
            for step in steps {
                let next = neighbours.get(nodes.last().unwrap());
                let next: Vec<_> = next.into_iter().flatten().filter(|(node, _)| !nodes.contains(node)).collect();
                if let Some((node, way)) = next.get(step % next.len().max(1)) {
                    nodes.push(*node);
                    ways.push(*way);
                }
            }
            let [from, via @ .., to] = ways.as_slice() else { continue };
            let mut members = vec![("from", Member::Way, *from), ("to", Member::Way, *to)];
            match via {
                [] => members.push(("via", Member::Node, nodes[1])),
                _ => members.extend(via.iter().map(|way| ("via", Member::Way, *way))),
            }
            let value = if *is_mandatory { "only_straight_on" } else { "no_straight_on" };
            map.relation(relation, &members, &[("type", "restriction"), ("restriction", value)]);
            if *is_mandatory {
                for place in 1..nodes.len() - 1 {
                    let others = neighbours[&nodes[place]].iter().filter(|(node, _)| *node != nodes[place + 1]);
                    bans.extend(others.map(|(node, _)| [&nodes[..=place], &[*node]].concat()));
                }
            } else {
                bans.push(nodes);
            }
        }
        let (roads, _) = map.read(&OsmProfile::car());
        let streets = Streets::read(&map.write());
        let all = streets.edges.iter();
        let all = all.map(|(from, edges)| (*from, edges.iter().map(|(to, metres, _)| (*to, 100.0 * metres)).collect()));
        let all: HashMap<i64, Vec<_>> = all.collect();
        let mut joined: HashMap<i64, Vec<_>> = HashMap::new();
        for edge in roads.lengths().unwrap().edges() {
            joined.entry(edge.from().into()).or_default().push((edge.to().into(), f64::from(edge.cost())));
        }
        let joined_bans: Vec<Vec<i64>> = roads.bans().iter()
            .map(|ban| ban.iter().map(|node| i64::from(*node)).collect())
            .collect();
        for from in roads.graph().nodes() {
            let id = |node: u32| roads.name(node).unwrap().parse::<i64>().unwrap();
            let (expected, costs) = (cheapest(&all, &bans, id(from)), cheapest(&joined, &joined_bans, from.into()));
            for to in roads.graph().nodes() {
                let (expected, cost) = (expected.get(&id(to)), costs.get(&to.into()));
                prop_assert_eq!(expected.is_some(), cost.is_some(), "{} {}", id(from), id(to));
                if let (Some((expected, edges)), Some((cost, _))) = (expected, cost) {
                    let is_near = expected - 1e-3 <= *cost && *cost <= expected + f64::from(*edges) + 1e-3;
                    prop_assert!(is_near, "{} {}: {} {}", id(from), id(to), cost, expected);
                }
            }
        }
    }
}
