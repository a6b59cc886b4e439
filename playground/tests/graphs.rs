//! Graphs that people type: names, positions, and edges in one direction or both.

mod client;

use client::Client;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

fn parse(text: &str) -> (u16, Value) {
    Client::new().ask(&json!({ "request": "parse", "format": "text", "text": text }))
}

fn read(text: &str) -> Value {
    let (status, response) = parse(text);
    assert_eq!(status, 200, "{text}\n{response}");
    response["world"].clone()
}

fn write(world: &Value) -> String {
    let (status, file) =
        Client::new().ask(&json!({ "request": "write", "format": "text", "scene": { "world": world } }));
    assert_eq!(status, 200, "{file}");
    file["content"].as_str().expect("a text").to_owned()
}

#[test]
fn a_map_with_names_is_read_and_written() {
    let text = "\
# A part of Romania.
Arad (91, 492)
Sibiu (207, 457)
Râmnicu Vâlcea (233.5, 410)
Fagaras (305, 449)
Arad -- Sibiu: 140
Sibiu -- Râmnicu Vâlcea: 80   # both ways
Sibiu -- Fagaras: 99
start: Arad
goal: Fagaras
goal: Râmnicu Vâlcea
";
    let world = read(text);
    assert_eq!(
        world,
        json!({
            "kind": "graph", "nodes": [[91.0, 492.0], [207.0, 457.0], [233.5, 410.0], [305.0, 449.0]],
            "edges": [[0, 1, 140.0], [1, 2, 80.0], [1, 3, 99.0]], "directed": false, "start": 0, "goals": [3, 2],
            "names": ["Arad", "Sibiu", "Râmnicu Vâlcea", "Fagaras"],
        })
    );
    let without_comments: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim_end())
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(write(&world).lines().collect::<Vec<_>>(), without_comments);
}

/// A one-way edge turns every other edge into two.
#[test]
fn ways_can_be_mixed() {
    let world = read("A -- B: 2\nB -> C: 3\nC -> A");
    assert_eq!(world["directed"], true);
    assert_eq!(
        world["edges"],
        json!([[0, 1, 2.0], [1, 0, 2.0], [1, 2, 3.0], [2, 0, 1.0]])
    );
    let text = write(&world);
    let edges: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("--") || line.contains("->"))
        .collect();
    assert_eq!(edges, ["A -- B: 2", "B -> C: 3", "C -> A: 1"]);
    // The first node is the start, and the last one is the goal; all are at different positions on a circle.
    assert_eq!((&world["start"], &world["goals"]), (&json!(0), &json!([2])));
    let places: Vec<String> = world["nodes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(Value::to_string)
        .collect();
    assert!(
        places[0] != places[1] && places[1] != places[2] && places[0] != places[2],
        "{places:?}"
    );
}

/// A circle around places at the limits stays within them.
#[test]
fn missing_places_are_valid() {
    let world = read("A (-1e9, -1e9)\nB (1e9, 1e9)\nC -- A\nD -- B");
    Client::new().start(&world, &json!([{ "algorithm": "astar" }]));
}

/// Invalid texts with their errors.
const WRONG: &[(&str, &str)] = &[
    ("", "there is no node"),
    ("# nothing", "there is no node"),
    ("A\nB (1)", "line 2, \"B (1)\": a place is two numbers, like (91, 492)"),
    ("A -- B: much", "line 1, \"A -- B: much\": \"much\" is not a number"),
    (
        "A -- B: 1\nB -- C: -1",
        "line 2, \"B -- C: -1\": the weight is -1, which must be from 0 to 1e12",
    ),
    (
        "A (0, 2e9)",
        "line 1, \"A (0, 2e9)\": coordinates must be from -1e9 to 1e9",
    ),
    ("A -- B: inf", "\"inf\" is not a number"),
    (" -> B: 1", "line 1"),
    ("A -> : 1", "the name of a node is missing"),
    ("A: 5", "line 1, \"A: 5\": \"A: 5\" cannot be a name"),
    ("start:", "the name of a node is missing"),
];

#[test]
fn what_is_wrong_with_a_text_is_said() {
    for (text, words) in WRONG {
        let (status, response) = parse(text);
        let error = response["error"].as_str().unwrap_or_default();
        assert!(
            status == 400 && error.contains(words),
            "{text}\n{words}\n{status} {response}"
        );
    }
    let long = "x".repeat(41);
    assert_eq!(parse(&long).0, 400);
    assert_eq!(parse(&long[1..]).0, 200);
}

#[test]
fn what_is_wrong_with_names_is_said() {
    let cases = [
        (json!(["A"]), "\"names\": there are 1 for 2 nodes"),
        (json!(["A", "A"]), "\"names\"[1] is \"A\", and so is \"names\"[0]"),
        (json!(["A", "(B)"]), "\"names\"[1]: \"(B)\" cannot be a name"),
        (json!(["A", " B"]), "\"names\"[1]: \" B\" cannot be a name"),
        (json!(["A", 3]), "world: \"names\""),
    ];
    for (names, words) in cases {
        let world = json!({
            "kind": "graph", "nodes": [[0, 0], [1, 1]], "edges": [[0, 1, 1]], "start": 0, "goals": [1], "names": names,
        });
        let scene = json!({ "world": world, "searches": [{ "algorithm": "astar" }] });
        let (status, response) = Client::new().ask(&json!({ "request": "check", "scene": scene }));
        let error = response["error"].as_str().unwrap_or_default();
        assert!(status == 400 && error.contains(words), "{words}\n{status} {response}");
    }
}

/// Nodes are shown by name, and nodes without a name by number.
#[test]
fn nodes_are_called_by_their_names() {
    let mut client = Client::new();
    let world = json!({
        "kind": "graph", "nodes": [[0, 0], [1, 1]], "edges": [[0, 1, 1]], "start": 0, "goals": [1], "names": ["Arad", ""],
    });
    let session = client.start(&world, &json!([{ "algorithm": "dijkstra" }]));
    for (node, name) in [(0, "Arad"), (1, "node 1")] {
        let view = client.call(&json!({ "request": "node", "session": session, "run": 0, "node": node }));
        assert_eq!(view["name"], name);
    }
}

/// A search that finds several paths returns their costs in the same order.
#[test]
fn each_of_several_paths_has_its_cost() {
    let mut client = Client::new();
    let world = read("A -- B: 1\nB -- D: 1\nA -- C: 2\nC -- D: 3\nA -- D: 9\nstart: A\ngoal: D");
    let session = client.start(&world, &json!([{ "algorithm": "k-shortest-paths", "paths": 5 }]));
    let view = &client.call(&json!({ "request": "advance", "session": session, "steps": 100 }))["runs"][0];
    // The nodes are A, B, D, C.
    assert_eq!((&view["cost"], &view["path"]), (&json!(2), &json!([0, 1, 2])));
    assert_eq!(view["path_costs"], json!([5, 9]));
    assert_eq!(view["paths"], json!([[0, 3, 2], [0, 2]]));
}

/// Creates a graph as the page may have it, from the numbers of a test: positions, edges, directions and names.
fn world(count: usize, edges: &[(usize, usize, u32)], directed: bool, names: &[String]) -> Value {
    let places: Vec<[f64; 2]> = (0_u32..)
        .take(count)
        .map(|node| [f64::from(node) / 4.0, f64::from(node * node % 7)])
        .collect();
    let edges: Vec<(usize, usize, f64)> = edges
        .iter()
        .map(|(from, to, weight)| (from % count, to % count, f64::from(*weight) / 8.0))
        .collect();
    let mut names: Vec<String> = names[..count].to_vec();
    for node in 0..count {
        if names[..node].contains(&names[node]) {
            names[node].clear();
        }
    }
    json!({
        "kind": "graph", "nodes": places, "edges": edges, "directed": directed, "start": count - 1, "goals": [0],
        "names": names,
    })
}

/// Returns the sorted list of edges, each direction separately, with the names of the ends.
fn ways(world: &Value) -> Vec<(String, String, String)> {
    let name = |node: &Value| {
        let number = usize::try_from(node.as_u64().expect("a number")).expect("a small one");
        match world["names"][number].as_str() {
            None | Some("") => number.to_string(),
            Some(name) => name.to_owned(),
        }
    };
    let mut ways = Vec::new();
    for edge in world["edges"].as_array().expect("a list") {
        let (from, to) = (name(&edge[0]), name(&edge[1]));
        let weight = edge[2].to_string();
        if world["directed"] == false {
            ways.push((to.clone(), from.clone(), weight.clone()));
        }
        ways.push((from, to, weight));
    }
    ways.sort();
    ways
}

proptest! {
    /// Any text is read or refused, and any graph that was read can be written and read again.
    #[test]
    fn any_text_is_read_or_refused(text in "([ABe1-3(),:.# -]|->|--| -- | -> |start: |goal: |\n){0,40}") {
        let (status, response) = parse(&text);
        prop_assert!(status == 200 || status == 400);
        if status == 200 {
            let again = read(&write(&response["world"]));
            prop_assert_eq!(ways(&again), ways(&response["world"]), "{}", text);
            prop_assert_eq!(&again["nodes"], &response["world"]["nodes"]);
        }
    }

    #[test]
    fn any_graph_is_read_as_it_was_written(
        count in 1_usize..8,
        edges in vec((0_usize..8, 0_usize..8, 0_u32..5), 0..20),
        directed: bool,
        names in vec("[A-Ca é]{0,2}[A-C]|", 8),
    ) {
        let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
        let before = world(count, &edges, directed, &names);
        let after = read(&write(&before));
        prop_assert_eq!(&after["nodes"], &before["nodes"]);
        prop_assert_eq!((&after["start"], &after["goals"]), (&before["start"], &before["goals"]));
        prop_assert_eq!(ways(&after), ways(&before));
    }
}
