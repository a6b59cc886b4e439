//! Scenarios of a file: listing them, and running all searches on all of them.

mod client;

use std::{env, fs};

use client::Client;
use serde_json::{Value, json};

impl Client {
    /// Returns all rows of a file, which may take several requests.
    fn batch(&mut self, world: &Value, searches: &Value, text: &str) -> Vec<Value> {
        let session = self.start(world, searches);
        let mut request = json!({ "request": "batch", "session": session, "text": text });
        let mut rows = Vec::new();
        loop {
            let response = self.call(&request);
            rows.extend(response["rows"].as_array().expect("a list").iter().cloned());
            if response["more"] == false {
                assert_eq!(response["count"], rows.len());
                return rows;
            }
            request = json!({ "request": "batch", "session": session });
        }
    }
}

/// Returns a map of rooms with a scenario for each of some free cells, as the playground itself writes them.
fn rooms(client: &mut Client) -> (Value, String) {
    let generate = json!({ "request": "generate", "what": "rooms", "width": 40, "height": 30, "seed": 5 });
    let mut world = client.call(&generate)["world"].clone();
    let cells = world["cells"].as_str().expect("cells").to_owned();
    let free = cells.bytes().enumerate().filter(|(_, cell)| *cell != b'#');
    let goals: Vec<[usize; 2]> = free.map(|(cell, _)| [cell % 40, cell / 40]).step_by(37).collect();
    world["goals"] = json!(goals);
    let file = client.call(&json!({ "request": "write", "format": "scenario", "scene": { "world": world } }));
    world["goals"] = json!([goals[0]]);
    (world, file["content"].as_str().expect("a text").to_owned())
}

#[test]
fn all_searches_in_all_scenarios() {
    let mut client = Client::new();
    let (world, text) = rooms(&mut client);
    let list = client.call(&json!({ "request": "scenarios", "text": text, "world": world }))["scenarios"].clone();
    let list = list.as_array().expect("a list");
    assert!(list.len() > 20, "{list:?}");
    assert_eq!(list[0]["start"], world["start"]);
    let searches = json!([
        { "algorithm": "astar" },
        { "algorithm": "jps-plus" },
        { "algorithm": "greedy" },
        // It has an agent, which does not matter here.
        { "algorithm": "bidirectional-dijkstra", "start": 41 },
    ]);
    let rows = client.batch(&world, &searches, &text);
    assert_eq!(rows.len(), list.len());
    let mut longer = 0;
    for (at, (row, scenario)) in rows.iter().zip(list).enumerate() {
        assert_eq!(row["scenario"], at);
        for (number, run) in row["runs"].as_array().expect("a list").iter().enumerate() {
            match scenario["optimum"].as_f64() {
                Some(optimum) => {
                    let cost = run["cost"].as_f64().expect("a cost");
                    let agrees = (cost - optimum).abs() < 1e-3;
                    assert_eq!(
                        (&run["status"], &run["agrees"]),
                        (&json!("found"), &json!(agrees)),
                        "{row}\n{scenario}"
                    );
                    assert!(agrees || number == 2, "{row}\n{scenario}");
                    longer += usize::from(!agrees);
                }
                None => assert_eq!((&run["status"], &run["agrees"]), (&json!("exhausted"), &json!(true))),
            }
            let (expanded, generated) = (&run["expanded"], &run["generated"]);
            assert!(
                run["seconds"].is_f64() && generated.as_u64() >= Some(1) && expanded.is_u64(),
                "{run}"
            );
        }
    }
    assert!(longer > 0, "a greedy search finds longer paths now and then");
}

/// A batch reports the same result of a search as its run.
#[test]
fn a_row_is_what_the_search_shows() {
    let mut client = Client::new();
    let (mut world, text) = rooms(&mut client);
    let searches = json!([{ "algorithm": "astar" }, { "algorithm": "weighted-astar", "weight": 2.5 }]);
    let rows = client.batch(&world, &searches, &text);
    for (row, goal) in rows.iter().zip(text.lines().skip(1)).step_by(7) {
        let fields: Vec<usize> = goal.split('\t').filter_map(|field| field.parse().ok()).collect();
        // Bucket, width, height, start and goal.
        world["goals"] = json!([[fields[5], fields[6]]]);
        let session = client.start(&world, &searches);
        // A call ends after some milliseconds, which are not enough on a busy machine.
        let views = loop {
            let views = client.call(&json!({ "request": "advance", "session": session, "steps": 100_000 }));
            if views["more"] != true {
                break views;
            }
        };
        for run in 0..2 {
            let (view, found) = (&views["runs"][run], &row["runs"][run]);
            assert_eq!(
                (&view["cost"], &view["stats"]["expanded"], &view["stats"]["generated"]),
                (&found["cost"], &found["expanded"], &found["generated"]),
                "{goal}"
            );
        }
    }
}

#[test]
fn what_cannot_be_compared_or_begun_is_said() {
    let mut client = Client::new();
    let (mut world, text) = rooms(&mut client);
    world["movement"] = json!("four");
    let rows = client.batch(&world, &json!([{ "algorithm": "astar" }]), &text);
    assert!(
        rows.iter().all(|row| row["runs"][0]["agrees"].is_null()),
        "the file is for eight directions"
    );
    world["movement"] = json!("eight");
    // With a more expensive cell, searches for paths at any angle cannot begin.
    let [x, y] = [0, 1].map(|axis| usize::try_from(world["start"][axis].as_u64().expect("a place")).expect("small"));
    let mut cells = world["cells"].as_str().expect("cells").as_bytes().to_vec();
    cells[y * 40 + x] = b'5';
    world["cells"] = json!(String::from_utf8(cells).expect("a text"));
    let rows = client.batch(&world, &json!([{ "algorithm": "theta-star" }]), &text);
    let run = &rows[0]["runs"][0];
    assert_eq!(run["status"], "refused");
    assert!(
        run["words"]
            .as_str()
            .is_some_and(|words| words.contains("cost the same")),
        "{run}"
    );
}

/// A recorded run cannot be repeated with another start or goal.
#[test]
fn a_recorded_run_has_no_scenarios() {
    let mut client = Client::new();
    let (world, text) = rooms(&mut client);
    let recorded = json!({ "algorithm": "recorded", "trace": [["expand", 0, 0, 0, null]] });
    let rows = client.batch(&world, &json!([recorded, { "algorithm": "astar" }]), &text);
    for row in rows {
        assert_eq!(
            (&row["runs"][0]["status"], &row["runs"][1]["status"]),
            (&json!("refused"), &json!("found")),
            "{row}"
        );
    }
}

#[test]
fn what_is_wrong_with_scenarios_is_said() {
    let mut client = Client::new();
    let (world, text) = rooms(&mut client);
    let searches = json!([{ "algorithm": "astar" }]);
    let session = client.start(&world, &searches);
    let other = text.replace("\t40\t30\t", "\t40\t31\t");
    let graph = json!({ "kind": "graph", "nodes": [[0, 0]], "edges": [], "start": 0, "goals": [0] });
    let cases = [
        (
            json!({ "request": "scenarios", "text": "version 1\n1\tx", "world": world }),
            "line 2",
        ),
        (json!({ "request": "scenarios", "text": other, "world": world }), "31"),
        (
            json!({ "request": "scenarios", "text": text, "world": graph }),
            "scenarios need their map",
        ),
        (
            json!({ "request": "batch", "session": session }),
            "no scenarios are being run",
        ),
        (
            json!({ "request": "batch", "session": session, "text": "nothing" }),
            "line 1",
        ),
        (
            json!({ "request": "parse", "format": "scenario", "text": text }),
            "read them with \"scenarios\"",
        ),
    ];
    for (request, words) in cases {
        let (status, response) = client.ask(&request);
        let error = response["error"].as_str().unwrap_or_default();
        assert!(status == 400 && error.contains(words), "{words}\n{status} {response}");
    }
}

/// The searches find every optimum in the first scenarios of a benchmark map.
#[test]
fn benchmark_maps() {
    let Some(folder) = env::var_os("ASTRIDE_MOVINGAI") else {
        println!("skipped: ASTRIDE_MOVINGAI names no folder with maps and scenarios");
        return;
    };
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "scen"))
        .collect();
    files.sort();
    let mut tried = 0;
    for file in files {
        let map = file.with_extension("");
        let Ok(map) = fs::read_to_string(map) else { continue };
        if map.len() > 70_000 {
            continue;
        }
        let mut client = Client::new();
        let world = client.call(&json!({ "request": "parse", "format": "movingai", "text": map }))["world"].clone();
        let text = fs::read_to_string(&file).expect("a text");
        let lines: Vec<&str> = text.lines().collect();
        let some: Vec<&str> = lines[..1]
            .iter()
            .chain(lines[1..].iter().step_by(40))
            .copied()
            .collect();
        let rows = client.batch(
            &world,
            &json!([{ "algorithm": "astar" }, { "algorithm": "jps" }]),
            &some.join("\n"),
        );
        for row in &rows {
            for run in row["runs"].as_array().expect("a list") {
                assert_eq!(run["agrees"], true, "{}: {row}", file.display());
            }
        }
        tried += rows.len();
    }
    println!("{tried} scenarios");
}
