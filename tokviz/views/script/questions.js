// The question of the moment: a replay asks it, the reader or a class answers, the replay reveals.
//
// Components are modules of their own and share nothing but the page, so it is kept there. Whether
// the page asks at all is a mode of the page; what is asked is told by the replay that asks.

const QUESTIONS = Symbol.for("tokviz questions"); // on the window

/**
 * What is asked. `step` is the one that answers it; the page shows the text before it.
 * @typedef {object} Question
 * @property {number} replay the number of the replay that asks, 0 where it stands alone
 * @property {number} step
 * @property {string[]} options in words
 * @property {number | null} picked which of them the reader took
 * @property {number | null} answer which of them is right; null until it is revealed
 */
/** @typedef {{asking: boolean, current: Question | null, target: EventTarget}} Questions */

/** @returns {Questions} */
export const questions = () =>
  (window[QUESTIONS] ??= { asking: false, current: null, target: new EventTarget() });

/**
 * Let the page ask before it shows, or not; fires "asking".
 * @param {boolean} on
 */
export function setAsking(on) {
  const register = questions();
  if (register.asking === on) return;
  register.asking = on;
  tell("asking");
}

/**
 * What a replay asks now, or null for nothing; fires "change".
 * @param {Question | null} question
 */
export function tellQuestion(question) {
  questions().current = question;
  tell("change");
}

/**
 * Take an option of the current question, counted from 0; fires "pick".
 * What was picked before the reveal stays: one answer to a question.
 * @param {number} index
 */
export function pick(index) {
  const { current } = questions();
  if (!current || current.answer !== null || !(index in current.options)) return;
  current.picked = index;
  tell("pick");
}

/**
 * Call `heard` whenever "asking", "change" or "pick" is fired.
 * @param {"asking" | "change" | "pick"} what
 * @param {() => void} heard
 * @param {AbortSignal} signal
 */
export function onQuestions(what, heard, signal) {
  questions().target.addEventListener(what, heard, { signal });
}

/** @param {string} what */
const tell = (what) => void questions().target.dispatchEvent(new Event(what));
