//! [`Line`]: a connection that carries what processes tell each other about a search.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The longest message that is read, in bytes.
const LONGEST: usize = 1 << 16;

/// What is sent: a line of JSON, so that other programs that call are not mistaken for a process of the cluster.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The first message of a process that calls. With a pass it asks for a connection for nodes, and without one it
    /// reports to process 0.
    Hello {
        process: usize,
        settings: Vec<(String, String)>,
        pass: Option<u64>,
    },
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
    /// Bytes that are not a whole message yet.
    inbox: Vec<u8>,
    /// When bytes were received last.
    pub(crate) heard: Instant,
    /// When a message was sent last.
    pub(crate) told: Instant,
    /// Whether the other side has arrived at the present barrier.
    pub(crate) is_ready: bool,
    /// Whether the other side has ever sent a message.
    pub(crate) is_known: bool,
}

impl Line {
    pub(crate) fn new(socket: TcpStream) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        Ok(Self {
            socket,
            inbox: Vec::new(),
            heard: Instant::now(),
            told: Instant::now(),
            is_ready: false,
            is_known: false,
        })
    }

    /// Sends a message. If that fails, the connection is broken, which shows when the next message is received.
    pub(crate) fn send(&mut self, message: &Message) {
        self.told = Instant::now();
        let mut line = serde_json::to_vec(message).unwrap_or_default();
        line.push(b'\n');
        let _ = self.socket.write_all(&line);
    }

    /// Returns the next message, or `None` if there is none yet.
    pub(crate) fn receive(&mut self) -> io::Result<Option<Message>> {
        loop {
            if let Some(end) = self.inbox.iter().position(|byte| *byte == b'\n') {
                let message = serde_json::from_slice(&self.inbox[..end])?;
                self.inbox.drain(..=end);
                self.is_known = true;
                return Ok(Some(message));
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
