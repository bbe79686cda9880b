// What a class is asked, in the words that its leader tells the server and all others hear.

import { CLASS_LIMITS } from "./limits.js";

/** At most so many code points, as the server counts them: no half of a picture. */
export const cutTo = (most, text) => Array.from(text).slice(0, most).join("");

/** @param {import("../script/questions.js").Question} question */
export function asked({ replay, step, options, answer }) {
  const words = options
    .slice(0, CLASS_LIMITS.OPTIONS)
    .map((option) => cutTo(CLASS_LIMITS.OPTION, option));
  return { replay, step, options: words, answer };
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
