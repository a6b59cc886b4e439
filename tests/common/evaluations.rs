//! Three custom orders of a few lines each, as a researcher would write them.

use astride::open::{ByCost, Fifo, Heap};
use astride::search::{Evaluation, Informed, Uninformed};
use astride::{Cost, Heuristic, Problem};

/// By f; among equals, by h.
#[derive(Clone)]
pub(crate) struct LeastEstimate;

impl<P: Heuristic> Evaluation<P> for LeastEstimate {
    type Guidance = Informed;
    type Key = (ByCost<P::Cost>, ByCost<P::Cost>);
    type Open = Heap<Self::Key, P::Cost>;

    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<Self::Key> {
        Some((ByCost(cost.plus(estimate)?), ByCost(estimate)))
    }
}

/// By f; among equals, first in, first out.
#[derive(Clone)]
pub(crate) struct FirstIn;

impl<P: Heuristic> Evaluation<P> for FirstIn {
    type Guidance = Informed;
    type Key = ByCost<P::Cost>;
    type Open = Heap<Self::Key, P::Cost>;

    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<Self::Key> {
        cost.plus(estimate).map(ByCost)
    }
}

/// First in, first out, with nodes inserted again when a cheaper path is found.
#[derive(Clone)]
pub(crate) struct Queue;

impl<P: Problem> Evaluation<P> for Queue {
    type Guidance = Uninformed;
    type Key = ();
    type Open = Fifo;

    fn key(&self, _: &P::Node, _: P::Cost, (): ()) -> Option<()> {
        Some(())
    }
}

/// Passes the list of all searches to a macro, as `astride_laws::searches!` does, with further searches.
macro_rules! all_searches {
    ($rows:ident $($given:tt)*) => {
        astride_laws::searches! {
            $rows $($given)*
            WeightOfOne: best_first informed(astride_laws::TABLE, 20)
                |world| astride::WeightedAStar::new(world, 1.0).unwrap();
            LeastEstimate: best_first informed(astride_laws::TABLE, 20)
                |world| astride::search::Search::with_evaluation(world, $crate::common::evaluations::LeastEstimate);
            FirstIn: best_first informed(astride_laws::TABLE, 20)
                |world| astride::search::Search::with_evaluation(world, $crate::common::evaluations::FirstIn);
            Queue: best_first uninformed(astride_laws::TABLE.promising(astride_laws::Promise::SomePath), 20)
                |world| astride::search::Search::with_evaluation(world, $crate::common::evaluations::Queue);
            DfsLimitedFar: depth_first uninformed(astride_laws::Laws::new(astride_laws::Promise::MayMiss), 20)
                |world| astride::Dfs::new(world).with_depth_limit(100);
        }
    };
}
pub(crate) use all_searches;
