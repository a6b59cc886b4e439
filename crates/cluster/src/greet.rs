//! How a connection begins: both sides prove that they know the secret of the cluster.
//!
//! The called process sends a [`Message::Challenge`] to every caller. The caller answers with a [`Message::Hello`], and
//! if this is accepted, it gets a [`Message::Welcome`]. A caller that proves nothing learns only that this is a process
//! of a cluster.

use std::io;
use std::net::TcpStream;

use crate::line::{Line, Message};
use crate::seal::{Greeting, Nonce, Proof, Secret, Side};

/// A connection to a process that has not accepted this one yet.
#[derive(Debug)]
pub(crate) struct Call {
    line: Line,
    greeting: Greeting,
    is_greeted: bool,
}

/// The progress of a [`Call`].
#[derive(Debug)]
pub(crate) enum Progress {
    Waiting(Call),
    Accepted(Line),
    Refused,
    Failed(io::Error),
}

impl Call {
    /// Begins a call. The greeting does not have the called process's nonce yet.
    pub(crate) fn new(socket: TcpStream, greeting: Greeting) -> io::Result<Self> {
        Ok(Self {
            line: Line::new(socket)?,
            greeting,
            is_greeted: false,
        })
    }

    /// Continues as far as possible without waiting.
    pub(crate) fn advance(mut self, secret: &Secret) -> Progress {
        loop {
            match self.line.receive() {
                Ok(None) => return Progress::Waiting(self),
                Ok(Some(Message::Challenge { nonce })) if !self.is_greeted => {
                    self.greeting.called = nonce;
                    self.is_greeted = true;
                    let (greeting, proof) = (self.greeting.clone(), secret.proof(Side::Caller, &self.greeting));
                    self.line.send(&Message::Hello { greeting, proof });
                }
                Ok(Some(Message::Welcome { proof })) if self.is_greeted => {
                    if !secret.accepts(&proof, Side::Called, &self.greeting) {
                        return Progress::Failed(io::Error::other(
                            "another program answers, or one with a different secret",
                        ));
                    }
                    self.line.seals = Some(secret.seals(Side::Caller, &self.greeting));
                    return Progress::Accepted(self.line);
                }
                Ok(Some(Message::Refused)) if self.is_greeted => return Progress::Refused,
                Ok(Some(_)) => return Progress::Failed(io::Error::other("another program answers")),
                Err(error) => return Progress::Failed(error),
            }
        }
    }

    /// Whether the call has lasted for longer than this.
    pub(crate) fn is_older_than(&self, patience: std::time::Duration) -> bool {
        self.line.begun.elapsed() > patience
    }
}

/// A caller that has not proven anything.
#[derive(Debug)]
pub(crate) struct Stranger {
    pub(crate) line: Line,
    nonce: Nonce,
}

impl Stranger {
    pub(crate) fn new(socket: TcpStream, nonce: Nonce) -> io::Result<Self> {
        let mut line = Line::new(socket)?;
        line.send(&Message::Challenge { nonce });
        Ok(Self { line, nonce })
    }

    /// Whether this greeting was made for this connection, by a process that may call process `me`.
    pub(crate) fn is_own(&self, greeting: &Greeting, me: usize) -> bool {
        greeting.called == self.nonce && greeting.to == me && greeting.from > me
    }

    /// Whether the caller knows the secret. If it does not, it is refused.
    pub(crate) fn is_proven(&mut self, secret: &Secret, greeting: &Greeting, proof: &Proof) -> bool {
        let is_proven = secret.accepts(proof, Side::Caller, greeting);
        if !is_proven {
            self.refuse();
        }
        is_proven
    }

    pub(crate) fn refuse(&mut self) {
        self.line.send(&Message::Refused);
    }

    /// Accepts the caller.
    pub(crate) fn welcome(mut self, secret: &Secret, greeting: &Greeting) -> Line {
        let proof = secret.proof(Side::Called, greeting);
        self.line.send(&Message::Welcome { proof });
        self.line.seals = Some(secret.seals(Side::Called, greeting));
        self.line
    }
}
