//! Tables of distances and samples, compared with the tables of `astride-tiles` and with a search in memory.

use std::collections::{HashMap, HashSet};
use std::sync::RwLock;
use std::{env, fs, process};

use astride::npuzzle::{Board, Puzzle, Shape, Tiles16};
use astride::problem::Reversed;
use astride::{Dijkstra, FnGraph, Graph, Heuristic, Problem, Status};
use astride_disk::{Distances, Enumerator, Error, Fingerprints, Levels, Options};
use astride_tiles::patterns::{Partition, PatternDatabases};
use proptest::prelude::*;

#[path = "../../../tests/common/effort.rs"]
mod effort;

/// The puzzle in which only some tiles count. A node has their cells, and the least cell that the blank can reach
/// without moving any of them. An edge is a move of one of these tiles.
fn pattern_graph<const N: usize>(shape: Shape) -> impl Graph<Node = [u8; N], Cost = u32> + Sync {
    FnGraph::new(move |node: &[u8; N]| {
        let (blank, tiles) = node.split_last().unwrap();
        let mut next = Vec::new();
        for cell in region(shape, tiles, *blank) {
            for (place, tile) in tiles.iter().enumerate() {
                if shape
                    .neighbours(usize::from(cell))
                    .any(|beside| beside == usize::from(*tile))
                {
                    let mut moved = *node;
                    moved[place] = cell;
                    let blank = region(shape, &moved[..N - 1], *tile).into_iter().min().unwrap();
                    moved[N - 1] = blank;
                    next.push((moved, 1));
                }
            }
        }
        next
    })
}

/// The cells that the blank can reach.
fn region(shape: Shape, tiles: &[u8], blank: u8) -> Vec<u8> {
    let mut cells = vec![blank];
    let mut done = 0;
    while let Some(cell) = cells.get(done).copied() {
        done += 1;
        for beside in shape.neighbours(usize::from(cell)) {
            let beside = u8::try_from(beside).unwrap();
            if !tiles.contains(&beside) && !cells.contains(&beside) {
                cells.push(beside);
            }
        }
    }
    cells
}

/// A number below 16³ for three cells.
fn index(cells: &[u8]) -> u64 {
    cells.iter().fold(0, |index, cell| index * 16 + u64::from(*cell))
}

#[test]
fn a_backward_pass_makes_the_pattern_databases_of_the_fifteen_puzzle() {
    let shape: Shape = "4".parse().unwrap();
    let goal = Board::blank_last(shape);
    let patterns: [[u8; 3]; 5] = [[1, 2, 5], [3, 4, 8], [6, 7, 10], [9, 13, 14], [11, 12, 15]];
    let tables = patterns.map(|tiles| {
        // In the goal, tile 1 is in cell 0, and the blank in the last cell.
        let start = tiles.map(|tile| tile - 1);
        let blank = region(shape, &start, 15).into_iter().min().unwrap();
        let start = [start[0], start[1], start[2], blank];
        let options = Options::new().undirected().with_memory(1 << 20).with_buckets(4);
        let search = Enumerator::in_memory(pattern_graph::<4>(shape), [start], options).unwrap();
        let levels = search.finish().unwrap();
        levels.distances(16 * 16 * 16, |node| index(&node[..3])).unwrap()
    });
    for table in &tables {
        assert_eq!(table.histogram().iter().sum::<u64>(), 16 * 15 * 14);
    }
    let databases = PatternDatabases::build(&Partition::new(&goal, patterns).unwrap())
        .unwrap()
        .without_reflection();
    for seed in 0..500 {
        let board = Board::random(&goal, seed);
        let Ok(puzzle) = Puzzle::new(&board, &goal) else {
            continue;
        };
        let puzzle = puzzle.with_heuristic(|_| &databases);
        let cell_of = |tile: u8| {
            let cell = board.cells().iter().position(|found| *found == tile).unwrap();
            u8::try_from(cell).unwrap()
        };
        let distances = tables
            .iter()
            .zip(&patterns)
            .map(|(table, tiles)| table.get(index(&tiles.map(cell_of))).unwrap());
        assert_eq!(
            distances.sum::<usize>(),
            puzzle.estimate(&puzzle.start()) as usize,
            "{board}"
        );
    }
}

#[test]
fn a_backward_pass_has_the_distance_of_each_board() {
    let goal = Board::blank_last("3x3".parse().unwrap());
    let puzzle = Puzzle::new(&goal, &goal).unwrap();
    let number = |tiles: &Tiles16| {
        puzzle
            .board(tiles)
            .cells()
            .iter()
            .take(8)
            .fold(0, |index, tile| index * 9 + u64::from(*tile))
    };
    let folder = env::temp_dir().join(format!("astride-disk-tables-{}", process::id()));
    let _ = fs::remove_dir_all(&folder);
    // Each level is added when it is complete, since only two are kept.
    let options = Options::new().with_two_levels().with_memory(1 << 20);
    let mut search = Enumerator::open(&puzzle, [puzzle.start()], &folder, options).unwrap();
    let mut table = Distances::new(9_u64.pow(8)).unwrap();
    search.levels().add_distances(0, &mut table, number).unwrap();
    while let Some(level) = search.next_level().unwrap() {
        search.levels().add_distances(level.depth, &mut table, number).unwrap();
    }
    assert!(matches!(
        search.levels().distances(1, |_| 0),
        Err(Error::NotKept { depth: 0 })
    ));

    let mut all = Dijkstra::one_to_all(&puzzle, puzzle.start());
    assert_eq!(all.run(), Status::Found);
    let mut boards = 0;
    for board in all.closed_nodes() {
        boards += 1;
        assert_eq!(table.get(number(&board.node)), Some(board.g as usize));
    }
    assert_eq!((boards, table.histogram().iter().sum::<u64>()), (181_440, 181_440));

    let path = folder.join("table");
    table.save(&path).unwrap();
    assert!(Distances::load(&path).unwrap() == table);
    fs::remove_dir_all(&folder).unwrap();
}

/// A policeman and a thief on a graph. In turn, each stays or walks along an edge.
struct Chase {
    beside: Vec<Vec<usize>>,
}

/// The policeman's node, the thief's node, and whether it is the thief's turn.
type Position = (usize, usize, bool);

impl Chase {
    /// A tree, on which the policeman would win, with additional edges.
    fn new(parents: &[usize], more: &[(usize, usize)]) -> Self {
        let mut beside: Vec<_> = (0..=parents.len()).map(|node| vec![node]).collect();
        let branches = parents
            .iter()
            .enumerate()
            .map(|(node, parent)| (node + 1, parent % (node + 1)));
        let more = more
            .iter()
            .map(|(one, other)| (one % beside.len(), other % beside.len()));
        for (one, other) in branches.chain(more.collect::<Vec<_>>()) {
            if !beside[one].contains(&other) {
                beside[one].push(other);
                beside[other].push(one);
            }
        }
        Self { beside }
    }

    fn number(&self, (police, thief, is_thiefs): Position) -> u32 {
        u32::try_from((police * self.beside.len() + thief) * 2 + usize::from(is_thiefs)).unwrap()
    }

    fn position(&self, number: u32) -> Position {
        let (pair, nodes) = (usize::try_from(number).unwrap() / 2, self.beside.len());
        (pair / nodes, pair % nodes, number % 2 == 1)
    }

    fn moves(&self, (police, thief, is_thiefs): Position) -> Vec<Position> {
        let from = if is_thiefs { thief } else { police };
        let to = self.beside[from].iter();
        to.map(|to| {
            if is_thiefs {
                (police, *to, false)
            } else {
                (*to, thief, true)
            }
        })
        .collect()
    }

    /// The positions from which a move leads to this one. Every move can be reversed.
    fn moves_to(&self, (police, thief, is_thiefs): Position) -> Vec<Position> {
        let back = self.moves((police, thief, !is_thiefs));
        back.into_iter()
            .map(|(police, thief, _)| (police, thief, !is_thiefs))
            .collect()
    }

    /// The number of moves until the thief is caught from each position, computed by passes over all positions.
    fn oracle(&self) -> Vec<Option<usize>> {
        let all = u32::try_from(self.beside.len().pow(2) * 2).unwrap();
        let mut values: Vec<_> = (0..all)
            .map(|number| self.position(number))
            .map(|at| (at.0 == at.1).then_some(0))
            .collect();
        for round in 1.. {
            let before = values.clone();
            for number in 0..all {
                let at = self.position(number);
                let mut known = self
                    .moves(at)
                    .into_iter()
                    .map(|to| before[usize::try_from(self.number(to)).unwrap()].is_some());
                let is_caught = if at.2 {
                    known.all(|known| known)
                } else {
                    known.any(|known| known)
                };
                let value = &mut values[usize::try_from(number).unwrap()];
                if is_caught && value.is_none() {
                    *value = Some(round);
                }
            }
            if values == before {
                break;
            }
        }
        values
    }
}

proptest! {
    #![proptest_config(effort::cases(64))]

    /// The table of an endgame. Each level is in the table before it is expanded, so the graph can look there.
    #[test]
    fn a_backward_pass_solves_a_game_of_two(
        parents in prop::collection::vec(0..20_usize, 1..12),
        more in prop::collection::vec((0..20_usize, 0..20_usize), 0..4),
    ) {
        let chase = Chase::new(&parents, &more);
        let expected = chase.oracle();
        let table = RwLock::new(Distances::new(expected.len() as u64).unwrap());
        let is_known = |at| table.read().unwrap().get(u64::from(chase.number(at))).is_some();
        let graph = FnGraph::new(|number: &u32| {
            let at = chase.position(*number);
            // The policeman chooses any winning move. The thief loses only if all of his moves lose.
            let mut from = chase.moves_to(at);
            from.retain(|from| !from.2 || chase.moves(*from).into_iter().all(is_known));
            from.into_iter().map(|from| (chase.number(from), 1_u32)).collect::<Vec<_>>()
        });
        let caught = (0..chase.beside.len()).flat_map(|node| [(node, node, false), (node, node, true)]);
        let caught = caught.map(|at| chase.number(at));
        let options = Options::new().with_memory(1 << 18).with_buckets(2);
        let mut search = Enumerator::in_memory(&graph, caught, options).unwrap();
        let add = |search: &Enumerator<_>, depth| {
            search.levels().add_distances(depth, &mut table.write().unwrap(), |number| u64::from(*number)).unwrap();
        };
        add(&search, 0);
        while let Some(level) = search.next_level().unwrap() {
            add(&search, level.depth);
        }
        let found: Vec<_> = (0..expected.len() as u64).map(|number| table.read().unwrap().get(number)).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn each_wrong_byte_of_a_table_is_noticed() {
    let mut table = Distances::new(3).unwrap();
    table.lower(1, 254).unwrap();
    table.lower(1, 7).unwrap();
    table.lower(1, 9).unwrap();
    assert_eq!(
        [0, 1, 2, 3, u64::MAX].map(|index| table.get(index)),
        [None, Some(7), None, None, None]
    );
    assert!(matches!(table.lower(3, 0), Err(Error::Index { index: 3, count: 3 })));
    assert!(matches!(table.lower(0, 255), Err(Error::TooFar)));
    assert!(matches!(Distances::new(u64::MAX), Err(Error::OutOfMemory { .. })));
    let path = env::temp_dir().join(format!("astride-disk-table-{}", process::id()));
    table.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes.len(), 8 + 4 + 8 + 3 + 4);
    for place in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[place] ^= 4;
        fs::write(&path, wrong).unwrap();
        assert!(matches!(Distances::load(&path), Err(Error::File(_))), "byte {place}");
        fs::write(&path, &bytes[..place]).unwrap();
        assert!(matches!(Distances::load(&path), Err(Error::File(_))), "{place} bytes");
    }
    fs::remove_file(&path).unwrap();
}

/// A directed graph whose edges can also be followed backwards.
fn both_directions(edges: Vec<(u64, u64)>) -> impl astride::ReverseGraph<Node = u64, Cost = u32> + Sync {
    let mut lists = [HashMap::<u64, Vec<(u64, u32)>>::new(), HashMap::new()];
    for (from, to) in edges {
        lists[0].entry(from).or_default().push((to, 1));
        lists[1].entry(to).or_default().push((from, 1));
    }
    let [there, back] = lists;
    let list = |lists: &HashMap<u64, Vec<(u64, u32)>>, node: &u64| lists.get(node).cloned().unwrap_or_default();
    FnGraph::new(move |node: &u64| list(&there, node)).with_predecessors(move |node: &u64| list(&back, node))
}

proptest! {
    #![proptest_config(effort::cases(128))]

    #[test]
    fn distances_to_the_goals_are_those_of_the_reversed_graph(
        edges in prop::collection::vec((0..60_u64, 0..60_u64), 1..200),
        goals in prop::collection::vec(0..60_u64, 1..3),
        threads in 1..3_usize,
    ) {
        let graph = both_directions(edges.clone());
        let options = Options::new().with_memory(1 << 20).with_buckets(3).with_threads(threads);
        let search = Enumerator::in_memory(Reversed::new(&graph), goals.clone(), options).unwrap();
        let table = search.finish().unwrap().distances(60, |node| *node).unwrap();
        // Bellman–Ford.
        let mut expected = [None; 60];
        for goal in &goals {
            expected[usize::try_from(*goal).unwrap()] = Some(0);
        }
        for _ in 0..60 {
            for edge in &edges {
                let [from, to] = [edge.0, edge.1].map(|node| usize::try_from(node).unwrap());
                if let Some(distance) = expected[to] {
                    expected[from] = Some(expected[from].map_or(distance + 1, |known: usize| known.min(distance + 1)));
                }
            }
        }
        let found: Vec<_> = (0..60).map(|node| table.get(node)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn samples_do_not_depend_on_how_nodes_come(
        edges in prop::collection::vec((0..300_u64, 0..300_u64), 1..900),
        seed: u64,
        count in 0..40_usize,
        (buckets, threads) in (1..9_u32, 1..4_usize),
    ) {
        let graph = both_directions(edges);
        let levels = |options: Options| {
            Enumerator::in_memory(&graph, [0], options.with_memory(1 << 20)).unwrap().finish().unwrap()
        };
        let some = levels(Options::new());
        let same = levels(Options::new().with_buckets(buckets).with_threads(threads));
        for depth in 0..some.counts().len() {
            let sample = some.sample(depth, count, seed).unwrap();
            prop_assert_eq!(&sample, &same.sample(depth, count, seed).unwrap());
            let nodes: HashSet<_> = some.nodes(depth).unwrap().collect::<Result<_, _>>().unwrap();
            let different: HashSet<_> = sample.iter().copied().collect();
            prop_assert!(different.is_subset(&nodes));
            prop_assert_eq!((sample.len(), different.len()), (count.min(nodes.len()), count.min(nodes.len())));
            let smaller = some.sample(depth, count / 2, seed).unwrap();
            prop_assert_eq!(&sample[..smaller.len()], &smaller);
        }
        let all = some.sample_all(count, seed).unwrap();
        prop_assert_eq!(&all, &same.sample_all(count, seed).unwrap());
        prop_assert_eq!(all.len() as u64, (count as u64).min(some.total()));
        for (depth, node) in all {
            prop_assert_eq!(some.depth(&node).unwrap(), Some(depth));
        }
    }
}

/// Each of 40 nodes is drawn in a quarter of all samples of ten nodes.
#[test]
fn samples_are_uniform() {
    let star = FnGraph::new(|node: &u8| (1..if *node == 0 { 41_u8 } else { 1 }).map(|leaf| (leaf, 1_u32)));
    let options = Options::new().with_buckets(2);
    let levels = Enumerator::in_memory(&star, [0], options.clone())
        .unwrap()
        .finish()
        .unwrap();
    let coding = Fingerprints::of_8_bytes(9);
    let others = Enumerator::in_memory_with(coding, &star, [0], options)
        .unwrap()
        .finish()
        .unwrap();
    let (mut times, mut pairs) = ([0_i32; 41], 0_i32);
    let rounds = 4000;
    let mut count = |sample: &[u8]| {
        for leaf in sample {
            times[usize::from(*leaf)] += 1;
        }
        pairs += i32::from(sample.contains(&1) && sample.contains(&2));
    };
    for seed in 0..rounds / 2 {
        count(&levels.sample(1, 10, seed).unwrap());
        count(&others.sample(1, 10, seed).unwrap());
    }
    // The standard deviation is 27.
    assert!(times[1..].iter().all(|times| (times - 1000).abs() < 130), "{times:?}");
    // A pair is drawn with probability 10/40 * 9/39, so 231 times, with a standard deviation of 15.
    assert!((pairs - 231).abs() < 60, "{pairs}");
}

#[test]
fn in_memory_all_is_as_on_disk() {
    let goal = Board::blank_last("3x3".parse().unwrap());
    let puzzle = Puzzle::new(&goal, &goal).unwrap();
    let folder = env::temp_dir().join(format!("astride-disk-memory-{}", process::id()));
    let _ = fs::remove_dir_all(&folder);
    for options in [
        Options::new().undirected(),
        Options::new().with_two_levels(),
        Options::new(),
    ] {
        let options = options.with_memory(1 << 16).with_buckets(4).with_threads(2);
        let on_disk = Enumerator::open(&puzzle, [puzzle.start()], &folder, options.clone())
            .unwrap()
            .finish()
            .unwrap();
        let mut search = Enumerator::in_memory(&puzzle, [puzzle.start()], options).unwrap();
        let mut last = None;
        while let Some(level) = search.next_level().unwrap() {
            last = Some(level);
        }
        let in_memory: &Levels<Tiles16> = search.levels();
        assert!(on_disk.counts().eq(in_memory.counts()));
        for depth in 0..on_disk.counts().len() {
            match (on_disk.nodes(depth), in_memory.nodes(depth)) {
                (Ok(one), Ok(other)) => assert!(one.map(Result::unwrap).eq(other.map(Result::unwrap))),
                (Err(_), Err(_)) => {}
                _ => panic!("only one has depth {depth}"),
            }
        }
        let files = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().metadata().unwrap().len());
        assert_eq!(last.unwrap().disk, files.sum::<u64>(), "with temporary files removed");
        fs::remove_dir_all(&folder).unwrap();
    }
    let limited = Enumerator::in_memory(&puzzle, [puzzle.start()], Options::new().with_disk(100_000)).unwrap();
    assert!(matches!(limited.finish(), Err(Error::DiskLimit { limit: 100_000, .. })));
}
