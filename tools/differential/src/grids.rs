//! Makes thousands of changes to grid maps, and compares everything that follows these changes with plain loops over
//! arrays.

use astride::search::{BoundedAStar, CompactAStar, Nbs};
use astride::{
    AStar, AraStar, BidirectionalAStar, BidirectionalDijkstra, Budget, DStarLite, Dfs, Greedy, Heuristic, LpaStar,
    Path, Pathfinder, Status, Stepper, WeightedAStar,
};
use astride_grid::{
    ChangeCells, Components, FlowField, GridError, GridMap, GridProblem, GridWorld, Ground, JumpMap, JumpProblem,
    JumpTable, Movement, Point,
};

use crate::Source;

/// The terrain costs of the cells, row by row, and the movement rule.
struct Array {
    width: usize,
    cells: Vec<u8>,
    movement: Movement,
    /// The maximum cost of a free cell.
    terrains: u8,
    /// The number of walls among four cells.
    crowd: u8,
    /// Two cells that are free.
    start: usize,
    goal: usize,
}

impl Array {
    fn point(&self, cell: usize) -> Point {
        let side = |number: usize| u16::try_from(number).expect("maps are small");
        Point::new(side(cell % self.width), side(cell / self.width))
    }

    fn any_cost(&self, source: &mut Source, cell: usize) -> u8 {
        if source.byte() % 4 < self.crowd && ![self.start, self.goal].contains(&cell) {
            0
        } else {
            1 + source.byte() % self.terrains
        }
    }

    fn beside(&self, cell: usize, dx: isize, dy: isize) -> Option<usize> {
        let x = (cell % self.width).checked_add_signed(dx).filter(|x| *x < self.width)?;
        let y = (cell / self.width)
            .checked_add_signed(dy)
            .filter(|y| y * self.width < self.cells.len())?;
        Some(y * self.width + x)
    }

    /// The steps from a cell, with their costs.
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

    /// The cost of a path, all of whose steps must exist.
    fn cost_of(&self, path: Option<Path<Point, u32>>) -> Option<u32> {
        let path = path?;
        let step = |pair: &[Point]| {
            let [from, to] = [pair[0], pair[1]].map(|point| usize::from(point.y) * self.width + usize::from(point.x));
            let mut steps = self.steps(from).into_iter();
            steps.find(|(next, _)| *next == to).expect("a step of the map").1
        };
        assert_eq!(path.nodes.windows(2).map(step).sum::<u32>(), path.cost);
        Some(path.cost)
    }

    /// The least cost from each cell to the nearest goal, relaxed until nothing changes.
    fn to_cells(&self, goals: &[usize]) -> Vec<Option<u32>> {
        let mut far = vec![None; self.cells.len()];
        for goal in goals {
            far[*goal] = Some(0);
        }
        let free = (0..far.len()).filter(|cell| self.cells[*cell] > 0);
        let steps: Vec<_> = free.map(|cell| (cell, self.steps(cell))).collect();
        let mut changes = true;
        while changes {
            changes = false;
            for (cell, steps) in &steps {
                let (cell, steps) = (*cell, steps.iter());
                let least = steps.filter_map(|(to, step)| Some(far[*to]? + step)).min();
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

/// A map, something that follows its changes, and the changes.
#[expect(clippy::too_many_lines, reason = "a list of all that follows a map")]
pub fn grids(source: &mut Source) {
    let movement = source.one_of(&Movement::ALL);
    let largest = source.one_of(&[4, 6, 12]);
    let (width, height) = (1 + source.below(largest), 1 + source.below(largest));
    let cells = vec![0; width * height];
    let [start, goal] = [0, 1].map(|_| source.below(cells.len()));
    let mut array = Array {
        width,
        cells,
        movement,
        terrains: source.one_of(&[1, 3]),
        crowd: source.byte() % 4,
        start,
        goal,
    };
    for cell in 0..array.cells.len() {
        array.cells[cell] = array.any_cost(source, cell);
    }
    let ends = [start, goal].map(|cell| array.point(cell));
    let map = GridMap::from_fn(width, height, |point| {
        array.cells[usize::from(point.y) * width + usize::from(point.x)]
    });
    let map = map.expect("a small map");
    source.tell(|| format!("{movement}, from {} to {} on\n{map}", ends[0], ends[1]));
    let subject = source.below(7);
    let problem = |map| GridProblem::new(map, ends[0], ends[1], movement).expect("free ends");
    macro_rules! jumps {
        ($jumps:ty) => {{
            let world = GridWorld::<$jumps>::new(map, movement).expect("memory");
            let check = |world: &mut GridWorld<$jumps>, array: &mut Array, source: &mut Source| match source.below(4) {
                0 => check_components(array, world.components(), world.map()),
                1 => {
                    let anew = <$jumps>::new(world.map().clone(), movement).expect("memory");
                    assert!(*world.jumps() == anew, "the jumps on\n{}", world.map());
                }
                _ => check_route(array, source, |from, to| JumpProblem::new(world.jumps(), from, to)),
            };
            follow(source, array, world, change, check);
        }};
    }
    match subject {
        0 => {
            let world = GridWorld::<GridMap>::new(map, movement).expect("memory");
            follow(source, array, world, change, check_map);
        }
        1 => jumps!(JumpMap),
        2 => jumps!(JumpTable),
        3 => {
            let mut field = FlowField::new(map, ends, movement).expect("free goals");
            assert_eq!(field.run(), Status::Found);
            let set_cost = |field: &mut FlowField<GridMap>, point, cost| {
                if ends.contains(&point) {
                    assert!(matches!(field.set_cost(point, 0), Err(GridError::EndInWall { .. })));
                }
                field.set_cost(point, cost)
            };
            follow(source, array, field, set_cost, |field, array, source| {
                if source.once_in(4) {
                    let _ = field.run_for(Budget::new().expansions(3));
                    return;
                }
                while field.run_for(Budget::new().expansions(9)).is_running() {}
                for (cell, far) in array.to_cells(&[start, goal]).into_iter().enumerate() {
                    let point = array.point(cell);
                    assert_eq!(field.cost(point), far, "{point}");
                    assert_eq!(array.cost_of(field.path_from(point)), far);
                }
            });
        }
        4 => {
            let components = Components::new(&map, movement).expect("memory");
            let set_cost = |(components, map): &mut (Components, GridMap), point, cost| {
                let before = map.clone();
                let result = components.set_cost(map, point, cost);
                assert_eq!(components.is_current(&before), before.is_free(point) == (cost > 0));
                result
            };
            follow(
                source,
                array,
                (components, map),
                set_cost,
                |(components, map), array, _| {
                    check_components(array, components, map);
                },
            );
        }
        5 => {
            let set_cost = |search: &mut LpaStar<_>, point, cost| search.set_cost(point, cost);
            follow(
                source,
                array,
                LpaStar::new(problem(map)),
                set_cost,
                |search, array, source| {
                    if source.once_in(4) {
                        let _ = search.run_for(Budget::new().expansions(3));
                        return;
                    }
                    assert_ne!(search.run(), Status::Running);
                    assert_eq!(array.cost_of(search.path()), array.to_cells(&[goal])[start]);
                },
            );
        }
        _ => {
            let set_cost = |search: &mut DStarLite<_>, point, cost| search.set_cost(point, cost);
            follow(
                source,
                array,
                DStarLite::new(problem(map)),
                set_cost,
                |search, array, source| {
                    if source.once_in(4) {
                        let _ = search.run_for(Budget::new().expansions(3));
                        return;
                    }
                    let to = source.below(array.cells.len());
                    if array.cells[to] > 0 {
                        array.start = to;
                        search.move_start(array.point(to)).expect("it is on the map");
                    }
                    assert_ne!(search.run(), Status::Running);
                    let far = array.to_cells(&[goal])[array.start];
                    assert_eq!(array.cost_of(search.path()), far, "from {}", array.point(array.start));
                },
            );
        }
    }
}

/// Gives a cell this cost in one of several ways, chosen by its position and the cost.
fn change<M: Ground>(world: &mut GridWorld<M>, point: Point, cost: u8) -> Result<(), GridError> {
    match cost {
        0 if point.x.is_multiple_of(2) => world.set_wall(point),
        1 if point.x.is_multiple_of(2) => world.set_free(point),
        0 | 1 if world.map().is_free(point) == (cost == 0) => world.toggle(point).map(|is_free| {
            assert_eq!(is_free, cost == 1);
        }),
        _ => world.set_cost(point, cost),
    }
}

/// Changes the array and the subject that follows it, and compares the two from time to time.
fn follow<S>(
    source: &mut Source,
    mut array: Array,
    mut subject: S,
    set_cost: impl Fn(&mut S, Point, u8) -> Result<(), GridError>,
    check: impl Fn(&mut S, &mut Array, &mut Source),
) {
    let mean = source.one_of(&[10, 200]);
    loop {
        if source.once_in(3) {
            check(&mut subject, &mut array, source);
        }
        if !source.more(mean) {
            return check(&mut subject, &mut array, source);
        }
        let cell = source.below(array.cells.len());
        let (point, cost) = (array.point(cell), array.any_cost(source, cell));
        source.tell(|| format!("{point} costs {cost}"));
        array.cells[cell] = cost;
        set_cost(&mut subject, point, cost).expect("it is on the map and no end");
    }
}

/// Checks that a search between two cells finds a cheapest path.
fn check_route<P: Heuristic<Cost = u32>>(
    array: &Array,
    source: &mut Source,
    problem: impl FnOnce(Point, Point) -> Result<P, GridError>,
) {
    let [from, to] = [0, 1].map(|_| source.below(array.cells.len()));
    if array.cells[from] > 0 && array.cells[to] > 0 {
        let (far, [from, to]) = (array.to_cells(&[to])[from], [from, to].map(|cell| array.point(cell)));
        let mut search = AStar::new(problem(from, to).expect("free ends"));
        assert!(matches!(search.run(), Status::Found | Status::Exhausted));
        assert_eq!(search.path().map(|path| path.cost), far, "from {from} to {to}");
    }
}

fn check_map(world: &mut GridWorld<GridMap>, array: &mut Array, source: &mut Source) {
    let map = world.map();
    match source.below(3) {
        0 => check_components(array, world.components(), map),
        1 => check_route(array, source, |from, to| {
            GridProblem::new(map, from, to, array.movement)
        }),
        _ => {
            let [from, to] = [0, 1].map(|_| source.below(array.cells.len()));
            if array.cells[from] > 0 && array.cells[to] > 0 {
                let (far, [from, to]) = (array.to_cells(&[to])[from], [from, to].map(|cell| array.point(cell)));
                let problem = GridProblem::new(map, from, to, array.movement).expect("free ends");
                let searches: [&mut dyn Pathfinder<Node = Point, Cost = u32>; 4] = [
                    &mut BidirectionalAStar::new(problem),
                    &mut BidirectionalDijkstra::new(problem),
                    &mut Nbs::new(problem),
                    &mut CompactAStar::new(problem),
                ];
                for search in searches {
                    check_paths(array, search);
                    assert_eq!(search.path().map(|path| path.cost), far);
                }
                let weighted = |weight| WeightedAStar::new(problem, weight).expect("a weight");
                let bounded = BoundedAStar::new(problem, 2.0).expect("a factor");
                let searches: [&mut dyn Pathfinder<Node = Point, Cost = u32>; 8] = [
                    &mut AStar::new(problem),
                    &mut weighted(2.0),
                    &mut weighted(3.0).with_reopening(),
                    &mut bounded.clone(),
                    &mut bounded.with_reopening(),
                    &mut AraStar::new(problem),
                    &mut Greedy::new(problem),
                    &mut Dfs::new(problem),
                ];
                for search in searches {
                    check_paths(array, search);
                    let found = search.path().map(|path| path.cost);
                    assert!(found.is_some() == far.is_some() && found >= far);
                }
                assert_eq!(world.are_connected(from, to), far.is_some());
            }
        }
    }
}

/// Runs a search, and checks the costs of the paths that it returns on the way and at the end.
fn check_paths(array: &Array, search: &mut dyn Pathfinder<Node = Point, Cost = u32>) {
    while search.run_for(Budget::new().expansions(5)).is_running() {
        array.cost_of(search.best_effort_path());
    }
    for view in search.closed_nodes().chain(search.open_nodes()) {
        array.cost_of(search.path_to(&view.node));
    }
    array.cost_of(search.best_effort_path());
    array.cost_of(search.path());
}

fn check_components(array: &Array, components: &Components, map: &GridMap) {
    let (of, sizes) = array.components();
    assert_eq!(
        components.component_count(map).map(|count| count as usize),
        Ok(sizes.len()),
        "components of\n{map}"
    );
    for (cell, component) in of.iter().enumerate() {
        let size = component.map_or(0, |component| sizes[component]);
        assert_eq!(components.size(map, array.point(cell)), Ok(size));
        // A few cells are enough.
        for (other, known) in of.iter().enumerate().step_by(3) {
            let are_connected = component.is_some() && component == known;
            assert_eq!(
                components.are_connected(map, array.point(cell), array.point(other)),
                Ok(are_connected)
            );
        }
    }
}
