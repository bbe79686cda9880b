// The server of a class, asked from the page: messages to it, and the stream of news from it.

const SILENT = 40_000; // milliseconds after which a stream that should beat every 15 s is dead
const MISSED = 20_000; // milliseconds after which a page that slept has missed a beat
const PAUSES = [500, 1000, 2000, 5000, 10_000, 20_000]; // milliseconds before each new try
export const UNKNOWN = 404;
const CHUNK = 8192; // bytes that a call takes as arguments
const TOO_MANY = 429;
const BROKEN = 500; // and above: the server, or the proxy before it, which may find another

/**
 * Send something; what is refused becomes an Error with the server's words and `status`.
 * @param {string} method
 * @param {string} url
 * @param {{key?: string, body?: any, signal?: AbortSignal}} [sent] a body is said in JSON, or sent
 * as it is if bytes
 */
export async function send(method, url, { key, body, signal } = {}) {
  const response = await fetch(url, {
    method,
    headers: headersOf(key),
    body: body instanceof Uint8Array ? /** @type {any} */ (body) : JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw await refused(response);
  return response.json();
}

/** @returns {Record<string, string>} */
/**
 * Who follows, so that others' wrong codes are no hindrance.
 * @param {string | undefined} name
 * @returns {Record<string, string>}
 */
export const asFollower = (name) => (name ? { Follower: name } : {});

/** @returns {Record<string, string>} */
const headersOf = (key) => (key ? { Authorization: `Bearer ${key}` } : {});

async function refused(response) {
  const words = await response.json().then(
    ({ error }) => error,
    () => "",
  );
  const error = new Error(words || "The server did not answer as it should. Try again.");
  return Object.assign(error, { status: response.status });
}

/**
 * The bytes at an address, as base64.
 * @param {string} url
 * @param {string} name of who follows
 */
export async function bytesAt(url, name) {
  const response = await fetch(url, { headers: asFollower(name) });
  if (!response.ok) throw await refused(response);
  return base64Of(new Uint8Array(await response.arrayBuffer()));
}

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** News of a class, from a stream that is opened again whenever it breaks. */
export class News {
  /**
   * @param {string} url
   * @param {{
   *   key?: string, name?: () => string, heard: (news: any) => void,
   *   lost: (lost: boolean) => void, refused: (error: any) => Promise<boolean>
   * }} ears `lost` hears that the stream breaks, or comes; `refused` says whether to try again
   */
  constructor(url, ears) {
    this.url = url;
    this.ears = ears;
    this.stopped = new AbortController();
    this.tries = 0;
    /** @type {boolean | undefined} not known while it is opened for the first time */
    this.lost = undefined;
    this.hurry = () => {}; // ends a pause before a new try: the server can be reached again
    this.heardAt = Date.now();
    const { signal } = this.stopped;
    window.addEventListener("online", () => this.hurry(), { signal });
    window.addEventListener("visibilitychange", () => this.wake(), { signal });
    this.run();
  }

  /** A phone that was locked is looked at again: the stream that it had may be dead. */
  wake() {
    if (document.hidden) return;
    this.hurry();
    if (this.lost === false && Date.now() - this.heardAt > MISSED) this.connection?.abort();
  }

  get isStopped() {
    return this.stopped.signal.aborted;
  }

  stop() {
    this.stopped.abort();
    this.connection?.abort();
  }

  async run() {
    while (!this.isStopped) {
      let answered = false;
      try {
        await this.listen();
      } catch (/** @type {any} */ error) {
        answered = Boolean(error.status);
        const waits = !answered || error.status === TOO_MANY || error.status >= BROKEN;
        if (!this.isStopped && !waits && !(await this.ears.refused(error))) return;
      }
      if (this.isStopped) return;
      this.tellLost(true);
      await this.pause(answered);
    }
  }

  /** Wait before a new try; a server that answered, and refused, is not hurried. */
  pause(answered) {
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
    return new Promise((over) => {
      this.hurry = answered ? () => {} : () => over(null);
      setTimeout(over, pause * (0.5 + Math.random()));
    });
  }

  /** @param {boolean} lost */
  tellLost(lost) {
    if (this.lost === lost) return;
    this.lost = lost;
    this.ears.lost(lost);
  }

  async listen() {
    this.connection = new AbortController();
    const { key, name } = this.ears;
    const headers = { ...headersOf(key), ...asFollower(name?.()) };
    const { signal } = this.connection;
    const response = await fetch(this.url, { headers, signal, cache: "no-store" });
    const news = response.headers.get("Content-Type")?.startsWith("text/event-stream");
    if (!response.ok || !news || !response.body) throw await refused(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await this.within(reader.read());
      if (done) return;
      this.heardAt = Date.now();
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) this.tell(line.slice(6));
    }
  }

  /** A stream that is silent for too long is given up. */
  async within(read) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.connection?.abort(), SILENT);
    return read.finally(() => clearTimeout(this.silence));
  }

  tell(json) {
    this.tries = 0;
    if (this.isStopped) return;
    this.tellLost(false);
    this.ears.heard(JSON.parse(json));
  }
}
