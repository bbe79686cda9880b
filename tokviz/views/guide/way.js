// The buttons of a path's strip, pressed by hand or clicker, and the way from one stop to another.
//
// Presses that come on the way are counted, and gone one after another where the reader arrives: a
// page that is about to give way to another lesson's takes none. So each counts once, and the
// browser's history has each lesson once.

import { classOfPage, foldsAnswer, isOnPage, wish } from "../script/register.js";
import { markUnderWay } from "../script/where.js";
import { CLICKER_PRIORITY, claimClicker } from "../script/keys.js";
import { questions } from "../script/questions.js";
import { isAtRest } from "../script/running.js";
import { END_OF_WAY, buttonOf } from "../script/guide_strip.js";

/** How many stops on a button leads, by its name. */
export const BY = { next: 1, back: -1 };
const LONGEST_WAY = 10_000; // milliseconds; after them, the question was lost
const LOOK_AGAIN = 50; // milliseconds

class Way {
  owed = 0; // so many stops on, or back, from where it leads

  /**
   * @param {string} from
   * @param {number} by
   */
  constructor(from, by) {
    this.from = from;
    this.by = by;
    this.listeners = new AbortController();
    this.timer = setTimeout(() => this.end(), LONGEST_WAY);
    // The strips at both ends come and go; this is theirs for as long.
    claimPresses("way", this.listeners.signal);
    markUnderWay(true);
  }

  end() {
    clearTimeout(this.timer);
    this.listeners.abort();
    if (onWay === this) onWay = null;
    markUnderWay(onWay !== null);
  }
}

/** @type {Way | null} */
let onWay = null;

export const isOnWay = () => onWay !== null;

/** Does the reader come to a stop from the one after it? */
export const isOnWayBack = () => onWay !== null && onWay.by < 0;

/**
 * Leave this stop for the one after or before it.
 * @param {string} stop
 * @param {number} by
 */
export const setOut = (stop, by) => (onWay = new Way(stop, by));

/**
 * Press a button of the strip; false where it is not there. Before all paths it does nothing, nor
 * does the clicker then. At their end it presses what stands where the way on was, as it does before:
 * of the lessons that leads to all of them; of a class its last answer goes, and it sees what to remember.
 * @param {string} name
 */
export function press(name) {
  if (onWay) {
    onWay.owed += BY[name];
    return true;
  }
  if (name === "next" && foldsAnswer()) return true;
  const end = name === "next" && document.querySelector(END_OF_WAY);
  if (end) return atEnd(end);
  const button = buttonOf(name);
  button?.click();
  return button !== null;
}

/** @param {Element} end */
function atEnd(end) {
  const { role, votes } = classOfPage().state;
  const opens = end.querySelector("[data-testid=stPopover] button[aria-expanded=false]");
  if (role === "leader" && isOnPage(votes)) wish("go on");
  const leads = end.querySelector("[data-testid=stButton] button");
  for (const button of [opens, leads]) if (button instanceof HTMLElement) button.click();
  return true;
}

/**
 * A clicker's presses are the strip's.
 * @param {string} owner
 * @param {AbortSignal} signal
 * @param {() => boolean} [waits] is a question to come that no press may pass?
 */
export function claimPresses(owner, signal, waits = () => false) {
  const claim = {
    owner,
    priority: CLICKER_PRIORITY.path,
    forward: () => !isAsked() && (waits() || press("next")),
    back: () => press("back"),
  };
  claimClicker(claim, signal);
}

/** Does the replay ask something? Then the clicker has it answer, before it goes on. */
function isAsked() {
  const { asking, current } = questions();
  return asking && current?.answer === null;
}

/** @param {string} stop */
const lessonOf = (stop) => stop.split(" ")[0];

/**
 * Go the next of the presses that came on the way to this stop, once its page can take it. None goes
 * on from a stop that asks: it would pass a question that nobody has seen, or answer it.
 * @param {string} stop "" where the reader is on no path any more
 * @param {AbortSignal} signal
 * @param {() => boolean} waits is its question to come, or does it stand without its answer?
 */
export function arriveAt(stop, signal, waits) {
  if (signal.aborted || !onWay || stop === onWay.from) return;
  const sameStrip = lessonOf(stop) === lessonOf(onWay.from);
  if (!sameStrip && !isAtRest()) {
    setTimeout(() => arriveAt(stop, signal, waits), LOOK_AGAIN);
    return;
  }
  let { owed } = onWay;
  onWay.end();
  if (owed > 0 && foldsAnswer()) owed -= 1;
  const name = owed > 0 ? "next" : "back";
  if (owed > 0 && (isAsked() || waits())) return;
  if (!owed || !stop || buttonOf(name)?.disabled !== false) return;
  press(name);
  if (owed === BY[name]) return;
  onWay ??= new Way(stop, BY[name]);
  onWay.owed = owed - BY[name];
}
