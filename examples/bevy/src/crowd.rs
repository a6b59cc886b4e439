//! Villagers: a crowd with one destination needs one flow field instead of a search for each unit.

use astride::Graph;
use astride_grid::{GridProblem, Point};
use bevy_ecs::prelude::*;

use crate::town::{MOVEMENT, Town};
use crate::walk::At;

/// A unit that follows the field of the town.
#[derive(Component)]
pub struct Villager;

/// Moves each villager to the best free cell that is nearer to the destination. Those in front move first, so that the
/// others can follow.
pub fn follow_field(mut town: ResMut<Town>, mut units: Query<&mut At, With<Villager>>) {
    let mut units: Vec<_> = units.iter_mut().collect();
    units.sort_by_key(|at| town.field().cost(at.0));
    for mut at in units {
        if let Some(next) = nearer(&town, at.0)
            && town.step(at.0, next)
        {
            at.0 = next;
        }
    }
}

/// Returns the free cell beside `at` from which the rest of the way is cheapest, if it is cheaper than from `at`.
fn nearer(town: &Town, at: Point) -> Option<Point> {
    let cost = town.field().cost(at)?;
    let steps = GridProblem::new(town.map(), at, at, MOVEMENT).ok()?;
    let free = steps.successors(&at).filter(|(to, _)| town.has_room(*to));
    let costs = free.filter_map(|(to, _)| Some((town.field().cost(to)?, to)));
    costs.filter(|(left, _)| *left < cost).min().map(|(_, to)| to)
}
