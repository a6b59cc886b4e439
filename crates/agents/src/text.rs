//! Plans as text, and [`PlanTextError`].

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use astride::text::excerpt;

use crate::Plan;

/// Writes one line for each time: the time, a colon, and each agent's node in brackets, followed by a comma. With nodes
/// of `astride-grid`, this is the solution format of K. Okumura's programs.
///
/// ```
/// use astride_agents::Plan;
///
/// let plan = Plan::from_paths([vec![0, 1, 2], vec![5, 4]])?;
/// assert_eq!(plan.to_string(), "0:(0),(5),\n1:(1),(4),\n2:(2),(4),\n");
/// assert_eq!(plan.to_string().parse(), Ok(plan));
/// # Ok::<(), astride_agents::PlanError>(())
/// ```
impl<N: fmt::Display> fmt::Display for Plan<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (time, nodes) in self.configurations().enumerate() {
            write!(formatter, "{time}:")?;
            for node in nodes {
                write!(formatter, "({node}),")?;
            }
            formatter.write_str("\n")?;
        }
        Ok(())
    }
}

/// An error in the text of a plan. Lines are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanTextError {
    /// A line does not begin with its time (the number of lines before it) and a colon.
    #[error("line {line} must begin with its time, \"{time}:\"")]
    Time {
        /// The number of the line.
        line: usize,
        /// The expected time.
        time: usize,
    },
    /// Other text was found where a node in brackets should be.
    #[error("line {line}, agent {agent}: found {text:?} where a node in brackets was expected")]
    NoNode {
        /// The number of the line.
        line: usize,
        /// The number of the agent.
        agent: usize,
        /// The beginning of the text found there.
        text: String,
    },
    /// A node cannot be read.
    #[error("line {line}, agent {agent}: {text:?} cannot be read as a node")]
    BadNode {
        /// The number of the line.
        line: usize,
        /// The number of the agent.
        agent: usize,
        /// The beginning of the text in the brackets.
        text: String,
    },
    /// A line does not have the same number of agents as the first line.
    #[error("line {line} has {found} agents, but the first line has {expected}")]
    OtherAgents {
        /// The number of the line.
        line: usize,
        /// The number of agents in that line.
        found: usize,
        /// The number of agents in the first line.
        expected: usize,
    },
    /// There are no lines, or the lines have no agents.
    #[error("the text has no agents: each line must have a node for each agent")]
    NoAgents,
}

/// Reads the format that [`Display`](fmt::Display) writes. The text of a node must not contain `)`.
impl<N: Clone + FromStr> FromStr for Plan<N> {
    type Err = PlanTextError;

    /// # Errors
    ///
    /// A [`PlanTextError`] if the text is malformed. Use [`check`](Self::check) to verify the plan.
    fn from_str(text: &str) -> Result<Self, PlanTextError> {
        // Some editors begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut positions = Vec::new();
        let mut agents = 0;
        for (time, row) in text.lines().enumerate() {
            let line = time + 1;
            let begin = row.split_once(':').filter(|(begin, _)| begin.parse() == Ok(time));
            let (_, mut rest) = begin.ok_or(PlanTextError::Time { line, time })?;
            let mut found = 0;
            while !rest.is_empty() {
                let parts = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
                let Some((node, onward)) = parts else {
                    return Err(PlanTextError::NoNode {
                        line,
                        agent: found,
                        text: excerpt(rest.as_bytes()),
                    });
                };
                let node = node.parse().map_err(|_| PlanTextError::BadNode {
                    line,
                    agent: found,
                    text: excerpt(node.as_bytes()),
                })?;
                positions.push(node);
                rest = onward.strip_prefix(',').unwrap_or(onward);
                found += 1;
            }
            if time == 0 {
                agents = found;
            }
            if found != agents {
                return Err(PlanTextError::OtherAgents {
                    line,
                    found,
                    expected: agents,
                });
            }
        }
        if agents == 0 {
            return Err(PlanTextError::NoAgents);
        }
        Ok(Plan::from_positions(agents, positions))
    }
}
