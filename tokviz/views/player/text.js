// The text: a window of it as token spans, of which a step redraws only those it changed.
//
// A move between steps a and b, in either direction, changes the spans that hold a boundary whose
// rank lies in [min(a, b), max(a, b)), and no other. One code path serves both directions.

import { cutCharacters, isWithin } from "../tokens/characters.js";
import { SymbolRuns, letRun } from "../tokens/direction.js";
import { gap, lineAt, placeLines, symbolsInView } from "./lines.js";
import { TokenSpans } from "../tokens/tokens.js";
import { firstAtLeast } from "./trace.js";

const WINDOW = 4000; // base symbols on screen at most
const REACH = 1500; // how far from there a good place to cut is looked for
const LINE_END = "part newline final"; // what a token that ends a line ends with
const SPACE = "part space";
const MAY_FOLLOW = new Set([
  "part space final",
  "part tab final",
  "part bytes final",
  "part control final",
]);

/**
 * What stands from base symbol `start` to `end`.
 * @typedef {HTMLElement & {token: number, start: number, end: number, around: Element[]}} TokenSpan
 */

export class TextView {
  /** @type {any[]} a TokenSpan for each base symbol at which one begins */ at;
  /** @type {TokenSpan[]} */ marked;
  /** @type {TokenSpan[]} */ lit;
  runs = new SymbolRuns();

  /**
   * @param {Element} pane where it draws, in the place of the text that stood there
   * @param {any} trace
   * @param {number} k the step to draw
   */
  constructor(pane, trace, k) {
    this.pane = pane;
    this.trace = trace;
    this.spans = new TokenSpans(trace);
    this.gaps = new Map(Array.from(trace.gap_at, (p, i) => [p, trace.gap_breaks[i]]));
    this.show(0, k);
  }

  // ---- the window ---------------------------------------------------------------------------

  get whole() {
    return this.from === 0 && this.to === this.trace.size;
  }

  /** Draw the part of the text around base symbol p. */
  show(p, k) {
    const { size } = this.trace;
    if (size <= WINDOW + REACH) [this.from, this.to] = [0, size];
    else {
      const from = Math.min(Math.max(0, p - WINDOW / 4), size - WINDOW);
      this.from = from <= 0 ? 0 : this.cut(from);
      this.to = this.from + WINDOW + REACH >= size ? size : this.cut(this.from + WINDOW);
    }
    this.draw(k);
  }

  /** A border near p that no merge crosses, after a line end if there is one. */
  cut(p) {
    const { ranks, never } = this.trace;
    let best = p;
    for (let q = p; q > Math.max(0, p - REACH); q--) {
      if (ranks[q] === never && this.breaksBefore(q)) return q;
      if (ranks[q] > ranks[best]) best = q;
    }
    return best;
  }

  /** Does a new line begin at p? Only where no merge will ever cross, so lines stay lines. */
  breaksBefore(p) {
    const { trace } = this;
    if (trace.ranks[p] !== trace.never) return false;
    return this.gaps.get(p) === 1 || trace.hex[trace.symbols[p - 1]].endsWith("0a");
  }

  /** Does p stand behind a line end, or first of all? */
  beginsRow(p) {
    const { hex, symbols } = this.trace;
    return p === this.from || this.breaksBefore(p) || hex[symbols[p - 1]].endsWith("0a");
  }

  // ---- drawing ------------------------------------------------------------------------------

  draw(k) {
    this.step = k;
    this.marked = [];
    this.lit = [];
    this.at = new Array(this.to - this.from);
    this.runs = new SymbolRuns();
    const lines = [];
    let line = null;
    for (let p = this.from; p < this.to;) {
      if (!line || this.breaksBefore(p)) {
        line = lineAt(this.trace, p, (q) => q >= this.to || this.breaksBefore(q), this.runs);
        lines.push(line);
      } else if (this.gaps.has(p)) {
        line.append(gap());
      }
      const end = Math.min(this.to, this.trace.endOf(p, k));
      this.make(p, end, k, line);
      p = end;
    }
    placeLines(this.pane, lines, (drawn, fresh) => this.take(drawn, fresh));
    this.mark(k);
  }

  /** A line stays drawn as it is, in the place of a fresh one that looks the same. */
  take(drawn, fresh) {
    const stays = [...drawn.children];
    const at = new Map([...fresh.children].map((each, i) => [each, stays[i]]));
    for (const [{ start, end, token, around }, span] of at)
      if (around)
        this.at[start - this.from] = Object.assign(span, {
          start,
          end,
          token,
          around: around.map((each) => at.get(each)),
        });
  }

  /** Append the span of base symbols start..end; after a line end the text goes on below. */
  make(start, end, k, parent, line = parent) {
    const { trace } = this;
    const cutLeft = start === this.from && trace.ranks[start] < k;
    const cutRight = end === this.to && end < trace.size && trace.ranks[end] < k;
    const first = cutLeft ? trace.startOf(start, k) : start;
    const last = cutRight ? trace.endOf(start, k) : end;
    const span = this.spans.span(trace.tokenOf(first, last, k));
    span.start = start;
    span.end = end;
    this.at[start - this.from] = span;
    this.markBorders(span);
    this.markSeam(span);
    const endsLine =
      span.lastChild?.className === LINE_END && end < this.to && !this.breaksBefore(end);
    span.around = []; // a token is not broken over two lines; these say where lines may break
    const isApart = span.firstChild?.className === SPACE || span.classList.contains("opens");
    if (isApart && !this.beginsRow(start))
      // else a word longer than the pane leaves a row empty
      span.around.push(document.createElement("wbr"));
    const marks = letRun(span, this.spans.runs(span.token), this.runs.of(start, end), line);
    const goesOn = trace.opensPreToken(start) && !trace.opensPreToken(end); // with a word's space
    const mayBreak = !goesOn && MAY_FOLLOW.has(span.lastChild?.className) && !isWithin(end, trace);
    const breaks = endsLine ? ["br"] : mayBreak ? ["wbr"] : [];
    const after = [...marks.slice(1), ...breaks.map((name) => document.createElement(name))];
    span.around.push(...marks.slice(0, 1));
    parent.append(...span.around, span, ...after);
    span.around.push(...after);
  }

  /** A line before a token of the same colour as the different one before it. */
  markSeam(span) {
    const { trace, spans, step } = this;
    const { start, token } = span;
    if (start === this.from || spans.looks[token] === null) return;
    const before = trace.tokenOf(trace.startOf(start - 1, step), start, step);
    span.classList.toggle("seam", spans.alike(before, token));
  }

  /** Where a pre-token opens, and what characters the token holds in part. */
  markBorders(span) {
    const { trace } = this;
    const { start, end } = span;
    const opens = start > this.from && trace.opensPreToken(start);
    if (opens && !this.gaps.has(start) && !this.breaksBefore(start)) span.classList.add("opens");
    if (trace.header.unit !== "byte") return;
    const { begin, part, later, named } = cutCharacters(start, end, trace);
    if (begin) span.dataset.over = begin;
    span.classList.toggle("over-end", later);
    span.classList.toggle("over-named", named);
    span.classList.toggle("part-of", part);
  }

  move(k) {
    const [low, high] = [Math.min(this.step, k), Math.max(this.step, k)];
    const { from, to, trace } = this;
    const { ranks } = trace;
    this.step = k;
    // Of the tokens that the window cuts, what lies outside counts, too.
    const last = trace.endOf(to - 1, high);
    for (let p = trace.startOf(from, high) + 1; p < last; p++) {
      if (ranks[p] < low || ranks[p] >= high) continue;
      const [start, end] = [trace.startOf(p, high), trace.endOf(p, high)];
      this.redraw(Math.max(from, start), Math.min(to, end), k);
      p = end;
    }
    this.mark(k);
  }

  /** Replace the spans of base symbols start..end by those of step k. */
  redraw(start, end, k) {
    const old = this.at.slice(start - this.from, end - this.from).filter(Boolean);
    this.at.fill(undefined, start - this.from, end - this.from);
    const fresh = document.createDocumentFragment();
    const line = old[0].parentElement;
    for (let p = start; p < end;) {
      const stop = Math.min(end, this.trace.endOf(p, k));
      this.make(p, stop, k, fresh, line);
      p = stop;
    }
    old[0].before(fresh);
    if (end < this.to) this.markSeam(this.at[end - this.from]);
    for (const span of old) {
      for (const element of span.around) element.remove();
      span.remove();
    }
  }

  // ---- marks --------------------------------------------------------------------------------

  /** Outline what merge k made, the last of those done. */
  mark(k) {
    this.unmark();
    if (k > 0) for (const p of this.inWindow(k - 1)) this.add(this.holding(p), "new");
  }

  /** Instead of what the last merge made: where pairs stand that may merge next. */
  markContest(pairs) {
    this.unmark();
    for (const { left, right } of pairs)
      for (const span of this.pairSpans(left, right, this.step)) this.add(span, "contested");
  }

  unmark() {
    for (const span of this.marked) span.classList.remove("new", "contested");
    this.marked = [];
  }

  add(span, name) {
    span.classList.add(name);
    this.marked.push(span);
  }

  /** The positions of merge k inside the window, by two binary searches. */
  inWindow(k) {
    const places = this.trace.places(k);
    return places.subarray(firstAtLeast(places, this.from + 1), firstAtLeast(places, this.to));
  }

  /** The span that holds base symbol p. */
  holding(p) {
    let i = p - this.from;
    while (!this.at[i]) i--;
    return this.at[i];
  }

  /** Light up every span of that token; null puts all lights out. */
  light(token) {
    this.lightUp(token === null ? [] : this.at.filter((span) => span && span.token === token));
  }

  /** Light up what now stands where left and right stood together after k merges. */
  lightPair(left, right, k) {
    this.lightUp(this.pairSpans(left, right, k));
  }

  /** What now stands where the two stood together after k merges. */
  pairSpans(left, right, k) {
    const places = this.trace.placesOf(left, right, k, this.from, this.to);
    return places.flatMap((p) => [this.holding(p - 1), this.holding(p)]);
  }

  lightUp(spans) {
    for (const span of this.lit) span.classList.remove("same");
    this.lit = spans;
    for (const span of spans) span.classList.add("same");
  }

  // ---- moving about -------------------------------------------------------------------------

  /** Bring base symbol p on screen; the page itself does not scroll. */
  reveal(p) {
    if (p < this.from || p >= this.to) this.show(p, this.step);
    const span = this.holding(p);
    const centre = () => {
      const [box, pane] = [span.getBoundingClientRect(), this.pane.getBoundingClientRect()];
      const above = box.top - pane.top;
      if (above < 8 || box.bottom > pane.bottom - 8) this.pane.scrollTop += above - pane.height / 3;
    };
    centre();
    centre(); // lines that were skipped have their true height only once they are near
    return span;
  }

  /**
   * The base symbols between which the visible part lies.
   * @returns {[number, number]}
   */
  visible() {
    return symbolsInView(this.pane) ?? [this.from, this.to];
  }
}
