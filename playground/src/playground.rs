//! [`Playground`]: the function that turns a request into a response.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;

use crate::batch;
use crate::expanded::expanded;
use crate::limits::{self, IDLE, PLANS, REST, SESSIONS};
use crate::plan::Planning;
use crate::protocol::{Plan, PlannerChoice, Queue, Request, Response, Started};
use crate::scene::{Scene, World};
use crate::session::Session;
use crate::world::mesh;
use crate::{formats, generate, read_trace, trace};

/// The maximum number of open nodes in one response.
const QUEUE: usize = 1000;

/// The reason why a request fails, written for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The request is invalid; the text names the error and its place.
    #[error("{0}")]
    Bad(String),
    /// The session does not exist, or no longer exists.
    #[error(
        "there is no session {0}: it may have ended, been idle for too long or been replaced by others; start again"
    )]
    UnknownSession(u64),
}

impl RequestError {
    /// Returns the HTTP status code of the error.
    pub fn status(&self) -> u16 {
        match self {
            RequestError::Bad(_) => 400,
            RequestError::UnknownSession(_) => 404,
        }
    }
}

impl From<String> for RequestError {
    fn from(words: String) -> Self {
        RequestError::Bad(words)
    }
}

/// All sessions, and the function that turns a request into a response.
///
/// A playground needs a clock for time budgets and for discarding idle sessions. The caller provides the clock: a
/// function that returns the time since any fixed moment.
pub struct Playground {
    now: Box<dyn Fn() -> Duration>,
    sessions: BTreeMap<u64, Session>,
    plans: BTreeMap<u64, Planning>,
    begun: u64,
    history: usize,
    memory: usize,
}

impl std::fmt::Debug for Playground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sessions: Vec<_> = self.sessions.keys().collect();
        f.debug_struct("Playground")
            .field("sessions", &sessions)
            .finish_non_exhaustive()
    }
}

impl Playground {
    /// Creates a playground without sessions.
    pub fn new(now: impl Fn() -> Duration + 'static) -> Self {
        Playground {
            now: Box::new(now),
            sessions: BTreeMap::new(),
            plans: BTreeMap::new(),
            begun: 0,
            history: limits::HISTORY_BYTES,
            memory: limits::MEMORY,
        }
    }

    /// Sets the number of bytes of all sessions together from which on no search may grow (default: 1.5 GiB). It is
    /// checked before each request that advances searches. When the memory is used up, sessions that have been idle for
    /// [`REST`] are discarded; if there are none, searches stop when they need more memory.
    pub fn with_memory(self, bytes: usize) -> Self {
        Playground { memory: bytes, ..self }
    }

    /// Sets the maximum number of bytes that the runs of a session may use for stepping back (default: 96 MiB). The
    /// runs have equal shares; a run that would need more forgets its first steps.
    pub fn with_history(self, bytes: usize) -> Self {
        Playground { history: bytes, ..self }
    }

    /// Returns the HTTP status code and the JSON response for a request in JSON.
    pub fn handle_json(&mut self, request: &str) -> (u16, String) {
        let response = serde_json::from_str(request)
            .map_err(|error| RequestError::Bad(format!("the request cannot be read: {error}")))
            .and_then(|request| self.handle(request));
        let written = match &response {
            Ok(response) => serde_json::to_string(response),
            Err(error) => serde_json::to_string(&serde_json::json!({ "error": error.to_string() })),
        };
        match (written, response) {
            (Ok(text), Ok(_)) => (200, text),
            (Ok(text), Err(error)) => (error.status(), text),
            // Only maps with keys that are not strings cannot be written, and there are none.
            (Err(error), _) => (500, format!("{{\"error\": \"{error}\"}}")),
        }
    }

    /// Returns the response to a request.
    ///
    /// # Errors
    ///
    /// [`RequestError`], which describes the error in the request.
    pub fn handle(&mut self, request: Request) -> Result<Response, RequestError> {
        self.forget_idle();
        match request {
            Request::Catalogue {} => Ok(Response::Catalogue(Box::default())),
            Request::Generate {
                what,
                width,
                height,
                nodes,
                seed,
                world,
            } => {
                let world = generate::world(what, [width, height, nodes], seed, world)?;
                Ok(Response::World { world })
            }
            Request::Parse { format, text, world } => {
                let world = formats::parse(format, &text, world)?;
                Ok(Response::World { world })
            }
            Request::ReadTrace { text } => {
                let (scene, words) = read_trace::read(&text)?;
                Session::check(&scene)?;
                Ok(Response::Trace { scene, words })
            }
            Request::Scenarios { text, world } => {
                let scenarios = batch::list(&text, &world)?;
                Ok(Response::Scenarios { scenarios })
            }
            Request::Batch { session, text } => {
                let (session, now) = self.session(session)?;
                Ok(Response::Batch(session.batch(text.as_deref(), now)?))
            }
            Request::Write { format, scene } => Ok(Response::File(formats::write(format, &scene)?)),
            Request::Check { scene } => {
                let scene = Scene::deserialize(scene).map_err(|error| error.to_string())?;
                Session::check(&scene)?;
                Ok(Response::Checked { scene })
            }
            Request::Start { scene } => self.start(scene),
            Request::Seek { session, steps, whole } => {
                let has_room = self.make_room(session);
                let (session, now) = self.session(session)?;
                Ok(Response::Views(session.seek(&steps, whole, has_room, now)?))
            }
            Request::Advance {
                session,
                steps,
                milliseconds,
            } => {
                let has_room = self.make_room(session);
                let (session, now) = self.session(session)?;
                let time = milliseconds.unwrap_or(limits::ALL.milliseconds);
                if steps.is_none() && milliseconds.is_none() {
                    return Err(RequestError::Bad(String::from(
                        "\"steps\" or \"milliseconds\" is missing",
                    )));
                }
                Ok(Response::Views(session.advance(steps, time, has_room, now)))
            }
            Request::Node { session, run, node } => {
                let (_, run) = self.session(session)?.0.run(run)?;
                let view = run.node(node).ok_or_else(|| format!("there is no node {node}"))?;
                Ok(Response::Node(view))
            }
            Request::Measure { session } => {
                let (session, now) = self.session(session)?;
                Ok(Response::Measured(session.measure(now)?))
            }
            Request::Change { session, cells, starts } => {
                let (session, _) = self.session(session)?;
                Ok(Response::Views(session.change(&cells, &starts)?))
            }
            Request::Plan { scene, planner } => self.plan(&scene, planner),
            Request::GoOn { plan } => match self.plans.remove(&plan) {
                Some(planning) => Ok(self.go_on(plan, planning)),
                None => Err(RequestError::Bad(format!(
                    "there is no plan {plan}: it is complete or was replaced by others; plan again"
                ))),
            },
            Request::Expanded { session, run, count } => {
                let (_, run) = self.session(session)?.0.run(run)?;
                Ok(Response::Expanded(expanded(run, count)))
            }
            Request::Queue { session, run, count } => {
                let (_, run) = self.session(session)?.0.run(run)?;
                Ok(Response::Queue(Queue {
                    nodes: run.queue(count.min(QUEUE)),
                }))
            }
            Request::Trace { session, run } => {
                let (world, run) = self.session(session)?.0.run(run)?;
                Ok(Response::File(trace::trace(world, run)?))
            }
            Request::End { session } => match self.sessions.remove(&session) {
                Some(_) => Ok(Response::Ended {}),
                None => Err(RequestError::UnknownSession(session)),
            },
        }
    }

    /// Begins a plan.
    fn plan(&mut self, scene: &Scene, planner: PlannerChoice) -> Result<Response, RequestError> {
        let planning = match &scene.world {
            World::Grid(grid) => Planning::new(grid, planner)?,
            World::Mesh(level) => return Ok(Response::Plan(mesh::plan(level)?)),
            _ => return Err(RequestError::Bad(String::from("only maps and meshes have units"))),
        };
        if self.plans.len() >= PLANS {
            self.plans.pop_first();
        }
        self.begun += 1;
        Ok(self.go_on(self.begun, planning))
    }

    /// Continues a plan for a slice of time, and keeps it if it is not complete.
    fn go_on(&mut self, number: u64, mut planning: Planning) -> Response {
        let plan = planning.go_on(&self.now);
        if plan.more {
            self.plans.insert(number, planning);
        }
        Response::Plan(Plan { plan: number, ..plan })
    }

    /// Discards the sessions and the unfinished plans that have been idle for [`IDLE`]. Every request also does this
    /// first.
    pub fn forget_idle(&mut self) {
        let now = (self.now)();
        let is_used = |last_used: Duration| now.saturating_sub(last_used) < IDLE;
        self.sessions.retain(|_, session| is_used(session.last_used));
        self.plans.retain(|_, planning| is_used(planning.last_used));
    }

    /// Makes room for a session to grow by discarding idle sessions, the one that has been idle longest first. Returns
    /// whether there is room.
    fn make_room(&mut self, number: u64) -> bool {
        let now = (self.now)();
        while self.sessions.values().map(Session::bytes).sum::<usize>() >= self.memory {
            let others = self.sessions.iter().filter(|(other, _)| **other != number);
            let longest = others.min_by_key(|(_, session)| session.last_used);
            match longest {
                Some((other, session)) if now.saturating_sub(session.last_used) >= REST => {
                    let other = *other;
                    self.sessions.remove(&other);
                }
                _ => return false,
            }
        }
        true
    }

    fn session(&mut self, number: u64) -> Result<(&mut Session, &dyn Fn() -> Duration), RequestError> {
        let session = self
            .sessions
            .get_mut(&number)
            .ok_or(RequestError::UnknownSession(number))?;
        session.last_used = (self.now)();
        Ok((session, &self.now))
    }

    fn start(&mut self, scene: Scene) -> Result<Response, RequestError> {
        let (mut session, notes) = Session::new(scene, self.history, (self.now)())?;
        while self.sessions.len() >= SESSIONS {
            let oldest = self.sessions.iter().min_by_key(|(_, session)| session.last_used);
            let oldest = oldest.map(|(number, _)| *number);
            oldest.and_then(|number| self.sessions.remove(&number));
        }
        self.begun += 1;
        let runs = session.views();
        self.sessions.insert(self.begun, session);
        Ok(Response::Started(Started {
            session: self.begun,
            runs,
            notes,
        }))
    }
}
