//! Time against the number of nodes, compared with other crates, printed and drawn as `benches/scaling.svg`.
//!
//! Dijkstra's algorithm from one cell to all others of an 8-connected grid of a thousand to ten million cells, a
//! quarter of which are walls.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use astride::{Dijkstra, Graph, Status};
use astride_grid::{GridMap, GridProblem, Movement, Point};
use plotters::prelude::*;

use crate::support::explicit;
use crate::support::in_place::in_place;
use crate::support::maps::Course;
use crate::support::random::Random;

/// The numbers of cells along a side.
const SIDES: [usize; 9] = [32, 56, 100, 178, 316, 562, 1000, 1778, 3162];
const NAMES: [&str; 3] = ["astride", "petgraph", "pathfinding"];

/// The nodes reached, and the seconds that each crate took.
type Row = (f64, [f64; 3]);

pub(crate) fn run() {
    println!("### Dijkstra from one to all, 25 % random walls, nanoseconds a node\n");
    println!("| nodes | {} |\n|---:|---:|---:|---:|", NAMES.join(" | "));
    let rows = SIDES.map(|side| {
        let row = measure(side);
        let (nodes, seconds) = row;
        let a_node = seconds.map(|seconds| format!("{:.0}", seconds / nodes * 1e9));
        println!("| {nodes} | {} |", a_node.join(" | "));
        row
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scaling.svg");
    match draw(&path, &rows) {
        Ok(()) => println!("\nDrawn: {}\n", path.display()),
        Err(error) => println!("\n{} was not drawn: {error}\n", path.display()),
    }
}

fn measure(side: usize) -> Row {
    let mut random = Random(1);
    let map = GridMap::from_fn(side, side, |_| u8::from(!random.percent(25))).expect("a map of legal size");
    let course = Course::sampled("25 % random", map, 1, &mut random);
    let (map, (start, _)) = (&course.map, course.queries[0]);
    let problem = GridProblem::new(map, start, start, Movement::Eight).expect("a free cell");
    let graph = explicit::of_grid(map, &problem);
    let rounds = if side < 1000 { 9 } else { 3 };
    let mut times = NAMES.map(|_| Vec::new());
    let mut nodes = 0;
    // The first round does not count.
    for round in 0..=rounds {
        let (mut taken, mut reached) = ([0.0; 3], [0; 3]);
        (taken[0], reached[0]) = clocked(
            || {
                let mut search = Dijkstra::one_to_all(&problem, start);
                assert_eq!(search.run(), Status::Found);
                search
            },
            |search| search.stats().nodes,
        );
        (taken[1], reached[1]) = clocked(
            || petgraph::algo::dijkstra(&graph, explicit::number(map, start), None, |edge| *edge.weight()),
            |found| found.iter().len(),
        );
        (taken[2], reached[2]) = clocked(
            || {
                let successors = |point: &Point| in_place::<8, _>(problem.successors(point));
                pathfinding::prelude::dijkstra_all(&start, successors)
            },
            // The result lacks the start unless a path leads back to it.
            |found| found.len() + usize::from(!found.contains_key(&start)),
        );
        assert!(reached.iter().all(|count| *count == reached[0]), "{reached:?} reached");
        nodes = reached[0];
        if round > 0 {
            for (times, taken) in times.iter_mut().zip(taken) {
                times.push(taken);
            }
        }
    }
    let seconds = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    (f64::from(u32::try_from(nodes).expect("some million nodes")), seconds)
}

/// The seconds that a search takes, and the number of nodes that it reached. Freeing its result is not counted.
fn clocked<R>(search: impl FnOnce() -> R, reached: impl FnOnce(&R) -> usize) -> (f64, usize) {
    let start = Instant::now();
    let result = black_box(search());
    (start.elapsed().as_secs_f64(), reached(&result))
}

fn draw(path: &Path, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    const COLOURS: [RGBColor; 3] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115)];
    let root = SVGBackend::new(path, (720, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Dijkstra from one to all on a grid", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((500.0..2e7_f64).log_scale(), (1e-5..20.0_f64).log_scale())?;
    let power = |value: &f64| format!("1e{:.0}", value.log10());
    chart
        .configure_mesh()
        .x_desc("nodes")
        .y_desc("seconds")
        .light_line_style(WHITE)
        .x_label_formatter(&power)
        .y_label_formatter(&power)
        .draw()?;
    for (place, (name, colour)) in NAMES.into_iter().zip(COLOURS).enumerate() {
        let points = || rows.iter().map(move |(nodes, seconds)| (*nodes, seconds[place]));
        chart
            .draw_series(LineSeries::new(points(), colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
