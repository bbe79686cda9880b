// How a class voted on all that its leader asked it by a plan, kept with her browser while it lasts.

import { copyWithBox } from "../script/copying.js";
import { h } from "../script/dom.js";
import { marked, voteList } from "../script/question_card.js";
import { OF_CLASS } from "./kept_of_class.js";
import { classOfPage } from "../script/register.js";

const MOST = 100;

/**
 * `first`: the counts of the first vote, where the class voted again.
 * @typedef {{
 *   step: number, words: string, options: string[], counts: number[], first?: number[], answer: number
 * }} Result
 */

/**
 * The results of this class, the first first.
 * @param {string} code
 * @returns {Result[]}
 */
export function resultsOf(code) {
  const kept = JSON.parse(localStorage.getItem(OF_CLASS.results) ?? "null");
  return kept?.code === code ? kept.results : [];
}

/** @param {Result} result */
const hasVotes = ({ counts }) => counts.some((count) => count > 0);

/**
 * Keep a result, in its place: of the same asking, `step`, the later one counts; the same question
 * asked again stands below its first asking, once it has votes. Without votes nothing takes a place.
 * @param {string} code
 * @param {Result} result
 */
export function keepResult(code, result) {
  const results = resultsOf(code);
  const same = results.findIndex(({ step }) => step === result.step);
  const asked = results.findLastIndex(({ words }) => words === result.words);
  if (asked < 0) results.push(result);
  else if (!hasVotes(result)) return results;
  else if (same >= 0) results[same] = result;
  else if (hasVotes(results[asked])) results.splice(asked + 1, 0, result);
  else results[asked] = result;
  const kept = results.slice(-MOST);
  localStorage.setItem(OF_CLASS.results, JSON.stringify({ code, results: kept }));
  return kept;
}

/**
 * Show them over the page.
 * @param {HTMLElement} bar
 */
export function showResults(bar) {
  bar.querySelector("dialog")?.remove();
  const results = classOfPage().state.results ?? [];
  const shown = results.map((result) =>
    h("li", {}, h("h3", {}, ...marked(result.words)), voteList({ ...result, tied: [] })),
  );
  const list = h("ol", { class: "results", "data-testid": "tokviz-results" }, ...shown);
  const copy = h("button", { type: "button" }, "Copy as a table");
  const close = h("button", { type: "button" }, "Close");
  const table = h("textarea", { readOnly: true, hidden: true, "aria-label": "The votes" });
  const done = h("span", { role: "status" });
  const title = h("h2", {}, "How the class voted");
  const parts = [title, list, table, copy, close, done];
  const dialog = h("dialog", { "aria-label": "How the class voted" }, ...parts);
  copy.onclick = () => copyWithBox(asTable(results), table, done);
  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  bar.append(dialog);
  dialog.showModal();
}

/**
 * Rows for a spreadsheet, one for each option. No cell is a formula there, or ends its row.
 * @param {Result[]} results
 */
export function asTable(results) {
  const isTwice = results.some(({ first }) => first);
  const rows = results.flatMap(({ words, options, counts, first, answer }) =>
    options.map((option, at) => {
      const before = isTwice ? [first?.[at] ?? ""] : [];
      return [words, option, ...before, counts[at] ?? 0, at === answer ? "right" : ""];
    }),
  );
  const before = isTwice ? ["first vote"] : [];
  return [["question", "option", ...before, "votes", "right"], ...rows]
    .map((row) => row.map(asCell).join("\t"))
    .join("\n");
}

/** @param {string | number} said */
const asCell = (said) =>
  String(said)
    .replace(/\s+/g, " ")
    .replace(/^[=+@-]/, "'$&");
