//! Pattern databases: how long they take to build, and what they save: `cargo bench --bench patterns`.
//!
//! `cargo bench --features rayon --bench patterns -- --long [--tables FOLDER]` adds the large ones (2.1 GB while they are built)
//! and keeps the tables in the folder. With `ASTRIDE_DATA` all of Korf's instances are solved, and of the 24-puzzles 25, 38
//! and 40; without it, four of the 15-puzzles.

mod support {
    pub(crate) mod korf;
}

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use astride::Heuristic;
use astride::npuzzle::patterns::{PatternDatabases, PatternPuzzle, StandardPartition};
use astride::npuzzle::{Board, Tiles, Tiles16, Tiles25};

use support::korf::INSTANCES;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` says so; `cargo test --benches` does not, and wants to be done soon.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench patterns`.");
        return;
    }
    let is_long = arguments.iter().any(|argument| argument == "--long");
    let folder = arguments.iter().skip_while(|argument| *argument != "--tables").nth(1);
    println!("| tables | built in | loaded in | instances | nodes an instance | seconds in all | M nodes/s |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    run::<Tiles16, 3>(StandardPartition::FiveFiveFive, folder);
    run::<Tiles16, 3>(StandardPartition::SixSixThree, folder);
    if is_long {
        run::<Tiles16, 2>(StandardPartition::SevenEight, folder);
        run::<Tiles25, 4>(StandardPartition::SixSixSixSix, folder);
    }
}

/// The number in the paper, the start, and the length of its shortest solution.
type Instance = (u32, Board, u32);

fn run<T: Tiles, const P: usize>(standard: StandardPartition, folder: Option<&String>) {
    let goal = Board::blank_first(standard.side().to_string().parse().expect("a legal shape"));
    let partition = standard.of(&goal).expect("a goal with the blank in a corner");
    let path = folder.map(|folder| Path::new(folder).join(PatternDatabases::file_name(&partition)));
    let start = Instant::now();
    let built = if path.as_ref().is_some_and(|path| path.exists()) {
        None
    } else {
        let databases = match folder {
            Some(folder) => PatternDatabases::load_or_build(folder, &partition, |_| ControlFlow::Continue(())),
            None => PatternDatabases::build(&partition),
        };
        Some(databases.expect("tables"))
    };
    let build_time = built.as_ref().map(|_| start.elapsed());
    let start = Instant::now();
    let loaded = path.map(|path| PatternDatabases::load(path, &partition).expect("tables that can be read"));
    let load_time = loaded.as_ref().map(|_| start.elapsed());
    let databases = loaded.or(built).expect("built or loaded");

    let seconds =
        |time: Option<std::time::Duration>| time.map_or(String::new(), |time| format!("{:.2} s", time.as_secs_f64()));
    print!("| {standard} | {} | {} |", seconds(build_time), seconds(load_time));
    let instances = instances(&goal);
    if instances.is_empty() {
        println!(" none without ASTRIDE_DATA | | | |");
        return;
    }
    let start = Instant::now();
    let mut nodes = 0;
    for (number, board, length) in &instances {
        let puzzle = PatternPuzzle::<T, _, P>::packed(board, &databases).expect("a solvable board");
        let mut search = Deepening {
            puzzle: &puzzle,
            nodes: 1,
        };
        assert_eq!(search.run(), *length, "instance {number}");
        nodes += search.nodes;
    }
    let time = start.elapsed().as_secs_f64();
    let count = instances.len() as u64;
    #[expect(clippy::cast_precision_loss, reason = "some hundred million nodes")]
    let speed = nodes as f64 / time / 1e6;
    println!(
        " {count} | {} | {time:.2} | {speed:.1} |",
        nodes.checked_div(count).unwrap_or(0)
    );
}

fn instances(goal: &Board) -> Vec<Instance> {
    let Some(folder) = std::env::var_os("ASTRIDE_DATA").map(PathBuf::from) else {
        let few = INSTANCES.iter().map(|instance| {
            (
                instance.number,
                instance.puzzle().start_board().clone(),
                instance.length,
            )
        });
        return few.filter(|(_, board, _)| board.shape() == goal.shape()).collect();
    };
    let cells = goal.cells().len();
    // The column of the length; those between are something else in the one file.
    let (file, length) = if cells == 16 {
        ("korf100.txt", 18)
    } else {
        ("korf50_24.txt", 26)
    };
    let text = fs::read_to_string(folder.join(file)).expect("the instances in ASTRIDE_DATA");
    let mut instances = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let number = |place: usize| fields[place].parse().expect("a tile or a length");
        let tiles: Vec<u8> = (1..=cells).map(number).collect();
        if cells == 16 || matches!(fields[0], "25" | "38" | "40") {
            let board = Board::new(goal.shape(), &tiles).expect("a legal board");
            let id = fields[0].parse().expect("a number");
            instances.push((id, board, number(length).into()));
        }
    }
    instances
}

/// IDA* without anything around it: the nodes are counted as by Korf (every child that is generated, those cut off and
/// the root included, none that leads back; it ends when the goal is generated).
struct Deepening<'a, P> {
    puzzle: &'a P,
    nodes: u64,
}

impl<P: Heuristic<Cost = u32>> Deepening<'_, P> {
    fn run(&mut self) -> u32 {
        let start = self.puzzle.start();
        let estimate = self.puzzle.estimate(&start);
        let mut threshold = estimate;
        if self.puzzle.is_goal(&start) {
            return 0;
        }
        loop {
            let mut excess = u32::MAX;
            if self.search(&start, &start, estimate, threshold, &mut excess) {
                return threshold;
            }
            threshold += excess;
        }
    }

    /// Whether the goal is within so many moves. `excess` becomes the least by which an estimate was above what is left.
    fn search(&mut self, node: &P::Node, parent: &P::Node, estimate: u32, moves: u32, excess: &mut u32) -> bool {
        let moves = moves - 1;
        for (child, _, estimate) in self.puzzle.estimated_successors(node, estimate, parent) {
            self.nodes += 1;
            if estimate > moves {
                *excess = (*excess).min(estimate - moves);
            } else if self.puzzle.is_goal(&child) || self.search(&child, node, estimate, moves, excess) {
                return true;
            }
        }
        false
    }
}
