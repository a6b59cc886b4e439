//! Porters in their yard, who must not block each other: `Pibt` plans each move for all of them together.

use astride_agents::{AgentId, Pibt, Team};
use astride_grid::{GridProblem, Movement};
use bevy_ecs::prelude::*;

use crate::town::{Town, has_changed};
use crate::walk::{At, Rounds};

/// A unit that moves with the other porters. It must stay in the yard, where nobody else comes: `Pibt` knows nothing of
/// other units.
#[derive(Component)]
pub struct Porter;

/// All porters.
#[derive(Resource, Default)]
pub struct Yard {
    /// `None` until there are porters.
    game: Option<Pibt<astride_grid::Point>>,
    porters: Vec<(Entity, AgentId)>,
}

/// Begins a new game with the present positions if the map has changed, or if porters have come or gone.
pub fn renew(
    town: Res<Town>,
    mut seen: Local<u64>,
    mut yard: ResMut<Yard>,
    new: Query<(), Added<Porter>>,
    removed: RemovedComponents<Porter>,
    porters: Query<(Entity, &At), With<Porter>>,
) {
    let has_new_map = has_changed(&town, &mut seen);
    if !has_new_map && new.is_empty() && removed.is_empty() {
        return;
    }
    *yard = Yard::default();
    let Some((_, first)) = porters.iter().next() else {
        return;
    };
    // Porters do not move diagonally.
    let graph = GridProblem::new(town.map(), first.0, first.0, Movement::Four);
    // Each begins where it stands, which is certainly free, and gets its goal when it moves.
    let ends = porters.iter().map(|(_, at)| (at.0, at.0));
    let Some(team) = graph.ok().and_then(|graph| Team::new(&graph, ends).ok()) else {
        return;
    };
    let game = Pibt::new(&team);
    yard.porters = porters.iter().map(|(unit, _)| unit).zip(game.agents()).collect();
    yard.game = Some(game);
}

/// Moves all porters by one step.
pub fn move_porters(
    mut town: ResMut<Town>,
    mut yard: ResMut<Yard>,
    mut units: Query<(&mut At, &mut Rounds), With<Porter>>,
) {
    let Yard {
        game: Some(game),
        porters,
    } = &mut *yard
    else {
        return;
    };
    for (unit, agent) in porters.iter() {
        if let Ok((at, mut rounds)) = units.get_mut(*unit) {
            let Some(goal) = rounds.goal() else { continue };
            // A goal outside of the yard, or now in a wall, is left out.
            if at.0 == goal || game.set_goal(*agent, &goal).is_err() {
                rounds.go_on(at.0 == goal);
            }
        }
    }
    game.next_move();
    let mut moves = Vec::new();
    for (unit, agent) in porters.iter() {
        if let (Ok((mut at, _)), Ok(to)) = (units.get_mut(*unit), game.position(*agent)) {
            moves.push((at.0, *to));
            at.set_if_neq(At(*to));
        }
    }
    town.move_together(&moves);
}
