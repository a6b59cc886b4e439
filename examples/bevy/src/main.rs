//! Ten seconds of the town, without a window: `cargo run --release` in this folder.

use std::error::Error;
use std::time::{Duration, Instant};

use astride_bevy::walk::Rounds;
use astride_bevy::{ChangeWall, Town, scene};
use astride_grid::Point;

/// The length of a frame.
const FRAME: Duration = Duration::from_micros(16_667);

fn main() -> Result<(), Box<dyn Error>> {
    let mut app = scene::app()?;
    println!("{}", scene::picture(&mut app));
    let mut longest = Duration::ZERO;
    for frame in 1..=600 {
        match frame {
            // A wall closes the western house, and later opens again.
            150 => {
                for at in [Point::new(9, 8), Point::new(9, 14)] {
                    app.world_mut().write_message(ChangeWall { at, is_wall: true });
                }
            }
            300 => {
                app.world_mut().write_message(ChangeWall {
                    at: Point::new(9, 14),
                    is_wall: false,
                });
                app.world_mut()
                    .resource_mut::<Town>()
                    .set_destination(Point::new(33, 6))?;
            }
            _ => {}
        }
        let begin = Instant::now();
        app.update();
        longest = longest.max(begin.elapsed());
        std::thread::sleep(FRAME.saturating_sub(begin.elapsed()));
    }
    println!("{}", scene::picture(&mut app));
    let world = app.world_mut();
    let visits: u32 = world.query::<&Rounds>().iter(world).map(|rounds| rounds.visits).sum();
    println!(
        "600 frames, {visits} visits; the longest frame took {:.1} ms",
        longest.as_secs_f64() * 1000.0
    );
    Ok(())
}
