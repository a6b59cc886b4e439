//! Writes the events of a run as a search trace, version 1.4.0, for the Posthoc visualiser
//! (<https://posthoc-app.pathfinding.ai>).

use std::fmt::{Display, Write};

use crate::limits::RECORDED;
use crate::log::Shown;
use crate::protocol::{File, MeshView, Number};
use crate::record::State;
use crate::run::Run;
use crate::scene::World;

const HEAD: &str = "\
version: 1.4.0

views:
  main:
";

/// A wall is as wide as the cells that it covers in its row.
const CELLS: &str = "    - $: rect
      $if: ${{ $.type === 'wall' }}
      width: ${{ $.width }}
      height: 1
      x: ${{ $.x }}
      y: ${{ $.y }}
      fill: '#323d4a'
    - $: rect
      $if: ${{ $.type !== 'wall' }}
      width: 1
      height: 1
      x: ${{ $.x }}
      y: ${{ $.y }}
      fill: ${{ color[$.type] }}

pivot:
  x: ${{ $.x + 0.5 }}
  y: ${{ $.y + 0.5 }}
  scale: 1
";

const NODES: &str = "    - $: circle
      x: ${{ $.x }}
      y: ${{ $.y }}
      radius: 6
      fill: ${{ color[$.type] }}

pivot:
  x: ${{ $.x }}
  y: ${{ $.y }}
  scale: 1
";

/// Boards have no position, so Posthoc shows the tree of parents.
const BOARDS: &str = "    - $: rect
      width: 0.8
      height: 0.8
      x: ${{ $.id % 100 }}
      y: ${{ $.g }}
      fill: ${{ color[$.type] }}
";

/// Writes the trace of the steps up to the current one.
pub(crate) fn trace(world: &World, run: &mut Run) -> Result<File, String> {
    let mut text = String::from(HEAD);
    text.push_str(match world {
        World::Grid(_) => CELLS,
        World::Graph(_) | World::Mesh(_) => NODES,
        World::Puzzle(_) => BOARDS,
    });
    text.push_str("\nevents:\n");
    let (first, last) = (run.log().first(), run.log().shown());
    let mut count = 0;
    for (number, [x, y, width]) in walls(world).into_iter().enumerate() {
        let more = format!(", x: {x}, y: {y}, width: {width}");
        line(&mut text, "wall", &format!("wall-{number}"), &more);
        count += 1;
    }
    if first == 0 {
        for (kind, node) in ends(world) {
            line(&mut text, kind, &node, &place(world, run, node));
        }
    }
    let mut met: Vec<bool> = Vec::new();
    for step in first + 1..=last {
        run.show(step);
        let nodes = run.log().changed_in_shown_step();
        // The node that is expanded comes before its successors.
        let current = run.log().mark().current;
        let (front, back): (Vec<u32>, Vec<u32>) = nodes.into_iter().partition(|node| Some(*node) == current);
        for node in front.into_iter().chain(back) {
            let shown = run.log().get(node);
            if met.len() <= node as usize {
                met.resize(node as usize + 1, false);
            }
            let was_met = std::mem::replace(&mut met[node as usize], true);
            let kind = match shown.state {
                State::Open | State::BackwardOpen if was_met => "updating",
                State::Open | State::BackwardOpen => "generating",
                State::Closed | State::BackwardClosed => "expanding",
                State::Unseen => "closing",
                // The trace format has no such event.
                State::Scanned => continue,
            };
            count += 1;
            if count > RECORDED {
                run.show(last);
                return Err(format!(
                    "the run has more than {RECORDED} events: go back to an earlier step first"
                ));
            }
            let more = known(shown, shown.parent) + &place(world, run, node);
            line(&mut text, kind, &node, &more);
        }
    }
    let (_, _, outcome) = run.standing();
    let parents = std::iter::once(None).chain(outcome.path.iter().map(Some));
    for (node, parent) in outcome.path.iter().zip(parents) {
        let more = known(run.log().get(*node), parent.copied()) + &place(world, run, *node);
        line(&mut text, "solution", node, &more);
    }
    Ok(File {
        name: format!("{}.trace.yaml", run.choice().algorithm.id),
        media_type: "application/yaml",
        content: text,
    })
}

/// Writes the search's data about a node, with the previous node.
fn known(shown: Shown, parent: Option<u32>) -> String {
    let number = |number: Option<f64>| serde_json::to_string(&Number::from(number)).unwrap_or_default();
    // A path may pass through nodes that the search has jumped over.
    let g = (shown.state != State::Unseen).then_some(shown.g);
    let (f, g) = (number(g.map(|g| g + shown.h.unwrap_or(0.0))), number(g));
    let parent = parent.map_or_else(|| String::from("null"), |parent| parent.to_string());
    format!(", f: {f}, g: {g}, h: {}, pId: {parent}", number(shown.h))
}

/// Returns column, row and length of each wall; adjacent cells of a row form one wall.
fn walls(world: &World) -> Vec<[usize; 3]> {
    let World::Grid(grid) = world else { return Vec::new() };
    let mut walls: Vec<[usize; 3]> = Vec::new();
    for (cell, _) in grid.cells.bytes().enumerate().filter(|(_, symbol)| *symbol == b'#') {
        let (x, y) = (cell % grid.width.max(1), cell / grid.width.max(1));
        match walls.last_mut() {
            Some([left, row, width]) if *row == y && *left + *width == x => *width += 1,
            _ => walls.push([x, y, 1]),
        }
    }
    walls
}

fn line(text: &mut String, kind: &str, node: &dyn Display, more: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  - {{ type: {kind}, id: {node}{more} }}");
}

/// Returns the start and the goals, if their numbers are known in advance.
fn ends(world: &World) -> Vec<(&'static str, u32)> {
    match world {
        World::Grid(grid) => {
            let cell = |[x, y]: [usize; 2]| u32::try_from(y * grid.width + x).unwrap_or(0);
            let goals = grid.goals.iter().map(|goal| ("destination", cell(*goal)));
            [("source", cell(grid.start))].into_iter().chain(goals).collect()
        }
        World::Graph(network) => {
            let goals = network.goals.iter().map(|goal| ("destination", *goal));
            [("source", network.start)].into_iter().chain(goals).collect()
        }
        World::Puzzle(_) | World::Mesh(_) => Vec::new(),
    }
}

/// Writes the position of a node.
fn place(world: &World, run: &Run, node: u32) -> String {
    match world {
        World::Grid(grid) => {
            let width = u32::try_from(grid.width).unwrap_or(1).max(1);
            format!(", x: {}, y: {}", node % width, node / width)
        }
        World::Graph(network) => match network.nodes.get(node as usize) {
            Some([x, y]) => format!(", x: {x}, y: {y}"),
            None => String::new(),
        },
        World::Mesh(_) => match run
            .look()
            .shape(node)
            .or_else(|| run.look().mesh().and_then(|mesh| middle(mesh, node)))
        {
            Some([.., left, top, right, bottom, _]) => {
                format!(", x: {}, y: {}", f32::midpoint(left, right), f32::midpoint(top, bottom))
            }
            None => String::new(),
        },
        World::Puzzle(_) => format!(", board: {:?}", run.look().name(node).unwrap_or_default()),
    }
}

/// Returns the box around a polygon, in the form of a shape.
fn middle(mesh: &MeshView, polygon: u32) -> Option<[f32; 8]> {
    let corners = mesh.polygons.get(polygon as usize)?.iter();
    let points = corners.filter_map(|corner| mesh.points.get(*corner as usize));
    let none = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    let [left, top, right, bottom] = points.fold(none, |[left, top, right, bottom], [x, y]| {
        [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
    });
    Some([0.0, 0.0, 0.0, left, top, right, bottom, 0.0])
}
