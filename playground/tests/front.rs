//! Paths with two costs: the front against all simple paths, its steps, and invalid parameters.

mod client;

use client::Client;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A graph for the page and for the oracle.
#[derive(Clone, Debug)]
struct Small {
    places: Vec<(u8, u8)>,
    /// Source, target, and twice the weight.
    edges: Vec<(usize, usize, u32)>,
    is_directed: bool,
    goals: Vec<usize>,
}

impl Small {
    fn world(&self) -> Value {
        let edges: Vec<Value> = self
            .edges
            .iter()
            .map(|(from, to, weight)| json!([from, to, f64::from(*weight) / 2.0]))
            .collect();
        json!({
            "kind": "graph", "nodes": self.places, "edges": edges, "directed": self.is_directed, "start": 0,
            "goals": self.goals,
        })
    }

    /// Returns the weight of an edge, and its length or 1.
    fn edge(&self, from: usize, to: usize, second: &str) -> Option<[f64; 2]> {
        let is_it = |edge: &&(usize, usize, u32)| {
            (edge.0, edge.1) == (from, to) || !self.is_directed && (edge.1, edge.0) == (from, to)
        };
        let (.., weight) = self.edges.iter().find(is_it)?;
        let [(ax, ay), (bx, by)] = [from, to].map(|node| self.places[node]);
        let length = (f64::from(ax) - f64::from(bx)).hypot(f64::from(ay) - f64::from(by));
        Some([f64::from(*weight) / 2.0, if second == "edges" { 1.0 } else { length }])
    }

    /// Returns both costs of a path.
    fn costs(&self, path: &[usize], second: &str) -> Option<[f64; 2]> {
        path.windows(2).try_fold([0.0, 0.0], |[first, other], step| {
            let [more, another] = self.edge(step[0], step[1], second)?;
            Some([first + more, other + another])
        })
    }

    /// Returns the costs of every simple path that ends at its first goal.
    fn all(&self, second: &str) -> Vec<[f64; 2]> {
        let (mut all, mut paths) = (Vec::new(), vec![vec![0]]);
        while let Some(path) = paths.pop() {
            let end = path[path.len() - 1];
            if self.goals.contains(&end) {
                all.extend(self.costs(&path, second));
                continue;
            }
            for next in 0..self.places.len() {
                if !path.contains(&next) && self.edge(end, next, second).is_some() {
                    paths.push([&path[..], &[next]].concat());
                }
            }
        }
        all
    }
}

fn small() -> impl Strategy<Value = Small> {
    (2..7_usize).prop_flat_map(|count| {
        let edges = btree_map((0..count, 0..count), 0..12_u32, 0..3 * count);
        let places = vec((0..9_u8, 0..9_u8), count);
        (places, edges, any::<bool>(), vec(0..count, 1..3)).prop_map(|(places, edges, is_directed, goals)| {
            // Parallel edges would make the costs of a path ambiguous.
            let is_single = |(from, to): (usize, usize)| is_directed || from <= to;
            let edges = edges.into_iter().filter(|(ends, _)| is_single(*ends));
            Small {
                places,
                edges: edges.map(|((from, to), weight)| (from, to, weight)).collect(),
                is_directed,
                goals,
            }
        })
    })
}

fn points(view: &Value) -> Vec<[f64; 2]> {
    let numbers = view["front"]["points"].as_array().map_or(&[][..], Vec::as_slice);
    let number = |value: &Value| value.as_f64().expect("a number");
    numbers
        .chunks(2)
        .map(|pair| [number(&pair[0]), number(&pair[1])])
        .collect()
}

fn paths(view: &Value) -> Vec<Vec<usize>> {
    let path = |path: &Value| serde_json::from_value(path.clone()).expect("nodes");
    let more = view["paths"].as_array().expect("a list").iter().map(path);
    let first = Some(path(&view["path"])).filter(|path: &Vec<usize>| !path.is_empty());
    first.into_iter().chain(more).collect()
}

fn run(client: &mut Client, session: u64, steps: u64) -> Value {
    let views = client.call(&json!({ "request": "seek", "session": session, "steps": [steps] }));
    assert_eq!(views["more"], false);
    views["runs"][0].clone()
}

/// Returns whether one path is at least as good as another in both costs, with the precision of a view.
fn is_as_good(one: &[f64; 2], other: &[f64; 2]) -> bool {
    one.iter().zip(other).all(|(one, other)| *one <= other + 3e-4)
}

fn is_near(one: &[f64; 2], other: &[f64; 2]) -> bool {
    is_as_good(one, other) && is_as_good(other, one)
}

proptest! {
    #[test]
    fn the_front_is_that_of_all_simple_paths(graph in small(), has_bounds in any::<bool>()) {
        for second in ["length", "edges"] {
            let search = json!({
                "algorithm": "pareto-paths", "second": second, "bounds": if has_bounds { "exact" } else { "zero" },
                "paths": 100,
            });
            let mut client = Client::new();
            let session = client.start(&graph.world(), &json!([search]));
            let view = run(&mut client, session, 100_000);
            let all = graph.all(second);
            prop_assert_eq!(&view["status"], if all.is_empty() { "exhausted" } else { "found" });
            let front = points(&view);
            prop_assert_eq!(view["front"].is_null(), all.is_empty());
            prop_assert!(view["front"].is_null() || view["front"]["is_complete"] == true);
            prop_assert!(front.is_sorted_by(|one, other| one[0] <= other[0] && one[1] >= other[1]), "{:?}", front);
            // No open label could still become one of these paths.
            prop_assert_eq!(&view["stats"]["open"], 0);
            let paths = paths(&view);
            prop_assert_eq!(paths.len(), front.len());
            for (path, point) in paths.iter().zip(&front) {
                let costs = graph.costs(path, second).expect("edges");
                prop_assert!(is_near(&costs, point), "{:?} {:?}", costs, point);
                prop_assert!(path[0] == 0 && graph.goals.contains(&path[path.len() - 1]));
                // No path is better in one cost and at least as good in the other.
                let better = all.iter().find(|other| is_as_good(other, point) && !is_near(other, point));
                prop_assert_eq!(better, None, "{:?}", point);
            }
            for costs in &all {
                prop_assert!(front.iter().any(|point| is_as_good(point, costs)), "{:?} {:?}", costs, front);
            }
            if second == "edges" {
                prop_assert!(front.is_sorted_by(|one, other| one[0] < other[0] && one[1] > other[1]), "{:?}", front);
            }
        }
    }

    /// The queue begins with the node that is expanded next, and going back restores the earlier picture.
    #[test]
    fn steps_back_and_forth(graph in small()) {
        let mut client = Client::new();
        let session = client.start(&graph.world(), &json!([{ "algorithm": "pareto-paths" }]));
        let mut forth = Vec::new();
        let mut foreseen = Value::Null;
        loop {
            let mut view = run(&mut client, session, forth.len() as u64);
            if !foreseen.is_null() {
                prop_assert_eq!(&view["current"], &foreseen);
            }
            foreseen = view["queue"][0]["node"].clone();
            let has_ended = view["status"] != "running";
            let field = |field: &str| view[field].take();
            forth.push(["current", "stats"].map(field));
            if has_ended {
                break;
            }
        }
        for step in (0..forth.len()).rev() {
            let view = run(&mut client, session, step as u64);
            for (field, before) in ["current", "stats"].iter().zip(&forth[step]) {
                prop_assert_eq!(&view[field], before, "{} at {}", field, step);
            }
        }
    }
}

/// A graph with three paths: a cheap long one, an expensive short one, and one in between.
fn three() -> Value {
    json!({
        "kind": "graph", "nodes": [[0, 0], [3, 4], [3, 1], [6, 0]], "start": 0, "goals": [3],
        "edges": [[0, 1, 1], [1, 3, 1], [0, 2, 0.1], [2, 3, 2.2], [0, 3, 9]],
    })
}

#[test]
fn the_front_is_part_of_the_view() {
    let mut client = Client::new();
    let session = client.start(&three(), &json!([{ "algorithm": "pareto-paths" }]));
    let view = run(&mut client, session, 0);
    assert!(view.get("front").is_none());
    let prepared = &view["stats"]["prepared"];
    assert_eq!(prepared, 2 * 8 * 4, "a lower bound for each cost and node");
    let view = run(&mut client, session, 100);
    assert_eq!(view["path"], json!([0, 1, 3]));
    assert_eq!(view["paths"], json!([[0, 2, 3], [0, 3]]));
    assert_eq!((&view["cost"], &view["path_costs"]), (&json!(2), &json!([2.3, 9])));
    assert_eq!(
        view["front"],
        json!({ "second": "length", "points": [2, 10, 2.3, 6.3246, 9, 6], "is_complete": true })
    );
    let words = "Found a cheapest path: 2 edges, cost 2. The front has 3 paths: for every other path, one of these is \
                 at least as good in both costs.";
    assert_eq!(view["words"], words);

    let session = client.start(&three(), &json!([{ "algorithm": "pareto-paths", "second": "edges" }]));
    let view = run(&mut client, session, 100);
    let front = json!({ "second": "edges", "points": [2, 2, 9, 1], "is_complete": true });
    assert_eq!(view["front"], front);

    // At most the requested number of paths.
    let session = client.start(&three(), &json!([{ "algorithm": "pareto-paths", "paths": 2 }]));
    let view = run(&mut client, session, 100);
    assert_eq!((view["status"].as_str(), points(&view).len()), (Some("found"), 2));
    assert_eq!(view["front"]["is_complete"], false);
    let words = view["words"].as_str().unwrap();
    assert!(
        words.ends_with("2 paths of the front found; there may be more."),
        "{words}"
    );
}

/// Sums of decimal fractions are equal even if floats round them differently.
#[test]
fn equal_costs_are_seen_to_be_equal() {
    let mut client = Client::new();
    let world = json!({
        "kind": "graph", "nodes": [[0, 0], [1, 0], [2, 0], [3, 0]], "start": 0, "goals": [3],
        "edges": [[0, 1, 0.1], [1, 3, 0.2], [0, 2, 0.2], [2, 3, 0.1], [0, 3, 0.3]],
    });
    let session = client.start(&world, &json!([{ "algorithm": "pareto-paths", "second": "edges" }]));
    assert_eq!(points(&run(&mut client, session, 100)), [[0.3, 1.0]]);
}

#[test]
fn what_is_wrong_is_said() {
    let mut client = Client::new();
    for (parameter, value, words) in [
        (
            "second",
            json!("toll"),
            "\"second\" must be one of [\"length\", \"edges\"]",
        ),
        ("bounds", json!(1), "\"bounds\" must be one of"),
        ("paths", json!(0), "\"paths\" must be a number from 1 to 100"),
        ("paths", json!(101), "\"paths\" must be a number from 1 to 100"),
        ("heuristic", json!("zero"), "Pareto front has no heuristic"),
        ("toll", json!(1), "Pareto front has no parameter \"toll\""),
    ] {
        let mut search = json!({ "algorithm": "pareto-paths" });
        search[parameter] = value;
        let scene = json!({ "world": three(), "searches": [search] });
        let (status, response) = client.ask(&json!({ "request": "start", "scene": scene }));
        let error = response["error"].as_str().unwrap_or_default();
        assert!(status == 400 && error.contains(words), "{error}");
    }
    let mut outside = three();
    outside["goals"] = json!([4]);
    let scene = json!({ "world": outside, "searches": [{ "algorithm": "pareto-paths" }] });
    assert_eq!(client.ask(&json!({ "request": "start", "scene": scene })).0, 400);
}

/// Weights and lengths at the limits of their size and number.
#[test]
fn extreme_costs() {
    let mut client = Client::new();
    for (weight, place) in [(1e12, 1e9), (1e-300, 1e-300), (0.0, 0.0), (5e-324, 1e9)] {
        let world = json!({
            "kind": "graph", "nodes": [[-place, -place], [place, place], [0, 0]], "start": 0, "goals": [1],
            "edges": [[0, 1, weight], [0, 2, weight], [2, 1, weight]],
        });
        for second in ["length", "edges"] {
            let session = client.start(&world, &json!([{ "algorithm": "pareto-paths", "second": second }]));
            let view = run(&mut client, session, 100);
            assert_eq!(view["status"], "found", "{weight} {place} {second}");
            assert!(!points(&view).is_empty());
        }
    }
}

/// This also holds after a path is found, although another label costs as much as the next one and was opened earlier.
#[test]
fn the_queue_begins_with_the_next_place_after_a_path() {
    let graph = json!({
        "kind": "graph", "nodes": [[2, 7], [0, 0], [0, 6], [1, 0]], "start": 0, "goals": [2], "directed": true,
        "edges": [[0, 1, 3], [0, 3, 5.5], [1, 2, 2.5], [1, 3, 0], [3, 2, 0]],
    });
    let mut client = Client::new();
    let session = client.start(&graph, &json!([{ "algorithm": "pareto-paths" }]));
    let view = run(&mut client, session, 4);
    assert_eq!(view["path"], json!([0, 1, 3, 2]));
    assert_eq!(view["queue"][0]["node"], 3);
    assert_eq!(run(&mut client, session, 5)["current"], 3);
}
