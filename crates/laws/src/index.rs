//! [`Index`]: the choice of nodes of a world that have an index.

/// The nodes that have an index, and whether the graph can return a node from its index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Index {
    /// No node has an index, so that all are hashed.
    Never,
    /// Every node has an index.
    Always,
    /// Two of three nodes have an index.
    Sometimes,
    /// Every node has an index, from which the graph returns it.
    AlwaysWithNodes,
    /// Two of three nodes have an index, from which the graph returns them.
    SometimesWithNodes,
}

/// All choices.
pub const INDEXES: [Index; 5] = [
    Index::Never,
    Index::Always,
    Index::Sometimes,
    Index::AlwaysWithNodes,
    Index::SometimesWithNodes,
];

impl Index {
    /// Returns the index of one of `nodes` nodes.
    pub fn of(self, node: usize, nodes: usize) -> Option<usize> {
        match self {
            Index::Never => None,
            // Backwards, so that code that confuses a node with its index fails.
            Index::Always | Index::AlwaysWithNodes => Some(nodes - 1 - node),
            Index::Sometimes | Index::SometimesWithNodes => (node % 3 != 1).then_some(node / 3 * 2 + node % 3 / 2),
        }
    }

    /// Returns the node with an index below the number of indices of `nodes` nodes.
    pub fn node_at(self, index: usize, nodes: usize) -> Option<usize> {
        match self {
            Index::Never | Index::Always | Index::Sometimes => None,
            Index::AlwaysWithNodes => Some(nodes - 1 - index),
            Index::SometimesWithNodes => Some(index / 2 * 3 + index % 2 * 2),
        }
    }
}
