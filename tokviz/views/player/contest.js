// What a merge replay asks before a step: a few pairs of its recorded contest, one of which won.

import { plainLabel } from "../tokens/tokens.js";

const OPTIONS = 4;
const SEEN = 24; // rows of the contest among which options are found
const TRIED = 40; // steps of which one must ask something, or the replay offers no questions

/**
 * The question before merge k, or null: nothing is decided where there is but one pair.
 * @param {import("./trace.js").Trace} trace
 * @param {any} teller
 * @param {number} k
 */
export function askedAt(trace, teller, k) {
  if (k >= trace.steps) return null;
  const rows = teller.contest(k, SEEN);
  if (rows[0]?.standing !== "won") return null;
  const picked = withTrap(pickOptions(rows), teller.trap(k));
  const options = teller.inTurn(picked, k);
  if (options.length < 2) return null;
  return {
    step: k + 1,
    say: [teller.asks],
    options: options.map((row) => optionOf(trace, teller, row)),
  };
}

/** A pair that the reader found in the text, as an option of the question before merge k, or null. */
export function foundAt(trace, teller, left, right, k) {
  const row = teller.rowOf(left, right, k);
  return row && optionOf(trace, teller, row);
}

/** Is there anything to predict? Not where each step has but one pair: nothing competes. */
export function asksAnything(trace, teller) {
  const steps = Array.from({ length: Math.min(trace.steps, TRIED) }, (_, k) => k);
  return steps.some((k) => askedAt(trace, teller, k) !== null);
}

/** A pair as plain text: "t + h". */
const pairName = ({ labels }, { left, right }) =>
  `${plainLabel(labels[left])} + ${plainLabel(labels[right])}`;

function optionOf(trace, teller, row) {
  const { left, right } = row;
  const name = pairName(trace, row);
  const words = [teller.chip(left), teller.chip(right, left)];
  return { ...row, name, words, said: teller.lost(row), help: teller.help(row) };
}

/** The options with the wrong one that a lesson is about, in place of the last one. */
function withTrap(options, trap) {
  const wrong = trap && trap.value !== options[0].value;
  if (!wrong || options.some(({ pair }) => pair === trap.pair)) return options;
  return [...options.slice(0, OPTIONS - 1), trap];
}

/** The winner, one that tied, one that was barred, and the runners-up; if they are few, more. */
function pickOptions(rows) {
  const of = (standing) => rows.filter((row) => row.standing === standing);
  const [tied, barred] = [of("tied"), of("barred")];
  const first = [rows[0], ...tied.slice(0, 1), ...barred.slice(0, 1), ...of("")];
  return [...first, ...tied.slice(1), ...barred.slice(1)].slice(0, OPTIONS);
}
