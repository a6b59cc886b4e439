//! The examples `agents`, `beam_search`, `custom_graph`, `routes`, `roads_by_name`, `several_costs`, `time_sliced`,
//! `chase`, `actions` and `moving_target`, run as programs: their promised output, and their response to bad input.
//!
//! `cargo test` builds the examples before it runs these tests.

#[path = "../examples/custom_graph.rs"]
#[expect(dead_code, reason = "the program itself")]
mod custom_graph;
#[path = "common/program.rs"]
mod program;

use program::{assert_explained, assert_refused, assert_survives_a_closed_pipe, run, stdout_of};

#[test]
fn examples_explain_themselves() {
    assert_explained("actions", &["No arguments"]);
    assert_explained("beam_search", &["No arguments"]);
    assert_explained("agents", &["--image", "--animation", "Exit code"]);
    assert_explained("custom_graph", &["FROM TO"]);
    assert_explained("routes", &["GRAPH.gr", "--image"]);
    assert_explained("roads_by_name", &["PLACES.csv", "COLUMN", "latitude"]);
    assert_explained("several_costs", &["--image"]);
    assert_explained("moving_target", &["--image", "Exit code"]);
    assert_explained("time_sliced", &["--expansions", "--frame-micros", "Exit code"]);
    assert_explained("chase", &["--seed", "--frame-micros", "--range", "Exit code"]);
}

#[test]
fn examples_survive_a_closed_pipe() {
    for name in [
        "agents",
        "beam_search",
        "custom_graph",
        "routes",
        "roads_by_name",
        "several_costs",
        "time_sliced",
        "chase",
        "actions",
        "moving_target",
    ] {
        assert_survives_a_closed_pipe(name, &[]);
    }
}

#[test]
fn actions_name_the_cheaper_of_two_ways_to_fill_a_jug() {
    let text = stdout_of("actions", &[], "");
    // 12 and 12 at the pump (15 at the tap), 4 and 4 and 4, 2: computed by hand.
    assert!(text.starts_with("Four litres in 38 seconds:"), "{text}");
    assert_eq!(text.matches("at the pump").count(), 2, "{text}");
    assert!(!text.contains("at the tap"), "{text}");
    assert_refused("actions", &["--litres"], "", &["--litres", "no arguments"]);
}

#[test]
fn wider_beams_find_shorter_solutions() {
    let text = stdout_of("beam_search", &[], "");
    let rows = text
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let moves: Vec<_> = rows.map(|row| row[1].parse::<u32>().ok()).collect();
    // The shortest solution of this puzzle has 45 moves, and all of them have an odd number.
    assert!(moves.is_sorted_by(|one, other| one.is_none() || one >= other), "{text}");
    assert!(
        moves.iter().flatten().all(|moves| *moves >= 45 && moves % 2 == 1),
        "{text}"
    );
    assert_eq!(moves.last(), Some(&Some(45)), "{text}");
    assert_refused("beam_search", &["100"], "", &["100", "no arguments"]);
}

/// The beam itself is short, since the parts of the crate do most of the work.
#[test]
fn beam_search_takes_a_hundred_lines() {
    assert!(include_str!("../examples/beam_search/beam.rs").lines().count() <= 100);
}

#[test]
fn custom_graph_finds_the_shortest_way_three_times() {
    let text = stdout_of("custom_graph", &[], "");
    assert!(text.contains("From Lisbon to Warsaw: 3600 km by road"), "{text}");
    assert!(text.contains("all the same"), "{text}");
    assert!(text.contains("Expanded 15 of 18 cities"), "{text}");
}

/// The costs in order, and the pictures.
#[test]
fn agents_get_better_plans() {
    let file = |name: &str| {
        let name = format!("astride-agents-{name}-{}.svg", std::process::id());
        std::env::temp_dir().join(name)
    };
    let (image, animation) = (file("image"), file("animation"));
    let [drawn, moving] = [&image, &animation].map(|file| file.to_str().expect("a name"));
    let text = stdout_of("agents", &["--image", drawn, "--animation", moving], "");
    let number = |line: usize, word: &str| -> usize {
        let rest = text.lines().nth(line).and_then(|line| line.split(word).nth(1));
        let digits = rest.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
        digits
            .and_then(|digits| digits.parse().ok())
            .unwrap_or_else(|| panic!("{word}: {text}"))
    };
    let least = number(0, "at least ");
    let (first, better) = (number(1, "sum of loss "), number(2, "sum of loss "));
    assert!(
        text.starts_with("40 robots") && least <= better && better < first,
        "{text}"
    );
    assert!(number(1, "sum of costs ") >= first && number(2, "sum of costs ") >= better);
    assert!(number(3, "Without a plan:   ") > 200, "{text}");
    for (file, element, count) in [(&image, "<polyline", 40), (&animation, "<animate ", 80)] {
        let picture = std::fs::read_to_string(file).expect("a picture");
        std::fs::remove_file(file).expect("a file");
        assert_eq!(picture.matches(element).count(), count);
        assert!(picture.ends_with("</svg>\n"));
    }
    assert_refused("agents", &["--picture"], "", &["--help"]);
    for option in ["--image", "--animation"] {
        assert_refused("agents", &[option, "--help"], "", &["\"--help\"", ".svg"]);
    }
}

/// The tables agree with each other and with the picture.
#[test]
fn several_costs_agree() {
    let image = std::env::temp_dir().join(format!("astride-several-costs-{}.svg", std::process::id()));
    let text = stdout_of("several_costs", &["--image", image.to_str().expect("a name")], "");
    let picture = std::fs::read_to_string(&image).expect("a picture");
    std::fs::remove_file(&image).expect("a file");
    assert_eq!(picture.matches("<polyline").count(), 4);
    let seconds = |part: &str| -> Vec<u32> {
        let part = text.split("\n\n").find(|found| found.contains(part)).expect("a part");
        let words = part
            .lines()
            .filter_map(|line| line.split(" s").next()?.split(' ').next_back());
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let front = seconds("compromises");
    assert!(
        front.len() == 8 && front.is_sorted_by(|one, other| one < other),
        "{text}"
    );
    let toll: Vec<f64> = text
        .lines()
        .filter_map(|line| line.split(" s for ").nth(1))
        .map(|toll| toll.trim().parse().expect("a toll"))
        .collect();
    assert!(toll.len() == 8 && toll.is_sorted_by(|one, other| one > other), "{text}");
    for part in ["within a charge", "turns to the left"] {
        assert_eq!(seconds(part)[0], front[0], "{text}");
        assert!(seconds(part).iter().all(|time| *time >= front[0]), "{text}");
    }
    let [eight, noon] = seconds("at\n")[..] else {
        panic!("{text}")
    };
    assert!(noon == front[0] && eight > noon && eight <= front[7], "{text}");
    assert_refused("several_costs", &["--picture"], "", &["--help"]);
    assert_refused("several_costs", &["--image", "front.png"], "", &["front.png", ".svg"]);
}

/// Between any two cities, all methods find the same length. It is the same in both directions, at most that through a
/// third city, and at least that of the straight line.
#[test]
fn custom_graph_is_right_for_every_pair_of_cities() {
    let stderr = run("custom_graph", &["x", "y"], "").stderr;
    let stderr = String::from_utf8(stderr).expect("text");
    let known = stderr
        .split("(known: ")
        .nth(1)
        .and_then(|rest| rest.split(')').next())
        .expect("the cities");
    let cities: Vec<&str> = known.split(", ").collect();
    assert_eq!(cities.len(), 18);
    let kilometres = |from: &str, to: &str| -> f64 {
        let text = stdout_of("custom_graph", &[from, to], "");
        assert!(text.contains("all the same"), "{text}");
        let rest = text.split(": ").nth(1).expect("a length");
        let mut numbers = rest.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
        let (by_road, straight) = (numbers.next().expect("by road"), numbers.next().expect("straight"));
        assert!(straight <= by_road, "{text}");
        by_road
    };
    let table: Vec<Vec<f64>> = cities
        .iter()
        .map(|from| cities.iter().map(|to| kilometres(from, to)).collect())
        .collect();
    for (from, row) in table.iter().enumerate() {
        for (to, direct) in row.iter().enumerate() {
            assert_eq!(direct.to_bits(), table[to][from].to_bits());
            for (via, first) in row.iter().enumerate() {
                assert!(*direct <= first + table[via][to], "{} to {}", cities[from], cities[to]);
            }
        }
    }
}

#[test]
fn custom_graph_refuses_what_it_does_not_know() {
    assert_refused(
        "custom_graph",
        &["Paris", "Atlantis"],
        "",
        &["Atlantis", "known", "Zurich"],
    );
    assert_refused("custom_graph", &["Paris"], "", &["two cities", "Paris"]);
}

/// If the three definitions of the graph disagree, the program fails.
#[test]
fn custom_graph_fails_if_its_ways_differ() {
    for (all_agree, words, code) in [(true, "all the same", 0), (false, "NOT the same", 1)] {
        let mut text = Vec::new();
        let result = custom_graph::compare(&mut text, all_agree).map_err(|error| error.to_string());
        assert!(String::from_utf8(text).expect("text").contains(words));
        assert_eq!(custom_graph::exit_code(&result), code);
    }
}

/// An argument that is not text is bad input like any other.
#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;

    for name in [
        "actions",
        "agents",
        "beam_search",
        "chase",
        "custom_graph",
        "moving_target",
        "roads_by_name",
        "routes",
        "several_costs",
        "time_sliced",
    ] {
        let argument = std::ffi::OsStr::from_bytes(b"\xff");
        let mut command = std::process::Command::new(program::example(name));
        let output = command.arg(argument).output().expect("the example ends");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{stderr}");
    }
}

/// Only a closed pipe is not an error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for name in [
        "actions",
        "beam_search",
        "chase",
        "custom_graph",
        "moving_target",
        "roads_by_name",
        "routes",
        "time_sliced",
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let mut command = std::process::Command::new(program::example(name));
        let output = command.stdout(full).output().expect("the example ends");
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(!output.stderr.is_empty(), "{name}");
    }
}

/// The routes are those of the textbook, and the lists are sums of its roads.
#[test]
fn roads_by_name_finds_the_routes_of_the_textbook() {
    let text = stdout_of("roads_by_name", &[], "");
    for part in [
        "From Arad to Bucharest in 418 km: Arad, Sibiu, Rimnicu Vilcea, Pitesti, Bucharest\n",
        "Alternatives:\n450 km, 140 of them on known roads: Arad, Sibiu, Fagaras, Bucharest\n\n",
        "Within 200 km of Arad:\n       0  Arad\n      75  Zerind\n     118  Timisoara\n     140  Sibiu\n     146  Oradea\n\n",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let rows: Vec<Vec<&str>> = text
        .lines()
        .rev()
        .take(3)
        .map(|row| row.split_whitespace().collect())
        .collect();
    assert_eq!(rows[1], ["Arad", "0", "140", "220", "317", "418"], "{text}");
    assert_eq!(rows[0], ["Bucharest", "418", "278", "198", "101", "0"], "{text}");
}

#[test]
fn roads_by_name_reads_files() {
    let folder = std::env::temp_dir().join(format!("astride-roads-by-name-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (places, streets) = (path("places.csv"), path("streets.csv"));
    std::fs::write(&places, "name,lat,lon\nGate,50,8\nTower,50.1,8\nMill,50,8.1\n").expect("a file");
    std::fs::write(&streets, "from,to,minutes,oneway\nGate,Tower,9,yes\nMill,Gate,5,no\n").expect("a file");
    let args = |column, from, to, limit| [places.as_str(), streets.as_str(), column, from, to, limit];
    let text = stdout_of("roads_by_name", &args("minutes", "Mill", "Tower", "5"), "");
    assert!(
        text.contains("From Mill to Tower in 14 minutes: Mill, Gate, Tower"),
        "{text}"
    );
    let refused = |args: [&str; 6], part: &str| assert_refused("roads_by_name", &args, "", &[part]);
    refused(args("km", "Mill", "Tower", "5"), "streets: no column is named \"km\"");
    refused(args("minutes", "Mill", "Towr", "5"), "no node is named \"Towr\"");
    refused(
        args("minutes", "Tower", "Mill", "5"),
        "there is no route from Tower to Mill",
    );
    refused(
        args("minutes", "Mill", "Tower", "far"),
        "LIMIT \"far\": not a whole number from 0 to 4294967295",
    );
    std::fs::write(&streets, "from,to,minutes\nGate,Tower,soon\n").expect("a file");
    refused(
        args("minutes", "Mill", "Tower", "5"),
        "streets, line 2, column \"minutes\"",
    );
    assert_refused("roads_by_name", &["places.csv"], "", &["places.csv"]);
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn routes_finds_alternatives_and_detours_that_cost_no_less() {
    let text = stdout_of("routes", &[], "");
    let number = |line: &str| -> u32 {
        let line = text.lines().find_map(|text| text.strip_prefix(line)).expect(line);
        let digits = line.trim_start().split(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse().ok()).expect("a number")
    };
    let costs: Vec<u32> = ["the next routes:", "alternative 1:", "alternative 2:", "alternative 3:"]
        .map(number)
        .into();
    let route = text
        .split(" over ")
        .next()
        .and_then(|text| text.rsplit(' ').next()?.parse::<u32>().ok());
    let route = route.expect("the cost of the route");
    assert!(costs.iter().all(|cost| *cost >= route), "{text}");
    assert!(number("two without a common road:") >= route, "{text}");
    assert!(
        text.contains(" is closed: ") && text.contains("from each depot to each shop:"),
        "{text}"
    );
}

#[test]
fn routes_reads_a_graph_and_draws_it() {
    let folder = std::env::temp_dir().join(format!("astride-routes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (graph, places, image) = (path("four.gr"), path("four.co"), path("four.svg"));
    let roads = "p sp 4 6\na 1 2 5\na 2 1 5\na 2 3 6\na 3 2 6\na 3 4 7\na 4 3 7\n";
    std::fs::write(&graph, roads).expect("a file");
    std::fs::write(&places, "p aux sp co 4\nv 1 0 0\nv 2 5 0\nv 3 5 6\nv 4 0 9\n").expect("a file");
    let text = stdout_of("routes", &[&graph, &places, "--image", &image], "");
    assert!(
        text.contains("is closed: no route") && text.contains("exhausted"),
        "{text}"
    );
    let svg = std::fs::read_to_string(&image).expect("the picture");
    assert!(svg.starts_with("<svg") && svg.contains("<polyline"), "{svg}");
    assert_refused("routes", &[&places], "", &["four.co", "line 1"]);
    assert_refused("routes", &[&path("none.gr")], "", &["none.gr"]);
    assert_refused("routes", &["--image"], "", &["--image"]);
    assert_refused("routes", &[&graph, "--image", &image], "", &["PLACES.co"]);
    assert_refused(
        "routes",
        &[&graph, &places, "--image", &graph],
        "",
        &["four.gr", ".svg"],
    );
    assert_eq!(std::fs::read_to_string(&graph).expect("the graph"), roads);
    std::fs::write(&places, "p aux sp co 1\nv 1 0 0\n").expect("a file");
    assert_refused("routes", &[&graph, &places], "", &["four.co: 1 places", "4 crossings"]);
    std::fs::write(&graph, "p sp 0 0\n").expect("a file");
    assert_refused("routes", &[&graph], "", &["four.gr: there are no crossings"]);
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn time_sliced_catches_the_target_the_same_way_each_time() {
    let text = stdout_of("time_sliced", &[], "");
    for words in [
        "frame   1 ",
        "searching",
        "turns back",
        "found, unit on its way",
        "Caught in frame",
    ] {
        assert!(text.contains(words), "{words:?} in\n{text}");
    }
    assert_eq!(text, stdout_of("time_sliced", &[], ""));
    let budgets = text
        .lines()
        .filter_map(|line| line.split("expanded").nth(1)?.split_whitespace().next());
    assert!(
        budgets
            .map(str::parse::<u64>)
            .all(|number| number.is_ok_and(|number| number <= 40))
    );
}

#[test]
fn time_sliced_catches_the_target_with_any_budget() {
    for expansions in ["1", "2", "7", "100", "100000"] {
        let text = stdout_of("time_sliced", &["--expansions", expansions], "");
        assert!(text.contains("Caught in frame"), "{text}");
    }
    let output = run("time_sliced", &["--frame-micros", "50"], "");
    assert!(matches!(output.status.code(), Some(0 | 1)));
    assert!(output.stderr.is_empty());
}

#[test]
fn time_sliced_gives_up_and_refuses() {
    let output = run("time_sliced", &["--frames", "5"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Not caught in 5 frames"));
    assert_refused("time_sliced", &["--expansions", "0"], "", &["--expansions", "0"]);
    assert_refused(
        "time_sliced",
        &["--expansions", "3", "--frame-micros", "3"],
        "",
        &["--frame-micros"],
    );
    assert_refused("time_sliced", &["--frames", "many"], "", &["--frames", "many"]);
}

/// Returns the number of times that a symbol occurs in a picture of the game.
fn symbols(picture: &[&str], symbol: char) -> usize {
    picture.iter().map(|row| row.matches(symbol).count()).sum()
}

/// No unit is ever in a wall, on another unit or lost: each frame shows all of their cells.
#[test]
fn sixty_units_chase_a_player_the_same_way_each_time() {
    for seed in ["1", "2", "3"] {
        let args = ["--animate", "--seed", seed, "--expansions", "300"];
        let text = stdout_of("chase", &args, "");
        assert!(
            text.contains("Caught in frame") && text.contains("of 60 units"),
            "{text}"
        );
        assert_eq!(text, stdout_of("chase", &args, ""));

        let rows: Vec<&str> = text
            .lines()
            .filter(|row| row.len() == 76 && !row.contains(' '))
            .collect();
        let pictures: Vec<&[&str]> = rows.chunks(21).collect();
        let frames = text.lines().filter(|line| line.starts_with("frame ")).count();
        assert_eq!((pictures.len(), rows.len() % 21), (frames + 1, 0), "{text}");
        let mut walls = 0;
        for (number, picture) in pictures.iter().enumerate() {
            let counts = ['w', 'T', 'G', 'P'].map(|symbol| symbols(picture, symbol));
            // In the last frame, one cell may be that of the player.
            let hidden: usize = [30, 80, 90, 1].iter().sum::<usize>() - counts.iter().sum::<usize>();
            assert!(
                hidden == usize::from(number == frames),
                "{counts:?} in frame {number} of\n{text}"
            );
            assert!(symbols(picture, '#') >= walls, "walls stay");
            walls = symbols(picture, '#');
        }
        assert!(walls > symbols(pictures[0], '#'), "walls were built");
    }
    let other = stdout_of("chase", &["--seed", "4"], "");
    assert_ne!(stdout_of("chase", &[], ""), other);
}

#[test]
fn the_player_is_chased_with_any_budget() {
    for expansions in ["1", "50", "100000"] {
        let output = run("chase", &["--expansions", expansions], "");
        assert!(matches!(output.status.code(), Some(0 | 1)) && output.stderr.is_empty());
    }
    let output = run("chase", &["--frame-micros", "2000"], "");
    assert!(matches!(output.status.code(), Some(0 | 1)) && output.stderr.is_empty());
    let output = run("chase", &["--frames", "2"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Not caught in 2 frames"));
}

#[test]
fn chase_shows_movement_ranges_and_draws_the_end() {
    let image = std::env::temp_dir().join(format!("astride-chase-{}.svg", std::process::id()));
    let args = ["--range", "5", "--image", image.to_str().expect("text")];
    let text = stdout_of("chase", &args, "");
    let range = text.split("With 5 points the player gets to ").nth(1).expect("a range");
    let (count, rows) = range.split_once(" cells").expect("a number");
    // A cell with a cost is one that the player can reach.
    let costs = rows.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
    let costs: Vec<f64> = costs.take(count.parse().expect("a number")).collect();
    assert!(costs.contains(&0.0) && costs.iter().all(|cost| *cost <= 5.0), "{text}");
    for name in ["wolf", "troll", "giant"] {
        assert!(rows.contains(&format!("The {name} at ")), "{text}");
    }
    let svg = std::fs::read_to_string(&image).expect("a picture");
    std::fs::remove_file(&image).expect("the picture");
    assert!(svg.starts_with("<svg"), "{svg}");
    assert_refused("chase", &["--seed", "x"], "", &["--seed", "x"]);
    assert_refused("chase", &["--range", "0"], "", &["--range", "0"]);
    assert_refused("chase", &["--walls"], "", &["--walls"]);
    assert_refused("chase", &["--image"], "", &["--image"]);
    assert_refused("chase", &["--image", "--animate"], "", &["--animate", ".svg"]);
    assert_refused(
        "chase",
        &["--expansions", "3", "--frame-micros", "3"],
        "",
        &["--frame-micros"],
    );
}

#[test]
fn the_robot_arrives_and_draws_its_way() {
    let image = std::env::temp_dir().join(format!("astride-moving-target-{}.svg", std::process::id()));
    let text = stdout_of("moving_target", &["--image", image.to_str().expect("text")], "");
    assert!(
        text.contains("new walls") && text.contains("What the robot knows"),
        "{text}"
    );
    let svg = std::fs::read_to_string(&image).expect("a picture");
    std::fs::remove_file(&image).expect("the picture");
    assert!(svg.starts_with("<svg") && svg.contains("<polyline"), "{svg}");
    assert_refused("moving_target", &["--pictures"], "", &["--pictures"]);
    assert_refused("moving_target", &["--image", "robot.png"], "", &["robot.png", ".svg"]);
}
