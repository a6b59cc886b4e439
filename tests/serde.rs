//! Values written with `serde` can be read again, in a human-readable and in a binary format; damaged data are either
//! refused or read as a valid value.

use std::fmt::Debug;
use std::time::Duration;

use astride::graphs::CsrGraph;
use astride::npuzzle::{Board, Manhattan, Move, Puzzle, Shape, TileBytes, Tiles, Tiles16, Tiles25};
use astride::search::Origin;
use astride::{AStar, Budget, Dijkstra, Path, SearchError, Stats, Status, Via};
use astride_grid::{Direction, End, Estimate, GridMap, GridProblem, Movement, Point};
use astride_roads::Coordinates;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that both formats give back the value. Returns the text.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let bytes = postcard::to_stdvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value);
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    text
}

/// Returns the values that are read, if any, after bytes of the written value have changed.
fn damaged<T: Serialize + DeserializeOwned>(value: &T, changes: &[(prop::sample::Index, u8)]) -> Vec<T> {
    let damage = |mut bytes: Vec<u8>| {
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        bytes
    };
    let text = serde_json::from_slice(&damage(serde_json::to_vec(value).unwrap())).ok();
    let binary = postcard::from_bytes(&damage(postcard::to_stdvec(value).unwrap())).ok();
    text.into_iter().chain(binary).collect()
}

fn error<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).expect_err(json).to_string()
}

fn boards() -> impl Strategy<Value = Board> {
    let shapes = (2_usize..=7, 2_usize..=7).prop_map(|(width, height)| Shape::new(width, height).unwrap());
    shapes.prop_flat_map(|shape| {
        let tiles = Board::blank_first(shape).cells().to_vec();
        let board = move |tiles: Vec<u8>| Board::new(shape, &tiles).unwrap();
        Just(tiles).prop_shuffle().prop_map(board)
    })
}

fn maps() -> impl Strategy<Value = GridMap> {
    let cost = prop_oneof![Just(0_u8), 1..=9_u8, any::<u8>()];
    (1..9_usize, 1..9_usize, any::<bool>()).prop_flat_map(move |(width, height, is_plain)| {
        let costs = prop::collection::vec(cost.clone(), width * height);
        costs.prop_map(move |costs| {
            let mut costs = costs.into_iter().map(|cost| if is_plain { cost % 10 } else { cost });
            GridMap::from_fn(width, height, |_| costs.next().unwrap()).unwrap()
        })
    })
}

fn graphs() -> impl Strategy<Value = CsrGraph<u32>> {
    (1..12_u32).prop_flat_map(|nodes| {
        prop::collection::vec((0..nodes, 0..nodes, 0..99_u32), 0..40)
            .prop_map(move |edges| CsrGraph::from_edges(nodes as usize, edges).unwrap())
    })
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    let byte = prop_oneof![any::<u8>(), prop::sample::select(b"0123456789,[]\"_ .#\n".to_vec())];
    prop::collection::vec((any::<prop::sample::Index>(), byte), 1..4)
}

#[test]
fn text_forms_are_those_of_the_types() {
    let board: Board = "123456780".parse().unwrap();
    assert_eq!(round_trip(&board), r#""1 2 3\n4 5 6\n7 8 _""#);
    assert_eq!(serde_json::from_str::<Board>("\"123456780\"").unwrap(), board);
    assert_eq!(round_trip(&Shape::new(3, 5).unwrap()), r#""3x5""#);
    assert_eq!(round_trip(&Move::ALL.to_vec()), r#"["U","L","R","D"]"#);
    assert_eq!(
        round_trip(&Tiles16::pack(board.cells()).unwrap()),
        "[1,2,3,4,5,6,7,8,0]"
    );
    let map: GridMap = "..#\n.5.".parse().unwrap();
    assert_eq!(round_trip(&map), r#""..#\n.5.\n""#);
    let steep = GridMap::from_fn(2, 1, |point| if point.x == 0 { 1 } else { 200 }).unwrap();
    assert_eq!(round_trip(&steep), r#""P2\n2 1\n255\n1 200\n""#);
    assert_eq!(round_trip(&Point::new(3, 4)), r#"{"x":3,"y":4}"#);
    assert_eq!(
        round_trip(&[Direction::Up, Direction::DownLeft]),
        r#"["up","down-left"]"#
    );
    for movement in Movement::ALL {
        assert_eq!(round_trip(&movement), format!("\"{movement}\""));
    }
    for estimate in Estimate::ALL {
        assert_eq!(round_trip(&estimate), format!("\"{estimate}\""));
    }
    assert_eq!(round_trip(&[End::Start, End::Goal]), r#"["start","goal"]"#);
    let graph = CsrGraph::from_edges(2, [(0, 1, 5_u8), (0, 0, 6)]).unwrap();
    assert_eq!(round_trip(&graph), r#"{"offsets":[0,2,2],"edges":[[1,5],[0,6]]}"#);
    assert_eq!(round_trip(&Coordinates::new(vec![(0, -1)])), "[[0,-1]]");
    let via = serde_json::to_string(&Via::new(7, "bus")).unwrap();
    assert_eq!(via, r#"{"node":7,"action":"bus"}"#);
}

#[test]
fn results_of_searches_round_trip() {
    let map = GridMap::new(9, 9).unwrap();
    let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(8, 5), Movement::Eight).unwrap();
    let mut search = AStar::new(problem);
    assert_eq!(round_trip(&search.status()), r#""running""#);
    assert_eq!(search.run(), Status::Found);
    let _: String = round_trip(&search.path().unwrap());
    assert_eq!(round_trip(&search.status()), r#""found""#);
    assert_eq!(
        round_trip(&Status::Failed(SearchError::NodeLimit { limit: 3 })),
        r#"{"failed":{"node_limit":{"limit":3}}}"#
    );
    for origin in [Origin::Start, Origin::Successor(2), Origin::Line(0)] {
        let cost = "-1".to_string();
        round_trip(&Status::Failed(SearchError::NegativeCost { cost, origin }));
    }
    let mut stats: Stats = search.stats();
    stats.elapsed = Duration::from_nanos(1_234_567_890);
    round_trip(&stats);
    // Statistics that a later version adds are missing from the data of an earlier one.
    let partly: Stats = serde_json::from_str(r#"{"expanded":7}"#).unwrap();
    assert_eq!((partly.expanded, partly.generated), (7, 0));
}

#[test]
fn what_is_wrong_is_refused() {
    assert!(error::<Board>("\"123456770\"").contains("tile 7 is in cell 6 and again in cell 7"));
    assert!(error::<Board>("\"12345678\"").contains("do not fill a square"));
    assert!(error::<Shape>("\"3x17\"").contains("3x17"));
    for tiles in [
        "[]",
        "[1]",
        "[0,0]",
        "[0,2]",
        "[1,2,3]",
        "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]",
    ] {
        assert!(
            error::<Tiles16>(tiles).contains("tiles do not form a board of at most 16 cells"),
            "{tiles}"
        );
    }
    assert!(error::<GridMap>(r#""..\n.x""#).contains("line 2, column 2: unknown character"));
    assert!(error::<GridMap>(r#""P2 2 2 9 1 1 1""#).contains("3 cells instead of 4"));
    for (json, expected) in [
        (r#"{"offsets":[],"edges":[]}"#, "offset 0"),
        (r#"{"offsets":[1,1],"edges":[[0,1]]}"#, "offset 0"),
        (r#"{"offsets":[0,2,1,2],"edges":[[0,1],[0,1]]}"#, "offset 2"),
        (r#"{"offsets":[0,1],"edges":[[0,1],[0,1]]}"#, "offset 1"),
        (r#"{"offsets":[0,9],"edges":[[0,1]]}"#, "offset 1"),
        (
            r#"{"offsets":[0,1],"edges":[[1,1]]}"#,
            "edge 0: its target is 1, but the graph has 1 nodes",
        ),
    ] {
        let message = error::<CsrGraph<u32>>(json);
        assert!(message.contains(expected), "{message}");
    }
    let wrong: [&(u16, u16, &[u8]); 3] = [&(2, 2, &[1; 3]), &(0, 7, &[]), &(u16::MAX, u16::MAX, &[1; 9])];
    for parts in wrong {
        assert!(postcard::from_bytes::<GridMap>(&postcard::to_stdvec(parts).unwrap()).is_err());
    }
    let shape = Shape::new(2, 2).unwrap();
    for tiles in [&[1, 2, 3][..], &[0, 1, 2, 2], &[0, 1, 2, 4], &[]] {
        assert!(postcard::from_bytes::<Board>(&postcard::to_stdvec(&(shape, tiles)).unwrap()).is_err());
    }
    // No tile, no blank, one tile twice, a gap, and a bit behind the last cell.
    for bits in [u64::MAX, u64::MAX << 4 | 1, u64::MAX << 8, u64::MAX << 12 | 0x1f0, 0] {
        assert!(postcard::from_bytes::<Tiles16>(&postcard::to_stdvec(&bits).unwrap()).is_err());
    }
    let bits = ((1_u128 << 125) - 1) & !0x3ff | 1 << 5;
    assert!(postcard::from_bytes::<Tiles25>(&postcard::to_stdvec(&bits).unwrap()).is_ok());
    assert!(postcard::from_bytes::<Tiles25>(&postcard::to_stdvec(&(bits | 1 << 125)).unwrap()).is_err());
}

proptest! {
    #[test]
    fn boards_round_trip(board in boards(), changes in changes()) {
        round_trip(&board);
        let cells = board.cells();
        prop_assert_eq!(Tiles16::pack(cells).map(|tiles| round_trip(&tiles)).is_some(), cells.len() <= 16);
        prop_assert_eq!(Tiles25::pack(cells).map(|tiles| round_trip(&tiles)).is_some(), cells.len() <= 25);
        round_trip(&TileBytes::<49>::pack(cells).unwrap());
        let exact = (TileBytes::<4>::pack(cells), TileBytes::<9>::pack(cells), TileBytes::<16>::pack(cells));
        exact.0.map(|tiles| round_trip(&tiles));
        exact.1.map(|tiles| round_trip(&tiles));
        exact.2.map(|tiles| round_trip(&tiles));
        for read in damaged(&board, &changes) {
            prop_assert_eq!(Board::new(read.shape(), read.cells()), Ok(read.clone()));
            if let Ok(puzzle) = Puzzle::new(&read, &Board::blank_last(read.shape())) {
                let _ = AStar::new(puzzle.with_heuristic(Manhattan::new)).run_for(Budget::new().expansions(99));
            }
        }
        for read in damaged(&TileBytes::<49>::pack(cells).unwrap(), &changes) {
            let mut tiles: Vec<_> = (0..49).map(|cell| read.get(cell)).filter(|tile| *tile < 49).collect();
            tiles.sort_unstable();
            prop_assert!(tiles.iter().copied().eq(0..u8::try_from(tiles.len()).unwrap()));
        }
    }

    #[test]
    fn maps_round_trip(map in maps(), changes in changes()) {
        round_trip(&map);
        for read in damaged(&map, &changes) {
            let costs: Vec<_> = read.points().map(|point| read.cost(point).unwrap()).collect();
            let mut costs = costs.into_iter();
            let rebuilt = GridMap::from_fn(read.width().into(), read.height().into(), |_| costs.next().unwrap());
            prop_assert_eq!(rebuilt, Ok(read));
        }
    }

    #[test]
    fn graphs_round_trip(graph in graphs(), changes in changes()) {
        round_trip(&graph);
        for read in damaged(&graph, &changes) {
            let rebuilt = CsrGraph::from_edges(read.node_count(), read.iter());
            prop_assert_eq!(rebuilt, Ok(read.clone()));
            let mut search = Dijkstra::one_to_all(&read, 0);
            assert_eq!(search.run(), Status::Found);
            prop_assert!(read.nodes().all(|node| search.cost_to(&node).is_none_or(|cost| cost < u32::MAX)));
        }
    }

    #[test]
    fn paths_round_trip(nodes: Vec<(u32, Option<String>)>, cost: i64, places: Vec<(i32, i32)>) {
        let nodes: Vec<_> = nodes.into_iter().map(|(node, action)| Via { node, action }).collect();
        let path = Path { nodes, cost };
        round_trip(&path);
        // Nodes are compared without their actions.
        let read: Path<Via<u32, String>, i64> = serde_json::from_str(&serde_json::to_string(&path).unwrap()).unwrap();
        let mut pairs = read.nodes.iter().zip(&path.nodes);
        prop_assert!(pairs.all(|(one, other)| one.action == other.action));
        round_trip(&Coordinates::new(places));
    }
}
