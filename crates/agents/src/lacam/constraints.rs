//! [`constrain`]: the constraints of a configuration, numbered in breadth-first order.

use alloc::vec::Vec;

use fastrand::Rng;

use crate::places::Places;

/// Writes the constraint with this number, which decides where the first agents of the order go. Returns false if there
/// are no more constraints.
///
/// The constraints form a tree: the root, number 0, leaves all agents free, and each level decides where one more agent
/// goes. All constraints on a level decide for the same agents, so the number alone encodes the level and, in mixed
/// radix, the choice for each agent, and nothing has to be stored. The choices below each constraint are in a random
/// order, which is the same every time.
pub(super) fn constrain<N>(
    places: &Places<N>,
    (from, to): (&[u32], &mut [u32]),
    order: &[u32],
    number: u64,
    seed: u64,
    choices: &mut Vec<u32>,
) -> bool {
    let ways = |agent: u32| places.choices(agent, from[agent as usize]).count() as u64;
    let (mut rest, mut size, mut depth) = (number, 1_u64, 0);
    while rest >= size {
        let Some(agent) = order.get(depth) else {
            return false;
        };
        rest -= size;
        size = size.saturating_mul(ways(*agent));
        depth += 1;
    }
    for (level, agent) in order[..depth].iter().enumerate().rev() {
        let way = rest % ways(*agent);
        rest /= ways(*agent);
        let here = from[*agent as usize];
        choices.clear();
        choices.extend(places.choices(*agent, here));
        let above = rest.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ level as u64;
        Rng::with_seed(seed ^ above).shuffle(choices);
        // The remainder is less than the number of choices.
        to[*agent as usize] = usize::try_from(way)
            .ok()
            .and_then(|way| choices.get(way).copied())
            .unwrap_or(here);
    }
    true
}
