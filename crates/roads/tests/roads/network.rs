//! Networks with names: the maps from names to nodes and back, the errors, and estimates that never exceed a cost.

use astride::traits::Consistency;
use astride::{AStar, Dijkstra, Graph, Heuristic, ReverseGraph, Status};
use astride_roads::{Network, NetworkError, Position, PositionError, RoadCost, Street};
use proptest::prelude::*;

fn places() -> [(&'static str, f64, f64); 3] {
    [("Mainz", 50.0, 8.25), ("Bonn", 50.73, 7.1), ("Köln", 50.94, 6.96)]
}

#[test]
fn names_lead_to_nodes_and_back() {
    let streets = [
        Street::new("Mainz", "Bonn", 9_u32).named("A61"),
        Street::new("Bonn", "Mainz", 7).one_way().named("B9"),
        Street::new("Bonn", "Köln", 3).one_way().named("A555"),
        Street::new("Köln", "Bonn", 4),
        Street::new("Köln", "Köln", 1).named("Ring"),
    ];
    let roads = Network::new(places(), streets).unwrap();
    for (node, (name, latitude, longitude)) in (0..).zip(places()) {
        assert_eq!((roads.node(name), roads.name(node)), (Ok(node), Some(name)));
        assert_eq!(roads.position(node), Some(Position::new(latitude, longitude).unwrap()));
    }
    assert_eq!(
        (roads.name(3), roads.position(3), roads.estimate(0, 3)),
        (None, None, 0)
    );
    assert_eq!(roads.names(&[2, 3, 0]), ["Köln", "Mainz"]);
    assert_eq!(roads.nodes(["Köln", "Mainz"]), Ok(vec![2, 0]));
    let error = roads.nodes(["Köln", "Trier"]).unwrap_err();
    assert_eq!(error.to_string(), "no node is named \"Trier\"");
    assert_eq!(roads.query("Trier", "Bonn").err(), Some(error.clone()));
    assert_eq!(roads.query("Bonn", "Trier").err(), Some(error));

    let edges: Vec<_> = roads.graph().iter().collect();
    assert_eq!(
        edges,
        [
            (0, 1, 9),
            (1, 0, 9),
            (1, 0, 7),
            (1, 2, 3),
            (1, 2, 4),
            (2, 1, 4),
            (2, 2, 1)
        ]
    );
    let names = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 2), (0, 2), (3, 0)].map(|(from, to)| roads.street(from, to));
    assert_eq!(
        names,
        [Some("A61"), Some("B9"), Some("A555"), None, Some("Ring"), None, None]
    );

    let plain = Network::new(places(), [("Mainz", "Bonn", 9_u32)]).unwrap();
    assert_eq!(plain.street(0, 1), None);
    assert_eq!(format!("{plain:?}"), "Network { places: 3, edges: 2, .. }");
}

#[test]
fn edges_have_the_ends_the_costs_and_the_names_of_their_streets() {
    let streets = [
        Street::new("Mainz", "Bonn", 9_u32).named("A61"),
        Street::new("Bonn", "Mainz", 7).one_way().named("B9"),
        Street::new("Köln", "Köln", 1),
    ];
    // Without edges, Aachen and Trier begin no range of numbers.
    let places = [("Aachen", 50.78, 6.08)].into_iter().chain(places());
    let roads = Network::new(places.chain([("Trier", 49.76, 6.64)]), streets).unwrap();
    let edges: Vec<_> = roads.edges().collect();
    let all: Vec<_> = edges
        .iter()
        .map(|edge| (edge.number(), edge.from(), edge.to(), edge.cost(), edge.name()))
        .collect();
    assert_eq!(
        all,
        [
            (0, 1, 2, 9, Some("A61")),
            (1, 2, 1, 9, Some("A61")),
            (2, 2, 1, 7, Some("B9")),
            (3, 3, 3, 1, None)
        ]
    );
    for edge in &edges {
        assert_eq!(roads.edge(edge.number()), Some(*edge));
        let ends = [edge.from(), edge.to()].map(|node| roads.position(node).unwrap());
        assert_eq!(edge.shape().collect::<Vec<_>>(), ends);
        assert!((edge.metres() - ends[0].metres_to(ends[1])).abs() < 1e-9);
    }
    assert_eq!(roads.edge(4), None);
    assert_eq!(roads.edge_between(2, 1), Some(edges[2]));
    assert_eq!((roads.edge_between(1, 3), roads.edge_between(9, 1)), (None, None));

    let positions = |nodes: [u32; 3]| nodes.map(|node| roads.position(node).unwrap());
    assert_eq!(roads.shape(&[1, 2, 3]), positions([1, 2, 3]));
    assert_eq!(roads.shape(&[1, 9, 2]).len(), 2);
    assert_eq!(roads.shape(&[]), []);
    assert!(roads.bans().is_empty() && !roads.is_banned(1, 2, 1));
}

#[test]
fn what_is_wrong_is_named() {
    let none: [(&str, &str, f64); 0] = [];
    let error = |places: &[(&str, f64, f64)]| Network::new(places.iter().copied(), none).unwrap_err();
    let outside = error(&[("Bonn", 50.73, 7.1), ("Pole", 90.5, 0.0)]);
    assert!(matches!(
        &outside,
        NetworkError::Position {
            place: 1,
            source: PositionError::Latitude { .. },
            ..
        }
    ));
    assert_eq!(
        outside.to_string(),
        "place 1, \"Pole\": the latitude is 90.5: it must be from -90 to 90 degrees"
    );
    let outside = error(&[("Bonn", 50.73, f64::NAN)]).to_string();
    assert_eq!(
        outside,
        "place 0, \"Bonn\": the longitude is NaN: it must be from -180 to 180 degrees"
    );
    let second = error(&[("Bonn", 50.73, 7.1), ("", 0.0, 0.0), ("Bonn", 50.0, 7.0)]).to_string();
    assert_eq!(second, "place 2 is named \"Bonn\", and so is place 0");

    let error = |cost| Network::new(places(), [("Bonn", "Köln", 1.0), ("Köln", "Mainz", cost)]).unwrap_err();
    for (cost, text) in [(-0.5, "-0.5"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let message = format!("street 1 costs {text}, but its cost must be finite and not negative");
        assert_eq!(error(cost).to_string(), message);
    }
    let error = Network::new(places(), [("Bonn", "Köln", 1_u32), ("Köln", "Trier", 1)]).unwrap_err();
    assert_eq!(error.to_string(), "street 1: no place is named \"Trier\"");
    assert!(Network::new(places(), [("Bonn", "Köln", u32::MAX)]).is_err());
    assert!(Network::new(places(), [("Bonn", "Köln", u32::MAX - 1)]).is_ok());
}

#[test]
fn estimates_fit_lengths_that_are_too_short_and_streets_that_cost_nothing() {
    let at = |place: usize| Position::new(places()[place].1, places()[place].2).unwrap();
    // Whole kilometres, rounded down from half the straight line.
    let length = |from: usize, to: usize| at(from).metres_to(at(to)) / 2000.0;
    let (one, other) = (length(0, 1), length(1, 2));
    let streets = [("Mainz", "Bonn", one.floor()), ("Bonn", "Köln", other.floor())];
    let roads = Network::new(places(), streets).unwrap();
    assert!(roads.least_cost_per_metre() < 0.0005 && roads.least_cost_per_metre() > 0.0004);
    assert!(roads.estimate(0, 1) <= one.floor() && roads.estimate(1, 2) <= other.floor());

    let free = Network::new(places(), [("Mainz", "Bonn", 0_u32), ("Bonn", "Köln", 20)]).unwrap();
    assert_eq!((free.estimate(1, 2), free.estimate(0, 2)), (0, 0));
    // A free street between two places at the same position does no harm.
    let places = [("gate", 50.0, 8.0), ("platform", 50.0, 8.0), ("far", 51.0, 8.0)];
    let station = Network::new(places, [("gate", "platform", 0_u32), ("platform", "far", 100)]).unwrap();
    assert_eq!((station.estimate(0, 2), station.estimate(0, 1)), (99, 0));
}

/// Places near and far, some of them duplicated, on both sides of the date line and at the poles.
fn positions() -> impl Strategy<Value = Vec<(f64, f64)>> {
    let anywhere = (-90.0..=90.0_f64, -180.0..=180.0_f64);
    let near = (50.0..50.001_f64, 8.0..8.001_f64);
    let edge = (
        prop::sample::select(vec![-90.0, 0.0, 90.0]),
        prop::sample::select(vec![-180.0, -179.999, 0.0, 180.0]),
    );
    prop::collection::vec(prop_oneof![anywhere, near, edge], 2..12)
}

/// Start, end, the factor by which a street is longer than the straight line, and whether it is one-way.
type Edges = Vec<(prop::sample::Index, prop::sample::Index, f64, bool)>;

fn edges() -> impl Strategy<Value = Edges> {
    let edge = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        0.3..3.0,
        any::<bool>(),
    );
    prop::collection::vec(edge, 1..40)
}

/// A network whose costs are rounded lengths in some unit.
fn network<C: RoadCost>(positions: &[(f64, f64)], edges: &Edges, cost: impl Fn(f64) -> C) -> Network<C> {
    let names: Vec<String> = (0..positions.len()).map(|place| format!("place {place}")).collect();
    let places = names
        .iter()
        .zip(positions)
        .map(|(name, (latitude, longitude))| (name, *latitude, *longitude));
    let streets = edges.iter().map(|(from, to, factor, is_one_way)| {
        let (from, to) = (from.index(names.len()), to.index(names.len()));
        let [from_position, to_position] =
            [from, to].map(|place| Position::new(positions[place].0, positions[place].1).unwrap());
        let cost = cost(from_position.metres_to(to_position) * factor);
        Street {
            is_one_way: *is_one_way,
            ..Street::new(&names[from], &names[to], cost)
        }
    });
    Network::new(places, streets).unwrap()
}

/// No estimate exceeds the cost from any node to any other. For integers, estimates are consistent both ways.
fn check<C: RoadCost>(roads: &Network<C>) -> Result<(), TestCaseError> {
    for start in roads.graph().nodes() {
        let mut all = Dijkstra::one_to_all(roads.graph(), start);
        prop_assert_eq!(all.run(), Status::Found);
        for goal in roads.graph().nodes() {
            let estimate = roads.estimate(start, goal);
            prop_assert!(!estimate.is_less(&C::ZERO) && estimate.is_less(&C::INFINITY));
            if let Some(cost) = all.cost_to(&goal) {
                prop_assert!(!cost.is_less(&estimate), "{:?} {:?}", cost, estimate);
            }
        }
    }
    for goal in roads.graph().nodes() {
        let (start, goal) = (roads.name(0).unwrap(), roads.name(goal).unwrap());
        let [guided, plain] = [
            AStar::new(roads.query(start, goal).unwrap()).find_path().unwrap(),
            Dijkstra::new(roads.query(start, goal).unwrap()).find_path().unwrap(),
        ];
        prop_assert_eq!(guided.is_some(), plain.is_some());
        if let (Some(guided), Some(plain)) = (guided, plain) {
            prop_assert!(guided.cost.order(&plain.cost).is_eq() || !C::IS_EXACT);
        }
    }
    if C::IS_EXACT {
        for (from, to, cost) in roads.graph().iter() {
            for goal in roads.graph().nodes() {
                let (one, other) = (roads.estimate(from, goal), roads.estimate(to, goal));
                prop_assert!(!other.plus(cost).unwrap().is_less(&one) && !one.plus(cost).unwrap().is_less(&other));
            }
        }
    }
    Ok(())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "costs are far below the limits"
)]
fn whole(cost: f64) -> u64 {
    cost as u64
}

proptest! {
    /// The largest part is the largest set of nodes that can be reached from one another.
    #[test]
    fn the_largest_part_is_the_largest_set_of_nodes_that_reach_each_other(
        edges in prop::collection::vec((0_u32..12, 0_u32..12), 0..30),
    ) {
        let names: Vec<String> = (0..12).map(|node| node.to_string()).collect();
        let places = names.iter().map(|name| (name, 50.0, 8.0));
        let streets = edges.iter().map(|(from, to)| {
            Street::new(&names[*from as usize], &names[*to as usize], 1_u32).one_way()
        });
        let roads = Network::new(places, streets).unwrap();
        let mut reaches = [[false; 12]; 12];
        for (node, reached) in reaches.iter_mut().enumerate() {
            reached[node] = true;
        }
        for (from, to) in &edges {
            reaches[*from as usize][*to as usize] = true;
        }
        for (middle, from, to) in (0..12 * 12 * 12).map(|all| (all / 144, all / 12 % 12, all % 12)) {
            reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
        }
        let parts = (0..12).map(|one| {
            let same = (0..12_u32).filter(|other| reaches[one][*other as usize] && reaches[*other as usize][one]);
            same.collect::<Vec<_>>()
        });
        let parts: Vec<_> = parts.collect();
        let largest = roads.largest_part();
        prop_assert!(parts.contains(&largest), "{:?}", largest);
        prop_assert_eq!(Some(largest.len()), parts.iter().map(Vec::len).max());
    }

    #[test]
    fn estimates_never_exceed_the_cost_in_any_unit(positions in positions(), edges in edges()) {
        // Metres, kilometres (short ones cost nothing), millimetres, seconds at 30 m/s.
        check(&network(&positions, &edges, |metres| u32::try_from(whole(metres)).unwrap()))?;
        check(&network(&positions, &edges, |metres| u32::try_from(whole(metres / 1000.0)).unwrap()))?;
        check(&network(&positions, &edges, |metres| whole(metres * 1000.0).cast_signed()))?;
        check(&network(&positions, &edges, |metres| whole(metres / 30.0)))?;
        check(&network(&positions, &edges, |metres| metres))?;
    }

    /// All streets are as long as the straight line in this unit, so costs and estimates differ only by rounding.
    #[test]
    fn estimates_are_as_tight_as_rounding_allows(positions in positions(), edges in edges(), unit in 1..2000_u32) {
        let straight: Edges = edges.into_iter().map(|(from, to, ..)| (from, to, 1.0, false)).collect();
        check(&network(&positions, &straight, |metres| metres / f64::from(unit)))?;
        let roads = network(&positions, &straight, |metres| whole(metres * f64::from(unit)));
        check(&roads)?;
        let close = |from, to, cost| roads.estimate(from, to) + 2 + cost / 1000 >= cost;
        if roads.graph().iter().all(|(from, to, _)| roads.position(from).unwrap().metres_to(roads.position(to).unwrap()) > 1000.0) {
            prop_assert!(roads.graph().iter().all(|(from, to, cost)| close(from, to, cost)));
        }
    }
}

#[test]
fn queries_serve_every_kind_of_search() {
    let roads = Network::new(places(), [("Mainz", "Bonn", 150_u32), ("Bonn", "Köln", 30)]).unwrap();
    let query = roads.query("Mainz", "Köln").unwrap();
    assert_eq!(
        (query.estimate_hints().consistency, query.estimate(&2)),
        (Consistency::BothWays, 0)
    );
    assert!(query.successors(&0).eq([(1, 150)]) && query.predecessors(&0).eq([(1, 150)]));
    assert_eq!(
        astride::BidirectionalAStar::new(query.clone())
            .find_path()
            .unwrap()
            .unwrap()
            .cost,
        180
    );
    assert_eq!(
        astride::KShortestPaths::new(query).find_path().unwrap().unwrap().cost,
        180
    );

    let floats = Network::new(places(), [("Mainz", "Bonn", 150.5)]).unwrap();
    assert_eq!(
        floats.query("Mainz", "Köln").unwrap().estimate_hints().consistency,
        Consistency::Unknown
    );
}
