// What a chart changes when its replay moves, from what the chart says of itself.

import assert from "node:assert/strict";
import test from "node:test";

import {
  ChartTools,
  changeTo,
  headingIn,
  roomIn,
  wordsOf,
} from "../../tokviz/views/charts/follow.js";

const lines = (type) => ({
  xaxis: { type, range: type === "log" ? [-0.05, 1] : [0, 4] },
  shapes: [{ x0: 0 }],
  annotations: [{ text: "" }],
  meta: {
    tokviz: { values: [9, 7, 5, 1_200, 1], words: "step {step}: {value}", noun: "token" },
  },
});
const states = () => ({
  annotations: [{ text: "" }],
  meta: {
    tokviz: {
      at: [0, 4, 9],
      traces: [1, 2],
      words: "step {step}",
      late: ", the last one drawn",
      frames: [
        [{ y: [1] }, { name: "a" }],
        [{ y: [2] }, { name: "b" }],
        [{ y: [3] }, { name: "c" }],
      ],
    },
  },
});

test("the line goes to the step and says its value", () => {
  const { relayout, traces } = changeTo(lines("linear"), 3);
  assert.equal(relayout["shapes[0].x0"], 3);
  assert.equal(relayout["annotations[0].text"], "step 3: 1,200 tokens");
  assert.deepEqual(traces, []);
  assert.equal(changeTo(lines("linear"), 4).relayout["annotations[0].text"], "step 4: 1 token");
});

test("a value's dollar signs are no pattern of a replacement", () => {
  /** @type {any} */
  const chart = lines("linear");
  chart.meta.tokviz.values = ["$$ + $& + $1, 3 times"];
  const { relayout } = changeTo(chart, 0);
  assert.equal(relayout["annotations[0].text"], "step 0: $$ + $& + $1, 3 times");
});

test("a step beyond the end is the end", () => {
  assert.equal(changeTo(lines("linear"), 99).relayout["shapes[0].x0"], 4);
});

test("on a logarithmic axis step 0 stands at the left end, and a note by its logarithm", () => {
  const left = changeTo(lines("log"), 0).relayout["annotations[0].x"];
  assert.ok(Math.abs(left + 0.05) < 1e-9);
  assert.equal(changeTo(lines("log"), 4).relayout["annotations[0].x"], Math.log10(4));
  assert.equal(changeTo(lines("log"), 4).relayout["shapes[0].x0"], 4);
});

test("the last state that has come is shown, each trace by its own values", () => {
  const { restyle, relayout, traces } = changeTo(states(), 8);
  assert.deepEqual(restyle, { y: [[2], undefined], name: [undefined, "b"] });
  assert.deepEqual(traces, [1, 2]);
  assert.equal(relayout["annotations[0].text"], "step 4, the last one drawn");
});

test("a step that has a state of its own is said without more", () => {
  const textAt = (step) => changeTo(states(), step).relayout["annotations[0].text"];
  assert.equal(textAt(0), "step 0");
  assert.equal(textAt(4), "step 4");
  assert.equal(textAt(9), "step 9");
  assert.equal(textAt(99), "step 9");
});

test("what a chart shows already is not drawn again", () => {
  const chart = lines("linear");
  chart.shapes[0].x0 = 2;
  chart.annotations[0].text = "step 2: 5 tokens";
  assert.equal(changeTo(chart, 2), null);
  const state = states();
  state.annotations[0].text = "step 4";
  assert.equal(changeTo(state, 4), null);
  state.annotations[0].text = "step 4, the last one drawn";
  assert.equal(changeTo(state, 5), null);
});

test("between two states only the words change", () => {
  const state = states();
  state.annotations[0].text = "step 4";
  const { restyle, relayout, traces } = changeTo(state, 5);
  assert.deepEqual([restyle, traces], [{}, []]);
  assert.deepEqual(relayout, { "annotations[0].text": "step 4, the last one drawn" });
});

test("a chart that follows nothing is left alone", () => {
  assert.equal(changeTo({ meta: { tokviz: { chart: 7 } } }, 3), null);
  assert.equal(changeTo({}, 3), null);
});

const heading = (text) => ({
  title: { subtitle: { text } },
  margin: { t: 125 },
  meta: { tokviz: { line: 20 } },
});

test("the lines below a title have the width of the chart", () => {
  const text = "On the text of the strips, 669 bytes. Higher is shorter;<br>what is unknown";
  const wide = headingIn(heading(text), 1040);
  assert.equal(wide["title.subtitle.text"], text.replace("<br>", " "));
  assert.equal(wide["margin.t"], 105);
  const narrow = headingIn(heading(text), 200);
  const parts = narrow["title.subtitle.text"].split("<br>");
  assert.ok(parts.every((part) => part.length <= 30));
  assert.equal(parts.join(" "), text.replace("<br>", " "));
  assert.equal(narrow["margin.t"], 125 + 20 * (parts.length - 2));
});

test("lines that have the width already are left alone", () => {
  assert.equal(headingIn(heading("Higher is shorter"), 390), null);
  assert.equal(headingIn(heading("Donaudampfschifffahrtsgesellschaft"), 100), null);
  assert.equal(headingIn({}, 390), null);
});

test("a chart is heard by the words over it, without their markup", () => {
  const subtitle = { text: "a &lt;b&gt; &amp;amp;,<br>on two lines" };
  const title = { text: "<b><b>How long</b></b>", subtitle };
  assert.equal(
    wordsOf({ title, annotations: [{ text: "step 3: 5 tokens" }] }),
    "How long. a <b> &amp;, on two lines. step 3: 5 tokens",
  );
  assert.equal(wordsOf({}), "");
});

test("a chart that says how is drawn in little room, and in much again", () => {
  const [wide, narrow] = [{ height: 420 }, { height: 600 }];
  const chart = (height) => ({ height, meta: { tokviz: { rooms: { wide, narrow } } } });
  assert.equal(roomIn(chart(420), 336), narrow);
  assert.equal(roomIn(chart(600), 336), null);
  assert.equal(roomIn(chart(600), 760), wide);
  assert.equal(roomIn({ height: 420, meta: { tokviz: {} } }, 336), null);
});

test("tools that stop hear their chart no longer", () => {
  const heard = new Set();
  const graph = {
    isConnected: true,
    layout: { meta: { tokviz: { chart: 1 } } },
    on: (event, told) =>
      heard.add(`${event} ${names.get(told) ?? names.set(told, names.size).get(told)}`),
    removeListener: (event, told) => heard.delete(`${event} ${names.get(told)}`),
    setAttribute() {},
    getBoundingClientRect: () => ({ top: 0, bottom: 1, width: 0 }),
  };
  const names = new Map();
  const watch = class {
    observe() {}
    disconnect() {}
  };
  Object.assign(globalThis, {
    window: Object.assign(new EventTarget(), { Plotly: {} }),
    document: { querySelectorAll: () => [graph], body: {} },
    MutationObserver: watch,
    IntersectionObserver: watch,
    requestAnimationFrame: (draw) => void draw(),
    cancelAnimationFrame() {},
  });
  const root = Object.assign(new EventTarget(), { setAttribute() {}, querySelectorAll: () => [] });
  const named = { chart: 1, replay: 1, file: "a", picks: true };
  const tools = new ChartTools(/** @type {any} */ (root), named, () => {});
  assert.equal(heard.size, 3);
  tools.stop();
  assert.equal(heard.size, 0);
});
