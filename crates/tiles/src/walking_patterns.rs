//! [`Patterns`]: the numbers of tiles from each goal line in each line of a board, ranked without gaps, with their
//! distances.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use astride::engine::{Refusal, filled};
use astride::npuzzle::Shape;

/// The properties of the goal on which [`Patterns`] depend, so that rows and columns with equal properties can share
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// The number of lines, which are rows or columns.
    pub(super) count: usize,
    /// The number of cells in a line.
    pub(super) length: usize,
    /// The line of the goal's blank.
    pub(super) goal_blank: usize,
}

/// The codes of all lines of a board: see [`Codes::tile`].
pub(super) type LineCodes = [u32; Shape::LONGEST];

/// Encodes the *content* of a line: the number of tiles from each goal line, and whether it contains the blank.
///
/// A code is the sum of the codes of its tiles. It has a bit field for each goal line, wide enough for a full line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codes {
    lines: u32,
    width: u32,
}

impl Codes {
    fn new(lines: Lines) -> Option<Self> {
        let codes = Self {
            lines: u32::try_from(lines.count).ok()?,
            width: usize::BITS - lines.length.leading_zeros(),
        };
        // Boards that would need more bits have too many patterns for the tables: 4 lines of 16 cells (20 bits) have
        // 674,274,128 patterns, 6 lines of 4 (18 bits) and 5 of 8 (20 bits) have billions, and 9 of 2 (18 bits) even
        // more. More or longer lines only add patterns.
        (codes.lines * codes.width < 18).then_some(codes)
    }

    /// The code of a tile with this goal line.
    pub(super) fn tile(self, goal_line: usize) -> u32 {
        let goal_line = u32::try_from(goal_line).unwrap_or(self.lines);
        1 << (goal_line.min(self.lines) * self.width)
    }

    /// The code of the blank.
    pub(super) fn blank(self) -> u32 {
        1 << (self.lines * self.width)
    }

    /// A number greater than every code.
    fn end(self) -> usize {
        2 << (self.lines * self.width)
    }

    fn count(self, code: u32, goal_line: u32) -> u32 {
        code >> (goal_line * self.width) & ((1 << self.width) - 1)
    }

    /// Whether no count in `content` is larger than in `left`.
    fn fits(self, content: u32, left: u32) -> bool {
        (0..self.lines).all(|line| self.count(content, line) <= self.count(left, line))
    }

    /// Appends to `all` the sum of `code` and each content of `length` tiles.
    fn contents(self, length: usize, from_line: u32, code: u32, all: &mut Vec<u32>) {
        if length == 0 {
            all.push(code);
            return;
        }
        for line in from_line..self.lines {
            self.contents(length - 1, line, code + (1 << (line * self.width)), all);
        }
    }
}

/// The patterns of a board's rows, or of its columns: the number of tiles from each goal line in each line, and the
/// line of the blank. Each pattern has a rank, starting at 0 without gaps, and a distance from the goal's pattern.
///
/// # Ranks
///
/// A node is the number of tiles from each goal line that are left for the lines below. The content of a line leads
/// from one node to the next, and a pattern is a path through these nodes. Its rank is the number of paths before it,
/// which is the sum of an offset for each line. Two neighbouring lines that exchange a tile still lead to the same
/// node, so a move changes only two offsets.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    lines: Lines,
    codes: Codes,
    /// The number of the content with each code, or `NO_CONTENT` if there is none.
    numbers: Box<[u16]>,
    /// The number of contents, which is the number of edges of a node.
    contents: usize,
    /// The edges by node and content.
    edges: Box<[Edge]>,
    /// The distances by rank.
    distances: Box<[u8]>,
}

const NO_CONTENT: u16 = u16::MAX;

/// An edge from a node, for the content of a line.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    next: u32,
    /// The number of earlier patterns with the same lines above.
    offset: u32,
}

impl Patterns {
    /// The maximum size of the tables in bytes.
    pub(super) const MOST_BYTES: usize = 128 << 20;

    /// The distance of a pattern that has not been reached. No pattern is that far from the goal.
    const UNREACHED: u8 = u8::MAX;

    pub(super) fn new(lines: Lines) -> Result<Self, Refusal> {
        let codes = Codes::new(lines).ok_or(Refusal::MemoryLimit)?;
        let mut contents = Vec::new();
        codes.contents(lines.length, 0, 0, &mut contents);
        codes.contents(lines.length - 1, 0, codes.blank(), &mut contents);
        let mut numbers = filled(NO_CONTENT, codes.end()).ok_or(Refusal::OutOfMemory)?;
        for (number, code) in (0..).zip(&contents) {
            numbers[*code as usize] = number;
        }
        let (edges, patterns) = edges(lines, codes, &contents)?;
        let distances = filled(Self::UNREACHED, patterns).ok_or(Refusal::OutOfMemory)?;
        let mut patterns = Self {
            lines,
            codes,
            numbers: numbers.into_boxed_slice(),
            contents: contents.len(),
            edges,
            distances: distances.into_boxed_slice(),
        };
        patterns.measure(&contents)?;
        Ok(patterns)
    }

    pub(super) fn lines(&self) -> Lines {
        self.lines
    }

    pub(super) fn codes(&self) -> Codes {
        self.codes
    }

    /// The number of patterns.
    pub(super) fn len(&self) -> usize {
        self.distances.len()
    }

    /// The distance of the pattern whose lines have these codes. (It has no meaning for codes without a pattern.)
    #[inline]
    pub(super) fn distance(&self, codes: &LineCodes) -> u32 {
        let mut node = 0;
        let mut rank = 0;
        // The last line contains the tiles that the others have left.
        for code in codes.iter().take(self.lines.count - 1) {
            let content = self.numbers.get(*code as usize).copied().unwrap_or_default();
            let edge = self.edge(node, content);
            node = edge.next;
            rank += edge.offset as usize;
        }
        self.distances.get(rank).map_or(0, |distance| u32::from(*distance))
    }

    #[inline]
    fn edge(&self, node: u32, content: u16) -> Edge {
        let index = node as usize * self.contents + usize::from(content);
        self.edges.get(index).copied().unwrap_or_default()
    }

    /// Computes the distances, breadth first. They are too large if one does not fit into a byte.
    fn measure(&mut self, contents: &[u32]) -> Result<(), Refusal> {
        let goal = self.goal().ok_or(Refusal::MemoryLimit)?;
        let mut open = vec![goal];
        let mut next = Vec::new();
        let rank = self.rank(&goal);
        self.distances[rank] = 0;
        for depth in 1..Self::UNREACHED {
            for pattern in &open {
                // The blank moves to two lines, and a tile from any goal line takes its place.
                next.try_reserve(2 * MOST_LINES).map_err(|_| Refusal::OutOfMemory)?;
                self.expand(pattern, contents, depth, &mut next);
            }
            if next.is_empty() {
                return Ok(());
            }
            open.clear();
            core::mem::swap(&mut open, &mut next);
        }
        Err(Refusal::MemoryLimit)
    }

    /// The pattern of the goal.
    fn goal(&self) -> Option<Pattern> {
        let Lines { count, length, .. } = self.lines;
        let mut goal = Pattern {
            contents: [0; MOST_LINES],
            blank: u8::try_from(self.lines.goal_blank).ok()?,
        };
        for (line, content) in goal.contents.iter_mut().enumerate().take(count) {
            let tiles = u32::try_from(length).ok()? * self.codes.tile(line);
            let is_blank = line == self.lines.goal_blank;
            let code = if is_blank {
                tiles - self.codes.tile(line) + self.codes.blank()
            } else {
                tiles
            };
            *content = self.numbers.get(code as usize).copied()?;
        }
        Some(goal)
    }

    fn rank(&self, pattern: &Pattern) -> usize {
        let walk = |(node, rank): (u32, usize), content: &u16| {
            let edge = self.edge(node, *content);
            (edge.next, rank + edge.offset as usize)
        };
        pattern.contents.iter().take(self.lines.count).fold((0, 0), walk).1
    }

    /// Appends the new patterns one move away to `next`, which has capacity for them.
    #[inline]
    fn expand(&mut self, pattern: &Pattern, contents: &[u32], depth: u8, next: &mut Vec<Pattern>) {
        let blank = usize::from(pattern.blank);
        let code_of = |content: u16| contents.get(usize::from(content)).copied().unwrap_or_default();
        // The node above each line, and the rank.
        let mut nodes = [0; MOST_LINES + 1];
        let mut rank = 0;
        for line in 0..self.lines.count {
            let edge = self.edge(nodes[line], pattern.contents[line]);
            nodes[line + 1] = edge.next;
            rank += edge.offset;
        }
        for target in [blank.wrapping_sub(1), blank + 1] {
            if target >= self.lines.count {
                continue;
            }
            let upper = blank.min(target);
            let above = self.edge(nodes[upper], pattern.contents[upper]).offset
                + self.edge(nodes[upper + 1], pattern.contents[upper + 1]).offset;
            let (here, there) = (code_of(pattern.contents[blank]), code_of(pattern.contents[target]));
            for goal_line in 0..self.codes.lines {
                if self.codes.count(there, goal_line) == 0 {
                    continue;
                }
                let exchanged = self.codes.blank() - (1 << (goal_line * self.codes.width));
                let number = |code: u32| self.numbers.get(code as usize).copied().unwrap_or_default();
                let mut contents = pattern.contents;
                contents[blank] = number(here - exchanged);
                contents[target] = number(there + exchanged);
                let first = self.edge(nodes[upper], contents[upper]);
                let second = self.edge(first.next, contents[upper + 1]);
                let child = rank - above + first.offset + second.offset;
                if let Some(distance @ &mut Self::UNREACHED) = self.distances.get_mut(child as usize) {
                    *distance = depth;
                    #[expect(clippy::cast_possible_truncation, reason = "there are at most 8 lines")]
                    let blank = target as u8;
                    next.push(Pattern { contents, blank });
                }
            }
        }
    }
}

/// The maximum number of lines. More do not fit into [`Codes`].
const MOST_LINES: usize = 8;

/// The number of each line's content.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    contents: [u16; MOST_LINES],
    blank: u8,
}

/// A node: the number of tiles from each goal line that are left for the remaining lines, and whether the blank is
/// left.
type Left = u32;

/// The edges of all nodes, starting with those of the first node, and the number of patterns.
fn edges(lines: Lines, codes: Codes, contents: &[u32]) -> Result<(Box<[Edge]>, usize), Refusal> {
    let most_nodes = Patterns::MOST_BYTES / size_of::<Edge>() / contents.len();
    let all = (0..lines.count).map(|line| u32::try_from(lines.length).unwrap_or_default() * codes.tile(line));
    let first: Left = all.sum::<u32>() - codes.tile(lines.goal_blank) + codes.blank();

    // The nodes above each line, level by level. Those of the last level have one content left.
    let mut nodes: Vec<Left> = vec![first];
    let mut ids: HashMap<Left, u32> = HashMap::from_iter([(first, 0)]);
    let mut edges: Vec<Edge> = Vec::new();
    let mut id = 0;
    while let Some(left) = nodes.get(id).copied() {
        let more = contents.len();
        nodes.try_reserve(more).map_err(|_| Refusal::OutOfMemory)?;
        ids.try_reserve(more).map_err(|_| Refusal::OutOfMemory)?;
        edges.try_reserve(more).map_err(|_| Refusal::OutOfMemory)?;
        for content in contents {
            let is_blank_there = content & codes.blank() <= left & codes.blank();
            let mut edge = None;
            if left > 0 && is_blank_there && codes.fits(*content, left) {
                let rest = left - content;
                edge = Some(*ids.entry(rest).or_insert_with(|| {
                    nodes.push(rest);
                    u32::try_from(nodes.len() - 1).unwrap_or_default()
                }));
            }
            // The offsets are computed below. Until then, 1 marks an existing edge.
            edges.push(edge.map_or(Edge::default(), |next| Edge { next, offset: 1 }));
        }
        if nodes.len() > most_nodes {
            return Err(Refusal::MemoryLimit);
        }
        id += 1;
    }

    // Children come after their parents.
    let mut ways = filled(0_u64, nodes.len()).ok_or(Refusal::OutOfMemory)?;
    for (id, left) in nodes.iter().enumerate().rev() {
        let own = edges.iter_mut().skip(id * contents.len()).take(contents.len());
        let mut sum = u64::from(*left == 0);
        for edge in own.filter(|edge| edge.offset == 1) {
            edge.offset = u32::try_from(sum).map_err(|_| Refusal::MemoryLimit)?;
            sum += ways.get(edge.next as usize).copied().unwrap_or_default();
        }
        ways[id] = sum;
    }
    let bytes = ways[0].saturating_add(size_of_val(edges.as_slice()) as u64);
    if bytes > Patterns::MOST_BYTES as u64 {
        return Err(Refusal::MemoryLimit);
    }
    let patterns = usize::try_from(ways[0]).map_err(|_| Refusal::MemoryLimit)?;
    Ok((edges.into_boxed_slice(), patterns))
}
