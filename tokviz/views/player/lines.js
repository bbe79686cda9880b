// The lines in which a text stands.
//
// A text takes the place of another, of which a letter typed has changed one line of hundreds. To
// take the others away and draw them again costs the browser more than all that makes them.

import { h } from "../script/dom.js";
import { lineRuns } from "../tokens/direction.js";

/** @typedef {import("./text.js").TokenSpan} TokenSpan */

/** What stands where splitting dropped text. */
export const gap = () => h("span", { class: "gap" }, " ");

/**
 * The line that begins at base symbol p, with no token in it.
 * @param {import("./trace.js").Trace} trace
 * @param {number} p
 * @param {(p: number) => boolean} ends does it end before this one?
 * @param {import("../tokens/direction.js").SymbolRuns} runs told how its base symbols run
 */
export function lineAt(trace, p, ends, runs) {
  const line = document.createElement("div");
  line.className = needsRoom(trace, p, ends) ? "line tall" : "line";
  const { back, mixed } = lineRuns(trace, p, ends);
  if (back) line.dir = "rtl";
  if (mixed) runs.add(trace, p, ends, back);
  return line;
}

/** Does it hold characters of several bytes, shown over their tokens? */
function needsRoom(trace, p, ends) {
  if (trace.header.unit !== "byte") return false;
  do if (trace.byteAt(p) >= 0x80) return true;
  while (!ends(++p));
  return false;
}

/**
 * Draw the lines in the pane. Those at both ends that look as they did stay.
 * @param {Element} pane
 * @param {Element[]} lines
 * @param {(drawn: Element, fresh: Element) => void} stays told of each that stays, and of the one
 *   for which it stays
 */
export function placeLines(pane, lines, stays) {
  const drawn = [...pane.children];
  const most = Math.min(drawn.length, lines.length);
  let above = 0;
  while (above < most && drawn[above].isEqualNode(lines[above])) above++;
  let [from, to] = [drawn.length, lines.length];
  while (from > above && to > above && drawn[from - 1].isEqualNode(lines[to - 1])) {
    from--;
    to--;
  }
  for (let i = 0; i < above; i++) stays(drawn[i], lines[i]);
  for (let i = to; i < lines.length; i++) stays(drawn[from + i - to], lines[i]);
  const fresh = document.createDocumentFragment();
  fresh.append(...lines.slice(above, to));
  pane.insertBefore(fresh, drawn[above] ?? null);
  for (const line of drawn.slice(above, from)) line.remove();
}

/**
 * Call `heard` whenever a line of the pane is of another height. What the browser leaves out of sight
 * has its own only once it is near, and no pane changes its size with that.
 * @param {Element} pane
 * @param {() => void} heard
 * @param {AbortSignal} signal
 */
export function onHeights(pane, heard, signal) {
  const heights = new ResizeObserver(heard);
  const lines = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const line of removedNodes) heights.unobserve(/** @type {Element} */ (line));
      for (const line of addedNodes) heights.observe(/** @type {Element} */ (line));
    }
  });
  lines.observe(pane, { childList: true });
  signal.addEventListener("abort", () => [lines, heights].forEach((each) => each.disconnect()));
}

/**
 * The base symbols between which lies what the pane shows of its lines; null where it shows none. A row
 * is shown whose middle is.
 * @param {Element} pane
 * @returns {[number, number] | null}
 */
export function symbolsInView(pane) {
  const { top, bottom } = pane.getBoundingClientRect();
  const lines = [...pane.children].filter((line) => {
    const box = line.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  });
  const above = tokensOf(lines[0]);
  const below = lines.length > 1 ? tokensOf(lines.at(-1)) : above;
  const first = above[Math.min(tokensBefore(above, top), above.length - 1)];
  const last = below[Math.max(tokensBefore(below, bottom) - 1, 0)];
  if (!first || !last) return null;
  return [first.start, Math.max(first.end, last.end)];
}

/** @param {Element | undefined} line */
const tokensOf = (line) =>
  /** @type {TokenSpan[]} */ ([...(line?.querySelectorAll(".token") ?? [])]);

/**
 * How many of a line's tokens have their middle above `y`: row after row they stand lower.
 * @param {TokenSpan[]} tokens
 * @param {number} y
 */
function tokensBefore(tokens, y) {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const half = (low + high) >> 1;
    const { top, bottom } = tokens[half].getBoundingClientRect();
    if (top + bottom < 2 * y) low = half + 1;
    else high = half;
  }
  return low;
}
