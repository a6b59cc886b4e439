//! Grid maps through thousands of changes: all that is derived from a map and follows its changes, against plain loops
//! over arrays.

use astride::grid::{
    CanonicalProblem, Components, FlowField, GridError, GridMap, GridProblem, GridWorld, JumpMap, JumpProblem,
    JumpTable, Movement, Point,
};
use astride::{AStar, BidirectionalAStar, Budget, DStarLite, Heuristic, LpaStar, Status};

use crate::Source;

/// The terrain costs of the cells, row by row, and the rule of movement.
struct Array {
    width: usize,
    cells: Vec<u8>,
    movement: Movement,
}

impl Array {
    fn point(&self, cell: usize) -> Point {
        let side = |number: usize| u16::try_from(number).expect("maps are small");
        Point::new(side(cell % self.width), side(cell / self.width))
    }

    fn beside(&self, cell: usize, dx: isize, dy: isize) -> Option<usize> {
        let x = (cell % self.width).checked_add_signed(dx).filter(|x| *x < self.width)?;
        let y = (cell / self.width)
            .checked_add_signed(dy)
            .filter(|y| y * self.width < self.cells.len())?;
        Some(y * self.width + x)
    }

    /// The steps from a cell, with what they cost.
    fn steps(&self, cell: usize) -> Vec<(usize, u32)> {
        let is_free = |cell: Option<usize>| cell.is_some_and(|cell| self.cells[cell] > 0);
        let mut steps = Vec::new();
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let free = [self.beside(cell, dx, 0), self.beside(cell, 0, dy)]
                .into_iter()
                .filter(|cell| is_free(*cell))
                .count();
            let is_diagonal = dx != 0 && dy != 0;
            let is_allowed = match self.movement {
                _ if (dx, dy) == (0, 0) => false,
                _ if !is_diagonal => true,
                Movement::Four => false,
                Movement::Eight => free == 2,
                Movement::EightCuttingCorners => free > 0,
                Movement::EightSqueezing => true,
            };
            let step = match (self.movement, is_diagonal) {
                (Movement::Four, _) => 1,
                (_, false) => 985,
                (_, true) => 1393,
            };
            if let Some(to) = self.beside(cell, dx, dy).filter(|to| is_allowed && is_free(Some(*to))) {
                steps.push((to, step * u32::from(self.cells[to])));
            }
        }
        steps
    }

    /// The least cost from each cell to the nearest of these: no cell is looked at once nothing changes any more.
    fn to_cells(&self, goals: &[usize]) -> Vec<Option<u32>> {
        let mut far = vec![None; self.cells.len()];
        for goal in goals {
            far[*goal] = Some(0);
        }
        let mut changes = true;
        while changes {
            changes = false;
            for cell in (0..far.len()).filter(|cell| self.cells[*cell] > 0) {
                let least = self
                    .steps(cell)
                    .into_iter()
                    .filter_map(|(to, step)| Some(far[to]? + step))
                    .min();
                if least.is_some_and(|least| far[cell].is_none_or(|known| least < known)) {
                    (far[cell], changes) = (least, true);
                }
            }
        }
        far
    }

    /// The number of the component of each free cell, and the sizes of the components.
    fn components(&self) -> (Vec<Option<usize>>, Vec<u32>) {
        let (mut of, mut sizes) = (vec![None; self.cells.len()], Vec::new());
        for first in (0..of.len()).filter(|cell| self.cells[*cell] > 0) {
            if of[first].is_some() {
                continue;
            }
            of[first] = Some(sizes.len());
            let mut found = vec![first];
            let mut done = 0;
            while let Some(cell) = found.get(done).copied() {
                done += 1;
                for (to, _) in self.steps(cell) {
                    if of[to].is_none() {
                        of[to] = of[first];
                        found.push(to);
                    }
                }
            }
            sizes.push(u32::try_from(found.len()).expect("maps are small"));
        }
        (of, sizes)
    }
}

/// A map, what is derived from it, and changes.
#[expect(clippy::too_many_lines, reason = "one check after another, each of them short")]
pub(crate) fn grids(source: &mut Source) {
    let movement = source.one_of(&Movement::ALL);
    let (width, height) = (1 + source.below(12), 1 + source.below(12));
    let terrains = source.one_of(&[1, 3]);
    let is_crowded = source.byte() % 4;
    let cell = |source: &mut Source| {
        if source.byte() % 4 < is_crowded {
            0
        } else {
            1 + source.byte() % terrains
        }
    };
    let cells = (0..width * height).map(|_| cell(source)).collect();
    let mut array = Array { width, cells, movement };
    let [start, goal] = [0, 1].map(|_| source.below(width * height));
    array.cells[start] = 1;
    array.cells[goal] = 1;

    let map = GridMap::from_fn(width, height, |point| {
        array.cells[usize::from(point.y) * width + usize::from(point.x)]
    });
    let map = map.expect("a small map");
    source.tell(|| {
        format!(
            "{movement}, from {} to {} on\n{map}",
            array.point(start),
            array.point(goal)
        )
    });
    let mut plain = GridWorld::<GridMap>::new(map.clone(), movement).expect("memory");
    let mut online = GridWorld::<JumpMap>::new(map.clone(), movement).expect("memory");
    let mut offline = GridWorld::<JumpTable>::new(map.clone(), movement).expect("memory");
    let ends = (array.point(start), array.point(goal));
    let mut field = FlowField::new(map.clone(), [ends.0, ends.1], movement).expect("free goals");
    let problem = || GridProblem::new(map.clone(), ends.0, ends.1, movement).expect("free ends");
    let (mut lpa, mut d_star) = (LpaStar::new(problem()), DStarLite::new(problem()));
    let mut robot = start;

    while source.more(250) {
        let place = source.below(array.cells.len());
        let mut cost = cell(source);
        if cost == 0 && [start, goal, robot].contains(&place) {
            let refused = field.set_cost(array.point(place), 0);
            assert!(
                place == robot && robot != start && robot != goal
                    || matches!(refused, Err(GridError::EndInWall { .. }))
            );
            cost = 1;
        }
        let point = array.point(place);
        source.tell(|| format!("{point} costs {cost}"));
        array.cells[place] = cost;
        plain.set_cost(point, cost).expect("it is on the map");
        online.set_cost(point, cost).expect("it is on the map");
        offline.set_cost(point, cost).expect("it is on the map");
        field.set_cost(point, cost).expect("it is no goal");
        lpa.set_cost(point, cost).expect("it is on the map");
        d_star.set_cost(point, cost).expect("it is on the map");
        match source.below(8) {
            0 => {
                check_components(&array, plain.components(), plain.map());
                check_components(&array, online.components(), online.map());
                check_components(&array, offline.components(), offline.map());
            }
            1 => {
                assert!(*online.jumps() == JumpMap::new(online.map().clone(), movement).expect("memory"));
                assert!(*offline.jumps() == JumpTable::new(offline.map().clone(), movement).expect("memory"));
            }
            2 => {
                let [from, to] = [0, 1].map(|_| source.below(array.cells.len()));
                if array.cells[from] > 0 && array.cells[to] > 0 {
                    let (far, [from, to]) = (array.to_cells(&[to])[from], [from, to].map(|cell| array.point(cell)));
                    let map = plain.map();
                    let found = [
                        solved(GridProblem::new(map, from, to, movement).expect("free ends")),
                        solved(CanonicalProblem::new(map, from, to, movement).expect("free ends")),
                        solved(JumpProblem::new(online.jumps(), from, to).expect("free ends")),
                        solved(JumpProblem::new(offline.jumps(), from, to).expect("free ends")),
                    ];
                    assert_eq!(found, [far; 4], "from {from} to {to} on\n{map}");
                    let mut search =
                        BidirectionalAStar::new(GridProblem::new(map, from, to, movement).expect("free ends"));
                    let _ = search.run();
                    assert_eq!(search.path().map(|path| path.cost), far);
                    assert_eq!(plain.are_connected(from, to), far.is_some());
                }
            }
            3 => {
                while field.run_for(Budget::new().expansions(9)).is_running() {}
                for (cell, far) in array.to_cells(&[start, goal]).into_iter().enumerate() {
                    let point = array.point(cell);
                    assert_eq!(field.cost(point), far, "{point} on\n{}", plain.map());
                    assert_eq!(field.path_from(point).map(|path| path.cost), far);
                }
            }
            4 => {
                let _ = lpa.run();
                let far = array.to_cells(&[goal])[start];
                assert_eq!(lpa.path().map(|path| path.cost), far, "LPA* on\n{}", plain.map());
            }
            5 => {
                let to = source.below(array.cells.len());
                if array.cells[to] > 0 {
                    robot = to;
                    d_star.move_start(array.point(to)).expect("it is on the map");
                }
                let _ = d_star.run();
                let far = array.to_cells(&[goal])[robot];
                assert_eq!(
                    d_star.path().map(|path| path.cost),
                    far,
                    "D* Lite from {} on\n{}",
                    array.point(robot),
                    plain.map()
                );
            }
            6 => {
                let _ = lpa.run_for(Budget::new().expansions(3));
                let _ = d_star.run_for(Budget::new().expansions(3));
                let _ = field.run_for(Budget::new().expansions(3));
            }
            _ => {}
        }
    }
}

fn solved<P: Heuristic<Cost = u32>>(problem: P) -> Option<u32> {
    let mut search = AStar::new(problem);
    assert!(matches!(search.run(), Status::Found | Status::Exhausted));
    search.path().map(|path| path.cost)
}

fn check_components(array: &Array, components: &Components, map: &GridMap) {
    let (of, sizes) = array.components();
    assert_eq!(
        components.count(map).map(|count| count as usize),
        Ok(sizes.len()),
        "components of\n{map}"
    );
    for (cell, component) in of.iter().enumerate() {
        let size = component.map_or(0, |component| sizes[component]);
        assert_eq!(components.size(map, array.point(cell)), Ok(size));
        // One of each component will do.
        for (other, known) in of.iter().enumerate().step_by(3) {
            let are_connected = component.is_some() && component == known;
            assert_eq!(
                components.are_connected(map, array.point(cell), array.point(other)),
                Ok(are_connected)
            );
        }
    }
}
