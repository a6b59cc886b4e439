//! The playground as WebAssembly, for a page without a server: requests and responses are JSON in linear memory.
//!
//! A worker writes the UTF-8 text of a request to the address that [`request`] returns, calls [`handle`], and reads the
//! response: [`response_length`] bytes at [`response`]. It has to provide a clock: `env.now`, in milliseconds.

#![cfg(target_family = "wasm")]

use std::cell::RefCell;
use std::time::Duration;

use astride_playground::Playground;

#[expect(unsafe_code, reason = "that `now` is a safe function has to be stated")]
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    safe fn now() -> f64;
}

#[derive(Debug)]
struct Desk {
    playground: Playground,
    request: Vec<u8>,
    response: String,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk {
        playground: Playground::new(|| Duration::from_secs_f64(now().clamp(0.0, 1e15) / 1e3)),
        request: Vec::new(),
        response: String::new(),
    });
}

/// Allocates a buffer for a request of `length` bytes and returns its address.
#[expect(unsafe_code, reason = "the name of a symbol has to be stated to be unique")]
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request = vec![0; length];
        desk.request.as_mut_ptr()
    })
}

/// Handles the request and returns the HTTP status code of the response.
#[expect(unsafe_code, reason = "the name of a symbol has to be stated to be unique")]
#[unsafe(no_mangle)]
pub extern "C" fn handle() -> u32 {
    DESK.with_borrow_mut(|desk| {
        let request = std::mem::take(&mut desk.request);
        let (status, response) = desk.playground.handle_json(&String::from_utf8_lossy(&request));
        desk.response = response;
        status.into()
    })
}

/// Returns the address of the response.
#[expect(unsafe_code, reason = "the name of a symbol has to be stated to be unique")]
#[unsafe(no_mangle)]
pub extern "C" fn response() -> *const u8 {
    DESK.with_borrow(|desk| desk.response.as_ptr())
}

/// Returns the length of the response in bytes.
#[expect(unsafe_code, reason = "the name of a symbol has to be stated to be unique")]
#[unsafe(no_mangle)]
pub extern "C" fn response_length() -> usize {
    DESK.with_borrow(|desk| desk.response.len())
}
