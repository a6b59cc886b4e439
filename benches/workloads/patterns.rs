//! Pattern databases: the time to build and to load them, and the time that they save.

use std::path::Path;
use std::time::{Duration, Instant};

use astride::npuzzle::{Board, Shape, Tiles, Tiles16, Tiles25};
use astride::{IdaStar, Status, Stepper};
use astride_tiles::patterns::{PatternDatabases, PatternPuzzle, StandardPartition};

use crate::Options;
use crate::support::instances::{Instance, fifteen_puzzles, twenty_four_puzzles};
use crate::support::rate::rate;

pub(crate) fn run(options: &Options) {
    let (is_long, folder) = (options.is_long, options.folder.as_deref());
    println!("IDA* over a `PatternPuzzle`, one thread. Nodes are all that are generated.\n");
    println!("| tables | bytes | built in | loaded in | instances | nodes | s | 10⁶ nodes/s |");
    println!("|---|---:|---:|---:|---|---:|---:|---:|");
    let fifteen = fifteen_puzzles();
    let some: Vec<_> = fifteen.iter().take(if is_long { 100 } else { 10 }).collect();
    tables::<Tiles16, 3>(StandardPartition::FiveFiveFive, folder, &[&some]);
    tables::<Tiles16, 3>(StandardPartition::SixSixThree, folder, &[&some]);
    if is_long {
        tables::<Tiles16, 2>(StandardPartition::SevenEight, folder, &[&some]);
        let mut twenty_four = twenty_four_puzzles();
        twenty_four.sort_by_key(|instance| instance.nodes);
        let easiest: Vec<_> = twenty_four.iter().take(options.easiest).collect();
        let each: Vec<_> = easiest.chunks(1).collect();
        tables::<Tiles25, 4>(StandardPartition::SixSixSixSix, folder, &each);
    }
}

/// Builds tables or reads them, and solves groups of instances with them.
fn tables<T: Tiles, const P: usize>(standard: StandardPartition, folder: Option<&Path>, groups: &[&[&Instance]]) {
    let goal = Board::blank_first(Shape::new(standard.side(), standard.side()).expect("a legal shape"));
    let partition = standard.of(&goal).expect("a goal with the blank in a corner");
    let path = folder.map(|folder| folder.join(PatternDatabases::file_name(&partition)));
    let is_there = path.as_ref().is_some_and(|path| path.exists());
    let start = Instant::now();
    let databases = match folder {
        Some(folder) => {
            PatternDatabases::load_or_build(folder, &partition, |builder| assert_eq!(builder.run(), Status::Found))
        }
        None => PatternDatabases::build(&partition),
    };
    let databases = databases.expect("tables");
    let mut build_time = seconds(start.elapsed());
    let mut load_time = String::new();
    if is_there {
        load_time = std::mem::take(&mut build_time);
    } else if let Some(path) = path {
        let start = Instant::now();
        PatternDatabases::load(path, &partition).expect("tables that can be read");
        load_time = seconds(start.elapsed());
    }
    for group in groups {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for instance in *group {
            let start = Instant::now();
            let puzzle = PatternPuzzle::<T, _, P>::new_typed(&instance.start, &databases).expect("a solvable board");
            let mut search = IdaStar::new(&puzzle);
            assert_eq!(search.run(), Status::Found);
            assert_eq!(
                search.path().map(|path| path.edges()),
                Some(instance.length),
                "{}",
                instance.number
            );
            time += start.elapsed();
            nodes += search.stats().generated;
        }
        let name = match group {
            [one] => format!("24-puzzle {}", one.number),
            _ => format!("Korf's 1 to {}", group.len()),
        };
        println!(
            "| {standard} | {} | {build_time} | {load_time} | {name} | {nodes} | {:.2} | {:.1} |",
            databases.bytes(),
            time.as_secs_f64(),
            rate(nodes, time)
        );
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
