//! [`Automaton`]: how much of a forbidden path has been followed.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hash;

use hashbrown::HashMap;

use super::ForbiddenPathsError;

/// The state in which a path is if no forbidden path has begun, or only with its first node.
pub(super) const NO_PREFIX: u32 = 0;

/// The automaton of Aho and Corasick over the nodes of a path.
///
/// A state other than [`NO_PREFIX`] is a prefix of at least two nodes of a forbidden path, but not the whole path. The
/// automaton is in the state of the longest prefix with which the path ends. A prefix of one node is no state, since
/// the path's last node says the same.
#[derive(Clone, Debug)]
pub(super) struct Automaton<N> {
    /// For each state, its last node (except for `NO_PREFIX`, which has none), and the node before that one.
    ends: Vec<Option<[N; 2]>>,
    /// For each state, the nodes that do not lead to `NO_PREFIX`. The row of `NO_PREFIX` is empty: it depends on the
    /// node.
    rows: Vec<Row<N>>,
    /// The same for `NO_PREFIX` at each node with which a forbidden path begins.
    first_rows: HashMap<N, Row<N>>,
    /// The states with this last node.
    at: HashMap<N, Vec<u32>>,
}

/// The nodes to which a path may go on, each with the next state, or `None` if the path would be forbidden.
type Row<N> = Vec<(N, Option<u32>)>;

/// A forbidden path's prefix while the automaton is being built, in the tree of all prefixes.
struct Prefix<N> {
    children: Vec<(N, usize)>,
    last: N,
    parent: usize,
    /// Whether it contains a whole forbidden path.
    is_forbidden: bool,
    /// The longest prefix of at least two nodes with which it ends, except for itself.
    fallback: Option<usize>,
}

impl<N: Clone + Eq + Hash> Automaton<N> {
    pub(super) fn new<P: AsRef<[N]>>(paths: impl IntoIterator<Item = P>) -> Result<Self, ForbiddenPathsError> {
        let (mut tree, mut roots) = (Vec::new(), HashMap::new());
        for (number, path) in paths.into_iter().enumerate() {
            add_path(&mut tree, &mut roots, number, path.as_ref())?;
        }
        let order = resolve(&mut tree, &roots);

        // Only prefixes that are not forbidden are states.
        let mut states = vec![None; tree.len()];
        let mut automaton = Automaton {
            ends: vec![None],
            rows: vec![Vec::new()],
            first_rows: HashMap::new(),
            at: HashMap::new(),
        };
        let is_state = |prefix: &Prefix<N>| prefix.parent < tree.len() && !prefix.is_forbidden;
        for prefix in order.iter().copied().filter(|prefix| is_state(&tree[*prefix])) {
            let (last, before) = (&tree[prefix].last, &tree[tree[prefix].parent].last);
            let state = u32::try_from(automaton.ends.len()).map_err(|_| ForbiddenPathsError::TooMany)?;
            states[prefix] = Some(state);
            automaton.ends.push(Some([last.clone(), before.clone()]));
            automaton.at.entry(last.clone()).or_default().push(state);
        }
        let row = |children: &[(N, usize)]| {
            children
                .iter()
                .map(|(node, child)| (node.clone(), states[*child]))
                .collect()
        };
        for (node, root) in &roots {
            automaton.first_rows.insert(node.clone(), row(&tree[*root].children));
        }
        // A fallback comes before the prefix in this order, so that its row is complete.
        for prefix in order.iter().copied().filter(|prefix| states[*prefix].is_some()) {
            let mut own: Row<N> = row(&tree[prefix].children);
            let inherited = match tree[prefix].fallback.and_then(|fallback| states[fallback]) {
                Some(state) => Some(&automaton.rows[state as usize]),
                None => automaton.first_rows.get(&tree[prefix].last),
            };
            let count = own.len();
            for entry in inherited.into_iter().flatten() {
                if !own[..count].iter().any(|(node, _)| *node == entry.0) {
                    own.push(entry.clone());
                }
            }
            automaton.rows.push(own);
        }
        Ok(automaton)
    }

    /// The number of states, including `NO_PREFIX`.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The nodes to which a path in a state may not go on, or only in another state than `NO_PREFIX`.
    #[inline]
    pub(super) fn row(&self, node: &N, state: u32) -> &[(N, Option<u32>)] {
        if state == NO_PREFIX {
            self.first_rows.get(node).map_or(&[], |row| row)
        } else {
            self.rows.get(state as usize).map_or(&[], |row| row)
        }
    }

    /// The state after an edge to a node, or `None` if this edge is forbidden, given the row of the state before.
    #[inline]
    pub(super) fn step(row: &[(N, Option<u32>)], to: &N) -> Option<u32> {
        let entry = row.iter().find(|(node, _)| node == to);
        entry.map_or(Some(NO_PREFIX), |(_, state)| *state)
    }

    /// All states in which a path may be at a node.
    #[inline]
    pub(super) fn states_at(&self, node: &N) -> impl Iterator<Item = u32> + Clone + '_ {
        let states = self.at.get(node).map_or(&[][..], |states| states);
        core::iter::once(NO_PREFIX).chain(states.iter().copied())
    }

    /// The last node of a state and the node before it, or `None` for `NO_PREFIX`.
    #[inline]
    pub(super) fn ends(&self, state: u32) -> Option<&[N; 2]> {
        self.ends.get(state as usize)?.as_ref()
    }
}

/// The parent of a first node.
const NO_PARENT: usize = usize::MAX;

/// Adds the prefixes of a forbidden path to the tree.
fn add_path<N: Clone + Eq + Hash>(
    tree: &mut Vec<Prefix<N>>,
    roots: &mut HashMap<N, usize>,
    number: usize,
    path: &[N],
) -> Result<(), ForbiddenPathsError> {
    let [first, rest @ ..] = path else {
        return Err(ForbiddenPathsError::TooShort { path: number, nodes: 0 });
    };
    if rest.len() < 2 {
        let nodes = path.len();
        return Err(ForbiddenPathsError::TooShort { path: number, nodes });
    }
    let mut prefix = *roots
        .entry(first.clone())
        .or_insert_with(|| add_prefix(tree, first, NO_PARENT));
    for node in rest {
        let parent = prefix;
        prefix = child_of(tree, parent, node).unwrap_or_else(|| {
            let child = add_prefix(tree, node, parent);
            tree[parent].children.push((node.clone(), child));
            child
        });
    }
    tree[prefix].is_forbidden = true;
    Ok(())
}

/// Adds a prefix to the tree, and returns its place.
fn add_prefix<N: Clone>(tree: &mut Vec<Prefix<N>>, last: &N, parent: usize) -> usize {
    tree.push(Prefix {
        children: Vec::new(),
        last: last.clone(),
        parent,
        is_forbidden: false,
        fallback: None,
    });
    tree.len() - 1
}

/// The prefix that is longer by a node.
fn child_of<N: Eq>(tree: &[Prefix<N>], prefix: usize, node: &N) -> Option<usize> {
    let mut children = tree[prefix].children.iter();
    children.find(|(child, _)| child == node).map(|(_, child)| *child)
}

/// Finds the fallback of each prefix, and returns all prefixes of at least two nodes, the shorter ones first.
fn resolve<N: Clone + Eq + Hash>(tree: &mut [Prefix<N>], roots: &HashMap<N, usize>) -> Vec<usize> {
    // In the order of the tree, and not in that of the hash table, so that states have the same numbers in each run.
    let has_two_nodes = |prefix: &usize| {
        tree.get(tree[*prefix].parent)
            .is_some_and(|first| first.parent == NO_PARENT)
    };
    let mut order: Vec<usize> = (0..tree.len()).filter(has_two_nodes).collect();
    let mut next = 0;
    while let Some(prefix) = order.get(next).copied() {
        next += 1;
        order.extend(tree[prefix].children.iter().map(|(_, child)| *child));
        let (node, parent) = (tree[prefix].last.clone(), tree[prefix].parent);
        tree[prefix].is_forbidden |= tree[parent].is_forbidden;
        // Prefixes of two nodes have no shorter one of two nodes.
        if tree[parent].parent == NO_PARENT {
            continue;
        }
        let mut from = tree[parent].fallback;
        let fallback = loop {
            match from {
                Some(shorter) => match child_of(tree, shorter, &node) {
                    Some(child) => break Some(child),
                    None => from = tree[shorter].fallback,
                },
                // The last two nodes.
                None => {
                    break roots
                        .get(&tree[parent].last)
                        .and_then(|root| child_of(tree, *root, &node));
                }
            }
        };
        tree[prefix].fallback = fallback;
        tree[prefix].is_forbidden |= fallback.is_some_and(|fallback| tree[fallback].is_forbidden);
    }
    order
}
