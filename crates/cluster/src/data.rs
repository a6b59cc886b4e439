//! [`Link`]: a connection that carries nodes, and [`DataSocket`], its two ends as the engine sees them.
//!
//! The engine trusts the bytes that it reads, and its threads panic if a connection breaks. Therefore it is only given
//! whole messages with valid headers. Bytes are sent in parts, each with its length and a tag, which nobody else can
//! compute if the cluster has a secret. A part without content is a sign of life.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::abort::{Abort, PAUSE, RESERVE, check_memory};
use crate::error::{Error, Failure};
use crate::seal::{Seal, Seals, TAG};

/// The maximum size of a part in bytes.
const PART: usize = 1 << 16;

/// The number of bytes before a part's content, for its length and tag.
const PART_HEADER: usize = 4 + TAG;

/// The maximum size of a message of the engine in bytes.
const LONGEST: usize = 1 << 30;

/// Messages up to this size fit into the memory that the engine allocates at the beginning.
const LONG: usize = 1 << 19;

/// A bound above the number of any channel of a search, since the engine stores messages of channels that it does not
/// know yet.
const CHANNELS: usize = 1 << 10;

/// The size of the engine's `MessageHeader`.
const HEADER: usize = 48;

/// The interval at which a process gives signs of life if others wait this long for one.
pub(crate) fn beat_of(patience: Duration) -> Duration {
    (patience / 8).min(Duration::from_secs(1))
}

/// A connection that carries nodes to and from another process.
#[derive(Debug)]
pub(crate) struct Link {
    socket: TcpStream,
    /// The other process.
    process: usize,
    outbox: Mutex<Outbox>,
    /// The time at which something was last received, or `None` when nothing more is expected.
    heard: Mutex<Option<Instant>>,
    /// The seal with which a copy for receiving begins.
    received: Seal,
}

/// The bytes to be sent.
#[derive(Debug)]
struct Outbox {
    seal: Seal,
    /// A part, and the number of its bytes that have been sent.
    bytes: Vec<u8>,
    sent: usize,
    /// The time at which a part was last sent.
    last_sent: Instant,
}

impl Outbox {
    /// Takes the next part. The previous one must have been sent.
    fn fill(&mut self, content: &[u8]) {
        self.bytes.clear();
        let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(&length.to_be_bytes());
        self.bytes.extend_from_slice(&self.seal.tag(content));
        self.bytes.extend_from_slice(content);
        (self.sent, self.last_sent) = (0, Instant::now());
    }

    fn is_empty(&self) -> bool {
        self.sent == self.bytes.len()
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Link {
    /// The connection to `process`, on which both sides have proven their identity.
    pub(crate) fn new(socket: TcpStream, process: usize, seals: Seals) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        // A thread that waits must check regularly whether the search has been aborted.
        socket.set_write_timeout(Some(PAUSE))?;
        let outbox = Outbox {
            seal: seals.sent,
            bytes: Vec::new(),
            sent: 0,
            last_sent: Instant::now(),
        };
        Ok(Self {
            socket,
            process,
            outbox: Mutex::new(outbox),
            heard: Mutex::new(Some(Instant::now())),
            received: seals.received,
        })
    }

    /// Gives a sign of life if one is due. Returns whether the other side has been silent for longer than `patience`.
    pub(crate) fn tend(&self, patience: Duration) -> bool {
        // If the lock is taken, a part is being sent right now.
        let outbox = match self.outbox.try_lock() {
            Ok(outbox) => Some(outbox),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        if let Some(mut outbox) = outbox
            && outbox.last_sent.elapsed() > beat_of(patience)
        {
            if outbox.is_empty() {
                outbox.fill(&[]);
            }
            // A broken connection is noticed by the threads that receive and send nodes.
            let _ = self.send(&mut outbox);
        }
        lock(&self.heard).is_some_and(|heard| heard.elapsed() > patience)
    }

    /// Measures the silence of the other side from now on, since this process was asleep itself.
    pub(crate) fn excuse(&self) {
        if let Some(heard) = &mut *lock(&self.heard) {
            *heard = Instant::now();
        }
    }

    /// Ends the connection.
    pub(crate) fn close(&self) {
        // This fails if the connection is already broken.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Sends as much as possible within a moment, and returns whether that was everything.
    fn send(&self, outbox: &mut Outbox) -> io::Result<bool> {
        while !outbox.is_empty() {
            match (&self.socket).write(&outbox.bytes[outbox.sent..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(sent) => outbox.sent += sent,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    return Ok(false);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// An end of a [`Link`] for the engine, whose operations never fail.
///
/// If the connection breaks, the search is aborted. Bytes sent afterwards are dropped. Once no worker is left that
/// could process it, a proper end of the messages is received.
#[derive(Debug)]
pub(crate) struct DataSocket {
    link: Arc<Link>,
    abort: Abort,
    seal: Seal,
    inbox: Inbox,
    is_broken: bool,
}

impl DataSocket {
    /// The end of `link` in process number `me`, which has this many threads.
    pub(crate) fn new(link: Arc<Link>, me: usize, threads: usize, abort: Abort) -> Self {
        let (seal, inbox) = (link.received.clone(), Inbox::new(link.process, me, threads));
        Self {
            link,
            abort,
            seal,
            inbox,
            is_broken: false,
        }
    }

    /// Ends the search.
    fn lose(&mut self, fault: Fault) {
        self.is_broken = true;
        let process = self.link.process;
        match fault {
            Fault::Lost => self.abort.end(Some(Error::Lost { process })),
            Fault::Garbled(reason) => self.abort.end(Some(Error::Garbled { process, reason })),
            Fault::Failure(failure) => self.abort.fail(failure),
        }
    }

    /// Receives a part.
    fn receive(&mut self) -> Result<(), Fault> {
        let mut header = [0; PART_HEADER];
        (&self.link.socket).read_exact(&mut header)?;
        let (length, tag) = header.split_at(4);
        let length = length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
        if length > PART {
            return Err(Fault::Garbled(format!(
                "a block of {length} bytes, but the maximum is {PART}"
            )));
        }
        let content = self.inbox.extend(length)?;
        (&self.link.socket).read_exact(content)?;
        *lock(&self.link.heard) = Some(Instant::now());
        let tag = tag.try_into().unwrap_or_default();
        if !self.seal.accepts(content, &tag) {
            return Err(Fault::Garbled("a block with a wrong tag".to_owned()));
        }
        self.inbox.find_messages()
    }
}

impl Read for DataSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.inbox.is_waiting() {
            if self.is_broken {
                self.abort.wait_for_workers();
                self.inbox.end();
            } else if let Err(fault) = self.receive() {
                self.lose(fault);
            }
            if self.is_broken || self.inbox.has_ended {
                *lock(&self.link.heard) = None;
            }
        }
        Ok(self.inbox.take(buffer))
    }
}

impl Write for DataSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let link = Arc::clone(&self.link);
        let mut outbox = lock(&link.outbox);
        for part in bytes.chunks(PART) {
            // A sign of life may be only partly sent, so its rest comes first.
            for content in [None, Some(part)] {
                if let Some(content) = content.filter(|_| !self.is_broken) {
                    outbox.fill(content);
                }
                while !self.is_broken {
                    match link.send(&mut outbox) {
                        Ok(true) => break,
                        // The other side does not take the part, which is no longer needed.
                        Ok(false) if self.abort.is_set() => self.is_broken = true,
                        Ok(false) => {}
                        Err(_) => self.lose(Fault::Lost),
                    }
                }
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
        let (me, threads) = (self.inbox.me, self.inbox.threads);
        Ok(Self::new(Arc::clone(&self.link), me, threads, self.abort.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.link.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // This fails if the connection is already broken.
        let _ = self.link.socket.shutdown(how);
        Ok(())
    }
}

/// The reason that nothing more can be received.
#[derive(Debug)]
enum Fault {
    Lost,
    Garbled(String),
    Failure(Failure),
}

impl From<io::Error> for Fault {
    fn from(_: io::Error) -> Self {
        Self::Lost
    }
}

/// Bytes that have been received, and the part of them that consists of whole messages.
#[derive(Debug)]
struct Inbox {
    bytes: Vec<u8>,
    taken: usize,
    /// The end of the last whole message.
    whole: usize,
    /// Whether the message without content, which is the last one, has arrived.
    has_ended: bool,
    process: usize,
    me: usize,
    threads: usize,
}

impl Inbox {
    fn new(process: usize, me: usize, threads: usize) -> Self {
        Self {
            bytes: Vec::new(),
            taken: 0,
            whole: 0,
            has_ended: false,
            process,
            me,
            threads,
        }
    }

    /// Whether nothing can be taken until more bytes have arrived.
    fn is_waiting(&self) -> bool {
        self.taken == self.whole && !self.has_ended
    }

    /// Allocates memory for this many more bytes, and returns it.
    fn extend(&mut self, bytes: usize) -> Result<&mut [u8], Fault> {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.whole -= self.taken;
            self.taken = 0;
        }
        let end = self.bytes.len();
        self.bytes.try_reserve(bytes).map_err(|_| {
            let bytes = bytes as u64;
            Fault::Failure(Failure::OutOfMemory { bytes })
        })?;
        self.bytes.resize(end + bytes, 0);
        Ok(&mut self.bytes[end..])
    }

    /// Looks for whole messages among the bytes that have arrived.
    fn find_messages(&mut self) -> Result<(), Fault> {
        while !self.has_ended
            && let Some((header, _)) = self.bytes[self.whole..].split_at_checked(HEADER)
        {
            let header = Header::read(header);
            self.check(header)?;
            let end = self.whole + HEADER + header.length;
            if self.bytes.len() < end {
                break;
            }
            if header.length > LONG {
                // The engine copies the message, doubling its memory, and panics if there is not enough.
                check_memory((4 * header.length).saturating_add(RESERVE)).map_err(Fault::Failure)?;
            }
            self.whole = end;
            self.has_ended = header.length == 0;
        }
        Ok(())
    }

    fn check(&self, header: Header) -> Result<(), Fault> {
        let own = |process: usize| {
            let first = process.saturating_mul(self.threads);
            first..first.saturating_add(self.threads)
        };
        let Header { channel, length, .. } = header;
        let (targets, own_workers) = (header.target_lower..header.target_upper, own(self.me));
        let is_sound = length == 0
            || channel < CHANNELS
                && own(self.process).contains(&header.source)
                && own_workers.contains(&targets.start)
                && targets.start < targets.end
                && targets.end <= own_workers.end;
        if !is_sound {
            return Err(Fault::Garbled("a message from or to the wrong worker".to_owned()));
        }
        if length > LONGEST {
            return Err(Fault::Garbled(format!(
                "a message of {length} bytes, but the maximum is {LONGEST}"
            )));
        }
        Ok(())
    }

    /// Replaces an incomplete message with the message that ends the stream.
    fn end(&mut self) {
        self.bytes.truncate(self.whole);
        self.bytes.resize(self.whole + HEADER, 0);
        self.whole += HEADER;
        self.has_ended = true;
    }

    fn take(&mut self, buffer: &mut [u8]) -> usize {
        let bytes = &self.bytes[self.taken..self.whole];
        let bytes = &bytes[..bytes.len().min(buffer.len())];
        buffer[..bytes.len()].copy_from_slice(bytes);
        self.taken += bytes.len();
        bytes.len()
    }
}

/// The content of the engine's header. The engine itself reads it only together with the message.
#[derive(Clone, Copy, Debug)]
struct Header {
    channel: usize,
    source: usize,
    target_lower: usize,
    target_upper: usize,
    length: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> Self {
        let field = |place: usize| {
            let bytes = bytes.iter().skip(8 * place).take(8);
            let number = bytes.fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            usize::try_from(number).unwrap_or(usize::MAX)
        };
        Self {
            channel: field(0),
            source: field(1),
            target_lower: field(2),
            target_upper: field(3),
            length: field(4),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use timely::communication::networking::MessageHeader;

    use super::*;
    use crate::seal::{Greeting, Secret, Side};

    /// The header of a message from worker 3, the second worker of process 1, to worker 0, the first worker of process
    /// 0.
    fn header(length: usize) -> MessageHeader {
        MessageHeader {
            channel: 1,
            source: 3,
            target_lower: 0,
            target_upper: 1,
            length,
            seqno: 5,
        }
    }

    fn message(length: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        header(length).write_to(&mut bytes).expect("memory");
        bytes.resize(bytes.len() + length, 7);
        bytes
    }

    fn seals(side: Side) -> Seals {
        let greeting = Greeting {
            from: 1,
            to: 0,
            pass: None,
            settings: Vec::new(),
            callers: [1; 16],
            called: [2; 16],
        };
        Secret::new(b"secret").seals(side, &greeting)
    }

    /// The parts in which these bytes are sent.
    fn parts(bytes: &[u8]) -> Vec<u8> {
        let mut outbox = Outbox {
            seal: seals(Side::Caller).sent,
            bytes: Vec::new(),
            sent: 0,
            last_sent: Instant::now(),
        };
        let parts = bytes.chunks(PART).map(|content| {
            outbox.fill(content);
            outbox.bytes.clone()
        });
        parts.collect::<Vec<_>>().concat()
    }

    /// The bytes that the engine reads if these bytes are sent and the connection then breaks, and the error.
    fn read(sent: &[u8]) -> (Vec<u8>, Option<Error>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut caller = TcpStream::connect(listener.local_addr().expect("a port")).expect("it listens");
        let (socket, _) = listener.accept().expect("a caller");
        let link = Link::new(socket, 1, seals(Side::Called)).expect("a connection");
        let abort = Abort::new(0, 1);
        let mut socket = DataSocket::new(Arc::new(link), 0, 2, abort.clone());
        let sent = sent.to_vec();
        let sender = thread::spawn(move || {
            // This fails if the other side has already closed the connection.
            let _ = caller.write_all(&sent);
        });
        let worker = abort.clone();
        let working = thread::spawn(move || {
            while !worker.is_set() {
                thread::yield_now();
            }
            worker.leave();
        });
        let mut bytes = Vec::new();
        socket.read_to_end(&mut bytes).expect("it does not fail");
        abort.end(None);
        assert_eq!(socket.write(&message(9)).ok(), Some(57));
        drop(socket);
        sender.join().expect("no panic");
        working.join().expect("no panic");
        let error = abort.state().error.clone();
        (bytes, error)
    }

    #[test]
    fn wherever_a_connection_breaks_the_engine_reads_whole_messages_and_an_end() {
        let messages = [300, 1, 70_000].map(message);
        let all = parts(&messages.concat());
        let end = [0; HEADER];
        for broken in [
            0,
            1,
            19,
            20,
            40,
            348,
            418,
            419,
            65_555,
            65_556,
            65_557,
            all.len() - 1,
            all.len(),
        ] {
            let (bytes, error) = read(&all[..broken]);
            assert_eq!(error, Some(Error::Lost { process: 1 }));
            let whole = match broken {
                0..65_556 => 0,
                length if length < all.len() => 2,
                _ => 3,
            };
            assert!(
                bytes == [&messages[..whole].concat()[..], &end[..]].concat(),
                "{broken}"
            );
        }
        // A proper end is not a loss.
        let (bytes, error) = read(&parts(&[message(5), message(0)].concat()));
        assert_eq!((bytes, error), ([message(5), message(0)].concat(), None));
    }

    #[test]
    fn what_is_not_from_the_other_process_is_an_error_and_takes_no_memory() {
        let mut changed = parts(&message(300));
        for place in [0, 3, 4, 19, 20, 60, 340] {
            changed[place] ^= 1;
            let (bytes, error) = read(&changed);
            assert_eq!(bytes, [0; HEADER]);
            let is_length = place < 4;
            assert!(
                matches!(error, Some(Error::Garbled { process: 1, .. })) || is_length && error.is_some(),
                "{place}: {error:?}"
            );
            changed[place] ^= 1;
        }
        let wrong = [
            MessageHeader {
                channel: CHANNELS,
                ..header(8)
            },
            MessageHeader { source: 1, ..header(8) },
            MessageHeader { source: 4, ..header(8) },
            MessageHeader {
                target_upper: 0,
                ..header(8)
            },
            MessageHeader {
                target_upper: 3,
                ..header(8)
            },
            MessageHeader {
                target_lower: 2,
                target_upper: 3,
                ..header(8)
            },
            header(LONGEST + 1),
            header(1 << 40),
            header(1 << 62),
            header(usize::MAX),
        ];
        for wrong in wrong {
            let mut bytes = message(3);
            wrong.write_to(&mut bytes).expect("memory");
            let (bytes, error) = read(&parts(&bytes));
            assert_eq!(bytes, [message(3), vec![0; HEADER]].concat());
            assert!(
                matches!(error, Some(Error::Garbled { process: 1, .. })),
                "{wrong:?}: {error:?}"
            );
        }
    }

    #[test]
    fn a_side_that_says_nothing_is_noticed_and_one_that_gives_signs_of_life_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let caller = TcpStream::connect(listener.local_addr().expect("a port")).expect("it listens");
        let (socket, _) = listener.accept().expect("a caller");
        let calling = Link::new(caller, 0, seals(Side::Caller)).expect("a connection");
        let link = Arc::new(Link::new(socket, 1, seals(Side::Called)).expect("a connection"));
        let abort = Abort::new(0, 0);
        let mut reader = DataSocket::new(Arc::clone(&link), 0, 2, abort.clone());
        let reading = thread::spawn(move || reader.read_to_end(&mut Vec::new()));
        let patience = Duration::from_secs(1);
        let begun = Instant::now();
        while begun.elapsed() < 2 * patience {
            calling.tend(patience);
            thread::sleep(Duration::from_millis(10));
        }
        assert!(!link.tend(patience));
        thread::sleep(patience + Duration::from_millis(100));
        assert!(link.tend(patience));
        link.excuse();
        assert!(!link.tend(patience));
        calling.close();
        reading.join().expect("no panic").expect("it does not fail");
        assert_eq!(abort.state().error, Some(Error::Lost { process: 1 }));
        thread::sleep(patience + Duration::from_millis(100));
        assert!(!link.tend(patience), "nothing more is expected");
    }
}
