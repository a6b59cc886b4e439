//! [`Shortcuts`]: which nodes the shortcuts of a hierarchy lead over.

use alloc::vec::Vec;

use super::{NONE, down, ends, find, up};
use astride::graphs::{CsrError, CsrGraph};

/// Which nodes the shortcuts lead over, in an order in which a path that is unpacked reads memory from front to back.
///
/// A shortcut of at most [`SHORT`] edges has the list of its nodes. Any other has its middle and its two parts, and
/// what these stand for follows it, depth first, unless a shortcut before has it already.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Shortcuts {
    /// For each edge where its shortcut begins among the words, or `NONE` if it is an edge of the graph.
    entries: Vec<u32>,
    /// Either [`LIST`] and the number of nodes, and the nodes; or a node and the entries of the parts before it and
    /// after it.
    words: Vec<u32>,
}

/// A shortcut of so many edges or fewer has a list of its nodes.
const SHORT: u8 = 16;

/// The flag that tells a list from a node: there are less than 2³⁰ nodes.
const LIST: u32 = 1 << 31;

/// What an edge stands for.
#[derive(Clone, Copy)]
struct Whole {
    /// The numbers of the edges to the middle and from it, for a shortcut.
    parts: Option<[u32; 2]>,
    /// How many edges of the graph it stands for: at most one more than `SHORT`.
    length: u8,
}

impl Shortcuts {
    /// The shortcuts of a hierarchy, given the rank of the middle for each edge, and each node by its rank. Each middle
    /// is lower than the ends of the edge, and there are edges from it to both.
    pub(super) fn new<C>(edges: &CsrGraph<C>, middles: &[u32], nodes: &[u32]) -> Result<Self, CsrError> {
        let out_of_memory = |_| CsrError::OutOfMemory {
            nodes: nodes.len(),
            edges: middles.len(),
        };
        let (mut wholes, mut entries): (Vec<Whole>, _) = (Vec::new(), Vec::new());
        wholes.try_reserve_exact(middles.len()).map_err(out_of_memory)?;
        entries.try_reserve_exact(middles.len()).map_err(out_of_memory)?;
        entries.resize(middles.len(), NONE);
        for row in edges.nodes() {
            for (number, (end, _)) in edges.edge_numbers(row).zip(edges.edges(row)) {
                let parts = parts(edges, ends(row, *end), middles[number]);
                let length = parts.map_or(1, |parts| {
                    // Their rows come before this one.
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
                words.try_reserve(3.max(usize::from(SHORT))).map_err(out_of_memory)?;
                if length > SHORT {
                    words.extend([node(edge), first, second]);
                    waiting.try_reserve(2).map_err(out_of_memory)?;
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

    /// Adds to a path what edges stand for, given each edge with the node where it ends. If the path would get longer
    /// than `most`, only these nodes are added.
    pub(super) fn unpack(&self, edges: &[(u32, u32)], most: usize, path: &mut Vec<u32>) {
        let before = path.len();
        path.reserve(edges.len() * usize::from(SHORT));
        // The first word of each entry is read long before the others, so that the memory is there by then.
        let begin = |entry: u32, end: u32| (self.words.get(entry as usize).copied().unwrap_or(LIST), entry, end);
        let entry = |edge: u32| self.entries.get(edge as usize).copied().unwrap_or(NONE);
        let mut waiting: Vec<_> = edges
            .iter()
            .rev()
            .map(|(edge, end)| begin(entry(*edge), *end))
            .collect();
        while let Some((mut word, mut entry, mut end)) = waiting.pop() {
            // The first parts of first parts.
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

    /// The node that a shortcut leads over, if it is one: of its nodes the one with the highest rank.
    #[cfg(feature = "std")]
    pub(super) fn middle(&self, edge: usize, ranks: &[u32]) -> Option<u32> {
        let [word, nodes @ ..] = self.words.get(*self.entries.get(edge)? as usize..)? else {
            return None;
        };
        if word & LIST == 0 {
            return Some(*word);
        }
        let nodes = nodes.get(..(word & !LIST) as usize)?;
        nodes.iter().copied().max_by_key(|node| ranks[*node as usize])
    }
}

/// Adds the nodes between the ends of an edge that is no longer than `SHORT`.
fn list(wholes: &[Whole], edge: u32, middle: &impl Fn(u32) -> u32, nodes: &mut Vec<u32>) {
    if let Some([first, second]) = wholes[edge as usize].parts {
        list(wholes, first, middle, nodes);
        nodes.push(middle(edge));
        list(wholes, second, middle, nodes);
    }
}

/// The numbers of the edges from one end of a shortcut to its middle and from there to the other end.
pub(super) fn parts<C>(edges: &CsrGraph<C>, (from, to): (u32, u32), middle: u32) -> Option<[u32; 2]> {
    let part = |row, end| u32::try_from(find(edges, row, end)?).ok();
    Some([part(down(middle), from)?, part(up(middle), to)?])
}
