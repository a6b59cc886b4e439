//! [`Index`]: which nodes of a world have an index.

/// Which nodes have an index, and whether the graph knows the nodes by their indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Index {
    Never,
    Always,
    Sometimes,
    AlwaysWithNodes,
    SometimesWithNodes,
}

pub(crate) const INDEXES: [Index; 5] = [
    Index::Never,
    Index::Always,
    Index::Sometimes,
    Index::AlwaysWithNodes,
    Index::SometimesWithNodes,
];

impl Index {
    /// The index of one of so many nodes.
    pub(crate) fn of(self, node: usize, nodes: usize) -> Option<usize> {
        match self {
            Index::Never => None,
            // Backwards, so that nothing works that takes a node for its index.
            Index::Always | Index::AlwaysWithNodes => Some(nodes - 1 - node),
            Index::Sometimes | Index::SometimesWithNodes => (node % 3 != 1).then_some(node / 3 * 2 + node % 3 / 2),
        }
    }

    pub(crate) fn node_at(self, index: usize, nodes: usize) -> Option<usize> {
        match self {
            Index::Never | Index::Always | Index::Sometimes => None,
            Index::AlwaysWithNodes => Some(nodes - 1 - index),
            Index::SometimesWithNodes => Some(index / 2 * 3 + index % 2 * 2),
        }
    }
}
