//! A town in Bevy: four kinds of units find their ways while walls are built and torn down.
//!
//! | units | searches | module |
//! |---|---|---|
//! | couriers, who go far | A\* on the threads of `AsyncComputeTaskPool`, cancelled when the map changes | [`pool`] |
//! | guards, who go from post to post | A\* in a system, 2 ms in each frame for all of them | [`frame`] |
//! | villagers, a crowd with one destination | one flow field, which is repaired in the same 2 ms | [`crowd`] |
//! | porters in their yard, who must not block each other | `Pibt`, without a search of their own | [`yard`] |
//!
//! [`town`] has the map, [`walk`] what all units have in common, and [`scene`] a town to begin with. No two units are
//! ever in one cell.

pub mod crowd;
pub mod frame;
pub mod pool;
pub mod scene;
pub mod town;
pub mod walk;
pub mod yard;

use std::time::Duration;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;

pub use town::{ChangeWall, Town};

/// The time that searches may take in each frame, not counting those on other threads.
#[derive(Resource, Clone, Copy, Debug)]
pub struct FrameTime(pub Duration);

impl Default for FrameTime {
    fn default() -> Self {
        FrameTime(Duration::from_millis(2))
    }
}

/// The systems of all units. Needs the resource [`Town`], and the task pools of Bevy.
pub struct TownPlugin;

impl Plugin for TownPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<FrameTime>()
            .init_resource::<frame::FrameSearches>()
            .init_resource::<yard::Yard>()
            .add_message::<ChangeWall>()
            .add_systems(
                Update,
                (
                    // First the map changes, then everything that was found on the old one.
                    town::change_walls,
                    (walk::reroute, pool::cancel, frame::cancel, yard::renew),
                    (pool::begin, pool::finish, frame::begin, frame::search).chain(),
                    (walk::follow_routes, crowd::follow_field, yard::move_porters).chain(),
                )
                    .chain(),
            );
    }
}
