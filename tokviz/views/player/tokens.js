// One token, drawn: it looks the same at every step, in every row and on every page (looks.js).
//
// A label comes as parts [kind, text] (tokviz/text/labels.py decides them). Spaces and line ends
// stay real characters, so that copied text is the text.

import { count } from "../script/dom.js";
import { alike, lookClass, lookOf } from "./looks.js";

const EACH_ALONE = new Set(["newline", "tab"]); // each gets a mark of its own
const SIGNS = { newline: "↵", return: "CR", tab: "⇥" }; // few fonts have a sign for CR
const HEARD = { space: "space", newline: "new line", return: "carriage return", tab: "tab" };
const PLAIN = { space: "·", newline: "↵", return: "␍", tab: "⇥" };
const LONG = 24; // characters above which a token may be broken over lines, or cut (player.css)

const WHOLE = 20; // characters that a chip shows whole; of a longer token it shows both ends
const [HEAD, TAIL] = [8, 6];

/** Draw label parts into an element; inline: on one line, line ends as signs only. */
export function drawParts(element, parts, inline = false) {
  appendParts(element, parts, inline);
  if (element.lastElementChild === element.lastChild)
    element.lastElementChild?.classList.add("final");
  return element;
}

function appendParts(element, parts, inline) {
  for (const [kind, text] of parts) {
    if (kind === "text") {
      element.append(text);
      continue;
    }
    for (const piece of EACH_ALONE.has(kind) ? text : [text]) {
      const part = document.createElement("span");
      part.className = `part ${kind}`;
      if (kind === "return") part.textContent = Array.from(piece, () => SIGNS.return).join(" ");
      else part.textContent = inline && SIGNS[kind] ? SIGNS[kind] : piece;
      if (inline && HEARD[kind]) part.dataset.heard = ` ${heardSigns(HEARD[kind], piece.length)} `;
      element.append(part);
    }
  }
}

/** "space", "4 spaces" */
const heardSigns = (name, many) => (many === 1 ? name : count(many, name));

/** A long token, of which the style may leave the middle out: presented, nothing wraps. */
function drawLong(element, parts, length, inline) {
  const units = parts.flatMap((part) => (part[0] === "more" ? [part] : unitsOf(...part)));
  const isWhole = units.at(-1)[0] !== "more"; // else its end is not known here
  const tail = isWhole ? units.slice(-TAIL) : [];
  const inner = document.createElement("span");
  appendParts(inner, joined(units.slice(HEAD, units.length - tail.length)), inline);
  const middle = document.createElement("span");
  middle.className = "middle";
  middle.dataset.cut = `… ${length} …`;
  middle.append(inner);
  appendParts(element, joined(units.slice(0, HEAD)), inline);
  element.append(middle);
  drawParts(element, joined(tail), inline);
  element.classList.add("long");
  element.title = plainLabel(parts);
}

/**
 * A token span. Its look is that of its parts, unless they are cut or stand for no token.
 * @param {[string, string][]} parts
 * @param {{look?: number | null, inline?: boolean, cuts?: boolean, length?: string}} options
 *   `cuts`: may the style leave out the middle of a long one, whose `length` is "43 bytes"?
 */
export function tokenSpan(parts, options = {}) {
  const { look = lookOf(parts), inline = false, cuts = !inline, length = "" } = options;
  const span = document.createElement("span");
  span.className = `token ${lookClass(look)}${inline ? " chip" : ""}`;
  const size = parts.reduce((sum, [, text]) => sum + text.length, 0);
  if (cuts && size > LONG) drawLong(span, parts, length, inline);
  else drawParts(span, parts, inline);
  return span;
}

/** Parts cut in the middle where they are long: "the quick … 43 bytes … lazy dog". */
export function bothEnds(parts, length) {
  const units = parts.flatMap(([kind, text]) => unitsOf(kind, text));
  if (units.reduce((sum, [, text]) => sum + text.length, 0) <= WHOLE) return parts;
  return joined([...units.slice(0, HEAD), ["more", `… ${length} …`], ...units.slice(-TAIL)]);
}

/** A label as plain text on one line, as plain_label of text/labels.py writes it. */
export const plainLabel = (parts) => parts.map(plainPart).join("");

function plainPart([kind, text]) {
  if (PLAIN[kind]) return PLAIN[kind].repeat(text.length);
  return kind === "bytes" || kind === "control" ? `‹${text}›` : text;
}

/** What may not be cut: a character, a byte, a name. */
function unitsOf(kind, text) {
  if (kind === "more") return [];
  if (kind === "bytes") return text.split(" ").map((byte) => [kind, byte]);
  if (kind === "control" || kind === "marker") return [[kind, text]];
  return Array.from(text, (character) => [kind, character]);
}

function joined(units) {
  const parts = [];
  for (const [kind, text] of units) {
    const last = parts.at(-1);
    if (last && last[0] === kind && kind !== "control")
      last[1] += kind === "bytes" ? ` ${text}` : text;
    else parts.push([kind, text]);
  }
  return parts;
}

/** Token spans of one trace; each token is built once and copied from then on. */
export class TokenSpans {
  constructor(trace) {
    this.trace = trace;
    this.looks = trace.labels.map(lookOf);
    this.models = new Map();
    this.chips = new Map();
  }

  span(token) {
    const copy = this.model(this.models, token, false).cloneNode(true);
    copy.token = token;
    return copy;
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
      const parts = inline ? bothEnds(label, this.length(token)) : label;
      model = tokenSpan(parts, { look, inline, length: this.length(token) });
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
