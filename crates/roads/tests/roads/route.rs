//! Routes between places on edges, compared with graphs whose edges were split there.

use astride::problem::VirtualNode;
use astride::{AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, Path, Status};
use astride_roads::{
    ContractionHierarchy, CustomizableHierarchy, EdgePosition, HierarchySearch, Network, NetworkEdge, Order, Route,
    RouteQuery, Street,
};
use proptest::prelude::*;

use super::csr::{Edge, adjacency, distances};

/// The number of parts of an edge at which places are.
const PARTS: u32 = 16;

/// A number of an edge, and a number of parts.
type Place = (usize, u32);

fn positions(places: &[Place]) -> Vec<EdgePosition> {
    let positions = places.iter();
    positions
        .map(|(edge, parts)| EdgePosition::new(*edge, f64::from(*parts) / f64::from(PARTS)))
        .collect()
}

fn network(places: &[(f64, f64)], streets: &[(usize, usize, u32, bool)]) -> Network<u32> {
    let names: Vec<_> = (0..places.len()).map(|place| place.to_string()).collect();
    let places = names
        .iter()
        .zip(places)
        .map(|(name, (latitude, longitude))| (name, *latitude, *longitude));
    let streets = streets.iter().map(|(from, to, cost, is_one_way)| {
        let street = Street::new(&names[*from], &names[*to], *cost);
        if *is_one_way { street.one_way() } else { street }
    });
    Network::new(places, streets).unwrap()
}

/// The least cost of a route in the graph in which each edge is split at all places on it.
fn by_hand(roads: &Network<u32>, starts: &[Place], goals: &[Place]) -> Option<u32> {
    let mut nodes = u32::try_from(roads.graph().node_count()).unwrap();
    let mut split: Vec<Edge> = Vec::new();
    let [start, goal] = [nodes, nodes + 1];
    nodes += 2;
    for edge in roads.edges() {
        let mut parts: Vec<u32> = starts
            .iter()
            .chain(goals)
            .filter(|place| place.0 == edge.number())
            .map(|place| place.1)
            .collect();
        parts.sort_unstable();
        parts.dedup();
        let before = |parts: u32| edge.cost() * parts / PARTS;
        let mut last = (edge.from(), 0);
        for part in parts {
            split.push((last.0, nodes, before(part) - last.1));
            last = (nodes, before(part));
            let ends_here = |places: &[Place]| places.contains(&(edge.number(), part));
            split.extend(ends_here(starts).then_some((start, nodes, 0)));
            split.extend(ends_here(goals).then_some((nodes, goal, 0)));
            nodes += 1;
        }
        split.push((last.0, edge.to(), edge.cost() - last.1));
    }
    distances(&adjacency(nodes as usize, &split, true), start)[goal as usize]
}

/// A route has the cost of its parts and leads along its edges, from its start to its goal.
fn check_route(roads: &Network<u32>, route: &Route<u32>, starts: &[Place], goals: &[Place]) {
    assert!(
        positions(starts).contains(&route.start) && positions(goals).contains(&route.goal),
        "{route:?}"
    );
    let [first, last] = [route.start, route.goal].map(|place| roads.edge(place.edge).unwrap());
    let costs = [(first, route.start), (last, route.goal)]
        .map(|(edge, place)| (f64::from(edge.cost()) * place.fraction).floor());
    let [skipped, entered] = costs;
    let (cost, metres) = if route.nodes.is_empty() {
        assert_eq!(first.number(), last.number());
        (
            entered - skipped,
            (route.goal.fraction - route.start.fraction) * first.metres(),
        )
    } else {
        assert_eq!(
            (route.nodes[0], route.nodes.last()),
            (first.to(), Some(&last.from())),
            "{route:?}"
        );
        let between: Vec<_> = route
            .nodes
            .windows(2)
            .map(|pair| roads.edge_between(pair[0], pair[1]).unwrap())
            .collect();
        let cost: u32 = between.iter().map(NetworkEdge::cost).sum();
        let metres: f64 = between.iter().map(NetworkEdge::metres).sum();
        let ends = (1.0 - route.start.fraction) * first.metres() + route.goal.fraction * last.metres();
        (
            f64::from(cost) + f64::from(first.cost()) - skipped + entered,
            metres + ends,
        )
    };
    assert!((f64::from(route.cost) - cost).abs() < 1e-9, "{route:?}");
    let drawn: f64 = route.shape.windows(2).map(|pair| pair[0].metres_to(pair[1])).sum();
    assert!((drawn - metres).abs() < 1e-3, "{drawn} {metres} {route:?}");
    let ends = [route.start, route.goal].map(|place| roads.position_on(place).unwrap());
    assert!(route.shape[0].metres_to(ends[0]) < 1e-6 && route.shape[route.shape.len() - 1].metres_to(ends[1]) < 1e-6);
}

proptest! {
    #[test]
    fn routes_cost_as_much_as_in_a_graph_with_split_edges(
        places in prop::collection::vec((49.9..50.1, 7.9..8.1), 1..9),
        streets in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..60_u32, any::<bool>()), 1..14),
        starts in prop::collection::vec((any::<prop::sample::Index>(), 0..=PARTS), 0..4),
        goals in prop::collection::vec((any::<prop::sample::Index>(), 0..=PARTS), 0..4),
    ) {
        let streets: Vec<_> = streets.iter()
            .map(|(from, to, cost, is_one_way)| (from.index(places.len()), to.index(places.len()), *cost, *is_one_way))
            .collect();
        let roads = network(&places, &streets);
        let on_edges = |places: &[(prop::sample::Index, u32)]| -> Vec<Place> {
            places.iter().map(|(edge, parts)| (edge.index(roads.graph().edge_count()), *parts)).collect()
        };
        let (starts, goals) = (on_edges(&starts), on_edges(&goals));
        let expected = by_hand(&roads, &starts, &goals);
        let query = RouteQuery::new(&roads, positions(&starts), positions(&goals)).unwrap();

        let contraction = ContractionHierarchy::prepare(roads.graph()).unwrap();
        let order = Order::by_distances(roads.graph()).unwrap();
        let customizable = CustomizableHierarchy::new(roads.graph(), &order).unwrap();
        let mut climb = HierarchySearch::new(query.over(&contraction));
        let mut climb_by_index = HierarchySearch::new(query.over(&customizable));
        prop_assert!(climb.run() != Status::Running && climb_by_index.run() != Status::Running);
        let found: [Option<Path<VirtualNode<u32>, u32>>; 6] = [
            Dijkstra::new(query.over(roads.graph())).find_path().unwrap(),
            BidirectionalDijkstra::new(query.over(roads.graph())).find_path().unwrap(),
            AStar::new(query.guided()).find_path().unwrap(),
            BidirectionalAStar::new(query.guided()).find_path().unwrap(),
            climb.path(),
            climb_by_index.path(),
        ];
        for path in &found {
            prop_assert_eq!(path.as_ref().map(|path| path.cost), expected);
            if let Some(path) = path {
                check_route(&roads, &query.route(path).unwrap(), &starts, &goals);
            }
        }
    }
}

/// All graphs of two nodes with up to one edge from each to each, and all pairs of five places on each edge.
#[test]
fn all_routes_in_tiny_graphs() {
    let mut count = 0;
    for set in 1_u32..1 << 4 {
        for costs in [[3, 5, 8, 0], [1, 1, 2, 7]] {
            let edges = (0..4).filter(|edge| set >> edge & 1 == 1);
            let streets: Vec<_> = edges.map(|edge| (edge / 2, edge % 2, costs[edge], true)).collect();
            let roads = network(&[(50.0, 8.0), (50.0, 8.01)], &streets);
            let all: Vec<Place> = (0..streets.len())
                .flat_map(|edge| [0, 1, 8, 11, PARTS].map(|parts| (edge, parts)))
                .collect();
            for start in &all {
                for goal in &all {
                    let query = RouteQuery::new(&roads, positions(&[*start]), positions(&[*goal])).unwrap();
                    let found = Dijkstra::new(query.over(roads.graph())).find_path().unwrap();
                    let expected = by_hand(&roads, &[*start], &[*goal]);
                    assert_eq!(
                        found.as_ref().map(|path| path.cost),
                        expected,
                        "{streets:?} {start:?} {goal:?}"
                    );
                    if let Some(path) = found {
                        check_route(&roads, &query.route(&path).unwrap(), &[*start], &[*goal]);
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 2_000, "{count}");
}

#[test]
fn wrong_places_are_errors() {
    let roads = network(&[(50.0, 8.0), (50.0, 8.01)], &[(0, 1, 10, true)]);
    let good = EdgePosition::new(0, 0.5);
    let expect = |place: EdgePosition, text: &str| {
        let errors = [
            RouteQuery::new(&roads, [place], [good]).unwrap_err(),
            RouteQuery::new(&roads, [good], [good, place]).unwrap_err(),
            roads.position_on(place).unwrap_err(),
        ];
        assert_eq!(errors.map(|error| error.to_string()), [text; 3]);
    };
    expect(
        EdgePosition::new(1, 0.5),
        "there is no edge 1: the network has 1 edges, numbered from 0",
    );
    expect(
        EdgePosition::new(9, 0.5),
        "there is no edge 9: the network has 1 edges, numbered from 0",
    );
    expect(
        EdgePosition::new(0, 1.01),
        "the fraction on edge 0 is 1.01: it must be from 0 to 1",
    );
    expect(
        EdgePosition::new(0, -0.01),
        "the fraction on edge 0 is -0.01: it must be from 0 to 1",
    );
    expect(
        EdgePosition::new(0, f64::NAN),
        "the fraction on edge 0 is NaN: it must be from 0 to 1",
    );

    // A path of another query.
    let query = RouteQuery::new(&roads, [good], [good]).unwrap();
    let path = Path {
        nodes: vec![VirtualNode::Start, VirtualNode::Real(0), VirtualNode::Goal],
        cost: 3,
    };
    assert_eq!(query.route(&path), None);
    assert_eq!(query.route_with(&[7, u32::MAX], 3, |_| 0), None);
    let nothing = RouteQuery::new(&roads, [good; 0], [good]).unwrap();
    assert_eq!(
        (nothing.direct_cost(), nothing.route_with(&[], 0, |_| 0)),
        (u32::MAX, None)
    );
}

#[cfg(feature = "nearest")]
mod nearest {
    use astride_roads::{EARTH_RADIUS, NearestStreet, Position, RouteError, StreetIndex};

    use super::*;

    fn haversine(one: Position, other: Position) -> f64 {
        let half = |one: f64, other: f64| ((one - other).to_radians() / 2.0).sin().powi(2);
        let cosines = one.latitude().to_radians().cos() * other.latitude().to_radians().cos();
        let square = half(one.latitude(), other.latitude()) + cosines * half(one.longitude(), other.longitude());
        2.0 * EARTH_RADIUS * square.sqrt().min(1.0).asin()
    }

    /// The position at a fraction of the great circle between two positions, by the formula of spherical interpolation.
    fn between(one: Position, other: Position, fraction: f64) -> Position {
        let vector = |position: Position| {
            let (up, flat) = position.latitude().to_radians().sin_cos();
            let (east, front) = position.longitude().to_radians().sin_cos();
            [flat * front, flat * east, up]
        };
        let angle = haversine(one, other) / EARTH_RADIUS;
        if angle < 1e-12 {
            return one;
        }
        let [left, right] = [
            ((1.0 - fraction) * angle).sin() / angle.sin(),
            (fraction * angle).sin() / angle.sin(),
        ];
        let (one, other) = (vector(one), vector(other));
        let [x, y, z] = [0, 1, 2].map(|axis| left * one[axis] + right * other[axis]);
        Position::new(z.atan2(x.hypot(y)).to_degrees(), y.atan2(x).to_degrees()).unwrap()
    }

    /// The least distance from a line, which has one minimum or two at its ends: by a sample, and then by thirds.
    fn distance(from: Position, one: Position, other: Position) -> f64 {
        let at = |fraction: f64| haversine(from, between(one, other, fraction));
        let best = (0..=200)
            .map(|step| f64::from(step) / 200.0)
            .min_by(|left, right| at(*left).total_cmp(&at(*right)));
        let best = best.unwrap();
        let (mut low, mut high) = ((best - 0.005_f64).max(0.0), (best + 0.005).min(1.0));
        for _ in 0..80 {
            let third = (high - low) / 3.0;
            if at(low + third) < at(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        at(low).min(at(0.0)).min(at(1.0))
    }

    fn check(roads: &Network<u32>, point: Position, limit: f64, is_allowed: impl Fn(usize) -> bool + Copy) {
        let streets = StreetIndex::new(roads);
        let found = streets.nearest_where(point, limit, is_allowed).unwrap();
        let all = roads.edges().filter(|edge| is_allowed(edge.number()));
        let all: Vec<_> = all
            .map(|edge| {
                let ends = [edge.from(), edge.to()].map(|node| roads.position(node).unwrap());
                (edge.number(), distance(point, ends[0], ends[1]))
            })
            .collect();
        let least = all.iter().map(|(_, metres)| *metres).fold(f64::INFINITY, f64::min);
        // The haversine formula is inaccurate for nearly opposite positions, and so is the search by thirds.
        let tolerance = if least > 1e7 { 1.0 } else { 1e-3 };
        let Some(first) = found.first() else {
            assert!(all.is_empty() || least > limit - tolerance, "{least} {limit}");
            return;
        };
        assert!(
            (first.metres - least).abs() < tolerance && first.metres <= limit,
            "{first:?} {least}"
        );
        for NearestStreet {
            place,
            position,
            metres,
        } in &found
        {
            assert!(is_allowed(place.edge) && metres.to_bits() == first.metres.to_bits());
            assert!((0.0..=1.0).contains(&place.fraction));
            assert!((point.metres_to(*position) - metres).abs() < 1e-6);
            assert!(
                roads.position_on(*place).unwrap().metres_to(*position) < 1e-3,
                "{place:?} {position:?}"
            );
            let edge = roads.edge(place.edge).unwrap();
            let back = roads
                .edges()
                .filter(|other| (other.from(), other.to()) == (edge.to(), edge.from()));
            for other in back.filter(|other| is_allowed(other.number())) {
                assert!(
                    found.iter().any(|nearest| nearest.place.edge == other.number()),
                    "{other:?} {found:?}"
                );
            }
        }
        assert!(found.is_sorted_by_key(|nearest| nearest.place.edge));
    }

    /// Positions in a town, at the date line, at the poles, and all over the Earth.
    fn positions_around() -> impl Strategy<Value = Vec<(f64, f64)>> {
        let over = |longitude: f64| {
            if longitude > 180.0 {
                longitude - 360.0
            } else {
                longitude
            }
        };
        prop_oneof![
            prop::collection::vec((49.99..50.01, 7.99..8.01), 3..9),
            prop::collection::vec((-0.01..0.01, (179.99..180.01_f64).prop_map(over)), 3..9),
            prop::collection::vec((89.99..=90.0, -180.0..=180.0), 3..9),
            prop::collection::vec((-90.0..=-89.0, -180.0..=180.0), 3..9),
            prop::collection::vec((-80.0..=80.0, -180.0..=180.0), 3..9),
        ]
    }

    proptest! {
        #[test]
        fn the_nearest_street_is_that_of_a_search_through_all(
            mut places in positions_around(),
            streets in prop::collection::vec(
                (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..60_u32, any::<bool>()), 1..14),
            forbidden in any::<u32>(),
            limit in 0..4_usize,
        ) {
            let point = places.pop().unwrap();
            let streets: Vec<_> = streets.iter()
                .map(|(from, to, cost, one_way)| (from.index(places.len()), to.index(places.len()), *cost, *one_way))
                .collect();
            let roads = network(&places, &streets);
            let limit = [f64::INFINITY, 100.0, 1_000.0, 1e6][limit];
            let point = Position::new(point.0, point.1).unwrap();
            check(&roads, point, limit, |_| true);
            check(&roads, point, limit, |edge| forbidden >> (edge % 32) & 1 == 0);
            // Nodes are on the edges that begin or end there.
            let node = roads.graph().nodes().find(|node| !roads.graph().edges(*node).is_empty()).unwrap();
            check(&roads, roads.position(node).unwrap(), 0.001, |_| true);
        }
    }

    #[test]
    fn an_index_can_be_sent_to_other_threads() {
        fn is_send_and_sync<T: Send + Sync + Unpin>() {}
        is_send_and_sync::<StreetIndex>();
        is_send_and_sync::<NearestStreet>();
    }

    #[test]
    fn all_edges_of_the_nearest_node_are_returned() {
        let crossing = [(50.0, 8.0), (50.0, 8.01), (50.01, 8.0), (50.0, 7.99)];
        let roads = network(
            &crossing,
            &[(0, 1, 10, false), (0, 2, 10, true), (3, 0, 10, true), (1, 2, 10, false)],
        );
        let streets = StreetIndex::new(&roads);
        let found = streets.nearest(Position::new(50.0, 8.0).unwrap(), 0.0).unwrap();
        let ends = found.iter().map(|nearest| {
            let edge = roads.edge(nearest.place.edge).unwrap();
            (edge.from(), edge.to(), nearest.place.fraction)
        });
        assert_eq!(
            ends.collect::<Vec<_>>(),
            [(0, 1, 0.0), (0, 2, 0.0), (1, 0, 1.0), (3, 0, 1.0)]
        );
        assert_eq!(format!("{streets:?}"), "StreetIndex { streets: 4, pieces: 4 }");
    }

    #[test]
    fn an_empty_network_and_wrong_limits() {
        let point = Position::new(50.0, 8.0).unwrap();
        let empty = StreetIndex::new(&network(&[(50.0, 8.0)], &[]));
        assert_eq!(empty.nearest(point, f64::INFINITY), Ok(Vec::new()));
        for limit in [-1.0, f64::NAN, f64::NEG_INFINITY] {
            let error = empty.nearest(point, limit).unwrap_err();
            assert!(matches!(error, RouteError::Limit { .. }));
            assert_eq!(
                error.to_string(),
                format!("the greatest distance is {limit} metres: it must not be below zero, and may be infinite")
            );
        }
    }
}
