//! The data with which the page teaches: estimates that are too high, readable events, scanned cells, and honest
//! counts.

mod client;

use client::Client;
use serde_json::{Value, json};

impl Client {
    fn seek(&mut self, session: u64, steps: &[u64]) -> Value {
        loop {
            let views = self.call(&json!({ "request": "seek", "session": session, "steps": steps }));
            if views["more"] == false {
                return views["runs"].clone();
            }
        }
    }

    /// Runs searches to their ends.
    fn find(&mut self, world: &Value, searches: &Value) -> Value {
        let session = self.start(world, searches);
        let views = self.seek(session, &vec![1_000_000; searches.as_array().unwrap().len()]);
        self.call(&json!({ "request": "end", "session": session }));
        views
    }

    fn cheapest(&mut self, world: &Value) -> f64 {
        self.find(world, &json!([{ "algorithm": "dijkstra" }]))[0]["cost"]
            .as_f64()
            .unwrap()
    }

    fn generate(&mut self, what: &str, parameters: &Value) -> Value {
        let mut request = json!({ "request": "generate", "what": what });
        for (name, value) in parameters.as_object().unwrap() {
            request[name] = value.clone();
        }
        self.call(&request)["world"].clone()
    }
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 2e-4 * other.max(1.0)
}

/// Returns a world of each kind, with a heuristic that may overestimate in it.
fn worlds(client: &mut Client) -> Vec<(Value, &'static str)> {
    let mut worlds = Vec::new();
    for (seed, movement) in (1..).zip(["eight", "four", "eight-cutting-corners", "eight-squeezing"]) {
        for what in ["rooms", "terrain", "cave"] {
            let mut world = client.generate(what, &json!({ "width": 30, "height": 24, "seed": seed }));
            world["movement"] = json!(movement);
            worlds.push((world.clone(), "doubled"));
            if movement != "four" {
                worlds.push((world, "manhattan"));
            }
        }
        let graph = client.generate("graph", &json!({ "nodes": 80, "seed": seed }));
        worlds.push((graph, "doubled"));
        let board = client.generate("puzzle", &json!({ "width": 3, "height": 3, "seed": seed }));
        worlds.push((board, "manhattan-plus-hamming"));
    }
    worlds
}

/// Returns a world with another start.
fn from(world: &Value, node: u64, board: Option<&Value>) -> Value {
    let mut world = world.clone();
    match world["kind"].as_str().unwrap() {
        "grid" => {
            let width = world["width"].as_u64().unwrap();
            world["start"] = json!([node % width, node / width]);
        }
        "graph" => world["start"] = json!(node),
        _ => world["tiles"] = board.unwrap().clone(),
    }
    world
}

#[test]
fn any_heuristic_in_any_search_is_marked_and_its_lies_are_shown() {
    let mut client = Client::new();
    let catalogue = client.call(&json!({ "request": "catalogue" }));
    let (mut lies, mut cheapest_all_the_same) = (0, 0);
    for (world, heuristic) in worlds(&mut client) {
        let kind = world["kind"].as_str().unwrap();
        let least = client.cheapest(&world);
        for algorithm in catalogue["worlds"][kind]["algorithms"].as_array().unwrap() {
            let id = algorithm["id"].as_str().unwrap();
            // IDA* takes too long on maps.
            if algorithm["heuristics"].as_array().unwrap().is_empty() || (id == "ida-star" && kind != "puzzle") {
                continue;
            }
            let search = json!({ "algorithm": id, "heuristic": heuristic });
            let session = client.start(&world, &json!([search]));
            let view = client.seek(session, &[1_000_000])[0].clone();
            if view["status"] == "refused" {
                continue;
            }
            let what = format!("{search} {world} {view}");
            if view["status"] == "failed" {
                // Its bounds need consistent estimates, and it notices that these are inconsistent.
                assert_eq!(id, "bidirectional-astar");
                assert!(
                    view["words"]
                        .as_str()
                        .unwrap()
                        .contains("an estimate is not consistent"),
                    "{what}"
                );
                // Its costs are in straight steps, as all others.
                let numbers = view["words"].as_str().unwrap().split_whitespace();
                let most = numbers.filter_map(|word| word.parse().ok()).fold(0.0, f64::max);
                assert!(most > 0.0 && most < 20.0 * least, "{what}");
                continue;
            }
            assert_eq!(view["status"], "found", "{what}");
            assert!(view["mark"].as_str().unwrap().contains("may overestimate"), "{what}");
            for claim in ["is proven", "only cheapest path", "cheapest paths"] {
                assert!(!view["words"].as_str().unwrap().contains(claim), "{what}");
            }
            let cost = view["cost"].as_f64().unwrap();
            let excess = &view["excess"];
            assert!(near(excess["cheapest"].as_f64().unwrap(), least), "{what}");
            assert!(near(excess["over"].as_f64().unwrap(), cost - least), "{what}");
            assert_eq!(
                view["words"].as_str().unwrap().contains("more than a cheapest path"),
                cost > least + 1e-4
            );
            if excess["liar"].is_null() {
                cheapest_all_the_same += 1;
            } else {
                lies += 1;
                let node = excess["liar"]["node"].as_u64().unwrap();
                let seen = client.call(&json!({ "request": "node", "session": session, "run": 0, "node": node }));
                assert_eq!(seen["h"], excess["liar"]["estimate"], "{what}");
                let left = client.cheapest(&from(&world, node, seen.get("board")));
                assert!(near(excess["liar"]["truth"].as_f64().unwrap(), left), "{left} {what}");
                assert!(seen["h"].as_f64().unwrap() > left, "{what}");
            }
            client.call(&json!({ "request": "end", "session": session }));
        }
    }
    assert!(
        lies > 80 && cheapest_all_the_same > 20,
        "{lies} {cheapest_all_the_same}"
    );
}

#[test]
fn admissible_heuristics_have_no_mark() {
    let mut client = Client::new();
    let mut world = client.generate("rooms", &json!({ "width": 30, "height": 24, "seed": 3 }));
    world["movement"] = json!("four");
    for heuristic in ["manhattan", "octile", "zero"] {
        let view = client.find(&world, &json!([{ "algorithm": "astar", "heuristic": heuristic }]))[0].clone();
        assert!(view.get("mark").is_none() && view.get("excess").is_none(), "{view}");
    }
}

#[test]
fn repairs_with_any_heuristic() {
    let mut client = Client::new();
    let mut world = client.generate("cave", &json!({ "width": 24, "height": 20, "seed": 5 }));
    for id in ["lpa-star", "d-star-lite"] {
        for heuristic in ["manhattan", "doubled"] {
            let session = client.start(&world, &json!([{ "algorithm": id, "heuristic": heuristic }]));
            let view = client.seek(session, &[1_000_000])[0].clone();
            let path = view["path"].as_array().unwrap();
            let cell = &path[path.len() / 2];
            let change = json!({ "request": "change", "session": session, "cells": [[cell, "#"]] });
            assert!(
                client.call(&change)["changed"][0]
                    .as_str()
                    .unwrap()
                    .ends_with("repairs its path.")
            );
            let view = client.seek(session, &[1_000_000])[0].clone();
            assert!(!view["path"].as_array().unwrap().contains(cell), "{view}");
            let mut changed: Vec<char> = world["cells"].as_str().unwrap().chars().collect();
            changed[usize::try_from(cell.as_u64().unwrap()).unwrap()] = '#';
            let before = world["cells"].clone();
            world["cells"] = json!(changed.into_iter().collect::<String>());
            let least = client.cheapest(&world);
            assert!(near(view["excess"]["cheapest"].as_f64().unwrap(), least), "{view}");
            world["cells"] = before;
        }
    }
}

#[test]
fn a_weight_below_1_finds_a_cheapest_path_after_more_expansions() {
    let mut client = Client::new();
    for seed in 1..3 {
        for (what, sizes) in [
            ("terrain", json!({ "width": 30, "height": 30, "seed": seed })),
            ("graph", json!({ "nodes": 150, "seed": seed })),
            ("puzzle", json!({ "width": 3, "height": 3, "seed": seed })),
        ] {
            let world = client.generate(what, &sizes);
            let weights = json!([
                { "algorithm": "weighted-astar", "weight": 0 }, { "algorithm": "weighted-astar", "weight": 0.5 },
                { "algorithm": "weighted-astar", "weight": 1 },
            ]);
            let least = client.cheapest(&world);
            let views = client.find(&world, &weights);
            let expanded = |run: usize| views[run]["stats"]["expanded"].as_u64().unwrap();
            for run in 0..3 {
                assert!(near(views[run]["cost"].as_f64().unwrap(), least), "{views}");
                let words = if what == "puzzle" {
                    "a shortest solution"
                } else {
                    "a cheapest path"
                };
                assert!(views[run]["words"].as_str().unwrap().contains(words));
                assert_eq!(views[run].get("mark").is_some(), run < 2);
            }
            assert!(expanded(0) > expanded(1) && expanded(1) > expanded(2), "{views}");
        }
    }
}

#[test]
fn events_tell_what_the_pictures_show() {
    let mut client = Client::new();
    let world = client.generate("terrain", &json!({ "width": 16, "height": 16, "seed": 4 }));
    let catalogue = client.call(&json!({ "request": "catalogue" }));
    for algorithm in catalogue["worlds"]["grid"]["algorithms"].as_array().unwrap() {
        let search = json!({ "algorithm": algorithm["id"] });
        let session = client.start(&world, &json!([search]));
        for step in 1..40 {
            let view = client.seek(session, &[step])[0].clone();
            if view["status"] == "refused" {
                break;
            }
            let events = view["events"].as_array().unwrap();
            assert!(
                events
                    .windows(2)
                    .all(|pair| pair[0]["step"].as_u64() >= pair[1]["step"].as_u64()),
                "{view}"
            );
            let changes = view["changes"].as_array().unwrap();
            for event in events.iter().filter(|event| event["step"] == step) {
                let kind = event["kind"].as_str().unwrap();
                let state = match kind {
                    "opened" | "improved" | "reopened" => [1, 3],
                    "expanded" => [2, 4],
                    _ => continue,
                };
                // Unless the node changes again in the same step.
                let last = events
                    .iter()
                    .find(|other| other["node"] == event["node"] && other["kind"] != "found");
                if last != Some(event) {
                    continue;
                }
                let change = changes.chunks(5).find(|change| change[0] == event["node"]).unwrap();
                assert!(
                    state.contains(&change[1].as_u64().unwrap()),
                    "{search} {event} {change:?}"
                );
                assert_eq!((&change[2], &change[3]), (&event["g"], &event["h"]), "{search} {event}");
            }
            if view["status"] != "running" {
                assert_eq!(events[0]["kind"], "found", "{view}");
                assert_eq!(events[0]["g"], view["cost"]);
                break;
            }
        }
        // Returning to the same step gives the same events.
        let before = client.seek(session, &[12])[0]["events"].clone();
        client.seek(session, &[30]);
        assert_eq!(client.seek(session, &[12])[0]["events"], before);
        client.call(&json!({ "request": "end", "session": session }));
    }
}

#[test]
fn jump_points_show_what_they_scan_and_need_less_memory_than_a_star() {
    let mut client = Client::new();
    for (seed, movement) in (1..).zip(["eight", "four", "eight-cutting-corners", "eight-squeezing"]) {
        let mut world = client.generate("rooms", &json!({ "width": 48, "height": 40, "seed": seed }));
        world["movement"] = json!(movement);
        let cells: Vec<char> = world["cells"].as_str().unwrap().chars().collect();
        let searches = json!([{ "algorithm": "jps" }, { "algorithm": "astar" }, { "algorithm": "jps-plus" }]);
        let session = client.start(&world, &searches);
        let mut states = vec![0; cells.len()];
        let mut scanned = 0;
        for step in 0.. {
            let views = client.seek(session, &[step, 0, 0]);
            let before = states.clone();
            let mut opened = Vec::new();
            for change in views[0]["changes"].as_array().unwrap().chunks(5) {
                let cell = usize::try_from(change[0].as_u64().unwrap()).unwrap();
                states[cell] = change[1].as_u64().unwrap();
                if states[cell] == 5 {
                    scanned += 1;
                    assert_ne!(cells[cell], '#');
                    assert_eq!(before[cell], 0, "what is known of a cell counts for more");
                }
                opened.push(cell);
            }
            if views[0]["status"] != "running" {
                break;
            }
        }
        let views = client.seek(session, &[1_000_000; 3]);
        // Each cell of a path was scanned or stored.
        for cell in views[0]["path"].as_array().unwrap() {
            assert_ne!(
                states[usize::try_from(cell.as_u64().unwrap()).unwrap()],
                0,
                "{movement}"
            );
        }
        assert!(scanned > 100, "{scanned}");
        let stat = |run: usize, name: &str| views[run]["stats"][name].as_u64().unwrap();
        assert!(
            stat(0, "bytes") * 3 < stat(1, "bytes") && stat(2, "bytes") * 3 < stat(1, "bytes"),
            "{views}"
        );
        assert!(stat(2, "prepared") > stat(0, "prepared") && stat(1, "prepared") == 0);
        assert!(stat(1, "stored") >= stat(1, "open") + stat(1, "closed"));
    }
}

#[test]
fn times_are_those_of_searches_that_nobody_watches() {
    let mut client = Client::new();
    let world = client.generate("cave", &json!({ "width": 40, "height": 40, "seed": 2 }));
    let ids = ["astar", "jps", "k-shortest-paths", "flow-field"];
    let searches: Vec<Value> = ids.iter().map(|id| json!({ "algorithm": id })).collect();
    let session = client.start(&world, &json!(searches));
    let ask = json!({ "request": "measure", "session": session });
    assert_eq!(
        client.call(&ask)["seconds"],
        json!([null, null, null, null]),
        "none has ended"
    );
    client.seek(session, &[1_000_000; 4]);
    let mut measured = client.call(&ask);
    while measured["more"] == true {
        measured = client.call(&ask);
    }
    for seconds in measured["seconds"].as_array().unwrap() {
        assert!(seconds.as_f64().unwrap() > 0.0, "{measured}");
    }
    assert_eq!(measured["times"], 7);
}

#[test]
fn solutions_with_the_fewest_moves_are_not_doubted() {
    let mut client = Client::new();
    let board = client.generate("puzzle", &json!({ "width": 3, "height": 2, "seed": 3 }));
    for id in ["bfs", "bidirectional-bfs", "id-dfs"] {
        let view = client.find(&board, &json!([{ "algorithm": id }]))[0].clone();
        let words = view["words"].as_str().unwrap();
        assert!(words.starts_with("Found a shortest solution"), "{view}");
        assert!(view.get("excess").is_none() && !words.contains("guarantee"), "{view}");
    }
}

#[test]
fn a_path_may_cost_more_than_nothing() {
    let mut client = Client::new();
    let world = json!({
        "kind": "graph", "nodes": [[0, 0], [5, 9], [10, 0]], "edges": [[0, 1, 0], [1, 2, 0], [0, 2, 5]], "start": 0,
        "goals": [2],
    });
    let view = client.find(&world, &json!([{ "algorithm": "bfs" }]))[0].clone();
    let words = view["words"].as_str().unwrap();
    assert!(
        words.ends_with("It costs 5 more than a cheapest path (which costs nothing)."),
        "{words}"
    );
}

#[test]
fn a_long_way_is_counted_in_full() {
    let mut client = Client::new();
    let board = client.generate("puzzle", &json!({ "width": 4, "height": 4, "seed": 1 }));
    let session = client.start(
        &board,
        &json!([{ "algorithm": "lss-lrta-star", "heuristic": "zero", "look-ahead": 1 }]),
    );
    let view = client.seek(session, &[1_500])[0].clone();
    assert_eq!(
        (view["status"].as_str(), view["length"].as_u64()),
        (Some("running"), Some(1_500))
    );
    assert_eq!(view["cost"].as_f64(), Some(1_500.0));
}
