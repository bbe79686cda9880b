// The lattice, drawn on elements that only remember: what is lit is Python's best way, and no
// label lies on another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LatticeGraph } from "../../tokviz/views/lattice/lattice.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { answersTo, payloadOf } from "./answers.js";

/** As much of an SVG element as the graph asks for. */
class FakeElement {
  constructor(tag) {
    this.tag = tag;
    this.attributes = {};
    /** @type {FakeElement[]} */
    this.children = [];
    this.style = { setProperty: () => undefined };
    this.viewBox = { baseVal: { width: 1 } };
    const names = new Set();
    this.classList = {
      toggle: (name, on) => (on ? names.add(name) : names.delete(name)),
      contains: (name) => names.has(name),
    };
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  getBoundingClientRect() {
    return { width: 1 };
  }
}

/** @type {any} */ (globalThis).document = {
  createElementNS: (_, tag) => new FakeElement(tag),
};

const { drawing } = unpack(payloadOf("lattice")).header;
const answers = answersTo("lattice");
const pane = Object.assign(new FakeElement("div"), { scrollLeft: 0, clientWidth: 1000 });
const graph = new LatticeGraph(pane, drawing);

/** The numbers of the elements that are, or are not, of a class. */
const which = (elements, name, wanted = true) =>
  elements.flatMap((element, i) => (element.classList.contains(name) === wanted ? [i] : []));

/** The box behind each label: [left, right, top]. */
const boxes = graph.labels.map(({ children }) => {
  const { x, y, width } = children.find(({ tag }) => tag === "rect").attributes;
  return [x, x + width, y];
});

test("at every step the edges that have arrived are seen", () => {
  for (let k = 0; k <= drawing.last; k++) {
    graph.show(k);
    assert.deepEqual(which(graph.lines, "unseen", false), answers.seen[k], `step ${k}`);
    assert.deepEqual(which(graph.labels, "unseen", false), answers.seen[k], `step ${k}`);
  }
});

test("at every step the best way to where it stands is lit", () => {
  for (let k = 0; k <= drawing.last; k++) {
    graph.show(k);
    const lit = which(graph.lines, "lit");
    assert.deepEqual(
      lit.sort((a, b) => a - b),
      [...answers.lit[k]].sort((a, b) => a - b),
      `step ${k}`,
    );
  }
});

test("a step back is as if one had never gone on", () => {
  graph.show(drawing.last);
  graph.show(2);
  assert.deepEqual(which(graph.lines, "unseen", false), answers.seen[2]);
  assert.deepEqual(which(graph.nodes, "current"), [2]);
});

test("the best path is told from its end, where the step before stood", () => {
  graph.show(drawing.last - 1);
  const { at } = graph;
  graph.show(drawing.last);
  assert.equal(graph.at, at);
  assert.equal(at, graph.x(drawing.characters.length));
});

test("no label lies on another", () => {
  for (const [i, [left, right, top]] of boxes.entries()) {
    for (const [otherLeft, otherRight, otherTop] of boxes.slice(i + 1)) {
      const apart = right <= otherLeft || otherRight <= left || Math.abs(top - otherTop) >= 24;
      assert.ok(apart, `label ${drawing.edges[i].label}`);
    }
  }
});

test("every label lies between the ends of its edge", () => {
  for (const [i, [left, right]] of boxes.entries()) {
    const { start, end } = drawing.edges[i];
    assert.ok(graph.x(start) <= left && right <= graph.x(end), drawing.edges[i].label);
  }
});
