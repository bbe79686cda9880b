// Pages of a pane in which strips lie side by side: each begins with whole rows of all of them.

const SLACK = 2; // pixels that rounding takes

/**
 * Scroll the pane by a page to the top of a row, without skipping any. Says whether it did: a row that
 * is higher than the pane is left to the browser.
 * @param {HTMLElement} pane
 * @param {boolean} forward
 */
export function pageByRows(pane, forward) {
  const { scrollTop, clientHeight } = pane;
  const rows = rowsOf(pane);
  const row = forward
    ? rows.find(({ bottom }) => bottom > scrollTop + clientHeight + SLACK)
    : rows.find(({ top }) => top >= scrollTop - clientHeight);
  if (!row || (forward ? row.top <= scrollTop + SLACK : row.top >= scrollTop - SLACK)) return false;
  const lacks = row.top + clientHeight - pane.scrollHeight; // below the last row
  if (lacks > 0)
    pane.style.paddingBottom = `${parseFloat(getComputedStyle(pane).paddingBottom) + lacks}px`;
  pane.scrollTop = row === rows[0] ? 0 : row.top;
  return true;
}

/** Where the rows lie in the pane, from the first. @param {HTMLElement} pane */
function rowsOf(pane) {
  const above = pane.getBoundingClientRect().top + pane.clientTop - pane.scrollTop;
  /** @type {{top: number, bottom: number}[]} */
  const rows = [];
  for (const group of pane.querySelectorAll(".group")) {
    const box = group.getBoundingClientRect();
    if (!box.height) continue;
    const [top, bottom] = [Math.floor(box.top - above), box.bottom - above];
    const last = rows.at(-1);
    if (last && top < last.bottom - SLACK) last.bottom = Math.max(last.bottom, bottom);
    else rows.push({ top, bottom });
  }
  return rows;
}
