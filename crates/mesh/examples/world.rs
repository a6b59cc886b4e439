//! Moves obstacles on a field, one after another, while an agent walks across it, and compares the time of an update
//! with that of making the mesh anew.
//!
//! `cargo run --release -p astride-mesh --features outline --example world -- [OBSTACLES [MOVES]]`

use std::error::Error;
use std::f64::consts::TAU;
use std::time::{Duration, Instant};

use astride_mesh::{Mesh, MeshWorld, Outline, Point};

const RADIUS: f64 = 0.3;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse());
    let obstacles: u32 = arguments.next().transpose()?.unwrap_or(1000);
    let moves: u32 = arguments.next().transpose()?.unwrap_or(100);
    let side = 4.0 * f64::from(obstacles.max(4)).sqrt();
    let mut random = Random(7);
    let field = Outline::new([[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]);
    let field = (0..obstacles).fold(field, |field, _| field.with_obstacle(random.ring(side)));

    let mut world = MeshWorld::new(&field, RADIUS)?;
    println!(
        "{obstacles} obstacles: {} polygons in tiles of {:.1}",
        world.mesh().polygon_count(),
        world.tile_side()
    );
    let ids: Vec<_> = world.obstacles().map(|(id, _)| id).collect();
    let (mut paths, mut spent) = (0, Duration::ZERO);
    let mut path = None;
    for _ in 0..moves {
        let Some(id) = ids.get(random.below(ids.len())) else {
            break;
        };
        let ring = random.ring(side);
        let begin = Instant::now();
        world.move_obstacle(*id, ring)?;
        world.update()?;
        spent += begin.elapsed();

        let mesh = world.mesh();
        if path.as_ref().is_none_or(|path| !mesh.is_open(path)) {
            let (start, goal) = (mesh.nearest([0.0, 0.0]), mesh.nearest([side, side]));
            path = mesh.path(start, goal)?;
            paths += 1;
        }
    }
    println!("{paths} of {moves} times, the path across the field had been closed, so that another one was found");

    let begin = Instant::now();
    let mesh = Mesh::from_outline(&world.outline(), RADIUS)?;
    let anew = begin.elapsed();
    println!("{} polygons if the mesh is made anew", mesh.polygon_count());
    println!(
        "{:?} for each move, {anew:?} for making the mesh anew",
        spent / moves.max(1)
    );
    Ok(())
}

/// A small random number generator (xorshift64*).
struct Random(u64);

impl Random {
    /// A number from 0 to 1.
    fn part(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = u32::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32);
        f64::from(high.unwrap_or(0)) / f64::from(u32::MAX)
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the numbers are small"
    )]
    fn below(&mut self, end: usize) -> usize {
        (self.part() * f64::from(u32::try_from(end).unwrap_or(u32::MAX))) as usize
    }

    /// A regular polygon with three to seven corners.
    fn ring(&mut self, side: f64) -> Vec<Point> {
        // The corners of the field are free.
        let (x, y) = (2.0 + self.part() * (side - 4.0), 2.0 + self.part() * (side - 4.0));
        let reach = 0.3 + 0.7 * self.part();
        let (begin, corners) = (self.part(), [3, 4, 5, 6, 7][self.below(5)]);
        (0..corners)
            .map(|corner| {
                let (sin, cos) = (begin + f64::from(corner) * TAU / f64::from(corners)).sin_cos();
                Point::new(x + reach * cos, y + reach * sin)
            })
            .collect()
    }
}
