//! [`Case`]: a search of one world, for which the laws are checked.

use std::time::Duration;

use astride::engine::Engine;
use astride::search::Search;
use astride::{Path, Pathfinder, SearchNode, Stats, Status};

use crate::{Event, Far, Guess, Index, Laws, Log, Numbered, Place, Plan, Units, World};

/// A search that is being checked. The laws are compiled once for all searches.
pub(crate) trait Subject<C>: Pathfinder<Node = Place, Cost = C> {
    fn reset(&mut self, world: World<C>);

    fn with_capacity(self: Box<Self>, nodes: usize) -> Box<dyn Subject<C>>;
}

impl<C: Units, E: Engine<Problem = World<C>> + 'static> Subject<C> for Search<E, Log<Place, C>> {
    fn reset(&mut self, world: World<C>) {
        Search::reset(self, world);
    }

    fn with_capacity(self: Box<Self>, nodes: usize) -> Box<dyn Subject<C>> {
        Box::new(Search::with_capacity(*self, nodes))
    }
}

pub(crate) type Boxed<C> = Box<dyn Subject<C>>;

/// Creates a search.
pub(crate) type Make<'a, C> = dyn Fn(World<C>, Log<Place, C>) -> Boxed<C> + 'a;

/// A search and a world. Everything random depends on the seed.
pub(crate) struct Case<'a, C> {
    pub(crate) laws: &'a Laws,
    pub(crate) seed: u64,
    pub(crate) plan: Plan,
    pub(crate) guess: Guess,
    pub(crate) index: Index,
    pub(crate) world: World<C>,
    make: &'a Make<'a, C>,
}

impl<'a, C: Units> Case<'a, C> {
    pub(crate) fn new(
        laws: &'a Laws,
        seed: u64,
        plan: Plan,
        guess: Guess,
        index: Index,
        make: &'a Make<'a, C>,
    ) -> Self {
        Case {
            laws,
            seed,
            world: world_of(&plan, guess, index),
            plan,
            guess,
            index,
            make,
        }
    }

    pub(crate) fn world(&self) -> World<C> {
        self.world.clone()
    }

    /// Creates a search that has not begun.
    pub(crate) fn fresh(&self, log: &Log<Place, C>) -> Boxed<C> {
        (self.make)(self.world(), log.clone())
    }

    /// Creates a search to which the further starts of the plan have been added.
    pub(crate) fn begun(&self, log: &Log<Place, C>) -> Boxed<C> {
        let mut search = self.fresh(log);
        self.add_starts(search.as_mut());
        search
    }

    /// Adds the further starts of the plan.
    pub(crate) fn add_starts(&self, search: &mut dyn Subject<C>) {
        for (start, units) in &self.plan.more_starts {
            search.add_start(Place::numbered(*start), C::units(*units));
        }
    }

    /// Returns a search after one uninterrupted run.
    pub(crate) fn whole(&self) -> Boxed<C> {
        let mut search = self.begun(&Log::default());
        assert_ne!(search.run(), Status::Running, "a run has not ended");
        search
    }

    /// Returns a new search driven to its end by `drive`, as seen from outside.
    pub(crate) fn driven(&self, drive: impl FnOnce(&mut dyn Subject<C>)) -> Seen<C> {
        let log = Log::default();
        let mut search = self.begun(&log);
        drive(search.as_mut());
        seen(search.as_ref(), &log)
    }
}

/// Creates the world of a plan, with the same kind of estimates in all directions.
pub(crate) fn world_of<C: Units>(plan: &Plan, guess: Guess, index: Index) -> World<C> {
    let has_one_goal = plan.goals.iter().filter(|is_goal| **is_goal).count() == 1;
    let row = |row: Vec<Far>| row.into_iter().map(C::far).collect();
    World {
        pairs: if guess == Guess::Perfect && has_one_goal {
            plan.all_pairs().into_iter().map(row).collect()
        } else {
            Vec::new()
        },
        ..World::with_guesses(plan, [guess; 2], index)
    }
}

/// Everything about a search that is visible from outside, except bytes, which depend on the random hasher, and time.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen<C> {
    status: Status,
    stats: Stats,
    path: Option<Path<Place, C>>,
    best_effort: Option<Path<Place, C>>,
    current: Option<Place>,
    open: Vec<SearchNode<Place, C>>,
    closed: Vec<SearchNode<Place, C>>,
    pub(crate) events: Vec<Event<Place, C>>,
}

impl<C: Units> Seen<C> {
    /// Returns the result and the number of expansions.
    pub(crate) fn result(&self) -> (&Status, &Option<Path<Place, C>>, u64) {
        (&self.status, &self.path, self.stats.expanded)
    }
}

pub(crate) fn seen<C: Units>(
    search: &(impl Pathfinder<Node = Place, Cost = C> + ?Sized),
    log: &Log<Place, C>,
) -> Seen<C> {
    let sorted = |nodes: Box<dyn Iterator<Item = SearchNode<Place, C>> + '_>| {
        let mut nodes: Vec<_> = nodes.collect();
        nodes.sort_by(|one, other| {
            let key = |view: &SearchNode<Place, C>| (view.node, view.is_backward, view.parent);
            key(one).cmp(&key(other)).then_with(|| one.g.order(&other.g))
        });
        nodes
    };
    let mut stats = search.stats();
    (stats.bytes, stats.elapsed) = (0, Duration::ZERO);
    Seen {
        status: search.status(),
        stats,
        path: search.path(),
        best_effort: search.best_effort_path(),
        current: search.current(),
        open: sorted(search.open_nodes()),
        closed: sorted(search.closed_nodes()),
        events: log.events().clone(),
    }
}

/// Returns the numbers of the nodes of a path.
pub(crate) fn numbers<C>(path: &Path<Place, C>) -> Vec<usize> {
    path.nodes.iter().map(Numbered::number).collect()
}
