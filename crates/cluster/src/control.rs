//! [`Control`]: how the processes of a cluster find each other and agree on the end of a search.
//!
//! In addition to the connections that carry nodes, each process has a [`Line`] to process 0. A search has three
//! barriers: all processes have called process 0, all are connected to each other, and the workers of all are done. A
//! process that arrives at a barrier sends [`Message::Ready`]. When all have arrived, process 0 sends [`Message::Go`].
//!
//! A process that fails sends its error to process 0, which sends the first error, its own or another's, to all. Each
//! side of a line sends a [`Message::Beat`] from time to time, so that the other side knows that it is alive, and each
//! side of a [`Link`] does the same. A process that has lost process 0 fails by itself.
//!
//! Before the search, anybody may call. A caller that does not [prove](crate::greet) that it is a process of the
//! cluster is dropped. Without a secret, everybody can prove this, so the settings decide, and a caller with different
//! settings does not end the search. Process 0 waits for the process to call with the right settings, and names the
//! difference if it does not.

use std::io;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::Cluster;
use crate::abort::{Abort, PAUSE};
use crate::data::{Link, beat_of};
use crate::error::Error;
use crate::greet::{Call, Progress, Stranger};
use crate::line::{Line, Message};
use crate::seal::{Greeting, Proof, random};
use crate::settings::{Settings, mismatch};

/// The maximum number of callers that have not proven their identity.
const STRANGERS: usize = 64;

/// How long a process waits before it repeats a call that was not accepted.
const RETRY: Duration = Duration::from_millis(100);

/// How long process 0 waits for the others to take its last message.
const FAREWELL: Duration = Duration::from_secs(1);

/// A process's side of the agreement.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is about something else")]
pub(crate) struct Control<'a> {
    cluster: &'a Cluster,
    settings: Settings,
    abort: Abort,
    /// Listens on this process's address as long as calls are expected.
    listener: Option<TcpListener>,
    /// In process 0, the lines to all other processes. In the others, the line to process 0.
    lines: Vec<Option<Line>>,
    /// The processes that have called process 0.
    have_called: Vec<bool>,
    /// In process 0: the reason that the last call of each process was refused.
    refusals: Vec<Option<Error>>,
    /// Callers that have not proven their identity.
    strangers: Vec<Stranger>,
    /// Calls that have not been accepted yet, and the time at which the next call may be made.
    calls: Vec<Option<Call>>,
    next_call: Instant,
    /// The connections for nodes.
    links: Vec<Option<Arc<Link>>>,
    /// Whether all processes are connected, so that the connections are read.
    is_connected: bool,
    /// A number that distinguishes calls of this search from those of an earlier one.
    pass: u64,
    /// Whether process 0 has sent [`Message::Go`] for the current barrier.
    is_through: bool,
    /// Whether process 0 has been notified of this process's error.
    has_complained: bool,
    /// The error with which the search ends in all processes.
    end: Option<Error>,
    /// The reason that the last call failed, and whether it was refused.
    reason: String,
    is_refused: bool,
    /// Whether something has happened since the last check.
    is_busy: bool,
    /// The time at which messages were last received.
    tended: Instant,
}

impl<'a> Control<'a> {
    /// Begins to listen on this process's address.
    pub(crate) fn new(cluster: &'a Cluster, settings: Settings, abort: &Abort) -> Self {
        let processes = cluster.addresses.len();
        let mut control = Self {
            cluster,
            settings,
            abort: abort.clone(),
            listener: None,
            lines: (0..processes).map(|_| None).collect(),
            have_called: vec![false; processes],
            refusals: vec![None; processes],
            strangers: Vec::new(),
            calls: (0..processes).map(|_| None).collect(),
            next_call: Instant::now(),
            links: (0..processes).map(|_| None).collect(),
            is_connected: false,
            pass: 0,
            is_through: false,
            has_complained: false,
            end: None,
            reason: String::new(),
            is_refused: false,
            is_busy: false,
            tended: Instant::now(),
        };
        if processes > 1 {
            match random() {
                Ok(bytes) => control.pass = u64::from_le_bytes(bytes),
                Err(error) => control.lack(&error.to_string()),
            }
            let address = &cluster.addresses[cluster.process];
            let listener = TcpListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            match listener {
                Ok(listener) => control.listener = Some(listener),
                // The others are notified as soon as process 0 is found.
                Err(error) => abort.end(Some(Error::Listen {
                    address: address.clone(),
                    reason: error.to_string(),
                })),
            }
        }
        control
    }

    /// Connects this process to every other one.
    pub(crate) fn connect(&mut self) -> Result<Vec<Option<Arc<Link>>>, Error> {
        let (me, processes) = (self.cluster.process, self.cluster.addresses.len());
        self.barrier(self.cluster.start_patience, |control| {
            if me == 0 {
                control.listen();
                return (1..processes).find(|process| control.lines[*process].is_none());
            }
            if control.lines[0].is_none() {
                control.lines[0] = control.reach(0, None);
            }
            control.lines[0].is_none().then_some(0)
        })?;
        self.barrier(self.cluster.patience, |control| {
            control.listen();
            for process in 0..me {
                if control.links[process].is_none()
                    && let Some(line) = control.reach(process, Some(control.pass))
                {
                    control.link(process, line);
                }
            }
            (0..processes).find(|process| *process != me && control.links[*process].is_none())
        })?;
        self.listener = None;
        self.is_connected = true;
        self.links.iter().flatten().for_each(|link| link.excuse());
        Ok(self.links.clone())
    }

    /// Waits until the workers of all processes are done.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        self.barrier(Duration::MAX, |control| {
            let state = control.abort.state();
            (state.running > 0 || state.error.is_some()).then_some(control.cluster.process)
        })
    }

    /// Gives the other processes time to receive the last message before the connections close.
    pub(crate) fn close(mut self) {
        let deadline = Instant::now() + FAREWELL;
        while self.cluster.process == 0 && Instant::now() < deadline {
            // A process that calls late also gets the message.
            self.listen();
            for line in &mut self.lines {
                while let Some(Ok(Some(_))) = line.as_mut().map(Line::receive) {}
                if line.as_mut().is_some_and(|line| line.receive().is_err()) {
                    *line = None;
                }
            }
            let have_called = self.listener.is_none() || self.have_called[1..].iter().all(|has_called| *has_called);
            if have_called && self.lines.iter().all(Option::is_none) {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits at a barrier. `step` is called repeatedly until it returns `None`. It does the next part of the work
    /// before the barrier, and returns the number of a process that is missing.
    fn barrier(&mut self, patience: Duration, mut step: impl FnMut(&mut Self) -> Option<usize>) -> Result<(), Error> {
        let me = self.cluster.process;
        let start = Instant::now();
        let (mut is_ready, mut pause) = (false, Duration::from_millis(1));
        self.is_through = false;
        loop {
            self.tend();
            if self.is_through {
                return Ok(());
            }
            if let Some(error) = &self.end {
                return Err(error.clone());
            }
            if !is_ready {
                match step(self) {
                    None => {
                        (is_ready, pause) = (true, Duration::from_millis(1));
                        if me > 0 {
                            self.notify(&Message::Ready);
                        }
                    }
                    Some(process) if start.elapsed() > patience => self.give_up(process, patience),
                    Some(_) => {}
                }
            }
            if me == 0 && is_ready && self.lines[1..].iter().flatten().all(|line| line.is_ready) {
                self.lines.iter_mut().flatten().for_each(|line| line.is_ready = false);
                let pass = self.pass;
                self.notify(&Message::Go { pass });
                return Ok(());
            }
            if std::mem::take(&mut self.is_busy) {
                pause = Duration::from_millis(1);
            }
            self.abort.wait(pause);
            pause = PAUSE.min(pause * 2);
        }
    }

    /// Ends the search because a process is missing.
    fn give_up(&mut self, process: usize, patience: Duration) {
        let is_missing = |(line, _): &(&Option<Line>, _)| line.is_none();
        let mut refused = self.lines.iter().zip(&self.refusals).filter(is_missing);
        let error = if let Some(refusal) = refused.find_map(|(_, refusal)| refusal.clone()) {
            refusal
        } else if process > self.cluster.process {
            Error::Silent { process, patience }
        } else if self.is_refused {
            Error::Refused { process }
        } else {
            Error::Unreachable {
                process,
                address: self.cluster.addresses[process].clone(),
                patience,
                reason: self.reason.clone(),
            }
        };
        self.fail(error);
    }

    /// Ends the search because this process cannot continue.
    fn fail(&mut self, error: Error) {
        self.abort.end(Some(error));
        // Otherwise process 0 decides.
        if self.lines[0].is_none() {
            let error = self.abort.state().error.clone();
            self.decide(error);
        }
    }

    /// Ends the search because the system has refused a resource.
    fn lack(&mut self, reason: &str) {
        let (process, reason) = (self.cluster.process, reason.to_owned());
        self.fail(Error::System { process, reason });
    }

    /// Sends a message to process 0, or from process 0 to all others.
    fn notify(&mut self, message: &Message) {
        self.lines.iter_mut().flatten().for_each(|line| line.send(message));
    }

    /// Ends the search with an error unless it already has one.
    fn decide(&mut self, error: Option<Error>) {
        if let (None, Some(error)) = (&self.end, error) {
            self.notify(&Message::Failed(error.clone()));
            self.end = Some(error);
        }
    }

    /// Receives all messages, sends the signs of life that are due, and looks for silent processes.
    fn tend(&mut self) {
        let (me, patience) = (self.cluster.process, self.cluster.patience);
        for process in 0..self.lines.len() {
            while self.hear(process) {}
            let Some(line) = &mut self.lines[process] else { continue };
            if line.heard.elapsed() > patience {
                self.decide(Some(Error::Frozen { process, patience }));
                self.lines[process] = None;
            } else if line.last_sent.elapsed() > beat_of(patience) {
                line.send(&Message::Beat);
            }
        }
        // The threads that receive nodes may have been asleep for as long as this one.
        let was_asleep = self.tended.elapsed() > patience / 2;
        self.tended = Instant::now();
        for (process, link) in self.links.iter().enumerate().filter(|_| self.is_connected) {
            let Some(link) = link else { continue };
            if was_asleep {
                link.excuse();
            }
            if link.tend(patience) {
                self.abort.end(Some(Error::Frozen { process, patience }));
            }
        }
        let error = self.abort.state().error.clone();
        if me == 0 {
            self.decide(error);
        } else if let Some(error) = error.filter(|_| !self.has_complained && self.lines[0].is_some()) {
            self.has_complained = true;
            self.notify(&Message::Failed(error));
        }
    }

    /// Receives a message from a process, and returns whether there may be another one.
    fn hear(&mut self, process: usize) -> bool {
        let is_first = self.cluster.process == 0;
        let Some(line) = &mut self.lines[process] else {
            return false;
        };
        let received = line.receive();
        self.is_busy |= !matches!(received, Ok(None));
        match received {
            Ok(None) => return false,
            Ok(Some(Message::Ready)) => line.is_ready = true,
            Ok(Some(Message::Go { pass })) if !is_first => (self.pass, self.is_through) = (pass, true),
            // The others have ended without this process, so earlier errors from them do not count.
            Ok(Some(Message::Failed(error @ Error::Frozen { process: 0, .. }))) if is_first => {
                // Or only the connection for nodes is silent, and the sender waits for an answer.
                self.notify(&Message::Failed(error.clone()));
                self.end = Some(error);
            }
            Ok(Some(Message::Failed(error))) => {
                if !is_first {
                    self.lines[process] = None;
                }
                self.decide(Some(error));
            }
            Ok(Some(_)) => {}
            Err(error) => {
                self.lines[process] = None;
                let reason = "a report with a wrong tag".to_owned();
                self.decide(Some(match error.kind() {
                    io::ErrorKind::InvalidData => Error::Garbled { process, reason },
                    _ => Error::Lost { process },
                }));
            }
        }
        true
    }

    /// Calls a process, which may not be listening yet, and returns the connection as soon as the call is accepted.
    fn reach(&mut self, process: usize, pass: Option<u64>) -> Option<Line> {
        if self.calls[process].is_none() && self.next_call <= Instant::now() {
            match self.call(process, pass) {
                Ok(call) => self.calls[process] = Some(call),
                Err(error) if is_exhausted(&error) => self.lack(&error.to_string()),
                Err(error) => (self.reason, self.is_refused) = (error.to_string(), false),
            }
        }
        let progress = self.calls[process].take()?.advance(&self.cluster.secret);
        (self.reason, self.is_refused) = match progress {
            Progress::Waiting(call) if !call.is_older_than(self.cluster.patience) => {
                self.calls[process] = Some(call);
                return None;
            }
            Progress::Accepted(line) => {
                self.is_busy = true;
                return Some(line);
            }
            Progress::Refused => (String::new(), true),
            Progress::Waiting(_) => ("it does not answer".to_owned(), false),
            Progress::Failed(error) => (error.to_string(), false),
        };
        if self.is_refused && self.cluster.secret.is_none() {
            self.fail(Error::Refused { process });
        }
        self.next_call = Instant::now() + RETRY;
        None
    }

    /// Calls a process.
    fn call(&self, process: usize, pass: Option<u64>) -> io::Result<Call> {
        let greeting = Greeting {
            from: self.cluster.process,
            to: process,
            pass,
            settings: if pass.is_none() {
                self.settings.clone()
            } else {
                Vec::new()
            },
            callers: random().map_err(io::Error::other)?,
            called: [0; 16],
        };
        let longest = (self.cluster.patience / 4).min(Duration::from_secs(1));
        let mut failed = io::Error::other("the address has no host");
        for target in self.cluster.addresses[process].to_socket_addrs()? {
            match TcpStream::connect_timeout(&target, longest) {
                Ok(socket) => return Call::new(socket, greeting),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    /// Accepts calls and identifies the callers.
    fn listen(&mut self) {
        for _ in 0..STRANGERS {
            let Some(listener) = &self.listener else { return };
            match listener.accept() {
                Ok((socket, _)) => match random() {
                    Ok(nonce) => self.strangers.extend(Stranger::new(socket, nonce)),
                    Err(error) => self.lack(&error.to_string()),
                },
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // Earlier callers are dropped sooner or later, which frees resources.
                Err(error) if is_exhausted(&error) && self.strangers.is_empty() => self.lack(&error.to_string()),
                // The caller has closed the connection.
                Err(_) => {}
            }
        }
        let surplus = self.strangers.len().saturating_sub(STRANGERS);
        self.strangers.drain(..surplus);
        for mut stranger in std::mem::take(&mut self.strangers) {
            match stranger.line.receive() {
                Ok(Some(Message::Hello { greeting, proof })) => self.hear_greeting(stranger, &greeting, &proof),
                Ok(None) if stranger.line.begun.elapsed() < self.cluster.patience => self.strangers.push(stranger),
                // The caller is not a process of this cluster.
                _ => {}
            }
        }
    }

    /// Processes the greeting of a caller.
    fn hear_greeting(&mut self, mut stranger: Stranger, greeting: &Greeting, proof: &Proof) {
        let (me, process) = (self.cluster.process, greeting.from);
        if !stranger.is_own(greeting, me) {
            return;
        }
        if !stranger.is_proven(&self.cluster.secret, greeting, proof) {
            self.refuse(process, Error::OtherSecret { process });
            return;
        }
        self.is_busy = true;
        match greeting.pass {
            None if me == 0 => self.admit(stranger, greeting),
            Some(pass) if pass == self.pass && process < self.links.len() => {
                let welcomed = stranger.welcome(&self.cluster.secret, greeting);
                self.link(process, welcomed);
            }
            _ => {}
        }
    }

    /// Turns an accepted connection into one for nodes.
    fn link(&mut self, process: usize, accepted: Line) {
        let Line { socket, seals, .. } = accepted;
        match seals.map(|seals| Link::new(socket, process, seals)) {
            Some(Ok(link)) => self.links[process] = Some(Arc::new(link)),
            Some(Err(error)) => self.lack(&error.to_string()),
            None => {}
        }
    }

    /// Records why a process has not been admitted.
    fn refuse(&mut self, process: usize, error: Error) {
        if let Some(refusal) = self.refusals.get_mut(process) {
            *refusal = Some(error);
        }
    }

    /// Compares the settings of a process that has called process 0 with those of process 0.
    fn admit(&mut self, mut stranger: Stranger, greeting: &Greeting) {
        let process = greeting.from;
        let is_twice = self.have_called.get(process).is_none_or(|has_called| *has_called);
        if is_twice && self.end.is_some() {
            // The process knows how this search has ended, and is already calling for the next one.
            return;
        }
        match mismatch(process, &greeting.settings, &self.settings) {
            // Without a secret, anybody may have called.
            Some(different) if self.cluster.secret.is_none() => {
                stranger.refuse();
                self.refuse(process, different);
                return;
            }
            different => self.decide(different.or_else(|| is_twice.then_some(Error::Twice { process }))),
        }
        let mut line = stranger.welcome(&self.cluster.secret, greeting);
        line.send(&self.end.clone().map_or(Message::Beat, Message::Failed));
        if !is_twice {
            self.have_called[process] = true;
            self.lines[process] = Some(line);
        }
    }
}

/// Whether the system has no more memory or connections for this process.
fn is_exhausted(error: &io::Error) -> bool {
    // EMFILE and ENFILE have no `ErrorKind`. WSAEMFILE and WSAENOBUFS are the corresponding errors of Windows.
    let codes = if cfg!(windows) { [10_024, 10_055] } else { [23, 24] };
    error.kind() == io::ErrorKind::OutOfMemory || error.raw_os_error().is_some_and(|code| codes.contains(&code))
}
