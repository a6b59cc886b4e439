//! The server, over a real socket.
#![cfg(feature = "server")]

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use astride_playground::BODY;
use astride_playground::server::Server;
use serde_json::{Value, json};

fn server() -> u16 {
    let server = Server::start_anywhere().unwrap();
    let port = server.port();
    assert_eq!(server.address(), format!("http://localhost:{port}/"));
    // It ends with the test.
    port
}

/// Sends a request with these headers and returns the status and the body.
fn send(port: u16, line: &str, headers: &[&str], body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let headers = headers.join("\r\n");
    let length = body.len();
    let text = format!("{line} HTTP/1.1\r\n{headers}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}");
    // The server may refuse a request before it has read all of it.
    let _ = stream.write_all(text.as_bytes());
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response);
    let response = String::from_utf8(response).unwrap();
    let (head, body) = response
        .split_once("\r\n\r\n")
        .unwrap_or_else(|| panic!("{line}: {response:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body.to_string())
}

fn call(port: u16, request: &Value) -> (u16, Value) {
    let (status, body) = send(
        port,
        "POST /api",
        &[&format!("host: localhost:{port}")],
        &request.to_string(),
    );
    (status, serde_json::from_str(&body).unwrap())
}

fn scene() -> Value {
    let world = json!({
        "kind": "grid", "width": 9, "height": 1, "cells": "111111111", "movement": "four", "start": [0, 0],
        "goals": [[8, 0]],
    });
    json!({ "world": world, "searches": [{ "algorithm": "dijkstra" }] })
}

#[test]
fn pages_and_the_api_are_served() {
    let port = server();
    let host = format!("host: localhost:{port}");
    let (status, page) = send(port, "GET /", &[&host], "");
    assert!(status == 200 && page.starts_with("<!doctype html"), "{status} {page}");
    let (status, _) = send(port, "GET /../Cargo.toml", &[&host], "");
    assert_eq!(status, 404);
    let (status, _) = send(port, "DELETE /api", &[&host], "");
    assert_eq!(status, 405);
    let (status, catalogue) = call(port, &json!({ "request": "catalogue" }));
    assert!(status == 200 && catalogue["worlds"]["grid"]["algorithms"][0]["id"] == "astar");
    let (status, error) = call(port, &json!({ "request": "none" }));
    assert!(status == 400 && error["error"].is_string());
}

#[test]
fn sessions_do_not_disturb_each_other() {
    let port = server();
    let start = || {
        call(port, &json!({ "request": "start", "scene": scene() })).1["session"]
            .as_u64()
            .unwrap()
    };
    let (one, other) = (start(), start());
    let advance = |session: u64, steps: u64| {
        let (_, views) = call(
            port,
            &json!({ "request": "advance", "session": session, "steps": steps }),
        );
        views["runs"][0]["step"].as_u64().unwrap()
    };
    assert_eq!([advance(one, 2), advance(other, 3), advance(one, 2)], [2, 3, 4]);
    assert_eq!(call(port, &json!({ "request": "end", "session": one })).0, 200);
    assert_eq!(call(port, &json!({ "request": "end", "session": one })).0, 404);
    assert_eq!(advance(other, 1), 4);
}

#[test]
fn requests_from_elsewhere_are_refused() {
    let port = server();
    let body = json!({ "request": "catalogue" }).to_string();
    let from = |headers: &[&str]| send(port, "POST /api", headers, &body).0;
    let here = format!("host: localhost:{port}");
    assert_eq!(from(&[&here]), 200);
    assert_eq!(from(&[&here, &format!("origin: http://localhost:{port}")]), 200);
    assert_eq!(
        from(&[
            &format!("host: 127.0.0.1:{port}"),
            &format!("origin: http://127.0.0.1:{port}")
        ]),
        200
    );
    let others = [
        "http://evil.example",
        "http://localhost:1",
        "https://localhost",
        "null",
        "http://localhost.evil.example",
    ];
    for origin in others {
        assert_eq!(from(&[&here, &format!("origin: {origin}")]), 403, "{origin}");
    }
    // The name of another site that resolves to this machine.
    for host in [
        format!("evil.example:{port}"),
        String::from("localhost"),
        String::from("localhost:1"),
    ] {
        assert_eq!(from(&[&format!("host: {host}")]), 403, "{host}");
        assert_eq!(send(port, "GET /", &[&format!("host: {host}")], "").0, 403, "{host}");
    }
}

/// Browsers leave out the usual port.
#[test]
fn the_usual_port_need_not_be_named() {
    if Server::start(80).is_err() {
        println!("skipped: port 80 is taken or reserved");
        return;
    }
    let get = |headers: &[&str]| send(80, "GET /", headers, "").0;
    assert_eq!(get(&["host: localhost", "origin: http://localhost"]), 200);
    assert_eq!(get(&["host: 127.0.0.1:80"]), 200);
    assert_eq!(get(&["host: evil.example"]), 403);
}

#[test]
fn bodies_that_are_too_large_are_refused() {
    let port = server();
    let host = format!("host: localhost:{port}");
    let (status, error) = send(port, "POST /api", &[&host], &" ".repeat(BODY + 1));
    assert!(status == 413 && error.contains("larger than"), "{status} {error}");
    // Immediately, before any byte of it has been sent.
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(
        stream,
        "POST /api HTTP/1.1\r\n{host}\r\ncontent-length: {}\r\n\r\n",
        1_u64 << 40
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 413"), "{response}");
    let (status, error) = send(port, "POST /api", &[&host], "\u{0}");
    assert!(status == 400 && error.contains("cannot be read"), "{status} {error}");
    assert_eq!(call(port, &json!({ "request": "catalogue" })).0, 200);
}

/// A client that begins requests and does not end them does not block others.
#[test]
fn half_a_request_holds_up_nobody() {
    let port = server();
    let halves = [
        format!("POST /api HTTP/1.1\r\nhost: localhost:{port}\r\ncontent-length: 100\r\n\r\n{{"),
        String::from("GET / HTTP/1.1\r\nhost:"),
        String::new(),
    ];
    let waiting: Vec<TcpStream> = (0..100)
        .map(|number| {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            stream.write_all(halves[number % 3].as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(call(port, &json!({ "request": "catalogue" })).0, 200);
    // None of them has received a response in the meantime.
    for mut stream in waiting {
        stream.set_nonblocking(true).unwrap();
        let error = stream.read(&mut [0]).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
    }
}

/// Simultaneous requests of the largest size do not take unlimited memory.
#[test]
fn bodies_share_their_memory() {
    let port = server();
    let head = format!("POST /api HTTP/1.1\r\nhost: localhost:{port}\r\ncontent-length: {BODY}\r\n\r\n");
    let spaces = " ".repeat(BODY - 1);
    let waiting: Vec<TcpStream> = (0..5)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            // The server may refuse it before it has read all of it.
            let _ = stream.write_all(spaces.as_bytes());
            stream
        })
        .collect();
    let mut streams = waiting.into_iter();
    let answered = streams.any(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        let mut answer = [0; 12];
        stream
            .read_exact(&mut answer)
            .is_ok_and(|()| &answer == b"HTTP/1.1 503")
    });
    assert!(answered, "one of them is refused");
    drop(streams);
    assert_eq!(call(port, &json!({ "request": "catalogue" })).0, 200);
}

/// Whatever the server sent would be taken for the response to the next request.
#[test]
#[ignore = "takes 35 seconds"]
fn a_silent_connection_stays_open_and_gets_no_response() {
    let port = server();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request = format!("GET /keys.js HTTP/1.1\r\nhost: localhost:{port}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response);
    assert!(response.starts_with(b"HTTP/1.1 200"));
    stream.set_read_timeout(Some(Duration::from_secs(34))).unwrap();
    let silence = stream.read(&mut [0; 100]).unwrap_err();
    assert!([ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&silence.kind()));
}
