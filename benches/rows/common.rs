//! Searches that do not depend on the kind of problem.

use astride::search::{BoundedAStar, BoundingFunction, CompactAStar, LssLrtaStar, Nbs};
use astride::traits::NumericCost;
use astride::traits::ReverseHeuristic;
use astride::{
    AStar, AraStar, BidirectionalAStar, Greedy, Heuristic, KnownGoal, NodeEvent, Observer, Pathfinder, ReverseGraph,
    Status, WeightedAStar,
};

use crate::Table;
use crate::support::paired::{Promise, Work};

/// Searches that need a heuristic, compared with A*. The estimates are consistent.
pub(crate) fn informed<P>(table: &mut Table, workload: &str, problems: &[P])
where
    P: Heuristic<Cost: NumericCost + Into<f64>>,
{
    const WEIGHT: &str = "a legal weight";
    let a_star = || Work::of(problems, AStar::new);
    let within = Promise::Within(2.0);
    let weighted = |problem| WeightedAStar::new(problem, 2.0).expect(WEIGHT);
    table.add_with(within, "WeightedAStar, 2", workload, a_star, || {
        Work::of(problems, weighted)
    });
    table.add_with(within, "WeightedAStar, 2, with reopening", workload, a_star, || {
        Work::of(problems, |problem| weighted(problem).with_reopening())
    });
    for function in [
        BoundingFunction::Pwxd,
        BoundingFunction::Xdp,
        BoundingFunction::Xup,
        BoundingFunction::Pwxu,
    ] {
        let row = format!("BoundedAStar, {function:?}, 2");
        table.add_with(within, &row, workload, a_star, || {
            Work::of(problems, |problem| {
                BoundedAStar::new(problem, 2.0).expect(WEIGHT).with_function(function)
            })
        });
    }
    table.add_with(Promise::Some, "Greedy", workload, a_star, || {
        Work::of(problems, Greedy::new)
    });
    table.add_with(Promise::Some, "AraStar, first path", workload, a_star, || {
        let mut work = Work::default();
        for problem in problems {
            let mut search = AraStar::new(problem);
            while search.bound().is_infinite() && search.step() == Status::Running {}
            let path = search.best_effort_path().filter(|_| search.bound().is_finite());
            work.expanded += search.stats().expanded;
            work.bytes += search.stats().bytes;
            work.costs.push(path.map_or(f64::INFINITY, |path| path.cost.into()));
        }
        work
    });
    table.add("AraStar, to the end", workload, a_star, || {
        Work::of(problems, AraStar::new)
    });
    for look_ahead in [10, 100] {
        let row = format!("LssLrtaStar, first move, look-ahead {look_ahead}");
        table.add_with(Promise::Nothing, &row, workload, a_star, || {
            let mut work = Work::default();
            for problem in problems {
                let mut agent = LssLrtaStar::new(problem);
                agent.next_move(look_ahead).expect("no failure");
                work.expanded += agent.look_ahead().stats().expanded;
                work.bytes += agent.look_ahead().stats().bytes;
            }
            work
        });
    }
    table.add("A*, with an observer", workload, a_star, || {
        Work::of(problems, |problem| {
            AStar::new(problem).with_observer(Counter::default())
        })
    });
    table.add("A*, step by step", workload, a_star, || {
        Work::of(problems, |problem| {
            let mut search = AStar::new(problem);
            while search.step() == Status::Running {}
            search
        })
    });
    table.add("A*, as Box<dyn Pathfinder>, step by step", workload, a_star, || {
        let mut work = Work::default();
        for problem in problems {
            let mut search: Box<dyn Pathfinder<Node = P::Node, Cost = P::Cost> + '_> = Box::new(AStar::new(problem));
            while search.step() == Status::Running {}
            work.add(&*search);
        }
        work
    });
}

/// Counts expansions.
#[derive(Default)]
struct Counter(u64);

impl<N, C> Observer<N, C> for Counter {
    fn expanded(&mut self, _: NodeEvent<'_, N, C>) {
        self.0 += 1;
    }
}

/// `CompactAStar`, compared with A*.
pub(crate) fn compact<P>(table: &mut Table, workload: &str, problems: &[P])
where
    P: Heuristic<Cost: Into<f64>, Node: Copy> + ReverseGraph,
{
    let a_star = || Work::of(problems, AStar::new);
    table.add("CompactAStar", workload, a_star, || {
        Work::of(problems, CompactAStar::new)
    });
}

/// Bidirectional searches with estimates, compared with A*.
pub(crate) fn bidirectional<P>(table: &mut Table, workload: &str, problems: &[P])
where
    P: ReverseHeuristic<Cost: Into<f64>> + KnownGoal + ReverseGraph,
{
    let a_star = || Work::of(problems, AStar::new);
    table.add("BidirectionalAStar", workload, a_star, || {
        Work::of(problems, BidirectionalAStar::new)
    });
    table.add("Nbs", workload, a_star, || Work::of(problems, Nbs::new));
}
