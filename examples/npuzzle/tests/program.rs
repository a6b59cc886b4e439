//! The example `npuzzle`, run as a program: its output, and its errors for invalid input.
//!
//! `cargo test` builds the example before it runs this.

#[path = "../../../tests/common/cases.rs"]
#[expect(dead_code, reason = "errors of boards have places only now and then")]
mod cases;
#[path = "../../../tests/common/program.rs"]
mod program;

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Output;

use cases::cases;
use program::{assert_explained, assert_survives_a_closed_pipe, run as run_example};
use tinyjson::JsonValue;

/// Runs the program with arguments that are separated by blanks, except within single quotes.
fn run(arguments: &str) -> Output {
    run_with(arguments, "")
}

fn run_with(arguments: &str, input: &str) -> Output {
    let parts = arguments.split('\'').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    run_example("npuzzle", &parts.collect::<Vec<_>>().concat(), input)
}

/// Returns the output of the program, which must succeed.
fn printed(arguments: &str) -> String {
    stdout(&run(arguments), 0)
}

/// Returns the objects that the program prints with `--format json`.
fn solved(arguments: &str) -> Vec<JsonValue> {
    rows(&printed(&format!("{arguments} --format json")))
}

fn stdout(output: &Output, code: i32) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{complaint}");
    assert_eq!(complaint, "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn rows(json: &str) -> Vec<JsonValue> {
    let array: JsonValue = json.parse().unwrap();
    array.try_into().unwrap()
}

fn text(value: &JsonValue) -> &str {
    value.get::<String>().unwrap()
}

fn number(value: &JsonValue) -> usize {
    value.get::<f64>().unwrap().to_string().parse().unwrap()
}

fn lengths(rows: &[JsonValue]) -> Vec<usize> {
    rows.iter().map(|row| number(&row["length"])).collect()
}

/// Returns the one line on standard error with which the program refuses its input.
fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let complaint = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.starts_with("error: "), "{complaint}");
    complaint
}

/// A file that is removed after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("astride-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn without_arguments_it_draws_a_solution() {
    let story = printed("");
    assert!(
        story.starts_with("A random 8-puzzle (seed 1), solved by A* with the manhattan heuristic\n"),
        "{story}"
    );
    for word in [
        "╭───────╮",
        "start",
        "\nmoves ",
        "\nlength ",
        "\nexpanded ",
        "\ngenerated ",
        "\nmax open ",
        "\nseconds ",
    ] {
        assert!(story.contains(word), "{word} is not in\n{story}");
    }
    assert!(!story.contains('\u{1b}'), "colour in a pipe");
    assert!(story.lines().all(|line| line.chars().count() <= 80), "{story}");
    assert_eq!(
        story,
        printed("")
            .lines()
            .map(|line| format!("{line}\n"))
            .zip(story.lines())
            .map(|(again, before)| {
                // Only the times may differ.
                if before.starts_with("seconds") {
                    format!("{before}\n")
                } else {
                    again
                }
            })
            .collect::<String>()
    );
}

#[test]
fn shortest_lengths_are_right() {
    for heuristic in [
        "zero",
        "hamming",
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "maximum",
    ] {
        let rows = solved(&format!("120483765 208135467 867254301 --heuristic {heuristic}"));
        assert_eq!(lengths(&rows), [6, 15, 31]);
        for row in rows {
            assert_eq!(
                ["status", "algorithm", "heuristic"].map(|field| text(&row[field])),
                ["solved", "astar", heuristic]
            );
            assert_eq!(text(&row["moves"]).len(), number(&row["length"]));
        }
    }
}

#[test]
fn moves_lead_to_the_goal() {
    use astride::npuzzle::{Board, Move};
    let rows = solved("208135467 --algorithm all --goal blank-first");
    let names: Vec<_> = rows.iter().map(|row| text(&row["algorithm"])).collect();
    assert_eq!(
        names,
        ["astar", "dijkstra", "greedy", "bfs", "dfs", "wastar", "idastar"]
    );
    let shortest = number(&rows[0]["length"]);
    for row in &rows {
        let start: Board = text(&row["board"]).parse().unwrap();
        let moves = Move::parse_sequence(text(&row["moves"])).unwrap();
        assert_eq!(number(&row["length"]), moves.len());
        assert_eq!(start.apply_all(moves).unwrap().to_string(), "012345678");
        assert!(number(&row["length"]) >= shortest);
        assert_eq!(
            row["heuristic"].is_null(),
            ["dijkstra", "bfs", "dfs"].contains(&text(&row["algorithm"]))
        );
    }
    assert_eq!(number(&rows[1]["length"]), shortest);
    assert_eq!(number(&rows[3]["length"]), shortest);
}

#[test]
fn the_fastest_way_is_found_by_itself() {
    // One of Korf's instances, an 8-puzzle and a solved board, each with its own goal.
    let boards = ["e19648c57230abdf", "867254301", "2130"];
    let rows = solved(&format!("{} --goal blank-first --algorithm auto", boards.join(" ")));
    assert_eq!(number(&rows[0]["length"]), 45);
    for (row, board) in rows.iter().zip(boards) {
        use astride::npuzzle::{Board, Move};
        assert_eq!((text(&row["board"]), text(&row["algorithm"])), (board, "auto"));
        let moves = Move::parse_sequence(text(&row["moves"])).unwrap();
        let start: Board = board.parse().unwrap();
        assert_eq!(start.apply_all(moves).unwrap(), Board::blank_first(start.shape()));
        assert!(row["max_open"].is_null());
    }
    let story = printed("867254301 --algorithm auto");
    assert!(
        story.contains("solved by IDA* with the linear-conflict heuristic"),
        "{story}"
    );

    let table = Scratch::new("auto.txt", "867254301\n120483765\n");
    let rows = printed(&format!("--file '{}' --algorithm auto", table.path()));
    assert!(
        rows.lines().last().unwrap().starts_with("2 of 2 solved, 37 moves, "),
        "{rows}"
    );

    let large = run("--size 6 --algorithm auto --limit-seconds 0.2 --format json");
    assert!(stdout(&large, 1).contains("\"status\":\"limit\""));
}

#[test]
fn deepening_searches_and_databases_can_be_chosen() {
    for (algorithm, heuristic) in [("idastar", "4-4"), ("astar", "4-4"), ("idastar", "linear-conflict")] {
        let row = &solved(&format!("867254301 --algorithm {algorithm} --heuristic {heuristic}"))[0];
        assert_eq!((number(&row["length"]), text(&row["status"])), (31, "solved"));
    }
    let row = &solved("120483765 --algorithm iddfs")[0];
    assert_eq!((number(&row["length"]), row["heuristic"].is_null()), (6, true));
    // Databases are stored in the given folder.
    let folder = Scratch(std::env::temp_dir().join(format!("astride-tables-{}", std::process::id())));
    let arguments = format!("867254301 --heuristic 4-4 --pdb-dir '{}'", folder.path());
    let first = solved(&arguments);
    let kept = std::fs::read_dir(&folder.0).unwrap().next().unwrap().unwrap().path();
    assert_eq!(solved(&arguments)[0]["expanded"], first[0]["expanded"]);
    std::fs::write(&kept, "not a table").unwrap();
    let complaint = refusal(&run(&arguments));
    assert!(complaint.contains(kept.to_str().unwrap()), "{complaint}");
    std::fs::remove_dir_all(&folder.0).unwrap();
}

#[test]
fn options_without_a_use_are_refused() {
    let table = "
        --algorithm auto --heuristic manhattan | the option '--heuristic' has no effect
        --pdb-dir tables                       | '--pdb-dir' has no effect with '--algorithm astar --heuristic manhattan'
        --heuristic 5-5-5                      | 5-5-5: only for 4x4 cells and a goal with the blank in a corner
    ";
    for [arguments, reason] in cases(table) {
        let complaint = refusal(&run(&arguments));
        assert!(complaint.contains(&reason), "{complaint}");
    }
}

#[test]
fn an_object_has_a_field_for_each_column_and_the_whole_solution() {
    let row = &solved("867254301 --algorithm dfs")[0];
    let columns = "algorithm board expanded generated heuristic length max_open moves optimum seconds status";
    let object: &HashMap<String, JsonValue> = row.get().unwrap();
    let mut fields: Vec<_> = object.keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields.join(" "), columns);
    assert!(row["heuristic"].is_null() && row["optimum"].is_null());
    assert_eq!(text(&row["moves"]).len(), number(&row["length"]));
}

#[test]
fn tables_shorten_long_solutions() {
    let table = printed("867254301 --algorithm all");
    let rows: Vec<_> = table.lines().skip_while(|line| !line.starts_with("board ")).collect();
    assert_eq!(rows.len(), 8, "{table}");
    assert!(rows.iter().all(|row| row.chars().count() < 200), "{table}");
    assert!(rows[5].contains(" dfs ") && rows[5].ends_with('…'), "{table}");
    let story = printed("867254301 --algorithm dfs");
    assert!(story.lines().count() < 60, "{story}");
}

#[test]
fn limits_are_rows_and_no_errors() {
    let output = run("867254301 120483765 --limit-seconds 0 --format json");
    for row in rows(&stdout(&output, 1)) {
        assert_eq!(text(&row["status"]), "limit");
        assert!(row["length"].is_null() && row["moves"].is_null());
    }
    let story = stdout(&run("867254301 --limit-seconds 0"), 1);
    assert!(story.contains("limit: the limit of 0 seconds is reached"), "{story}");
    // The construction of pattern databases is not finished.
    let boards = "--size 4 --limit-seconds 0.01 --format json --heuristic 6-6-3";
    let begun = std::time::Instant::now();
    assert!(stdout(&run(boards), 1).contains("\"status\":\"limit\""));
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
}

#[test]
fn boards_have_many_shapes() {
    for size in ["2", "2x3", "3x2", "3x5", "5x3", "4", "5", "6x5", "10", "16"] {
        let rows = solved(&format!("--size {size} --walk 12 --random 3 --seed 4"));
        assert_eq!(rows.len(), 3);
        let is_solved = |row: &JsonValue| text(&row["status"]) == "solved" && number(&row["length"]) <= 12;
        assert!(rows.iter().all(is_solved), "{rows:?}");
    }
    assert_eq!(lengths(&solved("'1 2 _, 4 5 3' --size 3x2")), [1]);
    assert_eq!(lengths(&solved("'1 2 _\n4 5 3'")), [1]);
    assert_eq!(lengths(&solved("125340678 --goal 120345678")), [1]);
}

#[test]
fn the_same_seed_gives_the_same_boards() {
    let boards = |arguments: &str| -> Vec<JsonValue> {
        let rows = solved(arguments);
        rows.iter().map(|row| row["board"].clone()).collect()
    };
    let five = boards("--random 5 --seed 7");
    assert_eq!(five, boards("--random 5 --seed 7"));
    assert_eq!(five[1..2], boards("--seed 8"));
    assert!((1..5).all(|place| !five[..place].contains(&five[place])));
}

#[test]
fn boards_come_from_standard_input() {
    for arguments in ["--format json", "- --format json", "--file - --format json"] {
        let json = stdout(
            &run_with(arguments, "120483765\n\n# a comment\n1 2 3 4 5 6 7 _ 8  # nearly\n"),
            0,
        );
        assert_eq!(lengths(&rows(&json)), [6, 1]);
    }
}

#[test]
fn boards_are_typed_row_by_row_or_without_quotes() {
    let lengths = |arguments: &str, input: &str| -> Vec<usize> {
        let json = stdout(&run_with(&format!("{arguments} --format json"), input), 0);
        lengths(&rows(&json))
    };
    assert_eq!(lengths("-", "1 2 _\n4 8 3\n7 6 5\n"), [6]);
    assert_eq!(lengths("-", "\u{feff}1 2 _\n4 8 3\n7 6 5\n\n120\n483\n765\n"), [6, 6]);
    assert_eq!(lengths("-", "\u{feff}120483765\n123456708\n"), [6, 1]);
    // Four lines of four tiles each are four boards if together they do not form a board.
    assert_eq!(lengths("-", "1230\n1203\n1230\n1203\n"), [0, 1, 0, 1]);
    assert_eq!(lengths("1 2 _ 4 8 3 7 6 5", ""), [6]);
    // No line is a board, so the lines are rows, and the error names its place.
    let complaint = refusal(&run_with("-", "# typed\n1 2 3\n 4 x 6\n7 8 _\n"));
    assert_eq!(
        complaint,
        "error: standard input:3:4: unknown character \"x\" (known: 0-9 _)\n"
    );
    let complaint = refusal(&run_with("-", "1 2 3\n4 5 6\n8 7 _\n"));
    assert!(
        complaint.starts_with("error: standard input:1: no moves lead"),
        "{complaint}"
    );
}

#[test]
fn the_goal_that_a_file_names_is_used() {
    let file = |goal| {
        Scratch::new(
            "goal.txt",
            format!("# GOAL: {goal} (blank first).\n1 1 2 5 3 4 0 6 7 8\n"),
        )
    };
    for goal in ["0 1 2 / 3 4 5 / 6 7 8", "0 1 2 / 3 .. 5 / 6 .. 8"] {
        let file = file(goal);
        let arguments = format!("--file '{}'", file.path());
        assert_eq!(lengths(&solved(&arguments)), [3]);
        assert_eq!(lengths(&solved(&format!("{arguments} --goal blank-last"))), [21]);
    }
}

#[test]
fn the_search_is_shown_step_by_step() {
    let text = printed("--step 120483765");
    assert!(text.starts_with("expansion 1: running\n"), "{text}");
    assert!(
        text.contains("open         f    g    h\n123480765    6    1    5\n102483765    8    1    7\n"),
        "{text}"
    );
    assert!(text.contains("solved by A*"), "{text}");
    let text = printed("--expanded 120483765 --algorithm dijkstra");
    let expanded = &solved("120483765 --algorithm dijkstra")[0]["expanded"];
    let listed = text.lines().skip(1).take_while(|line| !line.is_empty()).count();
    assert_eq!(number(expanded), listed, "{text}");
    assert!(text.contains("       1  120483765    0    0    -\n"), "{text}");
}

#[test]
fn boards_come_from_tables_of_instances() {
    let text = "# id, tiles, estimate, length\n1 1 2 5 3 4 0 6 7 8 3 3\n2 3 1 2 4 0 5 6 7 8 2 2\n";
    let table = Scratch::new("table.txt", text);
    let rows = solved(&format!("--file '{}' --goal blank-first", table.path()));
    assert_eq!(lengths(&rows), [3, 2]);
}

#[test]
fn lengths_are_checked_where_a_table_has_them() {
    let table = |first: u32| {
        let head = "# Fields: id, 9 tiles (0 = blank), estimate, optimal length, nodes";
        Scratch::new(
            &format!("lengths-{first}.txt"),
            format!("{head}\n1 1 2 5 3 4 0 6 7 8 3 {first} 9\n2 3 1 2 4 0 5 6 7 8 2 2 9\n"),
        )
    };
    let totals = |first: u32, algorithm: &str, code: i32| {
        let table = table(first);
        let path = table.path();
        let arguments = format!("--file '{path}' --goal blank-first --algorithm {algorithm}");
        stdout(&run(&arguments), code).lines().last().unwrap().to_string()
    };
    let right = totals(3, "astar", 0);
    assert!(right.starts_with("2 of 2 solved, 5 moves, "), "{right}");
    assert!(right.ends_with("; 2 lengths are as they should be"), "{right}");
    // One length is too long for a search that guarantees the fewest moves, and the other is too short for any.
    let wrong = totals(1, "astar", 1);
    assert!(wrong.ends_with("; 1 of 2 lengths are NOT as they should be"), "{wrong}");
    let longer = totals(1, "greedy", 0);
    assert!(longer.ends_with("; 2 lengths are as they should be"), "{longer}");
    let impossible = totals(5, "greedy", 1);
    assert!(
        impossible.ends_with("; 1 of 2 lengths are NOT as they should be"),
        "{impossible}"
    );
}

#[test]
fn bad_boards_are_refused() {
    let table = r#"
        213456780                        | no moves lead from 2 1 3 / 4 5 6 / 7 8 _ to 1 2 3 / 4 5 6 / 7 8 _:
        123456770                        | tile 7 is in cell 6 and again in cell 7, and tile 8 is missing
        123456789                        | no blank
        1234567__                        | two blanks
        12345678                         | 8 tiles do not fill a square: give the shape with --size
        12345678?                        | line 1, column 9: unknown character "?" (known: 0-9 a-z _)
        1 2 3 4 5 6 7 9 0                | tile 9 in cell 7 is too large
        1 2 3\n4 5\n6 7 8 0              | line 2, column 1: 2 tiles in the row instead of 3
                                         | line 1, column 1: the first tile is missing
        99999999999999999999999999 1 2 3 | no blank
    "#;
    for [board, reason] in cases(table) {
        let complaint = refusal(&run(&format!("120483765 '{board}' --format json")));
        assert!(
            complaint.contains("board 2 (") && complaint.contains(&reason),
            "{complaint}"
        );
    }
    let long = "1".repeat(100_000);
    assert!(refusal(&run(&long)).len() < 200);
}

#[test]
fn a_board_of_the_other_half_is_told_what_it_can_reach() {
    let table = "
        '15 2 1 12 8 5 6 11 4 9 10 7 3 14 13 _'                         | odd  | first
        '15 2 1 12 8 5 6 11 4 9 10 7 3 14 13 _' --goal blank-last       | odd  | first
        '1 2 _ / 3 5 4' --goal blank-first                              | odd  | neither
        '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 _' --goal blank-first      | even | last
        0123456789abcdef                                                | odd  | first
        '1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 _' --goal 123456789abcdef0 | odd  | first
        213456780                                                       | odd  | neither
        213456780 --goal blank-first                                    | odd  | neither
        123456780 --goal 213456780                                      | even | first and last
        2130                                                            | odd  | first
    ";
    for [arguments, half, goals] in cases(table) {
        let complaint = refusal(&run(&arguments));
        let board = arguments.split(" --goal").next().unwrap().trim_matches('\'');
        assert!(
            complaint.starts_with(&format!("error: board 1 ({board:?}): no moves lead from ")),
            "{complaint}"
        );
        let other = if half == "odd" { "even" } else { "odd" };
        let halves = format!("the first belongs to the {half} half of all boards, the second to the {other} half");
        let hint = match &*goals {
            "neither" => {
                "neither blank-first nor blank-last can be reached, but both can if two tiles are exchanged".into()
            }
            goals => format!(
                "--goal blank-{} can be reached",
                goals.replace(" and ", " and --goal blank-")
            ),
        };
        assert!(
            complaint.ends_with(&format!(": {halves}; {hint}\n")),
            "{arguments:?}: {complaint}"
        );
    }
    // The guarantees hold.
    for arguments in ["2130 --goal blank-first", "0123 --goal 1023"] {
        assert_eq!(run(arguments).status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn bad_goals_and_shapes_are_refused() {
    let table = r#"
        120483765 --size 4        | 9 tiles, but a board of 4x4 has 16, including the blank
        120483765 --goal 1230     | 9 tiles, but a board of 2x2 has 4, including the blank
        --goal 12345678           | --goal ("12345678"): 8 tiles do not fill a square
        --goal 123456780 --size 4 | --goal ("123456780"): 9 tiles, but a board of 4x4
        --goal blank-centre       | --goal ("blank-centre")
        --size 1                  | 1x1
        --size 17                 | 17x17
        --size 3y5                | 3y5
    "#;
    for [arguments, reason] in cases(table) {
        let complaint = refusal(&run(&arguments));
        assert!(complaint.contains(&reason), "{complaint}");
    }
}

#[test]
fn bad_options_are_refused() {
    let table = "
        --algorithm astra                | 'astra'
        --heuristic none                 | 'none'
        --weight 0.5 --algorithm wastar  | 0.5
        --weight nan --algorithm wastar  | --weight:
        --weight 2                       | '--weight' has no effect with '--algorithm astar
        --heuristic zero --algorithm bfs | '--heuristic' has no effect with '--algorithm bfs
        --random 0                       | '0'
        --random -1                      | not a whole number from 1 to 1000000
        --walk 99999999999               | not a whole number from 0 to 1000000
        --random 2 120483765             | cannot be used with
        --walk 2 --file x                | cannot be used with
        --seed 2 120483765               | cannot be used with
        --animate --step                 | cannot be used with
        --animate --format json          | cannot be used with
        --seed x                         | not a whole number from 0
        --weight x --algorithm wastar    | not a number
        --limit-seconds x                | not a number
        --limit-seconds -1               | not from 0 to
        --limit-seconds 1e300            | 1e300
        --step --expanded                | cannot be used with
        --step --algorithm all           | '--step' has no effect with '--algorithm all
        --animate                        | --animate: standard output is not a terminal
        --nonsense                       | --nonsense
    ";
    for [arguments, reason] in cases(table) {
        let complaint = refusal(&run(&arguments));
        assert!(complaint.contains(&reason), "{complaint}");
    }
}

#[test]
fn bad_files_are_refused_with_the_line() {
    let missing = refusal(&run("--file no-such-file"));
    assert!(missing.starts_with("error: no-such-file: "), "{missing}");
    for (text, reason) in [
        (&b"120483765\n\n12048376\n"[..], ":3: 8 tiles"),
        (b"# none\n120483765\n213456780\n", ":3: no moves lead"),
        (b"120483765\n\xff\n", ":2: "),
        (b"120483765\n1230 5\n", ":2: "),
        (b"# none\n", ": no board in it"),
        (b"", ": no board in it"),
    ] {
        let file = Scratch::new("bad.txt", text);
        let complaint = refusal(&run(&format!("--file '{}'", file.path())));
        assert!(complaint.contains(&format!("{}{reason}", file.path())), "{complaint}");
    }
    let complaint = refusal(&run_with("--format json", "120483765\nnonsense\n"));
    assert!(complaint.starts_with("error: standard input:2: 8 tiles"), "{complaint}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    assert_survives_a_closed_pipe("npuzzle", &[]);
    for format in ["table", "json"] {
        assert_survives_a_closed_pipe("npuzzle", &["--random", "3000", "--walk", "4", "--format", format]);
    }
}

#[test]
fn help_explains() {
    let words = [
        "--algorithm",
        "manhattan+hamming",
        "--limit-seconds",
        "gigabyte",
        "Exit code",
    ];
    assert_explained("npuzzle", &words);
}
