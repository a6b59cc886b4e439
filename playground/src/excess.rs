//! Compares a path with a cheapest one, and finds the estimate that caused the excess.

use crate::catalogue::Family;
use crate::choice::Choice;
use crate::log::Log;
use crate::protocol::{Excess, Liar, Number};
use crate::record::State;
use crate::run::short;

/// Compares the cost of a path with that of a cheapest one, whose nodes are given with the costs of the paths to them.
/// `name` returns the name of a node.
pub(crate) fn compare(
    choice: &Choice,
    log: &Log,
    cost: f64,
    cheapest: &[(u32, f64)],
    name: impl Fn(u32) -> Option<String>,
) -> Option<Excess> {
    let (costs, more, better, best) = match choice.algorithm.family {
        Family::Meshes => ("is", "longer", "shorter", "shortest"),
        _ => ("costs", "more", "cheaper", "cheapest"),
    };
    let least = cheapest.last()?.1;
    let over = cost - least;
    if over <= 1e-6 * least.max(1.0) {
        return Some(Excess {
            cheapest: Number(least),
            over: Number(0.0),
            percent: Number(0.0),
            liar: None,
            words: format!("No path is {better}, although this search does not guarantee that."),
        });
    }
    let percent = over / least * 100.0;
    let liar = liar(log, least, cheapest);
    let ratio = match percent {
        _ if percent.is_infinite() => String::from("which costs nothing"),
        0.5.. => format!("{percent:.0} % more than {}", short(least)),
        _ => format!("less than 1 % more than {}", short(least)),
    };
    let mut words = format!("It {costs} {} {more} than a {best} path ({ratio}).", short(over));
    match &liar {
        Some(Liar {
            node,
            estimate: Number(estimate),
            truth: Number(truth),
        }) => {
            let name = name(*node).unwrap_or_default().replace('\n', " / ");
            let [estimate, truth] = [estimate, truth].map(|number| short(*number));
            words = format!("{words} The estimate at {name} is too high: it is {estimate}; the true cost is {truth}.");
        }
        None if choice.algorithm.id == "weighted-astar" || choice.algorithm.id == "bounded-astar" => {
            words += " No estimate is too high by itself, but the weight increases the estimates.";
        }
        None if choice.heuristic.is_empty() => {}
        None => words += " No estimate is too high.",
    }
    Some(Excess {
        cheapest: Number(least),
        over: Number(over),
        percent: Number(percent),
        liar,
        words,
    })
}

/// Returns the first node of a cheapest path that was not expanded, if its estimate exceeds the remaining cost;
/// otherwise, the node of that path whose estimate exceeds it the most.
fn liar(log: &Log, least: f64, cheapest: &[(u32, f64)]) -> Option<Liar> {
    let lies = cheapest.iter().filter_map(|(node, cost)| {
        let shown = log.get(*node);
        let (estimate, truth) = (shown.h?, least - cost);
        let is_met = !matches!(shown.state, State::Unseen | State::Scanned);
        (is_met && estimate > truth + 1e-6 * least.max(1.0)).then_some((shown.state, *node, estimate, truth))
    });
    let lies: Vec<(State, u32, f64, f64)> = lies.collect();
    let waiting = lies.iter().find(|(state, ..)| state.is_open());
    let (_, node, estimate, truth) = waiting.or_else(|| {
        let size = |lie: &&(State, u32, f64, f64)| lie.2 - lie.3;
        lies.iter().max_by(|one, other| size(one).total_cmp(&size(other)))
    })?;
    Some(Liar {
        node: *node,
        estimate: Number(*estimate),
        truth: Number(*truth),
    })
}
