//! [`Neighbourhoods`]: which agents are replanned together.

use alloc::sync::Arc;
use alloc::vec::Vec;

use fastrand::Rng;

use crate::distances::Distances;
use crate::places::Places;

/// Chooses agents that may be in each other's way, in one of two ways. The way that has gained more is used more often.
#[derive(Clone, Debug)]
pub(super) struct Neighbourhoods {
    /// The average gain of one choice for each way, in which older choices count less and less.
    gains: [f64; 2],
    last: usize,
    /// Whether each agent has been the first of a neighbourhood since the last time that all delayed agents had been.
    tried: Vec<bool>,
}

/// A delayed agent, and those that are in its way.
const DELAYED: usize = 0;
/// Random agents.
const RANDOM: usize = 1;

/// The weight of the last choice.
const LEARNING: f64 = 0.01;

/// The number of walks around a route that look for agents in its way.
const WALKS: usize = 10;

impl Default for Neighbourhoods {
    fn default() -> Self {
        Neighbourhoods {
            gains: [1.0; 2],
            last: RANDOM,
            tried: Vec::new(),
        }
    }
}

impl Neighbourhoods {
    /// Records the gain of the last neighbourhood.
    pub(super) fn learn(&mut self, gain: u64) {
        #[expect(clippy::cast_precision_loss, reason = "a weight")]
        let gain = gain as f64;
        let average = &mut self.gains[self.last];
        *average += LEARNING * (gain - *average);
    }

    /// Different agents, at most `size` of them.
    pub(super) fn choose<N>(
        &mut self,
        places: &Places<N>,
        routes: &[Vec<u32>],
        least: &[u32],
        distances: &[Arc<Distances>],
        size: usize,
        rng: &mut Rng,
    ) -> Vec<u32> {
        let [delayed, random] = self.gains;
        self.last = if rng.f64() * (delayed + random) < delayed {
            DELAYED
        } else {
            RANDOM
        };
        let size = size.min(routes.len());
        let mut chosen = Vec::with_capacity(size);
        if self.last == DELAYED
            && let Some(agent) = self.most_delayed(routes, least)
        {
            chosen.push(agent);
            let route = &routes[agent as usize];
            let goal = &distances[agent as usize];
            for _ in 0..WALKS {
                if chosen.len() >= size {
                    break;
                }
                walk(places, routes, route, goal, size, &mut chosen, rng);
            }
        }
        while chosen.len() < size {
            let agent = rng.u32(..u32::try_from(routes.len()).unwrap_or(u32::MAX));
            if !chosen.contains(&agent) {
                chosen.push(agent);
            }
        }
        chosen
    }

    /// The most delayed agent among those that have not been tried, or `None` if no agent is delayed.
    fn most_delayed(&mut self, routes: &[Vec<u32>], least: &[u32]) -> Option<u32> {
        self.tried.resize(routes.len(), false);
        let delayed = || {
            let agents = (0_u32..).zip(routes.iter().zip(least));
            let delays = agents.map(|(agent, (route, least))| (agent, route.len() - 1 - *least as usize));
            delays.filter(|(_, delay)| *delay > 0)
        };
        let mut most = delayed()
            .filter(|(agent, _)| !self.tried[*agent as usize])
            .max_by_key(|(_, delay)| *delay);
        if most.is_none() {
            self.tried.fill(false);
            most = delayed().max_by_key(|(_, delay)| *delay);
        }
        let (most, _) = most?;
        self.tried[most as usize] = true;
        Some(most)
    }
}

/// Walks, from a random time on, along ways on which the agent would arrive earlier than on its route, and adds the
/// agents that are in the way there.
fn walk<N>(
    places: &Places<N>,
    routes: &[Vec<u32>],
    route: &[u32],
    goal: &Distances,
    size: usize,
    chosen: &mut Vec<u32>,
    rng: &mut Rng,
) {
    let arrival = route.len() - 1;
    let begin = rng.usize(..route.len());
    let mut at = route[begin];
    for time in begin + 1..arrival {
        let mut next = None;
        let mut ways = 0;
        for place in places.next(at).iter().chain([&at]) {
            if (goal.at_least(*place) as usize) < arrival - time {
                ways += 1;
                if rng.u32(..ways) == 0 {
                    next = Some(*place);
                }
            }
        }
        let Some(next) = next else {
            return;
        };
        for (agent, other) in (0..).zip(routes) {
            let place = |time: usize| other[time.min(other.len() - 1)];
            let swaps = place(time) == at && place(time - 1) == next;
            if (place(time) == next || swaps) && !chosen.contains(&agent) {
                chosen.push(agent);
            }
        }
        if chosen.len() >= size {
            chosen.truncate(size);
            return;
        }
        at = next;
    }
}
