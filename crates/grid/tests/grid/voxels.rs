//! Grids of voxels compared with independent definitions and oracles: steps, costs, lines, files, and the scenarios of
//! a benchmark map.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::Path;

use crate::effort::{cases, progress};
use crate::visits::{Plain, same_costs, same_searches};
use astride::problem::Reversed;
use astride::traits::PairHeuristic;
use astride::{AStar, BidirectionalDijkstra, DStarLite, Dijkstra, Graph, Heuristic, SearchError, Status};
use astride_grid::AnyAngle;
use astride_grid::End;
use astride_grid::voxel::{
    AnyAngleVoxelProblem, Neighbourhood, Voxel, VoxelError, VoxelMap, VoxelProblem, VoxelScenario, VoxelScenarioFile,
    Walk, WalkProblem,
};
use astride_grid::{LazyThetaStar, ThetaStar};
use proptest::prelude::*;

/// The number of axes along which a step leads, or `None` if it is not allowed by the definition.
fn axes(map: &VoxelMap, from: Voxel, to: Voxel, neighbourhood: Neighbourhood) -> Option<usize> {
    let ends = [(from.x, to.x), (from.y, to.y), (from.z, to.z)];
    if ends.iter().any(|(from, to)| from.abs_diff(*to) > 1) {
        return None;
    }
    let axes = ends.iter().filter(|(from, to)| from != to).count();
    let most = match neighbourhood {
        Neighbourhood::Six => 1,
        Neighbourhood::Eighteen => 2,
        Neighbourhood::TwentySix => 3,
    };
    let mut is_free = (1..=most).contains(&axes);
    for x in from.x.min(to.x)..=from.x.max(to.x) {
        for y in from.y.min(to.y)..=from.y.max(to.y) {
            for z in from.z.min(to.z)..=from.z.max(to.z) {
                is_free &= map.is_free(Voxel::new(x, y, z));
            }
        }
    }
    is_free.then_some(axes)
}

/// The costs in integers that the documentation states.
fn step_costs(neighbourhood: Neighbourhood) -> [u32; 3] {
    match neighbourhood {
        Neighbourhood::Six => [1, u32::MAX, u32::MAX],
        Neighbourhood::Eighteen => [985, 1393, u32::MAX],
        Neighbourhood::TwentySix => [4109, 5811, 7117],
    }
}

/// The cost of a cheapest path to each voxel, computed by relaxing all pairs of neighbours until nothing changes.
fn costs_from(map: &VoxelMap, start: Voxel, neighbourhood: Neighbourhood) -> BTreeMap<Voxel, u32> {
    let mut costs = BTreeMap::from([(start, 0)]);
    let mut changed = vec![start];
    while let Some(from) = changed.pop() {
        let near = |centre: u16| centre.saturating_sub(1)..=centre.saturating_add(1);
        for (x, y, z) in near(from.x).flat_map(|x| near(from.y).flat_map(move |y| near(from.z).map(move |z| (x, y, z))))
        {
            let to = Voxel::new(x, y, z);
            let Some(axes) = axes(map, from, to, neighbourhood) else {
                continue;
            };
            let cost = costs[&from] + step_costs(neighbourhood)[axes - 1];
            if costs.get(&to).is_none_or(|known| cost < *known) {
                costs.insert(to, cost);
                changed.push(to);
            }
        }
    }
    costs
}

fn free(map: &VoxelMap) -> Vec<Voxel> {
    map.voxels().filter(|voxel| map.is_free(*voxel)).collect()
}

/// Whether the line between two centres touches a blocked voxel of the map, where each voxel is a closed cube.
fn is_blocked(map: &VoxelMap, from: Voxel, to: Voxel) -> bool {
    let line = [(from.x, to.x), (from.y, to.y), (from.z, to.z)].map(|(from, to)| (i64::from(from), i64::from(to)));
    let touches = |voxel: Voxel| {
        let cube = [voxel.x, voxel.y, voxel.z].map(i64::from);
        // The part of the line within the cube's bounds on each axis, as fractions with positive denominators.
        let (mut first, mut last) = ((0, 1), (1, 1));
        for ((from, to), centre) in line.into_iter().zip(cube) {
            let (near, far) = (2 * (centre - from) - 1, 2 * (centre - from) + 1);
            let whole = 2 * (to - from);
            if whole == 0 {
                if near > 0 || far < 0 {
                    return false;
                }
                continue;
            }
            let [mut enter, mut leave] = [(near, whole), (far, whole)];
            if whole < 0 {
                (enter, leave) = ((-far, -whole), (-near, -whole));
            }
            if enter.0 * first.1 > first.0 * enter.1 {
                first = enter;
            }
            if leave.0 * last.1 < last.0 * leave.1 {
                last = leave;
            }
        }
        first.0 * last.1 <= last.0 * first.1
    };
    map.voxels().any(|voxel| !map.is_free(voxel) && touches(voxel))
}

fn map() -> impl Strategy<Value = VoxelMap> {
    (1..6_usize, 1..6_usize, 1..6_usize, 0..5_u8).prop_flat_map(|(x, y, z, walls)| {
        prop::collection::vec(0..10_u8, x * y * z).prop_map(move |voxels| {
            let mut voxels = voxels.into_iter();
            VoxelMap::from_fn(x, y, z, |_| voxels.next().unwrap() >= walls).unwrap()
        })
    })
}

/// A map, a neighbourhood, and two free voxels.
fn course() -> impl Strategy<Value = (VoxelMap, Neighbourhood, Voxel, Voxel)> {
    let neighbourhood = prop::sample::select(Neighbourhood::ALL.to_vec());
    let index = any::<prop::sample::Index>;
    (map(), neighbourhood, index(), index()).prop_filter_map("no free voxel", |(map, neighbourhood, start, goal)| {
        let free = free(&map);
        let [start, goal] = (!free.is_empty()).then(|| [start, goal].map(|index| *index.get(&free)))?;
        Some((map, neighbourhood, start, goal))
    })
}

/// Checks that each path of A* from a voxel has the cost that the oracle returns, and that no estimate is too large or
/// inconsistent.
fn check_from(map: &VoxelMap, start: Voxel, neighbourhood: Neighbourhood) {
    let costs = costs_from(map, start, neighbourhood);
    let mut search = Dijkstra::one_to_all(VoxelProblem::new(map, start, start, neighbourhood).unwrap(), start);
    assert_eq!(search.run(), Status::Found);
    for goal in map.voxels() {
        assert_eq!(
            search.cost_to(&goal),
            costs.get(&goal).copied(),
            "{start} to {goal} on\n{map}"
        );
    }
    for goal in free(map) {
        let problem = VoxelProblem::new(map, start, goal, neighbourhood).unwrap();
        let estimate = problem.estimate(&start);
        let expected = costs.get(&goal).copied();
        assert!(expected.is_none_or(|cost| estimate <= cost));
        for (to, cost) in problem.successors(&start) {
            assert!(problem.estimate(&to).abs_diff(estimate) <= cost);
        }
        let path = AStar::new(&problem).find_path().unwrap();
        assert_eq!(
            path.as_ref().map(|path| path.cost),
            expected,
            "{start} to {goal} on\n{map}"
        );
        if let Some(path) = path {
            let step =
                |pair: &[Voxel]| step_costs(neighbourhood)[axes(map, pair[0], pair[1], neighbourhood).unwrap() - 1];
            assert_eq!(path.nodes.windows(2).map(step).sum::<u32>(), path.cost);
        }
    }
}

#[test]
fn distances_are_those_of_an_empty_map() {
    for (size, neighbourhood) in [[5, 4, 6], [1, 7, 2], [9, 1, 1], [3, 3, 7]]
        .into_iter()
        .flat_map(|size| Neighbourhood::ALL.map(|all| (size, all)))
    {
        let map = VoxelMap::new(size[0], size[1], size[2]).unwrap();
        for start in map.voxels().step_by(3) {
            let problem = VoxelProblem::new(&map, start, start, neighbourhood).unwrap();
            for (goal, cost) in costs_from(&map, start, neighbourhood) {
                assert_eq!(
                    problem.estimate_between(&start, &goal),
                    cost,
                    "{neighbourhood}: {start} to {goal}"
                );
            }
            let problem = VoxelProblem::<_, f64>::new_typed(&map, start, start, neighbourhood).unwrap();
            let mut search = Dijkstra::one_to_all(Plain(&problem), start);
            assert_eq!(search.run(), Status::Found);
            for goal in map.voxels() {
                assert_eq!(
                    search.cost_to(&goal),
                    Some(problem.estimate_between(&start, &goal)),
                    "exactly"
                );
            }
        }
    }
}

/// Covers every map of 2 x 2 x 2 voxels, and some of 3 x 2 x 2.
#[test]
fn every_small_map_is_searched_as_by_the_oracle() {
    for (x, step) in [(2, 1), (3, 37)] {
        for blocked in (0..1_u32 << (4 * x)).step_by(step) {
            let mut bits = 0..;
            let map = VoxelMap::from_fn(x, 2, 2, |_| blocked >> bits.next().unwrap() & 1 == 0).unwrap();
            for (start, neighbourhood) in free(&map)
                .into_iter()
                .flat_map(|all| Neighbourhood::ALL.map(|one| (all, one)))
            {
                check_from(&map, start, neighbourhood);
            }
        }
    }
}

proptest! {
    #[test]
    fn paths_cost_what_the_oracle_says((map, neighbourhood, start, _) in course()) {
        check_from(&map, start, neighbourhood);
    }

    #[test]
    fn searches_find_the_same_with_fewer_successors((map, neighbourhood, start, goal) in course()) {
        same_searches(&VoxelProblem::<_, u32>::new_typed(&map, start, goal, neighbourhood).unwrap())?;
        same_searches(&VoxelProblem::<_, f32>::new_typed(&map, start, goal, neighbourhood).unwrap())?;
        same_searches(&VoxelProblem::<_, f64>::new_typed(&map, start, goal, neighbourhood).unwrap())?;
        let problem = VoxelProblem::new(&map, start, goal, neighbourhood).unwrap();
        same_costs(&problem, &start, map.voxels())?;
        same_costs(&Reversed::new(&problem), &start, map.voxels())?;
    }

    /// Covers open ground, where one order of steps is kept: there are few obstacles, so most cubes are free.
    #[test]
    fn searches_find_the_same_in_the_open(
        neighbourhood in prop::sample::select(Neighbourhood::ALL.to_vec()),
        blocked in prop::collection::vec((0..11_u16, 0..10_u16, 0..9_u16), 0..6),
        ends in prop::array::uniform2((0..11_u16, 0..10_u16, 0..9_u16)),
    ) {
        let mut map = VoxelMap::new(11, 10, 9).unwrap();
        for (x, y, z) in blocked {
            map.set_blocked(Voxel::new(x, y, z)).unwrap();
        }
        let [start, goal] = ends.map(|(x, y, z)| Voxel::new(x, y, z));
        map.set_free(start).unwrap();
        map.set_free(goal).unwrap();
        let problem = VoxelProblem::new(&map, start, goal, neighbourhood).unwrap();
        same_searches(&problem)?;
        same_costs(&problem, &start, map.voxels())?;
    }

    #[test]
    fn searches_against_the_steps_find_the_same((map, neighbourhood, start, goal) in course()) {
        let problem = VoxelProblem::new(&map, start, goal, neighbourhood).unwrap();
        let cost = costs_from(&map, start, neighbourhood).get(&goal).copied();
        let path = BidirectionalDijkstra::new(&problem).find_path().unwrap();
        prop_assert_eq!(path.map(|path| path.cost), cost);
    }

    #[test]
    fn ends_may_be_blocked(map in map(), rule in prop::sample::select(Neighbourhood::ALL.to_vec()),
                           ends: [prop::sample::Index; 2]) {
        let all: Vec<Voxel> = map.voxels().collect();
        let [start, goal] = ends.map(|index| *index.get(&all));
        let mut freed = map.clone();
        freed.set_free(start).unwrap();
        let mut costs = BTreeMap::from([(start, 0)]);
        for first in free(&map) {
            if let Some(axes) = axes(&freed, start, first, rule) {
                for (to, cost) in costs_from(&map, first, rule) {
                    let cost = cost + step_costs(rule)[axes - 1];
                    let known = costs.entry(to).or_insert(cost);
                    *known = cost.min(*known);
                }
            }
        }
        let problem = VoxelProblem::new_lenient(&map, start, goal, rule).unwrap();
        let expected = costs.get(&goal).copied();
        let mut search = AStar::new(&problem);
        prop_assert_eq!(search.run() == Status::Found, expected.is_some());
        prop_assert_eq!(search.path().map(|path| path.cost), expected);
        if expected.is_none() {
            let end = *search.best_effort_path().unwrap().nodes.last().unwrap();
            prop_assert_eq!(problem.estimate(&end), costs.keys().map(|voxel| problem.estimate(voxel)).min().unwrap());
        }
        let backward = BidirectionalDijkstra::new(&problem).find_path().unwrap();
        prop_assert_eq!(backward.map(|path| path.cost), expected);
        let replanning = DStarLite::new(&problem).find_path().unwrap();
        prop_assert_eq!(replanning.map(|path| path.cost), expected);
        let lines = AnyAngleVoxelProblem::new_lenient(&map, start, goal, rule).unwrap();
        let lines = [ThetaStar::new(&lines).find_path(), LazyThetaStar::new(&lines).find_path()];
        prop_assert!(lines.iter().all(|path| path.as_ref().unwrap().is_some() == expected.is_some()));
        let outside = Voxel::new(0, 0, 99);
        let error = VoxelProblem::new_lenient(&map, outside, goal, rule).map(|_| ());
        prop_assert_eq!(error, Err(VoxelError::EndOutside { end: End::Start, voxel: outside, size: map.size() }));
    }

    #[test]
    fn changes_are_repaired(
        (map, neighbourhood, start, goal) in course(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..8),
    ) {
        let voxels: Vec<Voxel> = map.voxels().collect();
        let mut search = DStarLite::new(VoxelProblem::new(map, start, goal, neighbourhood).unwrap());
        for (index, is_free) in changes {
            let voxel = *index.get(&voxels);
            if voxel == start || voxel == goal {
                continue;
            }
            let _ = search.run();
            let near = |other: &Voxel| {
                let parts = [voxel.x.abs_diff(other.x), voxel.y.abs_diff(other.y), voxel.z.abs_diff(other.z)];
                parts.iter().all(|part| *part <= 1)
            };
            let around: Vec<Voxel> = voxels.iter().copied().filter(near).collect();
            search.change_nodes(around, |problem| problem.map_mut().set(voxel, is_free)).unwrap().unwrap();
            let _ = search.run();
            let expected = costs_from(search.problem().map(), start, neighbourhood).get(&goal).copied();
            prop_assert_eq!(search.path().map(|path| path.cost), expected);
        }
    }

    #[test]
    fn lines_of_sight_touch_nothing_that_is_blocked((map, neighbourhood, from, _) in course()) {
        for to in map.voxels() {
            let sees = map.line_of_sight(from, to, neighbourhood);
            let along = [from.x == to.x, from.y == to.y, from.z == to.z].iter().filter(|is_same| **is_same).count();
            let is_line = neighbourhood != Neighbourhood::Six || along >= 2;
            prop_assert_eq!(sees, is_line && !is_blocked(&map, from, to), "{} to {} on\n{}", from, to, map);
            prop_assert_eq!(sees, map.line_of_sight(to, from, neighbourhood));
        }
    }

    #[test]
    fn paths_at_any_angle_run_along_lines_of_sight((map, neighbourhood, start, goal) in course()) {
        let problem = AnyAngleVoxelProblem::new(&map, start, goal, neighbourhood).unwrap();
        let is_connected = costs_from(&map, start, neighbourhood).contains_key(&goal);
        let paths = [
            ThetaStar::new(&problem).find_path().unwrap(),
            LazyThetaStar::new(&problem).find_path().unwrap(),
        ];
        for path in paths {
            prop_assert_eq!(path.is_some(), is_connected);
            let Some(path) = path else { continue };
            prop_assert_eq!((path.nodes.first(), path.nodes.last()), (Some(&start), Some(&goal)));
            let mut length = 0.0;
            for line in path.nodes.windows(2) {
                prop_assert!(!is_blocked(&map, line[0], line[1]));
                length += problem.distance(&line[0], &line[1]);
            }
            prop_assert!((length - path.cost).abs() < 1e-12);
            prop_assert!(length >= problem.estimate(&start));
            if free(&map).len() == map.voxels().count() && neighbourhood != Neighbourhood::Six {
                prop_assert!(path.nodes.len() <= 2, "straight");
            }
        }
        // Estimates are consistent along lines and with every step.
        for to in free(&map) {
            if map.line_of_sight(start, to, neighbourhood) {
                prop_assert!(problem.estimate(&start) <= problem.distance(&start, &to) + problem.estimate(&to));
            }
        }
        for (to, cost) in problem.successors(&start) {
            prop_assert!((problem.distance(&start, &to) - cost).abs() < 1e-12);
        }
    }

    #[test]
    fn maps_are_read_as_they_were_written(map in map()) {
        prop_assert_eq!(map.to_string().parse::<VoxelMap>().unwrap(), map);
    }

    #[test]
    fn a_new_map_is_free_up_to_its_sides(x in 1..40_usize, y in 1..5_usize, z in 1..5_usize) {
        prop_assert_eq!(VoxelMap::new(x, y, z).unwrap(), VoxelMap::from_fn(x, y, z, |_| true).unwrap());
    }

    #[test]
    fn reading_never_panics(text in prop_oneof![
        any::<Vec<u8>>(),
        "(voxel|version)? ?[0-9 \\n\\t.x-]{0,40}".prop_map(String::into_bytes),
    ]) {
        let _ = VoxelMap::parse(&text);
        let _ = VoxelScenarioFile::parse(&text);
    }
}

/// On open ground, each voxel is reached about once instead of from all sides.
#[test]
fn in_the_open_a_voxel_is_generated_about_once() {
    for neighbourhood in Neighbourhood::ALL {
        let map = VoxelMap::new(24, 24, 24).unwrap();
        let start = Voxel::new(12, 12, 12);
        let problem = VoxelProblem::new(&map, start, start, neighbourhood).unwrap();
        let mut search = Dijkstra::one_to_all(&problem, start);
        assert_eq!(search.run(), Status::Found);
        let stats = search.stats();
        assert!(stats.generated < 2 * stats.expanded, "{neighbourhood}: {stats:?}");
    }
}

/// Nothing overflows on lines over long distances, in any direction.
#[test]
fn long_lines_are_walked() {
    let map = VoxelMap::new(65_535, 40, 3).unwrap();
    let ends = [
        Voxel::new(0, 0, 0),
        Voxel::new(65_534, 39, 2),
        Voxel::new(0, 39, 1),
        Voxel::new(65_533, 0, 2),
    ];
    for (from, to) in ends.into_iter().flat_map(|from| ends.map(|to| (from, to))) {
        assert!(map.line_of_sight(from, to, Neighbourhood::TwentySix));
    }
}

#[test]
fn bad_input_is_refused_with_its_place() {
    for size in [
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
        [65_536, 1, 1],
        [1, 1, 65_536],
        [1023, 1023, 1024],
        [usize::MAX; 3],
    ] {
        assert_eq!(
            VoxelMap::new(size[0], size[1], size[2]),
            Err(VoxelError::BadSize { size })
        );
    }
    let mut map = VoxelMap::new(3, 4, 5).unwrap();
    let (start, blocked, size) = (Voxel::new(0, 0, 0), Voxel::new(2, 3, 4), [3, 4, 5]);
    map.set_blocked(blocked).unwrap();
    for outside in [
        Voxel::new(3, 0, 0),
        Voxel::new(0, 4, 0),
        Voxel::new(0, 0, 5),
        Voxel::from([u16::MAX; 3]),
    ] {
        assert!(!map.contains(outside) && !map.is_free(outside));
        assert_eq!(
            map.set_blocked(outside),
            Err(VoxelError::Outside { voxel: outside, size })
        );
        assert_eq!(map.set_free(outside), Err(VoxelError::Outside { voxel: outside, size }));
        let (voxel, neighbourhood) = (outside, Neighbourhood::Six);
        assert_eq!(
            VoxelProblem::new(&map, start, outside, neighbourhood).unwrap_err(),
            VoxelError::EndOutside {
                end: End::Goal,
                voxel,
                size
            }
        );
        assert_eq!(
            AnyAngleVoxelProblem::new(&map, outside, start, neighbourhood).unwrap_err(),
            VoxelError::EndOutside {
                end: End::Start,
                voxel,
                size
            }
        );
        assert!(!map.line_of_sight(start, outside, neighbourhood) && !map.line_of_sight(outside, start, neighbourhood));
    }
    let refused = VoxelProblem::new(&map, blocked, start, Neighbourhood::Six).unwrap_err();
    assert_eq!(
        refused,
        VoxelError::EndBlocked {
            end: End::Start,
            voxel: blocked
        }
    );
    for text in ["", "1", "1,2", "1,2,3,4", "1;2;3", "-1,0,0", "1,2,65536"] {
        assert_eq!(
            text.parse::<Voxel>(),
            Err(VoxelError::BadVoxel { text: text.to_string() })
        );
    }
    assert_eq!(" 1, 2,3 ".parse(), Ok(Voxel::new(1, 2, 3)));
    for neighbourhood in Neighbourhood::ALL {
        assert_eq!(neighbourhood.to_string().parse(), Ok(neighbourhood));
    }
    assert!("8".parse::<Neighbourhood>().is_err());
}

/// A start that is blocked, which only `add_start` can add, leads nowhere. One off the map is an error.
#[test]
fn further_starts_that_are_not_free_are_dead_ends() {
    for neighbourhood in Neighbourhood::ALL {
        let mut map = VoxelMap::new(3, 3, 3).unwrap();
        let blocked = Voxel::new(2, 0, 0);
        map.set_blocked(blocked).unwrap();
        for further in [
            blocked,
            Voxel::new(3, 0, 0),
            Voxel::new(0, 9, 0),
            Voxel::from([u16::MAX; 3]),
        ] {
            let problem = VoxelProblem::new(&map, Voxel::new(0, 0, 0), Voxel::new(2, 2, 2), neighbourhood).unwrap();
            let mut search = AStar::new(&problem);
            search.add_start(further, 0);
            let expected = AStar::new(&problem).find_path().unwrap();
            if further != blocked {
                assert!(
                    matches!(search.find_path(), Err(SearchError::NoSuchNode { .. })),
                    "{further}"
                );
                continue;
            }
            assert_eq!(search.find_path().unwrap(), expected, "{further}");
        }
    }
}

#[test]
fn errors_of_files_name_their_place() {
    let error = |text: &str| VoxelMap::parse(text.as_bytes()).unwrap_err().to_string();
    for (text, message) in [
        (
            "",
            "line 1, column 1: found the end of the line where \"voxel\" was expected",
        ),
        ("voxel 3 3", "line 1, column 10: the size in z is missing"),
        (
            "voxel 0 3 3",
            "line 1, column 7: the size in x is \"0\": a whole number from 1 to 65535 is expected",
        ),
        ("voxel 3 3 3 3", "line 1, column 13: unexpected \"3\" after the end"),
        (
            "voxel 65535 65535 65535",
            "line 1, column 19: 281462092005375 voxels exceed the limit of 1073741823",
        ),
        (
            "voxel 3 3 3\n\n1 1",
            "line 3, column 4: the z of a blocked voxel is missing",
        ),
        (
            "voxel 3 3 3\n1 3 1\n",
            "line 2, column 3: the y of a blocked voxel is \"3\": a whole number from 0 to 2 is expected",
        ),
        (
            "voxel 3 3 3\n1 1 1 1\n",
            "line 2, column 7: unexpected \"1\" after the end",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    let error = |text: &str| VoxelScenarioFile::parse(text.as_bytes()).unwrap_err().to_string();
    for (text, message) in [
        ("version 2", "line 1, column 9: found \"2\" where \"1\" was expected"),
        ("version 1", "line 2, column 1: the map's name is missing"),
        (
            "version 1\na b.3dmap\n1 2 3 4 5",
            "line 3, column 10: the goal's z is missing",
        ),
        (
            "version 1\na\n1 2 3 4 5 6 7.5",
            "line 3, column 16: the ratio is missing",
        ),
        (
            "version 1\na\n1 2 3 4 5 6 7.5 1 1",
            "line 3, column 19: unexpected \"1\" after the end",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    // A file with carriage returns, blank lines, and a voxel given twice.
    let map = VoxelMap::parse(b"voxel 2 1 1\r\n1 0 0\r\n\r\n1 0 0\r\n").unwrap();
    assert_eq!(map.to_string(), "voxel 2 1 1\n1 0 0\n");
    let text = "version 1\nmy map.3dmap\n1 2 3 4 5 6 7.50000000 1.000\n";
    assert_eq!(text.parse::<VoxelScenarioFile>().unwrap().to_string(), text);
}

/// The benchmark map with its scenarios, if `ASTRIDE_DATA` names the folder that contains them.
fn benchmark() -> Option<(VoxelMap, VoxelScenarioFile)> {
    let data = env::var_os("ASTRIDE_DATA").filter(|data| !data.is_empty());
    let folder = data.map(|data| Path::new(&data).join("voxel"));
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        println!("skipped: `ASTRIDE_DATA` does not name a folder with voxel/Simple.3dmap and voxel/Simple.3dscen");
        return None;
    };
    let map = VoxelMap::open(folder.join("Simple.3dmap")).unwrap();
    let file = VoxelScenarioFile::open(folder.join("Simple.3dscen")).unwrap();
    assert_eq!((map.size(), file.scenarios.len()), ([105, 132, 105], 500));
    assert_eq!(file.to_string().parse(), Ok(file.clone()));
    Some((map, file))
}

#[test]
fn some_benchmark_scenarios_have_their_optima() {
    let Some((map, file)) = benchmark() else { return };
    check_scenarios(&map, file.scenarios.iter().step_by(10));
}

#[test]
#[ignore = "500 scenarios: twenty seconds without optimisation"]
fn every_benchmark_scenario_has_its_optimum() {
    let Some((map, file)) = benchmark() else { return };
    check_scenarios(&map, file.scenarios.iter());
}

/// Checks each step by the definition, and that the length is that of the steps.
fn check_scenarios<'s>(map: &VoxelMap, scenarios: impl Iterator<Item = &'s VoxelScenario>) {
    for scenario in scenarios {
        progress("scenarios of a voxel map");
        let problem = scenario.problem(map).unwrap();
        let ratio = scenario.optimum.value() / problem.estimate(&scenario.start);
        assert!(
            (ratio - scenario.ratio.value()).abs() <= 0.000_501,
            "{scenario}: {ratio}"
        );
        let path = AStar::new(&problem).find_path().unwrap().unwrap();
        let step = |pair: &[Voxel]| {
            let axes = axes(map, pair[0], pair[1], Neighbourhood::TwentySix).unwrap();
            [1.0, 2_f64.sqrt(), 3_f64.sqrt()][axes - 1]
        };
        let length = path.nodes.windows(2).map(step).sum();
        assert!(
            scenario.optimum.agrees_with(length) && scenario.optimum.agrees_with(path.cost),
            "{scenario}: {length}"
        );
        // A path of least cost in integers is one of least length.
        let problem = VoxelProblem::new(map, scenario.start, scenario.goal, Neighbourhood::TwentySix).unwrap();
        let path = AStar::new(&problem).find_path().unwrap().unwrap();
        let length = path.nodes.windows(2).map(step).sum();
        assert!(scenario.optimum.agrees_with(length), "{scenario}: {length} in integers");
    }
}

/// What a unit can do in one step, move by move: it rises where it stands, goes ahead, and falls onto the first block.
fn steps_by_moves(map: &VoxelMap, from: Voxel, [height, up, down]: [i32; 3]) -> BTreeSet<Voxel> {
    let at = |x: i32, y: i32, z: i32| from.offset(x, y, z).filter(|voxel| map.is_free(*voxel));
    let has_room = |x: i32, y: i32, z: i32| (0..height).all(|part| at(x, y, z + part).is_some());
    let mut found = BTreeSet::new();
    for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
        for rise in (0..=up).take_while(|rise| has_room(0, 0, *rise)) {
            let mut z = rise;
            if !has_room(x, y, z) {
                continue;
            }
            while at(x, y, z - 1).is_some() {
                z -= 1;
            }
            if z >= -down {
                found.extend(at(x, y, z));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_unit_walks_as_far_as_its_moves_lead(
        blocks in prop::collection::vec(any::<bool>(), 4 * 4 * 6),
        (height, up, down) in (1..4_u16, 0..3_u16, 0..5_u16),
        (climb_cost, drop_cost) in (0..4_u32, 0..4_u32),
        picks: [prop::sample::Index; 4],
    ) {
        let place = |voxel: Voxel| usize::from(voxel.z) * 16 + usize::from(voxel.y) * 4 + usize::from(voxel.x);
        let map = VoxelMap::from_fn(4, 4, 6, |voxel| blocks[place(voxel)] || place(voxel) % 3 == 0).unwrap();
        let walk = Walk::new(height).with_up(up).with_down(down);
        let standing: Vec<Voxel> = map.voxels().filter(|voxel| walk.stands(&map, *voxel)).collect();
        for voxel in map.voxels() {
            let below = standing.iter().filter(|other| (other.x, other.y) == (voxel.x, voxel.y) && other.z <= voxel.z);
            prop_assert_eq!(walk.floor(&map, voxel), below.max_by_key(|other| other.z).copied());
        }
        for from in &standing {
            let steps: Vec<Voxel> = walk.steps(&map, *from).collect();
            let expected = steps_by_moves(&map, *from, [height, up, down].map(i32::from));
            prop_assert_eq!(steps.len(), expected.len());
            prop_assert_eq!(BTreeSet::from_iter(steps), expected);
        }
        prop_assume!(!standing.is_empty());
        for pair in picks.chunks_exact(2) {
            let (start, goal) = (*pair[0].get(&standing), *pair[1].get(&standing));
            let problem = WalkProblem::new(&map, start, goal, walk).unwrap();
            let problem = problem.with_climb_cost(climb_cost).with_drop_cost(drop_cost);
            let mut all = Dijkstra::one_to_all(problem, start);
            all.run();
            let expected = all.cost_to(&goal);
            let path = AStar::new(problem).find_path().unwrap();
            prop_assert_eq!(path.map(|path| path.cost), expected);
            for from in &standing {
                for (to, cost) in problem.successors(from) {
                    let (up, down) = (to.z.saturating_sub(from.z), from.z.saturating_sub(to.z));
                    prop_assert_eq!(cost, 1 + climb_cost * u32::from(up) + drop_cost * u32::from(down));
                    prop_assert!(problem.estimate(from) <= cost + problem.estimate(&to));
                }
            }
            prop_assert_eq!(problem.estimate(&goal), 0);
        }
    }
}

#[test]
fn a_unit_cannot_begin_or_end_where_it_cannot_stand() {
    let map = VoxelMap::from_fn(3, 1, 3, |voxel| voxel.x != 1 || voxel.z > 0).unwrap();
    let walk = Walk::new(2);
    let problem = |from: (u16, u16), to: (u16, u16)| {
        let at = |(x, z): (u16, u16)| Voxel::new(x, 0, z);
        WalkProblem::new(&map, at(from), at(to), walk).map(|_| ())
    };
    assert_eq!(problem((0, 0), (2, 0)), Ok(()));
    let (end, voxel) = (End::Goal, Voxel::new(2, 0, 1));
    assert_eq!(problem((1, 1), (2, 1)), Err(VoxelError::CannotStand { end, voxel }));
    let (end, voxel) = (End::Start, Voxel::new(1, 0, 0));
    assert_eq!(problem((1, 0), (0, 0)), Err(VoxelError::EndBlocked { end, voxel }));
    let end = End::Start;
    let voxel = Voxel::new(0, 0, 2);
    assert_eq!(
        problem((0, 2), (0, 0)),
        Err(VoxelError::CannotStand { end, voxel }),
        "no room for its head"
    );
    let outside = problem((0, 0), (3, 0));
    assert!(matches!(outside, Err(VoxelError::EndOutside { end: End::Goal, .. })));
    assert_eq!(Walk::new(0), Walk::new(1));
}
