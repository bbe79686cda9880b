// What the leader's phone asks her laptop for, each once and in turn: a step is a clicker's press.
//
// The server tells what waits, again after every break of the stream, and drops what is said to be
// done. Its numbers count from 1 for each server: its `era` tells one from another. How far they are
// done outlives a page that is loaded anew.
//
// A page that had no time for some seconds does not step late. It reads then what came long before,
// so the server says by its own clock when it told it and when each was pressed. By how much that
// clock is behind this one, the news that came soonest knows best.

import { OF_CLASS } from "./kept_of_class.js";
import { CLASS_LIMITS } from "../script/class_limits.js";

const GAP = 120; // milliseconds between two presses that come together, as of a quick hand
/** Milliseconds; a second before the server tells the phone that it was not done. */
const IN_TIME = 1000 * (CLASS_LIMITS.PRESS_LASTS - 1);

/** @typedef {{era: string, serial: number, missed: number}} Done how far, and what came too late */
/** @typedef {{serial: number, at: number, what: string, text?: string, words?: string}} Press */
/**
 * What each does; false, that it came too late.
 * @typedef {Record<string, (press: Press) => unknown>} Acts
 */

/** @returns {Done | null} */
function keptDone() {
  const kept = JSON.parse(localStorage.getItem(OF_CLASS.pressed) ?? "null");
  return kept && { missed: 0, ...kept };
}

export class Presses {
  /**
   * @param {AbortSignal} signal ends it
   * @param {Acts} acts (acts.js)
   * @param {() => number} clock
   */
  constructor(signal, acts, clock = () => performance.now()) {
    this.signal = signal;
    this.acts = acts;
    this.clock = clock;
    this.ahead = Infinity; // of the server's clock
    /** @type {Done | null} */
    this.done = keptDone();
    /** @type {Press[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** On a new stream, perhaps of another server, the time is told anew. */
  begin() {
    this.ahead = Infinity;
  }

  /** @param {{era: string, now: number, presses: Press[]}} told */
  hear({ era, now, presses }) {
    if (this.done?.era !== era) this.done = { era, serial: 0, missed: 0 };
    this.ahead = Math.min(this.ahead, this.clock() - now);
    this.waiting = presses;
    this.run();
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let press = this.first(); press; press = this.first()) {
        const isLate = this.clock() - this.ahead - press.at > IN_TIME;
        this.keep(press.serial, isLate);
        if (isLate) continue;
        if (this.acts[press.what]?.(press) === false) this.keep(press.serial, true);
        await new Promise((resolve) => setTimeout(resolve, GAP));
      }
    } finally {
      this.busy = false;
    }
  }

  /**
   * @param {number} serial all up to this one is done
   * @param {boolean} isMissed but for this one
   */
  keep(serial, isMissed) {
    const { era = "", missed = 0 } = this.done ?? {};
    this.done = { era, serial, missed: missed + Number(isMissed) };
    localStorage.setItem(OF_CLASS.pressed, JSON.stringify(this.done));
  }

  first() {
    const { serial = 0 } = this.done ?? {};
    return this.signal.aborted ? undefined : this.waiting.find((press) => press.serial > serial);
  }
}
