//! [`Cube`]: the 27 voxels around and including one, as bits, and which steps among them are allowed and worth taking.
//!
//! Each voxel has a bit, ordered by x first, then y, then z, so that moving a cube by a voxel means shifting its bits.
//! A dozen operations therefore determine which of the 26 steps are allowed. The parent's steps are found in the same
//! way, from the same cube moved so that the parent is in the middle.

use super::Neighbourhood;

/// A bit for each voxel of a cube of 3 x 3 x 3.
pub(super) type Cube = u32;

/// The number of bits.
pub(super) const VOXELS: usize = 27;

/// The bit in the middle.
pub(super) const CENTRE: usize = VOXELS / 2;

/// Every bit.
pub(super) const FULL: Cube = (1 << VOXELS) - 1;

/// The bits in the middle of each axis.
const MIDDLE_X: Cube = 0o222_222_222;
const MIDDLE_Y: Cube = 0o070_070_070;
const MIDDLE_Z: Cube = 0o000_777_000;

/// The steps through faces, edges and corners.
pub(super) const FACES: Cube = (MIDDLE_X & MIDDLE_Y | MIDDLE_X & MIDDLE_Z | MIDDLE_Y & MIDDLE_Z) & !(1 << CENTRE);
pub(super) const EDGES: Cube = (MIDDLE_X | MIDDLE_Y | MIDDLE_Z) & !FACES & !(1 << CENTRE);
pub(super) const CORNERS: Cube = FULL & !(MIDDLE_X | MIDDLE_Y | MIDDLE_Z);

/// The step from the centre to each voxel.
pub(super) const STEPS: [[i8; 3]; VOXELS] = {
    let mut steps = [[0; 3]; VOXELS];
    let (mut bit, mut z) = (0, -1);
    while z <= 1 {
        let mut y = -1;
        while y <= 1 {
            let mut x = -1;
            while x <= 1 {
                steps[bit] = [x, y, z];
                bit += 1;
                x += 1;
            }
            y += 1;
        }
        z += 1;
    }
    steps
};

/// The voxels that can be reached from the centre through free voxels only, which are those whose box is free. The
/// centre is one of them if it is itself free.
///
/// This works axis by axis: a voxel beside the middle of an axis stays if the one in the middle has stayed.
#[inline]
pub(super) const fn reached(free: Cube) -> Cube {
    let middle = free & MIDDLE_X;
    let free = free & (middle | middle << 1 | middle >> 1);
    let middle = free & MIDDLE_Y;
    let free = free & (middle | middle << 3 | middle >> 3);
    let middle = free & MIDDLE_Z;
    free & (middle | middle << 9 | middle >> 9)
}

/// The steps that are allowed from the centre.
#[inline]
pub(super) const fn allowed(free: Cube, neighbourhood: Neighbourhood) -> Cube {
    reached(free) & neighbourhood.cube()
}

/// For each step that may have led to the centre: the bits that are also in the cube around the parent.
const SHARED: [Cube; VOXELS] = {
    let mut shared = [0; VOXELS];
    let mut arrival = 0;
    while arrival < VOXELS {
        let mut bit = 0;
        while bit < VOXELS {
            let mut is_shared = true;
            let mut axis = 0;
            while axis < 3 {
                is_shared &= (STEPS[arrival][axis] + STEPS[bit][axis]).abs() <= 1;
                axis += 1;
            }
            shared[arrival] |= (is_shared as Cube) << bit;
            bit += 1;
        }
        arrival += 1;
    }
    shared
};

/// The allowed steps except those to the parent and to voxels to which the parent has a step. `arrival` is the bit of
/// the step that led here, or that of the centre if there was none.
///
/// One step is never more expensive than two that lead to the same voxel.
#[inline]
pub(super) const fn onward(free: Cube, arrival: usize, neighbourhood: Neighbourhood) -> Cube {
    let allowed = allowed(free, neighbourhood);
    if arrival == CENTRE {
        return allowed;
    }
    let shared = free & SHARED[arrival];
    // All voxels of a box between the parent and a neighbour of both are in both cubes.
    let met = if arrival > CENTRE {
        let shift = arrival - CENTRE;
        (reached(shared << shift) & (neighbourhood.cube() | 1 << CENTRE)) >> shift
    } else {
        let shift = CENTRE - arrival;
        (reached(shared >> shift) & (neighbourhood.cube() | 1 << CENTRE)) << shift
    };
    allowed & !met
}

/// The steps that a canonical order keeps, for a search that keeps only cheapest paths.
///
/// Paths that take the same steps in another order cost the same. The order kept here is corners before edges before
/// faces, and within each kind, bits farther from the centre first. A step is left out if two other steps lead from the
/// parent to the same voxel at a lower cost, or at the same cost and with a second step that comes later in that order.
///
/// It does not matter along which of several cheapest paths a search has reached a voxel (a tie), although this
/// determines which steps are left out there. Among the last steps of all cheapest paths to a voxel, the one that comes
/// last in the order is never left out, so every voxel keeps a predecessor, even if more steps are kept elsewhere.
#[inline]
pub(super) fn in_order(free: Cube, arrival: usize, neighbourhood: Neighbourhood) -> Cube {
    let in_the_open = IN_THE_OPEN[neighbourhood as usize][arrival];
    if free == FULL {
        return in_the_open;
    }
    let instead = &INSTEAD[neighbourhood as usize][arrival];
    let mut kept = onward(free, arrival, neighbourhood);
    let mut doubtful = kept & !in_the_open;
    while doubtful != 0 {
        let bit = doubtful.trailing_zeros();
        doubtful &= doubtful - 1;
        // The bit is below 27.
        let voxels = instead.get(bit as usize).copied().unwrap_or(NEVER);
        kept &= !(Cube::from(free & voxels == voxels) << bit);
    }
    kept
}

/// For each neighbourhood, each step that led here and each step onward, the voxels that have to be free for two other
/// steps to replace these, or [`NEVER`].
static INSTEAD: [[[Cube; VOXELS]; VOXELS]; Neighbourhood::ALL.len()] = {
    let mut tables = [[[NEVER; VOXELS]; VOXELS]; Neighbourhood::ALL.len()];
    let mut number = 0;
    while number < tables.len() {
        let steps = Neighbourhood::ALL[number].cube();
        let mut pair = 0;
        while pair < VOXELS * VOXELS {
            let (arrival, step) = (pair / VOXELS, pair % VOXELS);
            if steps >> arrival & steps >> step & 1 == 1 {
                tables[number][arrival][step] = instead(arrival, step, steps);
            }
            pair += 1;
        }
        number += 1;
    }
    tables
};

/// A set that no cube contains.
const NEVER: Cube = Cube::MAX;

/// The steps that [`in_order`] keeps if all voxels around are free.
static IN_THE_OPEN: [[Cube; VOXELS]; Neighbourhood::ALL.len()] = {
    let mut tables = [[0; VOXELS]; Neighbourhood::ALL.len()];
    let mut number = 0;
    while number < tables.len() {
        let neighbourhood = Neighbourhood::ALL[number];
        let mut arrival = 0;
        while arrival < VOXELS {
            let mut kept = onward(FULL, arrival, neighbourhood);
            let mut step = 0;
            while step < VOXELS {
                if INSTEAD[number][arrival][step] != NEVER {
                    kept &= !(1 << step);
                }
                step += 1;
            }
            tables[number][arrival] = kept;
            arrival += 1;
        }
        number += 1;
    }
    tables
};

/// The voxels of the first pair of steps found that replaces these two.
const fn instead(arrival: usize, step: usize, steps: Cube) -> Cube {
    let mut first = 0;
    while first < VOXELS {
        let rest = minus(plus(STEPS[arrival], STEPS[step]), STEPS[first]);
        if let (true, Some(second)) = (steps >> first & 1 == 1, bit_of(rest)) {
            let (this, other) = (axes(arrival) + axes(step), axes(first) + axes(second));
            let (squares, other_squares) = (squares(arrival, step), squares(first, second));
            // Of two pairs of steps to the same voxel, the one along fewer axes in total is cheaper, since it goes back
            // and forth less. If these are equal, a corner and a face are cheaper than two edges.
            let is_cheaper = other < this || other == this && other_squares > squares;
            let is_as_cheap = other == this && other_squares == squares;
            if steps >> second & 1 == 1 && (is_cheaper || is_as_cheap && key(second) < key(step)) {
                let parent = minus([0; 3], STEPS[arrival]);
                let by = plus(parent, STEPS[first]);
                let voxels = box_between(parent, STEPS[first]) | box_between(by, STEPS[second]);
                if voxels & !FULL == 0 {
                    return voxels;
                }
            }
        }
        first += 1;
    }
    NEVER
}

/// The voxels of the box of a step, or [`NEVER`] if not all of them are in the cube.
const fn box_between(from: [i8; 3], step: [i8; 3]) -> Cube {
    let (mut voxels, mut part) = (0, 0);
    while part < 8 {
        let [x, y, z] = step;
        match bit_of(plus(from, [x * (part & 1), y * (part >> 1 & 1), z * (part >> 2)])) {
            Some(bit) => voxels |= 1 << bit,
            None => return NEVER,
        }
        part += 1;
    }
    voxels
}

const fn plus(one: [i8; 3], other: [i8; 3]) -> [i8; 3] {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

const fn minus(one: [i8; 3], other: [i8; 3]) -> [i8; 3] {
    [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

/// The bit of a voxel of the cube.
#[expect(clippy::cast_sign_loss, reason = "no part is below -1")]
const fn bit_of([x, y, z]: [i8; 3]) -> Option<usize> {
    if x.abs() > 1 || y.abs() > 1 || z.abs() > 1 {
        return None;
    }
    Some((9 * (z + 1) + 3 * (y + 1) + x + 1) as usize)
}

/// The number of axes along which a step leads.
const fn axes(bit: usize) -> u32 {
    let [x, y, z] = STEPS[bit];
    (x != 0) as u32 + (y != 0) as u32 + (z != 0) as u32
}

const fn squares(one: usize, other: usize) -> u32 {
    axes(one) * axes(one) + axes(other) * axes(other)
}

/// Steps that come later in the order have smaller keys. Opposite steps, of which a cheapest path never has both, share
/// a key: if another step came between them, paths back and forth could be in order.
const fn key(bit: usize) -> usize {
    axes(bit) as usize * VOXELS + bit.abs_diff(CENTRE)
}

/// In a set of steps of one kind, the bit that comes last in the order, which is the one nearest to the centre.
#[inline]
pub(super) const fn nearest(kind: Cube) -> usize {
    const BELOW: Cube = (1 << CENTRE) - 1;
    // These are 32 and 14 if there is no such bit.
    let above = (kind >> CENTRE).trailing_zeros() as usize;
    let below = (kind & BELOW).leading_zeros() as usize + CENTRE + 1 - Cube::BITS as usize;
    if above <= below { CENTRE + above } else { CENTRE - below }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voxel::VoxelCost;

    type Place = [i8; 3];

    /// Whether a step from a place in the cube is allowed, by the definition.
    fn is_step(free: Cube, from: Place, step: Place, neighbourhood: Neighbourhood) -> bool {
        let axes = step.iter().filter(|part| **part != 0).count();
        let most = match neighbourhood {
            Neighbourhood::Six => 1,
            Neighbourhood::Eighteen => 2,
            Neighbourhood::TwentySix => 3,
        };
        let is_free = |part: usize| {
            let place = core::array::from_fn(|axis| from[axis] + if part >> axis & 1 == 1 { step[axis] } else { 0 });
            bit_of(place).is_some_and(|bit| free >> bit & 1 == 1)
        };
        step.iter().all(|part| part.abs() <= 1) && (1..=most).contains(&axes) && (0..8).all(is_free)
    }

    /// Cubes with few and with many free voxels, from a simple generator.
    fn cubes() -> impl Iterator<Item = Cube> {
        let mut state = 1_u64;
        let random = core::iter::repeat_with(move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u32::try_from(state >> 37).unwrap() & FULL
        });
        let mut random = random.take(240);
        let mut cubes = alloc::vec![FULL, 0, 1 << CENTRE];
        while let (Some(one), Some(two), Some(three)) = (random.next(), random.next(), random.next()) {
            cubes.extend([one, one | two, one | two | three].map(|cube| cube | 1 << CENTRE));
            cubes.push(one & !(1 << CENTRE));
        }
        cubes.into_iter()
    }

    #[test]
    fn kinds_of_steps_are_counted() {
        assert_eq!([FACES, EDGES, CORNERS].map(u32::count_ones), [6, 12, 8]);
        for (bit, step) in STEPS.into_iter().enumerate() {
            let axes = step.iter().filter(|part| **part != 0).count();
            let kinds = [1 << CENTRE, FACES, EDGES, CORNERS];
            assert_eq!(kinds.iter().position(|kind| kind >> bit & 1 == 1), Some(axes));
        }
    }

    #[test]
    fn the_nearest_bit_has_the_smallest_key() {
        for kind in cubes()
            .flat_map(|cube| [FACES, EDGES, CORNERS].map(|kind| cube & kind))
            .filter(|kind| *kind != 0)
        {
            let bits = (0..VOXELS).filter(|bit| kind >> bit & 1 == 1);
            assert!(kind >> nearest(kind) & 1 == 1);
            assert_eq!(bits.map(key).min(), Some(key(nearest(kind))));
        }
    }

    #[test]
    fn allowed_steps_are_those_of_the_definition() {
        for (free, neighbourhood) in cubes().flat_map(|free| Neighbourhood::ALL.map(|all| (free, all))) {
            for (bit, step) in STEPS.into_iter().enumerate() {
                let expected = is_step(free, [0; 3], step, neighbourhood);
                assert_eq!(
                    allowed(free, neighbourhood) >> bit & 1 == 1,
                    expected,
                    "{free:o} {step:?}"
                );
            }
        }
    }

    #[test]
    fn steps_onward_are_those_that_the_parent_does_not_have() {
        for (free, neighbourhood) in cubes().flat_map(|free| Neighbourhood::ALL.map(|all| (free, all))) {
            assert_eq!(onward(free, CENTRE, neighbourhood), allowed(free, neighbourhood));
            for (arrival, way) in STEPS.into_iter().enumerate() {
                let parent = way.map(|part| -part);
                if !is_step(free, parent, way, neighbourhood) {
                    continue;
                }
                for (bit, step) in STEPS.into_iter().enumerate() {
                    let is_allowed = is_step(free, [0; 3], step, neighbourhood);
                    let direct = plus(way, step);
                    let is_met = direct == [0; 3] || is_step(free, parent, direct, neighbourhood);
                    let kept = onward(free, arrival, neighbourhood) >> bit & 1 == 1;
                    assert_eq!(kept, is_allowed && !is_met, "{free:o} after {way:?} {step:?}");
                }
            }
        }
    }

    /// Checks with the costs of all types that every step left out has a better alternative and that, if everything is
    /// free, every step that has one is left out.
    #[test]
    fn what_is_out_of_order_has_a_better_way() {
        fn check<C: VoxelCost + PartialOrd>(neighbourhood: Neighbourhood, free: Cube) {
            let costs = C::steps(neighbourhood);
            let steps = || (0..VOXELS).filter(|bit| neighbourhood.cube() >> bit & 1 == 1);
            let cost = |one: usize, other: usize| {
                let [one, other] = [one, other].map(|bit| costs[axes(bit) as usize - 1]);
                one.add(other)
            };
            for arrival in steps() {
                let parent = minus([0; 3], STEPS[arrival]);
                if !is_step(free, parent, STEPS[arrival], neighbourhood) {
                    continue;
                }
                let kept = in_order(free, arrival, neighbourhood);
                let onward = onward(free, arrival, neighbourhood);
                assert_eq!(kept & !onward, 0);
                for step in steps().filter(|step| onward >> step & 1 == 1) {
                    let place = plus(STEPS[arrival], STEPS[step]);
                    let mut ways = steps().filter_map(|one| Some((one, bit_of(minus(place, STEPS[one]))?)));
                    let has_better = ways.any(|(one, two)| {
                        is_step(free, parent, STEPS[one], neighbourhood)
                            && is_step(free, plus(parent, STEPS[one]), STEPS[two], neighbourhood)
                            && (cost(one, two) < cost(arrival, step)
                                || cost(one, two) == cost(arrival, step) && key(two) < key(step))
                    });
                    let is_kept = kept >> step & 1 == 1;
                    assert!(is_kept || has_better, "{free:o} {arrival} {step}");
                    assert!(free != FULL || is_kept != has_better, "{arrival} {step}");
                }
            }
        }
        for neighbourhood in Neighbourhood::ALL {
            check::<u32>(neighbourhood, FULL);
            check::<u64>(neighbourhood, FULL);
            check::<f32>(neighbourhood, FULL);
            check::<f64>(neighbourhood, FULL);
            for free in cubes() {
                check::<u32>(neighbourhood, free);
            }
        }
    }
}
