//! [`SightCheck`]: when an any-angle search looks along a line.

use core::fmt::Debug;

use self::sealed::{Way, WayByEdge};
use crate::Cost;

/// When an [`AnyAngleSearch`](super::AnyAngleSearch) looks along a line: what [`ThetaStar`](crate::ThetaStar) and
/// [`LazyThetaStar`](crate::LazyThetaStar) differ in.
///
/// The trait is sealed.
pub trait SightCheck: sealed::Kind + Clone + Debug {}

/// For each better way to a node, when that is found: what [`ThetaStar`](crate::ThetaStar) does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnGeneration;

/// Once for each node, when it is expanded, the line being taken on trust until then: what
/// [`LazyThetaStar`](crate::LazyThetaStar) does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnExpansion;

impl SightCheck for OnGeneration {}
impl SightCheck for OnExpansion {}

pub(super) mod sealed {
    use super::{Cost, Debug};

    pub trait Kind {
        /// Whether a line is taken on trust when a node is generated.
        const ON_EXPANSION: bool;

        /// What is stored of a node to fall back on.
        type ByEdge<C: Cost>: WayByEdge<C> + Clone + Debug;
    }

    /// A way to a node: over which stored one, and what it costs.
    #[derive(Clone, Copy, Debug)]
    pub struct Way<C> {
        pub(in crate::search) cost: C,
        /// `None` for a start.
        pub(in crate::search) parent: Option<u32>,
    }

    /// The best way to a node along an edge so far.
    pub trait WayByEdge<C> {
        fn new(way: Way<C>) -> Self;

        /// Another way along an edge has been found.
        fn offer(&mut self, way: Way<C>);

        /// The best one, where they are kept.
        fn get(&self) -> Option<Way<C>>;
    }
}

impl sealed::Kind for OnGeneration {
    const ON_EXPANSION: bool = false;
    type ByEdge<C: Cost> = ();
}

impl sealed::Kind for OnExpansion {
    const ON_EXPANSION: bool = true;
    type ByEdge<C: Cost> = Way<C>;
}

/// Keeps nothing: no line is taken on trust.
impl<C> WayByEdge<C> for () {
    #[inline]
    fn new(_: Way<C>) {}

    #[inline]
    fn offer(&mut self, _: Way<C>) {}

    #[inline]
    fn get(&self) -> Option<Way<C>> {
        None
    }
}

impl<C: Cost> WayByEdge<C> for Way<C> {
    #[inline]
    fn new(way: Way<C>) -> Self {
        way
    }

    #[inline]
    fn offer(&mut self, way: Way<C>) {
        if way.cost.is_less(&self.cost) {
            *self = way;
        }
    }

    #[inline]
    fn get(&self) -> Option<Way<C>> {
        Some(*self)
    }
}
