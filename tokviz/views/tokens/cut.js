// Why a token ends where it does: what stands behind it, and what becomes of the two.

import { number } from "../script/dom.js";

/** What is learned of two tokens that stay apart: nothing. */
export const UNLEARNED = "No merge joins the two";

/** What ends with a token over whose end no pair reaches. */
export const endsHere = (within) => `Its ${within} ends here`;

/**
 * The words for the card of a token, or none at the end of the text.
 * @param {import("../player/text.js").TokenSpan} span
 * @param {{trace: import("../player/trace.js").Trace, teller: any, step: number, ahead: boolean,
 *   asks: ((left: number, right: number) => (Node | string)[]) | null}} shown
 *   `ahead`: may they say what comes? `asks`: what a question says of the two in place of what was
 *   counted, if one stands
 * @param {(token: number, before?: number) => Element} chip
 */
export function whatComesNext(span, { trace, teller, step: k, ahead, asks }, chip) {
  const at = span.end;
  if (at >= trace.size) return [];
  if (trace.opensPreToken(at)) return [`${endsHere(trace.header.within)}: no pair reaches over.`];
  const left = span.token;
  const right = behind(span, trace, k) ?? left;
  if (asks) return asks(left, right);
  const future = ahead ? becomes(trace, at, left, right, chip) : [];
  return [chip(right, left), ". ", teller.beside(left, right, k), ...future, "."];
}

/** The token that stands behind one after k merges; null where no pair reaches over. */
export const behind = ({ end }, trace, k) =>
  end >= trace.size || trace.opensPreToken(end) ? null : trace.tokenOf(end, trace.endOf(end, k), k);

/** What becomes of the cut between the two. */
function becomes(trace, at, left, right, chip) {
  const step = trace.ranks[at];
  if (step >= trace.never) return ["; the cut stays"];
  const [first, second] = [trace.step_left[step], trace.step_right[step]];
  const joined = `; joined at step ${number(step + 1)}`;
  if (first === left && second === right) return [joined];
  return [`${joined}, as `, chip(first), " + ", chip(second)];
}
