// Boxes in a row that wraps: groups of tokens, or tokens. Those that run against their line stand
// together as its letters would (direction.js), and wrap so.

import { runMark, runOf, runsAlong } from "./direction.js";

/** @typedef {import("./direction.js").Run} Run */
/** @typedef {import("./direction.js").LinePart} LinePart */

const SAME_LINE = 4; // pixels by which the feet of boxes on one line may differ

/**
 * Set boxes into a row.
 * @param {HTMLElement} row
 * @param {HTMLElement[]} boxes
 * @param {LinePart[]} parts what each is in its line
 * @param {boolean} back does the row run from right to left?
 * @param {Map<number, HTMLElement | null>} ends the boxes that end a line, and what is to stand there
 * @returns {("ltr" | "rtl")[]} how each runs
 */
export function setInRow(row, boxes, parts, back, ends = new Map()) {
  const line = back ? "rtl" : "ltr";
  const runs = runsInLines(parts, back, ends);
  if (back) row.dir = line;
  const mixed = runs.some((run) => run !== line);
  row.classList.toggle("mixed", mixed);
  for (const [i, box] of boxes.entries()) {
    const end = ends.get(i) ?? "";
    if (mixed) row.append(runMark(runs[i]), box, runMark(runs[i]), end);
    else row.append(box, end);
  }
  return runs;
}

function runsInLines(parts, back, ends) {
  const runs = /** @type {("ltr" | "rtl")[]} */ ([]);
  for (let from = 0; from < parts.length; from = runs.length) {
    let end = from + 1;
    while (end < parts.length && !ends.has(end - 1)) end++;
    runs.push(...runsAlong(parts.slice(from, end), back));
  }
  return runs;
}

/**
 * What a token, or a few of them, is in its line. A mark alone, as ▁, is one of the word behind it.
 * @param {[string, string][]} label
 * @param {Run} run
 * @returns {LinePart}
 */
export function linePart(label, run = runOf(label)) {
  const isMark = label.length > 0 && label.every(([kind]) => kind === "marker");
  const texts = label.filter(([kind]) => kind === "text");
  return { run, said: texts.map(([, text]) => text).join(""), mark: Number(isMark) };
}

/**
 * What a group is in its line, of which each row has these labels: a mark, or a bracket, where one of
 * them has nothing else.
 * @param {[string, string][][]} labels
 * @param {Run | null} [run] how its text runs
 * @returns {LinePart}
 */
export function groupPart(labels, run) {
  const parts = labels.filter(({ length }) => length).map((label) => linePart(label, run ?? ""));
  return parts.find(({ mark }) => mark) ?? parts[0] ?? { run: run ?? "", said: "" };
}

/**
 * Boxes by the lines of the page: those of a line stand on one foot; their heights may differ.
 * @param {HTMLElement[]} boxes
 */
export function onLines(boxes) {
  const lines = /** @type {HTMLElement[][]} */ ([]);
  let before = -Infinity;
  for (const [i, foot] of boxes.map((box) => box.offsetTop + box.offsetHeight).entries()) {
    if (foot > before + SAME_LINE) lines.push([]);
    lines.at(-1)?.push(boxes[i]);
    before = foot;
  }
  return lines;
}

/**
 * Of the boxes on one line of the page, the one at which it begins.
 * @param {HTMLElement[]} boxes
 * @param {boolean} back
 */
export function outermost(boxes, back) {
  const reach = (box) => (back ? box.offsetLeft + box.offsetWidth : -box.offsetLeft);
  return boxes.reduce((first, box) => (reach(box) > reach(first) ? box : first));
}
