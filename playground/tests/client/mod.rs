//! [`Client`]: acts as the page towards the library, without a browser.

use std::time::Instant;

use astride_playground::Playground;
use serde_json::{Value, json};

/// A client with its own playground.
pub(crate) struct Client(pub(crate) Playground);

impl Client {
    pub(crate) fn new() -> Self {
        let start = Instant::now();
        Client(Playground::new(move || start.elapsed()))
    }

    /// Returns the status and the response.
    pub(crate) fn ask(&mut self, request: &Value) -> (u16, Value) {
        let (status, text) = self.0.handle_json(&request.to_string());
        (status, serde_json::from_str(&text).expect("responses are JSON"))
    }

    /// Returns the response to a valid request.
    pub(crate) fn call(&mut self, request: &Value) -> Value {
        let (status, response) = self.ask(request);
        assert_eq!(status, 200, "{request} {response}");
        response
    }

    /// Starts a session and returns its number.
    pub(crate) fn start(&mut self, world: &Value, searches: &Value) -> u64 {
        let scene = json!({ "world": world, "searches": searches });
        let started = self.call(&json!({ "request": "start", "scene": scene }));
        started["session"].as_u64().expect("a number")
    }
}
