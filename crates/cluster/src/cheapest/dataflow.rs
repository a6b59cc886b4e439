//! The dataflow with which workers go through the layers together, and back from the goal.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};

use astride::{Cost, Heuristic};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::dataflow::{Scope, StreamVec};
use timely::progress::Antichain;
use timely::worker::Worker;

use super::key::{Hops, Key};
use super::part::{Layer, Part};
use super::{Goal, Letter, Note, Reached};
use crate::Wire;
use crate::abort::Abort;

/// The number of batches that a worker may be ahead of the slowest worker. The engine stores all messages until they
/// are read, without a limit.
const BATCHES_AHEAD: u64 = 16;

/// One worker's part of the dataflow:
///
/// ```text
///   ┌─▶ expand ──nodes──▶ (layer, hops + 1) ──▶┐
///   │     │                                    │
///   │     └──goals──▶ all ──▶ trace ──notes──▶┐│
///   │                          ▲──────────────┘│
///   └──────────────────────────────────────────┘
/// ```
///
/// The search goes through layers of equal keys (sums of cost and estimate). Within a layer, a node may be expanded as
/// soon as it arrives, unless the worker is too far ahead of the others. The next layer begins when the engine detects
/// that no node with a smaller key is left anywhere, in a table or in transit. A goal that is expanded in layer f and
/// costs f is a cheapest one, so the search ends immediately.
///
/// Estimates need not be consistent. A node whose key is smaller than the layer in which it is found belongs to that
/// layer, since time does not run backwards. A closed node that is reached at a lower cost is reopened.
///
/// `trace` begins when no worker can find another goal. All workers then know the same goals and choose the same one.
pub(super) fn build<P>(worker: &mut Worker, part: Part<P>, abort: &Abort) -> Receiver<Note<P::Node, P::Cost>>
where
    P: Heuristic<Node: Wire, Cost: Wire> + 'static,
{
    let (results, heard) = channel();
    let part = Rc::new(RefCell::new(part));
    worker.dataflow::<Key, _, _>(|scope| {
        let goals = search(scope, &part, abort.clone());
        trace(scope, goals, part, abort.clone(), results);
    });
    heard
}

/// The operator `expand`. Returns the goals that were found, for each worker.
fn search<'a, P>(
    scope: Scope<'a, Key>,
    part: &Rc<RefCell<Part<P>>>,
    abort: Abort,
) -> StreamVec<'a, Key, Letter<Goal<P::Cost>>>
where
    P: Heuristic<Node: Wire, Cost: Wire> + 'static,
{
    let part = Rc::clone(part);
    let (owner, workers) = (part.borrow().owner, part.borrow().workers);
    let (nodes_loop, nodes) = scope.feedback::<Vec<Reached<P::Node, P::Cost>>>(Hops(1));
    let (goals_loop, goals) = scope.feedback::<Vec<Letter<Goal<P::Cost>>>>(Hops(1));
    let to_owner = Exchange::new(move |reached: &Reached<P::Node, P::Cost>| owner.of(&reached.node).0);
    let to_worker = Exchange::new(|(to, _): &Letter<Goal<P::Cost>>| *to);

    let mut expand = OperatorBuilder::new("expand".to_owned(), scope);
    let mut nodes = expand.new_input(nodes, to_owner);
    let mut goals = expand.new_input(goals, to_worker);
    // The engine must know that goals do not become nodes, so that the right to send goals does not hold up a layer.
    let from_nodes = [(0, Antichain::from_elem(Hops(0)))];
    let (children, children_stream) = expand.new_output_connection::<Vec<Reached<P::Node, P::Cost>>, _>(from_nodes);
    let (found, found_stream) = expand.new_output_connection::<Vec<Letter<Goal<P::Cost>>>, _>([]);
    let mut children = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(children);
    let mut found = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(found);
    let activator = scope.activator_for(expand.operator_info().address);
    expand.build(move |mut capabilities| {
        // Kept until no more goals can be found here.
        let mut found_right = capabilities.pop();
        let start_right = capabilities.pop();
        let right = |layer| {
            let right = start_right.as_ref().expect("a right for each output");
            right.delayed(&Key { layer, hops: 0 })
        };
        abort.attempt(|| part.borrow_mut().open_starts(right));
        drop(start_right);
        move |frontiers| {
            if abort.is_set() {
                return;
            }
            let (mut children, mut found) = (children.activate(), found.activate());
            let part = &mut *part.borrow_mut();
            goals.for_each(|_, goals| {
                goals.clear();
                found_right = None;
            });
            let mut work = || {
                let mut failed = Ok(());
                nodes.for_each(|capability, nodes| {
                    let least = *capability.least().expect("sent at a time");
                    for reached in nodes.drain(..) {
                        if failed.is_err() || found_right.is_none() {
                            break;
                        }
                        let hash = owner.of(&reached.node).1;
                        failed = part.reach(hash, reached, least.layer, |layer| {
                            let hops = if layer == least.layer { least.hops } else { 0 };
                            capability.delayed(&Key { layer, hops }, 0)
                        });
                    }
                });
                failed?;
                while let (Some(right), Some(goal_right)) = (part.open.right().cloned(), &found_right) {
                    let Key { layer, hops } = *right.time();
                    // Smaller keys may still arrive, or this worker is too far ahead of the others.
                    let hops = hops.saturating_sub(BATCHES_AHEAD);
                    if frontiers[0].less_than(&Key { layer, hops }) {
                        break;
                    }
                    // One session for all nodes, since each session sends its nodes when it ends.
                    let mut session = children.session(&right);
                    let layer = part.expand(&right, |reached| session.give(reached));
                    part.measure();
                    match layer? {
                        Layer::Empty => {}
                        Layer::Open => {
                            part.open.next_hop();
                            activator.activate();
                            break;
                        }
                        Layer::Goal(goal) => {
                            let letters = (0..workers).map(|worker| (worker, goal.clone()));
                            found.session(goal_right).give_iterator(letters);
                            found_right = None;
                        }
                    }
                }
                Ok(())
            };
            if abort.attempt(&mut work).is_none() {
                return;
            }
            if frontiers[0].is_empty() && part.open.right().is_none() {
                found_right = None;
            }
            if found_right.is_none() {
                part.measure();
                part.open.clear();
            }
        }
    });
    children_stream.connect_loop(nodes_loop);
    found_stream.clone().connect_loop(goals_loop);
    found_stream
}

/// The operator `trace`: finds the way back from the goal, from owner to owner. The `results` of every worker get the
/// path and the counts of all workers.
fn trace<'a, P>(
    scope: Scope<'a, Key>,
    goals: StreamVec<'a, Key, Letter<Goal<P::Cost>>>,
    part: Rc<RefCell<Part<P>>>,
    abort: Abort,
    results: Sender<Note<P::Node, P::Cost>>,
) where
    P: Heuristic<Node: Wire, Cost: Wire> + 'static,
{
    let (notes_loop, notes) = scope.feedback::<Vec<Letter<Note<P::Node, P::Cost>>>>(Hops(1));
    let mut trace = OperatorBuilder::new("trace".to_owned(), scope);
    let mut goals = trace.new_input(goals, Exchange::new(|(to, _): &Letter<Goal<P::Cost>>| *to));
    let mut notes = trace.new_input(notes, Exchange::new(|(to, _): &Letter<Note<P::Node, P::Cost>>| *to));
    let (out, out_stream) = trace.new_output::<Vec<Letter<Note<P::Node, P::Cost>>>>();
    let mut out = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(out);
    trace.build(move |mut capabilities| {
        let mut right = capabilities.pop();
        let mut best: Option<Goal<P::Cost>> = None;
        move |frontiers| {
            if abort.is_set() {
                return;
            }
            let mut out = out.activate();
            let part = part.borrow();
            let all = 0..part.workers;
            goals.for_each(|_, goals| {
                for (_, goal) in goals.drain(..) {
                    let order = |best: &Goal<P::Cost>| goal.cost.order(&best.cost).then(goal.place.cmp(&best.place));
                    if best.as_ref().is_none_or(|best| order(best).is_lt()) {
                        best = Some(goal);
                    }
                }
            });
            if frontiers[0].is_empty()
                && let Some(right) = right.take()
            {
                let mut session = out.session(&right);
                session.give_iterator(all.clone().map(|worker| (worker, Note::Counts(part.counts))));
                if let Some(Goal { cost, place }) = best.take()
                    && part.resolve(place).0 == part.me
                {
                    let way = Note::Way {
                        cost,
                        nodes: Vec::new(),
                        next: place,
                    };
                    session.give((part.me, way));
                }
            }
            notes.for_each(|capability, notes| {
                for (_, note) in notes.drain(..) {
                    let Note::Way { cost, nodes, next } = note else {
                        // Sending fails only if the search was aborted, so that nobody is listening.
                        let _ = results.send(note);
                        continue;
                    };
                    let mut session = out.session(&capability);
                    match abort.attempt(|| Ok(part.follow(cost, nodes, next))) {
                        Some((Some(worker), note)) => session.give((worker, note)),
                        Some((None, path)) => session.give_iterator(all.clone().map(|worker| (worker, path.clone()))),
                        None => {}
                    }
                }
            });
        }
    });
    out_stream.connect_loop(notes_loop);
}
