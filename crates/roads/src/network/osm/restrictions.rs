//! [`Restriction`]: a turn restriction as a map describes it. [`Restrictions`]: as sequences of nodes.

use std::collections::{HashMap, HashSet};

use super::chains::Places;
use super::extract::Extract;
use super::messages::Relation;
use super::report::OsmReport;
use super::tags::{Strings, Tags};
use super::{OsmError, OsmProfile};
use crate::network::Network;

/// A turn restriction, whose members are identified as in the map.
pub(super) struct Restriction {
    /// Whether the turn is mandatory (`only_…`).
    is_mandatory: bool,
    is_u_turn: bool,
    from: Vec<i64>,
    via: Via,
    to: Vec<i64>,
}

enum Via {
    Node(i64),
    Ways(Vec<i64>),
}

/// The maximum number of pairs of a member `from` and a member `to`.
const MAX_PAIRS: usize = 64;

/// The maximum number of nodes of a way, according to OpenStreetMap, and of all ways via which a restriction leads.
const MAX_NODES: usize = 2_000;

/// Damaged files may have restrictions whose bans would take far more memory than the file. All bans together have at
/// most this many nodes, and this many for each edge, and finding them takes at most as many steps. In real maps, there
/// is one ban for some ten or a hundred edges.
const ALLOWANCE: usize = 10_000;
const RATIO: usize = 4;

/// The number of a relation's member type.
const NODE: i32 = 0;
const WAY: i32 = 1;

impl Restriction {
    /// Reads a relation with `type=restriction`. Returns `None` if it does not hold for the vehicle or is not
    /// understood, which the report counts.
    pub(super) fn read(
        relation: &Relation,
        tags: &Tags<'_>,
        strings: &Strings<'_>,
        profile: &OsmProfile,
        report: &mut OsmReport,
    ) -> Result<Option<Self>, OsmError> {
        let Relation {
            roles, members, kinds, ..
        } = relation;
        if roles.len() != members.len() || kinds.len() != members.len() {
            let fault = format!(
                "relation {}: {} members have {} roles and {} types",
                relation.id,
                members.len(),
                roles.len(),
                kinds.len()
            );
            return Err(strings.damaged(fault));
        }
        let Some(value) = value(tags, profile) else {
            let is_conditional = |key: &str| tags.get(&format!("{key}:conditional")).is_some();
            let own = profile.access.iter().map(|vehicle| format!("restriction:{vehicle}"));
            let plain = profile.turn_restrictions.then(|| "restriction".to_owned());
            let is_conditional = own.chain(plain).any(|key| is_conditional(&key));
            *if is_conditional {
                &mut report.conditional_restrictions
            } else {
                &mut report.restrictions_for_others
            } += 1;
            return Ok(None);
        };
        let (mut from, mut nodes, mut ways, mut to) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut is_understood = true;
        let mut member = 0;
        for ((role, difference), kind) in roles.iter().zip(members).zip(kinds) {
            let member = strings.add(&mut member, *difference)?;
            match (strings.get(*role)?, *kind) {
                ("from", WAY) => from.push(member),
                ("via", NODE) => nodes.push(member),
                ("via", WAY) => ways.push(member),
                ("to", WAY) => to.push(member),
                ("from" | "via" | "to", _) => is_understood = false,
                _ => {}
            }
        }
        let via = match (nodes.as_slice(), ways.is_empty()) {
            ([node], true) => Some(Via::Node(*node)),
            ([], false) => Some(Via::Ways(ways)),
            _ => None,
        };
        let is_mandatory = value.starts_with("only_");
        is_understood &= is_mandatory || value.starts_with("no_");
        is_understood &= (1..=MAX_PAIRS).contains(&(from.len() * to.len()));
        let (Some(via), true) = (via, is_understood) else {
            report.malformed_restrictions += 1;
            return Ok(None);
        };
        Ok(Some(Restriction {
            is_mandatory,
            is_u_turn: value.ends_with("_u_turn"),
            from,
            via,
            to,
        }))
    }

    /// The ways among the members.
    fn ways(&self) -> impl Iterator<Item = i64> {
        let via = match &self.via {
            Via::Node(_) => &[][..],
            Via::Ways(ways) => ways,
        };
        self.from.iter().chain(via).chain(&self.to).copied()
    }
}

/// The value of a restriction that holds for the vehicle, such as `no_left_turn`.
fn value<'block>(tags: &Tags<'block>, profile: &OsmProfile) -> Option<&'block str> {
    let is_own = |vehicle: &str| profile.access.iter().any(|own| own == vehicle);
    let except = tags.get("except").unwrap_or_default();
    if except.split(';').any(|vehicle| is_own(vehicle.trim())) {
        return None;
    }
    let mut own = profile.access.iter().rev();
    let own = own.find_map(|vehicle| tags.get(&format!("restriction:{vehicle}")));
    let plain = if profile.turn_restrictions {
        tags.get("restriction")
    } else {
        None
    };
    own.or(plain)
}

/// The turn restrictions of an extract as paths, whose nodes are those of the extract.
pub(super) struct Restrictions {
    paths: Vec<RestrictedPath>,
    ends: HashSet<u32>,
}

/// A path that is banned or mandatory.
struct RestrictedPath {
    is_mandatory: bool,
    /// The node before the first junction, all nodes from there to the last junction, and the node after it. The first
    /// and the last node are those next to the junctions.
    nodes: Vec<u32>,
    /// The number of the restriction, which may have several paths.
    restriction: usize,
}

/// Why a restriction has no path.
enum Fault {
    Void,
    Ambiguous,
}

impl Restrictions {
    /// Finds the paths of all restrictions.
    pub(super) fn new(extract: &Extract, report: &mut OsmReport) -> Self {
        let wanted: HashSet<i64> = extract.restrictions.iter().flat_map(Restriction::ways).collect();
        let ways = extract.ways.iter().enumerate();
        let ways = ways.filter(|(number, way)| {
            let is_short = extract.nodes_of(*number).len() <= MAX_NODES;
            is_short && wanted.contains(&way.id)
        });
        let map = Map {
            ways: ways.map(|(number, way)| (way.id, number)).collect(),
            extract,
        };
        let mut paths = Vec::new();
        let mut room = ALLOWANCE + RATIO * extract.nodes.len();
        for (number, restriction) in extract.restrictions.iter().enumerate() {
            match map.paths(restriction) {
                Ok(found) => {
                    let size: usize = found.iter().map(Vec::len).sum();
                    if size > room {
                        report.malformed_restrictions += 1;
                        continue;
                    }
                    room -= size;
                    paths.extend(found.into_iter().map(|nodes| RestrictedPath {
                        is_mandatory: restriction.is_mandatory,
                        nodes,
                        restriction: number,
                    }));
                }
                Err(Fault::Void) => report.void_restrictions += 1,
                Err(Fault::Ambiguous) => report.ambiguous_restrictions += 1,
            }
        }
        let ends = paths.iter().flat_map(|path| match *path.nodes.as_slice() {
            [_, first, .., last, _] => [first, last],
            [_, via, _] => [via, via],
            // There is no shorter path.
            _ => [0, 0],
        });
        let ends = ends.collect();
        Restrictions { paths, ends }
    }

    /// The nodes that must be places of the network: the first and the last junction of each path.
    pub(super) fn ends(&self) -> &HashSet<u32> {
        &self.ends
    }

    /// Returns the banned sequences of nodes of the network, sorted.
    pub(super) fn bans(&self, network: &Network<u32>, places: &Places, report: &mut OsmReport) -> Vec<Vec<u32>> {
        let mut bans: Vec<Vec<u32>> = Vec::new();
        let (mut used, mut excessive) = (HashSet::new(), HashSet::new());
        let mut room = ALLOWANCE + RATIO * network.graph().edge_count();
        for path in &self.paths {
            let Some(nodes) = in_network(&path.nodes, places) else {
                continue;
            };
            // At each junction along a mandatory path, all other edges are banned for those who come this way.
            let junctions = if path.is_mandatory { 1..nodes.len() - 1 } else { 0..0 };
            let edges = |place: usize| network.graph().edges(nodes[place]).iter();
            // The nodes of the bans, and the edges that are looked through.
            let bans_here = junctions.clone().map(|junction| (junction + 2) * edges(junction).len());
            let searched = (0..nodes.len()).map(|place| edges(place).len());
            let size = nodes.len() + bans_here.sum::<usize>() + searched.sum::<usize>();
            if size > room {
                excessive.insert(path.restriction);
                continue;
            }
            room -= size;
            let mut pairs = nodes.windows(2);
            if !pairs.all(|pair| network.edge_between(pair[0], pair[1]).is_some()) {
                continue;
            }
            let before = bans.len();
            for junction in junctions {
                let others = edges(junction).filter(|(to, _)| *to != nodes[junction + 1]);
                bans.extend(others.map(|(to, _)| [&nodes[..=junction], &[*to]].concat()));
            }
            if !path.is_mandatory {
                bans.push(nodes);
            }
            if bans.len() > before {
                used.insert(path.restriction);
            }
        }
        let all: HashSet<_> = self.paths.iter().map(|path| path.restriction).collect();
        report.restrictions = used.len();
        let excessive = excessive.difference(&used).count();
        report.malformed_restrictions += excessive;
        report.void_restrictions += all.len() - used.len() - excessive;
        bans.sort_unstable();
        bans.dedup();
        bans
    }
}

/// Translates a path to the nodes of a network. Nodes where a street only bends are left out.
fn in_network(path: &[u32], places: &Places) -> Option<Vec<u32>> {
    let [before, middle @ .., behind] = path else {
        return None;
    };
    let first = places.behind(*middle.first()?, *before)?;
    let last = places.behind(*middle.last()?, *behind)?;
    let middle = middle.iter().filter_map(|node| places.number(*node));
    Some([first].into_iter().chain(middle).chain([last]).collect())
}

/// The ways that restrictions name.
struct Map<'extract> {
    ways: HashMap<i64, usize>,
    extract: &'extract Extract,
}

impl Map<'_> {
    /// The paths of a restriction, of which there are several if it has several members `from` or `to`.
    fn paths(&self, restriction: &Restriction) -> Result<Vec<Vec<u32>>, Fault> {
        let mut paths = Vec::new();
        for from in &restriction.from {
            for to in &restriction.to {
                let (from, to) = (self.way(*from)?, self.way(*to)?);
                match &restriction.via {
                    Via::Node(node) => {
                        let via = self.extract.ids.binary_search(node).map_err(|_| Fault::Void)?;
                        let via = u32::try_from(via).map_err(|_| Fault::Void)?;
                        paths.extend(self.past_node(from, via, to, restriction)?);
                    }
                    Via::Ways(ways) => {
                        let ways: Vec<_> = ways.iter().map(|way| self.way(*way)).collect::<Result<_, _>>()?;
                        paths.push(self.along_ways(from, &ways, to)?);
                    }
                }
            }
        }
        Ok(paths)
    }

    fn way(&self, id: i64) -> Result<usize, Fault> {
        self.ways.get(&id).copied().ok_or(Fault::Void)
    }

    fn past_node(&self, from: usize, via: u32, to: usize, restriction: &Restriction) -> Result<Vec<Vec<u32>>, Fault> {
        let (before, behind) = (self.before(from, via), self.behind(to, via));
        if from == to && restriction.is_u_turn && !restriction.is_mandatory {
            let both = before.into_iter().filter(|node| behind.contains(node));
            let paths: Vec<_> = both.map(|node| vec![node, via, node]).collect();
            return if paths.is_empty() { Err(Fault::Void) } else { Ok(paths) };
        }
        Ok(vec![vec![only(&before)?, via, only(&behind)?]])
    }

    /// The path along some ways, each of which begins where the one before ends.
    fn along_ways(&self, from: usize, via: &[usize], to: usize) -> Result<Vec<u32>, Fault> {
        let mut found = Vec::new();
        let first = via.first().map_or(&[][..], |way| self.extract.nodes_of(*way));
        let (Some(start), Some(end)) = (first.first(), first.last()) else {
            return Err(Fault::Void);
        };
        for start in [*start, *end] {
            found.extend(self.path_from(start, from, via, to));
        }
        match found.len() {
            0 => Err(Fault::Void),
            1 => Ok(found.remove(0)),
            _ => Err(Fault::Ambiguous),
        }
    }

    /// The path that enters the first way at a node.
    fn path_from(&self, start: u32, from: usize, via: &[usize], to: usize) -> Option<Vec<u32>> {
        let mut nodes = vec![only(&self.before(from, start)).ok()?, start];
        for way in via {
            let at = *nodes.last()?;
            let along = self.extract.nodes_of(*way);
            let lane = self.extract.lanes[self.extract.ways[*way].lane as usize];
            let (is_first, is_last) = (along.first() == Some(&at), along.last() == Some(&at));
            match (is_first, is_last) {
                (true, false) if lane.forward.is_some() => nodes.extend(&along[1..]),
                (false, true) if lane.backward.is_some() => nodes.extend(along[..along.len() - 1].iter().rev()),
                _ => return None,
            }
            if nodes.len() > MAX_NODES {
                return None;
            }
        }
        let is_whole = nodes.iter().all(|node| self.is_open(*node));
        nodes.push(only(&self.behind(to, *nodes.last()?)).ok()?);
        nodes.dedup();
        is_whole.then_some(nodes)
    }

    /// Whether a node is in the extract and has no barrier.
    fn is_open(&self, node: u32) -> bool {
        self.extract.position(node).is_some() && !self.extract.barriers[node as usize]
    }

    /// The nodes of a way from which it leads to the node `at`.
    fn before(&self, way: usize, at: u32) -> Vec<u32> {
        let lane = self.extract.lanes[self.extract.ways[way].lane as usize];
        self.neighbours(way, at, [lane.forward.is_some(), lane.backward.is_some()])
    }

    /// The nodes of a way to which it leads from the node `at`.
    fn behind(&self, way: usize, at: u32) -> Vec<u32> {
        let lane = self.extract.lanes[self.extract.ways[way].lane as usize];
        self.neighbours(way, at, [lane.backward.is_some(), lane.forward.is_some()])
    }

    /// The nodes next to `at`: those before it in the way and those after it, if they are asked for.
    fn neighbours(&self, way: usize, at: u32, [earlier, later]: [bool; 2]) -> Vec<u32> {
        let mut neighbours = Vec::new();
        // More neighbours make a restriction ambiguous in any case.
        for pair in self.extract.nodes_of(way).windows(2) {
            let (one, other) = (pair[0], pair[1]);
            let next = match (one == at, other == at) {
                (false, true) if earlier => one,
                (true, false) if later => other,
                _ => continue,
            };
            if self.extract.position(next).is_some() && self.is_open(at) && !neighbours.contains(&next) {
                neighbours.push(next);
                if neighbours.len() == MAX_PAIRS {
                    break;
                }
            }
        }
        neighbours
    }
}

/// The only element of a list.
fn only(list: &[u32]) -> Result<u32, Fault> {
    match list {
        [] => Err(Fault::Void),
        [node] => Ok(*node),
        _ => Err(Fault::Ambiguous),
    }
}
