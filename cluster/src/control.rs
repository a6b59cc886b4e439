//! [`Control`]: how the processes of a cluster find each other, and agree on how a search ends.
//!
//! Beside the connections that carry nodes, each process has a [`Line`] to process 0. A search has three barriers: all
//! processes have called process 0, all are connected to each other, and the workers of all are done. A process that
//! arrives at a barrier sends [`Message::Ready`]. When all have arrived, process 0 sends [`Message::Go`].
//!
//! A process that fails sends its error to process 0. Process 0 takes the first error, its own or another's, and sends
//! it to all. Each side of a line sends a [`Message::Beat`] from time to time, so that the other side knows that it is
//! alive. A process that has lost process 0 fails by itself.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::Cluster;
use crate::abort::{Abort, PAUSE};
use crate::error::Error;
use crate::line::{Line, Message};

/// The largest number of callers that have not said who they are.
const STRANGERS: usize = 64;

/// How long process 0 waits for the others to take its last message.
const FAREWELL: Duration = Duration::from_secs(1);

/// A process's side of the agreement.
#[derive(Debug)]
pub(crate) struct Control<'a> {
    cluster: &'a Cluster,
    settings: Vec<(String, String)>,
    abort: Abort,
    /// The own address, for as long as calls are expected.
    listener: Option<TcpListener>,
    /// In process 0, the lines to all others. In the others, the line to process 0.
    lines: Vec<Option<Line>>,
    /// The processes that have called process 0.
    have_called: Vec<bool>,
    /// Callers that have not said who they are.
    strangers: Vec<Line>,
    /// Lines that become connections for nodes when the other side agrees.
    calls: Vec<Option<Line>>,
    /// The connections for nodes.
    sockets: Vec<Option<Arc<TcpStream>>>,
    /// A number by which calls of this search differ from those of an earlier one.
    pass: u64,
    /// Whether process 0 has sent [`Message::Go`] for the present barrier.
    is_through: bool,
    /// Whether process 0 has been told of this process's error.
    has_complained: bool,
    /// The error with which the search ends in all processes.
    end: Option<Error>,
    /// Why the last call failed.
    reason: String,
}

impl<'a> Control<'a> {
    /// Begins to listen at the own address.
    pub(crate) fn new(cluster: &'a Cluster, settings: Vec<(String, String)>, abort: &Abort) -> Self {
        let processes = cluster.addresses.len();
        let mut control = Self {
            cluster,
            settings,
            abort: abort.clone(),
            listener: None,
            lines: (0..processes).map(|_| None).collect(),
            have_called: vec![false; processes],
            strangers: Vec::new(),
            calls: (0..processes).map(|_| None).collect(),
            sockets: (0..processes).map(|_| None).collect(),
            pass: RandomState::new().build_hasher().finish(),
            is_through: false,
            has_complained: false,
            end: None,
            reason: String::new(),
        };
        if processes > 1 {
            let address = &cluster.addresses[cluster.process];
            let listener = TcpListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            match listener {
                Ok(listener) => control.listener = Some(listener),
                // The others are told as soon as process 0 is found.
                Err(error) => abort.end(Some(Error::Listen {
                    address: address.clone(),
                    reason: error.to_string(),
                })),
            }
        }
        control
    }

    /// Connects every process to every other one.
    pub(crate) fn connect(&mut self) -> Result<Vec<Option<Arc<TcpStream>>>, Error> {
        let (me, processes) = (self.cluster.process, self.cluster.addresses.len());
        self.meet(self.cluster.start_patience, |control| {
            if me == 0 {
                control.listen();
                return (1..processes).find(|process| control.lines[*process].is_none());
            }
            if control.lines[0].is_none() {
                control.lines[0] = control.call(0, None);
            }
            control.lines[0].as_ref().is_none_or(|line| !line.is_known).then_some(0)
        })?;
        self.meet(self.cluster.patience, |control| {
            control.listen();
            (0..me).for_each(|process| control.follow(process));
            // One at a time, since a call may take a while.
            let next = (0..me).find(|process| control.sockets[*process].is_none() && control.calls[*process].is_none());
            if let Some(next) = next {
                control.calls[next] = control.call(next, Some(control.pass));
            }
            (0..processes).find(|process| *process != me && control.sockets[*process].is_none())
        })?;
        self.listener = None;
        Ok(std::mem::take(&mut self.sockets))
    }

    /// Waits until the workers of all processes are done.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        self.meet(Duration::MAX, |control| {
            let state = control.abort.state();
            (state.running > 0 || state.error.is_some()).then_some(control.cluster.process)
        })
    }

    /// Lets the others take the last message before the connections close.
    pub(crate) fn close(mut self) {
        let deadline = Instant::now() + FAREWELL;
        while self.cluster.process == 0 && Instant::now() < deadline {
            // A process that calls late is told, too.
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

    /// Waits at a barrier. Until `step` returns `None`, it is called again and again. It does the next part of what has
    /// to be done before the barrier, and returns the number of a process that is missing.
    fn meet(&mut self, patience: Duration, mut step: impl FnMut(&mut Self) -> Option<usize>) -> Result<(), Error> {
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
                            self.tell(&Message::Ready);
                        }
                    }
                    Some(process) if start.elapsed() > patience => self.give_up(process, patience),
                    Some(_) => {}
                }
            }
            if me == 0 && is_ready && self.lines[1..].iter().flatten().all(|line| line.is_ready) {
                self.lines.iter_mut().flatten().for_each(|line| line.is_ready = false);
                let pass = self.pass;
                self.tell(&Message::Go { pass });
                return Ok(());
            }
            self.abort.wait(pause);
            pause = PAUSE.min(pause * 2);
        }
    }

    /// Ends the search, since a process is missing.
    fn give_up(&mut self, process: usize, patience: Duration) {
        let error = if process > self.cluster.process {
            Error::Silent { process, patience }
        } else {
            Error::Unreachable {
                process,
                address: self.cluster.addresses[process].clone(),
                patience,
                reason: self.reason.clone(),
            }
        };
        self.abort.end(Some(error));
        if !self.is_linked() {
            let error = self.abort.state().error.clone();
            self.decide(error);
        }
    }

    /// Whether process 0 has answered this one.
    fn is_linked(&self) -> bool {
        self.lines[0].as_ref().is_some_and(|line| line.is_known)
    }

    /// Sends a message to process 0, or from it to all.
    fn tell(&mut self, message: &Message) {
        self.lines.iter_mut().flatten().for_each(|line| line.send(message));
    }

    /// Ends the search with an error, unless it has one already.
    fn decide(&mut self, error: Option<Error>) {
        if let (None, Some(error)) = (&self.end, error) {
            self.tell(&Message::Failed(error.clone()));
            self.end = Some(error);
        }
    }

    /// Receives all messages, sends a sign of life where one is due, and looks for processes that are silent.
    fn tend(&mut self) {
        let (me, patience) = (self.cluster.process, self.cluster.patience);
        for process in 0..self.lines.len() {
            while self.hear(process) {}
            let Some(line) = &mut self.lines[process] else { continue };
            if line.is_known && line.heard.elapsed() > patience {
                self.decide(Some(Error::Frozen { process, patience }));
                self.lines[process] = None;
            } else if line.told.elapsed() > (patience / 8).min(Duration::from_secs(1)) {
                line.send(&Message::Beat);
            }
        }
        let error = self.abort.state().error.clone();
        if me == 0 {
            self.decide(error);
        } else if let Some(error) = error.filter(|_| !self.has_complained && self.is_linked()) {
            self.has_complained = true;
            self.tell(&Message::Failed(error));
        }
    }

    /// Receives a message from a process, and returns whether there may be another one.
    fn hear(&mut self, process: usize) -> bool {
        let is_first = self.cluster.process == 0;
        let Some(line) = &mut self.lines[process] else {
            return false;
        };
        let was_known = line.is_known;
        match line.receive() {
            Ok(None) => return false,
            Ok(Some(Message::Ready)) => line.is_ready = true,
            Ok(Some(Message::Go { pass })) if !is_first => (self.pass, self.is_through) = (pass, true),
            // The others have ended without this process. What they sent before that does not count.
            Ok(Some(Message::Failed(error @ Error::Frozen { process: 0, .. }))) if is_first => self.end = Some(error),
            Ok(Some(Message::Failed(error))) => {
                if !is_first {
                    self.lines[process] = None;
                }
                self.decide(Some(error));
            }
            Ok(Some(_)) => {}
            Err(error) => {
                self.lines[process] = None;
                self.reason = error.to_string();
                self.decide(was_known.then_some(Error::Lost { process }));
            }
        }
        true
    }

    /// Makes a call a connection for nodes, if the process that was called has agreed.
    fn follow(&mut self, process: usize) {
        match self.calls[process].as_mut().map(Line::receive) {
            Some(Ok(Some(_))) => self.sockets[process] = self.calls[process].take().map(|call| Arc::new(call.socket)),
            Some(Err(error)) => {
                self.reason = error.to_string();
                self.calls[process] = None;
            }
            None | Some(Ok(None)) => {}
        }
    }

    /// Calls a process that may not listen yet.
    fn call(&mut self, process: usize, pass: Option<u64>) -> Option<Line> {
        let longest = (self.cluster.patience / 4).min(Duration::from_secs(1));
        let call = || {
            let mut failed = io::Error::other("the address has no host");
            for target in self.cluster.addresses[process].to_socket_addrs()? {
                match TcpStream::connect_timeout(&target, longest) {
                    Ok(socket) => return Line::new(socket),
                    Err(error) => failed = error,
                }
            }
            Err(failed)
        };
        let called = call();
        let hello = Message::Hello {
            process: self.cluster.process,
            settings: self.settings.clone(),
            pass,
        };
        let called = called.map(|mut line| {
            line.send(&hello);
            line
        });
        called.map_err(|error| self.reason = error.to_string()).ok()
    }

    /// Accepts calls, and finds out who is calling.
    fn listen(&mut self) {
        let Some(listener) = &self.listener else { return };
        while let Ok((socket, _)) = listener.accept() {
            self.strangers.extend(Line::new(socket));
        }
        let surplus = self.strangers.len().saturating_sub(STRANGERS);
        self.strangers.drain(..surplus);
        for mut line in std::mem::take(&mut self.strangers) {
            match line.receive() {
                Ok(Some(Message::Hello {
                    process,
                    settings,
                    pass: None,
                })) if self.cluster.process == 0 => self.admit(line, process, &settings),
                Ok(Some(Message::Hello {
                    process,
                    pass: Some(pass),
                    ..
                })) if pass == self.pass && process > self.cluster.process && process < self.sockets.len() => {
                    line.send(&Message::Ready);
                    self.sockets[process] = Some(Arc::new(line.socket));
                }
                Ok(None) if line.heard.elapsed() < self.cluster.patience => self.strangers.push(line),
                // It is not a process of this cluster.
                _ => {}
            }
        }
    }

    /// Compares the settings of a process that has called process 0 with the own ones.
    fn admit(&mut self, mut line: Line, process: usize, settings: &[(String, String)]) {
        let has_called = self
            .have_called
            .get(process)
            .is_none_or(|has_called| *has_called || process == 0);
        if has_called && self.end.is_some() {
            // It knows how this search has ended, and calls for its next one.
            return;
        }
        let mut places = 0..settings.len().max(self.settings.len());
        let different = places.find(|place| settings.get(*place) != self.settings.get(*place));
        let mismatch = different.map(|place| {
            let [ours, theirs] = [&self.settings, settings].map(|all| all.get(place));
            let setting = ours.or(theirs).map_or_else(String::new, |(name, _)| name.clone());
            let [ours, theirs] =
                [ours, theirs].map(|pair| pair.map_or_else(|| "none".to_owned(), |(_, value)| value.clone()));
            Error::Mismatch {
                process,
                setting,
                theirs,
                ours,
            }
        });
        self.decide(mismatch.or_else(|| has_called.then_some(Error::Twice { process })));
        line.send(&self.end.clone().map_or(Message::Beat, Message::Failed));
        if !has_called {
            self.have_called[process] = true;
            self.lines[process] = Some(line);
        }
    }
}
