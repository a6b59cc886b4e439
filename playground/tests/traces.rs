//! Runs of other programs that were recorded as search traces.

mod client;

use std::fmt::Write;
use std::{env, fs};

use client::Client;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

impl Client {
    fn read(&mut self, text: &str) -> Value {
        self.call(&json!({ "request": "read-trace", "text": text }))
    }

    fn open(&mut self, scene: &Value) -> u64 {
        self.start(&scene["world"], &scene["searches"])
    }

    fn advance(&mut self, session: u64, steps: u64) -> Value {
        self.call(&json!({ "request": "advance", "session": session, "steps": steps }))
    }
}

/// The playground can read the traces that it writes: the run is shown again, step by step.
#[test]
fn a_run_of_our_own_is_seen_again() {
    let mut client = Client::new();
    for (what, algorithm) in [("cave", "astar"), ("maze", "bfs"), ("graph", "dijkstra")] {
        let generate = json!({ "request": "generate", "what": what, "seed": 4 });
        let world = client.call(&generate)["world"].clone();
        let session = client.start(&world, &json!([{ "algorithm": algorithm }]));
        let steps = 1_000_000;
        let ended = client.advance(session, steps)["runs"][0].clone();
        let file = client.call(&json!({ "request": "trace", "session": session, "run": 0 }));
        let read = client.read(file["content"].as_str().expect("a text"));
        let scene = &read["scene"];
        assert_eq!(scene["searches"][0]["algorithm"], "recorded");
        if what == "graph" {
            assert_eq!(scene["world"]["start"], 0);
            assert!(
                read["words"].as_str().is_some_and(|words| words.contains("only links")),
                "{read}"
            );
        } else {
            // All walls are present, except at the right and the lower border, where the map may seem to be smaller.
            for part in ["start", "goals", "width", "height", "cells"] {
                assert_eq!(scene["world"][part], world[part], "{what}: {part}");
            }
            assert_eq!(read["words"], "");
        }
        let again = client.open(scene);
        let mut last = Value::Null;
        for step in 1..=20 {
            let view = client.advance(again, 1)["runs"][0].clone();
            let original = json!({ "request": "seek", "session": session, "steps": [step], "whole": true });
            let original = client.call(&original)["runs"][0].clone();
            if what == "graph" {
                // Its nodes have other numbers.
                assert_eq!(view["stats"]["expanded"], original["stats"]["expanded"]);
            } else {
                assert_eq!(view["current"], original["current"], "{what}, step {step}");
            }
            for count in ["open", "closed"] {
                assert_eq!(
                    view["stats"][count], original["stats"][count],
                    "{what}, step {step}: {count}"
                );
            }
            last = view;
        }
        assert_eq!(last["status"], "running");
        let end = client.advance(again, steps)["runs"][0].clone();
        assert_eq!(
            (&end["status"], &end["cost"], &end["length"]),
            (&json!("found"), &ended["cost"], &ended["length"]),
            "{what}"
        );
        // It can go back like any other run, and then it ends in the same way.
        let seek = json!({ "request": "seek", "session": again, "steps": [5, 5] });
        assert_eq!(client.call(&seek)["runs"][0]["step"], 5);
        let once_more = client.advance(again, steps)["runs"][0].clone();
        assert_eq!(once_more["path"], end["path"]);
    }
}

/// Boards have no positions, so the tree of the search is shown.
#[test]
fn a_puzzle_is_shown_as_a_tree() {
    let mut client = Client::new();
    let world = client.call(&json!({ "request": "generate", "what": "puzzle", "seed": 4 }))["world"].clone();
    let session = client.start(&world, &json!([{ "algorithm": "astar" }]));
    let ended = client.advance(session, 100_000)["runs"][0].clone();
    let file = client.call(&json!({ "request": "trace", "session": session, "run": 0 }));
    let read = client.read(file["content"].as_str().expect("a text"));
    assert!(
        read["words"].as_str().is_some_and(|words| words.contains("as a tree")),
        "{read}"
    );
    let again = client.open(&read["scene"]);
    let end = client.advance(again, 100_000)["runs"][0].clone();
    assert_eq!((&end["cost"], &end["length"]), (&ended["cost"], &ended["length"]));
}

/// Traces of other programs differ: names as identifiers, no solution, no start or goal, `f` without `h`, JSON.
#[test]
fn traces_of_other_programs() {
    let yaml = "\
version: 1.0.5
render:
  views: { main: { components: [{ $: tile }] } }
events:
  - { type: generate, id: a, x: 0, y: 0, f: 3, g: 0 }
  - { type: expand, id: a, x: 0, y: 0, f: 3, g: 0, pId: }
  - { type: generate, id: b, pId: a, x: 1, y: 1, f: 3, g: 1.5, nested: { x: [1, 2] } }
  - { type: heuristic, id: b }
  - { type: expand, id: b, pId: a, x: 1, y: 1, f: 3, g: 1.5 }
";
    let json = r#"{"version": "1.0.5", "events": [
        {"type": "generate", "id": "a", "x": 0, "y": 0, "f": 3, "g": 0},
        {"type": "expand", "id": "a", "x": 0, "y": 0, "f": 3, "g": 0, "pId": null},
        {"type": "generate", "id": "b", "pId": "a", "x": 1, "y": 1, "f": 3, "g": 1.5, "nested": {"x": [1, 2]}},
        {"type": "heuristic", "id": "b"},
        {"type": "expand", "id": "b", "pId": "a", "x": 1, "y": 1, "f": 3, "g": 1.5}], "more": [{"a": 1}]}"#;
    let mut client = Client::new();
    for text in [yaml, json] {
        let read = client.read(text);
        let words = read["words"].as_str().expect("words");
        assert!(words.starts_with("1 of its events"), "{words}");
        assert!(words.contains("does not contain the walls"), "{words}");
        let world = &read["scene"]["world"];
        assert_eq!(
            (&world["kind"], &world["cells"], &world["movement"]),
            (&json!("grid"), &json!("1111"), &json!("eight"))
        );
        assert_eq!((&world["start"], &world["goals"]), (&json!([0, 0]), &json!([[1, 1]])));
        let session = client.open(&read["scene"]);
        let view = client.advance(session, 1)["runs"][0].clone();
        assert_eq!((&view["step"], &view["current"]), (&json!(1), &json!(0)));
        let node = client.call(&json!({ "request": "node", "session": session, "run": 0, "node": 3 }));
        assert_eq!(
            (&node["g"], &node["h"], &node["parent"]),
            (&json!(1.5), &json!(1.5), &json!(0))
        );
        let view = client.advance(session, 9)["runs"][0].clone();
        assert_eq!(
            (&view["status"], &view["path"], &view["cost"]),
            (&json!("found"), &json!([0, 3]), &json!(1.5))
        );
        // The time of the other program is unknown.
        let mut measured = client.call(&json!({ "request": "measure", "session": session }));
        while measured["more"] == true {
            measured = client.call(&json!({ "request": "measure", "session": session }));
        }
        assert!(
            measured["seconds"][0].is_null() && measured["seconds"][1].is_f64(),
            "{measured}"
        );
    }
    // What a later event leaves out remains known.
    let closing = format!("{yaml}  - {{ type: close, id: b }}\n");
    let scene = client.read(&closing)["scene"].clone();
    let session = client.open(&scene);
    client.advance(session, 9);
    let node = client.call(&json!({ "request": "node", "session": session, "run": 0, "node": 3 }));
    assert_eq!((&node["h"], &node["path"]), (&json!(1.5), &json!([0, 3])));
    // Walls are clipped at the upper and the left border.
    let walls = "\
events:
  - { type: wall, x: -1, y: 0 }
  - { type: wall, x: 0, y: -1, width: 3 }
  - { type: wall, x: -1, y: 1, width: 2 }
  - { type: expand, id: a, x: 2, y: 1 }
";
    assert_eq!(client.read(walls)["scene"]["world"]["cells"], "111#11");
    // Positions that are not cells give a graph, with y upwards.
    let graph = yaml.replace("x: 1, y: 1", "x: 1.5, y: 7");
    let world = client.read(&graph)["scene"]["world"].clone();
    assert_eq!(
        (&world["kind"], &world["nodes"]),
        (&json!("graph"), &json!([[0.0, 0.0], [1.5, -7.0]]))
    );
    assert_eq!(world["edges"], json!([[0, 1, 1.5]]));
}

#[test]
fn what_is_wrong_with_a_trace_is_said() {
    let mut client = Client::new();
    let cases = [
        ("", "it is not a search trace"),
        ("5", "it is not a search trace: it has no list \"events\""),
        ("version: 1.4.0", "it has no list \"events\""),
        ("events: 3", "it has no list \"events\""),
        ("events: []", "none of its events is about a node"),
        ("events: [{ type: generating, id: 1 }", "it is not YAML"),
        ("events:\n - { type: expanding }", "event 0 has no \"id\""),
        ("events: [{ type: dance, id: 1 }]", "none of its events is about a node"),
        ("events: [&a [*a]]", "none of its events"),
        ("a: [", "it is not YAML"),
    ];
    for (text, words) in cases {
        let (status, response) = client.ask(&json!({ "request": "read-trace", "text": text }));
        let error = response["error"].as_str().unwrap_or_default();
        assert!(
            status == 400 && error.contains(words),
            "{text:?}\n{words}\n{status} {response}"
        );
    }
    let world = json!({
        "kind": "grid", "width": 2, "height": 1, "cells": "11", "movement": "four", "start": [0, 0], "goals": [[1, 0]],
    });
    let cases = [
        (
            json!({ "algorithm": "recorded" }),
            "\"recorded\" needs a \"trace\", and no other search has one",
        ),
        (
            json!({ "algorithm": "astar", "trace": [] }),
            "\"recorded\" needs a \"trace\", and no other search has one",
        ),
        (
            json!({ "algorithm": "recorded", "trace": [["dance", 0, 0, 0, 0]] }),
            "unknown variant `dance`",
        ),
    ];
    for (search, words) in cases {
        let scene = json!({ "world": world, "searches": [search] });
        let (status, response) = client.ask(&json!({ "request": "start", "scene": scene }));
        let error = response["error"].as_str().unwrap_or_default();
        assert!(status == 400 && error.contains(words), "{words}\n{status} {response}");
    }
    // In a scene that was changed by hand, the run gives the reason why it cannot be shown.
    for trace in [
        json!([]),
        json!([["open", 2, 0, null, null]]),
        json!([["open", 1, 0, null, 7]]),
    ] {
        let scene = json!({ "world": world, "searches": [{ "algorithm": "recorded", "trace": trace }] });
        let started = client.call(&json!({ "request": "start", "scene": scene }));
        assert_eq!(started["runs"][0]["status"], "refused", "{started}");
    }
}

/// All traces in a folder, of any program, can be read and shown to their ends.
#[test]
fn traces_in_a_folder() {
    let Some(folder) = env::var_os("ASTRIDE_TRACES") else {
        println!("skipped: ASTRIDE_TRACES names no folder with search traces");
        return;
    };
    let mut client = Client::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let (status, read) = client.ask(&json!({ "request": "read-trace", "text": text }));
        if status != 200 {
            println!("{}: {}", path.display(), read["error"]);
            continue;
        }
        let session = client.open(&read["scene"]);
        let view = client.advance(session, 1_000_000)["runs"][0].clone();
        println!(
            "{}: {}, {}, {} expanded. {}",
            path.display(),
            read["scene"]["world"]["kind"],
            view["words"],
            view["stats"]["expanded"],
            read["words"]
        );
        assert!(view["status"] != "running" && view["status"] != "refused", "{view}");
    }
}

proptest! {
    /// Any file is read or refused, and any run that was read can be shown to its end.
    #[test]
    fn any_text_is_read_or_refused(
        events in vec((0_usize..9, 0_u8..6, 0_u8..7, -2_i32..9, -2_i32..9, 0_usize..5), 0..30),
        cut in 0_usize..2000,
        odd in "[-{}\\[\\]&*:, \\n\"a1]{0,12}",
    ) {
        let kinds = ["expanding", "generating", "closing", "source", "destination", "solution", "end", "wall", "other"];
        let costs = ["0", "1.5", ".inf", "1e400", "many"];
        let mut text = String::from("version: 1.4.0\nevents:\n");
        for (kind, id, parent, x, y, cost) in events {
            let parent = if parent == 6 { String::from("null") } else { parent.to_string() };
            let _ = writeln!(
                text,
                "  - {{ type: {}, id: {id}, pId: {parent}, x: {x}, y: {y}, g: {}, width: {x} }}",
                kinds[kind], costs[cost]
            );
        }
        let at = cut.min(text.len());
        let mixed = format!("{}{odd}{}", &text[..at], &text[at..]);
        for text in [text, mixed] {
            let mut client = Client::new();
            let (status, read) = client.ask(&json!({ "request": "read-trace", "text": text }));
            prop_assert!(status == 200 || status == 400);
            if status == 200 {
                let session = client.open(&read["scene"]);
                let view = client.advance(session, 1000)["runs"][0].clone();
                prop_assert!(view["status"] == "found" || view["status"] == "exhausted", "{text}\n{view}");
            }
        }
    }
}
