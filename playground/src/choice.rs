//! [`Choice`]: an algorithm with checked parameters; and the order in which it takes nodes.

use std::collections::BTreeMap;
use std::rc::Rc;

use astride::open::TieBreaking;
use astride::search::BoundingFunction;
use serde_json::Value;

use crate::catalogue::{ALGORITHMS, Algorithm, Family, Finds, Kind, Overestimates, Parameter, RECORDED};
use crate::recorded::RecordedEvent;
use crate::scene::SearchChoice;

/// An algorithm with its heuristic and its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) algorithm: &'static Algorithm,
    pub(crate) heuristic: &'static str,
    /// The start and the goal of its agent, if they differ from those of the world.
    pub(crate) start: Option<u32>,
    pub(crate) goal: Option<u32>,
    /// The run of another program that replaces a search.
    pub(crate) recording: Option<Rc<[RecordedEvent]>>,
    heuristic_name: &'static str,
    may_overestimate: bool,
    numbers: BTreeMap<&'static str, f64>,
    picks: BTreeMap<&'static str, &'static str>,
}

impl Choice {
    /// Checks a choice of a scene. The error names the wrong value and the valid ones.
    pub(crate) fn new(search: &SearchChoice, kind: Kind, has_diagonals: bool) -> Result<Self, String> {
        let id = &search.algorithm;
        let mut algorithms = ALGORITHMS.iter().chain([&RECORDED]);
        let algorithm = algorithms
            .find(|known| known.id == id && known.is_in(kind))
            .ok_or_else(|| format!("there is no search {id:?} for this world"))?;
        if (id == RECORDED.id) != search.trace.is_some() {
            return Err(format!(
                "{:?} needs a \"trace\", and no other search has one",
                RECORDED.id
            ));
        }
        let heuristics = algorithm.heuristics(kind);
        let heuristic = match &search.heuristic {
            None => heuristics.first(),
            Some(wanted) => match heuristics.iter().find(|known| known.named.id == wanted) {
                Some(found) => Some(found),
                None => return Err(format!("{} has no heuristic {wanted:?}", algorithm.name)),
            },
        };
        let (mut numbers, mut picks) = (BTreeMap::new(), BTreeMap::new());
        for parameter in algorithm.parameters(kind) {
            let id = parameter.id();
            let wrong = |what: String| Err(format!("{}: {id:?} must be {what}", algorithm.name));
            match (parameter, search.parameters.get(id)) {
                (Parameter::Number { default, .. }, None) => {
                    numbers.insert(id, *default);
                }
                (Parameter::Number { min, max, .. }, Some(value)) => match value.as_f64() {
                    Some(number) if (*min..=*max).contains(&number) => {
                        numbers.insert(id, number);
                    }
                    _ => return wrong(format!("a number from {min} to {max}")),
                },
                (Parameter::Choice { default, .. }, None) => {
                    picks.insert(id, *default);
                }
                (Parameter::Choice { choices, .. }, Some(value)) => {
                    let found = choices.iter().find(|choice| value == &Value::from(choice.id));
                    let Some(found) = found else {
                        let ids: Vec<_> = choices.iter().map(|choice| choice.id).collect();
                        return wrong(format!("one of {ids:?}"));
                    };
                    picks.insert(id, found.id);
                }
            }
        }
        let is_unknown = |id: &&String| {
            algorithm
                .parameters(kind)
                .all(|parameter| parameter.id() != id.as_str())
        };
        if let Some(id) = search.parameters.keys().find(is_unknown) {
            return Err(format!("{} has no parameter {id:?}", algorithm.name));
        }
        Ok(Choice {
            algorithm,
            start: search.start,
            goal: search.goal,
            recording: search.trace.as_deref().map(Rc::from),
            heuristic: heuristic.map_or("", |heuristic| heuristic.named.id),
            heuristic_name: heuristic.map_or("", |heuristic| heuristic.named.name),
            may_overestimate: match heuristic.map(|heuristic| heuristic.overestimates) {
                Some(Overestimates::Maybe) => true,
                Some(Overestimates::WithDiagonalSteps) => has_diagonals,
                Some(Overestimates::Never) | None => false,
            },
            numbers,
            picks,
        })
    }

    pub(crate) fn number(&self, id: &str) -> f64 {
        self.numbers.get(id).copied().unwrap_or_default()
    }

    /// Returns a parameter as a count; parameters that are counts have small bounds.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked against the bounds"
    )]
    pub(crate) fn count(&self, id: &str) -> u32 {
        self.number(id) as u32
    }

    pub(crate) fn pick(&self, id: &str) -> &'static str {
        self.picks.get(id).copied().unwrap_or_default()
    }

    /// Returns the cost of a turn on a map, in straight steps.
    pub(crate) fn turn_cost(&self) -> u32 {
        self.count("turn-cost")
    }

    /// Returns the order among nodes with equal keys.
    pub(crate) fn ties(&self) -> TieBreaking {
        match self.pick("ties") {
            "first-in" => TieBreaking::FirstIn,
            "last-in" => TieBreaking::LastIn,
            _ => TieBreaking::LargerCost,
        }
    }

    pub(crate) fn bounding_function(&self) -> BoundingFunction {
        match self.pick("function") {
            "xdp" => BoundingFunction::Xdp,
            "xup" => BoundingFunction::Xup,
            "pwxu" => BoundingFunction::Pwxu,
            _ => BoundingFunction::Pwxd,
        }
    }

    /// Returns whether the heuristic may exceed the true cost.
    pub(crate) fn may_overestimate(&self) -> bool {
        self.may_overestimate
    }

    /// Returns whether estimates are multiplied by a weight below 1.
    pub(crate) fn is_light(&self) -> bool {
        self.algorithm.id == "weighted-astar" && self.number("weight") < 1.0
    }

    /// Returns whether its path is a cheapest one.
    pub(crate) fn finds_cheapest(&self) -> bool {
        let is_bounded_by_1 = match self.algorithm.id {
            "weighted-astar" => self.number("weight") <= 1.0,
            "bounded-astar" => self.number("factor") <= 1.0,
            _ => false,
        };
        (self.algorithm.finds == Finds::Cheapest || is_bounded_by_1) && !self.may_overestimate
    }

    /// Returns whether the cost of its path can be compared with that of a cheapest one.
    pub(crate) fn is_comparable(&self) -> bool {
        !matches!(self.algorithm.family, Family::AnyAngle | Family::Recorded)
            && self.algorithm.id != "disjoint-paths"
            && self.turn_cost() == 0
    }

    /// Returns a remark about the estimate, known before the search begins, in a whole sentence.
    pub(crate) fn mark(&self) -> Option<String> {
        let name = self.heuristic_name;
        if self.may_overestimate {
            Some(format!(
                "{name} may overestimate here, so the path need not be a cheapest one."
            ))
        } else if self.is_light() {
            Some(String::from(
                "With a weight below 1, estimates count for less: the path is a cheapest one, after more expansions \
                 than with A*.",
            ))
        } else {
            None
        }
    }

    /// Returns the order of open nodes.
    pub(crate) fn order(&self) -> Order {
        match self.algorithm.id {
            "greedy" => Order::Estimate,
            "bfs" | "bidirectional-bfs" => Order::FirstIn,
            "dfs" | "id-dfs" | "ida-star" => Order::LastIn,
            "weighted-astar" => Order::Weighted(self.number("weight")),
            "bounded-astar" => Order::Bounded(self.bounding_function(), self.number("factor")),
            "polyanya" => Order::SumLastIn,
            "astar" => match self.pick("ties") {
                "first-in" => Order::SumFirstIn,
                "last-in" => Order::SumLastIn,
                _ => Order::Weighted(1.0),
            },
            _ => Order::Weighted(1.0),
        }
    }
}

/// The order in which a search takes open nodes, as far as their g, h and age determine it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// By g + w h; among equals, the greatest g first, and then the newest.
    Weighted(f64),
    /// By g + h; among equals, the oldest first.
    SumFirstIn,
    /// By g + h; among equals, the newest first.
    SumLastIn,
    /// By h.
    Estimate,
    /// By a bounding function.
    Bounded(BoundingFunction, f64),
    /// The oldest first.
    FirstIn,
    /// The newest first.
    LastIn,
}

impl Order {
    /// Returns the key of a node: the node with the least key comes first.
    pub(crate) fn key(self, g: f64, h: Option<f64>, serial: u32) -> [f64; 3] {
        let (oldest, newest) = (f64::from(serial), -f64::from(serial));
        let estimate = h.unwrap_or(0.0);
        match self {
            Order::Weighted(weight) => [g + weight * estimate, -g, newest],
            Order::SumFirstIn => [g + estimate, oldest, 0.0],
            Order::SumLastIn => [g + estimate, newest, 0.0],
            Order::Estimate => [estimate, newest, 0.0],
            Order::Bounded(function, factor) => [bounded(function, factor, g, estimate), -g, newest],
            Order::FirstIn => [oldest, 0.0, 0.0],
            Order::LastIn => [newest, 0.0, 0.0],
        }
    }
}

/// The keys of the bounding functions, as published.
fn bounded(function: BoundingFunction, w: f64, g: f64, h: f64) -> f64 {
    let most = 2.0 * w - 1.0;
    match function {
        BoundingFunction::Xdp => (g + most * h + ((g - h).powi(2) + 4.0 * w * g * h).sqrt()) / (2.0 * w),
        BoundingFunction::Xup => (g + h + ((g + h).powi(2) + 4.0 * w * (w - 1.0) * h * h).sqrt()) / (2.0 * w),
        BoundingFunction::Pwxd if h > g => g + h,
        BoundingFunction::Pwxd => (g + most * h) / w,
        BoundingFunction::Pwxu if g < most * h => g / most + h,
        BoundingFunction::Pwxu => (g + h) / w,
    }
}
