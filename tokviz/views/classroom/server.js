// The server of a class, asked from the page: messages to it, and the stream of news from it.
//
// None is waited for without end: what was given up its sender sends again, or says so.

import { onConnection } from "../script/connection.js";
import { ANSWERS, inTime } from "../script/in_time.js";
import { CLASS_LIMITS } from "../script/class_limits.js";

const BRINGS = 1000 * CLASS_LIMITS.BODY_SECONDS; // milliseconds for a text, or for what is on a stage
const SILENT = 40_000; // milliseconds after which a stream that should beat every 15 s is dead
const MISSED = 20_000; // milliseconds after which a page that slept has missed a beat
const PAUSES = [500, 1000, 2000, 5000, 10_000, 20_000]; // milliseconds before each new try
export const UNKNOWN = 404;
const CHUNK = 8192; // bytes that a call takes as arguments
export const TOO_MANY = 429;
const BROKEN = 500; // and above: the server, or the proxy before it, which may find another

/**
 * Send something; what is refused becomes an Error with the server's words and `status`.
 * @param {string} method
 * @param {string} url
 * @param {{key?: string, body?: any, signal?: AbortSignal, within?: number}} [sent] a body is said in
 * JSON, or sent as it is if bytes; `within` so many milliseconds it is to be answered
 */
export function send(method, url, { key, body, signal, within } = {}) {
  const isBytes = body instanceof Uint8Array;
  const sent = {
    method,
    headers: headersOf(key),
    body: isBytes ? /** @type {any} */ (body) : JSON.stringify(body),
  };
  const act = async (given) => (await answered(url, { ...sent, signal: given })).json();
  return inTime(within ?? (isBytes ? BRINGS : ANSWERS), act, signal);
}

/** The answer, or an Error if it is refused. */
async function answered(url, init) {
  const response = await fetch(url, init);
  if (!response.ok) throw await refused(response);
  return response;
}

/** What to say where something came to nothing: the server's words, if it is the server that refused. */
export const wordsOf = (error) => (error.status ? error.message : "No connection. Try again.");

/**
 * Who follows, so that others' wrong codes are no hindrance.
 * @param {string | undefined} name
 * @returns {Record<string, string>}
 */
const asFollower = (name) => (name ? { Follower: name } : {});

/** @returns {Record<string, string>} */
const headersOf = (key) => (key ? { Authorization: `Bearer ${key}` } : {});

async function refused(response) {
  const words = await response.json().then(
    ({ error }) => error,
    () => "",
  );
  const error = new Error(words || "The server did not answer as it should. Try again.");
  return Object.assign(error, { status: response.status, why: words });
}

/**
 * Fetch what a class has, and read it.
 * @template T
 * @param {string} url
 * @param {string} name of who follows
 * @param {(response: Response) => Promise<T>} read
 */
export const bringFrom = (url, name, read) =>
  inTime(BRINGS, async (signal) =>
    read(await answered(url, { headers: asFollower(name), signal })),
  );

/**
 * The bytes at an address, as base64.
 * @param {string} url
 * @param {string} name of who follows
 */
export const bytesAt = (url, name) =>
  bringFrom(url, name, async (response) => base64Of(new Uint8Array(await response.arrayBuffer())));

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/**
 * When to try again where the class is not there, and what is said meanwhile.
 * @typedef {{after?: number, why?: string}} Again
 */

/** News of a class, from a stream that is opened again whenever it breaks. */
export class News {
  /**
   * @param {string} url
   * @param {{
   *   key?: string, name?: () => string, heard: (news: any) => void,
   *   lost: (lost: boolean) => void, refused: (error: any) => Promise<Again | null>
   * }} ears `lost` hears that the stream breaks, or comes, or `why` it does not; `refused` says
   * when to try again, if at all
   */
  constructor(url, ears) {
    this.url = url;
    this.ears = ears;
    this.stopped = new AbortController();
    this.tries = 0;
    /** @type {boolean | undefined} not known while it is opened for the first time */
    this.lost = undefined;
    this.why = ""; // in the server's words, while it refuses and is asked again: the class is full
    this.hurry = () => {}; // ends a pause before a new try: the server can be reached again
    this.heardAt = Date.now(); // or asked
    this.opening = false;
    this.atOnce = false; // comes the next try without a pause?
    const { signal } = this.stopped;
    window.addEventListener("online", () => this.online(), { signal });
    window.addEventListener("visibilitychange", () => this.wake(), { signal });
    onConnection((reached) => reached && this.reach(), signal);
    this.run();
  }

  /** A phone that was locked is looked at again: the stream that it had may be dead. */
  wake() {
    if (document.hidden) return;
    this.hurry();
    if (Date.now() - this.heardAt > MISSED) this.renew();
  }

  /** What was asked of the network before may never be answered. */
  online() {
    this.hurry();
    if (this.opening) this.renew();
  }

  /** The server may have been gone for long. */
  reach() {
    this.tries = 0;
    this.hurry();
  }

  renew() {
    this.atOnce = true;
    this.connection?.abort();
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
      let isRefused = false;
      /** @type {Again | null} */
      let again = null;
      let why = "";
      try {
        await this.listen();
      } catch (/** @type {any} */ error) {
        isRefused = Boolean(error.status);
        const { key } = this.ears; // with it the class begins again, however many asked for it
        const isFull = error.status === TOO_MANY && !key;
        const waits = !isRefused || isFull || error.status >= BROKEN;
        if (!this.isStopped && !waits && !(again = await this.ears.refused(error))) return;
        why = again ? (again.why ?? "") : (error.why ?? "");
      }
      if (this.isStopped) return;
      this.tellLost(true, why);
      await this.pause(isRefused, again?.after);
    }
  }

  /** Wait before a new try; a server that answered, and refused, is not hurried. */
  async pause(isRefused, after = PAUSES[Math.min(this.tries++, PAUSES.length - 1)]) {
    if (this.atOnce && !isRefused) return;
    await new Promise((over) => {
      this.hurry = isRefused ? () => {} : () => over(null);
      setTimeout(over, after * (0.5 + Math.random()));
    });
  }

  /** @param {boolean} lost @param {string} [why] */
  tellLost(lost, why = "") {
    if (this.lost === lost && this.why === why) return;
    Object.assign(this, { lost, why });
    this.ears.lost(lost);
  }

  async listen() {
    this.connection = new AbortController();
    Object.assign(this, { heardAt: Date.now(), atOnce: false, opening: true });
    const opened = this.within(ANSWERS, this.open(this.connection.signal));
    const body = await opened.finally(() => (this.opening = false));
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await this.within(SILENT, reader.read());
      if (done) return;
      this.heardAt = Date.now();
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) this.tell(line.slice(6));
    }
  }

  /** @param {AbortSignal} signal */
  async open(signal) {
    const { key, name } = this.ears;
    const headers = { ...headersOf(key), ...asFollower(name?.()) };
    const response = await fetch(this.url, { headers, signal, cache: "no-store" });
    const news = response.headers.get("Content-Type")?.startsWith("text/event-stream");
    if (!response.ok || !news || !response.body) throw await refused(response);
    return response.body;
  }

  /**
   * A stream that is silent for too long is given up.
   * @template T
   * @param {number} milliseconds
   * @param {Promise<T>} told
   */
  within(milliseconds, told) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.connection?.abort(), milliseconds);
    return told.finally(() => clearTimeout(this.silence));
  }

  tell(json) {
    this.tries = 0;
    if (this.isStopped) return;
    this.tellLost(false);
    this.ears.heard(JSON.parse(json));
  }
}
