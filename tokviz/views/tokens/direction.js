// Which way letters run. A line runs as in a book, from the side that its first letter begins at.
// Tokens are boxes of their own, so the browser has to be told which run another way than their
// line: "abc" and "12" in a Hebrew line, שלום in an English one. What has no letter goes with those
// that have one (runsAlong): the bytes of ש run as ש does, and so does the ▁ or </w> of its word.

import { h } from "../script/dom.js";
import { characterAt } from "./characters.js";

// The blocks that Unicode's bidirectional algorithm gives to scripts from right to left; the digits
// of some of them (Arabic, not N'Ko) run from left to right.
const RIGHT_TO_LEFT =
  /(?![\u0660-\u0669\u06f0-\u06f9\u{10d30}-\u{10d49}\u{10e60}-\u{10e7e}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ALL_OF_THEM = new RegExp(RIGHT_TO_LEFT, "gu");
const LEAD_BYTE = /\bD[7-9A-F]\b/; // of UTF-8 from Hebrew to N'Ko
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CLOSES = { "(": ")", "[": "]", "{": "}" };
const MARKS = new Set(["marker", "space"]);
const FIRST = 1000; // base symbols that say how a text runs

/** @typedef {"ltr" | "rtl" | ""} Run */

/** Does a letter, or a digit, that runs from right to left stand in the text? */
export const runsBack = (text) => RIGHT_TO_LEFT.test(text);

/**
 * How the letters and digits of a label run.
 * @param {[string, string][]} parts
 * @returns {Run} by the first of them; "" where there is none
 */
export function runOf(parts) {
  for (const [kind, text] of parts) {
    const [first] = (kind === "text" && text.match(LETTER_OR_DIGIT)) || [];
    if (first) return runsBack(first) ? "rtl" : "ltr";
  }
  return "";
}

/**
 * A part of a line: a base symbol, a token, or a group of them.
 * @typedef {object} LinePart
 * @property {Run} run how the first letter or digit in it runs
 * @property {string} said what it says, of which brackets count
 * @property {number} [mark] 1: a mark of what stands behind it, as ▁; -1: of what stands before it, as
 *   </w>
 */

/**
 * Which way the parts of a line run. What has a letter or a digit runs as that does; what has none, as
 * those on both sides do where they run alike, else as the line; but a mark as what it is a mark of,
 * and two brackets alike. That is what Unicode's algorithm does with a line, except that a number in
 * it always runs as Latin letters do.
 * @param {LinePart[]} parts
 * @param {boolean} back does the line run from right to left?
 * @returns {("ltr" | "rtl")[]}
 */
export function runsAlong(parts, back) {
  const line = back ? "rtl" : "ltr";
  const runs = [...parts.map(({ run }) => run), /** @type {Run} */ (line)];
  for (const [from, to] of bracketsIn(parts)) {
    const inside = runs.slice(from + 1, to).filter(Boolean);
    const before = runs.slice(0, from).findLast(Boolean) ?? line;
    const isOther = !inside.includes(line) && before !== line;
    if (inside.length) runs[from] = runs[to] = isOther ? before : line;
  }
  let before = line;
  for (let at = 0, since = 0; at < runs.length; at++) {
    if (!runs[at]) continue;
    runs.fill(before === runs[at] ? before : line, since, at);
    before = /** @type {"ltr" | "rtl"} */ (runs[at]);
    since = at + 1;
  }
  runs.pop();
  for (let at = runs.length - 2; at >= 0; at--)
    if ((parts[at].mark ?? 0) > 0) runs[at] = runs[at + 1];
  for (let at = 1; at < runs.length; at++) if ((parts[at].mark ?? 0) < 0) runs[at] = runs[at - 1];
  return /** @type {("ltr" | "rtl")[]} */ (runs);
}

/** Where a bracket opens and closes, the first to open first. */
function bracketsIn(parts) {
  const open = /** @type {[number, string][]} */ ([]);
  const found = /** @type {[number, number][]} */ ([]);
  for (const [at, { said }] of parts.entries()) {
    const closed = CLOSES[said.trim()];
    if (closed) open.push([at, closed]);
    const level = open.findLastIndex(([, sign]) => sign === said.trim());
    if (level >= 0) found.push([open.splice(level)[0][0], at]);
  }
  return found.sort(([one], [other]) => one - other);
}

/**
 * Let a token's marks and bytes run as it does, and a token that has no letter.
 * @param {HTMLElement} span
 * @param {[string, string][]} parts
 * @param {"ltr" | "rtl"} run that of its place in the row
 */
export function runWith(span, parts, run) {
  const own = runOf(parts);
  if (span.dir || !own) span.dir = own || run;
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
 * @param {import("../player/trace.js").Trace} trace
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

/** How base symbols run, at every step, in the lines whose letters run both ways. */
export class SymbolRuns {
  /** @type {Map<number, [Run, "ltr" | "rtl"]>} base symbol -> by its letter, and in its line */
  found = new Map();

  /**
   * @param {import("../player/trace.js").Trace} trace
   * @param {number} from the base symbol at which such a line begins
   * @param {(p: number) => boolean} ends does it end before this one?
   * @param {boolean} back does it run from right to left?
   */
  add(trace, from, ends, back) {
    const parts = /** @type {LinePart[]} */ ([]);
    do {
      const said = saidBy(trace, from + parts.length);
      parts.push({ run: runOf([["text", said]]), said });
    } while (!ends(from + parts.length));
    marksOf(trace, from, from + parts.length).forEach((mark, i) => (parts[i].mark = mark));
    for (const [i, run] of runsAlong(parts, back).entries())
      this.found.set(from + i, [parts[i].run, run]);
  }

  /** How a token of these base symbols runs: as the first letter or digit in it; "" in another line. */
  of(start, end) {
    for (let p = start; p < end; p++) {
      const own = this.found.get(p)?.[0];
      if (own) return own;
    }
    return this.found.get(start)?.[1] ?? "";
  }
}

/** What a base symbol says: a byte all of its character. */
function saidBy(trace, p) {
  let said = "";
  for (const [kind, text] of trace.labels[trace.symbols[p]]) {
    if (kind === "text") said += text;
    const character = kind === "bytes" && characterAt(p, trace);
    if (character) said += String.fromCodePoint(character.code);
  }
  return said;
}

/** Which base symbols are marks or spaces at an end of their pre-token, as a LinePart tells it. */
function marksOf(trace, from, to) {
  const isMark = (p) => trace.labels[trace.symbols[p]].every(([kind]) => MARKS.has(kind));
  const opens = (p) => p === from || p === to || trace.opensPreToken(p);
  const marks = new Array(to - from).fill(0);
  for (let p = from; p < to; p++) {
    if (!opens(p)) continue;
    for (; p < to && isMark(p) && !opens(p + 1); p++) marks[p - from] = 1;
  }
  for (let p = to - 1; p >= from; p--) {
    if (!opens(p + 1)) continue;
    for (; p >= from && isMark(p) && !opens(p); p--) if (!marks[p - from]) marks[p - from] = -1;
  }
  return marks;
}

/**
 * Does a pair stand from right to left, as in the text?
 * @param {{labels: any[]}} trace
 * @param {{left: number, right: number}} pair
 * @param {boolean} back does the text?
 */
export function pairRunsBack({ labels }, { left, right }, back) {
  const runs = [runOf(labels[left]), runOf(labels[right])];
  if (runs.includes("rtl") || holdsBack([...labels[left], ...labels[right]])) return true;
  return back && !runs.includes("ltr");
}

/** Are these bytes, and marks, of which one begins a letter that runs from right to left? */
const holdsBack = (parts) =>
  parts.every(([kind]) => kind !== "text") &&
  parts.some(([kind, text]) => kind === "bytes" && LEAD_BYTE.test(text));

/**
 * A pair in a list, as it stands in the text.
 * @param {{labels: any[]}} trace
 * @param {{left: number, right: number}} pair
 * @param {boolean} back does the text run from right to left?
 * @param {any[]} chips
 */
export function pairBox(trace, { left, right }, back, chips) {
  const runs = pairRunsBack(trace, { left, right }, back);
  if (runs) [left, right].forEach((token, i) => runWith(chips[i], trace.labels[token], "rtl"));
  return h("span", { class: "pair", dir: runs && "rtl" }, ...chips);
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
  do all.push(saidBy(trace, p));
  while (!ends(++p));
  return all.join("");
}

/**
 * Let a token of a line run as its letters do, or those around it.
 * @param {HTMLElement} span
 * @param {Run} own how its letters and digits run
 * @param {Run} run of a line whose letters run both ways: how it runs there
 * @param {HTMLElement | null} line
 * @returns {HTMLElement[]} marks of no width, to stand before and behind it; or none
 */
export function letRun(span, own, run, line) {
  if (!own && line?.dir) span.classList.add("neutral");
  if (!run) return [];
  span.classList.add(run);
  if (!own) span.classList.add("neutral");
  return [runMark(run), runMark(run)];
}

/** A mark of no width that holds what stands beside it in a run. */
export const runMark = (run) => h("i", { class: `run ${run}` });
