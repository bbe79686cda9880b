// The lines on which the boxes of the rows stand: all boxes of one have one grid, and the first
// carries the names of the rows.

import { h } from "../script/dom.js";

const UNDER_LINE = 6; // pixels: half of what lies between two of them
const ROWS = ["character", "code point", "name", "byte: hex, decimal"];

/** @param {Element} box */
const pointsOf = (box) =>
  [...box.children].flatMap((part) => (part.className === "points" ? [...part.children] : []));

/**
 * Boxes by the lines on which they stand.
 * @param {Element[]} boxes
 */
function linesOf(boxes) {
  const tops =
    boxes.length > 1 ? boxes.map((box) => /** @type {HTMLElement} */ (box).offsetTop) : [];
  const lines = /** @type {Element[][]} */ ([]);
  for (const [i, box] of boxes.entries()) {
    if (!i || tops[i] !== tops[i - 1]) lines.push([]);
    lines.at(-1)?.push(box);
  }
  return lines;
}

/**
 * Before anybody scrolls.
 * @param {HTMLElement} pane
 */
export function cutsBytes(pane) {
  const foot = pane.getBoundingClientRect().bottom - pane.scrollTop; // where it would be then
  return linesOf([...pane.children]).some(([box]) => {
    const bytes = box.querySelector(".bytes")?.getBoundingClientRect();
    return bytes && bytes.top < foot && bytes.bottom > foot;
  });
}

/** @param {Element} box */
const footOf = (box) => box.getBoundingClientRect().bottom;

/** @param {Element} pane */
const feetOf = (pane) => linesOf([...pane.children]).map((line) => Math.max(...line.map(footOf)));

/**
 * How many lines are seen whole before anybody scrolls.
 * @param {Element} pane
 */
export function wholeLines(pane) {
  const foot = footOf(pane) - pane.scrollTop;
  return feetOf(pane).filter((each) => each < foot).length;
}

/**
 * Has a pane the room that is left? On a phone it has a height of its own.
 * @param {Element} pane
 */
export const growsWithRoom = (pane) => getComputedStyle(pane).flexGrow !== "0";

/**
 * Such a pane ends with a whole line; without one, it is as it was.
 * @param {HTMLElement} pane
 */
export function endWithLine(pane) {
  if (!growsWithRoom(pane)) return;
  const feet = feetOf(pane);
  const last = feet[wholeLines(pane) - 1] ?? 0;
  if (!last || last === feet.at(-1)) return;
  const height = last + pane.scrollTop - pane.getBoundingClientRect().top;
  pane.style.maxHeight = `${height + UNDER_LINE}px`;
}

/** @param {string[]} rows */
const labelsOf = (rows) =>
  h("div", { class: "labels", "aria-hidden": "true" }, ...rows.map((row) => h("div", {}, row)));

/**
 * The first box of each line carries the names of the rows; where the code points of a character
 * take several lines, each line does.
 * @param {HTMLElement} pane
 */
export function nameLines(pane) {
  for (const labels of pane.querySelectorAll(".labels")) labels.remove();
  const boxes = [...pane.children];
  const broken = boxes.filter((box) => linesOf(pointsOf(box)).length > 1);
  for (const box of broken) box.classList.add("broken");
  if (broken.length) levelLines(boxes);
  for (const [box] of linesOf(boxes)) {
    const within = linesOf(pointsOf(box));
    const isOne = within.length === 1;
    box.append(labelsOf(isOne ? ROWS : ROWS.slice(0, 1)));
    if (!isOne) for (const [point] of within) point.append(labelsOf(ROWS.slice(1)));
  }
}

/**
 * What stands beside a character of closer bytes has them as close; then more may fit on its line.
 * @param {Element[]} boxes
 */
function levelLines(boxes) {
  const isBroken = (/** @type {Element} */ box) => box.classList.contains("broken");
  for (let before = -1; before < boxes.filter(isBroken).length;) {
    before = boxes.filter(isBroken).length;
    for (const line of linesOf(boxes))
      if (line.some(isBroken)) for (const box of line) box.classList.add("broken");
  }
}
