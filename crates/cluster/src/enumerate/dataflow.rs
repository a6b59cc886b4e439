//! The dataflow with which workers go through the levels together.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use astride::Graph;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::dataflow::{Scope, Stream};
use timely::worker::Worker;

use super::part::Part;
use super::{End, Level, Report, Sample, Verdict, lock};
use crate::Wire;
use crate::abort::Abort;
use crate::error::Failure;

/// The number of expansions after which a worker looks for messages.
const EXPANSIONS_AT_ONCE: u64 = 4096;

/// The number of expansions in a round. A worker that is [`ROUNDS_AHEAD`] rounds ahead of another waits, since the
/// engine would otherwise keep any number of nodes that the slower worker has not processed yet.
const EXPANSIONS_IN_A_ROUND: u64 = 32_768;
const ROUNDS_AHEAD: u64 = 4;

/// The number of bits for the round, which are the lowest ones of a timestamp. The others are the depth. A worker's 2³²
/// nodes are fewer rounds than fit.
const ROUND_BITS: u32 = 20;

/// The next task of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It expands nodes of the level.
    Expand,
    /// It waits until all workers have expanded the level and all of their messages have arrived.
    Receive,
    /// It waits for the verdict.
    Listen,
}

/// One worker's part of the dataflow:
///
/// ```text
///    ┌─▶ expand ──nodes─────────────────────────┐
///    │     │  └───reports──▶ judge ──verdicts───┤
///    │     └──────samples──▶ collect            │
///    └──────────────── (time + 1) ◀─────────────┘
/// ```
///
/// A worker keeps the right to send at the time of its depth and round, and gives up earlier rights. The engine
/// therefore knows when no more nodes of a level or a round can arrive.
pub(super) fn build<G>(
    worker: &mut Worker,
    mut part: Part<G>,
    threads: usize,
    on_level: impl FnMut(Level) -> ControlFlow<()> + 'static,
) -> Arc<Mutex<End<G::Node>>>
where
    G: Graph<Node: Wire> + 'static,
{
    let (peers, owner, abort) = (worker.peers() as u64, part.owner, part.abort.clone());
    let end = Arc::new(Mutex::new(End::new()));
    let (decided, collected) = (Arc::clone(&end), Arc::clone(&end));
    worker.dataflow::<u64, _, _>(move |scope| {
        let (nodes_loop, nodes) = scope.feedback::<Vec<G::Node>>(1);
        let (verdicts_loop, verdicts) = scope.feedback::<Vec<Verdict>>(1);

        let mut expand = OperatorBuilder::new("expand".to_owned(), scope);
        let mut nodes = expand.new_input(nodes, Exchange::new(move |node: &G::Node| owner.of(node).0));
        let mut verdicts = expand.new_input(verdicts, Exchange::new(|verdict: &Verdict| verdict.to));
        let (children, children_stream) = expand.new_output::<Vec<G::Node>>();
        let (reports, reports_stream) = expand.new_output::<Vec<Report>>();
        let (samples, samples_stream) = expand.new_output::<Vec<Sample<G::Node>>>();
        let mut children = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(children);
        let mut reports = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(reports);
        let mut samples = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(samples);
        let activator = scope.activator_for(expand.operator_info().address);
        let failing = abort.clone();
        expand.build(move |rights| {
            // The rights to send nodes, reports and samples at the current time, given up at the end.
            let mut rights = Some(rights);
            let (mut phase, mut left) = (Phase::Receive, EXPANSIONS_IN_A_ROUND);
            move |frontiers| {
                if abort.is_set() {
                    return;
                }
                let (mut children, mut reports) = (children.activate(), reports.activate());
                let mut samples = samples.activate();
                let work = || {
                    let mut heard = None;
                    verdicts.for_each(|_, verdicts| heard = verdicts.pop());
                    if let (Some(verdict), Some([_, _, right])) = (heard, rights.as_deref()) {
                        let depth = lock(&decided).hear(verdict)?;
                        let mut session = samples.session(right);
                        for sample in part.turn(verdict, depth)? {
                            // The sample goes to the first worker of each process.
                            let to_all = (0..peers).step_by(threads);
                            session.give_iterator(to_all.map(|to| Sample { to, ..sample.clone() }));
                        }
                        drop(session);
                        phase = Phase::Expand;
                        if !verdict.goes_on {
                            rights = None;
                        }
                    }
                    if phase == Phase::Listen {
                        // Nodes that arrive now are from workers that have received the verdict earlier than this one.
                        return Ok(());
                    }
                    let mut result = Ok(());
                    nodes.for_each(|_, nodes| {
                        for node in nodes.drain(..) {
                            if result.is_ok() {
                                let hash = owner.of(&node).1;
                                result = part.discover(hash, node);
                            }
                        }
                    });
                    result.and_then(|()| part.flush())?;
                    let Some(rights) = &mut rights else {
                        return Ok(());
                    };
                    let time = *rights[0].time();
                    if phase == Phase::Expand {
                        if frontiers[0].less_equal(&time.saturating_sub(ROUNDS_AHEAD)) {
                            return Ok(());
                        }
                        let mut session = children.session(&rights[0]);
                        part.expand(EXPANSIONS_AT_ONCE, |child| session.give(child))?;
                        drop(session);
                        if part.next < part.to {
                            left -= EXPANSIONS_AT_ONCE;
                            if left == 0 {
                                left = EXPANSIONS_IN_A_ROUND;
                                downgrade(rights, time + 1);
                            }
                            activator.activate();
                            return Ok(());
                        }
                        let deeper = ((time >> ROUND_BITS) + 1) << ROUND_BITS;
                        downgrade(rights, deeper);
                        (phase, left) = (Phase::Receive, EXPANSIONS_IN_A_ROUND);
                    }
                    if phase == Phase::Receive && !frontiers[0].less_equal(rights[0].time()) {
                        reports.session(&rights[1]).give(part.report());
                        phase = Phase::Listen;
                    }
                    Ok(())
                };
                abort.attempt(work);
            }
        });

        collect(scope, samples_stream, collected);
        let verdicts_stream = judge(scope, reports_stream, peers, failing, on_level);
        children_stream.connect_loop(nodes_loop);
        verdicts_stream.connect_loop(verdicts_loop);
    });
    end
}

/// Gives up the rights to send before `time`.
pub(crate) fn downgrade(rights: &mut [Capability<u64>], time: u64) {
    for right in rights {
        right.downgrade(&time);
    }
}

/// In worker 0: receives the reports of all workers, and decides whether to continue.
fn judge<'scope>(
    scope: Scope<'scope, u64>,
    reports: Stream<'scope, u64, Vec<Report>>,
    peers: u64,
    abort: Abort,
    mut on_level: impl FnMut(Level) -> ControlFlow<()> + 'static,
) -> Stream<'scope, u64, Vec<Verdict>> {
    let mut builder = OperatorBuilder::new("judge".to_owned(), scope);
    let mut reports = builder.new_input(reports, Exchange::new(|_: &Report| 0));
    let (verdicts, verdicts_stream) = builder.new_output::<Vec<Verdict>>();
    let mut verdicts = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(verdicts);
    builder.build(move |_| {
        let (mut judge, mut right) = (Judge::default(), None);
        move |_| {
            let mut verdicts = verdicts.activate();
            reports.for_each(|capability, reports| {
                right = capability.retain_least(0);
                for report in reports.drain(..) {
                    judge.hear(report);
                }
            });
            if judge.heard < peers {
                return;
            }
            let verdict = abort.attempt(|| judge.decide(&mut on_level));
            if let (Some(verdict), Some(right)) = (verdict, right.take()) {
                let to_all = (0..peers).map(|to| Verdict { to, ..verdict });
                verdicts.session(&right).give_iterator(to_all);
            }
        }
    });
    verdicts_stream
}

/// In the first worker of each process: collects the nodes to be returned.
fn collect<'scope, N: Wire>(
    scope: Scope<'scope, u64>,
    samples: Stream<'scope, u64, Vec<Sample<N>>>,
    end: Arc<Mutex<End<N>>>,
) {
    let mut builder = OperatorBuilder::new("collect".to_owned(), scope);
    let mut samples = builder.new_input(samples, Exchange::new(|sample: &Sample<N>| sample.to));
    builder.build(move |_| move |_| samples.for_each(|_, samples| lock(&end).samples.append(samples)));
}

/// Adds up the reports of all workers, in worker 0.
#[derive(Default)]
struct Judge {
    heard: u64,
    sum: Report,
    /// The number of edges to the previous level.
    there: u64,
    depth: usize,
    total: u64,
    sent: u64,
}

impl Judge {
    fn hear(&mut self, report: Report) {
        self.heard += 1;
        let sum = &mut self.sum;
        sum.found += report.found;
        sum.is_violated |= report.is_violated;
        sum.there += report.there;
        sum.back += report.back;
        sum.sent += report.sent;
        sum.bytes += report.bytes;
    }

    /// The verdict, once all workers have reported.
    fn decide(&mut self, on_level: impl FnOnce(Level) -> ControlFlow<()>) -> Result<Verdict, Failure> {
        let sum = std::mem::take(&mut self.sum);
        self.heard = 0;
        let there = std::mem::replace(&mut self.there, sum.there);
        if sum.back != there {
            let (depth, back) = (self.depth.saturating_sub(2) as u64, sum.back);
            return Err(Failure::OneWay { depth, there, back });
        }
        self.total += sum.found;
        self.sent += sum.sent;
        let level = Level {
            depth: self.depth,
            nodes: sum.found,
            total: self.total,
            bytes: sum.bytes,
            sent: self.sent,
        };
        self.depth += 1;
        Ok(Verdict {
            to: 0,
            found: sum.found,
            sent: self.sent,
            bytes: sum.bytes,
            goes_on: sum.found > 0 && on_level(level).is_continue() && !sum.is_violated,
        })
    }
}
