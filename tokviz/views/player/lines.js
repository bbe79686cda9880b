// The lines in which a text stands.
//
// A text takes the place of another, of which a letter typed has changed one line of hundreds. To
// take the others away and draw them again costs the browser more than all that makes them.

import { lineRuns } from "./direction.js";

/** @typedef {import("./text.js").TokenSpan} TokenSpan */

/**
 * The line that begins at base symbol p, with no token in it.
 * @param {import("./trace.js").Trace} trace
 * @param {number} p
 * @param {(p: number) => boolean} ends does it end before this one?
 */
export function lineAt(trace, p, ends) {
  const line = document.createElement("div");
  line.className = needsRoom(trace, p, ends) ? "line tall" : "line";
  const { back, mixed } = lineRuns(trace, p, ends);
  if (back) line.dir = "rtl";
  line.classList.toggle("mixed", mixed);
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
 * The base symbols between which lies what the pane shows of its lines; null where it shows none.
 * @param {Element} pane
 * @returns {[number, number] | null}
 */
export function symbolsInView(pane) {
  const { top, bottom } = pane.getBoundingClientRect();
  const lines = [...pane.children].filter((line) => {
    const box = line.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  });
  const first = /** @type {TokenSpan | undefined} */ (lines[0]?.querySelector(".token"));
  const tokens = /** @type {TokenSpan[]} */ ([...(lines.at(-1)?.querySelectorAll(".token") ?? [])]);
  const last = tokens.at(-1);
  if (!first || !last) return null;
  if (lines.length !== 1) return [first.start, last.end];
  const box = lines[0].getBoundingClientRect(); // one long line: by its height
  const share = (y) =>
    first.start + Math.round(((last.end - first.start) * (y - box.top)) / box.height);
  return [Math.max(first.start, share(top)), Math.min(last.end, share(bottom))];
}
