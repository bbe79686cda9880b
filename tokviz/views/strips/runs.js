// Boxes in a row that wraps: groups of tokens, or tokens. Those that run against their line stand
// together as its letters would (player/direction.js), and wrap so.

import { runMark, runsAlong } from "../player/direction.js";

const SAME_LINE = 4; // pixels by which the feet of boxes on one line may differ

/**
 * Set boxes into a row.
 * @param {HTMLElement} row
 * @param {HTMLElement[]} boxes
 * @param {import("../player/direction.js").Run[]} own how the letters and digits of each run
 * @param {{back: boolean, marks?: number[], ends?: Map<number, HTMLElement | null>}} options
 *   `back`: from right to left; `marks`: as runsAlong takes them; `ends`: the boxes that end a line,
 *   and what is to stand there
 * @returns {("ltr" | "rtl")[]} how each runs
 */
export function setInRow(row, boxes, own, { back, marks = [], ends = new Map() }) {
  const line = back ? "rtl" : "ltr";
  const runs = runsInLines(own, back, marks, ends);
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

function runsInLines(own, back, marks, ends) {
  const runs = /** @type {("ltr" | "rtl")[]} */ ([]);
  for (let from = 0; from < own.length; from = runs.length) {
    let end = from + 1;
    while (end < own.length && !ends.has(end - 1)) end++;
    runs.push(...runsAlong(own.slice(from, end), back, marks.slice(from, end)));
  }
  return runs;
}

/** 1 of a token that is a mark of the word behind it, as ▁; 0 of others. */
export const markOf = (parts) =>
  Number(parts.length > 0 && parts.every(([kind]) => kind === "marker"));

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
