//! The server, which provides the page and the function behind it over HTTP, for the local machine only.
//!
//! Pages of other sites must not be able to use the server. Therefore, the `Host` of a request, and its `Origin` if it
//! has one, must be this server. This also excludes sites whose own names resolve to the local machine.

mod page;

use std::io::{self, Read};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use oxhttp::model::header::{CONNECTION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN};
use oxhttp::model::{Body, HeaderName, HeaderValue, Request, Response, StatusCode};

use crate::limits::BODY;
use crate::playground::Playground;

/// The maximum number of connections at once, each of which has a thread.
const CONNECTIONS: usize = 400;
/// A connection that is silent for this long is closed, with an error as its last words. A browser would take these for
/// the response to a request that it sends at the same time. Browsers close silent connections themselves, after at
/// most five minutes, so the server waits for longer.
const SILENCE: Duration = Duration::from_secs(600);
/// The maximum number of bytes of all requests being read.
const BODIES: usize = 4 * BODY;
/// The interval between two searches for idle sessions.
const SWEEP: Duration = Duration::from_secs(60);

/// A server that runs in its own threads.
pub struct Server {
    port: u16,
    listening: oxhttp::ListeningServer,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Starts a server on a port of this machine's loopback address. For any free port, use
    /// [`start_anywhere`](Self::start_anywhere), not port 0.
    ///
    /// # Errors
    ///
    /// An error from the operating system, usually because the port is already in use.
    pub fn start(port: u16) -> io::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let desk = Mutex::new(open_desk()?);
        let bodies = AtomicUsize::new(0);
        let server = oxhttp::Server::new(move |request| respond(request, port, &desk, &bodies))
            .with_global_timeout(SILENCE)
            .with_max_concurrent_connections(CONNECTIONS)
            .bind(address);
        let listening = server.spawn()?;
        Ok(Server { port, listening })
    }

    /// Starts a server on any free port.
    ///
    /// # Errors
    ///
    /// `io::ErrorKind::AddrInUse` if eight attempts to use a free port have failed.
    pub fn start_anywhere() -> io::Result<Self> {
        let free = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr();
        // Another program may take the port in between.
        let mut tries = (0..8).map(|_| Server::start(free()?.port()));
        let started = tries.find_map(Result::ok);
        started.ok_or_else(|| io::Error::from(io::ErrorKind::AddrInUse))
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the address of the page.
    pub fn address(&self) -> String {
        format!("http://localhost:{}/", self.port)
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    ///
    /// An error if a thread of the server has panicked.
    pub fn serve(self) -> io::Result<()> {
        self.listening.join()
    }
}

type Question = (String, Sender<(u16, String)>);

/// Starts the thread that holds all sessions and handles one request after another.
fn open_desk() -> io::Result<Sender<Question>> {
    let (sender, receiver) = mpsc::channel::<Question>();
    thread::Builder::new().name(String::from("playground")).spawn(move || {
        let start = Instant::now();
        let mut playground = Playground::new(move || start.elapsed());
        loop {
            match receiver.recv_timeout(SWEEP) {
                // A client that has disconnected needs no response.
                Ok((question, reply)) => drop(reply.send(playground.handle_json(&question))),
                Err(RecvTimeoutError::Timeout) => playground.forget_idle(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    })?;
    Ok(sender)
}

fn respond(
    request: &mut Request<Body>,
    port: u16,
    desk: &Mutex<Sender<Question>>,
    bodies: &AtomicUsize,
) -> Response<Body> {
    if let Err(words) = check_source(request, port) {
        return error(StatusCode::FORBIDDEN, words);
    }
    match (request.method().as_str(), request.uri().path()) {
        ("POST", "/api") => {
            let mut room = Room { bodies, taken: 0 };
            let text = match read(request, &mut room) {
                Ok(text) => text,
                Err((status, words)) => {
                    leave(request);
                    return error(status, &words);
                }
            };
            match ask(text, desk) {
                Some((status, json)) => {
                    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                    response(status, "application/json", json.into())
                }
                None => error(StatusCode::INTERNAL_SERVER_ERROR, "the playground has stopped"),
            }
        }
        ("GET", path) => match page::file(path) {
            Some((media_type, content)) => response(StatusCode::OK, media_type, Body::from(content)),
            None => error(StatusCode::NOT_FOUND, "there is no such page"),
        },
        _ => error(StatusCode::METHOD_NOT_ALLOWED, "only GET, and POST to /api"),
    }
}

/// Refuses requests that other sites may have sent.
fn check_source(request: &Request<Body>, port: u16) -> Result<(), &'static str> {
    let header = |name: HeaderName| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    let names = ["localhost", "127.0.0.1"];
    let is_here = |host: &str| {
        // Browsers leave out the usual port.
        let is_usual = port == 80 && names.contains(&host);
        is_usual || names.iter().any(|name| host == format!("{name}:{port}"))
    };
    if !header(HOST).is_some_and(is_here) {
        return Err("the request is addressed to another host");
    }
    match header(ORIGIN) {
        Some(origin) if !origin.strip_prefix("http://").is_some_and(is_here) => {
            Err("the request comes from another page")
        }
        _ => Ok(()),
    }
}

/// The share of a request's body in the bytes available to all requests, until the response is sent.
struct Room<'a> {
    bodies: &'a AtomicUsize,
    taken: usize,
}

impl Room<'_> {
    fn take(&mut self, bytes: usize) -> bool {
        self.taken += bytes;
        self.bodies.fetch_add(bytes, Relaxed) + bytes <= BODIES
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        self.bodies.fetch_sub(self.taken, Relaxed);
    }
}

/// Drops the rest of the body, which would otherwise be read to its end before the response is sent.
fn leave(request: &mut Request<Body>) {
    *request.body_mut() = Body::empty();
    request
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
}

fn read(request: &mut Request<Body>, room: &mut Room<'_>) -> Result<String, (StatusCode, String)> {
    let too_large = || {
        let words = format!("this is larger than the {} MiB that the playground reads", BODY >> 20);
        Err((StatusCode::PAYLOAD_TOO_LARGE, words))
    };
    if request.body().len().is_some_and(|length| length > BODY as u64) {
        return too_large();
    }
    let (mut bytes, mut part) = (Vec::new(), [0; 1 << 14]);
    loop {
        match request.body_mut().read(&mut part) {
            Ok(0) => break,
            Ok(length) if bytes.len() + length > BODY => return too_large(),
            Ok(length) if room.take(length) => bytes.extend_from_slice(&part[..length]),
            Ok(_) => {
                let words = String::from("the playground is reading other requests: try again");
                return Err((StatusCode::SERVICE_UNAVAILABLE, words));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err((StatusCode::BAD_REQUEST, format!("the request cannot be read: {error}"))),
        }
    }
    String::from_utf8(bytes).map_err(|_| (StatusCode::BAD_REQUEST, String::from("the request is not UTF-8")))
}

fn ask(question: String, desk: &Mutex<Sender<Question>>) -> Option<(u16, String)> {
    let (reply, answer) = mpsc::channel();
    desk.lock().ok()?.send((question, reply)).ok()?;
    answer.recv().ok()
}

fn error(status: StatusCode, words: &str) -> Response<Body> {
    let json = serde_json::json!({ "error": words }).to_string();
    response(status, "application/json", json.into())
}

fn response(status: StatusCode, media_type: &str, body: Body) -> Response<Body> {
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, media_type)
        .header(CONTENT_SECURITY_POLICY, page::policy(media_type))
        .header("x-content-type-options", "nosniff")
        .header("cache-control", "no-store")
        .body(body)
        .unwrap_or_default()
}
