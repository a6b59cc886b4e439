//! Levels: walls in areas, searched on a mesh of polygons, compared with a visibility graph.

mod client;

use astride_mesh::Mesh;
use client::Client;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

type Spot = [f64; 2];

impl Client {
    fn level(&mut self, what: &str, size: [u64; 2], seed: u64) -> Value {
        let [width, height] = size;
        let request = json!({ "request": "generate", "what": what, "width": width, "height": height, "seed": seed });
        self.call(&request)["world"].clone()
    }

    /// Runs both searches to their ends.
    fn both(&mut self, world: &Value) -> [Value; 2] {
        let searches = json!([{ "algorithm": "polyanya" }, { "algorithm": "string-pulling" }]);
        let session = self.start(world, &searches);
        let runs = self.seek(session, &[1_000_000; 2], true);
        self.call(&json!({ "request": "end", "session": session }));
        [runs[0].clone(), runs[1].clone()]
    }

    fn seek(&mut self, session: u64, steps: &[u64], whole: bool) -> Value {
        let mut whole = whole;
        loop {
            let request = json!({ "request": "seek", "session": session, "steps": steps, "whole": whole });
            let views = self.call(&request);
            if views["more"] == false {
                return views["runs"].clone();
            }
            whole = false;
        }
    }

    fn plan(&mut self, world: &Value) -> Value {
        self.call(&json!({ "request": "plan", "scene": { "world": world } }))
    }
}

fn spot(value: &Value) -> Spot {
    [0, 1].map(|axis| value[axis].as_f64().unwrap())
}

fn spots(value: &Value) -> Vec<Spot> {
    value.as_array().unwrap().iter().map(spot).collect()
}

fn walls(world: &Value) -> Vec<Vec<Spot>> {
    world["walls"].as_array().unwrap().iter().map(spots).collect()
}

/// A convex area with walls.
struct Ground {
    area: Vec<Spot>,
    walls: Vec<Vec<Spot>>,
}

impl Ground {
    fn of(world: &Value) -> Self {
        Ground {
            area: spots(&world["areas"][0]),
            walls: walls(world),
        }
    }
}

fn distance(one: Spot, other: Spot) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

fn length(points: &[Spot]) -> f64 {
    points.windows(2).map(|ends| distance(ends[0], ends[1])).sum()
}

/// Returns whether a point is inside a polygon.
fn is_inside(polygon: &[Spot], [x, y]: Spot) -> bool {
    let edges = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let crossed = edges.filter(|(from, to)| {
        (from[1] > y) != (to[1] > y) && x < from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0])
    });
    crossed.count() % 2 == 1
}

/// Returns whether no part of a line has walls, or the outside of the area, on both sides.
fn is_free(Ground { area, walls }: &Ground, from: Spot, to: Spot) -> bool {
    let cross = |p: Spot, q: Spot| p[0] * q[1] - p[1] * q[0];
    let line = [to[0] - from[0], to[1] - from[1]];
    let long = line[0].hypot(line[1]).max(1e-9);
    // The parts of the line between its crossings with edges.
    let mut shares = vec![0.0, 1.0];
    for wall in walls.iter().chain([area]) {
        for (a, b) in wall.iter().zip(wall.iter().cycle().skip(1)) {
            let edge = [b[0] - a[0], b[1] - a[1]];
            let turn = cross(line, edge);
            if turn.abs() > 1e-12 {
                let share = cross([a[0] - from[0], a[1] - from[1]], edge) / turn;
                let place = cross([a[0] - from[0], a[1] - from[1]], line) / turn;
                if (-1e-6..=1.0 + 1e-6).contains(&place) {
                    shares.push(share.clamp(0.0, 1.0));
                }
            }
        }
    }
    shares.sort_by(f64::total_cmp);
    shares.windows(2).all(|ends| {
        if (ends[1] - ends[0]) * long < 1e-3 {
            return true;
        }
        let share = f64::midpoint(ends[0], ends[1]);
        let side = |offset: f64| {
            let shift = [-line[1] / long * offset, line[0] / long * offset];
            let point = [0, 1].map(|axis| from[axis] + share * line[axis] + shift[axis]);
            !is_inside(area, point) || walls.iter().any(|wall| is_inside(wall, point))
        };
        !(side(1e-4) && side(-1e-4))
    })
}

/// Returns the length of a shortest path, by relaxing all lines between corners until nothing changes.
fn oracle(world: &Value, start: Spot, goal: Spot) -> Option<f64> {
    let ground = Ground::of(world);
    let inside = |point: &Spot| {
        let area = ground.area.iter();
        area.clone().zip(area.cycle().skip(1)).all(|(from, to)| {
            (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]) > -1e-9
        })
    };
    let corners = ground.walls.iter().flatten().copied().filter(inside);
    let points: Vec<Spot> = [start, goal].into_iter().chain(corners).collect();
    let mut lengths = vec![f64::INFINITY; points.len()];
    lengths[0] = 0.0;
    let mut todo = vec![0];
    let mut lines = vec![None; points.len() * points.len()];
    while let Some(one) = todo.pop() {
        for other in 0..points.len() {
            let known = lengths[one] + distance(points[one], points[other]);
            if known >= lengths[other] - 1e-9 {
                continue;
            }
            let line = &mut lines[one * points.len() + other];
            if *line.get_or_insert_with(|| is_free(&ground, points[one], points[other])) {
                lengths[other] = known;
                todo.push(other);
            }
        }
    }
    Some(lengths[1]).filter(|length| length.is_finite())
}

/// Both searches on levels of all kinds: paths do not cross walls, those of Polyanya are as short as possible, and
/// those of the other one are not shorter.
#[test]
fn paths_are_shortest_ones() {
    let mut client = Client::new();
    let mut longer = 0;
    for seed in 0..8 {
        for what in ["hall", "office", "rocks", "yard"] {
            let world = client.level(what, [30, 20], seed);
            let (start, goal) = (spot(&world["start"]), spot(&world["goals"][0]));
            let shortest = oracle(&world, start, goal).expect("the generator connects the ends");
            let ground = Ground::of(&world);
            let [exact, pulled] = client.both(&world);
            for view in [&exact, &pulled] {
                assert_eq!(view["status"], "found", "{what} {seed}");
                let points = spots(&view["points"]);
                assert!(distance(points[0], start) < 1e-4 && distance(*points.last().unwrap(), goal) < 1e-4);
                assert!((length(&points) - view["cost"].as_f64().unwrap()).abs() < 1e-3);
                assert_eq!(view["length"], points.len() - 2);
                for ends in points.windows(2) {
                    assert!(is_free(&ground, ends[0], ends[1]), "{what} {seed}: {ends:?}");
                }
            }
            let [exact_length, pulled_length] = [&exact, &pulled].map(|view| view["cost"].as_f64().unwrap());
            assert!(
                (exact_length - shortest).abs() < 1e-3,
                "{what} {seed}: {exact_length} {shortest}"
            );
            assert!(pulled_length > exact_length - 1e-3, "{what} {seed}");
            assert_eq!(exact["is_cheapest"], true);
            let over = pulled["excess"]["over"].as_f64().unwrap();
            assert!((over - (pulled_length - exact_length)).abs() < 1e-3, "{what} {seed}");
            if over > 0.0 {
                longer += 1;
                assert!(
                    pulled["words"]
                        .as_str()
                        .unwrap()
                        .contains("longer than a shortest path")
                );
            }
        }
    }
    assert!(longer > 3, "string pulling was never worse");
}

/// The differences between views add up to the complete view, forwards and backwards, and name what each node sees.
#[test]
fn views_add_up() {
    let mut client = Client::new();
    let world = client.level("rocks", [40, 30], 5);
    let session = client.start(&world, &json!([{ "algorithm": "polyanya" }]));
    let last = client.seek(session, &[1_000_000], false)[0]["last"].as_u64().unwrap();
    assert!(last > 10);
    let states = |view: &Value| -> Vec<(u64, u64)> {
        let changes = view["changes"].as_array().unwrap();
        let states = changes
            .chunks(5)
            .map(|change| (change[0].as_u64().unwrap(), change[1].as_u64().unwrap()));
        states.filter(|(_, state)| *state != 0).collect()
    };
    let mut shown = std::collections::BTreeMap::new();
    for step in (0..=last).chain((0..last).rev()) {
        let view = client.seek(session, &[step], false)[0].clone();
        for change in view["changes"].as_array().unwrap().chunks(5) {
            shown.insert(change[0].as_u64().unwrap(), change[1].as_u64().unwrap());
        }
        if step % 5 != 0 {
            continue;
        }
        shown.retain(|_, state| *state != 0);
        let whole = client.seek(session, &[step], true)[0].clone();
        let mut expected = states(&whole);
        expected.sort_unstable();
        assert_eq!(shown.clone().into_iter().collect::<Vec<_>>(), expected, "step {step}");
        assert_eq!(whole["shapes"].as_array().map_or(0, Vec::len), 9 * expected.len());
        assert!(whole["mesh"]["polygons"].as_array().unwrap().len() > 10);
        // The picture has the open nodes of the search.
        let open = expected.iter().filter(|(_, state)| *state == 1).count();
        assert_eq!(whole["stats"]["open"], open);
        for node in whole["queue"].as_array().unwrap() {
            let node = node["node"].as_u64().unwrap();
            let details = client.call(&json!({ "request": "node", "session": session, "run": 0, "node": node }));
            let name = details["name"].as_str().unwrap();
            assert!(
                ["start", "view from", "turn at", "goal"]
                    .iter()
                    .any(|kind| name.starts_with(kind)),
                "{name}"
            );
        }
    }
}

/// A square of 10 with a wall across it, which has a door of 2.
fn door() -> Value {
    json!({
        "kind": "mesh", "areas": [[[0, 0], [10, 0], [10, 10], [0, 10]]],
        "walls": [[[4, 0], [5, 0], [5, 8], [4, 8]]], "start": [1, 1], "goals": [[9, 1]],
    })
}

#[test]
fn the_radius_keeps_paths_away_from_walls() {
    let mut client = Client::new();
    let mut world = door();
    let [exact, _] = client.both(&world);
    let expected = distance([1.0, 1.0], [4.0, 8.0]) + 1.0 + distance([5.0, 8.0], [9.0, 1.0]);
    assert!((exact["cost"].as_f64().unwrap() - expected).abs() < 1e-3);
    world["radius"] = json!(0.5);
    let [wide, _] = client.both(&world);
    assert!(wide["cost"].as_f64().unwrap() > expected + 0.1);
    // It does not fit through the door, and no node is expanded to find that out.
    world["radius"] = json!(1.1);
    world["start"] = json!([2, 2]);
    world["goals"] = json!([[8, 2]]);
    let runs = client.both(&world);
    assert_eq!(runs[0]["status"], "exhausted");
    assert_eq!(runs[0]["stats"]["expanded"], 0);
    assert_eq!(runs[1]["status"], "exhausted");
}

#[test]
fn the_nearest_of_several_goals() {
    let mut client = Client::new();
    let mut world = door();
    world["goals"] = json!([[9, 1], [1, 9], [3, 3]]);
    let runs = client.both(&world);
    assert!((runs[0]["cost"].as_f64().unwrap() - 8_f64.sqrt()).abs() < 1e-3);
    assert_eq!(runs[1]["status"], "refused");
    assert!(runs[1]["words"].as_str().unwrap().contains("exactly one goal"));
}

#[test]
fn units_walk_on_shortest_paths_and_wait_where_there_is_none() {
    let mut client = Client::new();
    let mut world = door();
    let alone = client.plan(&world);
    assert_eq!(alone["ways"].as_array().unwrap().len(), 1);
    world["units"] = json!([
        { "start": [1, 1], "goal": [9, 1] },
        // Both are in the wall, and are moved out of it.
        { "start": [4.2, 3], "goal": [4.8, 3] },
    ]);
    let plan = client.plan(&world);
    assert_eq!((&plan["more"], &plan["stuck"]), (&json!(false), &json!([])));
    let ways: Vec<Vec<Spot>> = plan["ways"].as_array().unwrap().iter().map(spots).collect();
    assert!((length(&ways[0]) - oracle(&world, [1.0, 1.0], [9.0, 1.0]).unwrap()).abs() < 1e-3);
    assert!((length(&ways[1]) - 11.0).abs() < 1e-3, "{:?}", ways[1]);
    assert!(plan["words"].as_str().unwrap().contains("2 units"));
    // A second wall closes the door.
    world["walls"] = json!([[[4, 0], [5, 0], [5, 8], [4, 8]], [[4, 7], [6, 7], [6, 11], [4, 11]]]);
    let plan = client.plan(&world);
    assert_eq!(plan["stuck"], json!([1, 2]));
    assert_eq!(plan["ways"], json!([null, null]));
}

/// A start in a wall keeps the searches from beginning; everything else that is wrong is an error that names it.
#[test]
fn bad_levels_are_refused() {
    let mut client = Client::new();
    let check = |client: &mut Client, world: &Value, search: &Value| {
        let scene = json!({ "world": world, "searches": [search] });
        client.ask(&json!({ "request": "start", "scene": scene }))
    };
    let polyanya = json!({ "algorithm": "polyanya" });
    for (end, at) in [
        ("start", json!([4.5, 4])),
        ("start", json!([-1, 4])),
        ("goals", json!([[4.5, 4]])),
    ] {
        let mut world = door();
        world[end] = at;
        let runs = client.both(&world);
        for run in runs {
            assert_eq!(run["status"], "refused");
            assert!(run["words"].as_str().unwrap().contains("is in a wall"), "{run}");
        }
    }
    let ring = |corners: usize| -> Value {
        (0..corners)
            .map(|corner| json!([corner, corner * corner % 7]))
            .collect()
    };
    let cases = [
        ("areas", json!([]), "no room"),
        ("areas", json!([[[0, 0], [1, 0]]]), "area 0 has 2 points"),
        ("areas", json!([[[0, 0], [1, 1], [2, 2]]]), "area 0 encloses nothing"),
        (
            "walls",
            json!([[[0, 0], [1, 1], [2, 2]]]),
            "obstacle 0 encloses nothing",
        ),
        (
            "walls",
            json!([[[0, 0], [1e7, 1], [2, 2]]]),
            "\"walls\"[0]: coordinates",
        ),
        ("walls", json!([[[0, 0], [null, 1], [2, 2]]]), "\"walls\""),
        ("walls", json!([[[-1, -1], [11, -1], [11, 11], [-1, 11]]]), "no room"),
        ("walls", json!(vec![ring(3); 1001]), "there are 1001, but at most 1000"),
        ("walls", json!([ring(10_001)]), "corners, but may have at most 10000"),
        ("radius", json!(-1), "the radius of the agent is -1"),
        ("radius", json!(6), "no room"),
        ("goals", json!([]), "there are 0"),
        ("goals", json!(vec![[1, 1]; 65]), "there are 65"),
        ("start", json!([1e300, 0]), "coordinates of the start"),
        ("start", json!(7), "\"start\""),
        (
            "units",
            json!(vec![json!({ "start": [1, 1], "goal": [2, 2] }); 41]),
            "there are 41",
        ),
        ("units", json!([{ "start": [1, 1], "goal": [2, 1e9] }]), "\"units\"[0]"),
        ("depth", json!(7), "unknown field"),
    ];
    for (name, value, words) in cases {
        let mut world = door();
        world[name] = value;
        for (status, response) in [
            check(&mut client, &world, &polyanya),
            client.ask(&json!({ "request": "plan", "scene": { "world": world } })),
        ] {
            assert_eq!(status, 400, "{name}: {response}");
            assert!(
                response["error"].as_str().unwrap().contains(words),
                "{name}: {response}"
            );
        }
    }
    let searches = [
        (json!({ "algorithm": "astar" }), "no search \"astar\""),
        (json!({ "algorithm": "polyanya", "weight": 2 }), "no parameter"),
        (json!({ "algorithm": "polyanya", "heuristic": "zero" }), "no heuristic"),
    ];
    for (search, words) in searches {
        let (status, response) = check(&mut client, &door(), &search);
        assert_eq!(status, 400);
        assert!(response["error"].as_str().unwrap().contains(words), "{response}");
    }
    // All searches have the ends of the level.
    let (_, started) = check(&mut client, &door(), &json!({ "algorithm": "polyanya", "start": 3 }));
    assert_eq!(started["runs"][0]["status"], "refused");
    let (status, response) = client.ask(&json!({ "request": "generate", "what": "map" }));
    assert!(status == 400 && response["error"].as_str().unwrap().contains("must be a map"));
}

#[test]
fn a_map_becomes_a_level() {
    let mut client = Client::new();
    for seed in 0..3 {
        for what in ["cave", "rooms", "maze"] {
            let request = json!({ "request": "generate", "what": what, "width": 24, "height": 20, "seed": seed });
            let map = client.call(&request)["world"].clone();
            let request = json!({ "request": "generate", "what": "map", "world": map });
            let level = client.call(&request)["world"].clone();
            // The walls cover exactly the walls of the map.
            for (cell, symbol) in map["cells"].as_str().unwrap().chars().enumerate() {
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                let middle = [cell % 24, cell / 24].map(|side| side as f64 + 0.5);
                let covers = walls(&level).iter().filter(|wall| is_inside(wall, middle)).count();
                assert_eq!(covers, usize::from(symbol == '#'), "{what} {seed} {cell}");
            }
            if what == "cave" {
                // Walls that touch in a corner are closed there, which the visibility graph does not know.
                continue;
            }
            let [exact, _] = client.both(&level);
            let expected = oracle(&level, spot(&level["start"]), spot(&level["goals"][0])).unwrap();
            assert!(
                (exact["cost"].as_f64().unwrap() - expected).abs() < 1e-3,
                "{what} {seed}"
            );
        }
    }
}

#[test]
fn a_mesh_is_written_as_a_file() {
    let mut client = Client::new();
    let world = client.level("hall", [40, 30], 2);
    let request = json!({ "request": "write", "format": "mesh", "scene": { "world": world } });
    let file = client.call(&request);
    let mesh = Mesh::parse(file["content"].as_str().unwrap().as_bytes()).unwrap();
    let session = client.start(&world, &json!([{ "algorithm": "polyanya" }]));
    let view = client.seek(session, &[0], true)[0].clone();
    assert_eq!(view["mesh"]["polygons"].as_array().unwrap().len(), mesh.polygon_count());
    let path = mesh
        .path(spot(&world["start"]), spot(&world["goals"][0]))
        .unwrap()
        .unwrap();
    let [exact, _] = client.both(&world);
    assert!((path.length - exact["cost"].as_f64().unwrap()).abs() < 1e-3);
    // It covers the same area after it has been read, so paths are as long.
    let request = json!({ "request": "parse", "format": "mesh", "text": file["content"] });
    let mut read = client.call(&request)["world"].clone();
    assert_eq!(client.both(&read)[0]["status"], "found", "the ends are connected");
    (read["start"], read["goals"]) = (world["start"].clone(), world["goals"].clone());
    assert_eq!(client.both(&read)[0]["cost"], exact["cost"]);
    let (status, response) = client.ask(&json!({ "request": "parse", "format": "mesh", "text": "mesh\n2\n3" }));
    assert!(
        status == 400 && response["error"].as_str().unwrap().contains("line"),
        "{response}"
    );
}

#[test]
fn a_trace_names_places() {
    let mut client = Client::new();
    let session = client.start(
        &door(),
        &json!([{ "algorithm": "polyanya" }, { "algorithm": "string-pulling" }]),
    );
    client.seek(session, &[1000; 2], false);
    for run in 0..2 {
        let file = client.call(&json!({ "request": "trace", "session": session, "run": run }));
        let text = file["content"].as_str().unwrap();
        let events = text.lines().filter(|line| line.contains("type: expanding"));
        assert!(
            events.clone().count() > 2 && events.clone().all(|line| line.contains(", x: ")),
            "{text}"
        );
    }
}

const TEXT: &str = "\
area: (0, 0) (9, 0) (9, 9) (0, 9)
wall: (3, 3) (6, 3) (6, 6) (3, 6)
start: (1, 4)
goal: (8, 4.5)
unit: (1, 1) (8, 8)
radius: 0.5
";

fn parse(text: &str) -> (u16, Value) {
    Client::new().ask(&json!({ "request": "parse", "format": "walls", "text": text }))
}

fn write(world: &Value) -> String {
    let request = json!({ "request": "write", "format": "walls", "scene": { "world": world } });
    Client::new().call(&request)["content"].as_str().unwrap().to_owned()
}

#[test]
fn a_level_is_read_and_written() {
    let (status, response) = parse(&format!("# A room with a pillar.\n\n{TEXT}"));
    assert_eq!(status, 200, "{response}");
    assert_eq!(
        response["world"],
        json!({
            "kind": "mesh", "areas": [[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]],
            "walls": [[[3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0]]], "radius": 0.5, "start": [1.0, 4.0],
            "goals": [[8.0, 4.5]], "units": [{ "start": [1.0, 1.0], "goal": [8.0, 8.0] }],
        })
    );
    assert_eq!(write(&response["world"]), TEXT);
    for (text, words) in [
        ("", "no line with the start"),
        ("start: (1, 1)", "no area"),
        ("start: (1, 1)\narea: (0, 0) (1, 0) (1, 1)", "no line with a goal"),
        ("wall (0, 0)", "line 1, \"wall (0, 0)\": it must begin with"),
        ("\nhole: (0, 0)", "line 2, \"hole: (0, 0)\": \"hole\" is not known"),
        ("wall: 0, 0", "a point such as (3, 3) is needed"),
        ("wall: (0, 0", "a point such as (3, 3) is needed"),
        ("wall: (0; 0)", "is not a point such as (3, 3)"),
        ("wall: (0, x)", "\"x\" is not a number"),
        ("wall: (0, nan)", "\"nan\" is not a number"),
        ("wall: (0, inf)", "\"inf\" is not a number"),
        ("start: (0, 0) (1, 1)", "one point is needed, but there are 2"),
        ("unit: (0, 0)", "two points are needed, but there are 1"),
        ("radius: wide", "\"wide\" is not a number"),
    ] {
        let (status, response) = parse(text);
        assert_eq!(status, 400, "{text}");
        assert!(
            response["error"].as_str().unwrap().contains(words),
            "{text}: {response}"
        );
    }
}

/// Lines that are almost those of a level.
const LINES: &str = "((area|wall|start|goal|unit|radius|x):? ?([(][0-9.e-]{1,3}, ?-?[0-9]{1,2}[)] ?){0,4}\n){0,5}";

/// Coordinates that JSON keeps exactly.
fn eighths() -> impl Strategy<Value = f64> {
    (-8_000_000..8_000_000_i32).prop_map(|number| f64::from(number) / 8.0)
}

fn ring() -> impl Strategy<Value = Vec<Spot>> {
    vec([eighths(), eighths()], 0..6)
}

proptest! {
    #[test]
    fn any_level_is_read_as_it_was_written(
        areas in vec(ring(), 1..3), walls in vec(ring(), 0..4), ends in vec([eighths(), eighths()], 2..5),
        radius in eighths().prop_map(f64::abs),
    ) {
        let world = json!({
            "kind": "mesh", "areas": areas, "walls": walls, "radius": radius, "start": ends[0], "goals": &ends[1..],
        });
        let (status, response) = parse(&write(&world));
        prop_assert_eq!(status, 200);
        prop_assert_eq!(&response["world"], &world);
    }

    #[test]
    fn any_text_is_read_or_refused(text in LINES) {
        let (status, response) = parse(&text);
        prop_assert!(status == 200 || (status == 400 && response["error"].is_string()));
    }

    /// Any level either gets a mesh and runs, or is refused.
    #[test]
    fn any_level_is_searched_or_refused(
        areas in vec(vec([-9..9, -9..9_i32], 0..6), 0..3), walls in vec(vec([-9..9, -9..9_i32], 0..6), 0..4),
        ends in vec([-9..9, -9..9_i32], 2..4), radius in 0..3_i32,
    ) {
        let world = json!({
            "kind": "mesh", "areas": areas, "walls": walls, "radius": radius, "start": ends[0], "goals": &ends[1..],
        });
        let searches = json!([{ "algorithm": "polyanya" }, { "algorithm": "string-pulling" }]);
        let mut client = Client::new();
        let scene = json!({ "world": world, "searches": searches });
        let (status, started) = client.ask(&json!({ "request": "start", "scene": scene }));
        prop_assert!(status == 200 || status == 400, "{started}");
        if status == 200 {
            let views = client.seek(started["session"].as_u64().unwrap(), &[100_000; 2], false);
            prop_assert!(views[0]["status"] != "running", "{views}");
        }
    }
}
