// Which token stands to the right or to the left of another, in lines that run either way.

const boxOf = (/** @type {Element} */ span) => span.getClientRects()[0] ?? new DOMRect();

/** @param {Element} one @param {Element} other */
function areOnOneRow(one, other) {
  const [a, b] = [boxOf(one), boxOf(other)];
  return Math.abs(a.top + a.bottom - b.top - b.bottom) < Math.min(a.height, b.height);
}

/**
 * The first and the last place of the row of the page that holds this place.
 * @param {Element[]} spans
 * @param {number} here
 * @returns {[number, number]}
 */
function rowAt(spans, here) {
  let [first, last] = [here, here];
  while (first > 0 && areOnOneRow(spans[first - 1], spans[here])) first--;
  while (last + 1 < spans.length && areOnOneRow(spans[last + 1], spans[here])) last++;
  return [first, last];
}

/** Of these places of a row, as they stand from left to right. */
const fromTheLeft = (spans, [first, last]) =>
  spans.slice(first, last + 1).sort((a, b) => boxOf(a).left - boxOf(b).left);

/**
 * The one beside it; at the end of its row, the first or last of the row that a reader turns to.
 * @template {Element} Span
 * @param {Span[]} spans in the order of the text
 * @param {number} here the place of one of them
 * @param {number} side 1: to the right, -1: to the left
 * @param {boolean} isBack does its line run from right to left?
 * @returns {Span | undefined}
 */
export function beside(spans, here, side, isBack) {
  const [first, last] = rowAt(spans, here);
  const row = fromTheLeft(spans, [first, last]);
  const at = row.indexOf(spans[here]) + side;
  if (row[at]) return row[at];
  const there = side > 0 !== isBack ? last + 1 : first - 1;
  if (!spans[there]) return undefined;
  return fromTheLeft(spans, rowAt(spans, there)).at(side > 0 ? 0 : -1);
}
