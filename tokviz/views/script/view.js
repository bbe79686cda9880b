// What the player, the stepper and the rows have in common: markup, a step on a clock, listeners.

/** @typedef {import("./clock.js").Clock} Clock */

export class View {
  step = 0;
  steps = 0; // of what is loaded
  /** @type {any} */ drawn = null; // what a view that draws but the changes has drawn
  measured = ""; // for what the room of its caption was measured (caption_room.js)
  listeners = new AbortController();

  /**
   * @param {any} place holds the markup
   * @param {string} name by which its root is found there
   * @param {Clock} clock
   */
  constructor(place, name, clock) {
    this.root = place.querySelector(`[data-testid=${name}]`);
    this.clock = clock;
  }

  /** @param {string} name */
  part(name) {
    return this.root.querySelector(`[data-testid=tokviz-${name}]`);
  }

  /** @param {string} name */
  find(name) {
    return this.root.querySelector(`.${name}`);
  }

  /** Listen until the view stops. */
  on(target, type, listener) {
    target.addEventListener(type, listener, { signal: this.listeners.signal });
  }

  /** Draw all anew when the clock is next told. */
  forget() {
    this.drawn = null;
  }

  /** Taken from the page: no listener and no timer of ours stays behind. */
  stop() {
    this.clock.leave(this);
    this.listeners.abort();
  }
}
