// What became of a pair: how often it stood at first, and which merges changed that, as recorded.

const CHANGES_TOLD = 3; // changes that are told

/**
 * @typedef {{step: number, change: number}} Change at a step; at 0, before any merge, all there were
 */

/**
 * The changes of a pair's count up to a step, in order.
 * @param {any} trace
 * @param {number} pair its number
 * @param {number} last
 * @returns {Change[]}
 */
export function changesOf(
  { change_starts: starts, change_pair: pairs, change_count: changes },
  pair,
  last,
) {
  const found = [];
  for (let step = 0; step <= last; step++) {
    let change = 0;
    for (let i = starts[step]; i < starts[step + 1]; i++)
      if (pairs[i] === pair) change += changes[i];
    if (change) found.push({ step, change });
  }
  return found;
}

/**
 * The largest of those behind the first, in order, and how many more there are.
 * @param {Change[]} changes
 */
export function largestOf([, ...later]) {
  const bySize = [...later].sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const told = new Set(bySize.slice(0, CHANGES_TOLD));
  return { told: later.filter((one) => told.has(one)), more: later.length - told.size };
}
