//! Routes between positions in real cities, whose streets bend and have turn restrictions.

use astride::{AStar, BidirectionalDijkstra, Dijkstra, Graph};
use astride_labels::{Followed, ForbiddenPaths};
use astride_roads::{ContractionHierarchy, HierarchySearch, Network, OsmProfile, Position, RouteQuery, StreetIndex};

use crate::extracts::extract;

fn metres(line: &[Position]) -> f64 {
    line.windows(2).map(|pair| pair[0].metres_to(pair[1])).sum()
}

#[test]
fn all_searches_find_the_same_routes_between_positions() {
    for (name, has_bans) in [("Helsinki.osm.pbf", true), ("test.osm.pbf", false)] {
        let Some(path) = extract(name) else { continue };
        let (roads, _) = Network::open_osm(&path, &OsmProfile::car()).unwrap();
        let streets = StreetIndex::new(&roads);
        let town = ForbiddenPaths::new(roads.graph(), roads.bans()).unwrap();
        let hierarchy = ContractionHierarchy::prepare(roads.graph()).unwrap();
        let town_hierarchy = ContractionHierarchy::prepare(&town.to_csr().unwrap()).unwrap();
        let number = |node: &Followed<u32>| u32::try_from(town.index(node).unwrap()).unwrap();

        let corner = |least: fn(f64, f64) -> f64, degrees: fn(Position) -> f64| {
            let positions = roads.graph().nodes().map(|node| degrees(roads.position(node).unwrap()));
            positions.reduce(least).unwrap()
        };
        let (south, north) = (
            corner(f64::min, Position::latitude),
            corner(f64::max, Position::latitude),
        );
        let (west, east) = (
            corner(f64::min, Position::longitude),
            corner(f64::max, Position::longitude),
        );
        // A fixed sequence that looks random, from 0 to 1.
        let mut state = 7_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(state >> 32).unwrap()) / f64::from(u32::MAX)
        };
        let mut position =
            || Position::new(south + (north - south) * random(), west + (east - west) * random()).unwrap();

        let (mut found, mut detours) = (0, 0);
        for _ in 0..150 {
            let [from, to] = [position(), position()].map(|position| {
                let nearest = streets.nearest(position, 5_000.0).unwrap();
                for place in &nearest {
                    // The place is on its street, at the distance that was returned.
                    assert!(roads.position_on(place.place).unwrap().metres_to(place.position) < 1e-6);
                    assert!((place.position.metres_to(position) - place.metres).abs() < 1e-6);
                    // No point of any street is nearer, as far as positions along it show.
                    let bends = roads.edges().flat_map(|edge| edge.shape().collect::<Vec<_>>());
                    assert!(
                        bends
                            .into_iter()
                            .all(|bend| bend.metres_to(position) >= place.metres - 1e-6)
                    );
                }
                nearest
            });
            let query = RouteQuery::new(&roads, from, to).unwrap();
            let path = Dijkstra::new(query.over(roads.graph())).find_path().unwrap();
            let cost = path.as_ref().map(|path| path.cost);
            let costs = [
                AStar::new(query.guided()).find_path().unwrap().map(|path| path.cost),
                BidirectionalDijkstra::new(query.guided())
                    .find_path()
                    .unwrap()
                    .map(|path| path.cost),
                HierarchySearch::new(query.over(&hierarchy))
                    .find_path()
                    .unwrap()
                    .map(|path| path.cost),
            ];
            assert_eq!(costs, [cost; 3]);

            let trip = town
                .between_edges(query.start_edges(), query.goal_edges())
                .with_direct_cost(query.direct_cost());
            let lawful = Dijkstra::new(&trip).find_path().unwrap().map(|path| path.cost);
            let mapped = trip.map(&town_hierarchy, number);
            assert_eq!(
                HierarchySearch::new(&mapped).find_path().unwrap().map(|path| path.cost),
                lawful
            );
            assert!(lawful.is_none_or(|lawful| lawful >= cost.unwrap()));
            detours += usize::from(lawful > cost);

            let Some(path) = path else { continue };
            let route = query.route(&path).unwrap();
            found += 1;
            assert_eq!(route.shape.first(), Some(&roads.position_on(route.start).unwrap()));
            assert_eq!(route.shape.last(), Some(&roads.position_on(route.goal).unwrap()));
            // The parts of the streets are as long as the route.
            let [start, goal] = [route.start, route.goal].map(|place| roads.edge(place.edge).unwrap());
            let length = if route.nodes.is_empty() {
                start.metres() * (route.goal.fraction - route.start.fraction)
            } else {
                let between = route
                    .nodes
                    .windows(2)
                    .map(|pair| roads.edge_between(pair[0], pair[1]).unwrap().metres());
                start.metres() * (1.0 - route.start.fraction)
                    + between.sum::<f64>()
                    + goal.metres() * route.goal.fraction
            };
            assert!(
                (metres(&route.shape) - length).abs() < 1e-3,
                "{} {length}",
                metres(&route.shape)
            );
        }
        assert!(
            found > 50 && (detours > 0) == has_bans,
            "{name}: {found} routes, {detours} detours"
        );
    }
}
