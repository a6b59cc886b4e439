//! Routes between places on the edges of a road network, with turns: the whole way from the places to their positions.

use astride::Dijkstra;
use astride_labels::{Followed, ForbiddenPaths, Turns};
use astride_roads::{EdgePosition, Network, Route, RouteQuery, Street};
use proptest::prelude::*;

const NONE: u32 = u32::MAX;

/// The cost of the part of an edge before a fraction of it, rounded down.
fn cost_before(cost: u32, fraction: f64) -> u32 {
    let is_within = |part: &u32| f64::from(*part) <= f64::from(cost) * fraction;
    (0..=cost).rev().find(is_within).unwrap()
}

/// The least cost of a route, from relaxing all edges until nothing changes. `turn` returns the cost of a turn.
fn by_hand(roads: &Network<u32>, [starts, goals]: [&[EdgePosition]; 2], turn: impl Fn(&[u32]) -> u32) -> Option<u32> {
    let edges: Vec<_> = roads.edges().collect();
    let before = |place: &EdgePosition| cost_before(edges[place.edge].cost(), place.fraction);
    // The cost of getting to the end of each edge, along that edge.
    let mut costs = vec![NONE; edges.len()];
    for start in starts {
        costs[start.edge] = costs[start.edge].min(edges[start.edge].cost() - before(start));
    }
    let onward = |costs: &[u32], at: u32, to: u32| {
        let into = edges
            .iter()
            .filter(move |edge| edge.to() == at && costs[edge.number()] != NONE);
        let turn = &turn;
        let sums = into.filter_map(move |edge| {
            Some((
                costs[edge.number()],
                Some(turn(&[edge.from(), at, to])).filter(|turn| *turn != NONE)?,
            ))
        });
        sums.map(|(cost, turn)| cost + turn).min()
    };
    loop {
        let known = costs.clone();
        for edge in &edges {
            let cost = onward(&known, edge.from(), edge.to()).map_or(NONE, |cost| cost + edge.cost());
            costs[edge.number()] = costs[edge.number()].min(cost);
        }
        if costs == known {
            break;
        }
    }
    let along = goals.iter().filter_map(|goal| {
        let edge = &edges[goal.edge];
        Some(onward(&costs, edge.from(), edge.to())? + before(goal))
    });
    let direct = goals.iter().flat_map(|goal| {
        let starts = starts
            .iter()
            .filter(|start| start.edge == goal.edge && start.fraction <= goal.fraction);
        starts.map(|start| before(goal) - before(start))
    });
    along.chain(direct).min()
}

/// The cost of a route, from its ends and its nodes.
fn cost_of(roads: &Network<u32>, route: &Route<u32>, turn: impl Fn(&[u32]) -> u32) -> u32 {
    let [start, goal] = [route.start, route.goal].map(|place| roads.edge(place.edge).unwrap());
    let before = |place: EdgePosition| cost_before(roads.edge(place.edge).unwrap().cost(), place.fraction);
    if route.nodes.is_empty() {
        return before(route.goal) - before(route.start);
    }
    let mut nodes = vec![start.from()];
    nodes.extend(&route.nodes);
    nodes.push(goal.to());
    assert_eq!((start.to(), goal.from()), (nodes[1], nodes[nodes.len() - 2]));
    let turns: u32 = nodes.windows(3).map(turn).sum();
    let edges = route
        .nodes
        .windows(2)
        .map(|pair| roads.edge_between(pair[0], pair[1]).unwrap().cost());
    start.cost() - before(route.start) + edges.sum::<u32>() + before(route.goal) + turns
}

proptest! {
    #[test]
    fn routes_with_turns_begin_and_end_on_edges(
        nodes in 1..7_usize,
        streets in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..60_u32, any::<bool>()), 1..12),
        turns in prop::collection::vec(prop_oneof![4 => Just(0), 3 => 1..9_u32, 3 => Just(NONE)], 7 * 7 * 7),
        starts in prop::collection::vec((any::<prop::sample::Index>(), 0..=8_u32), 1..4),
        goals in prop::collection::vec((any::<prop::sample::Index>(), 0..=8_u32), 1..4),
    ) {
        let names: Vec<_> = (0..nodes).map(|node| node.to_string()).collect();
        let places = names.iter().zip(0_u8..).map(|(name, node)| (name, 50.0 + f64::from(node) / 100.0, 8.0));
        let mut ends = Vec::new();
        let streets: Vec<_> = streets.iter().filter_map(|(from, to, cost, is_one_way)| {
            let (from, to) = (from.index(nodes), to.index(nodes));
            // Turns do not tell parallel edges apart.
            let is_new = !ends.contains(&(from, to)) && !ends.contains(&(to, from));
            ends.push((from, to));
            let street = Street::new(&names[from], &names[to], *cost);
            is_new.then_some(if *is_one_way { street.one_way() } else { street })
        }).collect();
        let roads = Network::new(places, streets).unwrap();
        let on_edges = |places: &[(prop::sample::Index, u32)]| -> Vec<EdgePosition> {
            let place = |(edge, eighths): &(prop::sample::Index, u32)| {
                EdgePosition::new(edge.index(roads.graph().edge_count()), f64::from(*eighths) / 8.0)
            };
            places.iter().map(place).collect()
        };
        let (starts, goals) = (on_edges(&starts), on_edges(&goals));
        let query = RouteQuery::new(&roads, starts.clone(), goals.clone()).unwrap();

        let turn = |nodes: &[u32]| turns[((nodes[0] * 7 + nodes[1]) * 7 + nodes[2]) as usize];
        let town = Turns::new(roads.graph(), |from: &u32, at: &u32, to: &u32| turn(&[*from, *at, *to]));
        let trip = town.between_edges(query.start_edges(), query.goal_edges()).with_direct_cost(query.direct_cost());
        let path = Dijkstra::new(&trip).find_path().unwrap();
        prop_assert_eq!(path.as_ref().map(|path| path.cost), by_hand(&roads, [&starts, &goals], turn));
        if let Some(path) = path {
            let nodes: Vec<_> = trip.path(&path).into_iter().flatten().map(|node| node.at).collect();
            let extra = |nodes: &[u32]| {
                let mut costs = nodes.windows(3).map(turn);
                costs.try_fold(0_u32, |sum, cost| (cost != NONE).then(|| sum + cost)).unwrap_or(NONE)
            };
            let route = query.route_with(&nodes, path.cost, extra).unwrap();
            prop_assert_eq!((cost_of(&roads, &route, turn), route.cost), (path.cost, path.cost));
        }

        // The same bans without costs.
        let bans = roads.edges().flat_map(|edge| {
            let next = roads.graph().edges(edge.to()).iter();
            next.map(move |(to, _)| [edge.from(), edge.to(), *to])
        });
        let bans: Vec<_> = bans.filter(|ban| turn(ban) == NONE).collect();
        let ban = |nodes: &[u32]| if bans.iter().any(|ban| ban[..] == *nodes) { NONE } else { 0 };
        let town = ForbiddenPaths::new(roads.graph(), &bans).unwrap();
        let trip = town.between_edges(query.start_edges(), query.goal_edges()).with_direct_cost(query.direct_cost());
        let path = Dijkstra::new(&trip).find_path().unwrap();
        prop_assert_eq!(path.as_ref().map(|path| path.cost), by_hand(&roads, [&starts, &goals], ban));
        if let Some(path) = path {
            let nodes: Vec<_> = trip.path(&path).into_iter().flatten().map(|node: Followed<u32>| node.at).collect();
            let extra = |nodes: &[u32]| nodes.windows(3).map(ban).max().unwrap_or(0);
            let route = query.route_with(&nodes, path.cost, extra).unwrap();
            prop_assert_eq!(cost_of(&roads, &route, ban), path.cost);
        }
    }
}
