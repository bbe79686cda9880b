// A follower's phone that leads, too: it asks for a number, and then sends what is pressed on it.
//
// What is pressed has numbers that only grow, so that the server takes it once though it may be sent
// again. Where nothing takes it for some seconds it is given up, and the phone says so: a step that
// came later would surprise a class.

import { send, wordsOf } from "./server.js";

const GIVES_UP = 5000; // milliseconds
const SEND_AGAIN = 400; // milliseconds before it is sent again
const LAST_TRY = 1000; // milliseconds that one has at the least, which waited for those before it
const REFUSED = new Set([400, 403, 404, 413]); // for good
const LOST = "The laptop did not hear that.";
const SLOW = "The laptop does not answer…";
const LATE = "That came too late, and was not done."; // the page had no time, or had gone on
const DEAD = "That number has expired. Ask for a new one.";
const SOON_DONE = 2500; // milliseconds in which it does what was pressed
const TOLD_FOR = 6000; // milliseconds in which she reads what was not done; she goes on meanwhile
const PRIVATE = ["notes", "votes", "sentences", "followers", "led"];

/** @typedef {{what: string, text?: string, words?: string}} Wanted */
/**
 * What the phone shows who leads: the `number` that is to be typed, or why there is none; or, where
 * it `leads`, what it was told alone.
 * @typedef {{
 *   number: string, refused: string, leads: boolean, failed: string, led?: boolean,
 *   followers?: number, sentences?: string[], notes?: import("./notes.js").Notes,
 *   votes?: {on: any, counts: number[], first?: number[]}
 * }} Phone
 */

export class Remote {
  /**
   * @param {string} url of the class
   * @param {() => string} name of this follower
   * @param {() => void} changed
   */
  constructor(url, name, changed) {
    this.url = `${url}/phone`;
    this.name = name;
    this.changed = changed;
    this.number = ""; // that the phone shows
    this.refused = "";
    this.failed = ""; // why what was pressed last came to nothing
    this.last = 0; // the number of the last press
    /** @type {(Wanted & {number: number, since: number})[]} */
    this.waiting = [];
    this.busy = false;
    this.leads = false;
    this.isNew = false;
    /** @type {number | undefined} how much of what was pressed came too late */
    this.missed = undefined;
    /** @type {Partial<Phone>} what followers are not told */
    this.parts = {};
    this.stopped = new AbortController();
  }

  /**
   * @param {string} path
   * @param {Record<string, any>} [body]
   * @param {number} [within] so many milliseconds it is to be answered
   */
  say(path, body = {}, within = undefined) {
    const { signal } = this.stopped;
    const told = { follower: this.name(), ...body };
    return send("POST", this.url + path, { body: told, signal, within });
  }

  /** Ask for a number to show. */
  async ask() {
    clearTimeout(this.timer);
    await this.say("").then(
      ({ number, seconds }) => {
        Object.assign(this, { number, refused: "" });
        this.timer = setTimeout(() => this.forgetNumber(DEAD), 1000 * seconds);
      },
      (error) => (this.refused = wordsOf(error)),
    );
    this.changed();
  }

  /** @param {string} [why] it is to be asked for anew */
  forgetNumber(why = "") {
    clearTimeout(this.timer);
    Object.assign(this, { number: "", refused: why });
    this.changed();
  }

  /** Lead no longer, or show no number. */
  async off() {
    this.forgetNumber();
    await this.say("/off").catch(() => {}); // it is pressed again
  }

  /** @param {any} news */
  hear(news) {
    if (news.follower)
      this.isNew = true; // a new stream, perhaps of a server that knows no remote
    else if (news.remote) {
      this.leads = true;
      this.last = Math.max(this.last, news.remote.pressed);
      this.forgetNumber();
    } else if (news.remote === null || this.isNew) this.leaveOff();
    this.hearNumber(news);
    if (!news.follower) this.isNew = false;
    if (!this.leads) return;
    for (const part of PRIVATE) if (part in news) this.parts[part] = news[part];
    if ("undone" in news) this.hearUndone(news.undone);
    if ("missed" in news) this.hearMissed(news.missed);
    if (PRIVATE.some((part) => part in news)) this.changed();
  }

  /** A number that is this phone's no longer is not shown; a new stream tells it if it is. */
  hearNumber({ follower, number = this.isNew ? null : this.number }) {
    if (!follower && this.number && number !== this.number) this.forgetNumber(DEAD);
  }

  /** @param {number} missed */
  hearMissed(missed) {
    if (missed !== (this.missed ?? missed)) this.tellFailed(LATE);
    this.missed = missed;
  }

  /** The server has what was pressed, and so much of it the laptop has not. @param {number} undone */
  hearUndone(undone) {
    clearTimeout(this.slow);
    if (undone) this.slow = setTimeout(() => this.tellFailed(SLOW), SOON_DONE);
    else if (this.failed === SLOW) this.tellFailed("");
  }

  /** It leads no longer, and knows nothing of what followers are not told. */
  leaveOff() {
    if (!this.leads) return;
    clearTimeout(this.slow);
    clearTimeout(this.reading);
    Object.assign(this, { leads: false, parts: {}, waiting: [], failed: "", missed: undefined });
    this.changed();
  }

  /** @returns {Phone} */
  get told() {
    const { number, refused, failed, leads, parts } = this;
    return { number, refused, failed, leads, ...parts };
  }

  /** @param {Wanted} wanted */
  press(wanted) {
    this.last += 1;
    this.waiting.push({ ...wanted, number: this.last, since: Date.now() });
    if (!this.busy) this.run();
  }

  async run() {
    this.busy = true;
    for (let press = this.waiting[0]; press; press = this.waiting[0]) {
      const { since, ...body } = press;
      const left = Math.max(since + GIVES_UP - Date.now(), LAST_TRY);
      const failed = await this.say("/press", body, left).then(
        () => "",
        (error) => (REFUSED.has(error.status) ? "refused" : "again"),
      );
      if (this.stopped.signal.aborted) return;
      const isLate = failed === "again" && Date.now() - since >= GIVES_UP;
      this.tellFailed(failed === "refused" || isLate ? LOST : "");
      if (isLate) this.waiting = [];
      else if (failed === "again") await new Promise((over) => setTimeout(over, SEND_AGAIN));
      else if (this.waiting[0] === press) this.waiting.shift();
    }
    this.busy = false;
  }

  tellFailed(failed) {
    clearTimeout(this.reading);
    if (failed === LATE || failed === LOST)
      this.reading = setTimeout(() => this.tellFailed(""), TOLD_FOR);
    if (this.failed === failed) return;
    this.failed = failed;
    this.changed();
  }

  stop() {
    for (const timer of [this.timer, this.slow, this.reading]) clearTimeout(timer);
    this.stopped.abort();
  }
}
