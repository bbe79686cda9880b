// What the leader's phone asks her laptop for, each once and in turn: a step is a clicker's press.
//
// The server tells what waits, again after every break of the stream, and drops what is said to be
// done. Its numbers count from 1 for each server: its `era` tells one from another. How far they are
// done outlives a page that is loaded anew.

const PRESSES_DONE = "tokviz class pressed"; // in the browser's storage
const GAP = 120; // milliseconds between two presses that come together, as of a quick hand

/** @typedef {{era: string, serial: number}} Done */
/** @typedef {{serial: number, what: string, text?: string}} Press */

export const forgetPresses = () => localStorage.removeItem(PRESSES_DONE);

export class Presses {
  /**
   * @param {AbortSignal} signal ends it
   * @param {Record<string, (press: Press) => void>} acts what each does (acts.js)
   */
  constructor(signal, acts) {
    this.signal = signal;
    this.acts = acts;
    /** @type {Done | null} */
    this.done = JSON.parse(localStorage.getItem(PRESSES_DONE) ?? "null");
    /** @type {Press[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** @param {{era: string, presses: Press[]}} told */
  hear({ era, presses }) {
    if (this.done?.era !== era) this.done = { era, serial: 0 };
    this.waiting = presses;
    this.run();
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let press = this.first(); press; press = this.first()) {
        this.done = { era: this.done?.era ?? "", serial: press.serial };
        localStorage.setItem(PRESSES_DONE, JSON.stringify(this.done));
        this.acts[press.what]?.(press);
        await new Promise((resolve) => setTimeout(resolve, GAP));
      }
    } finally {
      this.busy = false;
    }
  }

  first() {
    const { serial = 0 } = this.done ?? {};
    return this.signal.aborted ? undefined : this.waiting.find((press) => press.serial > serial);
  }
}
