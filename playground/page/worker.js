// Runs the library in the browser if the page is hosted as static files: the same requests, without a server.

async function load() {
    const imports = { env: { now: () => performance.now() } };
    const response = await fetch('playground.wasm');
    if (!response.ok) throw new Error(`playground.wasm cannot be loaded (status ${response.status})`);
    // If the host tells the type of the file, it is compiled while it arrives.
    const isTyped = response.headers.get('content-type') === 'application/wasm';
    const { instance } = isTyped ? await WebAssembly.instantiateStreaming(response, imports)
        : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    return instance.exports;
}

/** The library, which is loaded without waiting for the first request. */
let library = load();
// An error is reported to the request that finds it.
library.catch(() => {});

/** Copies the request into the memory of the library and the response out of it. */
function handle(exports, body) {
    const bytes = new TextEncoder().encode(body);
    const place = exports.request(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const status = exports.handle();
    const response = new Uint8Array(exports.memory.buffer, exports.response(), exports.response_length());
    return [status, new TextDecoder().decode(response)];
}

onmessage = async ({ data }) => {
    try {
        library ??= load();
        postMessage(handle(await library, data));
    } catch (error) {
        library = null;
        postMessage([0, JSON.stringify({ error: `The search stopped: ${error.message}. Reload this page.` })]);
    }
};
