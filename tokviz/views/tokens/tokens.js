// One token, drawn: it looks the same at every step, in every row and on every page (looks.js).
//
// A label comes as parts [kind, text] (tokviz/text/labels.py decides them). Spaces and line ends
// stay real characters, so that copied text is the text.

import { count, h } from "../script/dom.js";
import { runOf, runsBack } from "./direction.js";
import { alike, lookClass, lookOf } from "./looks.js";

// Beside Hebrew they stand as in its word, which runs from right to left: a marker where it is, a
// byte in turn. What stands between them runs its own way, a mark on the circle before it.
const OF_THE_ROW = new Set(["marker", "bytes"]);
const ADDS = /^[\p{M}\p{Emoji_Modifier}]/u; // would be drawn as one character with what is before it
const EACH_ALONE = new Set(["newline", "tab"]); // each gets a mark of its own
const SIGNS = { newline: "↵", return: "CR", tab: "⇥" }; // few fonts have a sign for CR
const HEARD = { space: "space", newline: "new line", return: "carriage return", tab: "tab" };
const PLAIN = { space: "·", newline: "↵", return: "␍", tab: "⇥" };

/** @typedef {[number, number]} Cut of a long label: where its beginning ends, and where its end begins */

/** Draw label parts into an element; inline: on one line, line ends as signs only. */
export function drawParts(element, parts, inline = false) {
  appendParts(element, parts, inline);
  if (element.lastElementChild === element.lastChild)
    element.lastElementChild?.classList.add("final");
  return element;
}

const isOfTheRow = (parts) => parts.some(([kind]) => OF_THE_ROW.has(kind));

function appendParts(element, parts, inline) {
  for (const [at, [kind, text]] of parts.entries()) {
    if (kind === "text") {
      const alone = isOfTheRow(parts) && runsBack(text);
      element.append(alone ? h("bdi", {}, text) : text);
      continue;
    }
    for (const piece of EACH_ALONE.has(kind) ? text : [text]) {
      const part = document.createElement("span");
      part.className = `part ${kind}`;
      if (kind === "marker" && ADDS.test(parts[at + 1]?.[1] ?? "")) part.classList.add("apart");
      if (kind === "bytes" && piece.includes(" ")) part.append(...bytesApart(piece));
      else if (kind === "return")
        part.textContent = Array.from(piece, () => SIGNS.return).join(" ");
      else part.textContent = inline && SIGNS[kind] ? SIGNS[kind] : piece;
      if (inline && HEARD[kind]) part.dataset.heard = ` ${heardSigns(HEARD[kind], piece.length)} `;
      element.append(part);
    }
  }
}

/** Bytes, which stand in their turn in a row from right to left, too. */
const bytesApart = (piece) =>
  piece.split(/( )/).map((each) => (each === " " ? each : h("bdi", {}, each)));

/** "space", "4 spaces" */
const heardSigns = (name, many) => (many === 1 ? name : count(many, name));

/** A long token, of which the style may leave the middle out: presented, nothing wraps. */
function drawLong(element, parts, cut, length, inline) {
  const { head, rest, tail } = endsOf(parts, cut);
  const inner = document.createElement("span");
  appendParts(inner, rest, inline);
  const middle = document.createElement("span");
  middle.className = "middle";
  middle.dataset.cut = `… ${length} …`;
  middle.append(inner);
  appendParts(element, head, inline);
  if (rest.length) element.append(middle);
  drawParts(element, tail, inline);
  element.classList.add("long");
  element.title = plainLabel(parts);
}

/**
 * A token span. Its look is that of its parts, unless they are cut or stand for no token.
 * @param {[string, string][]} parts
 * @param {{look?: number | null, inline?: boolean, cut?: Cut | null, length?: string}} options
 *   `cut`: of a long one, whose `length` is "43 bytes", where the style may leave out the middle
 */
export function tokenSpan(parts, options = {}) {
  const { look = lookOf(parts), inline = false, cut = null, length = "" } = options;
  const span = document.createElement("span");
  span.className = `token ${lookClass(look)}${inline ? " chip" : ""}`;
  if (isOfTheRow(parts)) span.dir = runOf(parts) || "ltr";
  if (cut) drawLong(span, parts, cut, length, inline);
  else drawParts(span, parts, inline);
  return span;
}

/** Parts of which a long one's middle is left out: "the quic… 43 bytes …zy dog". */
export function bothEnds(parts, cut, length) {
  if (!cut) return parts;
  const { head, rest, tail } = endsOf(parts, cut);
  return rest.length ? [...head, ["more", `… ${length} …`], ...tail] : parts;
}

/** A label as plain text on one line, as plain_label of text/labels.py writes it. */
export const plainLabel = (parts) => parts.map(plainPart).join("");

function plainPart([kind, text]) {
  if (PLAIN[kind]) return PLAIN[kind].repeat(text.length);
  return kind === "bytes" || kind === "control" ? `‹${text}›` : text;
}

/**
 * A long label's two ends and the rest between them, each as parts: cut where text/long_labels.py
 * says, as only there is known what is one character.
 * @param {[string, string][]} parts
 * @param {Cut} cut
 */
function endsOf(parts, [from, to]) {
  const [head, rest, tail] = [
    [0, from],
    [from, to],
    [to, Infinity],
  ].map(([start, end]) => between(parts, start, end));
  return { head, rest, tail };
}

/** What of these parts stands between two places in all their texts. */
function between(parts, start, end) {
  const found = [];
  let at = 0;
  for (const [kind, text] of parts) {
    const piece = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    const shown = kind === "bytes" ? piece.trim() : piece;
    if (shown) found.push([kind, shown]);
    at += text.length;
  }
  return found;
}

/** Token spans of one trace; each token is built once and copied from then on. */
export class TokenSpans {
  constructor(trace) {
    this.trace = trace;
    this.looks = trace.labels.map(lookOf);
    this.ways = new Map();
    this.models = new Map();
    this.chips = new Map();
  }

  span(token) {
    const copy = this.model(this.models, token, false).cloneNode(true);
    copy.token = token;
    return copy;
  }

  /** How its letters run. */
  runs(token) {
    if (!this.ways.has(token)) this.ways.set(token, runOf(this.trace.labels[token]));
    return this.ways.get(token);
  }

  /** The token inside a sentence or a list; `before` is the one that stands right before it. */
  chip(token, before = token) {
    const copy = this.model(this.chips, token, true).cloneNode(true);
    copy.classList.toggle("seam", this.alike(before, token));
    return copy;
  }

  /** Does it take a seam to tell two tokens apart that stand side by side? */
  alike(before, token) {
    return before !== token && alike(this.looks[before], this.looks[token]);
  }

  model(models, token, inline) {
    let model = models.get(token);
    if (!model) {
      const look = this.looks[token];
      const label = this.trace.labels[token];
      const cut = this.trace.header.cuts[token];
      const length = this.length(token);
      model = inline
        ? tokenSpan(bothEnds(label, cut, length), { look, inline })
        : tokenSpan(label, { look, cut, length });
      if (this.trace.header.origins[token] === "unknown") model.classList.add("unknown");
      if (!inline) model.dataset.testid = "tokviz-token";
      models.set(token, model);
    }
    return model;
  }

  /** "3 bytes", or "3 characters" where a base symbol is one. */
  length(token) {
    const { lengths, unit } = this.trace.header;
    return count(lengths[token], unit);
  }
}
