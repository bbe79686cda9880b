// What the leader's phone asks her laptop for, each once and in turn: a step is a clicker's press.
//
// The server tells what waits, again after every break of the stream, and drops what is said to be
// done. Its numbers count from 1 for each server: its `era` tells one from another. How far they are
// done outlives a page that is loaded anew.

import { OVER_THE_PAGE } from "../script/keys.js";
import { letThrough, leaveOut } from "./moderation.js";
import { useSentences } from "./sentences.js";

const PRESSES_DONE = "tokviz class pressed"; // in the browser's storage
const GAP = 120; // milliseconds between two presses that come together, as of a quick hand
const CLASS_BAR = "[data-class-bar]";
const ONE_SCREEN = 0.9; // of its height, as browsers scroll

/** @typedef {{era: string, serial: number}} Done */
/** @typedef {{serial: number, what: string, text?: string}} Press */

/** @type {Record<string, (press: Press) => void>} */
const ACTS = {
  next: () => pressClicker("PageDown"),
  back: () => pressClicker("PageUp"),
  show: ({ text = "" }) => letThrough(text),
  "leave out": ({ text = "" }) => leaveOut(text, true),
  use: () => useSentences(),
};

export const forgetPresses = () => localStorage.removeItem(PRESSES_DONE);

export class Presses {
  /**
   * @param {AbortSignal} signal ends it
   * @param {Record<string, (press: Press) => void>} acts
   */
  constructor(signal, acts = ACTS) {
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

/** What has the focus, in whichever component. */
function focused() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at ?? document.body;
}

/**
 * Do what this key of a clicker does (script/keys.js). It is not typed: a box that has the focus is
 * no hindrance. A dialog of the class is, and is closed: nobody stands at the laptop to do it.
 * @param {string} key
 */
function pressClicker(key) {
  const dialog = focused().closest(OVER_THE_PAGE);
  if (dialog instanceof HTMLDialogElement && dialog.closest(CLASS_BAR)) return dialog.close();
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  (dialog ?? document.body).dispatchEvent(event);
  const pane = focused(); // that the browser would scroll
  if (event.defaultPrevented || pane === document.body) return;
  pane.scrollBy({ top: (key === "PageDown" ? 1 : -1) * ONE_SCREEN * pane.clientHeight });
}
