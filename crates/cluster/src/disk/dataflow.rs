//! The dataflow with which workers go through the levels together, with the nodes on disk.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use astride::{Cost, Graph};
use astride_disk::Packed;
use astride_disk::share::{self, Merging, Share};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::dataflow::{Scope, Stream};
use timely::worker::Worker;

use super::batch::{Batch, Bytes};
use super::home::Home;
use super::judge::Judge;
use super::{Enumeration, Level, Order, Report, Verdict, lock};
use crate::abort::Abort;
use crate::enumerate::downgrade;
use crate::error::Failure;

/// The number of expansions after which a worker looks for messages.
const EXPANSIONS_AT_ONCE: usize = 4096;

/// The number of times that a worker expands this many nodes in a round. A worker that is [`ROUNDS_AHEAD`] rounds ahead
/// of another waits, since the engine would otherwise keep any number of nodes that the slower worker has not taken
/// yet.
const TIMES_IN_A_ROUND: u64 = 8;
const ROUNDS_AHEAD: u64 = 4;

/// The number of bits for the round, which are the lowest ones of a timestamp. The others are the number of a level in
/// this call.
const ROUND_BITS: u32 = 32;

/// The size in bytes from which on a batch is sent.
const BATCH: usize = 1 << 15;

/// The next task of a worker.
enum Phase<N: Packed> {
    /// It inspects the folder.
    Inspect,
    /// It waits for an order.
    Listen,
    /// It expands nodes of the level.
    Expand(share::Worker<N>),
    /// It waits until all workers have expanded the level and all of their messages have arrived.
    Receive(share::Worker<N>),
    /// It waits until all workers of the process have written the successors that have arrived.
    Ready(Merging<N>),
    /// It merges these successors.
    Merge(Merging<N>),
}

/// One worker's part of the dataflow:
///
/// ```text
///    ┌─▶ work ──batches────────────────────────┐
///    │    └─────reports──▶ judge ──verdicts────┤
///    └──────────────── (time + 1) ◀────────────┘
/// ```
///
/// A worker keeps the right to send at the time of its level and round, and gives up earlier rights. The engine
/// therefore knows when no more successors of a level or a round can arrive.
pub(super) fn build<G, F>(
    worker: &mut Worker,
    home: Arc<Home<G>>,
    judge: Arc<Mutex<Judge<F>>>,
    abort: &Abort,
) -> Arc<Mutex<Enumeration>>
where
    G: Graph<Node: Packed> + 'static,
    F: FnMut(Level) -> ControlFlow<()> + 'static,
{
    let end = Arc::new(Mutex::new(Enumeration::default()));
    let (peers, abort) = (worker.peers(), abort.clone());
    let mut part = Part {
        me: worker.index(),
        peers,
        thread: worker.index() % (peers / home.place.1),
        home,
        abort: abort.clone(),
        end: Arc::clone(&end),
        phase: Phase::Inspect,
        batches: vec![Vec::new(); peers],
        report: Report::default(),
        has_done: false,
    };
    worker.dataflow::<u64, _, _>(move |scope| {
        let (batches_loop, batches) = scope.feedback::<Vec<Batch>>(1);
        let (verdicts_loop, verdicts) = scope.feedback::<Vec<Verdict>>(1);

        let mut work = OperatorBuilder::new("work".to_owned(), scope);
        let mut batches = work.new_input(batches, Exchange::new(|batch: &Batch| batch.to));
        let mut verdicts = work.new_input(verdicts, Exchange::new(|verdict: &Verdict| verdict.to));
        let (successors, successors_stream) = work.new_output::<Vec<Batch>>();
        let (reports, reports_stream) = work.new_output::<Vec<Report>>();
        let mut successors = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(successors);
        let mut reports = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(reports);
        let activator = scope.activator_for(work.operator_info().address);
        let judging = abort.clone();
        work.build(move |rights| {
            // The rights to send successors and reports at the current time, given up at the end.
            let mut rights = Some(rights);
            let mut left = TIMES_IN_A_ROUND;
            move |frontiers| {
                if abort.is_set() {
                    return;
                }
                let (mut successors, mut reports) = (successors.activate(), reports.activate());
                let step = || {
                    let mut heard = None;
                    verdicts.for_each(|_, verdicts| heard = verdicts.pop());
                    if let Some(verdict) = heard
                        && !part.follow(verdict.order)?
                    {
                        rights = None;
                    }
                    if let Phase::Expand(worker) | Phase::Receive(worker) = &mut part.phase {
                        // In other phases, batches are from workers that have received an order earlier than this one.
                        let mut result = Ok(());
                        batches.for_each(|_, batches| {
                            for Batch { keys, .. } in batches.drain(..) {
                                if result.is_ok() {
                                    result = worker.push_bytes(&keys.0);
                                }
                            }
                        });
                        result?;
                    }
                    let Some(rights) = &mut rights else {
                        return Ok(());
                    };
                    let time = *rights[0].time();
                    if let Phase::Expand(_) = part.phase {
                        if frontiers[0].less_equal(&time.saturating_sub(ROUNDS_AHEAD)) {
                            return Ok(());
                        }
                        let mut session = successors.session(&rights[0]);
                        let is_done = part.expand(|batch| session.give(batch))?;
                        drop(session);
                        if is_done {
                            downgrade(rights, ((time >> ROUND_BITS) + 1) << ROUND_BITS);
                            left = TIMES_IN_A_ROUND;
                        } else {
                            left -= 1;
                            if left == 0 {
                                left = TIMES_IN_A_ROUND;
                                downgrade(rights, time + 1);
                            }
                        }
                    }
                    let have_all_come = !frontiers[0].less_equal(rights[0].time());
                    part.advance(have_all_come)?;
                    if part.is_busy() {
                        activator.activate();
                    }
                    reports.session(&rights[1]).give_iterator(part.reported().into_iter());
                    Ok(())
                };
                abort.attempt(step);
            }
        });

        let verdicts_stream = lead(scope, reports_stream, peers as u64, judging, judge);
        successors_stream.connect_loop(batches_loop);
        verdicts_stream.connect_loop(verdicts_loop);
    });
    end
}

/// The state of one worker.
struct Part<G: Graph<Node: Packed>> {
    home: Arc<Home<G>>,
    abort: Abort,
    end: Arc<Mutex<Enumeration>>,
    me: usize,
    peers: usize,
    /// The number of the worker among those of the process.
    thread: usize,
    phase: Phase<G::Node>,
    /// Successors for each worker that have not been sent yet.
    batches: Vec<Vec<u8>>,
    report: Report,
    /// Whether an order has been followed, so that a report is to be sent.
    has_done: bool,
}

impl<G: Graph<Node: Packed>> Part<G> {
    /// Whether this worker reports for its process.
    fn is_first(&self) -> bool {
        self.thread == 0
    }

    /// Follows an order, and returns whether another will come.
    fn follow(&mut self, order: Order) -> Result<bool, Failure> {
        let home = &self.home;
        match order {
            Order::Begin { commits } => {
                if self.is_first() {
                    self.report.state = Some(home.begin(commits)?);
                }
                self.has_done = true;
            }
            Order::Expand => {
                if self.is_first() {
                    home.change(Share::forget)?;
                }
                self.phase = Phase::Expand(home.with(|share| Ok(share.worker(self.thread)))?);
            }
            Order::Merge => {
                self.phase = match std::mem::replace(&mut self.phase, Phase::Listen) {
                    Phase::Ready(merging) => Phase::Merge(merging),
                    phase => phase,
                };
            }
            Order::Commit { is_over } => {
                if self.is_first() {
                    self.report.traffic = home.change(|share| {
                        share.commit(is_over)?;
                        Ok(share.traffic())
                    })?;
                }
                self.has_done = true;
            }
            Order::End(end) => {
                if self.is_first() {
                    home.change(Share::forget)?;
                }
                *lock(&self.end) = end;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Expands some nodes, and passes successors of other workers to `send`. Returns whether no nodes are left.
    fn expand(&mut self, mut send: impl FnMut(Batch)) -> Result<bool, Failure> {
        let Phase::Expand(worker) = &mut self.phase else {
            return Ok(false);
        };
        let (home, me, peers, batches) = (&self.home, self.me, self.peers, &mut self.batches);
        let nodes = home.with(|share| worker.nodes(share, EXPANSIONS_AT_ONCE))?;
        let mut given = 0;
        let mut give = |to: usize, batch: &mut Vec<u8>| {
            let keys = Bytes(std::mem::take(batch));
            send(Batch { to: to as u64, keys });
        };
        for node in &nodes {
            if self.abort.is_set() {
                break;
            }
            let mut result = Ok(());
            home.graph.successors(node).for_each(|(child, cost)| {
                if result.is_err() || !cost.is_less(&G::Cost::INFINITY) {
                    return;
                }
                let owner = Share::owner(&child, peers);
                if owner == me {
                    result = worker.push(&child);
                    return;
                }
                given += 1;
                let batch = &mut batches[owner];
                Share::write(&child, batch);
                if batch.len() >= BATCH {
                    give(owner, batch);
                }
            });
            result?;
        }
        for (to, batch) in batches.iter_mut().enumerate() {
            if !batch.is_empty() {
                give(to, batch);
            }
        }
        self.report.expanded += nodes.len() as u64;
        self.report.sent += given;
        let is_done = nodes.is_empty();
        if is_done && let Phase::Expand(worker) = std::mem::replace(&mut self.phase, Phase::Listen) {
            self.phase = Phase::Receive(worker);
        }
        Ok(is_done)
    }

    /// Does the work that needs either no successors from other workers, or all of them.
    fn advance(&mut self, have_all_come: bool) -> Result<(), Failure> {
        let home = &self.home;
        self.phase = match std::mem::replace(&mut self.phase, Phase::Listen) {
            Phase::Inspect => {
                if self.is_first() {
                    self.report.state = Some(home.inspect()?);
                }
                self.has_done = true;
                Phase::Listen
            }
            Phase::Receive(worker) if have_all_come => {
                self.has_done = true;
                Phase::Ready(home.with(|share| worker.flush(share))?)
            }
            Phase::Merge(mut merging) => {
                if home.with(|share| merging.merge(share))? {
                    let found = home.with(|share| merging.finish(share))?;
                    (self.report.found, self.report.back) = (found.nodes, found.back);
                    if self.thread == 0 {
                        self.report.there = home.with(|share| Ok(share.edges_to_last()))?;
                    }
                    self.has_done = true;
                    Phase::Listen
                } else {
                    Phase::Merge(merging)
                }
            }
            phase => phase,
        };
        Ok(())
    }

    /// Whether there is work that does not wait for a message.
    fn is_busy(&self) -> bool {
        matches!(self.phase, Phase::Expand(_) | Phase::Merge(_))
    }

    /// The report if an order has been followed.
    fn reported(&mut self) -> Option<Report> {
        let process = self.home.place.0;
        std::mem::take(&mut self.has_done).then(|| Report {
            process,
            ..std::mem::take(&mut self.report)
        })
    }
}

/// In worker 0: receives the reports of all workers, and gives orders.
fn lead<'scope, F: FnMut(Level) -> ControlFlow<()> + 'static>(
    scope: Scope<'scope, u64>,
    reports: Stream<'scope, u64, Vec<Report>>,
    peers: u64,
    abort: Abort,
    judge: Arc<Mutex<Judge<F>>>,
) -> Stream<'scope, u64, Vec<Verdict>> {
    let mut builder = OperatorBuilder::new("judge".to_owned(), scope);
    let mut reports = builder.new_input(reports, Exchange::new(|_: &Report| 0));
    let (verdicts, verdicts_stream) = builder.new_output::<Vec<Verdict>>();
    let mut verdicts = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(verdicts);
    builder.build(move |_| {
        let mut right = None;
        move |_| {
            let mut verdicts = verdicts.activate();
            reports.for_each(|capability, reports| {
                right = capability.retain_least(0);
                reports.drain(..).for_each(|report| lock(&judge).hear(report));
            });
            if right.is_none() {
                return;
            }
            let order = abort.attempt(|| lock(&judge).decide(peers)).flatten();
            if let Some(order) = order
                && let Some(right) = right.take()
            {
                let to_all = (0..peers).map(|to| Verdict {
                    to,
                    order: order.clone(),
                });
                verdicts.session(&right).give_iterator(to_all);
            }
        }
    });
    verdicts_stream
}
