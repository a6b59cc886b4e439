//! The time that a world takes for a changed wall, and the time for movement ranges:
//! `cargo bench -p astride-grid --bench world`.
//!
//! Times are the median and the 99th percentile, in microseconds.

#[path = "../../../benches/support"]
mod support {
    pub(crate) mod random;
}

use std::time::{Duration, Instant};

use astride::{Dijkstra, Status, Stepper};
use astride_grid::{GridMap, GridProblem, GridWorld, Movement, Point, UnitKind};
use support::random::Random;

const SIDE: u16 = 256;
const MOVEMENT: Movement = Movement::Eight;
const CHANGES: usize = 2000;

fn main() {
    println!("walls toggled on {SIDE} x {SIDE} cells, 2 % of them walls    change   99 %    run   99 %");
    toggle("the map and its components", |_| ());
    toggle("and clearances up to 8", |world| {
        world.keep_clearance(8).expect("memory");
    });
    for size in [2, 3, 5, 8] {
        toggle(&format!("and units of {size} x {size} cells"), |world| {
            world.add_unit(kind(size)).expect("memory");
        });
    }
    for size in [1, 3] {
        toggle(&format!("and units of {size} x {size} cells with a field"), |world| {
            let unit = world.add_unit(kind(size)).expect("memory");
            let middle = Point::new(SIDE / 2, SIDE / 2);
            let goals = kind(3).positions_over(middle);
            world.add_field(unit, goals).expect("goals on the map");
        });
    }

    println!("\nmovement ranges on 2048 x 2048 cells, costs 1 and 2, 10 % walls    cells    new  reset  whole map");
    for points in [5, 10, 30] {
        ranges(points);
    }
}

fn kind(size: u8) -> UnitKind {
    UnitKind::new(size).expect("a size")
}

fn point(random: &mut Random, side: u16) -> Point {
    let mut below = || u16::try_from(random.below(side.into())).expect("below a side");
    Point::new(below(), below())
}

fn toggle(name: &str, prepare: impl FnOnce(&mut GridWorld<GridMap>)) {
    let mut random = Random(7);
    let map = GridMap::from_fn(SIDE.into(), SIDE.into(), |_| u8::from(!random.percent(2)));
    let mut world = GridWorld::<GridMap>::new(map.expect("a small map"), MOVEMENT).expect("memory");
    prepare(&mut world);
    assert_eq!(world.run(), Status::Found);
    let (mut changes, mut runs) = (Vec::new(), Vec::new());
    for _ in 0..CHANGES {
        let wall = point(&mut random, SIDE);
        changes.push(timed(|| world.toggle(wall)));
        runs.push(timed(|| world.run()));
    }
    let [change, slow_change] = percentiles(changes);
    let [run, slow_run] = percentiles(runs);
    println!("{name:<54}{change:>8.1}{slow_change:>7.1}{run:>7.1}{slow_run:>7.0}");
}

fn ranges(points: u32) {
    let mut random = Random(7);
    let map = GridMap::from_fn(2048, 2048, |_| {
        if random.percent(10) {
            0
        } else {
            1 + u8::from(random.percent(50))
        }
    });
    let map = map.expect("a map");
    let starts = std::iter::repeat_with(|| point(&mut random, 2048)).filter(|start| map.is_free(*start));
    let starts: Vec<Point> = starts.take(101).collect();
    let mut reach = map.reach(starts[0], MOVEMENT, points).expect("a free cell");
    let (mut fresh, mut reset, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    let mut cells = 0;
    for start in starts {
        fresh.push(timed(|| map.reach(start, MOVEMENT, points)));
        reset.push(timed(|| reach.reset(&map, start, points)));
        cells += reach.cells().count();
        whole.push(timed(|| {
            let problem = GridProblem::new(&map, start, start, MOVEMENT).expect("a free cell");
            Dijkstra::one_to_all(problem, start).with_cost_limit(985 * points).run()
        }));
    }
    let [fresh, reset, whole] = [fresh, reset, whole].map(|times| percentiles(times)[0]);
    println!(
        "{:<67}{:>5}{fresh:>7.1}{reset:>7.1}{whole:>11.1}",
        format!("{points} points"),
        cells / 101
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    std::hint::black_box(work());
    begun.elapsed()
}

/// The median and the 99th percentile, in microseconds.
fn percentiles(mut times: Vec<Duration>) -> [f64; 2] {
    times.sort_unstable();
    [50, 99].map(|percent| times[times.len() * percent / 100].as_secs_f64() * 1e6)
}
