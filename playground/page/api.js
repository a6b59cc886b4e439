// Requests to the library: to the program that serves this page, or to a worker that runs the library in the browser.

/** A refusal of the library: `status` is 400 for an invalid request and 404 for a session that it has discarded. */
export class Refusal extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

async function overHttp(body) {
    let response;
    try {
        response = await fetch('api', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    } catch {
        throw new Refusal(0, 'The playground does not respond. Start the program again, then continue here.');
    }
    return [response.status, await response.text()];
}

function overWorker() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    const waiting = [];
    worker.onmessage = ({ data }) => waiting.shift()?.resolve(data);
    worker.onerror = event => waiting.shift()?.reject(new Refusal(0, `The search stopped: ${event.message}.`));
    return body => new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(body);
    });
}

const backend = document.querySelector('meta[name=backend]').content;
const send = backend === 'worker' ? overWorker() : overHttp;

/** The number of requests that are waiting for their responses. */
export const traffic = { waiting: 0 };

/** Sends a request and returns the response; throws a `Refusal`. */
export async function request(name, parameters = {}) {
    traffic.waiting++;
    const sent = send(JSON.stringify({ request: name, ...parameters }));
    const [status, text] = await sent.finally(() => traffic.waiting--);
    let response;
    try {
        response = JSON.parse(text);
    } catch {
        throw new Refusal(status, `The playground sent something that is not JSON (status ${status}).`);
    }
    if (status !== 200) {
        throw new Refusal(status, response.error ?? `The playground refused the request (status ${status}).`);
    }
    return response;
}
