// What a class is asked, in the words that its leader tells the server and all others hear.

import { CLASS_LIMITS } from "./limits.js";

/** At most so many code points, as the server counts them: no half of a picture. */
export const cutTo = (most, text) => Array.from(text).slice(0, most).join("");

/**
 * A question of a replay; one of a plan has words of its own.
 * @typedef {{
 *   replay: number, step: number, options: string[], answer: number | null, words?: string,
 *   picked?: number | null
 * }} Asks
 */

/** @param {Asks} question */
export function asked({ replay, step, options, answer, words }) {
  const told = options
    .slice(0, CLASS_LIMITS.OPTIONS)
    .map((option) => cutTo(CLASS_LIMITS.OPTION, option));
  const question = { replay, step, options: told, answer };
  return words ? { ...question, words: cutTo(CLASS_LIMITS.WORDS, words) } : question;
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
