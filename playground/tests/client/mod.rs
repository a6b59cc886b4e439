//! [`Client`]: what the page is to the library, without a browser.

use std::time::Instant;

use astride_playground::Playground;
use serde_json::{Value, json};

/// Asks a playground of its own.
pub(crate) struct Client(pub(crate) Playground);

impl Client {
    pub(crate) fn new() -> Self {
        let start = Instant::now();
        Client(Playground::new(move || start.elapsed()))
    }

    /// The status and the response.
    pub(crate) fn ask(&mut self, request: &Value) -> (u16, Value) {
        let (status, text) = self.0.handle_json(&request.to_string());
        (status, serde_json::from_str(&text).expect("responses are JSON"))
    }

    /// The response to a request that is right.
    pub(crate) fn call(&mut self, request: &Value) -> Value {
        let (status, response) = self.ask(request);
        assert_eq!(status, 200, "{request} {response}");
        response
    }

    /// The number of a new session.
    pub(crate) fn start(&mut self, world: &Value, searches: &Value) -> u64 {
        let scene = json!({ "world": world, "searches": searches });
        let started = self.call(&json!({ "request": "start", "scene": scene }));
        started["session"].as_u64().expect("a number")
    }
}
