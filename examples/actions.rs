//! A plan of actions: four litres of water, measured with a jug of five and a jug of three.
//!
//! `cargo run --example actions`
//!
//! A path has only nodes. Here the nodes are [`Via`]s, so the path also has the action that led to each node. A jug can
//! be filled at the tap or at the pump, which are parallel edges with different costs; the plan names the cheaper one.

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::{Dijkstra, FnGraph, Query, Via};

const HELP: &str = "Measures four litres with a jug of five and a jug of three. No arguments are expected.";

/// The litres in the large jug and in the small one.
type Jugs = [u32; 2];

const SIZES: Jugs = [5, 3];
const NAMES: [&str; 2] = ["large", "small"];

#[derive(Clone, Copy, Debug)]
enum Action {
    FillAtTap(usize),
    FillAtPump(usize),
    Empty(usize),
    PourFrom(usize),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FillAtTap(jug) => write!(f, "fill the {} jug at the tap", NAMES[jug]),
            Self::FillAtPump(jug) => write!(f, "fill the {} jug at the pump", NAMES[jug]),
            Self::Empty(jug) => write!(f, "empty the {} jug", NAMES[jug]),
            Self::PourFrom(jug) => write!(f, "pour from the {} jug into the {} one", NAMES[jug], NAMES[1 - jug]),
        }
    }
}

/// All actions, each with the jugs after it and the seconds that it takes.
fn actions(jugs: Jugs) -> impl Iterator<Item = (Action, Jugs, u32)> {
    let with = move |jug: usize, litres: u32| {
        let mut after = jugs;
        after[jug] = litres;
        after
    };
    [0, 1].into_iter().flat_map(move |jug| {
        let room = SIZES[jug] - jugs[jug];
        let full = with(jug, SIZES[jug]);
        let poured = jugs[jug].min(SIZES[1 - jug] - jugs[1 - jug]);
        let mut after = with(jug, jugs[jug] - poured);
        after[1 - jug] += poured;
        [
            // The tap is slow. The pump is fast but a walk away.
            (Action::FillAtTap(jug), full, 3 * room),
            (Action::FillAtPump(jug), full, 10 + room / 2),
            (Action::Empty(jug), with(jug, 0), 2),
            (Action::PourFrom(jug), after, 4),
        ]
    })
}

fn main() -> ExitCode {
    if let Some(argument) = env::args_os().nth(1) {
        if argument == "--help" || argument == "-h" {
            // If standard output is closed, the reader has read enough.
            let _ = writeln!(io::stdout(), "{HELP}");
            return ExitCode::SUCCESS;
        }
        let _ = writeln!(
            io::stderr(),
            "error: '{}': no arguments are expected",
            argument.display()
        );
        return ExitCode::from(2);
    }
    let graph = FnGraph::new(|jugs: &Via<Jugs, Action>| {
        actions(jugs.node).map(|(action, after, seconds)| (Via::new(after, action), seconds))
    });
    let query = Query::new(&graph, Via::start([0, 0]), |jugs| jugs.node[0] == 4);
    let mut search = Dijkstra::new(query);
    let status = search.run();
    let Some(path) = search.path() else {
        let _ = writeln!(io::stderr(), "error: {status}");
        return ExitCode::FAILURE;
    };
    let line = |Via {
                    node: [large, small],
                    action,
                }: &Via<Jugs, Action>| match action {
        Some(action) => format!("  {large} {small}  {action}\n"),
        None => format!("  {large} {small}\n"),
    };
    let lines: String = path.iter().map(line).collect();
    let plan = format!("Four litres in {} seconds:\n\n{lines}", path.cost);
    match io::stdout().write_all(plan.as_bytes()) {
        // A reader that closes the pipe has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}
