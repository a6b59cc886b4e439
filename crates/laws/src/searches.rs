//! [`searches`](crate::searches): the list of all searches.

/// Passes the list of all searches of [`astride`] to a macro, which is how the tests of the workspace find them.
///
/// Each search is a row `Name: family guidance(laws, side) constructor;` with
///
/// * the family of tests to which it belongs: `best_first`, `depth_first` or `deepening` for searches from the start
///   along edges, for one path, of any problem with estimates; `backward` for searches for one path that also follow
///   edges backwards; otherwise `special`;
/// * whether it uses estimates: `informed` or `uninformed`;
/// * the [`Laws`](crate::Laws) that it obeys;
/// * the side of a square of [hills](crate::Plan::hills) that it can cross in milliseconds;
/// * a function or closure that creates it for a [`World`](crate::World).
///
/// The macro gets the tokens after its name, and then the rows. Searches on several threads, which do not repeat
/// themselves, and those that need a prepared graph are not in the list.
///
/// ```
/// macro_rules! names {
///     ($($name:ident: $family:ident $guidance:ident($laws:expr, $side:literal) $make:expr;)*) => {
///         [$(stringify!($name)),*]
///     };
/// }
///
/// let names = astride_laws::searches!(names);
/// assert!(names.contains(&"AStar"));
/// ```
#[macro_export]
macro_rules! searches {
    ($rows:ident $($given:tt)*) => {
        $rows! {
            $($given)*
            AStar: best_first informed($crate::TABLE, 20) $crate::astride::AStar::new;
            AStarFirstIn: best_first informed($crate::TABLE, 20)
                |world| $crate::astride::AStar::new(world).with_tie_breaking($crate::astride::open::TieBreaking::FirstIn);
            AStarLastIn: best_first informed($crate::TABLE, 20)
                |world| $crate::astride::AStar::new(world).with_tie_breaking($crate::astride::open::TieBreaking::LastIn);
            AStarAny: best_first informed($crate::TABLE, 20)
                |world| $crate::astride::AStar::new(world).with_tie_breaking($crate::astride::open::TieBreaking::Any);
            WeightedAStar: best_first informed($crate::TABLE.promising($crate::Promise::Within(1.5)), 20)
                |world| $crate::astride::WeightedAStar::new(world, 1.5).expect("a weight");
            WeightedAStarOnce: best_first informed($crate::TABLE.promising($crate::Promise::Within(2.0)).with_consistent_estimates(), 20)
                |world| $crate::astride::WeightedAStar::new(world, 2.0).expect("a weight").without_reopening();
            BoundedAStar: special informed($crate::TABLE.promising($crate::Promise::Within(1.5)), 20)
                |world| $crate::astride::search::BoundedAStar::new(world, 1.5).expect("a weight");
            AraStar: special informed($crate::TABLE.anytime(), 20) $crate::astride::AraStar::new;
            Dijkstra: best_first uninformed($crate::TABLE, 20) $crate::astride::Dijkstra::new;
            Greedy: best_first informed($crate::TABLE.promising($crate::Promise::SomePath), 20) $crate::astride::Greedy::new;
            Bfs: best_first uninformed($crate::TABLE.promising($crate::Promise::FewestEdges), 20) $crate::astride::Bfs::new;
            Dfs: depth_first uninformed($crate::Laws::new($crate::Promise::SomePath), 20) $crate::astride::Dfs::new;
            DfsLimited: depth_first uninformed($crate::Laws::new($crate::Promise::MayMiss), 2)
                |world| $crate::astride::Dfs::new(world).with_depth_limit(3);
            ThetaStar: best_first informed($crate::TABLE.promising($crate::Promise::SomePath), 20) $crate::astride_grid::ThetaStar::new;
            LazyThetaStar: best_first informed($crate::TABLE.promising($crate::Promise::SomePath).with_provisional_costs(), 20)
                $crate::astride_grid::LazyThetaStar::new;
            IdaStar: special informed($crate::Laws::new($crate::Promise::Cheapest).without_cycles().with_nodes(7), 4)
                $crate::astride::IdaStar::new;
            IdaStarChecked: deepening informed($crate::Laws::new($crate::Promise::Cheapest).with_nodes(6), 4)
                |world| $crate::astride::IdaStar::new(world).with_cycle_check();
            IdaStarTable: deepening informed($crate::Laws::new($crate::Promise::Cheapest).with_nodes(6), 4)
                |world| $crate::astride::IdaStar::new(world).with_cycle_check().with_table(100);
            IdDfs: special uninformed($crate::Laws::new($crate::Promise::FewestEdges).without_cycles().with_nodes(7), 3)
                $crate::astride::IdDfs::new;
            IdDfsChecked: deepening uninformed($crate::Laws::new($crate::Promise::FewestEdges).with_nodes(6), 3)
                |world| $crate::astride::IdDfs::new(world).with_cycle_check();
            IdDfsLimited: deepening uninformed($crate::Laws::new($crate::Promise::MayMiss).with_nodes(6), 2)
                |world| $crate::astride::IdDfs::new(world).with_cycle_check().with_depth_limit(3);
            LabelSearch: special informed($crate::Laws::new($crate::Promise::Cheapest).with_consistent_estimates(), 20)
                $crate::astride_labels::LabelSearch::new;
            DisjointEdges: special uninformed($crate::Laws::new($crate::Promise::MayMiss), 30)
                $crate::astride::search::DisjointPaths::by_edges;
            DisjointNodes: special uninformed($crate::Laws::new($crate::Promise::MayMiss), 30)
                $crate::astride::search::DisjointPaths::by_nodes;
            CompactAStar: backward informed($crate::TABLE.with_one_goal().with_stored($crate::Stored::Nodes), 30)
                $crate::astride::search::CompactAStar::new;
            BidirectionalDijkstra: backward uninformed($crate::TABLE.with_one_goal(), 20) $crate::astride::BidirectionalDijkstra::new;
            BidirectionalBfs: backward uninformed($crate::TABLE.with_one_goal().promising($crate::Promise::FewestEdges), 20)
                $crate::astride::search::BidirectionalBfs::new;
            BidirectionalAStar: backward informed($crate::TABLE.with_one_goal().with_consistent_estimates(), 20)
                $crate::astride::BidirectionalAStar::new;
            Nbs: backward informed($crate::TABLE.with_one_goal(), 20) $crate::astride::search::Nbs::new;
            LpaStar: special informed($crate::TABLE.with_one_goal().with_consistent_estimates().with_excess(1 << 12), 30) $crate::astride::LpaStar::new;
            DStarLite: special informed($crate::TABLE.with_one_goal().with_consistent_estimates().with_excess(1 << 12), 30) $crate::astride::DStarLite::new;
            KShortestPaths: special uninformed($crate::TABLE.with_one_goal().forgetting(), 30) $crate::astride::KShortestPaths::new;
            KShortestForward: special uninformed($crate::TABLE.with_one_goal().forgetting(), 20) $crate::astride::KShortestPaths::forward;
            KShortestEstimates: special informed($crate::TABLE.with_one_goal().forgetting(), 20)
                $crate::astride::KShortestPaths::forward_with_estimates;
        }
    };
}

/// Returns the names of the types in the [list of all searches](crate::searches), such as `AStar`, for tests of other
/// lists. A type can come several times.
pub fn search_types() -> impl Iterator<Item = &'static str> {
    macro_rules! constructors {
        ($($name:ident: $family:ident $guidance:ident($laws:expr, $side:literal) $make:expr;)*) => {
            [$(stringify!($make)),*]
        };
    }
    let words = |code: &'static str| code.split(|letter: char| !letter.is_alphanumeric());
    let is_type = |word: &&str| word.starts_with(char::is_uppercase);
    searches!(constructors)
        .into_iter()
        .filter_map(move |code| words(code).find(is_type))
}
