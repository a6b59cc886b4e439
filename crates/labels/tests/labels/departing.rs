//! Compares travel times that depend on the departure with an explicit graph of places and times.

use std::collections::BTreeMap;

use astride::graphs::CsrGraph;
use astride::problem::Reversed;
use astride::search::Origin;
use astride::traits::Reached;
use astride::{
    AStar, Cost, CostMatrix, Dijkstra, FnGraph, Graph, IdaStar, KShortestPaths, NearestGoals, Path, Query, SearchError,
    Status, WeightedAStar,
};
use astride_labels::{Departing, FifoError, Journey, Stop, Turned, Turns};
use proptest::prelude::*;

use crate::effort::cases;

/// The travel time of one edge. No later departure overtakes.
#[derive(Clone, Copy, Debug)]
enum Profile {
    /// The travel time is constant.
    Free,
    /// Departures at regular intervals.
    Timetable { every: u32, first: u32 },
    /// A queue grows by one at each time, up to a length, and then shrinks.
    Peak { from: u32, until: u32, most: u32 },
    /// Nothing departs from that time on.
    Closing { at: u32 },
    /// Closed for a while: arrivals wait until it opens.
    Barrier { from: u32, until: u32 },
}

impl Profile {
    fn travel_time(self, free: u32, departure: u32) -> u32 {
        match self {
            Profile::Timetable { every, first } => {
                (departure + every - first).next_multiple_of(every) + first - every - departure + free
            }
            Profile::Peak { from, until, most } => {
                free + departure
                    .saturating_sub(from)
                    .min(until.saturating_sub(departure))
                    .min(most)
            }
            Profile::Closing { at } if departure >= at => u32::INFINITY,
            Profile::Barrier { from, until } if (from..until).contains(&departure) => until - departure + free,
            Profile::Free | Profile::Closing { .. } | Profile::Barrier { .. } => free,
        }
    }
}

/// The free travel time and the profile of each edge.
type Edges = BTreeMap<(u32, u32), (u32, Profile)>;

const PLACES: u32 = 6;
/// All departures before `LAST` have arrived by this time.
const END: u32 = LAST + PLACES * 60;
const LAST: u32 = 40;

fn profile() -> impl Strategy<Value = Profile> {
    prop_oneof![
        Just(Profile::Free),
        (1..15_u32, 0..15_u32).prop_map(|(every, first)| Profile::Timetable {
            every,
            first: first % every
        }),
        (0..30_u32, 0..60_u32, 0..20_u32).prop_map(|(from, long, most)| Profile::Peak {
            from,
            until: from + long,
            most
        }),
        (0..60_u32).prop_map(|at| Profile::Closing { at }),
        (0..40_u32, 0..30_u32).prop_map(|(from, long)| Profile::Barrier {
            from,
            until: from + long
        }),
    ]
}

fn edges() -> impl Strategy<Value = Edges> {
    prop::collection::btree_map((0..PLACES, 0..PLACES), (0..9_u32, profile()), 1..18)
}

/// The earliest arrivals, from a table of all places at all times: each can wait, or take an edge.
fn earliest_arrivals(edges: &Edges, starts: &[(u32, u32)]) -> [Option<u32>; PLACES as usize] {
    let mut is_there = vec![[false; PLACES as usize]; END as usize + 1];
    for (place, time) in starts {
        is_there[*time as usize][*place as usize] = true;
    }
    let mut arrivals = [None; PLACES as usize];
    for time in 0..=END {
        // Repeated as long as an edge that takes no time reaches another place.
        let mut reached = 0;
        while reached < is_there[time as usize].iter().filter(|is_there| **is_there).count() {
            reached = is_there[time as usize].iter().filter(|is_there| **is_there).count();
            for ((from, to), (free, profile)) in edges {
                let takes = profile.travel_time(*free, time);
                if is_there[time as usize][*from as usize] && takes < u32::MAX && time + takes <= END {
                    is_there[(time + takes) as usize][*to as usize] = true;
                }
            }
        }
        for place in 0..PLACES as usize {
            if is_there[time as usize][place] {
                arrivals[place].get_or_insert(time);
                if time < END {
                    is_there[time as usize + 1][place] = true;
                }
            }
        }
    }
    arrivals
}

fn roads(edges: &Edges) -> CsrGraph<u32> {
    CsrGraph::from_edges(
        PLACES as usize,
        edges.iter().map(|((from, to), (free, _))| (*from, *to, *free)),
    )
    .unwrap()
}

/// Follows a path by clock time, and returns its travel time.
fn follow(edges: &Edges, departure: u32, path: &Path<Stop<u32, u32>, u32>) -> u32 {
    let first = path.nodes[0].elapsed;
    path.nodes.windows(2).fold(first, |elapsed, pair| {
        let (free, profile) = edges[&(pair[0].place, pair[1].place)];
        let elapsed = elapsed + profile.travel_time(free, departure + elapsed);
        assert_eq!(pair[1].elapsed, elapsed, "the time at a stop is that of the path to it");
        elapsed
    })
}

/// The travel times of all paths from the last of `places` to 5 that visit no place twice.
fn simple_paths(edges: &Edges, departure: u32, elapsed: u32, places: &mut Vec<u32>, found: &mut Vec<u32>) {
    let at = places[places.len() - 1];
    if at == 5 {
        found.push(elapsed);
        return;
    }
    for ((_, to), (free, profile)) in edges.range((at, 0)..=(at, PLACES)) {
        let takes = profile.travel_time(*free, departure + elapsed);
        if takes < u32::INFINITY && !places.contains(to) {
            places.push(*to);
            simple_paths(edges, departure, elapsed + takes, places, found);
            places.pop();
        }
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn the_earliest_arrivals_are_those_of_all_places_at_all_times(edges in edges()) {
        let (places, profile) = (roads(&edges), |from: &u32, to: &u32, free, departure| {
            edges[&(*from, *to)].1.travel_time(free, departure)
        });
        let hashed = FnGraph::new(|place: &u32| places.successors(place).collect::<Vec<_>>());
        let indexed = Departing::new(&places, profile);
        let hashed = Departing::new(hashed, profile);
        prop_assert_eq!(indexed.check_fifo(0..PLACES, 0..END), Ok(()));
        for departure in 0..LAST {
            let arrivals = earliest_arrivals(&edges, &[(0, departure)]);
            let elapsed = |place: u32| arrivals[place as usize].map(|arrival| arrival - departure);
            let mut all = Dijkstra::one_to_all(indexed.at(departure).unwrap(), Stop::new(0));
            prop_assert_eq!(all.run(), Status::Found);
            let mut all_hashed = Dijkstra::one_to_all(hashed.at(departure).unwrap(), Stop::new(0));
            prop_assert_eq!(all_hashed.run(), Status::Found);
            for place in 0..PLACES {
                prop_assert_eq!(all.cost_to(&Stop::new(place)), elapsed(place));
                prop_assert_eq!(all_hashed.cost_to(&Stop::new(place)), elapsed(place));
                if let Some(path) = all.path_to(&Stop::new(place)) {
                    prop_assert_eq!(follow(&edges, departure, &path), path.cost);
                }
            }
            // The stops within 12, and the nearest of several goals.
            let mut near = Dijkstra::one_to_all(indexed.at(departure).unwrap(), Stop::new(0)).with_cost_limit(12);
            prop_assert_eq!(near.run(), Status::Found);
            let mut reached: Vec<u32> = near.closed_nodes().map(|stop| stop.node.place).collect();
            reached.sort_unstable();
            let within = |place: &u32| elapsed(*place).is_some_and(|time| time <= 12);
            prop_assert_eq!(reached, (0..PLACES).filter(within).collect::<Vec<_>>());
            let goals = Query::new(indexed.at(departure).unwrap(), Stop::new(0), |stop| stop.place % 2 == 1);
            let nearest: Vec<u32> = NearestGoals::new(goals).map(|path| path.unwrap().cost).collect();
            let mut expected: Vec<u32> = [1, 3, 5].into_iter().filter_map(elapsed).collect();
            expected.sort_unstable();
            prop_assert_eq!(nearest, expected);
        }
    }

    #[test]
    fn free_travel_times_are_lower_bounds(edges in edges(), goal in 1..PLACES, weight in 1..4_u8) {
        let places = roads(&edges).reversible().unwrap();
        let traffic = Departing::new(&places, |from: &u32, to: &u32, free, departure| {
            edges[&(*from, *to)].1.travel_time(free, departure)
        });
        let mut free = Dijkstra::one_to_all(Reversed::new(&places), goal);
        prop_assert_eq!(free.run(), Status::Found);
        let least = |stop: &Stop<u32, u32>| free.cost_to(&stop.place).unwrap_or(u32::INFINITY);
        let query = |departure| traffic.query(0, departure, goal).unwrap().with_heuristic(least);
        let mut search = AStar::new(query(0));
        for departure in 0..LAST {
            let arrival = earliest_arrivals(&edges, &[(0, departure)])[goal as usize];
            search.reset(query(departure));
            while search.step().is_running() {}
            prop_assert_eq!(search.status() == Status::Found, arrival.is_some());
            let path = search.path();
            prop_assert_eq!(path.as_ref().map(|path| path.cost + departure), arrival);
            prop_assert_eq!(path.as_ref().and_then(|path| query(departure).graph().time(path.nodes.last()?)), arrival);
            prop_assert_eq!(path.map(|path| follow(&edges, departure, &path) + departure), arrival);

            let mut weighted = WeightedAStar::new(query(departure), f64::from(weight)).unwrap();
            prop_assert_eq!(weighted.run() == Status::Found, arrival.is_some());
            if let Some(path) = weighted.path() {
                prop_assert_eq!(follow(&edges, departure, &path), path.cost);
                prop_assert!(f64::from(path.cost) <= f64::from(weight) * f64::from(arrival.unwrap() - departure));
            }
        }
    }

    #[test]
    fn a_path_is_as_long_as_it_is_by_the_clock(edges in edges(), estimates in prop::array::uniform6(0..30_u32)) {
        let places = roads(&edges);
        let traffic = Departing::new(&places, |from: &u32, to: &u32, free, departure| {
            edges[&(*from, *to)].1.travel_time(free, departure)
        });
        for departure in [0, 7, 19, 30] {
            // Neither consistent nor admissible, so stops are reopened.
            let query = traffic.query(0, departure, 5).unwrap().with_heuristic(|stop| estimates[stop.place as usize]);
            let mut search = AStar::new(query);
            let mut is_running = true;
            while is_running {
                is_running = search.step().is_running();
                for place in 0..PLACES {
                    if let Some(path) = search.path_to(&Stop::new(place)) {
                        prop_assert_eq!(follow(&edges, departure, &path), path.cost);
                    }
                }
            }
        }
    }

    #[test]
    fn several_starts_are_left_at_their_times(edges in edges(), later in 0..20_u32, other in 0..PLACES) {
        let places = roads(&edges);
        let traffic = Departing::new(&places, |from: &u32, to: &u32, free, departure| {
            edges[&(*from, *to)].1.travel_time(free, departure)
        });
        let departure = 10;
        let mut search = Dijkstra::one_to_all(traffic.at(departure).unwrap(), Stop::new(0));
        search.add_start(Stop { place: other, elapsed: later }, later);
        prop_assert_eq!(search.run(), Status::Found);
        let arrivals = earliest_arrivals(&edges, &[(0, departure), (other, departure + later)]);
        for place in 0..PLACES {
            prop_assert_eq!(search.cost_to(&Stop::new(place)).map(|cost| cost + departure), arrivals[place as usize]);
        }
    }

    #[test]
    fn other_searches_find_the_same(edges in edges(), departure in 0..LAST) {
        let places = roads(&edges);
        let traffic = Departing::new(&places, |from: &u32, to: &u32, free, departure| {
            edges[&(*from, *to)].1.travel_time(free, departure)
        });
        let mut times = Vec::new();
        simple_paths(&edges, departure, 0, &mut vec![0], &mut times);
        times.sort_unstable();

        let mut shortest = KShortestPaths::forward(traffic.query(0, departure, 5).unwrap());
        let paths: Vec<_> = shortest.paths().map(Result::unwrap).collect();
        prop_assert_eq!(paths.iter().map(|path| follow(&edges, departure, path)).collect::<Vec<_>>(), times.clone());

        let matrix = CostMatrix::new(traffic.at(departure).unwrap(), vec![Stop::new(0)], vec![Stop::new(5)]).unwrap();
        prop_assert_eq!(matrix.cost(0, 0), times.first().copied());

        let query = traffic.query(0, departure, 5).unwrap().with_heuristic(|_| 0);
        let path = IdaStar::new(query).with_cycle_check().find_path().unwrap();
        prop_assert_eq!(path.map(|path| follow(&edges, departure, &path)), times.first().copied());
    }

    /// Multiples of a quarter are exact.
    #[test]
    fn floats_are_times(edges in edges(), quarters in 0..LAST) {
        let free = |((from, to), (free, _)): (&(u32, u32), &(u32, Profile))| (*from, *to, f64::from(*free) / 4.0);
        let places = CsrGraph::from_edges(PLACES as usize, edges.iter().map(free)).unwrap();
        let traffic = Departing::new(&places, |from: &u32, to: &u32, free: f64, departure: f64| {
            let whole = |time: f64| (0..=END).find(|quarters| f64::from(*quarters) >= time * 4.0).unwrap();
            match edges[&(*from, *to)].1.travel_time(whole(free), whole(departure)) {
                u32::INFINITY => f64::INFINITY,
                time => f64::from(time) / 4.0,
            }
        });
        let mut search = Dijkstra::one_to_all(traffic.at(f64::from(quarters) / 4.0).unwrap(), Stop::new(0));
        prop_assert_eq!(search.run(), Status::Found);
        let arrivals = earliest_arrivals(&edges, &[(0, quarters)]);
        for place in 0..PLACES {
            let expected = arrivals[place as usize].map(|arrival| f64::from(arrival - quarters) / 4.0);
            let found = search.cost_to(&Stop::new(place));
            prop_assert!(match (found, expected) {
                (Some(found), Some(expected)) => found.total_cmp(&expected).is_eq(),
                (found, expected) => found.is_none() && expected.is_none(),
            }, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn overtaking_is_found(times in prop::collection::vec(prop_oneof![8 => 0..9_u32, 1 => Just(u32::MAX)], 1..12)) {
        let arrival = |departure: usize| match times[departure] {
            u32::MAX => u64::MAX,
            time => departure as u64 + u64::from(time),
        };
        let departures = 0..times.len();
        let overtakes = |later: usize| (0..later).any(|earlier| arrival(later) < arrival(earlier));
        let is_fifo = !departures.clone().any(overtakes);
        let road = FnGraph::new(|place: &u32| [(place + 1, 1_u32)]);
        let traffic = Departing::new(road, |_, _, _, departure: u32| times[departure as usize]);
        let given = departures.rev().map(|departure| u32::try_from(departure).unwrap());
        match traffic.check_fifo([0, 1], given) {
            Ok(()) => prop_assert!(is_fifo),
            Err(FifoError::Overtaken { from: 0, to: 1, departures, arrivals }) => {
                prop_assert!(departures[0] < departures[1] && arrivals[0] > arrivals[1]);
                for (departure, found) in departures.into_iter().zip(arrivals) {
                    let expected = u32::try_from(arrival(departure as usize)).unwrap_or(u32::MAX);
                    prop_assert_eq!(found, expected);
                }
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

#[test]
fn without_first_in_first_out_an_earlier_arrival_may_be_missed() {
    let road = FnGraph::new(|place: &char| match place {
        'A' => vec![('B', 1_u32), ('C', 2)],
        'C' => vec![('B', 2)],
        'B' => vec![('D', 1)],
        _ => vec![],
    });
    // From B to D takes no time from 4 on, and 9 before.
    let traffic = Departing::new(road, |from: &char, _: &char, free, departure| match (from, departure) {
        ('B', 0..4) => 9,
        _ => free,
    });
    let path = Dijkstra::new(traffic.query('A', 0, 'D').unwrap())
        .find_path()
        .unwrap()
        .unwrap();
    assert_eq!(path.cost, 10, "by C it would be 5");
    let error = traffic.check_fifo("ABC".chars(), 0..9).unwrap_err();
    let [departures, arrivals] = [[3, 4], [12, 5]];
    assert_eq!(
        error,
        FifoError::Overtaken {
            from: 'B',
            to: 'D',
            departures,
            arrivals
        }
    );
    assert_eq!(
        error.to_string(),
        "from 'B' to 'D', the trip at 3 arrives at 12, and the later one at 4 arrives earlier, at 5"
    );
}

#[test]
fn rounding_is_not_overtaking() {
    let road = FnGraph::new(|place: &u32| [(place + 1, 0.1_f64)]);
    let times = || (-4_000..4_000).map(|tenth| f64::from(tenth) * 0.1);
    for opens in [77.7, -77.7] {
        // All departures before the opening arrive together, or, because of rounding, out of order by very little.
        let wait = |factor: f64| move |departure: f64| (opens - departure).max(0.0) * factor;
        let barrier = Departing::new(&road, |_, _, free, departure: f64| wait(1.0)(departure) + free);
        assert_eq!(barrier.check_fifo([0], times()), Ok(()));
        let wrong = Departing::new(&road, |_, _, free, departure: f64| wait(1.0 + 1e-9)(departure) + free);
        assert!(matches!(
            wrong.check_fifo([0], times()),
            Err(FifoError::Overtaken { .. })
        ));
    }
}

/// A line of places, each with an edge to the next one.
fn line<C: Cost>(cost: C, has_index: bool) -> Line<C> {
    Line { cost, has_index }
}

struct Line<C> {
    cost: C,
    has_index: bool,
}

impl<C: Cost> Graph for Line<C> {
    type Node = usize;
    type Cost = C;

    fn successors(&self, place: &usize) -> impl Iterator<Item = (usize, C)> {
        (*place < 4).then_some((place + 1, self.cost)).into_iter()
    }

    /// Leaves out everything that the trait permits, and more.
    fn visit_successors(
        &self,
        place: &usize,
        reached: Reached<'_, usize>,
        mut visit: impl FnMut(usize, Option<usize>, C),
    ) {
        if reached.parent.is_none() && reached.parent_index.is_none() && !reached.keeps_cheapest {
            self.successors(place)
                .for_each(|(next, cost)| visit(next, self.index(&next), cost));
        }
    }

    fn index(&self, place: &usize) -> Option<usize> {
        self.has_index.then_some(*place)
    }

    fn node_at(&self, index: usize) -> Option<usize> {
        Some(index)
    }

    fn index_bound(&self) -> Option<usize> {
        self.has_index.then_some(5)
    }
}

fn end<C: Cost>(cost: C, departure: C, goal: usize, profile: impl Fn(C, C) -> C) -> Result<Option<C>, SearchError> {
    let [hashed, indexed] = [false, true].map(|has_index| {
        let traffic = Departing::new(line(cost, has_index), |_: &usize, _: &usize, cost, at| {
            profile(cost, at)
        });
        let mut search = Dijkstra::new(traffic.query(0, departure, goal).unwrap());
        let path = search.find_path();
        if let Err(SearchError::NegativeCost { origin, .. } | SearchError::CostOverflow { origin, .. }) = &path {
            // The error names the edge, which is the only one of this stop.
            assert_eq!(*origin, Origin::Successor(0));
            assert!(search.current().is_some_and(|stop| stop.place < goal));
        }
        path.map(|path| path.map(|path| path.cost))
    });
    assert_eq!(format!("{hashed:?}"), format!("{indexed:?}"));
    indexed
}

#[test]
fn what_a_graph_leaves_out_by_its_own_costs_is_not_left_out() {
    assert_eq!(end(1_u32, 100, 4, |cost, at| cost + at % 2), Ok(Some(7)));
}

#[test]
fn what_is_no_travel_time_ends_as_a_failure() {
    let origin = Origin::Successor(0);
    let negative = |cost: &str| {
        Err(SearchError::NegativeCost {
            cost: cost.into(),
            origin,
        })
    };
    let invalid = |cost: &str| SearchError::InvalidCost {
        cost: cost.into(),
        origin,
    };
    assert_eq!(
        end(1_i32, 100, 4, |_, at| 99 - at),
        negative("-1"),
        "an arrival before the departure"
    );
    assert_eq!(end(-2_i32, 100, 4, |_, _| 5), negative("-2"), "of the graph");
    assert_eq!(end(1.0_f64, 0.0, 4, |_, _| f64::NAN).unwrap_err(), invalid("NaN"));
    assert_eq!(end(f64::NAN, 0.0, 4, |_, _| 1.0).unwrap_err(), invalid("NaN"));
    assert_eq!(
        end(1.0_f64, 0.0, 4, |_, _| -f64::INFINITY).unwrap_err(),
        invalid("-inf")
    );
    assert_eq!(
        end(1_i32, -50, 4, |cost, at| cost + at % 2),
        Ok(Some(1)),
        "a clock may be below zero"
    );
}

#[test]
fn what_never_departs_is_no_edge() {
    assert_eq!(
        end(1_u32, 0, 4, |cost, at| if at < 3 { cost } else { u32::INFINITY }),
        Ok(None)
    );
    assert_eq!(end(u32::INFINITY, 0, 4, |_, _| 1), Ok(None), "of the graph");
}

#[test]
fn a_clock_that_is_too_small_ends_as_a_failure() {
    let overflow = |cost: &str, edge: &str| {
        Err(SearchError::CostOverflow {
            cost: cost.into(),
            edge: edge.into(),
            origin: Origin::Successor(0),
        })
    };
    // The last time of a `u8` is 254. After that, a stop can be reached, but nothing departs from it.
    assert_eq!(end(10_u8, 234, 2, |cost, _| cost), Ok(Some(20)));
    assert_eq!(end(10_u8, 234, 3, |cost, _| cost), Ok(Some(30)));
    assert_eq!(end(10_u8, 234, 4, |cost, _| cost), overflow("30", "234"));
    assert_eq!(end(10_u8, 244, 3, |cost, _| cost), overflow("20", "244"));
    assert_eq!(
        end(10_u8, 254, 2, |cost, _| cost),
        overflow("10", "254"),
        "from the start on"
    );
    assert_eq!(end(0_u8, 254, 4, |cost, _| cost), Ok(Some(0)), "nothing has passed");
    assert_eq!(
        end(100_u8, 0, 4, |cost, _| cost),
        overflow("200", "100"),
        "the path alone"
    );
    assert_eq!(
        end(10_i8, 120, 2, |cost, _| cost),
        overflow("10", "120").map(|cost: Option<u8>| cost.map(|_| 0))
    );
    let Err(SearchError::CostOverflow { .. }) = end(f64::MAX / 4.0, f64::MAX / 2.0, 4, |cost, _| cost) else {
        panic!("no failure");
    };

    let traffic = Departing::new(line(10_u8, true), |_: &usize, _: &usize, cost, _| cost);
    let journey: Journey<'_, _, _> = traffic.at(250).unwrap();
    let mut search = Dijkstra::new(traffic.query(0, 250, 1).unwrap());
    assert_eq!(search.run(), Status::Found);
    let stops = search.path().unwrap().nodes;
    assert_eq!([journey.time(&stops[0]), journey.time(&stops[1])], [Some(250), None]);
    assert_eq!((journey.departure(), stops[1].elapsed), (250, 10));
}

#[test]
fn a_missing_edge_is_no_failure_after_the_last_time() {
    let road = FnGraph::new(|place: &u8| [(place + 1, if *place == 0 { 10_u8 } else { u8::INFINITY })]);
    let traffic = Departing::new(road, |_, _, cost, _| cost);
    assert_eq!(Dijkstra::new(traffic.query(0, 250, 2).unwrap()).find_path(), Ok(None));
}

#[test]
fn a_stop_has_the_index_of_its_place() {
    let traffic = Departing::new(line(1_u32, true), |_: &usize, _: &usize, cost, _| cost);
    let journey = traffic.at(0).unwrap();
    let stop = Stop { place: 3, elapsed: 7 };
    assert_eq!((journey.index(&stop), journey.index_bound()), (Some(3), Some(5)));
    assert_eq!(journey.node_at(3), None, "the time is not known");
}

#[test]
fn the_check_refuses_what_is_no_arrival() {
    let check = |profile: fn(i8) -> i8, departures: &[i8]| {
        let traffic = Departing::new(line(1_i8, true), |_: &usize, _: &usize, _, at| profile(at));
        traffic.check_fifo([3], departures.iter().copied())
    };
    let no_arrival = |departure, time| {
        Err(FifoError::NoArrival {
            from: 3,
            to: 4,
            departure,
            time,
        })
    };
    assert_eq!(check(|_| 100, &[0, 26]), Ok(()));
    assert_eq!(check(|_| 100, &[0, 27]), no_arrival(27, 100));
    assert_eq!(check(|at| -at, &[7]), no_arrival(7, -7));
    assert_eq!(check(|_| i8::MAX, &[-5, 100]), Ok(()), "nothing departs");
    assert_eq!(check(|_| 1, &[]), Ok(()));
    assert_eq!(
        check(|at| -at, &[7]).unwrap_err().to_string(),
        "from 3 to 4, the trip at 7 takes -7, and the sum of the two is not a valid arrival time"
    );
    let traffic = Departing::new(line(1.0_f64, true), |_: &usize, _: &usize, cost, _| cost);
    for departure in [f64::NAN, f64::INFINITY] {
        assert!(matches!(
            traffic.check_fifo([0], [departure]),
            Err(FifoError::NoArrival { .. })
        ));
    }
}

/// The time from the latest departure at a place until the deadline, from trying all departures.
fn latest(edges: &Edges, place: u32, goal: u32, deadline: u32) -> Option<u32> {
    let departures = (0..=deadline).rev();
    let in_time = |departure: &u32| {
        let arrival = earliest_arrivals(edges, &[(place, *departure)])[goal as usize];
        arrival.is_some_and(|arrival| arrival <= deadline)
    };
    departures.filter(in_time).map(|departure| deadline - departure).next()
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn the_latest_departures_are_those_of_all_times(edges in edges(), goal in 0..PLACES, deadline in 0..LAST) {
        let roads = roads(&edges).reversible().unwrap();
        let traffic = Departing::new(&roads, |from, to, free, departure| {
            edges[&(*from, *to)].1.travel_time(free, departure)
        });
        let by = traffic.arrive_by(deadline).unwrap();
        let mut search = Dijkstra::one_to_all(by, by.at(goal));
        prop_assert_eq!(search.run(), Status::Found);
        for start in 0..PLACES {
            let expected = latest(&edges, start, goal, deadline);
            prop_assert_eq!(search.cost_to(&by.at(start)), expected);
            let path = Dijkstra::new(by.query(start, goal)).find_path().unwrap();
            prop_assert_eq!(path.as_ref().map(|path| path.cost), expected);
            let Some(path) = path else { continue };
            // Whoever leaves each stop at its time reaches the next one in time for it.
            prop_assert_eq!((path.nodes[0].place, path.nodes.last().unwrap().place), (goal, start));
            for pair in path.nodes.windows(2) {
                let (to, from) = (pair[0].time, pair[1].time);
                let (free, profile) = edges[&(pair[1].place, pair[0].place)];
                prop_assert!(from + profile.travel_time(free, from) <= to);
            }
            // The same with floats, in which these times are exact.
            let floats = edges.iter().map(|((from, to), (free, _))| (*from, *to, f64::from(*free)));
            let floats = CsrGraph::from_edges(PLACES as usize, floats).unwrap().reversible().unwrap();
            let traffic = Departing::new(&floats, |from, to, free: f64, departure: f64| {
                // Departures between two whole times wait for the later one.
                let whole = departure.ceil();
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]
                let time = edges[&(*from, *to)].1.travel_time(free as u32, whole as u32);
                if time == u32::MAX { f64::INFINITY } else { f64::from(time) + whole - departure }
            });
            let query = traffic.arrive_by(f64::from(deadline)).unwrap().query(start, goal);
            let path = Dijkstra::new(query).find_path().unwrap();
            prop_assert_eq!(path.map(|path| path.cost), expected.map(f64::from));
        }
    }
}

#[test]
fn what_is_no_travel_time_before_a_deadline_ends_as_a_failure() {
    let road = FnGraph::new(|n: &i32| [(n + 1, 5)]).with_predecessors(|n: &i32| [(n - 1, 5)]);
    let run = |deadline: i32, time: i32| {
        let traffic = Departing::new(&road, |_, _, _, _| time);
        Dijkstra::new(traffic.arrive_by(deadline).unwrap().query(0, 1))
            .find_path()
            .map(|path| path.map(|path| path.cost))
    };
    let negative = |cost: &str| {
        let (cost, origin) = (cost.into(), Origin::Successor(0));
        Err(SearchError::NegativeCost { cost, origin })
    };
    assert_eq!(run(20, 5), Ok(Some(5)));
    assert_eq!(run(20, -3), negative("-3"));
    assert_eq!(run(4, 5), Ok(None), "one would have to leave before time zero");
    assert_eq!(run(20, i32::MAX), Ok(None), "nothing departs");
    assert_eq!(run(i32::MAX - 1, i32::MAX - 1), Ok(Some(i32::MAX - 1)));
}

#[test]
fn what_is_no_departure_or_deadline_is_an_error_that_names_it() {
    let road = FnGraph::new(|n: &i32| [(n + 1, 5.0)]).with_predecessors(|n: &i32| [(n - 1, 5.0)]);
    let traffic = Departing::new(&road, |_, _, cost, _| cost);
    for time in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -20.0] {
        let text = traffic.arrive_by(time).unwrap_err().to_string();
        assert_eq!(
            text,
            format!("the deadline is {time:?}, but it must be finite and not below zero")
        );
        let departing = [traffic.at(time).map(drop), traffic.query(0, time, 1).map(drop)];
        if time.is_finite() {
            assert_eq!(departing, [Ok(()), Ok(())]);
            let path = Dijkstra::new(traffic.query(0, time, 2).unwrap())
                .find_path()
                .unwrap()
                .unwrap();
            assert_eq!(path.nodes.len(), 3);
        } else {
            let text = format!("the departure is {time:?}, but it must be finite");
            assert_eq!(
                departing.map(|error| error.unwrap_err().to_string()),
                [text.clone(), text]
            );
        }
    }
}

/// The same holds for turns.
#[test]
fn a_time_that_does_not_fit_is_left_out() {
    let most = u32::MAX - 1;
    let graph = CsrGraph::from_edges(4, [(0, 1, 2), (1, 2, most), (0, 3, 5)]).unwrap();
    let turns = Turns::new(&graph, |_, _, _| 0);
    let timetable = Departing::new(&graph, |_, _, cost, _| cost);
    let mut by_turns = Dijkstra::new(turns.query(0, 3));
    let mut by_time = Dijkstra::new(timetable.query(0, 0, 3).unwrap());
    for limit in [most, 100] {
        by_turns.set_cost_limit(limit);
        by_time.set_cost_limit(limit);
        by_turns.restart();
        by_time.restart();
        assert_eq!([by_turns.run(), by_time.run()], [Status::Found, Status::Found]);
        let costs = (
            by_turns.path().map(|path| path.cost),
            by_time.path().map(|path| path.cost),
        );
        assert_eq!(costs, (Some(5), Some(5)));
    }
    let narrow = CsrGraph::from_edges(3, [(0, 1, 200_u8), (1, 2, 100)]).unwrap();
    let turns = Turns::new(&narrow, |_, _, _| 0);
    let timetable = Departing::new(&narrow, |_, _, cost, _| cost);
    for (limit, fails) in [(200, false), (254, false), (255, true)] {
        let by_turns = Dijkstra::one_to_all(&turns, Turned::start(0)).with_cost_limit(limit);
        let by_time = Dijkstra::one_to_all(timetable.at(0).unwrap(), Stop::new(0)).with_cost_limit(limit);
        let statuses = [{ by_turns }.run(), { by_time }.run()];
        let is_overflow = |status: &Status| matches!(status, Status::Failed(SearchError::CostOverflow { .. }));
        assert_eq!(statuses.each_ref().map(is_overflow), [fails; 2]);
    }
}
