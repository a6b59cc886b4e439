//! [`City`]: the roads of a city, generated or read, and pictures of routes. [`end`]: the end of a program. This file
//! is part of several examples.

use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::process::ExitCode;

use astride::graphs::{CsrGraph, ReversibleGraph};
use astride_roads::{Coordinates, dimacs};

/// Roads between crossings, with the seconds that each takes, and with the places of crossings if they are known.
pub(crate) struct City {
    pub(crate) roads: ReversibleGraph<u32>,
    pub(crate) places: Option<Coordinates<i32>>,
}

impl City {
    /// Creates crossings on a lattice, randomly displaced, and roads between most neighbours. Every tenth street is
    /// twice as fast.
    pub(crate) fn generate(side: u32) -> Result<Self, Box<dyn Error>> {
        let mut state = 2_u64;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u32::try_from(state >> 33).unwrap_or(0) % below
        };
        let mut places = Vec::new();
        for node in 0..side * side {
            let place = |lattice: u32, moved: u32| (lattice * 100 + moved).cast_signed();
            places.push((place(node % side, random(60)), place(node / side, random(60))));
        }
        let mut roads = Vec::new();
        for node in 0..side * side {
            let (x, y) = (node % side, node / side);
            for (is_there, next, street) in [(x + 1 < side, node + 1, y), (y + 1 < side, node + side, x)] {
                if is_there && random(100) < 85 {
                    let ((ax, ay), (bx, by)) = (places[node as usize], places[next as usize]);
                    let seconds = ((ax - bx).pow(2) + (ay - by).pow(2)).isqrt().cast_unsigned() / 10;
                    roads.push((
                        node,
                        next,
                        if street % 10 == 5 {
                            seconds
                        } else {
                            2 * seconds + random(10)
                        },
                    ));
                }
            }
        }
        Ok(City {
            roads: CsrGraph::undirected(places.len(), roads)?,
            places: Some(Coordinates::new(places)),
        })
    }

    #[allow(dead_code, reason = "one of the examples reads files")]
    pub(crate) fn read(graph: &str, places: Option<&str>) -> Result<Self, Box<dyn Error>> {
        let open = |name: &str| {
            File::open(name)
                .map(BufReader::new)
                .map_err(|error| format!("{name}: {error}"))
        };
        let explain = |name: &str, error| format!("{name}: {error}");
        let roads = dimacs::read_graph(open(graph)?).map_err(|error| explain(graph, error))?;
        let count = roads.node_count();
        if count == 0 {
            return Err(format!("{graph}: there are no crossings").into());
        }
        let places = match places {
            Some(name) => {
                let places = dimacs::read_coordinates(open(name)?).map_err(|error| explain(name, error))?;
                if places.len() != count {
                    return Err(format!("{name}: {} places, but {graph} has {count} crossings", places.len()).into());
                }
                Some(places)
            }
            None => None,
        };
        Ok(City {
            roads: roads.reversible()?,
            places,
        })
    }

    /// A picture of the roads, with routes drawn side by side, each in its colour.
    pub(crate) fn svg(&self, routes: &[(&str, &[u32])]) -> Option<String> {
        let places = self.places.as_ref()?;
        let (xs, ys): (Vec<i32>, Vec<i32>) = places.as_slice().iter().copied().unzip();
        let (left, top) = (*xs.iter().min()?, *ys.iter().max()?);
        let (width, height) = (xs.iter().max()?.abs_diff(left), ys.iter().min()?.abs_diff(top));
        let scale = 1_000.0 / f64::from(width.max(height).max(1));
        let point = |node: u32| {
            let (x, y) = places.get(node).unwrap_or_default();
            (f64::from(x.abs_diff(left)) * scale, f64::from(top.abs_diff(y)) * scale)
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-20 -20 {:.0} {:.0}\" fill=\"none\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<rect x=\"-20\" y=\"-20\" width=\"100%\" \
             height=\"100%\" fill=\"white\"/>\n<path stroke=\"#ccc\" d=\"",
            f64::from(width) * scale + 40.0,
            f64::from(height) * scale + 40.0
        );
        for (from, to, _) in self.roads.iter() {
            let ((ax, ay), (bx, by)) = (point(from), point(to));
            let _ = write!(svg, "M{ax:.1} {ay:.1}L{bx:.1} {by:.1}");
        }
        svg.push_str("\"/>\n");
        for (place, (colour, route)) in routes.iter().enumerate() {
            let thickness = 2 * (routes.len() - place) + 1;
            let _ = write!(
                svg,
                "<polyline stroke=\"{colour}\" stroke-width=\"{thickness}\" points=\""
            );
            for node in *route {
                let (x, y) = point(*node);
                let _ = write!(svg, "{x:.1},{y:.1} ");
            }
            svg.push_str("\"/>\n");
        }
        svg.push_str("</svg>\n");
        Some(svg)
    }
}

/// Returns the exit code of a program, and prints one line on standard error if it failed. A closed pipe is not an
/// error: the reader has read enough.
pub(crate) fn end(result: Result<(), Box<dyn Error>>) -> ExitCode {
    let is_closed_pipe = |error: &(dyn Error + 'static)| {
        let error = error.downcast_ref::<io::Error>();
        error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    match result {
        Err(error) if !is_closed_pipe(&*error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}
