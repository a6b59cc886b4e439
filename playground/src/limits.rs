//! The limits of the playground.

use std::time::Duration;

use crate::catalogue::Limits;

/// The limits that the page receives.
pub(crate) const ALL: Limits = Limits {
    map_side: 2048,
    puzzle_side: 5,
    graph_nodes: 50_000,
    graph_edges: 250_000,
    mesh_side: 200,
    mesh_walls: 1_000,
    mesh_corners: 10_000,
    searches: 4,
    units: 40,
    goals: 64,
    milliseconds: 50.0,
    idle_seconds: IDLE.as_secs(),
};

/// The time after which an idle session is discarded.
pub const IDLE: Duration = Duration::from_secs(30 * 60);

/// The maximum number of sessions at once.
pub const SESSIONS: usize = 16;

/// The time after which an idle session is discarded if another session needs its memory.
pub const REST: Duration = Duration::from_secs(5);

/// The maximum number of bytes that all sessions may take together.
pub(crate) const MEMORY: usize = 1536 << 20;

/// The maximum number of unfinished plans at once.
pub(crate) const PLANS: usize = 4;

/// The maximum number of bytes of a request.
pub const BODY: usize = 16 << 20;

/// The maximum number of bytes that a search may allocate for its nodes.
pub(crate) const SEARCH_BYTES: usize = 192 << 20;

/// The maximum number of bytes that the runs of a session may use for stepping back.
pub(crate) const HISTORY_BYTES: usize = 96 << 20;

/// The maximum number of events of a recorded run.
pub(crate) const RECORDED: usize = 200_000;

/// The maximum number of boards that a run numbers; those generated later are not in its picture.
pub(crate) const BOARDS: usize = 400_000;

/// The maximum number of nodes whose changes are in one view.
pub(crate) const CHANGES: usize = 20_000;

/// The tiles of boards with smaller numbers than this are sent whenever the boards change; the tiles of other boards,
/// only if a view needs them.
pub(crate) const SHOWN_BOARDS: u32 = 200;
