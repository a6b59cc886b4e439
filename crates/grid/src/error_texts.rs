//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use astride::SearchError;
use astride::text::{Fault, TextError};

use crate::hex::{Hex, HexError};
use crate::voxel::{Voxel, VoxelError};
use crate::{End, Estimate, GridError, Movement, Point};

fn malformed() -> TextError {
    TextError {
        line: 3,
        column: 7,
        fault: Fault::Missing { field: "the height" },
    }
}

error_texts! {
    GridError {
        BadSize { width: 0, height: 9 } =>
            "a map of 0 x 9 cells: each side must be from 1 to 65535, and (width + 1) * height at most 1073741823";
        OutOfMemory { width: 9000, height: 9000 } => "not enough memory for 9000 x 9000 cells";
        Outside { point: Point::new(9, 3), width: 8, height: 8 } => "the point 9,3 is outside the map of 8 x 8 cells";
        EndOutside { end: End::Start, point: Point::new(9, 3), width: 8, height: 8 } =>
            "the start 9,3 is outside the map of 8 x 8 cells";
        EndInWall { end: End::Goal, point: Point::new(7, 3) } => "the goal 7,3 is in a wall";
        NoUnit { unit: 2, count: 2 } => "there is no unit kind 2: the world has 2, numbered from 0";
        BadPoints { points: "-1".into() } => "-1 movement points: at least 0 are expected";
        Inadmissible { estimate: Estimate::Manhattan, movement: Movement::Eight } =>
            "the manhattan estimate can exceed the true cost with movement 8: paths might not be optimal";
        NoGoal => "there is no goal: give at least one";
        Stale => "the components or clearances do not match the map, whose walls may have changed: rebuild them";
        NoSize => "a unit covers at least one cell: its size cannot be 0";
        Failed(SearchError::GoalDenied) =>
            "the problem's `is_goal` returns `false` for the node that its `goal` returns";
        TerrainVaries { point: Point::new(7, 3), found: 5, least: 1 } =>
            "the cell 7,3 has terrain cost 5 and others have 1: paths at any angle need a map with a single \
             terrain cost";
        NoLineOfSight { from: Point::new(0, 0), to: Point::new(7, 3), movement: Movement::Eight } =>
            "no line of sight from 0,0 to 7,3 with movement 8";
        Text(malformed()) => "line 3, column 7: the height is missing";
        BadPoint { text: "3;4".into() } =>
            "\"3;4\" is not a point: two whole numbers from 0 to 65535 are expected, such as 3,4";
        UnknownMovement { text: "6".into() } => "\"6\" is not a movement rule (known: 4, 8, 8-cut, 8-squeeze)";
        UnknownEstimate { text: "euclid".into() } =>
            "\"euclid\" is not an estimate (known: zero, manhattan, octile, chebyshev, euclidean)";
    }
    HexError {
        Outside { hex: Hex::new(-9, 2), width: 8, height: 8 } =>
            "the hexagon -9,2 is outside the map of 8 x 8 hexagons";
        EndOutside { end: End::Goal, hex: Hex::new(-9, 2), width: 8, height: 8 } =>
            "the goal -9,2 is outside the map of 8 x 8 hexagons";
        EndInWall { end: End::Start, hex: Hex::new(3, 2) } => "the start 3,2 is in a wall";
        Map(GridError::NoGoal) => "there is no goal: give at least one";
        BadHex { text: "3;-1".into() } => "\"3;-1\" is not a hexagon: two whole numbers are expected, such as 3,-1";
        UnknownLayout { text: "odd".into() } =>
            "\"odd\" is not a layout of hexagons (known: odd-r, even-r, odd-q, even-q)";
    }
    VoxelError {
        BadSize { size: [0, 9, 9] } =>
            "a map of 0 x 9 x 9 voxels: each side must be from 1 to 65535, and (x + 1) * (y + 1) * z at most \
             1073741823";
        OutOfMemory { size: [900, 900, 900] } => "not enough memory for a map of 900 x 900 x 900 voxels";
        Outside { voxel: Voxel::new(9, 3, 2), size: [8, 8, 8] } =>
            "the voxel 9,3,2 is outside the map of 8 x 8 x 8 voxels";
        EndOutside { end: End::Start, voxel: Voxel::new(9, 3, 2), size: [8, 8, 8] } =>
            "the start 9,3,2 is outside the map of 8 x 8 x 8 voxels";
        EndBlocked { end: End::Goal, voxel: Voxel::new(7, 3, 2) } => "the goal 7,3,2 is blocked";
        CannotStand { end: End::Goal, voxel: Voxel::new(7, 3, 2) } =>
            "the unit cannot stand at the goal 7,3,2: there is no room for it, or no block below";
        BadVoxel { text: "3,4".into() } =>
            "\"3,4\" is not a voxel: three whole numbers from 0 to 65535 are expected, such as 3,4,5";
        UnknownNeighbourhood { text: "8".into() } => "\"8\" is not a neighbourhood (known: 6, 18, 26)";
    }
}
