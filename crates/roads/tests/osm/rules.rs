//! The rules of the profiles, one street at a time.

use crate::writer::{Map, Tags};
use astride_roads::{OsmError, OsmProfile, OsmRoad, SpeedLimits};

/// The speeds along a street with these tags and against it, rounded to km/h. Zero means closed.
fn speeds(profile: &OsmProfile, tags: Tags<'_>) -> [i64; 2] {
    let mut map = Map::new();
    map.node(1, [60.0, 25.0], &[])
        .node(2, [60.1, 25.0], &[])
        .way(1, &[1, 2], tags);
    let (roads, _) = map.read(profile);
    ["12", "21"].map(|ends| {
        let [from, to] = [&ends[..1], &ends[1..]].map(|name| roads.node(name));
        let (Ok(from), Ok(to)) = (from, to) else { return 0 };
        let speed = |edge: astride_roads::NetworkEdge<'_, u32>| edge.metres() * 3600.0 / f64::from(edge.cost());
        #[expect(clippy::cast_possible_truncation, reason = "speeds are small")]
        roads
            .edge_between(from, to)
            .map_or(0, |edge| speed(edge).round() as i64)
    })
}

fn check(profile: &OsmProfile, cases: &[(Tags<'_>, [i64; 2])]) {
    for (tags, expected) in cases {
        assert_eq!(speeds(profile, tags), *expected, "{tags:?}");
    }
}

#[test]
fn cars_obey_limits_directions_and_access() {
    check(
        &OsmProfile::car(),
        &[
            (&[("highway", "residential")], [30, 30]),
            (&[("highway", "footway")], [0, 0]),
            (&[("building", "yes")], [0, 0]),
            // Limits.
            (&[("highway", "residential"), ("maxspeed", "40")], [40, 40]),
            (&[("highway", "residential"), ("maxspeed", "40 mph")], [64, 64]),
            (&[("highway", "residential"), ("maxspeed", "20 knots")], [37, 37]),
            (&[("highway", "residential"), ("maxspeed", "walk")], [7, 7]),
            (&[("highway", "motorway"), ("maxspeed", "none")], [130, 0]),
            (&[("highway", "secondary"), ("maxspeed", "FI:urban")], [50, 50]),
            (&[("highway", "secondary"), ("source:maxspeed", "DE:rural")], [100, 100]),
            (&[("highway", "secondary"), ("source:maxspeed", "sign")], [55, 55]),
            (&[("highway", "secondary"), ("maxspeed", "signals")], [55, 55]),
            (&[("highway", "secondary"), ("maxspeed", "rapid")], [55, 55]),
            (
                &[
                    ("highway", "secondary"),
                    ("maxspeed", "60"),
                    ("maxspeed:backward", "50"),
                ],
                [60, 50],
            ),
            // Directions.
            (&[("highway", "residential"), ("oneway", "yes")], [30, 0]),
            (&[("highway", "residential"), ("oneway", "-1")], [0, 30]),
            (&[("highway", "residential"), ("oneway", "reversible")], [0, 0]),
            (&[("highway", "residential"), ("oneway", "alternating")], [30, 30]),
            (&[("highway", "residential"), ("oneway", "perhaps")], [30, 30]),
            (&[("highway", "residential"), ("junction", "roundabout")], [30, 0]),
            (
                &[("highway", "residential"), ("junction", "roundabout"), ("oneway", "no")],
                [30, 30],
            ),
            (
                &[("highway", "residential"), ("oneway", "yes"), ("oneway:bicycle", "no")],
                [30, 0],
            ),
            (
                &[
                    ("highway", "residential"),
                    ("oneway", "yes"),
                    ("oneway:motor_vehicle", "no"),
                ],
                [30, 30],
            ),
            (&[("highway", "motorway")], [110, 0]),
            (&[("highway", "motorway"), ("oneway", "no")], [110, 110]),
            (&[("highway", "motorway_link")], [60, 60]),
            // Access, the most specific key first.
            (&[("highway", "residential"), ("access", "no")], [0, 0]),
            (&[("highway", "residential"), ("access", "destination")], [30, 30]),
            (
                &[("highway", "residential"), ("access", "no"), ("motor_vehicle", "yes")],
                [30, 30],
            ),
            (
                &[
                    ("highway", "residential"),
                    ("vehicle", "no"),
                    ("motorcar", "permissive"),
                ],
                [30, 30],
            ),
            (
                &[
                    ("highway", "residential"),
                    ("access", "yes"),
                    ("motor_vehicle", "private"),
                ],
                [0, 0],
            ),
            (
                &[
                    ("highway", "residential"),
                    ("motor_vehicle", "no"),
                    ("motorcar", "unheard of"),
                ],
                [0, 0],
            ),
            (
                &[("highway", "residential"), ("bicycle", "no"), ("foot", "no")],
                [30, 30],
            ),
            (&[("highway", "track")], [0, 0]),
            (&[("highway", "track"), ("access", "yes")], [0, 0]),
            (&[("highway", "track"), ("motor_vehicle", "yes")], [15, 15]),
            // Ferries.
            (&[("route", "ferry")], [0, 0]),
            (&[("route", "ferry"), ("motor_vehicle", "yes")], [15, 15]),
            (
                &[("route", "ferry"), ("motor_vehicle", "yes"), ("duration", "00:30")],
                [22, 22],
            ),
            (
                &[("route", "ferry"), ("motor_vehicle", "yes"), ("duration", "soon")],
                [15, 15],
            ),
            (&[("route", "bus")], [0, 0]),
        ],
    );
}

#[test]
fn bicycles_have_ways_directions_and_limits_of_their_own() {
    check(
        &OsmProfile::bicycle(),
        &[
            (&[("highway", "residential")], [18, 18]),
            (&[("highway", "residential"), ("maxspeed", "50")], [18, 18]),
            (&[("highway", "residential"), ("maxspeed", "walk")], [7, 7]),
            (&[("highway", "motorway"), ("bicycle", "yes")], [0, 0]),
            (&[("highway", "cycleway")], [18, 18]),
            (&[("highway", "footway")], [0, 0]),
            (&[("highway", "footway"), ("bicycle", "designated")], [10, 10]),
            (&[("highway", "footway"), ("bicycle", "dismount")], [0, 0]),
            (&[("highway", "primary"), ("bicycle", "use_sidepath")], [0, 0]),
            (&[("highway", "primary"), ("motorroad", "yes")], [0, 0]),
            (
                &[("highway", "primary"), ("motorroad", "yes"), ("bicycle", "yes")],
                [18, 18],
            ),
            (&[("highway", "residential"), ("motor_vehicle", "no")], [18, 18]),
            (&[("highway", "residential"), ("vehicle", "no")], [0, 0]),
            (&[("highway", "residential"), ("oneway", "yes")], [18, 0]),
            (
                &[("highway", "residential"), ("oneway", "yes"), ("oneway:bicycle", "no")],
                [18, 18],
            ),
            (&[("highway", "residential"), ("oneway:bicycle", "-1")], [0, 18]),
            (
                &[
                    ("highway", "residential"),
                    ("oneway", "yes"),
                    ("cycleway", "opposite_lane"),
                ],
                [18, 18],
            ),
            (
                &[
                    ("highway", "residential"),
                    ("oneway:bicycle", "yes"),
                    ("cycleway", "opposite"),
                ],
                [18, 0],
            ),
            (&[("highway", "residential"), ("junction", "roundabout")], [18, 0]),
            (&[("route", "ferry")], [15, 15]),
        ],
    );
}

#[test]
fn pedestrians_ignore_rules_for_vehicles() {
    check(
        &OsmProfile::foot(),
        &[
            (&[("highway", "footway")], [5, 5]),
            (&[("highway", "steps"), ("maxspeed", "1")], [2, 2]),
            (
                &[
                    ("highway", "residential"),
                    ("oneway", "yes"),
                    ("junction", "roundabout"),
                ],
                [5, 5],
            ),
            (&[("highway", "footway"), ("oneway:foot", "yes")], [5, 0]),
            (&[("highway", "residential"), ("vehicle", "no")], [5, 5]),
            (&[("highway", "residential"), ("access", "no")], [0, 0]),
            (&[("highway", "residential"), ("access", "no"), ("foot", "yes")], [5, 5]),
            (&[("highway", "residential"), ("foot", "no")], [0, 0]),
            (&[("highway", "motorway")], [0, 0]),
        ],
    );
}

#[test]
fn profiles_are_data() {
    let mut tram = OsmProfile::foot();
    tram.highways = [("tramway".to_owned(), OsmRoad::new(60.0).one_way())].into();
    tram.one_way = vec!["oneway".to_owned()];
    tram.limits = SpeedLimits::Replace;
    tram.top_speed = 70.0;
    check(
        &tram,
        &[
            (&[("highway", "tramway")], [60, 0]),
            (&[("highway", "tramway"), ("maxspeed", "none")], [70, 0]),
            (
                &[("highway", "tramway"), ("maxspeed", "FI:rail"), ("oneway", "no")],
                [60, 60],
            ),
            (&[("highway", "footway")], [0, 0]),
        ],
    );
    tram.zones.insert("rail".to_owned(), 40.0);
    assert_eq!(
        speeds(&tram, &[("highway", "tramway"), ("maxspeed", "FI:rail")]),
        [40, 0]
    );
}

#[test]
fn invalid_speeds_of_a_profile_are_errors() {
    let mut map = Map::new();
    let file = map.node(1, [60.0, 25.0], &[]).write();
    for speed in [0.0, -5.0, f64::NAN, f64::INFINITY] {
        for field in 0..4 {
            let mut profile = OsmProfile::car();
            match field {
                0 => profile.top_speed = speed,
                1 => profile.ferries = Some(OsmRoad::new(speed)),
                2 => drop(profile.highways.insert("path".to_owned(), OsmRoad::new(speed))),
                _ => drop(profile.zones.insert("rail".to_owned(), speed)),
            }
            let error = crate::writer::read(&file, &profile).unwrap_err();
            assert!(matches!(error, OsmError::Speed { .. }), "{error}");
        }
    }
    let mut snail = OsmProfile::foot();
    snail.highways.insert("footway".to_owned(), OsmRoad::new(1e-6));
    map.node(2, [61.0, 25.0], &[])
        .way(1, &[1, 2], &[("highway", "footway")]);
    let error = crate::writer::read(&map.write(), &snail).unwrap_err();
    assert!(matches!(error, OsmError::TooSlow { from: 1, to: 2, .. }), "{error}");
}

#[test]
fn barriers_end_streets() {
    // 1 --- 2 --- 3, with a barrier at 2.
    let passes = |profile: &OsmProfile, barrier: Tags<'_>| {
        let mut map = Map::new();
        map.node(1, [60.0, 25.0], &[])
            .node(2, [60.01, 25.0], barrier)
            .node(3, [60.02, 25.0], &[]);
        let (roads, report) = map.way(1, &[1, 2, 3], &[("highway", "residential")]).read(profile);
        let path = astride::Dijkstra::new(roads.query("1", "3").unwrap())
            .find_path()
            .unwrap();
        assert_eq!(report.barriers, usize::from(path.is_none()));
        if path.is_none() {
            let names: Vec<_> = roads.graph().nodes().map(|node| roads.name(node).unwrap()).collect();
            assert_eq!(names, ["1", "2", "2#2", "3"]);
            assert_eq!(roads.position(1), roads.position(2));
        }
        path.is_some()
    };
    let (car, bicycle, foot) = (OsmProfile::car(), OsmProfile::bicycle(), OsmProfile::foot());
    for (barrier, expected) in [
        (&[("barrier", "bollard")][..], [false, true, true]),
        (&[("barrier", "stile")], [false, false, true]),
        (&[("barrier", "gate")], [true, true, true]),
        (
            &[("barrier", "lift_gate"), ("access", "private")],
            [false, false, false],
        ),
        (&[("barrier", "bollard"), ("motor_vehicle", "yes")], [true, true, true]),
        (
            &[("barrier", "gate"), ("access", "no"), ("foot", "yes")],
            [false, false, true],
        ),
        (&[("barrier", "wall")], [false, false, false]),
        // No barrier: the crossing is closed to bicycles, not the street.
        (&[("highway", "crossing"), ("bicycle", "no")], [true, true, true]),
    ] {
        let all = [&car, &bicycle, &foot].map(|profile| passes(profile, barrier));
        assert_eq!(all, expected, "{barrier:?}");
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let mut map = Map::new();
    for node in 1..=4_u8 {
        map.node(node.into(), [60.0, 25.0 + f64::from(node) / 100.0], &[]);
    }
    let streets: [(&[i64], Tags<'_>); 9] = [
        (&[1, 2], &[("highway", "residential"), ("maxspeed", "rapid")]),
        (&[1, 2], &[("highway", "residential"), ("maxspeed", "10")]),
        (&[1, 2], &[("highway", "steps")]),
        (&[1, 2], &[("highway", "residential"), ("access", "private")]),
        (&[1, 2], &[("highway", "track")]),
        (&[1, 2], &[("highway", "residential"), ("oneway", "reversible")]),
        (&[3, 3], &[("highway", "residential")]),
        (&[3, 9, 4], &[("highway", "residential")]),
        (&[1, 2], &[("building", "yes")]),
    ];
    for (id, (nodes, tags)) in (1..).zip(streets) {
        map.way(id, nodes, tags);
    }
    let (roads, report) = map.read(&OsmProfile::car());
    assert_eq!((roads.graph().node_count(), roads.graph().edge_count()), (2, 2));
    assert_eq!(
        report.to_string(),
        "streets used: 2 of 8\n\
         streets left out, of a kind that the profile does not use: 1\n\
         streets left out, closed to the vehicle: 1\n\
         streets left out, without the necessary permission: 1\n\
         streets left out, direction changes with time: 1\n\
         streets left out, fewer than two nodes in the extract: 2\n\
         nodes of used streets outside the extract: 1\n\
         speed limits not understood: 1\n\
         parallel edges left out: 2"
    );
    assert_eq!(
        roads.edges().map(|edge| edge.cost()).max(),
        roads.edges().map(|edge| edge.cost()).min()
    );
}
