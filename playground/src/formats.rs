//! Reads worlds from the text of files, and writes them.

use std::fmt::Write;

use astride::AStar;
use astride::graphs::CsrGraph;
use astride::npuzzle::{Board, Shape};
use astride_grid::movingai::{Length, Scenario, ScenarioFile, Terrain, TerrainMap};
use astride_grid::{GridCost, GridProblem, Movement, Point};
use astride_roads::dimacs::{self, ReadLimits};

use crate::levels;
use crate::limits::ALL;
use crate::protocol::{File, Format};
use crate::scene::{Grid, Network, PuzzleBoard, Scene, World};
use crate::world::grid::{Map, point};
use crate::world::mesh::mesh;
use crate::{text_graph, text_level};

/// Reads a world; some formats add to the present one.
pub(crate) fn parse(format: Format, text: &str, world: Option<World>) -> Result<World, String> {
    match (format, world) {
        (Format::Movingai, _) => map(text),
        (Format::Scenario, _) => Err(String::from("scenarios are not a world: read them with \"scenarios\"")),
        (Format::Dimacs, _) => roads(text),
        (Format::Coordinates, Some(World::Graph(network))) => coordinates(text, network),
        (Format::Coordinates, _) => Err(String::from("coordinates need a graph: \"world\" must be one")),
        (Format::Text, _) => text_graph::parse(text).map(World::Graph),
        (Format::Board, world) => tiles(text, world),
        (Format::Walls, _) => text_level::parse(text).map(World::Mesh),
        (Format::Mesh, _) => levels::from_polygons(text).map(World::Mesh),
    }
}

/// Writes a world.
pub(crate) fn write(format: Format, scene: &Scene) -> Result<File, String> {
    let (name, content) = match (format, &scene.world) {
        (Format::Movingai, World::Grid(grid)) => ("map.map", write_map(grid)?),
        (Format::Scenario, World::Grid(grid)) => ("map.map.scen", write_scenario(grid)?),
        (Format::Dimacs, World::Graph(network)) => ("graph.gr", write_roads(network)),
        (Format::Coordinates, World::Graph(network)) => ("graph.co", write_coordinates(network)),
        (Format::Text, World::Graph(network)) => ("graph.txt", text_graph::write(network)),
        (Format::Board, World::Puzzle(puzzle)) => ("board.txt", write_tiles(puzzle)),
        (Format::Walls, World::Mesh(level)) => ("walls.txt", text_level::write(level)),
        (Format::Mesh, World::Mesh(level)) => ("level.mesh", mesh(level)?.to_string()),
        _ => return Err(String::from("a world of this kind cannot be written in this format")),
    };
    Ok(File {
        name: String::from(name),
        media_type: "text/plain",
        content,
    })
}

fn map(text: &str) -> Result<World, String> {
    let terrain = TerrainMap::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let (width, height, most) = (
        usize::from(terrain.width()),
        usize::from(terrain.height()),
        ALL.map_side,
    );
    if width > most || height > most {
        return Err(format!(
            "the map has {width} x {height} cells, but may have at most {most} x {most}"
        ));
    }
    let map = terrain.to_grid_map().map_err(|error| error.to_string())?;
    let mut free = map.points().filter(|point| map.is_free(*point));
    let start = free.next().ok_or("the map has no free cell")?;
    let goal = free.last().unwrap_or(start);
    let place = |point: Point| [usize::from(point.x), usize::from(point.y)];
    Ok(World::Grid(Grid {
        width,
        height,
        cells: map
            .points()
            .map(|point| if map.is_free(point) { '1' } else { '#' })
            .collect(),
        movement: String::from("eight"),
        start: place(start),
        goals: vec![place(goal)],
        units: Vec::new(),
    }))
}

fn terrain(grid: &Grid) -> Result<TerrainMap, String> {
    let map = Map::read(grid)?;
    TerrainMap::from_fn(grid.width, grid.height, |point| {
        if map.is_free(point) {
            Terrain::Ground
        } else {
            Terrain::OutOfBounds
        }
    })
    .map_err(|error| error.to_string())
}

fn write_map(grid: &Grid) -> Result<String, String> {
    Ok(terrain(grid)?.to_string())
}

/// Writes one scenario for each goal, with the length of a shortest path under the benchmarks' movement rule.
fn write_scenario(grid: &Grid) -> Result<String, String> {
    let terrain = terrain(grid)?;
    let map = terrain.to_grid_map().map_err(|error| error.to_string())?;
    let mut scenarios = Vec::new();
    for goal in &grid.goals {
        let (start, goal) = (point(grid.start), point(*goal));
        let problem = GridProblem::new(&map, start, goal, Movement::Eight).map_err(|error| error.to_string())?;
        let path = AStar::new(problem).find_path().map_err(|error| error.to_string())?;
        let length = path.map_or(0.0, |path| path.cost.in_cells(Movement::Eight));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small length")]
        let bucket = (length / 4.0) as u32;
        scenarios.push(Scenario {
            bucket,
            map: String::from("map.map"),
            width: map.width(),
            height: map.height(),
            start,
            goal,
            optimum: Length::rounded(length, 8).ok_or_else(|| format!("{length} is not a valid length"))?,
        });
    }
    Ok(scenarios.into_iter().collect::<ScenarioFile>().to_string())
}

fn limits() -> ReadLimits {
    ReadLimits {
        nodes: u32::try_from(ALL.graph_nodes).unwrap_or(u32::MAX),
        arcs: u32::try_from(ALL.graph_edges).unwrap_or(u32::MAX),
        ..ReadLimits::default()
    }
}

/// Reads a road network. Its nodes are on a circle until coordinates are read.
fn roads(text: &str) -> Result<World, String> {
    let graph: CsrGraph<f64> =
        dimacs::read_graph_within(text.as_bytes(), limits()).map_err(|error| error.to_string())?;
    let count = u32::try_from(graph.node_count()).unwrap_or(u32::MAX);
    if count == 0 {
        return Err(String::from("the graph has no nodes"));
    }
    let place = |node: u32| {
        let angle = f64::from(node) / f64::from(count) * std::f64::consts::TAU;
        [500.0 - 450.0 * angle.cos(), 500.0 - 450.0 * angle.sin()]
    };
    Ok(World::Graph(Network {
        nodes: (0..count).map(place).collect(),
        edges: graph.iter().collect(),
        directed: true,
        start: 0,
        goals: vec![count - 1],
        names: Vec::new(),
    }))
}

/// Sets the positions of the nodes.
fn coordinates(text: &str, network: Network) -> Result<World, String> {
    let places = dimacs::read_coordinates_within(text.as_bytes(), limits()).map_err(|error| error.to_string())?;
    if places.len() != network.nodes.len() {
        let (found, wanted) = (places.len(), network.nodes.len());
        return Err(format!(
            "there are {found} coordinates, but the graph has {wanted} nodes"
        ));
    }
    Ok(World::Graph(Network {
        nodes: places
            .as_slice()
            .iter()
            .map(|(x, y)| [f64::from(*x), f64::from(*y)])
            .collect(),
        ..network
    }))
}

fn write_roads(network: &Network) -> String {
    let arcs = network.edges.len() * if network.directed { 1 } else { 2 };
    let mut text = format!("p sp {} {arcs}\n", network.nodes.len());
    for (from, to, weight) in &network.edges {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "a {} {} {weight}", u64::from(*from) + 1, u64::from(*to) + 1);
        if !network.directed {
            let _ = writeln!(text, "a {} {} {weight}", u64::from(*to) + 1, u64::from(*from) + 1);
        }
    }
    text
}

fn write_coordinates(network: &Network) -> String {
    let mut text = format!("p aux sp co {}\n", network.nodes.len());
    for (number, [x, y]) in network.nodes.iter().enumerate() {
        let _ = writeln!(text, "v {} {} {}", number + 1, x.round(), y.round());
    }
    text
}

/// Reads a board in the shape of the present one if that fits, or else in the shape of the text.
fn tiles(text: &str, world: Option<World>) -> Result<World, String> {
    let read = |width: usize, height: usize| {
        let shape = Shape::new(width, height).map_err(|error| error.to_string())?;
        Board::parse(text, shape).map_err(|error| error.to_string())
    };
    let own = text.parse::<Board>().map_err(|error| error.to_string());
    let present = match world {
        Some(World::Puzzle(puzzle)) => Some(puzzle),
        _ => None,
    };
    let board = match &present {
        Some(puzzle) => read(puzzle.width, puzzle.height).or_else(|error| own.map_err(|_| error))?,
        None => own?,
    };
    let (width, height, most) = (board.shape().width(), board.shape().height(), ALL.puzzle_side);
    if width > most || height > most {
        return Err(format!(
            "the board has {width} x {height} cells, but may have at most {most} x {most}"
        ));
    }
    let goal = match present {
        Some(puzzle) if (puzzle.width, puzzle.height) == (width, height) => puzzle.goal,
        _ => Board::blank_last(board.shape()).cells().to_vec(),
    };
    Ok(World::Puzzle(PuzzleBoard {
        width,
        height,
        tiles: board.cells().to_vec(),
        goal,
    }))
}

fn write_tiles(puzzle: &PuzzleBoard) -> String {
    let row = |tiles: &[u8]| {
        let tiles: Vec<String> = tiles.iter().map(u8::to_string).collect();
        tiles.join(" ") + "\n"
    };
    puzzle.tiles.chunks(puzzle.width.max(1)).map(row).collect()
}
