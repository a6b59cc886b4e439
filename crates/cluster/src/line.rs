//! [`Line`]: a connection for the messages with which processes coordinate a search.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::seal::{Greeting, Nonce, Proof, Seals, TAG};

/// The maximum length of a message in bytes.
const LONGEST: usize = 1 << 16;

/// A message. It is sent as a line of JSON, so that other programs that call are not mistaken for a process of the
/// cluster.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The first message of a process that was called.
    Challenge { nonce: Nonce },
    /// The caller's answer.
    Hello { greeting: Greeting, proof: Proof },
    /// The called process has accepted it.
    Welcome { proof: Proof },
    /// The called process has not accepted it.
    Refused,
    /// The sender is alive.
    Beat,
    /// The sender has arrived at the next barrier.
    Ready,
    /// All have arrived at the barrier.
    Go { pass: u64 },
    /// The search has failed.
    Failed(Error),
}

/// A connection that carries messages.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) socket: TcpStream,
    /// Once both sides have proven their identity, each message begins with its tag.
    pub(crate) seals: Option<Seals>,
    /// Bytes that do not form a whole message yet.
    inbox: Vec<u8>,
    /// The time at which the connection began.
    pub(crate) begun: Instant,
    /// The time at which bytes were last received.
    pub(crate) heard: Instant,
    /// The time at which a message was last sent.
    pub(crate) last_sent: Instant,
    /// Whether the other side has arrived at the current barrier.
    pub(crate) is_ready: bool,
}

impl Line {
    pub(crate) fn new(socket: TcpStream) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        let now = Instant::now();
        Ok(Self {
            socket,
            seals: None,
            inbox: Vec::new(),
            begun: now,
            heard: now,
            last_sent: now,
            is_ready: false,
        })
    }

    /// Sends a message. If this fails, the connection is broken, which is noticed when the next message is to be
    /// received.
    pub(crate) fn send(&mut self, message: &Message) {
        self.last_sent = Instant::now();
        let mut line = serde_json::to_vec(message).unwrap_or_default();
        if let Some(seals) = &mut self.seals {
            let tag = u128::from_be_bytes(seals.sent.tag(&line));
            line.splice(..0, format!("{tag:032x}").into_bytes());
        }
        line.push(b'\n');
        let _ = self.socket.write_all(&line);
    }

    /// Returns the next message, or `None` if there is none yet.
    ///
    /// An error of the kind [`InvalidData`](io::ErrorKind::InvalidData) means that the other side sent something else.
    pub(crate) fn receive(&mut self) -> io::Result<Option<Message>> {
        loop {
            if let Some(end) = self.inbox.iter().position(|byte| *byte == b'\n') {
                let message = open(&self.inbox[..end], self.seals.as_mut());
                self.inbox.drain(..=end);
                return message.ok_or_else(|| io::ErrorKind::InvalidData.into()).map(Some);
            }
            let mut bytes = [0; 4096];
            match self.socket.read(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) if self.inbox.len() > LONGEST => return Err(io::ErrorKind::InvalidData.into()),
                Ok(read) => self.inbox.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            self.heard = Instant::now();
        }
    }
}

/// Reads a message if it has the right tag.
fn open(line: &[u8], seals: Option<&mut Seals>) -> Option<Message> {
    let mut text = line;
    if let Some(seals) = seals {
        let (tag, sealed) = line.split_at_checked(2 * TAG)?;
        let tag = u128::from_str_radix(std::str::from_utf8(tag).ok()?, 16).ok()?;
        if !seals.received.accepts(sealed, &tag.to_be_bytes()) {
            return None;
        }
        text = sealed;
    }
    serde_json::from_slice(text).ok()
}
