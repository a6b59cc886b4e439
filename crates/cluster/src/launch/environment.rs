//! The information that SLURM and MPI give to the processes that they start.

use super::LaunchError;
use super::hosts::address;

/// The maximum number of hosts in a list.
const MOST: usize = 1 << 16;

/// The maximum length of a number in a host's name, and of the part of the name before it. It bounds the recursion.
const LONGEST: usize = 100;

type Place = (Vec<String>, usize);

/// An environment variable, under the first of its names that is set.
struct Variable {
    name: &'static str,
    value: String,
}

impl Variable {
    fn find(
        names: &[&'static str],
        by: &'static str,
        lookup: &impl Fn(&str) -> Option<String>,
    ) -> Result<Self, LaunchError> {
        let found = names.iter().find_map(|name| {
            Some(Self {
                name,
                value: lookup(name)?,
            })
        });
        let variable = names.first().copied().unwrap_or_default();
        found.ok_or(LaunchError::Unset { variable, by })
    }

    fn invalid(self, reason: &str) -> LaunchError {
        LaunchError::Variable {
            variable: self.name,
            value: self.value,
            reason: reason.to_owned(),
        }
    }

    fn number(self) -> Result<usize, LaunchError> {
        match self.value.trim().parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(self.invalid("not a number")),
        }
    }
}

/// The tasks of a SLURM step: their addresses, and the number of this task.
pub(super) fn slurm(port: u16, lookup: &impl Fn(&str) -> Option<String>) -> Result<Place, LaunchError> {
    let find = |names: &[&'static str]| Variable::find(names, "srun", lookup);
    if let Ok(distribution) = find(&["SLURM_DISTRIBUTION"])
        && !distribution.value.starts_with("block")
    {
        return Err(distribution.invalid("only 'block' is supported"));
    }
    let me = find(&["SLURM_PROCID"])?;
    let tasks = find(&["SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"])?.number()?;
    let nodes = find(&["SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST"])?;
    let Some(hosts) = expand(&nodes.value) else {
        return Err(nodes.invalid("not a list of nodes such as a[01-03,7],b"));
    };
    let each = find(&["SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"])?;
    let Some(counts) = counts(&each.value) else {
        return Err(each.invalid("not numbers such as 2(x3),1"));
    };
    if counts.len() != hosts.len() || counts.iter().sum::<usize>() != tasks {
        return Err(each.invalid(&format!(
            "not the numbers of tasks on {} nodes, {tasks} in all",
            hosts.len()
        )));
    }
    let mut addresses = Vec::new();
    for (host, count) in hosts.iter().zip(counts) {
        for local in 0..count {
            let Some(port) = u16::try_from(local).ok().and_then(|local| port.checked_add(local)) else {
                return Err(each.invalid("there are not enough ports"));
            };
            addresses.push(address(host, port));
        }
    }
    rank(me, addresses)
}

/// The processes of MPI, at the given addresses or else all on this machine, and the number of this process.
pub(super) fn mpi(
    listed: Option<Vec<String>>,
    port: u16,
    lookup: &impl Fn(&str) -> Option<String>,
) -> Result<Place, LaunchError> {
    let find = |names: &[&'static str]| Variable::find(names, "mpirun", lookup);
    let me = find(&["OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"])?;
    let size = find(&["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"])?;
    let name = size.name;
    let size = size.number()?;
    let invalid = |reason: &str| LaunchError::Variable {
        variable: name,
        value: size.to_string(),
        reason: reason.to_owned(),
    };
    if let Some(addresses) = listed {
        if addresses.len() != size {
            return Err(invalid(&format!("the list of hosts has {}", addresses.len())));
        }
        return rank(me, addresses);
    }
    let local = find(&["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"])?.number()?;
    if local != size {
        return Err(invalid(
            "the processes are on several machines: '--hosts' or '--addresses' is needed",
        ));
    }
    let ports = u16::try_from(size)
        .ok()
        .and_then(|size| Some(port..port.checked_add(size)?));
    let ports = ports.ok_or_else(|| invalid("there are not enough ports"))?;
    rank(me, ports.map(|port| format!("127.0.0.1:{port}")).collect())
}

fn rank(me: Variable, addresses: Vec<String>) -> Result<Place, LaunchError> {
    match me.value.trim().parse() {
        Ok(number) if number < addresses.len() => Ok((addresses, number)),
        _ => Err(me.invalid(&format!("not the number of one of {} processes", addresses.len()))),
    }
}

/// The nodes of a list such as `a[01-03,7],b`.
fn expand(list: &str) -> Option<Vec<String>> {
    let (mut hosts, mut depth, mut begin) = (Vec::new(), 0_usize, 0);
    for (place, letter) in list.char_indices().chain([(list.len(), ',')]) {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                expand_one(&list[begin..place], &mut hosts)?;
                begin = place + 1;
            }
            _ => {}
        }
    }
    (depth == 0).then_some(hosts)
}

/// Adds the nodes of `a[01-03,7]`.
fn expand_one(text: &str, hosts: &mut Vec<String>) -> Option<()> {
    let Some((before, rest)) = text.split_once('[') else {
        hosts.push(text.to_owned());
        return (!text.is_empty() && !text.contains(char::is_whitespace) && hosts.len() <= MOST).then_some(());
    };
    let (ranges, after) = rest.split_once(']')?;
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (low, high): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        let width = first.len();
        if low > high || high - low >= MOST || width.max(before.len()) > LONGEST {
            return None;
        }
        for number in low..=high {
            expand_one(&format!("{before}{number:0width$}{after}"), hosts)?;
        }
    }
    Some(())
}

/// The numbers of `2(x3),1`.
fn counts(text: &str) -> Option<Vec<usize>> {
    let mut counts = Vec::new();
    for part in text.split(',') {
        let (count, times) = match part.split_once("(x") {
            Some((count, times)) => (count, times.strip_suffix(')')?.parse().ok()?),
            None => (part, 1),
        };
        let count: usize = count.parse().ok()?;
        if count > MOST || times > MOST - counts.len() {
            return None;
        }
        counts.extend(std::iter::repeat_n(count, times));
    }
    Some(counts)
}
