// One token, drawn: it looks the same at every step, in every row and on every page (looks.js).
//
// A label comes as parts [kind, text] (tokviz/text/labels.py decides them). Spaces and line ends
// stay real characters, so that copied text is the text.

import { count, h } from "../script/dom.js";
import { runOf, runsBack } from "./direction.js";
import { alike, lookClass, lookOf } from "./looks.js";

// Beside Hebrew they stand as in the row, which may run from right to left: a marker where it is, a
// byte in turn. What stands between them runs its own way, a mark on the circle before it.
const OF_THE_ROW = new Set(["marker", "bytes"]);
const EACH_ALONE = new Set(["newline", "tab"]); // each gets a mark of its own
const SIGNS = { newline: "↵", return: "CR", tab: "⇥" }; // few fonts have a sign for CR
const HEARD = { space: "space", newline: "new line", return: "carriage return", tab: "tab" };
const PLAIN = { space: "·", newline: "↵", return: "␍", tab: "⇥" };

// What a reader counts: characters, whatever they are made of, and each letter of a name or byte.
const LONG = 24; // above which a token may be broken over lines, or cut (player.css)
const WHOLE = 20; // that a chip shows whole; of a longer token it shows both ends
const [HEAD, TAIL] = [8, 6];
const JOINER = "ZWJ"; // stands by its name between the pictures of a family
const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Draw label parts into an element; inline: on one line, line ends as signs only. */
export function drawParts(element, parts, inline = false) {
  appendParts(element, parts, inline);
  if (element.lastElementChild === element.lastChild)
    element.lastElementChild?.classList.add("final");
  return element;
}

const isOfTheRow = (parts) => parts.some(([kind]) => OF_THE_ROW.has(kind));

function appendParts(element, parts, inline) {
  for (const [kind, text] of parts) {
    if (kind === "text") {
      const alone = isOfTheRow(parts) && runsBack(text);
      element.append(alone ? h("bdi", {}, text) : text);
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
  const { head, rest, tail } = endsOf(parts);
  const inner = document.createElement("span");
  appendParts(inner, rest, inline);
  const middle = document.createElement("span");
  middle.className = "middle";
  middle.dataset.cut = `… ${length} …`;
  middle.append(inner);
  appendParts(element, head, inline);
  element.append(middle);
  drawParts(element, tail, inline);
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
  if (isOfTheRow(parts)) span.dir = "ltr";
  if (cuts && isLonger(parts, LONG)) drawLong(span, parts, length, inline);
  else drawParts(span, parts, inline);
  return span;
}

/**
 * Parts cut in the middle where they are long: "the quic… 43 bytes …zy dog". So does ends_of of
 * text/labels.py.
 */
export function bothEnds(parts, length) {
  if (!isLonger(parts, WHOLE)) return parts;
  const { head, rest, tail } = endsOf(parts);
  return rest.length ? [...head, ["more", `… ${length} …`], ...tail] : parts;
}

/** A label as plain text on one line, as plain_label of text/labels.py writes it. */
export const plainLabel = (parts) => parts.map(plainPart).join("");

function plainPart([kind, text]) {
  if (PLAIN[kind]) return PLAIN[kind].repeat(text.length);
  return kind === "bytes" || kind === "control" ? `‹${text}›` : text;
}

const charactersOf = (text) => Array.from(CHARACTERS.segment(text), ({ segment }) => segment);

const sizeOf = (parts) => parts.reduce((sum, [, text]) => sum + charactersOf(text).length, 0);

/** A token whose rest is not known here (text/labels.py) is long, however few its characters. */
const isLonger = (parts, most) =>
  parts.some(([kind]) => kind === "more") ||
  (parts.reduce((sum, [, text]) => sum + text.length, 0) > most && sizeOf(parts) > most);

/**
 * A long label's two ends and the rest between them, each as parts. An end has HEAD or TAIL
 * characters, or one unit where that alone is longer; it is empty where it is not known here.
 */
function endsOf(parts) {
  const units = unitsOf(parts);
  const from = fitting(units, HEAD);
  const isWhole = parts.at(-1)?.[0] !== "more";
  const to = isWhole ? units.length - fitting(units.slice(from).reverse(), TAIL) : units.length;
  return {
    head: joined(units.slice(0, from).flat()),
    rest: joined(units.slice(from, to).flat()),
    tail: joined(units.slice(to).flat()),
  };
}

/** How many of these units have room. */
function fitting(units, room) {
  let [many, size] = [0, 0];
  while (many < units.length && (size += sizeOf(units[many])) <= room) many++;
  return Math.max(many, Math.min(1, units.length));
}

/** What may not be cut, as parts: a character, a byte, a name, what a joiner joins. */
function unitsOf(parts) {
  const units = [];
  let joins = false;
  for (const part of parts.flatMap(smallest)) {
    const isJoiner = part[0] === "control" && part[1] === JOINER;
    if (units.length && (joins || isJoiner)) units.at(-1)?.push(part);
    else units.push([part]);
    joins = isJoiner;
  }
  return units;
}

function smallest([kind, text]) {
  if (kind === "bytes") return text.split(" ").map((byte) => [kind, byte]);
  if (kind === "control" || kind === "marker" || kind === "more") return [[kind, text]];
  return charactersOf(text).map((character) => [kind, character]);
}

function joined(pieces) {
  const parts = [];
  for (const [kind, text] of pieces) {
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
