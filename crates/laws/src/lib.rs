//! The laws that all searches of [`astride`] obey, as tests for searches of your own.
//!
//! If you have written a search, one call of [`check`] runs it on many small random graphs and compares it with an
//! oracle:
//!
//! ```
//! use astride::AStar;
//! use astride_laws::Promise;
//!
//! astride_laws::check(|world| AStar::new(world), Promise::Cheapest);
//! ```
//!
//! The graphs have self-loops, parallel edges, edges of cost zero and of infinite cost, unreachable goals and several
//! starts. Their nodes are hashed, have an index, or are made from their index. Estimates are zero, perfect, consistent,
//! admissible but inconsistent, or anything. On each graph, [`check`] tries these laws:
//!
//! * **A search ends:** after at most a million expansions.
//! * **Pauses change nothing:** path, statistics, nodes and events are the same after steps, budgets of 1, 2 and 7
//!   expansions, budgets of nodes, bytes and time, `run_until`, calls of `next_node`, and one `run`.
//! * **An end stays an end:** further calls change nothing.
//! * **A reset search is a new one:** after `restart`, and after `reset` from any point of a search of another graph,
//!   it does the same as a new search.
//! * **Events and views agree:** the events of each step agree with `stats`, the open and closed nodes, `next_node` and
//!   `current`, also if starts are added late.
//! * **Paths lead along edges:** every path returned at any time is a path of the graph, and costs as much as its
//!   edges.
//! * **The promise is kept:** the result agrees with the distances by the Bellman-Ford algorithm: see [`Promise`].
//! * **Limits on nodes end a search:** every limit that does not suffice causes its error, and a restart without it
//!   does the same as a new search.
//! * **Limits on memory end a search:** the same for bytes; no limit is ever exceeded.
//! * **A reservation keeps the limit:** `with_capacity` takes no more than the limit, and leaves enough for the search.
//! * **Panics end a search:** after a panic at any call of the graph, the heuristic, the observer, or `Clone`, `Eq` and
//!   `Hash` of nodes, the search has failed, and a reset one does the same as a new search.
//! * **Panics keep the limits:** after such a panic and a reset, a limit still causes its error.
//!
//! # A search that breaks a law
//!
//! The message names the law, the world and its seed, and how to repeat that case alone. Small graphs come first.
//!
//! ```should_panic
//! use astride::Greedy;
//! use astride_laws::Promise;
//!
//! // Greedy best-first search finds some path, but not always a cheapest one.
//! astride_laws::check(|world| Greedy::new(world), Promise::Cheapest);
//! ```
//!
//! # Searches with special requirements
//!
//! [`Laws`] adapts the graphs and the laws: to searches that need a known goal, that go round in a cycle for ever, that
//! improve their path, and so on. It also makes the laws stricter for a search that [stores](Stored) all nodes that it
//! generates.
//!
//! [`check_clone`](Laws::check_clone) compares a clone with its original if the engine implements [`Clone`].
//!
//! # Your own faults
//!
//! A [`World`] is also a problem for tests of your own, for example of a type that drives a search. Its code panics at
//! the call that [`fuse::panics`] chooses.

#![forbid(unsafe_code)]

mod case;
mod driving;
pub mod fuse;
mod index;
mod limits;
mod log;
mod panics;
mod paths;
mod plan;
mod random;
mod searches;
mod views;
mod world;

#[doc(hidden)]
pub use {astride, astride_grid, astride_labels};

pub use index::{INDEXES, Index};
pub use log::{Event, Log};
pub use plan::{ADMISSIBLE, Far, Guess, Plan};
pub use searches::search_types;
pub use world::{Numbered, Place, Units, World};

use std::any::type_name;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use astride::engine::Engine;
use astride::search::Search;
use case::{Boxed, Case, Make, seen};
use random::Random;

/// The promise of a search about its result.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Promise {
    /// A cheapest path, if estimates are admissible, and [`Exhausted`](astride::Status::Exhausted) if and only if there
    /// is no path.
    Cheapest,
    /// A path that costs at most this many times as much as a cheapest one, if estimates are admissible, and
    /// `Exhausted` if and only if there is no path.
    Within(f64),
    /// A path with the fewest edges, and `Exhausted` if and only if there is no path.
    FewestEdges,
    /// Some path, and `Exhausted` if and only if there is no path.
    SomePath,
    /// Some path or none. Only the validity of paths is checked.
    MayMiss,
}

/// What a search stores of the nodes that it generates, and thus which of its views can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stored {
    /// Some of the nodes, or some of them several times.
    Some,
    /// Every node once, or once from each side, as open or as closed, with the cost that was reported last.
    Nodes,
    /// The same, with the parent that was reported last.
    Parents,
}

/// The name of a law, and what checks it.
type Law<C> = (&'static str, fn(&Case<'_, C>));

/// The number of seeds that are tried.
const SEEDS: u64 = 64;

/// Larger worlds are described by their size in a message.
const LARGEST_SHOWN: usize = 12;

/// The largest number of nodes in most of the worlds.
const MOST_NODES: usize = 12;

/// The laws that a search should obey, and the worlds in which it can be expected to.
///
/// ```
/// use astride::{BidirectionalDijkstra, IdaStar};
/// use astride_laws::{Laws, Promise, Stored};
///
/// Laws::new(Promise::Cheapest)
///     .with_one_goal()
///     .with_stored(Stored::Parents)
///     .check(|world| BidirectionalDijkstra::new(world));
/// Laws::new(Promise::Cheapest).without_cycles().with_nodes(6).check(|world| IdaStar::new(world));
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "any of them goes with any other")]
pub struct Laws {
    promise: Promise,
    stored: Stored,
    seeds: Range<u64>,
    most_nodes: usize,
    has_one_goal: bool,
    has_cycles: bool,
    needs_consistency: bool,
    is_anytime: bool,
    has_provisional_costs: bool,
    forgets_nodes: bool,
    /// The number of bytes by which a search may exceed its memory limit.
    excess: usize,
}

impl Laws {
    /// Creates the laws for a search with this promise.
    pub const fn new(promise: Promise) -> Self {
        Laws {
            promise,
            stored: Stored::Some,
            seeds: 0..SEEDS,
            most_nodes: MOST_NODES,
            has_one_goal: false,
            has_cycles: true,
            needs_consistency: false,
            is_anytime: false,
            has_provisional_costs: false,
            forgets_nodes: false,
            excess: 0,
        }
    }

    /// Replaces the promise.
    pub fn promising(self, promise: Promise) -> Self {
        Laws { promise, ..self }
    }

    /// States what the search stores of its nodes; [`Stored::Some`] by default.
    pub fn with_stored(self, stored: Stored) -> Self {
        Laws { stored, ..self }
    }

    /// Tries only the worlds of these seeds; 0 to 64 by default. A failure names the seed of its world.
    pub fn with_seeds(self, seeds: Range<u64>) -> Self {
        Laws { seeds, ..self }
    }

    /// Sets the largest number of nodes in a world. A search that comes to a node again along every path needs less than
    /// the default, with which most worlds have at most 12 nodes, and a few have 64 or 100.
    pub fn with_nodes(self, most_nodes: usize) -> Self {
        Laws { most_nodes, ..self }
    }

    /// Tries only worlds with exactly one goal, for a search of a [`KnownGoal`](astride::KnownGoal).
    pub fn with_one_goal(self) -> Self {
        Laws {
            has_one_goal: true,
            ..self
        }
    }

    /// Tries only worlds without cycles, for a search that would follow a cycle for ever.
    pub fn without_cycles(self) -> Self {
        Laws {
            has_cycles: false,
            ..self
        }
    }

    /// Tries only consistent estimates, for a search that fails with others.
    pub fn with_consistent_estimates(self) -> Self {
        Laws {
            needs_consistency: true,
            ..self
        }
    }

    /// Lets the search continue after it has reported a path as found, to improve it.
    pub fn anytime(self) -> Self {
        Laws {
            is_anytime: true,
            ..self
        }
    }

    /// Lets the cost of a node rise until the node is expanded.
    pub fn with_provisional_costs(self) -> Self {
        Laws {
            has_provisional_costs: true,
            ..self
        }
    }

    /// Lets the search forget nodes while it runs.
    pub fn forgetting(self) -> Self {
        Laws {
            forgets_nodes: true,
            ..self
        }
    }

    /// Lets the search exceed a limit on memory by this many bytes.
    pub fn with_excess(self, bytes: usize) -> Self {
        Laws { excess: bytes, ..self }
    }

    /// Checks all laws for searches that `make` creates, in many worlds.
    ///
    /// # Panics
    ///
    /// Panics if the search breaks a law. The message names the law, the world and its seed. The panics that the world
    /// raises on purpose are on the calling thread, so those on the threads of a parallel search are not tried.
    pub fn check<E: Engine<Problem = World> + 'static>(&self, make: impl Fn(World) -> Search<E>) {
        self.check_with_costs(make);
    }

    /// The same as [`check`](Self::check), with another cost type.
    ///
    /// # Panics
    ///
    /// As [`check`](Self::check).
    pub fn check_with_costs<C: Units, E>(&self, make: impl Fn(World<C>) -> Search<E>)
    where
        E: Engine<Problem = World<C>> + 'static,
    {
        let make = |world: World<C>, log: Log<Place, C>| -> Boxed<C> { Box::new(make(world).with_observer(log)) };
        self.each_case(&make, |case| Self::check_case(type_name::<E>(), case));
    }

    /// Checks that a clone of a search, made at any time, continues like the original.
    ///
    /// # Panics
    ///
    /// Panics if it does not, or if the search is changed by its clone.
    pub fn check_clone<E: Engine<Problem = World> + Clone + 'static>(&self, make: impl Fn(World) -> Search<E>) {
        let erased = |world: World, log: Log<Place, u32>| -> Boxed<u32> { Box::new(make(world).with_observer(log)) };
        self.each_case(&erased, |case| {
            case.upholds(type_name::<E>(), "a clone continues like the original", |case| {
                let begun = || {
                    let mut search = make(case.world()).with_observer(Log::default());
                    for (start, cost) in &case.plan.more_starts {
                        search.add_start(Place::numbered(*start), u32::units(*cost));
                    }
                    search
                };
                let mut whole = begun();
                let _ = whole.run();
                let expected = seen(&whole, &Log::default());
                for expansions in [0, 1, 3, u64::MAX] {
                    let mut search = begun();
                    let _ = search.run_for(astride::Budget::new().expansions(expansions));
                    let mut copy = search.clone();
                    for search in [&mut copy, &mut search] {
                        let _ = search.run();
                        let found = seen(search, &Log::default());
                        assert_eq!(found, expected, "left: after a clone at {expansions} expansions");
                    }
                }
            });
        });
    }

    /// Calls `check` with each world.
    fn each_case<C: Units>(&self, make: &Make<'_, C>, check: impl Fn(&Case<'_, C>)) {
        for seed in self.seeds.clone() {
            let mut random = Random(!seed);
            let mut draw = |end: usize| usize::try_from(random.next() % end as u64).expect("it is below a usize");
            let guesses: &[Guess] = if self.needs_consistency {
                &ADMISSIBLE[..4]
            } else {
                &GUESSES
            };
            let index = INDEXES[draw(INDEXES.len())];
            let guess = guesses[draw(guesses.len())];
            check(&Case::new(self, seed, self.plan(seed), guess, index, make));
            if seed % 16 == 15 && self.most_nodes >= MOST_NODES {
                let plan = if draw(2) == 0 {
                    Plan::hills(8, [1, 1_000, 500_000][draw(3)])
                } else {
                    Plan::wide(seed, 100)
                };
                check(&Case::new(self, seed, self.adapted(plan), guess, index, make));
            }
        }
    }

    /// Creates the plan of a world, which is small for a small seed.
    pub(crate) fn plan(&self, seed: u64) -> Plan {
        let most = self.most_nodes.min(usize::try_from(2 + seed / 4).unwrap_or(usize::MAX));
        self.adapted(Plan::random(seed, most))
    }

    /// Removes what the search cannot handle.
    fn adapted(&self, mut plan: Plan) -> Plan {
        if self.has_one_goal {
            let goal = usize::try_from(plan.draws[0] % plan.nodes as u64).expect("it is below a usize");
            plan = plan.clone().between(plan.start, goal);
        }
        if !self.has_cycles {
            plan.edges.retain(|(from, to, _)| from < to);
        }
        plan
    }

    fn check_case<C: Units>(name: &str, case: &Case<'_, C>) {
        let laws: [Law<C>; 12] = [
            ("a search ends", driving::ends),
            ("paths lead along edges", paths::paths_lead_along_edges),
            ("the promise is kept", paths::the_promise_is_kept),
            ("events and views agree", views::events_and_views_agree),
            ("pauses change nothing", driving::pauses_change_nothing),
            ("an end stays an end", driving::an_end_stays_an_end),
            ("a reset search is a new one", driving::a_reset_search_is_a_new_one),
            ("limits on nodes end a search", limits::limits_on_nodes_end_a_search),
            ("limits on memory end a search", limits::limits_on_memory_end_a_search),
            ("a reservation keeps the limit", limits::a_reservation_keeps_the_limit),
            ("panics end a search", panics::panics_end_a_search),
            ("panics keep the limits", panics::panics_keep_the_limits),
        ];
        // Panics at every call take too long in large worlds.
        let laws = if case.plan.nodes > MOST_NODES {
            &laws[..10]
        } else {
            &laws[..]
        };
        for (law, check) in laws {
            case.upholds(name, law, check);
        }
    }
}

/// The laws of best-first searches that find a cheapest path.
#[doc(hidden)]
pub const TABLE: Laws = Laws {
    stored: Stored::Parents,
    ..Laws::new(Promise::Cheapest)
};

/// All kinds of estimates.
const GUESSES: [Guess; 6] = [
    Guess::Zero,
    Guess::Perfect,
    Guess::Consistent(3),
    Guess::Consistent(1),
    Guess::Admissible,
    Guess::Wild,
];

impl<C: Units> Case<'_, C> {
    fn is_admissible(&self) -> bool {
        self.guess != Guess::Wild
    }

    /// Checks one law, and adds the case to the message if the search breaks it.
    fn upholds(&self, name: &str, law: &str, check: impl FnOnce(&Self)) {
        let Err(payload) = catch_unwind(AssertUnwindSafe(|| check(self))) else {
            return;
        };
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("a panic of the world");
        let Case {
            seed,
            plan,
            guess,
            index,
            ..
        } = self;
        let size = format!("{} nodes and {} edges", plan.nodes, plan.edges.len());
        let plan = if plan.nodes > LARGEST_SHOWN {
            size
        } else {
            format!("{plan:?}")
        };
        panic!(
            "a search breaks the law \"{law}\": {message}\n\
             search: {name} with costs of {}\n\
             to repeat: `Laws::new(…).with_seeds({seed}..{})`, with the same settings\n\
             world: {plan}; estimates: {guess:?}; nodes with an index: {index:?}",
            type_name::<C>(),
            seed + 1,
        );
    }
}

/// Checks all laws for searches that `make` creates, in many small random worlds, the same in every call.
///
/// The same as `Laws::new(promise).check(make)`. See [`Laws`] for searches with special requirements.
///
/// # Panics
///
/// Panics if the search breaks a law. The message names the law, the world and its seed.
pub fn check<E: Engine<Problem = World> + 'static>(make: impl Fn(World) -> Search<E>, promise: Promise) {
    Laws::new(promise).check(make);
}

/// Compiles and runs the code in the README along with the documentation's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
