//! [`searches`](crate::searches): the list of all searches.

/// Passes the list of all searches of [`astride`] to a macro, which is how the tests of the workspace find them.
///
/// Each search is a row `Name(laws, side) constructor;` with the [`Laws`](crate::Laws) that the search obeys, the side
/// of a square of [hills](crate::Plan::hills) that it can cross in milliseconds, and a function or closure that creates
/// it for a [`World`](crate::World). The rows follow the tokens given after the name of the macro.
///
/// ```
/// macro_rules! names {
///     ($($name:ident($laws:expr, $side:literal) $make:expr;)*) => { [$(stringify!($name)),*] };
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
            AStar($crate::TABLE, 20) $crate::astride::AStar::new;
            AStarFirstIn($crate::TABLE, 20)
                |world| $crate::astride::AStar::new(world).with_tie_breaking($crate::astride::open::TieBreaking::FirstIn);
            AStarLastIn($crate::TABLE, 20)
                |world| $crate::astride::AStar::new(world).with_tie_breaking($crate::astride::open::TieBreaking::LastIn);
            AStarAny($crate::TABLE, 20)
                |world| $crate::astride::AStar::new(world).with_tie_breaking($crate::astride::open::TieBreaking::Any);
            WeightedAStar($crate::TABLE.promising($crate::Promise::Within(1.5)), 20)
                |world| $crate::astride::WeightedAStar::new(world, 1.5).expect("a weight");
            WeightedAStarOnce($crate::TABLE.promising($crate::Promise::Within(2.0)).with_consistent_estimates(), 20)
                |world| $crate::astride::WeightedAStar::new(world, 2.0).expect("a weight").without_reopening();
            BoundedAStar($crate::TABLE.promising($crate::Promise::Within(1.5)), 20)
                |world| $crate::astride::search::BoundedAStar::new(world, 1.5).expect("a weight");
            AraStar($crate::TABLE.anytime(), 20) $crate::astride::AraStar::new;
            Dijkstra($crate::TABLE, 20) $crate::astride::Dijkstra::new;
            Greedy($crate::TABLE.promising($crate::Promise::SomePath), 20) $crate::astride::Greedy::new;
            Bfs($crate::TABLE.promising($crate::Promise::FewestEdges), 20) $crate::astride::Bfs::new;
            Dfs($crate::Laws::new($crate::Promise::SomePath), 20) $crate::astride::Dfs::new;
            DfsLimited($crate::Laws::new($crate::Promise::MayMiss), 4)
                |world| $crate::astride::Dfs::new(world).with_depth_limit(6);
            ThetaStar($crate::TABLE.promising($crate::Promise::SomePath), 20) $crate::astride_grid::ThetaStar::new;
            LazyThetaStar($crate::TABLE.promising($crate::Promise::SomePath).with_provisional_costs(), 20)
                $crate::astride_grid::LazyThetaStar::new;
            IdaStar($crate::Laws::new($crate::Promise::Cheapest).without_cycles().with_nodes(7), 4)
                $crate::astride::IdaStar::new;
            IdaStarChecked($crate::Laws::new($crate::Promise::Cheapest).with_nodes(6), 4)
                |world| $crate::astride::IdaStar::new(world).with_cycle_check();
            IdaStarTable($crate::Laws::new($crate::Promise::Cheapest).with_nodes(6), 4)
                |world| $crate::astride::IdaStar::new(world).with_cycle_check().with_table(1 << 12);
            IdDfs($crate::Laws::new($crate::Promise::FewestEdges).without_cycles().with_nodes(7), 3)
                $crate::astride::IdDfs::new;
            IdDfsLimited($crate::Laws::new($crate::Promise::MayMiss).with_nodes(6), 3)
                |world| $crate::astride::IdDfs::new(world).with_cycle_check().with_depth_limit(4);
            LabelSearch($crate::Laws::new($crate::Promise::Cheapest).with_consistent_estimates(), 20)
                $crate::astride_labels::LabelSearch::new;
            DisjointEdges($crate::Laws::new($crate::Promise::MayMiss), 30)
                $crate::astride::search::DisjointPaths::by_edges;
            DisjointNodes($crate::Laws::new($crate::Promise::MayMiss), 30)
                $crate::astride::search::DisjointPaths::by_nodes;
            CompactAStar($crate::TABLE.with_one_goal().with_stored($crate::Stored::Nodes), 30)
                $crate::astride::search::CompactAStar::new;
            BidirectionalDijkstra($crate::TABLE.with_one_goal(), 20) $crate::astride::BidirectionalDijkstra::new;
            BidirectionalBfs($crate::TABLE.with_one_goal().promising($crate::Promise::FewestEdges), 20)
                $crate::astride::search::BidirectionalBfs::new;
            BidirectionalAStar($crate::TABLE.with_one_goal().with_consistent_estimates(), 20)
                $crate::astride::BidirectionalAStar::new;
            Nbs($crate::TABLE.with_one_goal(), 20) $crate::astride::search::Nbs::new;
            LpaStar($crate::TABLE.with_one_goal().with_consistent_estimates().with_excess(1 << 12), 30) $crate::astride::LpaStar::new;
            DStarLite($crate::TABLE.with_one_goal().with_consistent_estimates().with_excess(1 << 12), 30) $crate::astride::DStarLite::new;
            KShortestPaths($crate::TABLE.with_one_goal().forgetting(), 30) $crate::astride::KShortestPaths::new;
            KShortestForward($crate::TABLE.with_one_goal().forgetting(), 20) $crate::astride::KShortestPaths::forward;
            KShortestEstimates($crate::TABLE.with_one_goal().forgetting(), 20)
                $crate::astride::KShortestPaths::forward_with_estimates;
        }
    };
}
