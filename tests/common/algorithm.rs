//! The searches of the list in `astride-laws` that start along edges and find one path, as values of one type.

use astride::engine::Engine;
use astride::open::TieBreaking;
use astride::search::Search;
use astride::{Observer, Pathfinder};
use astride_laws::Log;

use super::effort::progress;
use super::evaluations::all_searches;
use super::world::{Units, World};

pub(crate) const TIES: [TieBreaking; 4] = [
    TieBreaking::LargerCost,
    TieBreaking::FirstIn,
    TieBreaking::LastIn,
    TieBreaking::Any,
];

/// Defines [`Algorithm`] from the rows, except those of other families.
macro_rules! define {
    (@ [$($best_first:ident)*] [$($depth_first:ident)*] [$($deepening:ident)*] [$($informed:ident)*]) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) enum Algorithm {
            $($best_first,)*
            $($depth_first,)*
            $($deepening,)*
        }

        /// All except iterative deepening.
        pub(crate) const ALL: [Algorithm; [$(Algorithm::$best_first,)* $(Algorithm::$depth_first,)*].len()] =
            [$(Algorithm::$best_first,)* $(Algorithm::$depth_first,)*];

        const DEPTH_FIRST: &[Algorithm] = &[$(Algorithm::$depth_first),*];

        /// The algorithms that search a node again for each path to it: on graphs that are not small, they would never
        /// end.
        pub(crate) const DEEPENING: [Algorithm; [$(Algorithm::$deepening),*].len()] = [$(Algorithm::$deepening),*];

        const INFORMED: &[Algorithm] = &[$(Algorithm::$informed),*];
    };
    (@ $best_first:tt $depth_first:tt $deepening:tt $informed:tt
        $name:ident: special $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ $best_first $depth_first $deepening $informed $($rest)* }
    };
    (@ $best_first:tt $depth_first:tt $deepening:tt $informed:tt
        $name:ident: backward $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ $best_first $depth_first $deepening $informed $($rest)* }
    };
    (@ $best_first:tt $depth_first:tt $deepening:tt [$($informed:ident)*]
        $name:ident: $family:ident informed($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ $best_first $depth_first $deepening [$($informed)* $name]
            $name: $family uninformed($($laws)*) $make; $($rest)* }
    };
    (@ [$($names:ident)*] $depth_first:tt $deepening:tt $informed:tt
        $name:ident: best_first uninformed($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ [$($names)* $name] $depth_first $deepening $informed $($rest)* }
    };
    (@ $best_first:tt [$($names:ident)*] $deepening:tt $informed:tt
        $name:ident: depth_first uninformed($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ $best_first [$($names)* $name] $deepening $informed $($rest)* }
    };
    (@ $best_first:tt $depth_first:tt [$($names:ident)*] $informed:tt
        $name:ident: deepening uninformed($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ $best_first $depth_first [$($names)* $name] $informed $($rest)* }
    };
}

all_searches! { define @ [] [] [] [] }

/// Creates a search of a problem and evaluates an expression with it, regardless of its type: `with_search!(algorithm,
/// problem, search => search.run())`.
macro_rules! with_search {
    ($algorithm:expr, $problem:expr, $search:ident => $then:expr) => {{
        use $crate::common::algorithm::search_of_rows;
        let (algorithm, problem) = ($algorithm, $problem);
        $crate::common::evaluations::all_searches! {
            search_of_rows @ [algorithm, problem, $search => $then]
        }
    }};
}
pub(crate) use with_search;

/// Continues [`with_search`] with the rows.
macro_rules! search_of_rows {
    (@ [$($given:tt)*]) => {
        unreachable!()
    };
    (@ [$($given:tt)*] $name:ident: backward $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        $crate::common::algorithm::search_of_rows! { @ [$($given)*] $($rest)* }
    };
    (@ [$($given:tt)*] $name:ident: special $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        $crate::common::algorithm::search_of_rows! { @ [$($given)*] $($rest)* }
    };
    (@ [$algorithm:ident, $problem:ident, $search:ident => $then:expr]
        $name:ident: $family:ident $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        if $algorithm == $crate::common::algorithm::Algorithm::$name {
            let $search = ($make)($problem);
            $then
        } else {
            $crate::common::algorithm::search_of_rows! { @ [$algorithm, $problem, $search => $then] $($rest)* }
        }
    };
}
pub(crate) use search_of_rows;

/// A search of a world with any algorithm.
pub(crate) type Boxed<C> = Box<dyn Pathfinder<Node = usize, Cost = C>>;

/// The same, borrowed.
pub(crate) type Lent<'a, C> = &'a mut dyn Pathfinder<Node = usize, Cost = C>;

impl Algorithm {
    pub(crate) fn is_depth_first(self) -> bool {
        DEPTH_FIRST.contains(&self)
    }

    pub(crate) fn is_deepening(self) -> bool {
        DEEPENING.contains(&self)
    }

    pub(crate) fn has_estimates(self) -> bool {
        INFORMED.contains(&self)
    }

    /// Returns the maximum number of edges on a path.
    pub(crate) fn depth_limit(self) -> Option<u32> {
        match self {
            Algorithm::DfsLimited | Algorithm::IdDfsLimited => Some(3),
            Algorithm::DfsLimitedFar => Some(100),
            _ => None,
        }
    }

    /// Returns a search of the world that writes its events to the log.
    pub(crate) fn search<C: Units>(self, world: World<C>, log: &Log<usize, C>) -> Boxed<C> {
        progress("searches of random and other graphs");
        with_search!(self, world, search => Box::new(search.with_observer(log.clone())))
    }

    /// Uses one search for several worlds, and passes it to a closure each time after it has been created or reset.
    pub(crate) fn in_turn<C: Units>(
        self,
        worlds: impl IntoIterator<Item = World<C>>,
        log: &Log<usize, C>,
        show: impl FnMut(Lent<'_, C>),
    ) {
        let mut worlds = worlds.into_iter();
        let first = worlds.next().unwrap();
        with_search!(self, first, search => in_turn(search.with_observer(log.clone()), worlds, show));
    }
}

fn in_turn<C: Units, E: Engine<Problem = World<C>>, W: Observer<usize, C>>(
    mut search: Search<E, W>,
    worlds: impl Iterator<Item = World<C>>,
    mut show: impl FnMut(Lent<'_, C>),
) {
    show(&mut search);
    for world in worlds {
        search.reset(world);
        show(&mut search);
    }
}
