// A chart follows its replay: its line, its words and its states are moved in the browser. So are
// the lines below its title: the server does not know how wide it is.
//
// The chart is Streamlit's own, drawn by the Plotly that it brings along and keeps on the window.
// That it does so is documented nowhere: without it the chart stands still, and nothing breaks.
// Streamlit may draw the chart anew at any time (a run, another theme, another width), and then it
// stands at its first step again: so whatever appears, or was just drawn, is brought to the step.

import { count, number } from "../script/dom.js";
import { pictured } from "./picture.js";
import { onMove, placeIn } from "../script/place.js";

const BREAK = "<br>";
const LETTER = 6.6; // pixels that one takes below a title, and what stands beside them
const BOX = ".stElementContainer";
const NARROW = 480; // pixels of a chart's width
const LONGEST = 120; // letters that are well read in a line

/** @returns {any} */
const plotly = () => /** @type {any} */ (window).Plotly;

/** @typedef {{chart: number, replay: number, file: string, picks: boolean}} Names */

export class ChartTools {
  /** @type {number} */ frame;

  /**
   * @param {HTMLElement} root
   * @param {Names} names
   * @param {(part: string) => void} pick told the id of the part that is pressed, where one may be
   */
  constructor(root, names, pick) {
    this.root = root;
    this.names = names;
    this.pick = pick;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    root.addEventListener("click", (event) => this.save(event), { signal });
    onMove(names.replay, () => this.drawSoon(), signal);
    this.appearing = new MutationObserver(() => this.drawSoon());
    this.appearing.observe(document.body, { childList: true, subtree: true });
    // What nobody sees need not be drawn: a chart below the fold waits until it is scrolled to.
    this.sight = new IntersectionObserver(() => this.drawSoon());
    window.addEventListener("beforeprint", () => this.draw(true), { signal });
    this.drawSoon();
  }

  stop() {
    this.listeners.abort();
    this.appearing.disconnect();
    this.sight.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** The graph of this chart, which Streamlit may have replaced by another. */
  graph() {
    if (this.found?.isConnected && this.found.layout) return this.found;
    const all = /** @type {any[]} */ ([...document.querySelectorAll(".js-plotly-plot")]);
    const found = all.find(({ layout }) => layout?.meta?.tokviz?.chart === this.names.chart);
    this.root.hidden = !found || !plotly();
    if (!found) return null;
    this.found = found;
    this.sight.disconnect();
    this.sight.observe(found);
    this.hear(found, "plotly_afterplot", () => this.drawSoon());
    this.name(found);
    if (this.names.picks) this.listen(found);
    return found;
  }

  /** For who hears: a picture by the words over it, not each number at its axes; and what it saves. */
  name(graph) {
    const said = wordsOf(graph.layout);
    const [title] = said.split(". ");
    this.root.setAttribute("aria-label", `Save this chart: ${title}`);
    for (const button of this.root.querySelectorAll("button"))
      button.setAttribute("aria-label", `${button.textContent}: ${title}`);
    if (this.names.picks) return; // its parts have words of their own
    graph.setAttribute("role", "img");
    graph.setAttribute("aria-label", said);
  }

  /** A part that is pressed is told; a treemap would open it as well, if it were not told not to. */
  listen(graph) {
    const told = ({ points }) => {
      this.pick(points[0].id);
      return false;
    };
    this.hear(graph, "plotly_treemapclick", told);
    this.hear(graph, "plotly_click", told);
  }

  /** Until the tools stop. */
  hear(graph, event, told) {
    graph.on?.(event, told);
    this.listeners.signal.addEventListener("abort", () => graph.removeListener?.(event, told));
  }

  /** With the next frame: while playing, a step that no frame shows is not drawn. */
  drawSoon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  /** On paper all of the page is in sight. */
  draw(onPaper = false) {
    const graph = this.graph();
    if (!graph || !plotly() || !inSight(graph, onPaper)) return;
    this.name(graph);
    const place = placeIn(this.names.replay);
    const heading = headingIn(graph.layout, graph.clientWidth);
    const room = roomIn(graph.layout, graph.clientWidth);
    const change = place && changeTo(graph.layout, place.step);
    if (!change && !heading && !room) return;
    if (room) makeRoom(graph, room.height);
    const { restyle = {}, traces = [] } = change ?? {};
    const relayout = { ...change?.relayout, ...heading, ...room };
    if (traces.length) plotly().update(graph, restyle, relayout, traces);
    else plotly().relayout(graph, relayout);
  }

  save(event) {
    const { format } = event.target.dataset;
    const graph = this.graph();
    if (!format || !graph) return;
    const { width, height } = graph.getBoundingClientRect();
    const size = { width: Math.round(width), height: Math.round(height), scale: 2 };
    const picture = pictured(graph, getComputedStyle(graph).color);
    plotly().downloadImage(picture, { format, filename: this.names.file, ...size });
  }
}

/** One that comes has no width at first; Plotly draws it anew once it has. */
function inSight(graph, onPaper) {
  const { top, bottom, width } = graph.getBoundingClientRect();
  return width > 0 && (onPaper || (bottom > 0 && top < innerHeight));
}

const MARKUP = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/**
 * The words over a chart as they are heard: its title, what stands below it, and of the step.
 * @param {any} layout
 */
export function wordsOf({ title, annotations }) {
  return [title?.text, title?.subtitle?.text, annotations?.[0]?.text]
    .filter(Boolean)
    .map((text) => text.replaceAll(BREAK, " ").replace(/<[^>]*>/g, ""))
    .map((text) => text.replace(/&(lt|gt|amp);/g, (name) => MARKUP[name]))
    .join(". ");
}

/**
 * What to change in a chart so that the lines below its title have its width, or null where they do.
 * @param {any} layout
 * @param {number} width in pixels
 * @returns {any}
 */
export function headingIn(layout, width) {
  const shown = layout.title?.subtitle?.text;
  const { line } = layout.meta?.tokviz ?? {};
  if (!shown || !line) return null;
  const lines = wrapped(shown.replaceAll(BREAK, " "), Math.min(width / LETTER, LONGEST));
  const text = lines.join(BREAK);
  if (text === shown) return null;
  const more = lines.length - shown.split(BREAK).length;
  return { "title.subtitle.text": text, "margin.t": layout.margin.t + line * more };
}

/**
 * What to change in a chart that says how it is drawn in little room (``rooms``), or null.
 * @param {any} layout
 * @param {number} width in pixels
 * @returns {any}
 */
export function roomIn(layout, width) {
  const { wide, narrow } = layout.meta?.tokviz?.rooms ?? {};
  const room = width < NARROW ? narrow : wide;
  return room && layout.height !== room.height ? room : null;
}

/** Streamlit's box around a chart, one of a column, is as high as the server said. */
function makeRoom(graph, height) {
  const box = graph.closest(BOX);
  if (box instanceof HTMLElement) box.style.flexBasis = `${height}px`;
}

/** Lines of at most so many letters; a word that is longer has one of its own. */
function wrapped(text, longest) {
  return text.split(" ").reduce((lines, word) => {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && longer.length > longest) return [...lines, word];
    return [...lines.slice(0, -1), longer];
  }, []);
}

/**
 * What to change in a chart so that it shows a step, or null where it does.
 *
 * The chart itself says what it shows, in its first annotation: what Streamlit has drawn anew, or
 * taken back, says so too.
 * @param {any} layout
 * @param {number} at
 * @returns {any}
 */
export function changeTo(layout, at) {
  const moves = layout.meta?.tokviz;
  if (!moves?.words) return null;
  return moves.values ? lineTo(layout, moves, at) : frameTo(layout, moves, at);
}

function lineTo(layout, { values, words, noun }, at) {
  const step = Math.min(at, values.length - 1);
  const value = values[step];
  const shown = typeof value === "number" ? count(value, noun) : (value ?? "");
  const text = said(words, step).replace("{value}", () => shown); // "$&" is no pattern here
  // On a logarithmic axis there is no 0, and a note's place is the logarithm, a line's is not.
  const log = layout.xaxis.type === "log";
  const [left, right] = layout.xaxis.range ?? [0, values.length - 1];
  const x = log ? Math.max(step, 10 ** left) : step;
  if (layout.annotations[0].text === text && layout.shapes[0].x0 === x) return null;
  const note = log ? Math.log10(x) : x;
  const relayout = {
    "shapes[0].x0": x,
    "shapes[0].x1": x,
    "annotations[0].x": note,
    "annotations[0].xanchor": note > (left + right) / 2 ? "right" : "left",
    "annotations[0].text": text,
  };
  return { restyle: {}, relayout, traces: [] };
}

function frameTo(layout, { at: steps, traces, frames, words, late }, at) {
  const end = steps.length - 1;
  let i = end;
  while (i > 0 && steps[i] > at) i -= 1;
  const state = said(words, steps[i]);
  const text = i < end && steps[i] < at ? state + late : state;
  const { text: shown } = layout.annotations[0];
  if (shown === text) return null;
  const relayout = { "annotations[0].text": text };
  if ([state, state + late].includes(shown)) return { restyle: {}, relayout, traces: [] };
  const restyle = {};
  frames[i].forEach((trace, j) => {
    for (const [name, value] of Object.entries(trace)) {
      restyle[name] ??= traces.map(() => undefined);
      restyle[name][j] = value;
    }
  });
  return { restyle, relayout, traces };
}

const said = (words, step) => words.replace("{step}", number(step));
