// The stream of news of a class, from its server to the page.
//
// It is not waited for without end: one that is silent is given up, and asked for again.

import { onConnection } from "../script/connection.js";
import { ANSWERS } from "../script/in_time.js";
import { asFollower, headersOf, refused } from "./server.js";

const SILENT = 40_000; // milliseconds after which a stream that should beat every 15 s is dead
const MISSED = 20_000; // milliseconds after which a page that slept has missed a beat
const PAUSES = [500, 1000, 2000, 5000, 10_000, 20_000]; // milliseconds before each new try
export const UNKNOWN = 404;
export const TOO_MANY = 429;
const BROKEN = 500; // and above: the server, or the proxy before it, which may find another

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
