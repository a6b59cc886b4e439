//! The function from requests to responses, without a browser: paths, steps back and forth, invalid requests, limits.

#[path = "../../tests/common/cases.rs"]
#[expect(dead_code, reason = "errors of requests have no places")]
mod cases;
mod client;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use astride::graphs::CsrGraph;
use astride::npuzzle::{Board, Puzzle};
use astride::{AStar, Dijkstra, Graph, Query, Status};
use astride_grid::{GridGoals, GridMap, GridProblem, Movement, Point};
use astride_playground::{IDLE, Playground, REST, SESSIONS};
use cases::cases;
use client::Client;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The catalogue links to the page of every search.
#[test]
fn every_search_is_in_the_catalogue() {
    let mut client = Client::new();
    let catalogue = client.call(&json!({ "request": "catalogue" })).to_string();
    // `ParetoPaths` is in its place.
    for name in astride_laws::search_types().filter(|name| *name != "LabelSearch") {
        assert!(
            catalogue.contains(&format!(".{name}.html\"")),
            "{name} is not in the catalogue"
        );
    }
}

impl Client {
    /// Runs the only search of a session to its end, or to step `steps`. Returns the whole picture, since a busy
    /// machine needs more than one request.
    fn run(&mut self, session: u64, steps: u64) -> Value {
        loop {
            let request = json!({ "request": "seek", "session": session, "steps": [steps], "whole": true });
            let views = self.call(&request);
            if views["more"] == false {
                return views["runs"][0].clone();
            }
        }
    }

    /// Starts a search, runs it to its end or for a number of steps, and ends it.
    fn find(&mut self, world: &Value, search: &Value, steps: u64) -> Value {
        let session = self.start(world, &json!([search]));
        let view = self.run(session, steps);
        self.call(&json!({ "request": "end", "session": session }));
        view
    }

    fn generate(&mut self, what: &str, [width, height, nodes]: [Option<usize>; 3], seed: u64) -> Value {
        let request = json!({
            "request": "generate", "what": what, "width": width, "height": height, "nodes": nodes, "seed": seed,
        });
        self.call(&request)["world"].clone()
    }
}

/// A pseudorandom number generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn size(&mut self, least: usize, most: usize) -> usize {
        least + usize::try_from(self.below((most - least + 1) as u64)).unwrap()
    }
}

fn numbers(value: &Value) -> Vec<usize> {
    let numbers = value.as_array().unwrap().iter();
    numbers
        .map(|number| usize::try_from(number.as_u64().unwrap()).unwrap())
        .collect()
}

/// Returns the algorithms for a kind of world.
fn algorithms(client: &mut Client, kind: &str) -> Vec<Value> {
    let catalogue = client.call(&json!({ "request": "catalogue" }));
    catalogue["worlds"][kind]["algorithms"].as_array().unwrap().clone()
}

/// Returns whether the paths of an algorithm are cheapest ones.
fn is_exact(id: &str) -> bool {
    ![
        "greedy",
        "bfs",
        "dfs",
        "weighted-astar",
        "bounded-astar",
        "lss-lrta-star",
        "bidirectional-bfs",
        "id-dfs",
    ]
    .contains(&id)
        && !id.contains("theta")
        && id != "disjoint-paths"
}

/// Edges with their costs, for the oracle and to check paths.
type Edges = Vec<Vec<(usize, f64)>>;

/// Returns the least costs from a node to all others, by relaxing every edge until nothing changes.
fn oracle(edges: &Edges, start: usize) -> Vec<f64> {
    let mut costs = vec![f64::INFINITY; edges.len()];
    costs[start] = 0.0;
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (from, list) in edges.iter().enumerate() {
            for (to, cost) in list {
                if costs[from] + cost < costs[*to] - 1e-9 {
                    costs[*to] = costs[from] + cost;
                    has_changed = true;
                }
            }
        }
    }
    costs
}

fn cost_along(edges: &Edges, path: &[usize]) -> Option<f64> {
    let edge = |step: &[usize]| {
        let costs = edges[step[0]]
            .iter()
            .filter(|(to, _)| *to == step[1])
            .map(|(_, cost)| *cost);
        costs.reduce(f64::min)
    };
    path.windows(2).map(edge).sum()
}

fn random_map(dice: &mut Dice) -> Value {
    let (width, height) = (dice.size(2, 16), dice.size(2, 12));
    let walls = dice.below(45);
    let is_flat = dice.below(2) == 0;
    let cells: String = (0..width * height)
        .map(|_| match dice.below(100) {
            roll if roll < walls => '#',
            _ if is_flat => '1',
            roll => char::from_digit(1 + u32::try_from(roll % 9).unwrap(), 10).unwrap(),
        })
        .collect();
    let mut cells: Vec<char> = cells.chars().collect();
    let start = [dice.size(0, width - 1), dice.size(0, height - 1)];
    let goal = [dice.size(0, width - 1), dice.size(0, height - 1)];
    for [x, y] in [start, goal] {
        cells[y * width + x] = '1';
    }
    let movements = ["four", "eight", "eight-cutting-corners", "eight-squeezing"];
    json!({
        "kind": "grid", "width": width, "height": height, "cells": cells.iter().collect::<String>(),
        "movement": movements[dice.size(0, 3)], "start": start, "goals": [goal],
    })
}

/// Returns the map of a world, and its movement rule.
fn map(world: &Value) -> (GridMap, Movement) {
    let cells = world["cells"].as_str().unwrap().as_bytes();
    let [width, height] = ["width", "height"].map(|side| usize::try_from(world[side].as_u64().unwrap()).unwrap());
    let cost = |point: Point| match cells[usize::from(point.y) * width + usize::from(point.x)] {
        b'#' => 0,
        digit => digit - b'0',
    };
    let movement = match world["movement"].as_str().unwrap() {
        "four" => Movement::Four,
        "eight" => Movement::Eight,
        "eight-squeezing" => Movement::EightSqueezing,
        _ => Movement::EightCuttingCorners,
    };
    (GridMap::from_fn(width, height, cost).unwrap(), movement)
}

/// Returns the steps of a map with their costs in cells.
fn steps(world: &Value) -> Edges {
    let (map, movement) = map(world);
    let cell = |point: Point| usize::from(point.y) * usize::from(map.width()) + usize::from(point.x);
    let mut edges = vec![Vec::new(); usize::from(map.width()) * usize::from(map.height())];
    for from in map.points().filter(|point| map.is_free(*point)) {
        let problem = GridProblem::<_, f64>::new_typed(&map, from, from, movement).unwrap();
        edges[cell(from)].extend(problem.successors(&from).map(|(to, cost)| (cell(to), cost)));
    }
    edges
}

fn cell(world: &Value, place: &Value) -> usize {
    let width = numbers(&json!([world["width"]]))[0];
    let place = numbers(place);
    place[1] * width + place[0]
}

/// Checks a view at the end of a run against the least cost.
fn check(view: &Value, id: &str, edges: &Edges, [start, goal]: [usize; 2], least: f64) {
    let path = numbers(&view["path"]);
    if view["status"] == "exhausted" {
        assert!(least.is_infinite() || id == "disjoint-paths", "{id} {view}");
        return;
    }
    if view["status"] == "running" {
        assert!(["ida-star", "id-dfs"].contains(&id), "{id} {view}");
        return;
    }
    assert_eq!(
        (&view["status"], path[0], path[path.len() - 1]),
        (&json!("found"), start, goal),
        "{id} {view}"
    );
    let cost = view["cost"].as_f64().unwrap();
    if !id.contains("theta") {
        let along = cost_along(edges, &path).unwrap_or_else(|| panic!("{id}: no path: {path:?}"));
        // Searches that are not exact may take any of several parallel edges.
        let is_right = (along - cost).abs() < 2e-4 * (1.0 + cost) || !is_exact(id) && along < cost;
        assert!(is_right, "{id} {along} {view}");
        assert!(cost > least - 1e-3 - least * 1e-6, "{id} {least} {view}");
    }
    if is_exact(id) {
        assert!((cost - least).abs() < 2e-4 + least * 1e-5, "{id} {least} {view}");
    }
    if ["weighted-astar", "bounded-astar"].contains(&id) {
        assert!(cost <= least * 1.5 + 1e-3, "{id} {least} {view}");
    }
}

#[test]
fn paths_on_a_hundred_maps_are_those_of_the_library_and_of_an_oracle() {
    let (mut client, mut dice) = (Client::new(), Dice(1));
    let all = algorithms(&mut client, "grid");
    for scene in 0..100 {
        let world = random_map(&mut dice);
        let edges = steps(&world);
        let ends = [cell(&world, &world["start"]), cell(&world, &world["goals"][0])];
        let least = oracle(&edges, ends[0])[ends[1]];

        let (map, movement) = map(&world);
        let width = usize::from(map.width());
        let point = |cell: usize| {
            Point::new(
                u16::try_from(cell % width).unwrap(),
                u16::try_from(cell / width).unwrap(),
            )
        };
        let problem = GridGoals::new(&map, point(ends[0]), [point(ends[1])], movement).unwrap();
        let mut search = AStar::new(&problem);
        let status = search.run();
        let expected = search.path().map(|path| path.nodes);
        let found = client.find(&world, &json!({ "algorithm": "astar" }), 1_000_000);
        assert_eq!(status == Status::Found, found["status"] == "found");
        let found: Vec<Point> = numbers(&found["path"]).into_iter().map(point).collect();
        assert_eq!(found, expected.unwrap_or_default(), "{world}");

        // All of them occasionally, and two of them always.
        for (number, algorithm) in all.iter().enumerate() {
            let id = algorithm["id"].as_str().unwrap();
            let is_any_angle = id.contains("theta");
            if (scene + number) % 5 > 0 || is_any_angle && !map.is_uniform() {
                continue;
            }
            let view = client.find(&world, &json!({ "algorithm": id }), 4000);
            check(&view, id, &edges, ends, least);
        }
    }
}

/// Returns the change of column and row in a step.
fn direction(width: usize, from: usize, to: usize) -> (isize, isize) {
    let place = |cell: usize| ((cell % width).cast_signed(), (cell / width).cast_signed());
    let [(ax, ay), (bx, by)] = [from, to].map(place);
    (bx - ax, by - ay)
}

/// Returns the least cost if each change of direction costs `turn`, by relaxing the steps from each cell and direction.
fn oracle_with_turns(edges: &Edges, width: usize, [start, goal]: [usize; 2], turn: f64) -> f64 {
    // The last step into the cell, as a number below 9; 4 is none.
    let number = |(dx, dy): (isize, isize)| (3 * (dy + 1) + dx + 1).cast_unsigned();
    let mut costs = vec![[f64::INFINITY; 9]; edges.len()];
    costs[start][4] = 0.0;
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for from in 0..edges.len() {
            for (to, cost) in &edges[from] {
                let after = number(direction(width, from, *to));
                for before in 0..9 {
                    let bend = if before == after || before == 4 { 0.0 } else { turn };
                    let sum = costs[from][before] + cost + bend;
                    if sum < costs[*to][after] - 1e-9 {
                        costs[*to][after] = sum;
                        has_changed = true;
                    }
                }
            }
        }
    }
    costs[goal].into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
fn turns_cost_what_is_asked_for() {
    let (mut client, mut dice) = (Client::new(), Dice(8));
    let mut bent = 0;
    for scene in 0..60 {
        let world = random_map(&mut dice);
        let width = numbers(&json!([world["width"]]))[0];
        let edges = steps(&world);
        let ends = [cell(&world, &world["start"]), cell(&world, &world["goals"][0])];
        let turn = [1, 2, 5, 30][scene % 4];
        let least = oracle_with_turns(&edges, width, ends, f64::from(turn));
        for search in [
            json!({ "algorithm": "dijkstra", "turn-cost": turn }),
            json!({ "algorithm": "astar", "turn-cost": turn }),
            json!({ "algorithm": "astar", "turn-cost": turn, "heuristic": "zero", "ties": "first-in" }),
            json!({ "algorithm": "astar", "turn-cost": turn, "heuristic": "doubled" }),
        ] {
            let view = client.find(&world, &search, 100_000);
            if least.is_infinite() {
                assert_eq!(view["status"], "exhausted", "{world}");
                continue;
            }
            let path = numbers(&view["path"]);
            assert_eq!([path[0], path[path.len() - 1]], ends);
            let steps: Vec<_> = path.windows(2).map(|step| direction(width, step[0], step[1])).collect();
            let bends = steps.windows(2).filter(|two| two[0] != two[1]).count();
            let bends = u32::try_from(bends).unwrap();
            let cost = view["cost"].as_f64().unwrap();
            let along = cost_along(&edges, &path).unwrap() + f64::from(turn * bends);
            assert!((along - cost).abs() < 2e-4 * (1.0 + cost), "{search} {along} {view}");
            let is_cheapest = (cost - least).abs() < 2e-4 + least * 1e-5;
            assert!(
                is_cheapest || search["heuristic"] == "doubled" && cost > least,
                "{search} {least} {view}"
            );
            let words = view["words"].as_str().unwrap();
            let expected = match bends {
                0 => String::from("It has no bends."),
                1 => format!("Its 1 bend costs {turn} of that."),
                _ => format!("Its {bends} bends cost {} of that.", turn * bends),
            };
            assert!(words.ends_with(&expected), "{words}");
            assert!(view["excess"].is_null());
            bent += bends;
            // A cell shows the least cost of all paths to it, and the goal shows that of the path.
            let mut picture = Picture::new();
            draw(&mut picture, &view);
            let costs = |cell: &usize| picture[&(*cell as u64)][1].as_f64().unwrap();
            assert!(path.iter().all(|cell| costs(cell) <= cost + 1e-3), "{view}");
        }
    }
    assert!(bent > 100);
}

/// Going back shows each cell as it was.
#[test]
fn steps_with_turns_can_be_undone() {
    let mut client = Client::new();
    let world = client.generate("rooms", [Some(16), Some(12), None], 4);
    let session = client.start(&world, &json!([{ "algorithm": "astar", "turn-cost": 3 }]));
    let mut forth = Vec::new();
    let mut picture = Picture::new();
    for step in 0..150 {
        let view = seek(&mut client, session, step, false, &mut picture);
        forth.push((picture.clone(), view["stats"].clone(), view["current"].clone()));
    }
    for step in (0..150).rev() {
        let view = seek(&mut client, session, step, false, &mut picture);
        let now = (picture.clone(), view["stats"].clone(), view["current"].clone());
        assert!(now == forth[usize::try_from(step).unwrap()], "{step}");
    }
}

#[test]
fn paths_in_a_hundred_graphs_are_those_of_the_library_and_of_an_oracle() {
    let (mut client, mut dice) = (Client::new(), Dice(2));
    let all = algorithms(&mut client, "graph");
    for scene in 0..100 {
        let count = dice.size(2, 30);
        let node = |dice: &mut Dice| dice.size(0, count - 1);
        let places: Vec<[f64; 2]> = (0..count)
            .map(|_| [0, 0].map(|_: u32| f64::from(u32::try_from(dice.below(100)).unwrap())))
            .collect();
        let list: Vec<(usize, usize, f64)> = (0..dice.size(1, 3 * count))
            .map(|_| {
                (
                    node(&mut dice),
                    node(&mut dice),
                    f64::from(u32::try_from(dice.below(50)).unwrap()) / 2.0 + 0.5,
                )
            })
            .collect();
        let is_directed = dice.below(2) == 0;
        let ends = [node(&mut dice), node(&mut dice)];
        let world = json!({
            "kind": "graph", "nodes": places, "edges": list, "directed": is_directed, "start": ends[0],
            "goals": [ends[1]],
        });
        let mut edges: Edges = vec![Vec::new(); count];
        for (from, to, weight) in &list {
            edges[*from].push((*to, *weight));
            if !is_directed {
                edges[*to].push((*from, *weight));
            }
        }
        let least = oracle(&edges, ends[0])[ends[1]];
        let flat = edges.iter().enumerate().flat_map(|(from, list)| {
            let number = |node: usize| u32::try_from(node).unwrap();
            list.iter()
                .map(move |(to, weight)| (number(from), number(*to), *weight))
        });
        let graph = CsrGraph::from_edges(count, flat).unwrap();
        let [start, goal] = ends.map(|end| u32::try_from(end).unwrap());
        let mut search = Dijkstra::new(Query::between(&graph, start, goal));
        assert_ne!(search.run(), Status::Running);
        let expected = search.path().map(|path| path.cost);
        assert_eq!(expected.is_some(), least.is_finite());
        for (number, algorithm) in all.iter().enumerate() {
            let id = algorithm["id"].as_str().unwrap();
            if (scene + number) % 4 > 0 {
                continue;
            }
            let heuristics = algorithm["heuristics"].as_array().unwrap();
            let heuristic = heuristics.get(scene % 3).map(|heuristic| heuristic["id"].clone());
            let search = match heuristic {
                Some(heuristic) => json!({ "algorithm": id, "heuristic": heuristic }),
                None => json!({ "algorithm": id }),
            };
            check(&client.find(&world, &search, 4000), id, &edges, ends, least);
        }
    }
}

#[test]
fn solutions_of_a_hundred_puzzles_are_those_of_the_library() {
    let (mut client, mut dice) = (Client::new(), Dice(3));
    let all = algorithms(&mut client, "puzzle");
    for scene in 0..100 {
        let (width, height) = (dice.size(2, 3), dice.size(2, 3));
        let world = client.generate("puzzle", [Some(width), Some(height), None], scene);
        let tiles = |name: &str| -> Vec<u8> {
            numbers(&world[name])
                .into_iter()
                .map(|tile| u8::try_from(tile).unwrap())
                .collect()
        };
        let shape = format!("{width}x{height}").parse().unwrap();
        let [start, goal] = ["tiles", "goal"].map(|name| Board::new(shape, &tiles(name)).unwrap());
        let mut search = AStar::new(Puzzle::new(&start, &goal).unwrap());
        assert_ne!(search.run(), Status::Running);
        let least = search.path().unwrap().cost;
        let algorithm = &all[usize::try_from(scene).unwrap() % all.len()];
        for id in ["astar", algorithm["id"].as_str().unwrap()] {
            let view = client.find(&world, &json!({ "algorithm": id }), 4000);
            if view["status"] == "running" || id == "disjoint-paths" && view["status"] == "exhausted" {
                continue;
            }
            assert_eq!(view["status"], "found", "{id} {world}");
            let boards: BTreeMap<u64, Vec<u8>> = serde_json::from_value(view["boards"].clone())
                .map(|boards: Vec<(u64, Vec<u8>)>| boards.into_iter().collect())
                .unwrap();
            let path = view["path"].as_array().unwrap();
            let path: Vec<&Vec<u8>> = path.iter().map(|node| &boards[&node.as_u64().unwrap()]).collect();
            assert_eq!(
                (path[0].as_slice(), path[path.len() - 1].as_slice()),
                (start.cells(), goal.cells())
            );
            for step in path.windows(2) {
                let next = Board::new(shape, step[1]).unwrap();
                let board = Board::new(shape, step[0]).unwrap();
                assert!(
                    board.moves().any(|direction| board.apply(direction).unwrap() == next),
                    "{id} {world}"
                );
            }
            assert_eq!(view["cost"], json!(path.len() - 1));
            if is_exact(id) || ["bfs", "id-dfs", "bidirectional-bfs"].contains(&id) {
                assert_eq!(view["cost"], json!(least), "{id} {world}");
            }
        }
    }
}

/// The page's data about each node: state, g, h, parent, and the next cell if there is an arrow to it.
type Picture = BTreeMap<u64, Vec<Value>>;

fn draw(picture: &mut Picture, view: &Value) {
    if view["whole"] == true {
        picture.clear();
    }
    for change in view["changes"].as_array().unwrap().chunks(5) {
        picture.insert(change[0].as_u64().unwrap(), change[1..].to_vec());
    }
    for arrow in view["arrows"].as_array().unwrap().chunks(2) {
        picture
            .get_mut(&arrow[0].as_u64().unwrap())
            .unwrap()
            .push(arrow[1].clone());
    }
    picture.retain(|_, change| change[0] != 0);
}

fn seek(client: &mut Client, session: u64, step: u64, whole: bool, picture: &mut Picture) -> Value {
    let mut whole = whole;
    loop {
        let request = json!({ "request": "seek", "session": session, "steps": [step], "whole": whole });
        let views = client.call(&request);
        draw(picture, &views["runs"][0]);
        whole = false;
        if views["more"] == false {
            return views["runs"][0].clone();
        }
    }
}

#[test]
fn steps_back_and_forth_give_the_same_picture() {
    let (mut client, mut dice) = (Client::new(), Dice(4));
    let worlds = [
        ("grid", client.generate("rooms", [Some(24), Some(16), None], 5)),
        ("grid", client.generate("empty", [Some(12), Some(9), None], 5)),
        ("puzzle", client.generate("puzzle", [Some(3), Some(2), None], 5)),
        ("graph", client.generate("graph", [None, None, Some(40)], 5)),
    ];
    for (kind, world) in worlds {
        for algorithm in algorithms(&mut client, kind) {
            let searches = json!([{ "algorithm": algorithm["id"] }]);
            let session = client.start(&world, &searches);
            let mut picture = Picture::new();
            let mut step: u64 = 0;
            for _ in 0..12 {
                step = match dice.below(4) {
                    0 => dice.below(300),
                    1 => step + 1,
                    2 => step.saturating_sub(1),
                    _ => step + dice.below(60),
                };
                let view = seek(&mut client, session, step, false, &mut picture);
                step = view["step"].as_u64().unwrap();

                // A new run that has never gone back, and a run that sends its whole picture again.
                let fresh = client.start(&world, &searches);
                let mut other = Picture::new();
                let expected = seek(&mut client, fresh, step, false, &mut other);
                assert_eq!(picture, other, "{algorithm} at {step} in {world}");
                let mut again = Picture::new();
                let _ = seek(&mut client, session, step, true, &mut again);
                assert_eq!(again, other, "{algorithm} at {step} in {world}");
                for field in ["current", "trail", "cost", "path", "paths", "front", "step"] {
                    // Only the last step shows the current end of a run.
                    if view["last"] == view["step"] || ["current", "trail", "step"].contains(&field) {
                        let is_end = expected["status"] != "running";
                        assert!(
                            view[field] == expected[field] || is_end && view["status"] == "running",
                            "{field}"
                        );
                    }
                }
                for count in ["expanded", "generated", "reopened", "open", "closed"] {
                    assert_eq!(
                        view["stats"][count], expected["stats"][count],
                        "{algorithm} {count} at {step}"
                    );
                }
                client.call(&json!({ "request": "end", "session": fresh }));
            }
            client.call(&json!({ "request": "end", "session": session }));
        }
    }
}

#[test]
fn the_queue_begins_with_the_node_that_is_expanded_next() {
    let mut client = Client::new();
    let world = client.generate("terrain", [Some(20), Some(14), None], 2);
    for id in [
        "astar",
        "dijkstra",
        "greedy",
        "bfs",
        "dfs",
        "weighted-astar",
        "bounded-astar",
    ] {
        let session = client.start(&world, &json!([{ "algorithm": id }]));
        let mut foreseen = Value::Null;
        for step in 1..60 {
            let view = client.run(session, step);
            if view["status"] != "running" {
                break;
            }
            let queue = view["queue"].as_array().unwrap();
            if !foreseen.is_null() {
                assert_eq!(view["current"], foreseen, "{id} at {step}");
            }
            foreseen = queue[0]["node"].clone();
            if id == "dijkstra" {
                let costs: Vec<f64> = queue.iter().map(|entry| entry["g"].as_f64().unwrap()).collect();
                assert!(costs.is_sorted(), "{costs:?}");
            }
        }
    }
}

#[test]
fn changes_are_repaired_by_searches_that_replan_and_searched_anew_by_the_others() {
    let (mut client, mut dice) = (Client::new(), Dice(6));
    for seed in 0..6 {
        let mut world = client.generate("rooms", [Some(20), Some(14), None], seed);
        let searches = json!(["lpa-star", "d-star-lite", "flow-field", "astar"].map(|id| json!({ "algorithm": id })));
        let session = client.start(&world, &searches);
        for _ in 0..4 {
            client.call(&json!({ "request": "advance", "session": session, "steps": 1 + dice.below(900) }));
            let mut cells: Vec<char> = world["cells"].as_str().unwrap().chars().collect();
            let ends = [cell(&world, &world["start"]), cell(&world, &world["goals"][0])];
            let changed: Vec<(usize, char)> = (0..4)
                .map(|_| (dice.size(0, cells.len() - 1), ['#', '1', '4'][dice.size(0, 2)]))
                .filter(|(cell, _)| !ends.contains(cell))
                .collect();
            for (cell, symbol) in &changed {
                cells[*cell] = *symbol;
            }
            world["cells"] = json!(cells.into_iter().collect::<String>());
            let views = client.call(&json!({ "request": "change", "session": session, "cells": changed }));
            for (place, words) in views["changed"].as_array().unwrap().iter().enumerate() {
                assert_eq!(words.as_str().unwrap().contains("starts again"), place == 3, "{words}");
            }
            let edges = steps(&world);
            let least = oracle(&edges, ends[0])[ends[1]];
            let steps = json!([1_000_000, 1_000_000, 1_000_000, 1_000_000]);
            let views = loop {
                let views = client.call(&json!({ "request": "seek", "session": session, "steps": steps }));
                if views["more"] == false {
                    break views;
                }
            };
            for view in views["runs"].as_array().unwrap() {
                check(view, view["algorithm"].as_str().unwrap(), &edges, ends, least);
            }
        }
    }
}

#[test]
fn agents_that_have_left_their_starts_get_cheapest_paths_from_where_they_are() {
    let (mut client, mut dice) = (Client::new(), Dice(77));
    for _ in 0..30 {
        let mut world = random_map(&mut dice);
        let ids = ["d-star-lite", "lpa-star", "flow-field", "astar"];
        let goal = cell(&world, &world["goals"][0]);
        world["goals"] = json!([world["goals"][0]]);
        let searches: Vec<Value> = ids.iter().map(|id| json!({ "algorithm": id })).collect();
        let started = client.call(&json!({ "request": "start", "scene": { "world": world, "searches": searches } }));
        let session = &started["session"];
        let to_the_end = json!({ "request": "seek", "session": session, "steps": vec![1_000_000; ids.len()] });
        // One request may not be enough while others keep the machine busy.
        let run = |client: &mut Client| loop {
            let views = client.call(&to_the_end);
            if views["more"] == false {
                return views;
            }
        };
        let mut views = run(&mut client);
        for _ in 0..4 {
            // Each agent walks a part of its own path.
            let starts: Vec<Option<usize>> = (0..ids.len())
                .map(|run| {
                    let path = numbers(&views["runs"][run]["path"]);
                    path.get(dice.size(0, path.len().max(1) - 1)).copied()
                })
                .collect();
            let mut cells: Vec<char> = world["cells"].as_str().unwrap().chars().collect();
            let changed: Vec<(usize, char)> = (0..4)
                .map(|_| (dice.size(0, cells.len() - 1), ['#', '1', '4'][dice.size(0, 2)]))
                .filter(|(cell, _)| *cell != goal && !starts.contains(&Some(*cell)))
                .filter(|(cell, _)| *cell != self::cell(&world, &world["start"]))
                .collect();
            for (cell, symbol) in &changed {
                cells[*cell] = *symbol;
            }
            world["cells"] = json!(cells.into_iter().collect::<String>());
            let request = json!({ "request": "change", "session": session, "cells": changed, "starts": starts });
            let words = client.call(&request)["changed"].to_string();
            assert!(
                ["D* Lite", "Flow field"]
                    .iter()
                    .all(|name| words.contains(&format!("{name} repairs"))),
                "{words}"
            );
            views = run(&mut client);
            let edges = steps(&world);
            for (view, start) in views["runs"].as_array().unwrap().iter().zip(&starts) {
                // Without a path, the agent has not moved.
                if let Some(start) = *start {
                    let least = oracle(&edges, start)[goal];
                    check(view, view["algorithm"].as_str().unwrap(), &edges, [start, goal], least);
                }
            }
        }
    }
}

/// A wall in the place of an agent, or of its goal, ends its search, even if that could repair its path.
#[test]
fn a_wall_at_an_end_is_not_repaired() {
    let mut client = Client::new();
    let world = client.generate("empty", [Some(4), Some(3), None], 1);
    for (goal, start, wall) in [(7, Value::Null, 7), (8, json!(6), 6)] {
        let searches =
            ["lpa-star", "d-star-lite", "flow-field", "astar"].map(|id| json!({ "algorithm": id, "goal": goal }));
        let session = client.start(&world, &json!(searches));
        client.call(&json!({ "request": "seek", "session": session, "steps": [99, 99, 99, 99] }));
        let request =
            json!({ "request": "change", "session": session, "cells": [[wall, "#"]], "starts": vec![start; 4] });
        let views = client.call(&request);
        for (words, view) in views["changed"]
            .as_array()
            .unwrap()
            .iter()
            .zip(views["runs"].as_array().unwrap())
        {
            assert!(words.as_str().unwrap().ends_with("cannot begin."), "{words}");
            assert_eq!(view["status"], "refused");
        }
    }
}

/// Estimates change if cheaper ground is painted, or if the start of a search from the goal moves.
#[test]
fn estimates_follow_the_map_and_the_agent() {
    let mut client = Client::new();
    let mut world = client.generate("empty", [Some(6), Some(3), None], 1);
    (world["cells"], world["movement"]) = (json!("2".repeat(18)), json!("four"));
    (world["start"], world["goals"]) = (json!([0, 0]), json!([[5, 2]]));
    let searches = json!([{ "algorithm": "lpa-star" }, { "algorithm": "d-star-lite" }]);
    let session = client.start(&world, &searches);
    client.call(&json!({ "request": "seek", "session": session, "steps": [99, 99] }));
    let mut estimates = |change: Value| {
        let mut request = json!({ "request": "change", "session": session });
        request
            .as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        client.call(&request);
        [0, 1].map(|run| {
            let node = json!({ "request": "node", "session": session, "run": run, "node": 7 });
            client.call(&node)["h"].as_u64().unwrap()
        })
    };
    assert_eq!(estimates(json!({ "cells": [[17, "2"]] })), [10, 4]);
    assert_eq!(estimates(json!({ "cells": [[5, "1"]] })), [5, 2]);
    assert_eq!(estimates(json!({ "cells": [[17, "2"]], "starts": [null, 1] })), [5, 1]);
}

/// A goal counts once, although it is given twice or is the last node that is expanded.
#[test]
fn goals_are_counted_once() {
    let mut client = Client::new();
    let line = |goals: Value| {
        json!({
            "kind": "grid", "width": 5, "height": 1, "cells": "111#1", "movement": "four", "start": [0, 0],
            "goals": goals,
        })
    };
    let graph =
        json!({ "kind": "graph", "nodes": [[0, 0], [1, 0]], "edges": [[0, 1, 1]], "start": 0, "goals": [1, 1] });
    for (world, words) in [
        (line(json!([[2, 0], [4, 0]])), "Goals reached: 1 of 2."),
        (line(json!([[2, 0], [2, 0]])), "Goals reached: 1 of 1."),
        (graph, "Goals reached: 1 of 1."),
    ] {
        let view = client.find(&world, &json!({ "algorithm": "nearest-goals" }), 100);
        assert!(view["words"].as_str().unwrap().ends_with(words), "{view}");
        assert_eq!(view["paths"], json!([]));
    }
}

/// Makes a plan slice by slice.
fn plan(client: &mut Client, world: &Value, planner: &str) -> Value {
    let mut plan = client.call(&json!({ "request": "plan", "scene": { "world": world }, "planner": planner }));
    while plan["more"] == true {
        plan = client.call(&json!({ "request": "go-on", "plan": plan["plan"] }));
    }
    plan
}

#[test]
fn units_do_not_walk_through_each_other() {
    let (mut client, mut dice) = (Client::new(), Dice(7));
    let mut found = [0; 4];
    let planners = ["lacam", "prioritized", "cbs", "pibt"];
    for round in 0..120 {
        let planner = round % 4;
        let mut world = random_map(&mut dice);
        let edges = steps(&world);
        let free: Vec<usize> = (0..edges.len())
            .filter(|cell| world["cells"].as_str().unwrap().as_bytes()[*cell] != b'#')
            .collect();
        let width = numbers(&json!([world["width"]]))[0];
        let mut pick = |count: usize| {
            let mut cells: Vec<usize> = Vec::new();
            while cells.len() < count {
                let cell = free[dice.size(0, free.len() - 1)];
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
            cells
        };
        let count = 4.min(free.len());
        let (starts, goals) = (pick(count), pick(count));
        let place = |cell: usize| [cell % width, cell / width];
        let units: Vec<Value> = starts
            .iter()
            .zip(&goals)
            .map(|(start, goal)| json!({ "start": place(*start), "goal": place(*goal) }))
            .collect();
        world["units"] = json!(units);
        let plan = plan(&mut client, &world, planners[planner]);
        let paths: Vec<Option<Vec<usize>>> = serde_json::from_value(plan["paths"].clone()).unwrap();
        let words = plan["words"].as_str().unwrap();
        found[planner] += paths.iter().flatten().count();
        let length = paths.iter().flatten().map(Vec::len).max().unwrap_or(1);
        // Without a plan, units stand still; a unit at its goal stays there.
        let at = |unit: usize, time: usize| match &paths[unit] {
            Some(path) => path[time.min(path.len() - 1)],
            None => starts[unit],
        };
        for unit in 0..count {
            assert_eq!(at(unit, 0), starts[unit]);
            if paths[unit].is_none() {
                assert!(
                    words.starts_with("There is no plan") || words.starts_with("No plan was found"),
                    "{plan}"
                );
            } else if at(unit, length) != goals[unit] && !words.starts_with("After") {
                // No path leads to its goal.
                assert!(plan["stuck"].as_array().unwrap().contains(&json!(unit + 1)), "{plan}");
                assert_eq!(at(unit, length), starts[unit]);
            }
            for time in 1..length {
                let (from, to) = (at(unit, time - 1), at(unit, time));
                assert!(from == to || edges[from].iter().any(|(next, _)| *next == to), "{plan}");
                for other in 0..unit {
                    assert_ne!(to, at(other, time), "{plan} {world}");
                    assert!(to != at(other, time - 1) || from != at(other, time), "{plan} {world}");
                }
            }
        }
    }
    assert!(found.iter().all(|found| *found > 60), "{found:?}");
}

#[test]
fn traces_of_every_world() {
    let mut client = Client::new();
    for (what, search) in [
        ("cave", "jps"),
        ("puzzle", "astar"),
        ("graph", "dijkstra"),
        ("empty", "theta-star"),
    ] {
        let world = client.generate(what, [None; 3], 4);
        let session = client.start(&world, &json!([{ "algorithm": search }]));
        for step in [0, 5, 100_000] {
            let view = client.run(session, step);
            let file = client.call(&json!({ "request": "trace", "session": session, "run": 0 }));
            let trace = file["content"].as_str().unwrap();
            let lines = |kind: &str| {
                trace
                    .lines()
                    .filter(|line| line.contains(&format!("type: {kind},")))
                    .count()
            };
            assert!(trace.starts_with("version: 1.4.0\n"));
            if step > 0 {
                assert_eq!(
                    lines("expanding"),
                    usize::try_from(view["stats"]["closed"].as_u64().unwrap()).unwrap()
                );
            }
            assert_eq!(lines("solution"), view["path"].as_array().unwrap().len());
            // Each board or node of a solution has its cost, and all walls of a map are present.
            let solution = trace.lines().filter(|line| line.contains("type: solution"));
            for line in solution.filter(|_| what == "puzzle" || what == "graph") {
                assert!(line.contains(", g: ") && !line.contains("g: null"), "{line}");
            }
            let walls = trace.lines().filter(|line| line.contains("type: wall"));
            let widths = walls.map(|line| {
                let (_, width) = line.split_once("width: ").expect("a width");
                width.trim_end_matches(" }").parse::<usize>().unwrap()
            });
            let cells = world["cells"].as_str().unwrap_or_default();
            assert_eq!(widths.sum::<usize>(), cells.matches('#').count());
            // The run still shows the same step.
            let again = client.run(session, step);
            assert_eq!(
                (&again["step"], &again["stats"]["open"]),
                (&view["step"], &view["stats"]["open"])
            );
        }
    }
}

/// A trace does not contain the cells that were scanned for jump points, so they do not count.
#[test]
fn a_trace_has_room_for_many_scanned_cells() {
    let mut client = Client::new();
    let world = client.generate("rooms", [Some(560), Some(560), None], 3);
    let session = client.start(&world, &json!([{ "algorithm": "jps", "heuristic": "zero" }]));
    let seek = json!({ "request": "seek", "session": session, "steps": [1_000_000] });
    while client.call(&seek)["more"] == true {}
    client.call(&json!({ "request": "trace", "session": session, "run": 0 }));
}

#[test]
fn worlds_are_read_as_they_were_written() {
    let mut client = Client::new();
    let cases = [
        ("maze", vec!["movingai"]),
        ("puzzle", vec!["board"]),
        ("graph", vec!["dimacs", "coordinates"]),
    ];
    for (what, formats) in cases {
        let world = client.generate(what, [None; 3], 8);
        let mut read = Value::Null;
        for format in formats {
            let file = client.call(&json!({ "request": "write", "format": format, "scene": { "world": world } }));
            let request = json!({ "request": "parse", "format": format, "text": file["content"], "world": match &read {
                Value::Null => &world,
                read => read,
            }});
            read = client.call(&request)["world"].clone();
        }
        if what == "maze" {
            // The starts and goals are in a separate file.
            let file = json!({ "request": "write", "format": "scenario", "scene": { "world": world } });
            let text = client.call(&file)["content"].clone();
            let ends = json!({ "request": "scenarios", "text": text, "world": read });
            let ends = client.call(&ends)["scenarios"][0].clone();
            (read["start"], read["goals"]) = (ends["start"].clone(), json!([ends["goal"]]));
        }
        if what != "graph" {
            assert_eq!(read, world);
            continue;
        }
        let file = client.call(&json!({ "request": "write", "format": "text", "scene": { "world": world } }));
        let request = json!({ "request": "parse", "format": "text", "text": file["content"] });
        assert_eq!(client.call(&request)["world"], world);
        // Both directions of each edge, and coordinates without fractions.
        assert_eq!(
            read["edges"].as_array().unwrap().len(),
            2 * world["edges"].as_array().unwrap().len()
        );
        assert_eq!(
            read["nodes"].as_array().unwrap().len(),
            world["nodes"].as_array().unwrap().len()
        );
    }
    let (status, error) = client.ask(&json!({ "request": "parse", "format": "movingai", "text": "type octile\nx" }));
    assert_eq!(status, 400);
    assert!(error["error"].as_str().unwrap().starts_with("line 2"), "{error}");
}

#[test]
fn boards_that_cannot_be_solved_are_said_to_be_so() {
    let mut client = Client::new();
    let world = json!({
        "kind": "puzzle", "width": 2, "height": 2, "tiles": [2, 1, 3, 0], "goal": [1, 2, 3, 0],
    });
    let scene = json!({ "world": world, "searches": [{ "algorithm": "astar" }] });
    let started = client.call(&json!({ "request": "start", "scene": scene }));
    let note = started["notes"][0].as_str().unwrap();
    assert!(
        note.contains("cannot be solved") && note.contains("12 boards"),
        "{note}"
    );
    let view = client.run(1, 1000);
    assert_eq!(
        (&view["status"], &view["stats"]["closed"]),
        (&json!("exhausted"), &json!(12))
    );
}

fn scene() -> Value {
    let world = json!({
        "kind": "grid", "width": 3, "height": 2, "cells": "1#1111", "movement": "four", "start": [0, 0],
        "goals": [[2, 0]],
    });
    json!({ "world": world, "searches": [{ "algorithm": "astar" }] })
}

/// Returns a scene with one value changed.
fn with(pointer: &str, value: Value) -> Value {
    let mut scene = scene();
    match pointer.rsplit_once('/') {
        Some((parent, key)) => scene.pointer_mut(parent).unwrap()[key] = value,
        None => scene = value,
    }
    json!({ "request": "start", "scene": scene })
}

/// Invalid requests, as a whole or because of a part of the usual scene, with their errors.
const WRONG: &str = r##"
request         | {"request": "dance"}                           | unknown variant `dance`
request         | {}                                             | missing field `request`
request         | {"request": "catalogue", "more": 1}            | unknown field `more`
request         | {"request": "generate", "what": "rooms", "width": 2049} | "width" is 2049
request         | {"request": "generate", "what": "swamp"}       | unknown variant `swamp`
/world/kind     | "sphere"                                       | world: "kind" must be "grid", "puzzle", "graph" or "mesh"
/world/start    | [1]                                            | world: "start": invalid length 1
/world/goals    | "left"                                         | world: "goals": invalid type: string "left"
/world/colour   | 1                                              | world: "colour": unknown field `colour`
/world          | {"kind": "grid", "width": 2, "height": 1, "cells": "11", "movement": "four", "start": [0, 0]} | world: missing field `goals`
/world          | {}                                             | world: "kind" must be
                | {"a": 1}                                       | unknown field `a`, expected `world` or `searches`
/world/width    | 0                                              | world: "width" is 0, but must be from 1 to 2048
/world/width    | 2049                                           | must be from 1 to 2048
/world/height   | 3                                              | "cells" has 6 characters, but must have 9
/world/cells    | "1#1x11"                                       | the cell 0,1 is 'x'
/world/movement | "fly"                                          | there is no rule "fly"
/world/start    | [1, 0]                                         | the start 1,0 is in a wall
/world/goals    | [[7, 0]]                                       | the goal 7,0 is outside the map
/world/goals    | [[70000, 0]]                                   | outside the map
/world/goals    | []                                             | there is no goal: give at least one
/searches       | []                                             | "searches": there are 0
search          | {"algorithm": "magic"}                         | search A: there is no search "magic"
search          | {"algorithm": "hierarchy"}                     | there is no search "hierarchy" for this world
search          | {"algorithm": "astar", "heuristic": "hope"}    | A* has no heuristic "hope"
search          | {"algorithm": "weighted-astar", "weight": -1}  | "weight" must be a number from 0 to 100
search          | {"algorithm": "weighted-astar", "weight": "2"} | "weight" must be a number
search          | {"algorithm": "astar", "ties": "mine"}         | "ties" must be one of
search          | {"algorithm": "astar", "wait": 2}              | A* has no parameter "wait"
search          | {"algorithm": "astar", "turn-cost": -1}        | "turn-cost" must be a number from 0 to 100
search          | {"algorithm": "bfs", "turn-cost": 1}           | Breadth-first search has no parameter "turn-cost"
tiles           | [1, 2, 3]                                      | "tiles"
tiles           | [1, 2, 3, 3]                                   | "tiles"
edges           | [[0, 2, 1]]                                    | "edges"[0] leads from 0 to 2, but there are 2 nodes
edges           | [[0, 1, -1]]                                   | has the weight -1
goals           | []                                             | "goals": there are 0
goals           | [2]                                            | the start or a goal is 2
request         | {"request": "seek", "session": 1, "steps": [1, 2]} | "steps" has 2 numbers, but must have one for each run: 1
request         | {"request": "seek", "session": 1, "steps": [-1]} | invalid value
request         | {"request": "advance", "session": 1}           | "steps" or "milliseconds" is missing
request         | {"request": "node", "session": 1, "run": 1, "node": 0} | there is no run 1
request         | {"request": "node", "session": 1, "run": 0, "node": 6} | there is no node 6
request         | {"request": "change", "session": 1, "cells": [[9, "#"]]} | there is no cell 9
request         | {"request": "change", "session": 1, "cells": [[0, "#"]]} | the start 0,0 is in a wall
request         | {"request": "change", "session": 1, "cells": [[0, "y"]]} | a cell cannot become 'y'
search          | {"algorithm": "astar", "start": -1}            | expected u32
request         | {"request": "go-on", "plan": 3}                | there is no plan 3
request         | {"request": "trace", "session": 1, "run": 2}    | there is no run 2
request         | {"request": "parse", "format": "scenario", "text": ""} | scenarios are not a world: read them with "scenarios"
scene           | {"request": "plan"}                            | "units": there are 0
request         | {"request": "plan", "scene": {}, "planner": "luck"} | unknown variant `luck`
request         | {"request": "plan", "scene": {"world": {"kind": "grid", "width": 2, "height": 1, "cells": "11", "movement": "four", "start": [0, 0], "goals": [[0, 0]], "units": [{"start": [0, 0], "goal": [1, 0], "algorithm": "theta-star"}]}}, "planner": "alone"} | unit 1: there is no search "theta-star" for units
scene           | {"request": "write", "format": "board"}        | cannot be written
request         | {"request": "write", "format": "movingai", "scene": {"world": {"kind": "grid", "width": 2, "height": 1, "cells": "1", "movement": "four", "start": [0, 0], "goals": [[0, 0]]}}} | "cells" has 1 characters, but must have 2
"##;

#[test]
fn what_is_wrong_with_a_request_is_said() {
    let mut client = Client::new();
    let graph = |edges: Value, goals: Value| {
        let nodes = json!([[0, 0], [1, 1]]);
        json!({ "kind": "graph", "nodes": nodes, "edges": edges, "start": 0, "goals": goals })
    };
    client.call(&json!({ "request": "start", "scene": scene() }));
    for [what, value, words] in cases(WRONG) {
        let mut value: Value = serde_json::from_str(&value).expect("JSON");
        let request = match &*what {
            "request" => value,
            "scene" => {
                value["scene"] = scene();
                value
            }
            "search" => with("/searches", json!([value])),
            "tiles" => {
                let puzzle = json!({ "kind": "puzzle", "width": 2, "height": 2, "tiles": value, "goal": [1, 2, 3, 0] });
                with("/world", puzzle)
            }
            "edges" => with("/world", graph(value, json!([1]))),
            "goals" => with("/world", graph(json!([[0, 1, 1]]), value)),
            pointer => with(pointer, value),
        };
        let (status, response) = client.ask(&request);
        let error = response["error"].as_str().unwrap_or_default();
        assert!(
            status == 400 && error.contains(&words),
            "{request}\n{words}\n{status} {response}"
        );
    }
    let many: Vec<Value> = (0..5).map(|_| json!({ "algorithm": "bfs" })).collect();
    let (_, response) = client.ask(&with("/searches", json!(many)));
    assert!(
        response["error"]
            .as_str()
            .unwrap()
            .contains("\"searches\": there are 5")
    );
    assert_eq!(client.0.handle_json("not JSON").0, 400);
    assert_eq!(client.ask(&json!({ "request": "end", "session": 99 })).0, 404);
}

/// Searches that cannot begin, each with the world that prevents it and the message.
const REFUSED: &str = r#"
eight | [[2, 0]]         | {"algorithm": "theta-star"}                      | Theta* needs a map on which all cells cost the same: the cell
four  | [[2, 0], [0, 1]] | {"algorithm": "jps"}                             | Jump points needs exactly one goal, but there are 2.
four  | [[2, 0]]         | {"algorithm": "compact-astar", "start": 1}       | Compact A* cannot begin: the start 1,0 is in a wall.
"#;

/// A search that cannot begin gives the reason in its own view, and the others continue.
#[test]
fn errors_of_one_search_do_not_concern_the_others() {
    for line in REFUSED.trim().lines() {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [movement, goals, search, words] = parts[..] else {
            panic!("{line}")
        };
        let mut client = Client::new();
        let mut scene = scene();
        scene["world"]["cells"] = json!("1#1115");
        scene["world"]["movement"] = json!(movement);
        scene["world"]["goals"] = serde_json::from_str(goals).expect("JSON");
        let search: Value = serde_json::from_str(search).expect("JSON");
        scene["searches"] = json!([{ "algorithm": "dijkstra" }, search]);
        let check = client.call(&json!({ "request": "check", "scene": scene }));
        assert_eq!(check["scene"], scene);
        client.call(&json!({ "request": "start", "scene": scene }));
        // This remains so while the other one moves, even after the map has changed.
        let requests = [
            json!({ "request": "seek", "session": 1, "steps": [9, 9] }),
            json!({ "request": "change", "session": 1, "cells": [[4, "4"]] }),
            json!({ "request": "advance", "session": 1, "milliseconds": 50 }),
        ];
        for request in requests {
            let views = client.call(&request);
            assert_eq!(views["runs"][1]["status"], "refused", "{line}");
            let said = views["runs"][1]["words"].as_str().expect("words");
            assert!(said.starts_with(words) && said.ends_with('.'), "{line}: {said}");
            assert_eq!(views["runs"][1]["step"], 0);
        }
        let views = client.call(&json!({ "request": "seek", "session": 1, "steps": [9, 9] }));
        assert_eq!(views["runs"][0]["status"], "found", "{line}");
        let file = json!({ "request": "trace", "session": 1, "run": 1 });
        assert!(client.call(&file)["content"].is_string());
    }
}

/// Generates any JSON.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e3..1e3).prop_map(Value::from),
        (0..9_u8).prop_map(Value::from),
        prop::sample::select(vec!["", "#", "grid", "astar", "9", "puzzle", "svg", "eight"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,5}", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Collects all places in a value.
fn places(value: &Value, here: &str, all: &mut Vec<String>) {
    all.push(here.to_string());
    match value {
        Value::Object(map) => map
            .iter()
            .for_each(|(key, value)| places(value, &format!("{here}/{key}"), all)),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(key, value)| places(value, &format!("{here}/{key}"), all));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_request_makes_it_panic(
        which in 0..12_usize,
        broken in prop::collection::vec((any::<prop::sample::Index>(), any_json()), 0..3),
    ) {
        let mut client = Client::new();
        client.call(&json!({ "request": "start", "scene": scene() }));
        let graph = json!({
            "kind": "graph", "nodes": [[0, 0], [1, 1]], "edges": [[0, 1, 1]], "directed": true, "start": 0,
            "goals": [1],
        });
        let puzzle = json!({
            "kind": "puzzle", "width": 2, "height": 2, "tiles": [1, 2, 0, 3], "goal": [1, 2, 3, 0],
        });
        let requests = [
            json!({ "request": "start", "scene": scene() }),
            with("/world", graph.clone()),
            with("/world", puzzle.clone()),
            json!({ "request": "generate", "what": "cave", "width": 9, "height": 9, "nodes": 5, "seed": 3 }),
            json!({ "request": "seek", "session": 1, "steps": [3], "whole": true }),
            json!({ "request": "advance", "session": 1, "steps": 3, "milliseconds": 5 }),
            json!({ "request": "node", "session": 1, "run": 0, "node": 3 }),
            json!({ "request": "change", "session": 1, "cells": [[3, "#"], [4, "7"]] }),
            json!({ "request": "trace", "session": 1, "run": 0 }),
            json!({ "request": "parse", "format": "board", "text": "1 2 3 0", "world": puzzle }),
            json!({ "request": "write", "format": "scenario", "scene": scene() }),
            with("/world/units", json!([{ "start": [0, 0], "goal": [2, 0] }, { "start": [2, 1], "goal": [0, 1] }])),
        ];
        let mut request = requests[which].clone();
        if which == 11 {
            request["request"] = json!("plan");
        }
        for (place, value) in broken {
            let mut all = Vec::new();
            places(&request, "", &mut all);
            let place = place.get(&all).clone();
            *request.pointer_mut(&place).unwrap() = value;
        }
        let (status, response) = client.ask(&request);
        prop_assert!([200, 400, 404].contains(&status), "{request} {response}");
        prop_assert_eq!(status != 200, response["error"].is_string(), "{}", request);
        // The playground continues to work.
        client.call(&json!({ "request": "start", "scene": scene() }));
    }
}

#[test]
fn sessions_that_are_left_alone_are_forgotten_and_others_take_the_place_of_the_oldest() {
    let clock = Rc::new(Cell::new(Duration::ZERO));
    let hand = clock.clone();
    let mut client = Client(Playground::new(move || hand.get()));
    let start = |client: &mut Client| {
        clock.set(clock.get() + Duration::from_secs(1));
        client.call(&json!({ "request": "start", "scene": scene() }))["session"]
            .as_u64()
            .unwrap()
    };
    let sessions: Vec<u64> = (0..SESSIONS).map(|_| start(&mut client)).collect();
    let touch = |session: u64| json!({ "request": "advance", "session": session, "steps": 1 });
    client.call(&touch(sessions[0]));
    let newest = start(&mut client);
    assert_eq!(
        client.ask(&touch(sessions[1])).0,
        404,
        "it had been left alone for longest"
    );
    for session in [sessions[0], sessions[2], newest] {
        client.call(&touch(session));
    }
    let last = clock.get();
    clock.set(last + IDLE / 2);
    client.call(&touch(newest));
    clock.set(last + IDLE);
    assert_eq!(client.ask(&touch(sessions[0])).0, 404);
    client.call(&touch(newest));
    let (_, response) = client.ask(&touch(sessions[0]));
    assert!(
        response["error"].as_str().unwrap().contains("start again"),
        "{response}"
    );
}

#[test]
fn a_run_whose_history_is_full_goes_on_and_says_how_far_it_can_go_back() {
    let mut client = Client(Client::new().0.with_history(20_000));
    let world = client.generate("empty", [Some(60), Some(40), None], 1);
    let session = client.start(&world, &json!([{ "algorithm": "dijkstra" }]));
    let mut picture = Picture::new();
    let end = seek(&mut client, session, 1_000_000, false, &mut picture);
    assert_eq!(end["status"], "found");
    let first = end["first"].as_u64().unwrap();
    assert!(
        first > 1000 && end["words"].as_str().unwrap().contains(&format!("before {first} ")),
        "{first}"
    );
    let view = seek(&mut client, session, 3, false, &mut picture);
    assert_eq!(view["step"], json!(first));
    let fresh = client.start(&world, &json!([{ "algorithm": "dijkstra" }]));
    let mut other = Picture::new();
    let _ = seek(&mut client, fresh, first, false, &mut other);
    assert_eq!(picture, other);
}

#[test]
fn a_request_takes_no_longer_than_its_time() {
    // Each reading of the clock is a millisecond later.
    let looks = Rc::new(Cell::new(0));
    let hand = looks.clone();
    let mut client = Client(Playground::new(move || {
        hand.set(hand.get() + 1);
        Duration::from_millis(hand.get())
    }));
    let world = client.generate("empty", [Some(100), Some(100), None], 1);
    let searches = json!([{ "algorithm": "dijkstra" }, { "algorithm": "bfs" }]);
    let session = client.start(&world, &searches);
    looks.set(0);
    let views = client.call(&json!({ "request": "advance", "session": session, "milliseconds": 1e9 }));
    assert!(looks.get() < 70, "{} ms", looks.get());
    for view in views["runs"].as_array().unwrap() {
        assert_eq!(view["status"], "running");
        assert!(view["step"].as_u64().unwrap() >= 300);
    }
}

/// Every free cell of a generated map can be reached from every other one.
#[test]
fn every_place_of_a_generated_map_can_be_reached() {
    let (mut client, mut dice) = (Client::new(), Dice(11));
    for round in 0..160 {
        let what = ["rooms", "cave", "terrain", "maze"][round % 4];
        let (width, height) = (dice.size(4, 70), dice.size(4, 60));
        let world = client.generate(what, [Some(width), Some(height), None], round as u64);
        let cells = world["cells"].as_str().expect("cells").as_bytes();
        let free = |cell: &usize| cells[*cell] != b'#';
        let first = (0..cells.len()).find(free).expect("a free cell");
        let (mut reached, mut waiting) = (vec![false; cells.len()], vec![first]);
        reached[first] = true;
        while let Some(cell) = waiting.pop() {
            let (x, y) = (cell % width, cell / width);
            let near = [
                (x > 0).then(|| cell - 1),
                (x + 1 < width).then(|| cell + 1),
                (y > 0).then(|| cell - width),
                (y + 1 < height).then(|| cell + width),
            ];
            for next in near.into_iter().flatten().filter(free) {
                if !std::mem::replace(&mut reached[next], true) {
                    waiting.push(next);
                }
            }
        }
        let lost: Vec<usize> = (0..cells.len()).filter(free).filter(|cell| !reached[*cell]).collect();
        assert!(lost.is_empty(), "{what} {round}, {width}×{height}: {lost:?}");
    }
}

/// A change before the first step is no step of a search, and there is nothing to repair.
#[test]
fn a_search_that_has_not_begun_repairs_nothing() {
    let mut client = Client::new();
    let world = client.generate("empty", [Some(9), Some(9), None], 1);
    let session = client.start(
        &world,
        &json!([{ "algorithm": "d-star-lite" }, { "algorithm": "lpa-star" }]),
    );
    let change = |cell: u32| json!({ "request": "change", "session": session, "cells": [[cell, "#"]] });
    let changed = client.call(&change(40));
    for run in 0..2 {
        assert_eq!(changed["runs"][run]["step"], 0);
        assert_eq!(changed["runs"][run]["words"], "Not started yet.");
        assert_eq!(changed["changed"][run], "");
    }
    // A search without a path repairs its results, and one with a path the path.
    client.call(&json!({ "request": "advance", "session": session, "steps": 3 }));
    let changed = client.call(&change(41));
    assert_eq!(changed["changed"][0], "D* Lite repairs its results.");
    while client.call(&json!({ "request": "advance", "session": session, "steps": 500 }))["more"] == true {}
    let changed = client.call(&change(42));
    assert_eq!(changed["changed"][0], "D* Lite repairs its path.");
}

/// The reason for each expansion agrees with the open nodes before it.
#[test]
fn reasons_for_expansions() {
    let mut client = Client::new();
    let world = client.generate("terrain", [Some(16), Some(12), None], 3);
    let searches = json!([{ "algorithm": "astar" }, { "algorithm": "dijkstra" }, { "algorithm": "greedy" },
        { "algorithm": "astar", "ties": "first-in" }]);
    let session = client.start(&world, &searches);
    let mut told = 0;
    for step in 1..40_u64 {
        let before = client.call(&json!({ "request": "seek", "session": session, "steps": vec![step - 1; 4] }));
        let after = client.call(&json!({ "request": "seek", "session": session, "steps": vec![step; 4] }));
        for run in 0..4 {
            let Some(current) = after["runs"][run]["current"].as_u64() else {
                continue;
            };
            let ask = json!({ "request": "node", "session": session, "run": run, "node": current });
            let view = client.call(&ask);
            let Some(why) = view["why"].as_str() else { continue };
            told += 1;
            // It was the first in the queue, and its value is in the reason.
            let first = &before["runs"][run]["queue"][0];
            assert_eq!(first["node"], current, "{why}");
            let value = ["f", "g", "h", "f"][run];
            let text = format!("{:.3}", first[value].as_f64().expect("a value"));
            let text = text.trim_end_matches('0').trim_end_matches('.');
            let begin = format!("Expanded in step {step}: it had the least {value}, {text}");
            assert!(why.starts_with(&begin), "{run}: {why}; {begin}");
            // The queue lists ten nodes; if all that are equal are among them, their number is the one that is told.
            let queue = before["runs"][run]["queue"].as_array().expect("a queue");
            let equal = queue.iter().filter(|queued| queued[value] == first[value]).count();
            if equal < queue.len() {
                let rest = &why[begin.len()..];
                let others = [
                    format!("; of {equal} open nodes"),
                    format!(", like {} of the other open nodes.", equal - 1),
                ];
                assert!(
                    if equal == 1 {
                        rest == "."
                    } else {
                        others.iter().any(|other| rest.starts_with(other))
                    },
                    "{run}: {why}, but {equal} are equal"
                );
            }
            // Asking changes nothing.
            let again = client.call(&json!({ "request": "seek", "session": session, "steps": vec![step; 4] }));
            assert_eq!(again["runs"][run]["current"], current);
            assert_eq!(again["runs"][run]["queue"], after["runs"][run]["queue"]);
        }
    }
    assert!(told > 120, "{told} of 156 expansions have a reason");
}

/// The list of open nodes begins like the queue of a view, and has each open node once.
#[test]
fn the_list_of_open_nodes_is_the_queue() {
    let mut client = Client::new();
    let world = client.generate("cave", [Some(40), Some(30), None], 3);
    let session = client.start(&world, &json!([{ "algorithm": "astar" }]));
    let view = client.run(session, 90);
    let list = client.call(&json!({ "request": "queue", "session": session, "run": 0, "count": 1000 }));
    let nodes = list["nodes"].as_array().expect("a list");
    let shown = view["queue"].as_array().expect("a queue");
    assert_eq!(&nodes[..shown.len()], &shown[..]);
    assert_eq!(nodes.len() as u64, view["stats"]["open"].as_u64().expect("a count"));
    let different: std::collections::BTreeSet<u64> = nodes.iter().filter_map(|node| node["node"].as_u64()).collect();
    assert_eq!(different.len(), nodes.len());
    let few = client.call(&json!({ "request": "queue", "session": session, "run": 0, "count": 3 }));
    assert_eq!(few["nodes"].as_array().expect("a list")[..], nodes[..3]);
}

/// Messages about a plan agree with its paths, also if some units cannot reach their goals, or none.
#[test]
fn words_about_a_plan_are_true() {
    let mut client = Client::new();
    let mut world = client.generate("empty", [Some(7), Some(3), None], 1);
    let wall = "1111#11".repeat(3);
    let units = |goals: &[[usize; 2]]| {
        let starts = [[0, 0], [0, 1], [0, 2]];
        let units = starts.iter().zip(goals);
        let units = units.map(|(start, goal)| json!({ "start": start, "goal": goal }));
        units.collect::<Value>()
    };
    for (cells, goals, words, stuck) in [
        (
            "1".repeat(21),
            vec![[3, 0], [3, 1], [3, 2]],
            "All 3 units reach their goals in 3 moves, 9 in total.",
            vec![],
        ),
        (
            "1".repeat(21),
            vec![[3, 0]],
            "The unit reaches its goal in 3 moves.",
            vec![],
        ),
        (
            "1".repeat(21),
            vec![[1, 0]],
            "The unit reaches its goal in 1 move.",
            vec![],
        ),
        (
            wall.clone(),
            vec![[3, 0], [6, 1], [3, 2]],
            "2 of 3 units reach their goals in 3 moves, 6 in total.",
            vec![2],
        ),
        (
            wall.clone(),
            vec![[6, 0], [3, 1], [6, 2]],
            "No path leads to the goals of units 1 and 3, which move only to make way.",
            vec![1, 3],
        ),
        (
            wall.clone(),
            vec![[6, 0], [6, 1], [6, 2]],
            "No path leads to the goal of any unit, so none of them moves.",
            vec![1, 2, 3],
        ),
        (
            wall,
            vec![[6, 0]],
            "No path leads to the goal of the unit, so it does not move.",
            vec![1],
        ),
    ] {
        world["cells"] = json!(cells);
        world["goals"] = json!([[1, 1]]);
        world["units"] = units(&goals);
        for planner in ["lacam", "prioritized", "cbs", "pibt", "alone"] {
            let plan = plan(&mut client, &world, planner);
            let told = plan["words"].as_str().expect("words");
            assert!(told.contains(words), "{planner}: {told}");
            assert_eq!(plan["stuck"], json!(stuck), "{planner}");
            if stuck.len() == goals.len() {
                assert_eq!(
                    told, words,
                    "there is nothing to be said about a plan that moves nobody"
                );
                assert_eq!(plan["steps"], 0);
            }
        }
    }
}

/// Each unit walks along a cheapest path of its own, whether or not others are in the way, and the words say where the
/// searches ran.
#[test]
fn units_that_ignore_each_other() {
    let mut client = Client::new();
    let cells = "11111".repeat(3);
    let mut world = json!({ "kind": "grid", "width": 5, "height": 3, "cells": cells, "movement": "four", "start": [0, 0],
        "goals": [[4, 2]] });
    let unit = |start: [u8; 2], goal: [u8; 2]| json!({ "start": start, "goal": goal });
    // The first two meet in the middle of a row; the third is on a row of its own.
    world["units"] = json!([unit([0, 0], [4, 0]), unit([4, 0], [0, 0]), unit([0, 2], [3, 2])]);
    let plan = plan(&mut client, &world, "alone");
    assert_eq!(
        plan["paths"],
        json!([[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [10, 11, 12, 13, 13]])
    );
    let words = plan["words"].as_str().expect("words");
    assert!(
        words.starts_with("All 3 units reach their goals in 4 moves, 11 in total."),
        "{words}"
    );
    assert!(words.contains("on a pool of "), "{words}");
    assert!(words.ends_with("Once, two of them are in the same cell."), "{words}");
}

/// Every algorithm that units can have finds a path for each of them, whatever the others have; exact ones find a
/// cheapest path. The words tell what each algorithm took.
#[test]
fn each_unit_has_its_algorithm() {
    let (mut client, mut dice) = (Client::new(), Dice(46));
    let catalogue = client.call(&json!({ "request": "catalogue" }));
    let known = catalogue["unit_algorithms"].as_array().unwrap();
    let ids: Vec<&str> = known
        .iter()
        .map(|algorithm| algorithm["id"].as_str().unwrap())
        .collect();
    assert!(["astar", "dijkstra", "greedy", "bfs"].iter().all(|id| ids.contains(id)));
    let mut found = 0;
    for _ in 0..40 {
        let mut world = random_map(&mut dice);
        world["movement"] = json!("four");
        let edges = steps(&world);
        let each_once = |(to, _): &(usize, f64)| (*to, 1.0);
        let hops: Edges = edges.iter().map(|list| list.iter().map(each_once).collect()).collect();
        let cells = world["cells"].as_str().unwrap().as_bytes();
        let mut free: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell] != b'#').collect();
        for place in (1..free.len()).rev() {
            free.swap(place, dice.size(0, place));
        }
        let width = numbers(&json!([world["width"]]))[0];
        let place = |cell: usize| [cell % width, cell / width];
        let ends: Vec<[usize; 2]> = free.chunks_exact(2).map(|ends| [ends[0], ends[1]]).take(9).collect();
        let units = ends.iter().enumerate().map(
            |(i, ends)| json!({ "start": place(ends[0]), "goal": place(ends[1]), "algorithm": ids[i % ids.len()] }),
        );
        world["units"] = units.collect();
        if ends.is_empty() {
            continue;
        }
        let plan = plan(&mut client, &world, "alone");
        let words = plan["words"].as_str().unwrap();
        let stuck = numbers(&plan["stuck"]);
        for (i, [start, goal]) in ends.iter().enumerate() {
            let least = oracle(&edges, *start)[*goal];
            assert_eq!(stuck.contains(&(i + 1)), least.is_infinite(), "{plan}");
            let path = numbers(&plan["paths"][i]);
            assert_eq!(path[0], *start);
            if least.is_infinite() {
                assert!(path.iter().all(|cell| cell == start), "{plan}");
                continue;
            }
            found += 1;
            // Those that have arrived wait for the others.
            let arrival = path.iter().position(|cell| cell == goal).expect("it arrives");
            assert!(path[arrival..].iter().all(|cell| cell == goal), "{plan}");
            let along = |edges| cost_along(edges, &path[..=arrival]).expect("a path of the map");
            let id = ids[i % ids.len()];
            let (cost, most) = match id {
                "astar" | "dijkstra" | "bidirectional-dijkstra" => (along(&edges), least),
                "weighted-astar" => (along(&edges), 1.5 * least),
                "bfs" => (along(&hops), oracle(&hops, *start)[*goal]),
                _ => (along(&edges), f64::INFINITY),
            };
            assert!(cost < most + 1e-9, "{id} {plan} {world}");
        }
        for (i, algorithm) in known.iter().enumerate() {
            let count = (i..ends.len()).step_by(ids.len()).count();
            let group = format!("{}: {count} unit", algorithm["name"].as_str().unwrap());
            assert_eq!(words.contains(&group), count > 0, "{words}");
        }
    }
    assert!(found > 100, "{found}");
}

/// Sixteen units with long paths: other requests are served in between, and the plan is the same.
#[test]
fn plans_are_made_in_slices() {
    let mut world = Client::new().generate("cave", [Some(120), Some(120), None], 3);
    let cells = world["cells"].as_str().expect("cells").as_bytes().to_vec();
    let mut free = (0..cells.len()).filter(|cell| cells[*cell] != b'#');
    let mut place = || free.next().map(|cell| [cell % 120, cell / 120]).expect("a free cell");
    let starts: Vec<_> = (0..16).map(|_| place()).collect();
    let goals: Vec<_> = (0..16).map(|_| place()).collect();
    let units = starts.iter().zip(goals.iter().rev());
    let units = units.map(|(start, goal)| json!({ "start": start, "goal": goal }));
    world["units"] = units.collect();
    // Each reading of the clock is `pace` milliseconds later.
    let planned = |pace: u64| {
        let looks = Rc::new(Cell::new(0));
        let hand = looks.clone();
        let mut client = Client(Playground::new(move || {
            hand.set(hand.get() + 1);
            Duration::from_millis(hand.get() * pace)
        }));
        let session = client.start(&world, &json!([{ "algorithm": "dijkstra" }]));
        let request = json!({ "request": "plan", "scene": { "world": world } });
        let (mut plan, mut slices) = (client.call(&request), 1);
        while plan["more"] == true {
            assert_eq!(plan["paths"], json!([]));
            assert_eq!(client.run(session, slices)["step"], slices);
            let before = looks.get();
            plan = client.call(&json!({ "request": "go-on", "plan": plan["plan"] }));
            assert!((looks.get() - before) * pace < 50 + 4 * pace);
            slices += 1;
        }
        (plan["paths"].clone(), slices)
    };
    let (at_once, one) = planned(0);
    let (in_slices, many) = planned(10);
    assert_eq!(at_once, in_slices);
    assert!(one == 1 && many > 5, "{one} and {many} slices");
}

#[test]
fn plans_that_are_left_alone_are_forgotten() {
    let clock = Rc::new(Cell::new(Duration::ZERO));
    let hand = clock.clone();
    // Each reading of the clock is a slice later, so no plan is made in one request.
    let mut client = Client(Playground::new(move || {
        hand.set(hand.get() + Duration::from_millis(50));
        hand.get()
    }));
    let mut world = client.generate("empty", [Some(30), Some(30), None], 1);
    world["units"] = json!([{ "start": [0, 0], "goal": [29, 29] }, { "start": [29, 0], "goal": [0, 29] }]);
    let plan = client.call(&json!({ "request": "plan", "scene": { "world": world }, "planner": "pibt" }));
    let go_on = json!({ "request": "go-on", "plan": plan["plan"] });
    assert_eq!(client.call(&go_on)["more"], true);
    clock.set(clock.get() + IDLE);
    assert_eq!(client.ask(&go_on).0, 400);
}

/// All sessions share their memory: idle ones make room, and if there are none, a search stops and gives the reason.
#[test]
fn sessions_share_their_memory() {
    let clock = Rc::new(Cell::new(Duration::ZERO));
    let hand = clock.clone();
    let mut client = Client(Playground::new(move || hand.get()).with_memory(8 << 20));
    let world = client.generate("puzzle", [Some(5), Some(5), None], 4);
    let session = |client: &mut Client| client.start(&world, &json!([{ "algorithm": "dijkstra" }]));
    let advance = |session: u64| json!({ "request": "advance", "session": session, "steps": 1000 });
    let (one, two) = (session(&mut client), session(&mut client));
    let mut steps = 0;
    let stopped = loop {
        client.call(&advance(one));
        let views = client.call(&advance(two));
        let run = views["runs"][0].clone();
        if run["status"] != "running" {
            break run;
        }
        steps = run["step"].as_u64().unwrap();
        assert!(run["stats"]["bytes"].as_u64().unwrap() < 8 << 20);
    };
    assert_eq!(
        (&stopped["status"], &stopped["step"]),
        (&json!("failed"), &json!(steps))
    );
    assert!(
        stopped["words"].as_str().unwrap().contains("Close another page"),
        "{stopped}"
    );
    // It can still go back, and forwards to the same step.
    let back = client.call(&json!({ "request": "seek", "session": two, "steps": [steps - 1] }));
    assert_eq!(
        (&back["runs"][0]["step"], &back["runs"][0]["status"]),
        (&json!(steps - 1), &json!("running"))
    );
    let there = client.call(&json!({ "request": "seek", "session": two, "steps": [steps] }));
    assert_eq!(there["runs"][0]["step"], steps);
    // Once the other one is idle, it has to make room.
    clock.set(REST);
    assert_eq!(client.run(two, steps + 10)["step"], steps + 10);
    assert_eq!(client.ask(&advance(one)).0, 404);
}
