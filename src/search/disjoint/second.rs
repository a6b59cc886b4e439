//! [`TwoSided`]: the nodes of the second search, of which those on the first path have two sides.

use crate::Graph;

/// A node. One that only one of two paths may use, and the first path does, has two sides: whoever comes from elsewhere
/// can only go back along the first path, and whoever comes back along it can go anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sided<N> {
    pub(super) node: N,
    /// Whether it is the side that one comes back to.
    pub(super) is_far: bool,
}

impl<N> Sided<N> {
    pub(super) const fn near(node: N) -> Self {
        Sided { node, is_far: false }
    }
}

/// A graph whose nodes have two sides. All its edges lead to near sides.
pub(super) struct TwoSided<'a, G>(pub(super) &'a G);

impl<G: Graph> Graph for TwoSided<'_, G> {
    type Node = Sided<G::Node>;
    type Cost = G::Cost;

    fn successors(&self, from: &Sided<G::Node>) -> impl Iterator<Item = (Sided<G::Node>, G::Cost)> {
        let successors = self.0.successors(&from.node);
        successors.map(|(node, edge)| (Sided::near(node), edge))
    }

    // Far sides are few, and hashed.
    #[inline]
    fn index(&self, node: &Sided<G::Node>) -> Option<usize> {
        if node.is_far { None } else { self.0.index(&node.node) }
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Sided<G::Node>> {
        self.0.node_at(index).map(Sided::near)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.0.index_bound()
    }
}
