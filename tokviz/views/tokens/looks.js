// The look of a token: its spelling alone decides it, so that a token looks the same at every step,
// in every row and on every page. A single symbol (one character, one byte) stays neutral, so that
// what is longer stands out; everything else has one of eight colours and one of four edges.
//
// Two different tokens of one colour may then meet. There, and only there, a seam is drawn between
// them (alike): tokens keep their looks, and neighbours still differ.

import { hashOf } from "../script/hashing.js";

const COLOURS = 8; // 4 hues in 2 lightnesses, which the colour-blind can tell apart too
const EDGES = 4;
const SHOWN = 40; // UTF-16 code units that decide: a long label may come with its end cut off

const SPACE_MARKER = "▁";
const DOTTED_CIRCLE = "◌";

/** The classes that draw a look. */
export const lookClass = (look) =>
  look === null ? "base" : `c${look % COLOURS} e${Math.floor(look / COLOURS)}`;

/** What a label's parts spell: what two tokens of one spelling have in common on every page. */
export const spellingOf = (parts) => parts.map(([, text]) => text).join("");

/**
 * The look of a token: 0 to 31, or null for a single symbol.
 * @param {[string, string][]} parts its label
 */
export function lookOf(parts) {
  if (isSymbol(parts)) return null;
  return hashOf(spellingOf(parts).slice(0, SHOWN)) % (COLOURS * EDGES);
}

/** Do two looks have one colour? Where two different tokens do, a seam is drawn between them. */
export const alike = (one, other) =>
  one !== null && other !== null && one % COLOURS === other % COLOURS;

/** One character, one byte or one marker; "##" before a character only says that it goes on. */
function isSymbol(parts) {
  const [front] = parts;
  const goesOn = parts.length > 1 && front[0] === "marker" && !front[1].startsWith(SPACE_MARKER);
  const rest = goesOn ? parts.slice(1) : parts;
  if (rest.length !== 1) return rest.length === 0;
  const [kind, text] = rest[0];
  if (kind === "control" || (kind === "marker" && !text.startsWith(SPACE_MARKER))) return true;
  if (kind === "bytes") return !text.includes(" ");
  return Array.from(text.replace(DOTTED_CIRCLE, "")).length <= 1;
}
