//! Areas and walls as text that people can type.
//!
//! ```text
//! # A room with a pillar.
//! area: (0, 0) (9, 0) (9, 9) (0, 9)
//! wall: (3, 3) (6, 3) (6, 6) (3, 6)
//! radius: 0.5
//! start: (1, 4)
//! goal: (8, 4)
//! unit: (1, 1) (8, 8)
//! ```

use std::fmt::Write;

use crate::scene::{Level, Walker};

/// Reads a level. The error names the line.
pub(crate) fn parse(text: &str) -> Result<Level, String> {
    let mut level = Level::default();
    let mut start = None;
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |what: String| format!("line {number}, {line:?}: {what}");
        let content = line.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let Some((name, rest)) = content.split_once(':') else {
            return Err(wrong(String::from(
                "it must begin with `area:`, `wall:`, `radius:`, `start:`, `goal:` or `unit:`",
            )));
        };
        let read = || points(rest).map_err(wrong);
        let one = || match read()?[..] {
            [point] => Ok(point),
            ref points => Err(wrong(format!("one point is needed, but there are {}", points.len()))),
        };
        match name.trim() {
            "area" => level.areas.push(read()?),
            "wall" => level.walls.push(read()?),
            "radius" => level.radius = decimal(rest).map_err(wrong)?,
            "start" => start = Some(one()?),
            "goal" => level.goals.push(one()?),
            "unit" => match read()?[..] {
                [start, goal] => level.units.push(Walker { start, goal }),
                ref points => return Err(wrong(format!("two points are needed, but there are {}", points.len()))),
            },
            other => return Err(wrong(format!("{other:?} is not known"))),
        }
    }
    level.start = start.ok_or("there is no line with the start, such as `start: (1, 4)`")?;
    match (level.areas.is_empty(), level.goals.is_empty()) {
        (true, _) => Err(String::from("there is no area")),
        (_, true) => Err(String::from("there is no line with a goal, such as `goal: (8, 4)`")),
        _ => Ok(level),
    }
}

fn decimal(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let value = text.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| format!("{text:?} is not a number"))
}

/// Reads points such as `(3, 3) (6, 3)`.
fn points(text: &str) -> Result<Vec<[f64; 2]>, String> {
    let mut points = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let inside = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let (inside, after) = inside.ok_or_else(|| format!("a point such as (3, 3) is needed at {rest:?}"))?;
        let sides = inside.split_once(',');
        let (x, y) = sides.ok_or_else(|| format!("({inside}) is not a point such as (3, 3)"))?;
        points.push([decimal(x)?, decimal(y)?]);
        rest = after.trim_start();
    }
    Ok(points)
}

/// Writes a level, which [`parse`] reads again.
pub(crate) fn write(level: &Level) -> String {
    let mut text = String::new();
    let mut line = |name: &str, points: &[[f64; 2]]| {
        text.push_str(name);
        for [x, y] in points {
            // Writing to a string cannot fail.
            let _ = write!(text, " ({x}, {y})");
        }
        text.push('\n');
    };
    level.areas.iter().for_each(|area| line("area:", area));
    level.walls.iter().for_each(|wall| line("wall:", wall));
    line("start:", &[level.start]);
    level.goals.iter().for_each(|goal| line("goal:", &[*goal]));
    for unit in &level.units {
        line("unit:", &[unit.start, unit.goal]);
    }
    if level.radius > 0.0 {
        let _ = writeln!(text, "radius: {}", level.radius);
    }
    text
}
