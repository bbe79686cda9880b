// The question of a plan that a leader put before her class: no replay asks it.
//
// It is kept with the browser: a page that is loaded anew, or another tab that leads, asks on.

import { OF_CLASS } from "./kept_of_class.js";
import { resultsOf } from "./results.js";

const STEPS = 10 ** 9; // no step is beyond it (tokviz/checks/limits.py)

/**
 * `why` that is right, and why each option `tempts`, "" for the right one; `onWay`: a way asks it.
 * @typedef {{
 *   words: string, options: string[], right: number, why?: string, tempts?: string[],
 *   onWay?: boolean, seen?: Place | null
 * }} PlanQuestion
 */
/** @typedef {{page: string, query: string}} Place where a page shows that the answer is right */
/** @typedef {{ballot: PlanQuestion, answered: boolean}} OnWay what a stop of a way asks */
/**
 * `at`: the stop of the way at which it was put; `counts`, and the `first` vote's: of one that was
 * answered before; `shown`: the class sees where the answer is seen; voted on `again`, the step that
 * the first vote had.
 * @typedef {PlanQuestion & {
 *   at: string, replay: number, step: number, answer: number | null, counts?: number[],
 *   first?: number[], shown?: boolean, again?: number
 * }} Put
 */

/**
 * Asked anew: by its number, drawn at random, no vote on another is one on this.
 * @param {PlanQuestion} question
 * @param {string} [at]
 * @returns {Put}
 */
export function newQuestion(question, at = "") {
  const { words, options, right, why = "", tempts, onWay = false, seen = null } = question;
  const step = crypto.getRandomValues(new Uint32Array(1))[0] % STEPS;
  return { words, options, right, why, tempts, onWay, seen, at, replay: 0, step, answer: null };
}

/**
 * Voted on again: a vote on the first asking counts no more, and the server has its counts.
 * @param {Put} put
 * @returns {Put}
 */
export function votedAgain(put) {
  const { step } = newQuestion(put);
  return { ...put, step, again: put.again ?? put.step };
}

/**
 * A question that this class has answered, as it was when its card went; null where it has not.
 * @param {string} code
 * @param {PlanQuestion} question
 * @param {string} at
 * @returns {Put | null}
 */
export function answeredBefore(code, question, at) {
  const result = resultsOf(code).findLast(({ words }) => words === question.words);
  if (!result) return null;
  const { step, counts, first, answer } = result;
  const put = newQuestion({ ...question, onWay: true }, at);
  return { ...put, step, counts, first, answer, shown: true };
}

/**
 * Keep the question that stands before this class, or that none does.
 * @param {string} code
 * @param {Put | null} question
 */
export function putQuestion(code, question) {
  if (question) localStorage.setItem(OF_CLASS.asks, JSON.stringify({ code, question }));
  else localStorage.removeItem(OF_CLASS.asks);
  return question;
}

/**
 * The question that stands before this class, as it was kept, or null.
 * @param {string} code
 * @returns {Put | null}
 */
export function questionPut(code) {
  const kept = JSON.parse(localStorage.getItem(OF_CLASS.asks) ?? "null");
  return kept?.code === code ? kept.question : null;
}

/**
 * The words of the questions that this class has done with.
 * @param {string} code
 * @returns {Set<string>}
 */
export function questionsDone(code) {
  const kept = JSON.parse(localStorage.getItem(OF_CLASS.done) ?? "null");
  return new Set(kept?.code === code ? kept.done : []);
}

/**
 * @param {string} code
 * @param {Set<string>} done
 */
export const keepDone = (code, done) =>
  localStorage.setItem(OF_CLASS.done, JSON.stringify({ code, done: [...done] }));
