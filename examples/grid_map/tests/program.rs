//! The example `grid_map`, run as a program: its guarantees, and its errors for bad input.
//!
//! `cargo test` builds the example before it runs this.

#[path = "../../../tests/common/program.rs"]
mod program;

use std::env;
use std::path::PathBuf;
use std::process::Command;

use program::{assert_explained, assert_refused, assert_survives_a_closed_pipe, example, run, stdout_of};
use serde_json::Value;

fn grid_map_json(args: &[&str], map: &str) -> Vec<Value> {
    let args = [args, &["--format", "json", "-"]].concat();
    let text = stdout_of("grid_map", &args, map);
    serde_json::from_str(&text).expect("an array of objects")
}

#[test]
fn grid_map_draws_its_own_map_with_the_path() {
    let text = stdout_of("grid_map", &[], "");
    assert!(
        text.contains("S start  G goal  * path  + closed  o open  # wall"),
        "{text}"
    );
    assert!(text.contains("astar       found"), "{text}");
    assert!(!text.contains('\x1b'), "no colours into a pipe");
    let picture: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert!(picture.len() > 10 && picture.iter().all(|row| row.len() == picture[0].len()));
    for symbol in ['S', 'G', '*', '+', 'o', '#', '.'] {
        assert!(picture.iter().any(|row| row.contains(symbol)), "{symbol} in\n{text}");
    }
}

#[test]
fn grid_map_draws_exactly_this() {
    let text = stdout_of("grid_map", &["-m", "4", "-"], "S.#.\n..#G\n....\n");
    let picture: Vec<&str> = text.lines().take(3).collect();
    // Every shortest path stays at the lower left.
    let marks = |symbol| picture.concat().matches(symbol).count();
    assert_eq!((marks('S'), marks('G'), marks('*'), marks('#')), (1, 1, 5, 2), "{text}");
    assert_eq!(picture[2].chars().last(), Some('*'), "{text}");
}

#[test]
fn grid_map_shows_colours_only_where_they_are_wanted() {
    let coloured = |variables: &[(&str, &str)]| {
        let mut command = Command::new(example("grid_map"));
        command
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(variables.iter().copied());
        let output = command.output().expect("the example runs");
        output.stdout.contains(&b'\x1b')
    };
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[]));
    assert!(!coloured(&[("NO_COLOR", "1")]));
}

/// Between S and G there are two walls that touch at their corners, a wall with an open end, and terrain on the
/// straight path.
#[test]
fn grid_map_finds_the_known_costs() {
    let corner = "S#.\n..#\n..G\n";
    let hook = "S#\n.G\n";
    let swamp = "S9G\n...\n";
    let known = [
        // Down, down, right, right; a corner is cut only from (1,1) to G.
        (corner, "4", 4),
        (corner, "8", 2 * 985 + 1393),
        (corner, "8-cut", 2 * 1393),
        (corner, "8-squeeze", 2 * 1393),
        (hook, "4", 2),
        (hook, "8", 2 * 985),
        (hook, "8-cut", 1393),
        (hook, "8-squeeze", 1393),
        ("S#\n#G\n", "8-squeeze", 1393),
        (swamp, "4", 4),
        (swamp, "8", 2 * 1393),
    ];
    for (map, movement, cost) in known {
        for algorithm in ["astar", "dijkstra"] {
            let records = grid_map_json(&["--movement", movement, "--algorithm", algorithm], map);
            let [record] = records.as_slice() else {
                panic!("one search, not {records:?}");
            };
            let found = record["cost"].as_f64().expect("a number");
            let cost = f64::from(cost) / if movement == "4" { 1.0 } else { 985.0 };
            assert!(
                (found - cost).abs() < 1e-9,
                "{algorithm}, movement {movement} on\n{map}"
            );
            assert_eq!(record["status"], "found");
            assert_eq!(
                record["path"].as_array().map(Vec::len),
                record["steps"]
                    .as_u64()
                    .and_then(|steps| usize::try_from(steps + 1).ok())
            );
        }
    }
}

const ALGORITHMS: [&str; 10] = [
    "astar",
    "jps",
    "jps+",
    "theta",
    "lazy-theta",
    "dijkstra",
    "greedy",
    "bfs",
    "dfs",
    "wastar",
];

#[test]
fn grid_map_runs_all_algorithms_side_by_side() {
    let records = grid_map_json(&["--algorithm", "all"], "S...\n.##.\n...G\n");
    let names: Vec<_> = records
        .iter()
        .filter_map(|record| record["algorithm"].as_str())
        .collect();
    assert_eq!(names, ALGORITHMS);
    assert!(records.iter().all(|record| record["status"] == "found"));
    for record in &records {
        let name = record["algorithm"].as_str().expect("a name");
        let cost = record["cost"].as_f64().expect("a number");
        match name {
            "astar" | "jps" | "jps+" | "dijkstra" => assert_eq!(record["cost"], records[0]["cost"]),
            // A line may not touch the wall's corners.
            "theta" | "lazy-theta" => assert!((cost - 5.0).abs() < 1e-8, "{cost}"),
            _ => assert!(cost >= 5.0),
        }
    }

    let text = stdout_of("grid_map", &["--algorithm", "all"], "");
    for name in names {
        assert!(
            text.lines()
                .any(|line| line.trim_start().starts_with(name) && line.contains("found")),
            "{text}"
        );
    }
}

/// Along the grid, the length is 5 + 3√2; straight past the corner of the wall, it is less.
#[test]
fn grid_map_goes_straight_or_by_jump_points() {
    let map = "S.......\n........\n........\n...##...\n........\n.......G\n";
    let record = |algorithm: &str| grid_map_json(&["-a", algorithm], map).swap_remove(0);
    let [plain, jumps, looked_up, straight] = ["astar", "jps", "jps+", "theta"].map(record);
    for by_jumps in [&jumps, &looked_up] {
        assert_eq!(
            (&by_jumps["cost"], &by_jumps["steps"]),
            (&plain["cost"], &plain["steps"])
        );
        // All cells of the path, not only its jump points.
        assert_eq!(
            by_jumps["path"].as_array().map(Vec::len),
            plain["path"].as_array().map(Vec::len)
        );
        assert!(by_jumps["nodes"].as_u64() < plain["nodes"].as_u64());
    }
    let length = straight["cost"].as_f64().expect("a number");
    assert!(
        length > 74_f64.sqrt() && length < plain["cost"].as_f64().expect("a number"),
        "{length}"
    );
    assert!(straight["steps"].as_u64() < Some(4), "lines: {straight}");
    let drawn = stdout_of("grid_map", &["-a", "theta", "-"], map);
    let stars = drawn.lines().take(6).collect::<String>().matches('*').count();
    assert!(stars >= 6, "every cell on the lines:\n{drawn}");
}

#[test]
fn grid_map_leaves_out_what_does_not_suit_the_map() {
    let swamp = "S.9.G\n.....\n";
    let records = grid_map_json(&["-a", "all"], swamp);
    let names: Vec<_> = records
        .iter()
        .filter_map(|record| record["algorithm"].as_str())
        .collect();
    assert!(
        names.len() == 8 && !names.iter().any(|name| name.contains("theta")),
        "{names:?}"
    );
    for record in &records[..4] {
        // The jump point searches fall back to single steps.
        let cost = record["cost"].as_f64().expect("a number");
        assert!((cost - 2.0 - 8_f64.sqrt()).abs() < 1e-5, "{record}");
    }
    let text = stdout_of("grid_map", &["-a", "all", "-"], swamp);
    assert!(
        text.contains("theta and lazy-theta are left out, since the terrain has different costs"),
        "{text}"
    );
    assert_refused(
        "grid_map",
        &["-a", "lazy-theta", "-"],
        swamp,
        &["--algorithm lazy-theta", "2,0", "terrain cost 9"],
    );
    // The same cost everywhere is accepted.
    let marsh = grid_map_json(&["-a", "theta", "--from", "0,0", "--to", "2,0"], "333\n");
    assert_eq!(marsh[0]["cost"], 6.0);
}

#[test]
fn grid_map_takes_ends_from_the_arguments_the_marks_or_the_map() {
    let ends = |args: &[&str], map| {
        let records = grid_map_json(args, map);
        (records[0]["from"].to_string(), records[0]["to"].to_string())
    };
    let pair = |from: &str, to: &str| (from.to_string(), to.to_string());
    assert_eq!(ends(&[], "#.S\nG..\n"), pair("[2,0]", "[0,1]"));
    assert_eq!(ends(&[], "#..\n..#\n"), pair("[1,0]", "[1,1]"));
    assert_eq!(
        ends(&["--from", "1,0", "--to", "2,1"], "#.S\nG..\n"),
        pair("[1,0]", "[2,1]")
    );
    assert_eq!(ends(&[], "."), pair("[0,0]", "[0,0]"));
}

#[test]
fn grid_map_refuses_bad_maps_and_names_the_place() {
    for (map, parts) in [
        ("...\n..\n", ["standard input:2:3:", "2 cells"]),
        ("...\n....\n", ["standard input:2:4:", "4 cells"]),
        ("..\n.x\n", ["standard input:2:2:", "\"x\""]),
        ("..\n.\u{1b}\n", ["standard input:2:2:", "\\u{1b}"]),
        ("S.\n.S\n", ["standard input:2:2:", "second start"]),
        ("", ["standard input:1:1:", "first row is missing"]),
        ("##\n##\n", ["standard input:", "no free cell"]),
        ("P5\n1 1\n255\n1", ["standard input:", "'P2'"]),
    ] {
        assert_refused("grid_map", &["-"], map, &parts);
    }
    assert_refused("grid_map", &["no/such.map"], "", &["no/such.map:", "No such file"]);
}

#[test]
fn grid_map_names_the_place_of_bytes_that_are_no_text() {
    let path = env::temp_dir().join(format!("astride-grid-map-{}.txt", std::process::id()));
    std::fs::write(&path, b"..\n.\xFF\n").expect("a temporary file");
    let name = path.to_string_lossy().into_owned();
    assert_refused("grid_map", &[&name], "", &[&format!("{name}:2:2:"), "0xFF"]);
    std::fs::remove_file(&path).expect("the same file");
}

#[test]
fn grid_map_refuses_bad_arguments_and_names_them() {
    let refused: [(&[&str], &[&str]); 18] = [
        (&["--from", "0,0"], &["--from", "0,0", "in a wall"]),
        (&["--to", "62,1"], &["--to", "62,1", "outside"]),
        (&["--from", "1;1"], &["--from", "1;1"]),
        (&["--from", "-1,2"], &["--from", "-1,2"]),
        (&["--movement", "6"], &["--movement", "6", "8-squeeze"]),
        (&["--algorithm", "magic"], &["--algorithm", "magic", "dijkstra"]),
        (&["--algorithm", "astar,"], &["--algorithm"]),
        (&["--estimate", "guess"], &["--estimate", "guess"]),
        (&["--estimate", "manhattan"], &["--estimate", "manhattan", "movement 8"]),
        (&["--estimate", "manhattan", "-a", "jps+"], &["--estimate", "manhattan"]),
        (&["--weight", "0.5", "-a", "wastar"], &["--weight", "0.5"]),
        (&["--weight", "NaN", "-a", "all"], &["--weight", "NaN"]),
        (&["--weight", "2"], &["--weight", "no effect", "wastar"]),
        (&["--no-such"], &["--no-such"]),
        (&["--animate", "--format", "json"], &["--animate", "--format"]),
        (&["--image", "x.jpg"], &["x.jpg", ".svg", ".png"]),
        (
            &["--image", "x.svg", "-a", "all", "--expanded"],
            &["--image", "one algorithm"],
        ),
        (&["--image", "no/such/x.svg"], &["no/such/x.svg", "No such file"]),
    ];
    for (args, parts) in refused {
        assert_refused("grid_map", args, "", parts);
    }
}

#[test]
fn grid_map_says_when_there_is_no_path_or_no_room() {
    for (args, map, expected) in [
        (&["-"][..], "S#G\n", "no path"),
        (&["-a", "dfs,bfs", "-"], "S#G\n", "no path"),
    ] {
        let output = run("grid_map", args, map);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stderr.is_empty());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(expected), "{text}");
    }
    let output = run("grid_map", &["--format", "json", "-"], "S#G\n");
    let records: Vec<Value> = serde_json::from_slice(&output.stdout).expect("an array of objects");
    assert_eq!(
        (&records[0]["status"], &records[0]["path"]),
        (&"no path".into(), &Value::Null)
    );
}

/// A temporary folder for one test, which is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("astride-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    /// The path of a file in the folder.
    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const SMALL_MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n..@.S\n.TW.G\n...@.\n";

/// Two correct scenarios, one without a path, and a last one in `{}`.
const SMALL_SCENARIOS: &str = "version 1\n0\ts.map\t5\t3\t0\t0\t2\t2\t4\n0\ts.map\t5\t3\t3\t0\t4\t1\t1.41421\n0\ts.map\t5\t3\t0\t0\t4\t0\t0\n\
                               0\ts.map\t5\t3\t3\t0\t4\t2\t{}\n\n";

#[test]
fn grid_map_reads_maps_of_the_benchmarks_and_graymaps() {
    let records = grid_map_json(&["--from", "3,0", "--to", "4,2"], SMALL_MAP);
    assert_eq!(records[0]["steps"], 2);
    let records = grid_map_json(&["-m", "4"], "P2\n3 1\n255\n1 200 3\n");
    assert_eq!(records[0]["cost"], 203.0, "terrain costs of a graymap");
    assert_refused(
        "grid_map",
        &["-"],
        "P2\n3 1\n9\n1 10 3\n",
        &["standard input:4:3:", "10"],
    );
    let broken = SMALL_MAP.replace('W', "w");
    assert_refused("grid_map", &["-"], &broken, &["standard input:6:3:", "\"w\""]);
}

#[test]
fn grid_map_runs_scenarios_and_checks_their_lengths() {
    let folder = Folder::new("scenarios");
    let map = folder.write("s.map", SMALL_MAP);
    let right = folder.write("right.scen", &SMALL_SCENARIOS.replace("{}", "2.41421"));
    let wrong = folder.write("wrong.scen", &SMALL_SCENARIOS.replace("{}", "2.41431"));
    let run_with = |file: &str, format| run("grid_map", &["--scen", file, "-a", "all", "--format", format, &map], "");
    let good = run_with(&right, "json");
    assert_eq!((good.status.code(), &*good.stderr), (Some(0), &b""[..]));
    let tallies: Vec<Value> = serde_json::from_slice(&good.stdout).expect("an array of objects");
    let names: Vec<_> = tallies.iter().filter_map(|tally| tally["algorithm"].as_str()).collect();
    assert_eq!(names, ALGORITHMS);
    for tally in &tallies {
        assert_eq!(
            (&tally["scenarios"], &tally["mismatches"]),
            (&4.into(), &Value::Array(vec![]))
        );
        let micros = ["median_micros", "mean_micros"].map(|name| tally[name].as_f64().expect(name));
        assert!(micros[0] > 0.0 && micros[1] > 0.0, "{tally}");
        let name = tally["algorithm"].as_str().expect("a name");
        // From 3,0 to 4,2 there is a straight line.
        let least = if name.contains("theta") {
            (4.0 + 2_f64.sqrt() + 5_f64.sqrt()) / (5.0 + 8_f64.sqrt())
        } else {
            1.0
        };
        let ratio = tally["length_ratio"].as_f64().expect("a ratio");
        assert!(
            ratio > least - 1e-5 && (ratio < least + 1e-5 || !name.contains("theta")),
            "{tally}"
        );
        if !matches!(name, "greedy" | "bfs" | "dfs" | "wastar") {
            assert_eq!(tally["longer"], 0, "{tally}");
            assert!(
                (tally["greatest_ratio"].as_f64().expect("a ratio") - 1.0).abs() < 1e-5,
                "{tally}"
            );
        }
    }

    // 2.41431 instead of 2.41421 is too short for all algorithms, and differs by more than rounding.
    let bad = run_with(&wrong, "json");
    assert_eq!(bad.status.code(), Some(1));
    let tallies: Vec<Value> = serde_json::from_slice(&bad.stdout).expect("an array of objects");
    assert_eq!(tallies[0]["mismatches"].as_array().map(Vec::len), Some(1));
    let line = "astar: scenario 4 from 3,0 to 4,2: optimum 2.41431, found 2.41421320";
    assert_eq!(tallies[0]["mismatches"][0], line);

    let table = String::from_utf8(run_with(&wrong, "text").stdout).expect("text");
    assert!(
        table.contains("4 scenarios of") && table.contains("mismatches"),
        "{table}"
    );
    assert!(table.contains(line), "{table}");
}

#[test]
fn grid_map_refuses_bad_scenarios_and_names_the_place() {
    let folder = Folder::new("bad-scenarios");
    let map = folder.write("s.map", SMALL_MAP);
    for (text, parts) in [
        ("version 3\n", [":1:9:", "\"3\""]),
        ("", [":1:1:", "\"version\""]),
        ("version 1\n", ["no scenarios", ""]),
        ("version 1\n0\ts.map\t5\t4\t0\t0\t2\t2\t4\n", [":2:9:", "5 x 4"]),
        (
            "version 1\n0\ts.map\t5\t3\t0\t0\t2\t2\n",
            [":2:20:", "optimal length is missing"],
        ),
        (
            "version 1\n0\ts.map\t5\t3\t2\t1\t2\t2\t1\n",
            ["scenario 1", "start 2,1 is in a wall"],
        ),
    ] {
        let file = folder.write("bad.scen", text);
        let parts = [&*file, parts[0], parts[1]];
        assert_refused("grid_map", &["--scen", &file, &map], "", &parts);
    }
    let file = folder.write("s.scen", &SMALL_SCENARIOS.replace("{}", "2.41421"));
    let no_such = folder.path("no.scen");
    for (args, parts) in [
        (&["--scen", &*no_such, &map][..], &["no.scen", "No such file"][..]),
        (&["--scen", &file], &["<MAP>"]),
        (&["--scen", &file, "-m", "4", &map], &["--movement 8"]),
        (&["--scen", &file, "--from", "0,0", &map], &["--scen", "--from"]),
        (&["--scen", &file, "--image", "x.svg", &map], &["--scen", "--image"]),
    ] {
        assert_refused("grid_map", args, "", parts);
    }
}

/// The program prints the text, the figures and the picture of the README.
#[test]
fn grid_map_draws_the_picture_of_the_readme() {
    let folder = Folder::new("picture");
    let drawn = folder.path("search.svg");
    stdout_of("grid_map", &["--image", &drawn], "");
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/search.svg");
    let [drawn, committed] =
        [drawn, committed.to_string()].map(|path| std::fs::read_to_string(path).expect("a picture"));
    assert_eq!(
        drawn, committed,
        "cargo run --release --example grid_map -- --image src/search.svg"
    );
}

#[test]
fn grid_map_draws_images() {
    let folder = Folder::new("images");
    let decode = |name: &str| {
        let path = folder.path(name);
        stdout_of("grid_map", &["--image", &path, "-"], "S#.\n.#.\n5.G\n");
        let file = std::io::BufReader::new(std::fs::File::open(&path).expect("the image"));
        png::Decoder::new(file).read_info().expect("a PNG")
    };
    let mut reader = decode("seen.PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    assert_eq!((frame.width, frame.height), (48, 48), "16 pixels a cell");
    let pixel = |x: usize, y: usize| &pixels[(y * 48 + x) * 3..][..3];
    let [start, goal, wall, path] = [pixel(8, 8), pixel(40, 40), pixel(24, 8), pixel(24, 40)];
    assert_eq!(wall, pixel(24, 24));
    assert_eq!(path, pixel(8, 40), "a line through the centres");
    let colours: std::collections::BTreeSet<&[u8]> = [start, goal, wall, path].into();
    assert_eq!(colours.len(), 4);

    let mut animation = decode("seen.apng");
    let expansions = grid_map_json(&[], "S#.\n.#.\n5.G\n")[0]["expanded"]
        .as_u64()
        .expect("a count");
    let frames = animation.info().animation_control.expect("an animation").num_frames;
    assert_eq!(
        u64::from(frames),
        expansions + 2,
        "the start, each expansion, and the goal"
    );
    for _ in 0..frames {
        let mut pixels = vec![0; animation.output_buffer_size().expect("a size")];
        animation.next_frame(&mut pixels).expect("pixels");
    }
}

#[test]
fn grid_map_draws_jump_points_and_straight_lines() {
    let folder = Folder::new("images-of-lines");
    let map = "S.....\n......\n...#..\n......\n.....G\n";
    let drawn = |algorithm: &str, map: &str| {
        let svg = folder.path(&format!("{algorithm}.svg"));
        stdout_of("grid_map", &["-a", algorithm, "--image", &svg, "-"], map);
        let text = std::fs::read_to_string(&svg).expect("the image");
        let points = text.split("points=\"").nth(1).expect("a line");
        let points = points.split('"').next().expect("its points").split(' ').count();
        (points, text.matches("<circle").count())
    };
    let [record, theta] = ["jps", "theta"].map(|name| grid_map_json(&["-a", name], map).swap_remove(0));
    let (points, circles) = drawn("jps", map);
    let steps = record["steps"].as_u64().map(|steps| steps + 1);
    assert_eq!(Some(points as u64), steps, "every cell");
    // All stored cells, those of the path a second time, and the two ends.
    let stored = usize::try_from(record["nodes"].as_u64().expect("a count")).expect("a small one");
    assert!(
        circles > stored && circles <= 2 * stored + 2,
        "{circles} circles, {stored} nodes"
    );
    // The ends are drawn as such and not as dots.
    let turns = theta["path"].as_array().map_or(0, Vec::len);
    assert_eq!(drawn("theta", map), (turns, turns));
    // With single steps, there is nothing to mark.
    assert_eq!(
        drawn("jps", "S..\n.5.\n..G\n"),
        (drawn("astar", "S..\n.5.\n..G\n").0, 2)
    );
}

#[test]
fn grid_map_shows_the_result_where_there_is_no_terminal_to_animate_in() {
    let (moved, plain) = (
        stdout_of("grid_map", &["--animate"], ""),
        stdout_of("grid_map", &[], ""),
    );
    let picture = |text: &str| text.split("built-in").next().map(str::to_string);
    assert_eq!(picture(&moved), picture(&plain));
}

#[test]
fn grid_map_steps_and_lists_what_it_expands() {
    let map = "S..#G\n...#.\n.....\n";
    let expanded = grid_map_json(&[], map)[0]["expanded"].as_u64().expect("a count");
    let text = stdout_of("grid_map", &["--step", "--expanded", "-"], map);
    let last = format!("astar, expansion {expanded} at 4,0: found");
    assert!(
        text.contains("astar, expansion 1 at 0,0: running") && text.contains(&last),
        "{text}"
    );
    let first = text.split("expansion 2").next().expect("the first step");
    assert!(first.contains("So.#G\noo.#.\n.....\n"), "{first}");
    assert!(
        first
            .lines()
            .any(|line| line.split_whitespace().eq(["open", "f", "g", "h"])),
        "{first}"
    );
    let listed = text.split("Expanded by astar:").nth(1).expect("a list");
    let rows: Vec<Vec<&str>> = listed
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let rows: Vec<&Vec<&str>> = rows.iter().take_while(|row| row.len() == 4).collect();
    assert_eq!(rows.len() as u64, expanded);
    assert_eq!(rows[0], &["0,0", "4.00", "0.00", "4.00"]);
}

#[test]
fn grid_map_explains_itself() {
    assert_explained(
        "grid_map",
        &["--from", "--movement", "8-squeeze", "--scen", "--image", "Exit code"],
    );
}

#[test]
fn grid_map_survives_a_closed_pipe() {
    assert_survives_a_closed_pipe("grid_map", &[]);
}
