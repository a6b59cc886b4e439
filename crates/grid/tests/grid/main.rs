//! Grid maps: steps, costs and estimates, jump points, lines of sight, files, and every scenario of real maps.

#[path = "../../../../tests/common/cases.rs"]
mod cases;
#[path = "../../../../tests/common/effort.rs"]
mod effort;
#[path = "../../../../tests/common/sight.rs"]
mod sight;

/// The code that reads maps for the benchmarks.
#[allow(dead_code, reason = "some of it is for the benchmarks alone")]
#[path = "../../../../benches/support"]
mod support {
    pub(crate) mod maps;
    pub(crate) mod movingai;
    pub(crate) mod random;
}

mod any_angle;
mod any_angle_maps;
mod benchmark_maps;
mod facts;
mod files;
mod hexagons;
mod jumps;
mod lenient;
mod line_of_sight;
mod many;
mod partial;
mod paths;
mod reach;
mod recipes;
mod rows;
mod text;
mod turns;
mod units;
mod visits;
mod voxels;
mod world;
mod world_fields;
