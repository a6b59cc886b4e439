//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use crate::{AgentId, PibtError, PlanError, PlanTextError, PrioritizedError, ReservationError, TeamError};

const AGENT: AgentId = AgentId { slot: 4, generation: 1 };

error_texts! {
    TeamError {
        NoAgents => "the team has no agents: give at least one start and goal";
        NotFree { agent: 2, end: "goal", node: "(3, 1)".into() } =>
            "the goal (3, 1) of agent 2 is a wall or off the map";
        SameStart { one: 1, other: 2, node: "(3, 1)".into() } => "agents 1 and 2 both start at (3, 1)";
        SameGoal { one: 1, other: 2, node: "(3, 1)".into() } => "agents 1 and 2 have the same goal (3, 1)";
        Unreachable { agent: 2, start: "(0, 0)".into(), goal: "(3, 1)".into() } =>
            "agent 2 cannot get from (0, 0) to (3, 1): no path leads there";
        TooManyAgents { agents: 9, nodes: 8 } => "9 agents do not fit: only 8 nodes can be reached from their starts";
        TooLarge =>
            "too many nodes or edges can be reached from the starts: at most 2^32 - 1 of each are possible";
        Duration { from: "(3, 1)".into(), to: "(4, 1)".into(), moves: 0 } =>
            "the edge from (3, 1) to (4, 1) takes 0 moves, but 1 to 65535 are possible";
        TooLong => "the edges take too long: a path through all nodes could take 2^32 - 1 moves or more";
    }
    PlanError {
        OtherAgents { plan: 2, team: 3 } => "the plan is for 2 agents, but the team has 3";
        EmptyPath { agent: 2 } => "the path of agent 2 has no nodes";
        OtherStart { agent: 2, node: "(3, 1)".into(), start: "(0, 0)".into() } =>
            "agent 2 begins at (3, 1), but its start is (0, 0)";
        OtherGoal { agent: 2, node: "(3, 1)".into(), goal: "(4, 1)".into() } =>
            "agent 2 ends at (3, 1), but its goal is (4, 1)";
        NoEdge { agent: 2, time: 5, from: "(0, 0)".into(), to: "(3, 1)".into() } =>
            "agent 2 goes from (0, 0) to (3, 1) in move 5, but no edge leads there";
        TooFast { agent: 2, time: 5, from: "(0, 0)".into(), to: "(0, 1)".into(), passed: 2, needed: 3 } =>
            "agent 2 arrives at (0, 1) in move 5 and was at (0, 0) after move 3, but the edge takes 3 moves";
        SameNode { one: 1, other: 2, time: 5, node: "(3, 1)".into() } =>
            "agents 1 and 2 are both at (3, 1) after move 5";
        Follows { one: 1, other: 3, time: 5, node: "(3, 1)".into() } =>
            "agent 1 enters (3, 1) in move 5, in which agent 3 leaves it";
        Swap { one: 1, other: 2, time: 5, from: "(3, 1)".into(), to: "(4, 1)".into() } =>
            "agents 1 and 2 change places in move 5: between (3, 1) and (4, 1)";
    }
    PlanTextError {
        Time { line: 3, time: 2 } => "line 3 must begin with its time, \"2:\"";
        NoNode { line: 3, agent: 1, text: "3,1".into() } =>
            "line 3, agent 1: found \"3,1\" where a node in brackets was expected";
        BadNode { line: 3, agent: 1, text: "3;1".into() } => "line 3, agent 1: \"3;1\" cannot be read as a node";
        OtherAgents { line: 3, found: 2, expected: 3 } => "line 3 has 2 agents, but the first line has 3";
        NoAgents => "the text has no agents: each line must have a node for each agent";
    }
    PrioritizedError {
        NoPlan { attempts: 10, agent: 2 } =>
            "no plan in 10 attempts; in the last attempt, agent 2 found no path around the agents planned before it: \
             try another order or another planner";
    }
    PibtError {
        NoSuchAgent { agent: AGENT } => "there is no agent 4.1: it was removed, or belongs to another `Pibt`";
        UnknownNode { node: "(3, 1)".into() } => "no agent of the team can reach the node (3, 1)";
        Occupied { agent: AGENT, node: "(3, 1)".into() } => "agent 4.1 is already at the node (3, 1)";
        Unreachable { from: "(0, 0)".into(), goal: "(3, 1)".into() } => "no path leads from (0, 0) to (3, 1)";
        TooManyAgents => "there are too many agents: at most 4294967295 are possible";
    }
    ReservationError {
        UnknownNode { node: "(3, 1)".into() } => "the node (3, 1) is not among those that the team can reach";
        DoesNotFit { node: "(3, 1)".into() } => "the footprint of the agent does not fit at the node (3, 1)";
        UnknownAgent { agent: 3, agents: 3 } => "there is no agent 3: the team has 3, numbered from 0";
        EmptyRoute => "the route has no nodes";
        NoEdge { from: "(0, 0)".into(), to: "(3, 1)".into(), time: 5 } =>
            "the route goes from (0, 0) to (3, 1) at time 5, but no edge leads there";
        TooFast { from: "(0, 0)".into(), to: "(3, 1)".into(), time: 5, passed: 2, needed: 3 } =>
            "the route arrives at (3, 1) at time 5 and came to (0, 0) at time 3, but the edge takes 3 moves";
        TooLate { time: 4_294_967_290, moves: 9 } =>
            "the route begins at time 4294967290 and has 9 moves, but the last possible time is 4294967294";
        Taken { node: "(3, 1)".into(), time: 5 } => "the node (3, 1) is taken at time 5";
        Swap { from: "(3, 1)".into(), to: "(4, 1)".into(), time: 5 } =>
            "another agent moves from (4, 1) to (3, 1) at time 5";
        NotTaken { node: "(3, 1)".into(), time: 5 } => "the node (3, 1) is not reserved at time 5";
        NoSuchMove { from: "(3, 1)".into(), to: "(4, 1)".into(), time: 5 } =>
            "no move from (3, 1) to (4, 1) is reserved at time 5";
    }
}
