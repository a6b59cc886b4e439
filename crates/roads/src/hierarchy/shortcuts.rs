//! [`Shortcuts`]: the nodes that the shortcuts of a hierarchy bypass.

use alloc::vec::Vec;

use super::{NONE, down, ends, find, up};
use astride::engine::{filled, with_capacity};
use astride::graphs::{CsrError, CsrGraph};

/// The nodes that the shortcuts bypass, ordered such that unpacking a path reads memory from front to back.
///
/// A shortcut of at most [`SHORT`] edges has the list of its nodes. Any other has its middle and its two parts, whose
/// entries follow it in depth-first order, unless an earlier shortcut already has them.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Shortcuts {
    /// For each edge, the position in `words` where its shortcut begins, or `NONE` if it is an edge of the graph.
    entries: Vec<u32>,
    /// Either [`LIST`] combined with the number of nodes, and then the nodes; or a node, and then the entries of the
    /// parts before and after it.
    words: Vec<u32>,
}

/// A shortcut of at most this many edges has a list of its nodes.
const SHORT: u8 = 16;

/// The flag that distinguishes a list from a node. There are fewer than 2³⁰ nodes.
const LIST: u32 = 1 << 31;

/// The parts and the length of an edge.
#[derive(Clone, Copy)]
struct Whole {
    /// For a shortcut, the numbers of the edges to its middle and from it.
    parts: Option<[u32; 2]>,
    /// The number of edges of the graph that it stands for, capped at `SHORT` + 1.
    length: u8,
}

impl Shortcuts {
    /// Creates the shortcuts of a hierarchy, given the rank of the middle of each edge, and the nodes by rank. Each
    /// middle is lower than the ends of its edge, and edges lead up from it to both.
    pub(super) fn new<C>(edges: &CsrGraph<C>, middles: &[u32], nodes: &[u32]) -> Result<Self, CsrError> {
        let out_of_memory = || CsrError::OutOfMemory {
            nodes: nodes.len(),
            edges: middles.len(),
        };
        let mut wholes = with_capacity::<Whole>(middles.len()).ok_or_else(out_of_memory)?;
        let mut entries = filled(NONE, middles.len()).ok_or_else(out_of_memory)?;
        for row in edges.nodes() {
            for (number, (end, _)) in edges.edge_numbers(row).zip(edges.edges(row)) {
                let parts = parts(edges, ends(row, *end), middles[number]);
                let length = parts.map_or(1, |parts| {
                    // The rows of both parts come before this one.
                    let [first, second] = parts.map(|part| wholes.get(part as usize).map_or(1, |part| part.length));
                    first.saturating_add(second).min(SHORT + 1)
                });
                wholes.push(Whole { parts, length });
            }
        }

        let (mut words, mut waiting) = (Vec::new(), Vec::new());
        for top in (0..u32::try_from(middles.len()).unwrap_or(u32::MAX)).rev() {
            waiting.push(top);
            while let Some(edge) = waiting.pop() {
                let Whole {
                    parts: Some([first, second]),
                    length,
                } = wholes[edge as usize]
                else {
                    continue;
                };
                if entries[edge as usize] != NONE {
                    continue;
                }
                let entry = u32::try_from(words.len()).ok().filter(|entry| *entry < NONE - 3);
                entries[edge as usize] = entry.ok_or(CsrError::TooManyEdges)?;
                let node = |edge: u32| nodes[middles[edge as usize] as usize];
                words
                    .try_reserve(3.max(usize::from(SHORT)))
                    .map_err(|_| out_of_memory())?;
                if length > SHORT {
                    words.extend([node(edge), first, second]);
                    waiting.try_reserve(2).map_err(|_| out_of_memory())?;
                    waiting.extend([second, first]);
                } else {
                    words.push(LIST | u32::from(length - 1));
                    list(&wholes, edge, &node, &mut words);
                }
            }
        }
        let mut rest = &mut words[..];
        while let [word, others @ ..] = rest {
            let length = if *word & LIST == 0 { 2 } else { (*word & !LIST) as usize };
            let (own, after) = others.split_at_mut(length);
            if *word & LIST == 0 {
                for part in own {
                    *part = entries[*part as usize];
                }
            }
            rest = after;
        }
        Ok(Shortcuts { entries, words })
    }

    /// The number of shortcuts.
    pub(super) fn count(&self) -> usize {
        self.entries.iter().filter(|entry| **entry != NONE).count()
    }

    /// Unpacks edges, each given with the node where it ends, and appends the nodes to a path. If the path would become
    /// longer than `most`, only the given nodes are appended.
    pub(super) fn unpack(&self, edges: &[(u32, u32)], most: usize, path: &mut Vec<u32>) {
        let before = path.len();
        path.reserve(edges.len() * usize::from(SHORT));
        // The first word of each entry is read long before the others, so that they are in the cache by then.
        let begin = |entry: u32, end: u32| (self.words.get(entry as usize).copied().unwrap_or(LIST), entry, end);
        let entry = |edge: u32| self.entries.get(edge as usize).copied().unwrap_or(NONE);
        let mut waiting: Vec<_> = edges
            .iter()
            .rev()
            .map(|(edge, end)| begin(entry(*edge), *end))
            .collect();
        while let Some((mut word, mut entry, mut end)) = waiting.pop() {
            // Descends to the first part of each first part.
            while word & LIST == 0
                && let Some([_, first, second, ..]) = self.words.get(entry as usize..)
            {
                waiting.push(begin(*second, end));
                (word, entry, end) = begin(*first, word);
            }
            if let Some([_, nodes @ ..]) = self.words.get(entry as usize..) {
                path.extend_from_slice(nodes.get(..(word & !LIST) as usize).unwrap_or_default());
            }
            path.push(end);
            if path.len() > most {
                path.truncate(before);
                path.extend(edges.iter().map(|(_, end)| *end));
                return;
            }
        }
    }

    /// The rank of the middle of an edge if it is a shortcut: the highest rank of its nodes.
    #[cfg(feature = "std")]
    pub(super) fn middle(&self, edge: usize, ranks: &[u32]) -> Option<u32> {
        let [word, nodes @ ..] = self.words.get(*self.entries.get(edge)? as usize..)? else {
            return None;
        };
        let rank = |node: &u32| ranks[*node as usize];
        if word & LIST == 0 {
            return Some(rank(word));
        }
        nodes.get(..(word & !LIST) as usize)?.iter().map(rank).max()
    }
}

/// Appends the nodes between the ends of an edge with a length of at most `SHORT`.
fn list(wholes: &[Whole], edge: u32, middle: &impl Fn(u32) -> u32, nodes: &mut Vec<u32>) {
    if let Some([first, second]) = wholes[edge as usize].parts {
        list(wholes, first, middle, nodes);
        nodes.push(middle(edge));
        list(wholes, second, middle, nodes);
    }
}

/// The numbers of the edges from one end of a shortcut to its middle, and from there to the other end.
pub(super) fn parts<C>(edges: &CsrGraph<C>, (from, to): (u32, u32), middle: u32) -> Option<[u32; 2]> {
    let part = |row, end| u32::try_from(find(edges, row, end)?).ok();
    Some([part(down(middle), from)?, part(up(middle), to)?])
}
