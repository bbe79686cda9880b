// What a class is asked, in the words that its leader tells the server and all others hear.

import { CLASS_LIMITS } from "./class_limits.js";

/** At most so many code points, as the server counts them: no half of a picture. */
export const cutTo = (most, text) => Array.from(text).slice(0, most).join("");

/**
 * A question of a replay; one of a plan has words of its own, and reasons for its answer.
 * @typedef {{
 *   replay: number, step: number, options: string[], answer: number | null, words?: string,
 *   picked?: number | null, again?: number, shown?: boolean
 * } & Partial<import("../classroom/put.js").PlanQuestion>} Asks
 */

/** @param {Asks} question */
export function asked(question) {
  const { replay, step, options, answer, words, again } = question;
  const told = options
    .slice(0, CLASS_LIMITS.OPTIONS)
    .map((option) => cutTo(CLASS_LIMITS.OPTION, option));
  const asks = { replay, step, options: told, answer };
  if (!words) return asks;
  const more = again === undefined ? {} : { again };
  return { ...asks, words: cutTo(CLASS_LIMITS.WORDS, words), ...more, ...reasonsOf(question) };
}

/**
 * Nobody hears them before the answer, and then whether the wall shows the page with it.
 * @param {Asks} question
 * @returns {{why?: string, tempts?: string[], shown?: boolean}}
 */
function reasonsOf({ options, answer, why = "", tempts = [], shown = false }) {
  if (answer === null) return {};
  const { OPTIONS, REASON } = CLASS_LIMITS;
  const each = options.slice(0, OPTIONS).map((_, at) => cutTo(REASON, tempts[at] ?? ""));
  return { why: cutTo(REASON, why), tempts: each, ...(shown && { shown }) };
}

/** @typedef {{replay: number, step: number, options: string[]} | null | undefined} Told */

/**
 * Is the same asked, answered or not?
 * @param {Told} one
 * @param {Told} other
 */
export const isSameAsked = (one, other) => named(one) === named(other);

/** @param {Told} told */
const named = (told) => JSON.stringify(told && [told.replay, told.step, told.options]);

/**
 * After a cut the same question of a plan is as the reader left it: what was picked and did not
 * arrive, or was forgotten with who left, is sent again.
 * @param {any} left the question before the cut
 * @param {any} question the one that is told now
 */
export function takeUp(left, question) {
  if (!left?.words || left.words !== question?.words || !isSameAsked(left, question)) return;
  question.picked = left.picked ?? left.vote ?? undefined;
  question.folded = left.folded;
}

/**
 * When the wall goes from the card to the page with the answer, who follows sees the page, too; then
 * the card is theirs to unfold.
 * @param {any} before the question that was told last
 * @param {any} question
 */
export function foldWithWall(before, question) {
  if (!question?.shown) return;
  const isTold = before?.shown && isSameAsked(before, question);
  question.folded = isTold ? before.folded : true;
}
