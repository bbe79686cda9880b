// Which way letters run. A line runs as in a book, from the side that its first letter begins at.
// Tokens are boxes of their own, so the browser has to be told which run another way than their
// line: "abc" and "12" in a Hebrew line, שלום in an English one.

import { h } from "../script/dom.js";

// The blocks that Unicode's bidirectional algorithm gives to scripts from right to left; the digits
// of some of them (Arabic, not N'Ko) run from left to right.
const RIGHT_TO_LEFT =
  /(?![\u0660-\u0669\u06f0-\u06f9\u{10d30}-\u{10d49}\u{10e60}-\u{10e7e}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ALL_OF_THEM = new RegExp(RIGHT_TO_LEFT, "gu");
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const FIRST = 1000; // base symbols that say how a text runs

/** Does a letter, or a digit, that runs from right to left stand in the text? */
export const runsBack = (text) => RIGHT_TO_LEFT.test(text);

/**
 * How the letters and digits of a label run.
 * @param {[string, string][]} parts
 * @returns {"ltr" | "rtl" | ""} by the first of them; "" where there is none
 */
export function runOf(parts) {
  for (const [kind, text] of parts) {
    const [first] = (kind === "text" && text.match(LETTER_OR_DIGIT)) || [];
    if (first) return runsBack(first) ? "rtl" : "ltr";
  }
  return "";
}

/**
 * Let a token's marks and bytes run from right to left with its row, but beside Latin letters.
 * @param {HTMLElement} span
 * @param {[string, string][]} parts
 */
export function runWith(span, parts) {
  const run = runOf(parts);
  if (span.dir && run !== "ltr") span.dir = "rtl";
  if (!run) span.classList.add("neutral");
}

/**
 * Do these labels, one behind the other, begin with a letter that runs from right to left?
 * @param {[string, string][]} parts
 */
export function partsRunBack(parts) {
  const letters = parts.find(([kind, text]) => kind === "text" && LETTER.test(text));
  return letters !== undefined && runsBack(letters[1].match(LETTER)?.[0] ?? "");
}

/**
 * How a line of the text runs, at every step.
 * @param {import("./trace.js").Trace} trace
 * @param {number} p the base symbol at which it begins
 * @param {(p: number) => boolean} ends does it end before this one?
 * @returns {{back: boolean, mixed: boolean}} from right to left? do some of its letters, or digits,
 *   run against others?
 */
export function lineRuns(trace, p, ends) {
  const text = lineText(trace, p, ends);
  if (!runsBack(text)) return { back: false, mixed: false };
  const back = runsBack(text.match(LETTER)?.[0] ?? "");
  const forth = LETTER_OR_DIGIT.test(text.replaceAll(ALL_OF_THEM, ""));
  return { back, mixed: forth };
}

/**
 * Does a pair stand from right to left, as in the text?
 * @param {{labels: any[]}} trace
 * @param {{left: number, right: number}} pair
 * @param {boolean} back does the text?
 */
export function pairRunsBack({ labels }, { left, right }, back) {
  const runs = [runOf(labels[left]), runOf(labels[right])];
  return runs.includes("rtl") || (back && !runs.includes("ltr"));
}

/** Does the text begin with letters that run from right to left? */
export function textRunsBack(trace) {
  return trace.size > 0 && lineRuns(trace, 0, (p) => p >= Math.min(trace.size, FIRST)).back;
}

function lineText(trace, p, ends) {
  const all = [];
  if (trace.header.unit === "byte") {
    do all.push(trace.byteAt(p));
    while (!ends(++p));
    return new TextDecoder().decode(Uint8Array.from(all));
  }
  do for (const [kind, text] of trace.labels[trace.symbols[p]]) if (kind === "text") all.push(text);
  while (!ends(++p));
  return all.join("");
}

/**
 * Let a token run its own way in a line whose letters run both ways, with those beside it that run
 * so, too.
 * @param {HTMLElement} span
 * @param {"ltr" | "rtl" | ""} run
 * @param {HTMLElement | null} line
 * @returns {HTMLElement[]} marks of no width, to stand before and behind it; or none
 */
export function letRun(span, run, line) {
  if (!run && line?.dir) span.classList.add("neutral");
  if (!run || !line?.classList.contains("mixed")) return [];
  span.classList.add(run);
  return [h("i", { class: `run ${run}` }), h("i", { class: `run ${run}` })];
}
