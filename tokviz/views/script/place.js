// Where the reader is in each replay of the page: its adapter tells, charts and the address hear.
//
// Components are modules of their own and share nothing but the page, so it is kept there. It lasts
// as long as the page is not loaded anew: who leaves a lesson and comes back finds the step again.

import { askForLink, onQuestions } from "./questions.js";

/** @typedef {{step: number, about: number, jumps: number}} Place */

const PLACES = Symbol.for("tokviz places"); // on the window
const QUIET = 350; // milliseconds between moves from which on the reader rests

/** @typedef {import("./clock.js").Clock} Clock */
/**
 * What a replay shows: `data` is what the page's own run mounted it with; `adopt` shows other data
 * from a step on, until a run brings the same, or `release` is called.
 * @typedef {object} Shown
 * @property {string} kind
 * @property {HTMLElement} root
 * @property {Uint8Array} data
 * @property {(data: Uint8Array, step: number) => void} adopt
 * @property {() => void} release
 */
/**
 * @returns {{places: Map<number, Place>, roots: Map<number, HTMLElement>,
 *   clocks: Map<number, Clock>, shown: Map<number, Shown>, left: Map<string, number>,
 *   moves: EventTarget, address?: Address}}
 */
const register = () =>
  (window[PLACES] ??= {
    places: new Map(),
    roots: new Map(),
    clocks: new Map(),
    shown: new Map(),
    left: new Map(),
    moves: new EventTarget(),
  });

/**
 * Where the replay of this number is drawn, for whoever makes a picture of it, and its clock, for
 * whoever moves it from outside.
 * @param {number} replay
 * @param {HTMLElement} root
 * @param {Clock} clock
 */
export function tellRoot(replay, root, clock) {
  register().roots.set(replay, root);
  register().clocks.set(replay, clock);
}

/**
 * What the replay of this number shows, for a class that follows this page or another.
 * @param {number} replay
 * @param {Shown} shown
 */
export const tellShown = (replay, shown) => void register().shown.set(replay, shown);

/**
 * @param {number} replay
 * @returns {Shown | undefined}
 */
export function shownIn(replay) {
  const shown = register().shown.get(replay);
  return shown?.root.isConnected ? shown : undefined;
}

/** What is shown on the page now. */
export const allShown = () => [...register().shown.values()].filter(({ root }) => root.isConnected);

/** @param {number} replay */
export const rootOf = (replay) => register().roots.get(replay);

/**
 * Is the replay of this number drawn elsewhere by now? Streamlit may draw it anew before it ends
 * the one before: what the page has of the replay is no longer that one's to take away.
 * @param {number} replay
 * @param {HTMLElement} root of the one that ends
 */
export const isElsewhere = (replay, root) => (rootOf(replay) ?? root) !== root;

/** The numbers of the replays that are on the page now. */
export const shownReplays = () =>
  [...register().roots].filter(([, root]) => root.isConnected).map(([replay]) => replay);

/**
 * Take the replay of this number to a step, as its reader would by hand.
 * @param {number} replay
 * @param {number} step
 */
export function moveTo(replay, step) {
  if (rootOf(replay)?.isConnected) register().clocks.get(replay)?.jump(step);
}

/**
 * The last step of the replay of this number.
 * @param {number} replay
 */
export const lastIn = (replay) => register().clocks.get(replay)?.last ?? 0;

/**
 * Run the replay of this number from its start to a step.
 * @param {number} replay
 * @param {number} step
 */
export function playTo(replay, step) {
  if (rootOf(replay)?.isConnected) register().clocks.get(replay)?.playTo(step);
}

/**
 * The place in the replay of this number, if it was ever shown.
 * @param {number} replay
 */
export const placeIn = (replay) => register().places.get(replay);

/**
 * @param {number} replay
 * @param {Place} place
 */
export function tellPlace(replay, place) {
  const { places, moves } = register();
  places.set(replay, place);
  moves.dispatchEvent(new CustomEvent("move", { detail: replay }));
}

/**
 * Let the question of this step stand in the replay of this number, where it may be asked.
 * @param {number} replay
 * @param {number} step the one that answers it
 */
export function askIn(replay, step) {
  const clock = register().clocks.get(replay);
  if (!clock || !rootOf(replay)?.isConnected) return;
  if (clock.question !== step && clock.asks() === step) clock.next();
}

/**
 * Let no question stand in the replay of this number.
 * @param {number} replay
 */
export function unaskIn(replay) {
  const clock = register().clocks.get(replay);
  if (clock && clock.question !== null && rootOf(replay)?.isConnected) clock.back();
}

/**
 * Call `heard` after every move in any replay, with its number.
 * @param {(replay: number) => void} heard
 * @param {AbortSignal} signal
 */
export function onAnyMove(heard, signal) {
  const listener = (event) => heard(event.detail);
  register().moves.addEventListener("move", listener, { signal });
}

/**
 * Call `heard` after every move in this replay.
 * @param {number} replay
 * @param {() => void} heard
 * @param {AbortSignal} signal
 */
export function onMove(replay, heard, signal) {
  const listener = (event) => event.detail === replay && heard();
  register().moves.addEventListener("move", listener, { signal });
}

/** The step that the page's address has, or is about to have; 0 on a page without one. */
export const stepInAddress = () => register().address?.steps.get("step") ?? 0;

/**
 * The step at which the reader left another page; undefined where she was not on it.
 * @param {string} path of the page
 */
export const stepLeftAt = (path) => register().left.get(path);

/** All that the page's address has of what no server writes; how the page asks also where not. */
export const saidInAddress = () => ({
  ask: askForLink() ?? "",
  ...Object.fromEntries(register().address?.steps ?? []),
});

/** What of a page's address browsers write, and no server: the state of Python knows them too. */
export const BY_BROWSER = ["step", "other_step", "ask"];

/**
 * The `step` of the page's address, the `other_step` of the two replays of What if, and its `ask`
 * where the page asks. No server hears of them: a later run must not lose them.
 */
class Address {
  constructor() {
    register().address = this;
    this.path = location.pathname;
    this.moved = -Infinity; // when a step or its beat changed last
    /** @type {Map<string, number>} */ this.steps = new Map();
    this.listeners = new AbortController();
    // A run of the page writes the settings, and only those; then the step is put back, at once:
    // who reloads or copies the address in between would lose it. What Back leads to is read first.
    const { navigation } = /** @type {any} */ (globalThis);
    const put = (event) =>
      event.navigationType === "traverse" ? this.writeIn(QUIET) : this.write();
    const { signal } = this.listeners;
    navigation?.addEventListener("currententrychange", put, { signal });
    onQuestions("asking", () => this.write(), signal); // a choice, not one of many moves
    onQuestions("beat", () => this.writeSoon(), signal);
  }

  /**
   * @param {string} name
   * @param {number} step
   */
  set(name, step) {
    this.steps.set(name, step);
    if (name === "step") register().left.set(this.path, step);
    this.writeSoon();
  }

  /** The replay of this step is gone from the page. */
  leave(name) {
    this.steps.delete(name);
    if (this.steps.size) this.writeSoon();
    else this.stop();
  }

  /**
   * At once where the reader rested before, for she may reload the page in the next moment.
   * Browsers refuse more than some hundred writes in half a minute: then where she rests again.
   */
  writeSoon() {
    const now = Date.now();
    const rested = now - this.moved > QUIET;
    this.moved = now;
    this.writeIn(rested ? 0 : QUIET);
  }

  /** @param {number} milliseconds */
  writeIn(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), milliseconds);
  }

  write() {
    const url = new URL(location.href);
    if (location.pathname !== this.path) return;
    const before = url.search;
    const said = { ask: askForLink(), ...Object.fromEntries(this.steps) };
    for (const name of BY_BROWSER) {
      const value = said[name] ?? null;
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, String(value));
    }
    if (url.search !== before) history.replaceState(history.state, "", url);
  }

  stop() {
    clearTimeout(this.timer);
    this.listeners.abort();
    if (register().address === this) delete register().address;
  }
}

/** The address of this page, for those of its replays whose steps stand there. */
export function addressOfPage() {
  const { address } = register();
  return address?.path === location.pathname ? address : new Address();
}
