//! [`Scene`]: a world and the searches on it. The page shares, saves and undoes scenes.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::recorded::RecordedEvent;

/// A world and one to four searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a scene, which is {\"world\": {…}, \"searches\": […]}"
)]
pub struct Scene {
    /// The world to be searched.
    pub world: World,
    /// The searches, each of which gets a run.
    #[serde(default)]
    pub searches: Vec<SearchChoice>,
}

/// An algorithm of the catalogue, its heuristic and its parameters: `{"algorithm": "weighted-astar", "weight": 1.5}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchChoice {
    /// The `id` of the algorithm.
    pub algorithm: String,
    /// The `id` of the heuristic; by default, the algorithm's first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The current node of this search's agent; by default, the start in the `world` of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// The goal of this search's agent; by default, the goals in the `world` of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<u32>,
    /// A run of another program, which is shown instead of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<RecordedEvent>>,
    /// The value of each parameter, under its `id`: a number, or the `id` of a choice. Missing parameters take their
    /// default values.
    #[serde(flatten)]
    pub parameters: BTreeMap<String, Value>,
}

/// A world to be searched.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum World {
    /// A map.
    Grid(Grid),
    /// A sliding-tile puzzle.
    Puzzle(PuzzleBoard),
    /// Nodes and edges.
    Graph(Network),
    /// Areas with walls, which are searched on a mesh of polygons.
    Mesh(Level),
}

// Not derived, so that an error names its place.
impl<'de> Deserialize<'de> for World {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = serde_json::Map::deserialize(deserializer)?;
        let world = match fields.remove("kind").as_ref().and_then(Value::as_str) {
            Some("grid") => read(fields).map(World::Grid),
            Some("puzzle") => read(fields).map(World::Puzzle),
            Some("graph") => read(fields).map(World::Graph),
            Some("mesh") => read(fields).map(World::Mesh),
            _ => Err(String::from(
                "\"kind\" must be \"grid\", \"puzzle\", \"graph\" or \"mesh\"",
            )),
        };
        world.map_err(|words| D::Error::custom(format_args!("world: {words}")))
    }
}

/// Reads a value from the fields of an object. The error names the field that is wrong.
fn read<T: Default + Serialize + DeserializeOwned>(fields: serde_json::Map<String, Value>) -> Result<T, String> {
    let fields = Value::Object(fields);
    T::deserialize(&fields).map_err(|error| {
        // The wrong field is the one that makes a valid value invalid.
        let usual = serde_json::to_value(T::default()).unwrap_or_default();
        let is_wrong = |(name, value): &(&String, &Value)| {
            let mut probe = usual.clone();
            probe[name.as_str()] = Value::clone(value);
            T::deserialize(probe).is_err()
        };
        let field = fields.as_object().and_then(|fields| fields.iter().find(is_wrong));
        field.map_or_else(|| error.to_string(), |(name, _)| format!("{name:?}: {error}"))
    })
}

/// A map: `{"kind": "grid", "width": 3, "height": 2, "cells": "1#1151", "movement": "eight", "start": [0, 0], "goals":
/// [[2, 0]]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Columns, 1 to 2048.
    pub width: usize,
    /// Rows, 1 to 2048.
    pub height: usize,
    /// One character per cell, row by row: `#` is a wall, and `1` to `9` is the cost of entering the cell (`.` is
    /// read as `1`).
    pub cells: String,
    /// The `id` of a movement rule.
    pub movement: String,
    /// The column and row of the start.
    pub start: [usize; 2],
    /// The column and row of each goal. At least one goal is required.
    pub goals: Vec<[usize; 2]>,
    /// For `plan`: the units that walk at the same time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
}

/// A unit that walks on a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The column and row of its start.
    pub start: [usize; 2],
    /// The column and row of its goal.
    pub goal: [usize; 2],
    /// The `id` of its algorithm if each unit is planned alone, one of those that the catalogue lists; by default, that
    /// of A\*.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
}

/// A sliding-tile puzzle: `{"kind": "puzzle", "width": 2, "height": 2, "tiles": [0, 1, 3, 2], "goal": [1, 2, 3, 0]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleBoard {
    /// Columns, 2 to 5.
    pub width: usize,
    /// Rows, 2 to 5.
    pub height: usize,
    /// The tiles row by row, with 0 for the blank.
    pub tiles: Vec<u8>,
    /// The tiles of the goal, also row by row.
    pub goal: Vec<u8>,
}

/// A graph: `{"kind": "graph", "nodes": [[0, 0], [3, 4]], "edges": [[0, 1, 5]], "start": 0, "goals": [1]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The coordinates of the nodes.
    pub nodes: Vec<[f64; 2]>,
    /// The source, target and weight of each edge.
    pub edges: Vec<(u32, u32, f64)>,
    /// Whether edges lead only one way.
    #[serde(default)]
    pub directed: bool,
    /// The node at which the search begins.
    pub start: u32,
    /// The nodes at which the search may end, at least one.
    pub goals: Vec<u32>,
    /// A unique name for each node, or an empty one for nodes that are referred to by number; or no names at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// Areas with walls: `{"kind": "mesh", "areas": [[[0, 0], [9, 0], [9, 9], [0, 9]]], "walls": [[[3, 3], [6, 3], [6, 6],
/// [3, 6]]], "start": [1, 4], "goals": [[8, 4]]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The areas, each as the corners of a polygon. They may overlap, and *y* points downwards.
    pub areas: Vec<Vec<[f64; 2]>>,
    /// The walls, each as the corners of a polygon. They may overlap each other and the borders of areas.
    pub walls: Vec<Vec<[f64; 2]>>,
    /// The distance from walls that a path keeps.
    #[serde(default)]
    pub radius: f64,
    /// The place where the searches begin.
    pub start: [f64; 2],
    /// The places at which the searches may end, at least one.
    pub goals: Vec<[f64; 2]>,
    /// For `plan`: the units that walk at the same time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Walker>,
}

/// A unit that walks among walls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walker {
    /// Its start.
    pub start: [f64; 2],
    /// Its goal.
    pub goal: [f64; 2],
}
