//! Moves never conflict, and agents reach their goals on graphs for which this is guaranteed.

use astride::{Dijkstra, FnGraph, Status};
use astride_agents::{AgentId, Pibt, PibtError, Team};
use proptest::prelude::*;

use crate::graphs::{Case, biconnected, case, directed, undirected};

/// The number of moves of the longest shortest path.
fn diameter(case: &Case) -> u32 {
    let longest = |start| {
        let graph = case.edges.graph();
        let mut search = Dijkstra::one_to_all(&graph, start);
        assert_eq!(search.run(), Status::Found);
        search.closed_nodes().map(|node| node.g).max().expect("the start")
    };
    (0..case.edges.0.len()).map(longest).max().expect("a node")
}

/// Makes a move and checks it.
fn checked_move(game: &mut Pibt<usize>, case: &Case) -> Result<usize, TestCaseError> {
    let before: Vec<(AgentId, usize)> = game.positions().map(|(agent, at)| (agent, *at)).collect();
    let away = game.next_move();
    let after: Vec<(AgentId, usize)> = game.positions().map(|(agent, at)| (agent, *at)).collect();
    let mut left = 0;
    for (one, ((agent, from), (same, to))) in before.iter().zip(&after).enumerate() {
        prop_assert_eq!(agent, same);
        prop_assert!(from == to || case.edges.0[*from].contains(to));
        prop_assert_eq!(game.agent_at(to), Some(*agent));
        left += usize::from(game.goal(*agent) != Ok(to));
        for ((_, other_from), (_, other_to)) in before.iter().zip(&after).skip(one + 1) {
            prop_assert!(to != other_to, "two at one node");
            prop_assert!((from, to) != (other_to, other_from), "a swap");
        }
    }
    prop_assert_eq!(away, left);
    Ok(away)
}

/// An event between two moves.
#[derive(Clone, Debug)]
enum Event {
    Goal(prop::sample::Index, usize),
    Add(usize, usize),
    Remove(prop::sample::Index),
    Nothing,
}

fn event(nodes: usize) -> impl Strategy<Value = Event> {
    prop_oneof![
        (any::<prop::sample::Index>(), 0..nodes).prop_map(|(agent, goal)| Event::Goal(agent, goal)),
        (0..nodes, 0..nodes).prop_map(|(start, goal)| Event::Add(start, goal)),
        any::<prop::sample::Index>().prop_map(Event::Remove),
        Just(Event::Nothing),
    ]
}

fn crowds() -> impl Strategy<Value = (Case, Vec<Event>)> {
    let cases = prop_oneof![
        (4..20_usize).prop_flat_map(|nodes| case(undirected(nodes), nodes / 2)),
        (4..12_usize).prop_flat_map(|nodes| case(directed(nodes), nodes / 3)),
    ];
    cases.prop_flat_map(|case| {
        let nodes = case.edges.0.len();
        (Just(case), prop::collection::vec(event(nodes), 30))
    })
}

proptest! {
    #[test]
    fn no_conflicts_whatever_happens((case, events) in crowds(), seed in any::<u64>()) {
        let Ok(team) = case.team() else {
            return Ok(());
        };
        let mut game = Pibt::new(&team).with_seed(seed);
        let mut all: Vec<AgentId> = game.agents().collect();
        let mut gone = Vec::new();
        for event in events {
            let count = game.len();
            match event {
                Event::Goal(agent, goal) if !all.is_empty() => {
                    let agent = all[agent.index(all.len())];
                    let before = game.goal(agent).copied();
                    match game.set_goal(agent, &goal) {
                        Ok(()) => prop_assert_eq!(game.goal(agent), Ok(&goal)),
                        Err(PibtError::UnknownNode { .. } | PibtError::Unreachable { .. }) => {
                            prop_assert_eq!(game.goal(agent).copied(), before);
                        }
                        Err(error) => prop_assert!(false, "{}", error),
                    }
                }
                Event::Add(start, goal) => match game.add(&start, &goal) {
                    Ok(agent) => {
                        prop_assert_eq!(game.position(agent), Ok(&start));
                        prop_assert_eq!(game.len(), count + 1);
                        all.push(agent);
                    }
                    Err(PibtError::Occupied { agent, .. }) => prop_assert_eq!(game.agent_at(&start), Some(agent)),
                    Err(_) => prop_assert_eq!(game.len(), count),
                },
                Event::Remove(agent) if !all.is_empty() => {
                    let agent = all.swap_remove(agent.index(all.len()));
                    let at = *game.position(agent).expect("it is there");
                    prop_assert_eq!(game.remove(agent), Ok(&at));
                    prop_assert_eq!(game.agent_at(&at), None);
                    gone.push(agent);
                }
                _ => {}
            }
            for agent in &gone {
                prop_assert_eq!(game.position(*agent), Err(PibtError::NoSuchAgent { agent: *agent }));
            }
            checked_move(&mut game, &case)?;
        }
    }

    /// Theorem 1 of the paper: each agent has been at its goal after at most diameter · agents moves.
    #[test]
    fn each_agent_comes_to_its_goal(
        case in biconnected().prop_flat_map(|edges| {
            let nodes = edges.0.len();
            (2..=nodes).prop_flat_map(move |agents| case(Just(edges.clone()), agents))
        }),
        seed in any::<u64>(),
    ) {
        let team = case.team().expect("a team");
        let mut game = Pibt::new(&team).with_seed(seed);
        let mut waiting: Vec<AgentId> = game.agents().collect();
        let mut prepared = game.clone();
        for agent in waiting.iter().skip(1) {
            prop_assert_eq!(prepared.prepare(*agent), Ok(()));
        }
        waiting.retain(|agent| game.position(*agent) != game.goal(*agent));
        let bound = diameter(&case) * u32::try_from(team.len()).expect("few");
        for _ in 0..bound {
            checked_move(&mut game, &case)?;
            prepared.next_move();
            prop_assert!(prepared.positions().eq(game.positions()));
            waiting.retain(|agent| game.position(*agent) != game.goal(*agent));
        }
        prop_assert_eq!(waiting, []);
    }
}

#[test]
fn bad_handles_and_nodes() {
    let case = Case {
        edges: crate::graphs::Edges(vec![vec![1], vec![0, 2], vec![1], vec![0]]),
        starts: vec![0],
        goals: vec![2],
    };
    let mut game = Pibt::new(&case.team().expect("a team"));
    let first = game.agents().next().expect("an agent");
    // Edges only lead out of node 3.
    let node = "3".into();
    assert_eq!(game.set_goal(first, &3), Err(PibtError::UnknownNode { node }));
    let node = "0".into();
    assert_eq!(game.add(&0, &2), Err(PibtError::Occupied { agent: first, node }));
    assert_eq!(game.remove(first), Ok(&0));
    let agent = first;
    for result in [
        game.set_goal(first, &1),
        game.remove(first).map(|_| ()),
        game.goal(first).map(|_| ()),
        game.prepare(first),
    ] {
        assert_eq!(result, Err(PibtError::NoSuchAgent { agent }));
    }
    // The next agent has another handle.
    let second = game.add(&2, &0).expect("a free node");
    assert!(second != first && game.position(first).is_err() && game.len() == 1);
    assert_eq!((game.next_move(), game.next_move(), game.next_move()), (1, 0, 0));
    assert_eq!(game.position(second), Ok(&0));
}

#[test]
fn nobody_is_left_on_an_empty_board() {
    let case = Case {
        edges: crate::graphs::Edges(vec![vec![1], vec![0]]),
        starts: vec![0],
        goals: vec![1],
    };
    let mut game = Pibt::new(&case.team().expect("a team"));
    let agent = game.agents().next().expect("an agent");
    game.remove(agent).expect("it is there");
    assert!(game.is_empty() && game.positions().next().is_none());
    assert_eq!(game.next_move(), 0);
}

/// The chain of agents that make way includes all agents.
#[test]
fn a_long_chain() {
    let last = 100_000_u32;
    let line = FnGraph::new(|node: &u32| {
        let both = [node + 1, node.wrapping_sub(1)].into_iter();
        both.filter(|next| *next <= last).map(|next| (next, 1_u32))
    });
    let mut game = Pibt::new(&Team::new(&line, [(0, last)]).expect("a team"));
    for start in 1..last {
        game.add(&start, &last).expect("a free node");
    }
    assert_eq!(game.next_move(), game.len() - 1);
    assert_eq!(game.agent_at(&0), None);
}
