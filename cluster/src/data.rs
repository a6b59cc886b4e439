//! [`DataSocket`]: a connection that carries nodes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::abort::Abort;
use crate::error::Error;

/// A connection that carries the engine's messages to and from another process, and does not fail.
///
/// The engine's threads panic where a connection breaks. Here the search is aborted in place of that. What is sent
/// afterwards is dropped, and what is received is a proper end, as soon as no worker is left that could take it.
#[derive(Debug)]
pub(crate) struct DataSocket {
    socket: Arc<TcpStream>,
    process: usize,
    abort: Abort,
    messages: Messages,
    is_broken: bool,
}

impl DataSocket {
    /// The connection to `process`.
    pub(crate) fn new(socket: Arc<TcpStream>, process: usize, abort: Abort) -> Self {
        let (messages, is_broken) = (Messages::default(), false);
        Self {
            socket,
            process,
            abort,
            messages,
            is_broken,
        }
    }

    fn lose(&mut self) {
        self.is_broken = true;
        self.abort.end(Some(Error::Lost { process: self.process }));
    }
}

impl Read for DataSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_broken && !self.messages.have_ended {
            match (&*self.socket).read(buffer) {
                Ok(bytes) if bytes > 0 => {
                    self.messages.pass(&buffer[..bytes]);
                    return Ok(bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => {
                    self.lose();
                    self.abort.wait_for_workers();
                }
            }
        }
        // Zeros complete a message that has begun; after it, they are the message that ends the connection.
        let bytes = buffer.len().min(self.messages.missing());
        buffer[..bytes].fill(0);
        self.messages.pass(&buffer[..bytes]);
        Ok(bytes)
    }
}

impl Write for DataSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        while !self.is_broken {
            match (&*self.socket).write(bytes) {
                Ok(written) if written > 0 => return Ok(written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => self.lose(),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for DataSocket {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(Arc::clone(&self.socket), self.process, self.abort.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It fails where the connection is broken already.
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}

/// The size of the engine's [`MessageHeader`](timely::communication::networking::MessageHeader).
const HEADER: usize = 48;

/// Where in the engine's messages a connection stands: in a header, or in the content of a message.
#[derive(Debug)]
struct Messages {
    header: [u8; HEADER],
    /// The bytes of the header that have passed.
    passed: usize,
    /// The bytes of the content that are to come.
    content: usize,
    /// Whether the message without content has passed, which is the last one.
    have_ended: bool,
}

impl Default for Messages {
    fn default() -> Self {
        Self {
            header: [0; HEADER],
            passed: 0,
            content: 0,
            have_ended: false,
        }
    }
}

impl Messages {
    /// The bytes up to the end of the header or of the content.
    fn missing(&self) -> usize {
        match (self.have_ended, self.content) {
            (true, _) => 0,
            (_, 0) => HEADER - self.passed,
            (_, content) => content,
        }
    }

    fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && !self.have_ended {
            let (now, later) = bytes.split_at(bytes.len().min(self.missing()));
            bytes = later;
            if self.content > 0 {
                self.content -= now.len();
                continue;
            }
            self.header[self.passed..][..now.len()].copy_from_slice(now);
            self.passed += now.len();
            if self.passed == HEADER {
                self.passed = 0;
                let length = self.header[32..40]
                    .iter()
                    .fold(0, |length, byte| length << 8 | usize::from(*byte));
                self.content = length;
                self.have_ended = length == 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use timely::communication::networking::MessageHeader;

    use super::*;

    fn message(length: usize) -> Vec<u8> {
        let header = MessageHeader {
            channel: 1,
            source: 2,
            target_lower: 3,
            target_upper: 4,
            length,
            seqno: 5,
        };
        let mut bytes = Vec::new();
        header.write_to(&mut bytes).expect("memory");
        bytes.resize(bytes.len() + length, 7);
        bytes
    }

    #[test]
    fn wherever_a_connection_breaks_the_engine_reads_whole_messages_and_an_end() {
        let all: Vec<u8> = [300, 1, 70_000].into_iter().flat_map(message).collect();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        for broken in [
            0,
            1,
            40,
            47,
            48,
            49,
            347,
            348,
            349,
            396,
            400,
            444,
            445,
            446,
            5_000,
            all.len(),
        ] {
            let mut caller = TcpStream::connect(listener.local_addr().expect("a port")).expect("it listens");
            let (socket, _) = listener.accept().expect("a caller");
            let abort = Abort::new(0, 1);
            let mut socket = DataSocket::new(Arc::new(socket), 1, abort.clone());
            caller.write_all(&all[..broken]).expect("somebody reads");
            drop(caller);
            let worker = abort.clone();
            thread::spawn(move || {
                while !worker.is_set() {
                    thread::yield_now();
                }
                worker.leave();
            });
            let mut read = Vec::new();
            socket.read_to_end(&mut read).expect("it does not fail");
            assert_eq!(read[..broken], all[..broken]);
            assert_eq!(abort.state().error, Some(Error::Lost { process: 1 }));
            let mut rest = &read[..];
            loop {
                let header = MessageHeader::try_read(rest).expect("a whole message");
                rest = &rest[header.required_bytes()..];
                if header.length == 0 {
                    break;
                }
            }
            assert_eq!(rest, [0; 0]);
            assert_eq!(socket.write(&all).ok(), Some(all.len()));
        }
    }
}
