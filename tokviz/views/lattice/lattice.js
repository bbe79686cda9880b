// The lattice as SVG: positions are nodes, pieces are edges. What is lit is a function of the step.

import { lookClass, lookOf } from "../tokens/looks.js";
import { shape } from "../script/shape.js";

const CELL = 76; // from one position to the next
const RISE = 48; // from one level to the next: a label, its number, and a gap
const EDGE_OF_PAGE = 34;
const ABOVE_ALL = 12; // above the highest label
const FOOT = 64; // below the nodes: characters, totals

const WIDE =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u;
const widthOf = (label) => Array.from(label).reduce((sum, c) => sum + (WIDE.test(c) ? 18 : 10), 12);

export class LatticeGraph {
  at = 0; // where the node of the step stands

  constructor(pane, graph) {
    this.pane = pane;
    this.graph = graph;
    this.base = ABOVE_ALL + graph.levels * RISE;
    const width = 2 * EDGE_OF_PAGE + graph.characters.length * CELL;
    const height = this.base + FOOT;
    this.lines = graph.edges.map((edge) => this.line(edge));
    this.labels = graph.edges.map((edge) => this.label(edge));
    this.nodes = [0, ...graph.totals.map(([position]) => position)].map((p) => this.node(p));
    const characters = graph.characters.map((text, i) =>
      shape("text", { class: "character", x: this.x(i + 0.5), y: this.base + 28 }, text),
    );
    // Labels lie over all lines, and nodes over the lines that meet there.
    this.drawing = shape(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": graph.title },
      ...this.lines,
      ...this.labels,
      ...characters,
      ...this.nodes,
    );
    // The style sheet draws it as large as there is room.
    this.drawing.style.setProperty("--wide", `${width}px`);
    this.drawing.style.setProperty("--shape", String(width / height));
    pane.replaceChildren(this.drawing);
  }

  x(position) {
    return EDGE_OF_PAGE + position * CELL;
  }

  height(edge) {
    return this.base - 40 - edge.level * RISE;
  }

  line(edge) {
    const [from, to, y] = [this.x(edge.start), this.x(edge.end), this.height(edge)];
    const path = `M${from} ${this.base} C${from + 3} ${y}, ${from + 6} ${y}, ${from + 20} ${y} L${to - 20} ${y} C${to - 6} ${y}, ${to - 3} ${y}, ${to} ${this.base}`;
    return shape("g", { class: "edge" }, shape("path", { d: path }));
  }

  label(edge) {
    const [from, to, y] = [this.x(edge.start), this.x(edge.end), this.height(edge)];
    const [middle, half] = [(from + to) / 2, Math.min(widthOf(edge.label), to - from - 8) / 2];
    const label = shape("text", { class: "label", x: middle, y: y + 5 }, edge.label);
    if (widthOf(edge.label) > to - from - 8) {
      label.setAttribute("textLength", 2 * half - 10);
      label.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    return shape(
      "g",
      {
        class: `edge ${edge.unknown ? "base unknown" : lookClass(lookOf([["text", edge.label]]))}`,
        "data-testid": "tokviz-edge",
        "data-piece": edge.label,
      },
      shape(
        "title",
        {},
        `${edge.label} (${edge.unknown ? "unknown, " : ""}id ${edge.number}): ${edge.cost}`,
      ),
      shape("rect", { x: middle - half, y: y - 12, width: 2 * half, height: 24, rx: 5 }),
      label,
      shape("text", { class: "cost", x: middle, y: y + 26 }, edge.cost),
    );
  }

  node(position) {
    const total =
      this.graph.totals.find(([p]) => p === position)?.[1] ??
      (this.graph.totals[0]?.[1] ? "0" : "");
    return shape(
      "g",
      { class: "node" },
      shape("circle", { cx: this.x(position), cy: this.base, r: 6 }),
      shape("text", { class: "total", x: this.x(position), y: this.base + 52 }, total),
    );
  }

  /** Draw the graph as it stands after `step` positions; after the last one, the best path. */
  show(step) {
    const { totals, edges, last } = this.graph;
    const done = step === last;
    const lit = done
      ? new Set(edges.filter((edge) => edge.best))
      : this.bestWay(totals[step - 1]?.[0]);
    edges.forEach((edge, i) => {
      for (const group of [this.lines[i], this.labels[i]]) {
        group.classList.toggle("unseen", edge.step > step);
        group.classList.toggle("arriving", edge.step === step && step > 0);
        group.classList.toggle("lit", lit.has(edge));
        group.classList.toggle("won", edge.wins);
      }
    });
    this.nodes.forEach((node, i) => {
      node.classList.toggle("unseen", i > step && !done);
      node.classList.toggle("current", i === step && !done);
    });
    this.drawing.classList.toggle("done", done);
    // The best path is told from its end, where the step before stood.
    this.at = this.x(totals[Math.min(step, last - 1) - 1]?.[0] ?? 0);
    this.follow();
  }

  /** The winners from a position back to the start. */
  bestWay(position) {
    const way = new Set();
    let at = position;
    while (at) {
      const winner = this.graph.edges.find((edge) => edge.end === at && edge.wins);
      way.add(winner);
      at = winner.start;
    }
    return way;
  }

  /** Keeps the node of the step in sight: scrolls the graph only, never the page. */
  follow() {
    const { pane, at: x } = this;
    const scale =
      this.drawing.getBoundingClientRect().width / this.drawing.viewBox.baseVal.width || 1;
    const [left, width] = [pane.scrollLeft, pane.clientWidth];
    if (x * scale > left + width - 60) pane.scrollLeft = x * scale - width + 120;
    else if (x * scale < left + 60) pane.scrollLeft = x * scale - 120;
    const foot = (this.base + FOOT) * scale;
    if (foot > pane.scrollTop + pane.clientHeight) pane.scrollTop = foot - pane.clientHeight;
  }
}
