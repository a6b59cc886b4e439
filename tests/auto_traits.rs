//! The auto traits of every public type, checked by the compiler: losing one is a breaking change.

use std::panic::{RefUnwindSafe, UnwindSafe};

use astride::graphs::{CsrError, CsrGraph, EdgeEnd, ReversibleGraph};
use astride::npuzzle::{
    Board, Drawing, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, Move, OptimalSolutions, Puzzle,
    PuzzleError, Rows, Shape, Slide, TileBytes, Tiles16, Tiles25, Zero,
};
use astride::open::TieBreaking;
use astride::open::{Buckets, ByCost, CostQueue, Fifo, Heap, Passes};
use astride::problem::{
    BothWays, EitherWay, Estimated, EstimatedBetween, Exactly, Filtered, Narrow, Predecessors, Reversed, VirtualEnds,
    VirtualNode,
};
use astride::search::{
    BidirectionalBfs, BoundedAStar, BoundingFunction, CompactAStar, CostMatrixBuilder, DisjointPaths, LandmarkBuilder,
    Landmarks, LssLrtaStar, Nbs, NextMove, OptimalPaths, OptimalPathsError, Origin, WeightError, WeightsError,
};
use astride::search::{
    Bounded, ChangeError, CostOnly, CostPlusEstimate, CostPlusWeightedEstimate, EdgeCount, EstimateOnly, FirstMet,
    Informed, Iteration, Learned, Radius, Revisit, Uninformed,
};
use astride::text::{Fault, FileError, TextError};
use astride::traits::{Below, Consistency, Hints, Subtree};
use astride::{
    AStar, AraStar, Bfs, BidirectionalAStar, BidirectionalDijkstra, Budget, CostMatrix, DStarLite, Dfs, Dijkstra,
    Event, FnGraph, Greedy, IdDfs, IdaStar, KShortestPaths, LpaStar, NearestGoals, OneToAll, Path, Query, SearchError,
    SearchNode, Stats, Status, Via, WeightedAStar,
};
use astride_agents::{
    AnytimePlanner, Cbs, Durations, Lacam, Lns, Pibt, Plan, Prioritized, Reservations, SafeIntervalQuery, Team,
};
use astride_grid::movingai::{Length, Scenario, ScenarioFile, Terrain, TerrainMap};
use astride_grid::{
    AnyAngleProblem, CellsOnLine, Clearance, Components, Drawing as GridDrawing, End, Estimate, FlowField, GridError,
    GridGoals, GridMap, GridProblem, GridWorld, JumpMap, JumpProblem, JumpTable, Layer, Movement, Pixels, Point, Reach,
    TextMap, UnitKind, UnitMap, WorldField,
};
use astride_grid::{LazyThetaStar, ThetaStar};
use astride_labels::{Followed, ForbiddenPaths, ForbiddenPathsError};
use astride_roads::HierarchySearch;
use astride_roads::dimacs::{DimacsError, ReadLimits};
use astride_roads::{ContractionHierarchy, Coordinates, HierarchyError, Preparation, Renumbering};
use astride_roads::{EdgePosition, Network, NetworkEdge, Route, RouteError, RouteQuery};
use astride_tiles::patterns::{
    BuildProgress, Partition, PatternDatabases, PatternError, PatternNode, PatternPuzzle, StandardPartition,
};
use astride_tiles::{
    Enumeration, EnumerationError, Enumerator, Instance, InstanceError, Method, Solution, Solver, SolverError,
    WalkingDistance,
};

fn has_all<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

fn is_send_and_sync<T: Send + Sync + Unpin>() {}

type Closure = fn(&u32) -> [(u32, u32); 1];
type Graph = FnGraph<u32, u32, Closure>;
type Problem = Query<Graph, fn(&u32) -> bool, Estimated<fn(&u32) -> u32>>;

#[test]
fn the_root() {
    has_all::<Budget>();
    has_all::<Origin>();
    has_all::<Path<u32, f64>>();
    has_all::<SearchError>();
    has_all::<Stats>();
    has_all::<Status>();
    has_all::<Via<u32, char>>();
    has_all::<WeightError>();
    has_all::<WeightsError>();
    has_all::<BoundingFunction>();
    has_all::<Consistency>();
    has_all::<Hints>();
    has_all::<NextMove<u32>>();
    has_all::<BothWays>();
    has_all::<Predecessors<Closure>>();
    has_all::<EstimatedBetween<fn(&u32, &u32) -> u32>>();
    has_all::<Narrow<Problem, u16>>();
    has_all::<VirtualEnds<Graph>>();
    has_all::<VirtualNode<u32>>();

    has_all::<Graph>();
    has_all::<OneToAll<Graph>>();
    has_all::<Query<Graph, fn(&u32) -> bool>>();
    has_all::<Problem>();

    has_all::<AStar<Problem>>();
    has_all::<AraStar<Problem>>();
    has_all::<BoundedAStar<Problem>>();
    has_all::<LssLrtaStar<Problem>>();
    has_all::<Bfs<Problem>>();
    has_all::<Dfs<Problem>>();
    has_all::<Dijkstra<Problem>>();
    has_all::<Dijkstra<OneToAll<Graph>>>();
    has_all::<NearestGoals<Problem>>();
    has_all::<OptimalPaths<u32, f64>>();
    has_all::<OptimalPathsError>();
    has_all::<Greedy<Problem>>();
    has_all::<IdDfs<Problem>>();
    has_all::<IdaStar<Problem>>();
    has_all::<WeightedAStar<Problem>>();
    has_all::<DisjointPaths<Problem>>();
    has_all::<CostMatrix<Graph>>();
    has_all::<CostMatrixBuilder<Graph>>();
}

#[test]
fn search() {
    has_all::<AStar<GridProblem<GridMap, f64>>>();
    has_all::<AStar<Puzzle>>();
    has_all::<LazyThetaStar<AnyAngleProblem<&GridMap>>>();
    has_all::<ThetaStar<AnyAngleProblem<&GridMap>>>();
    has_all::<CostOnly>();
    has_all::<CostPlusEstimate>();
    has_all::<CostPlusWeightedEstimate>();
    has_all::<EstimateOnly>();
    has_all::<EdgeCount>();
    has_all::<FirstMet>();
    has_all::<Informed>();
    has_all::<Uninformed>();
    has_all::<IdaStar<Puzzle>>();
    has_all::<Iteration<f64>>();
    has_all::<Revisit>();
    has_all::<Bounded>();
    has_all::<ChangeError>();
    has_all::<Learned<Problem>>();
    has_all::<Radius>();
    has_all::<TieBreaking>();
    has_all::<SearchNode<u32, f64>>();
    has_all::<Event<'_, u32, f64>>();
    has_all::<Subtree<'_, u32, f64>>();
    has_all::<Below<u32, f64>>();
}

#[test]
fn open() {
    has_all::<Buckets<f64>>();
    has_all::<CostQueue<f64>>();
    has_all::<Fifo>();
    has_all::<Passes<u32>>();
    has_all::<Heap<ByCost<f64>, f64>>();
}

#[test]
fn npuzzle() {
    has_all::<Board>();
    has_all::<Drawing<'_>>();
    has_all::<Enumeration>();
    has_all::<EnumerationError>();
    has_all::<Enumerator>();
    has_all::<Hamming>();
    has_all::<Instance>();
    has_all::<InstanceError>();
    has_all::<LinearConflict>();
    has_all::<Manhattan>();
    has_all::<ManhattanPlusHamming>();
    has_all::<Maximum<Manhattan, WalkingDistance>>();
    has_all::<OptimalSolutions<'_, Tiles16, Manhattan>>();
    has_all::<WalkingDistance>();
    has_all::<Move>();
    has_all::<Puzzle>();
    has_all::<Puzzle<TileBytes<100>, LinearConflict>>();
    has_all::<PuzzleError>();
    has_all::<Rows<'_>>();
    has_all::<Shape>();
    has_all::<Slide>();
    has_all::<TileBytes<36>>();
    has_all::<Tiles16>();
    has_all::<Tiles25>();
    has_all::<Zero>();
}

#[test]
fn patterns() {
    has_all::<BuildProgress>();
    has_all::<Partition>();
    has_all::<PatternDatabases>();
    has_all::<PatternNode<Tiles25, 4>>();
    has_all::<PatternPuzzle<Tiles25, PatternDatabases>>();
    has_all::<StandardPartition>();
    // The I/O error in it is not unwind safe.
    is_send_and_sync::<PatternError>();
    is_send_and_sync::<SolverError>();
    // It holds a callback of the user.
    is_send_and_sync::<Solver>();
    has_all::<Solution>();
    has_all::<Method>();
}

#[test]
fn grid() {
    has_all::<AnyAngleProblem<GridMap>>();
    has_all::<CellsOnLine>();
    has_all::<Clearance>();
    has_all::<Components>();
    has_all::<End>();
    has_all::<Estimate>();
    has_all::<GridDrawing<'_>>();
    has_all::<Fault>();
    has_all::<FlowField<GridMap>>();
    has_all::<FlowField<&GridMap, f64>>();
    has_all::<TextError>();
    has_all::<GridError>();
    has_all::<GridGoals<GridMap>>();
    has_all::<GridMap>();
    has_all::<GridWorld<JumpMap>>();
    has_all::<Pixels>();
    has_all::<GridProblem<GridMap>>();
    has_all::<GridProblem<&GridMap, f64>>();
    has_all::<JumpMap>();
    has_all::<JumpProblem<&JumpMap>>();
    has_all::<JumpProblem<std::sync::Arc<JumpTable>, f64>>();
    has_all::<JumpTable>();
    has_all::<Layer>();
    has_all::<Length>();
    has_all::<Movement>();
    has_all::<Point>();
    has_all::<Reach>();
    has_all::<Reversed<GridProblem<GridMap>>>();
    has_all::<Filtered<GridProblem<GridMap>, fn(&Point, &Point) -> bool>>();
    has_all::<BidirectionalDijkstra<GridProblem<GridMap>>>();
    has_all::<CostMatrix<EitherWay<GridProblem<GridMap>>>>();
    has_all::<LandmarkBuilder<GridProblem<GridMap>>>();
    has_all::<Landmarks<GridProblem<GridMap>>>();
    has_all::<BidirectionalBfs<GridProblem<GridMap>>>();
    has_all::<BidirectionalAStar<GridProblem<GridMap>>>();
    has_all::<CompactAStar<GridProblem<GridMap>>>();
    has_all::<Nbs<GridProblem<GridMap>>>();
    has_all::<LpaStar<GridProblem<GridMap>>>();
    has_all::<DStarLite<GridProblem<GridMap>>>();
    has_all::<KShortestPaths<GridProblem<GridMap>>>();
    has_all::<Scenario>();
    has_all::<ScenarioFile>();
    has_all::<Terrain>();
    has_all::<TerrainMap>();
    has_all::<TextMap>();
    has_all::<UnitKind>();
    has_all::<UnitMap<JumpTable>>();
    has_all::<WorldField>();
}

#[test]
fn explicit() {
    has_all::<Coordinates<i32>>();
    has_all::<CsrGraph<f64>>();
    has_all::<CsrError>();
    has_all::<EdgeEnd>();
    has_all::<EdgePosition>();
    has_all::<ForbiddenPaths<Graph>>();
    has_all::<ForbiddenPathsError>();
    has_all::<Followed<u32>>();
    has_all::<Network<u32>>();
    has_all::<NetworkEdge<'_, f64>>();
    has_all::<Route<u32>>();
    has_all::<RouteError>();
    has_all::<RouteQuery<'_, f64>>();
    has_all::<Renumbering>();
    has_all::<ReversibleGraph<f64>>();
    has_all::<ContractionHierarchy<u32>>();
    has_all::<HierarchySearch<Query<&ContractionHierarchy<u32>, Exactly<u32>>>>();
    has_all::<ReadLimits>();
    // The I/O errors in them are not unwind safe.
    is_send_and_sync::<DimacsError>();
    is_send_and_sync::<HierarchyError>();
    is_send_and_sync::<Preparation<u32>>();
}

#[cfg(feature = "petgraph")]
#[test]
fn of_other_crates() {
    has_all::<astride::graphs::PetGraph<&petgraph::graph::Graph<(), u32>, fn(&u32) -> u32>>();
}

#[cfg(feature = "rayon")]
#[test]
fn on_several_threads() {
    has_all::<astride::search::ParallelIdaStar<Puzzle>>();
}

/// An `io::Error` is not unwind safe.
#[test]
fn errors_of_files_go_to_other_threads() {
    fn check<T: Send + Sync + Unpin + std::error::Error>() {}
    check::<FileError>();
}

/// A search is exactly as thread-safe as its parts.
#[test]
fn searches_go_to_other_threads() {
    let graph: Graph = FnGraph::new(|node| [(node + 1, 1)]);
    let query = Query::new(graph, 0, (|node| *node == 9) as fn(&u32) -> bool);
    let problem: Problem = query.with_heuristic((|node| 9 - node) as fn(&u32) -> u32);
    let mut search = AStar::new(problem);
    let _ = search.step();
    let cost = std::thread::spawn(move || (search.run(), search.path().unwrap().cost)).join();
    assert_eq!(cost.unwrap(), (Status::Found, 9));
}

/// Games keep planners among the data that their systems share.
#[test]
fn agents() {
    has_all::<Team<u32>>();
    has_all::<Team<u32, Durations>>();
    has_all::<Plan<u32>>();
    has_all::<AnytimePlanner<u32>>();
    has_all::<Cbs<u32>>();
    has_all::<Lacam<u32>>();
    has_all::<Lns<u32>>();
    has_all::<Pibt<u32>>();
    has_all::<Prioritized<u32>>();
    has_all::<Reservations<u32>>();
    has_all::<SafeIntervalQuery<'_, u32>>();
}
