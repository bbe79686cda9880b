// Which way lines, tokens and pairs run, by the letters of the text at every step.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  SymbolRuns,
  lineRuns,
  pairRunsBack,
  runOf,
  runsAlong,
  runsBack,
  textRunsBack,
} from "../../tokviz/views/tokens/direction.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { answersTo } from "./answers.js";

/** A trace of which each base symbol is a byte, or a code point. */
function traceOf(text, unit) {
  const symbols = unit === "byte" ? [...Buffer.from(text)] : [...text];
  const trace = Object.create(Trace.prototype);
  return Object.assign(trace, {
    hex: symbols.map((each) => (unit === "byte" ? each.toString(16).padStart(2, "0") : "")),
    labels: symbols.map((each) =>
      unit === "byte" ? [["bytes", each.toString(16)]] : [["text", each]],
    ),
    symbols: symbols.map((_, p) => p),
    size: symbols.length,
    header: { unit },
    openings: Uint8Array.from({ length: symbols.length / 8 + 1 }),
  });
}

test("the letters and digits that run from right to left are those of Unicode's algorithm, as in Python", () => {
  for (const [way, ranges] of Object.entries(answersTo("directions")))
    for (const [first, last] of ranges)
      for (let code = first; code <= last; code++)
        assert.equal(runsBack(String.fromCodePoint(code)), way === "rtl", code.toString(16));
});

for (const unit of ["byte", "character"]) {
  const runs = (text) => {
    const trace = traceOf(text, unit);
    return lineRuns(trace, 0, (p) => p >= trace.size);
  };
  test(`${unit}: a line runs as its first letter does`, () => {
    assert.deepEqual(runs("the hen"), { back: false, mixed: false });
    assert.deepEqual(runs("12, שלום"), { back: true, mixed: true });
    assert.deepEqual(runs("«שלום»!"), { back: true, mixed: false });
    assert.deepEqual(runs("a שלום"), { back: false, mixed: true });
    assert.deepEqual(runs("שלום ABC"), { back: true, mixed: true });
    assert.deepEqual(runs("في ١٢"), { back: true, mixed: true });
    assert.deepEqual(runs("안녕 12"), { back: false, mixed: false });
    assert.deepEqual(runs("... 12"), { back: false, mixed: false });
  });
  test(`${unit}: so does a text, however long`, () => {
    assert.equal(textRunsBack(traceOf("", unit)), false);
    assert.equal(textRunsBack(traceOf(`12 ${"שלום ".repeat(900)}`, unit)), true);
  });
}

test("a token runs as its first letter or digit does; digits run from left to right", () => {
  assert.equal(runOf([["text", ", של"]]), "rtl");
  assert.equal(runOf([["text", "12 של"]]), "ltr");
  assert.equal(runOf([["text", "١٢"]]), "ltr");
  assert.equal(
    runOf([
      ["marker", "##"],
      ["text", "ה"],
    ]),
    "rtl",
  );
  assert.equal(runOf([["bytes", "D7 A9"]]), "");
  assert.equal(runOf([["text", "◌ָ,."]]), "");
});

test("a pair stands as in the text: one of signs alone as the text runs", () => {
  const labels = [[["text", "ש"]], [["text", "a"]], [["bytes", "D7"]], [["text", "."]]];
  const pair = (left, right, back) => pairRunsBack({ labels }, { left, right }, back);
  assert.equal(pair(0, 3, false), true);
  assert.equal(pair(2, 3, true), true);
  assert.equal(pair(2, 3, false), false);
  assert.equal(pair(1, 3, true), false);
});

/** How the letters of a line run: "l" from left to right, "r" from right to left. */
const along = (text, back = false) => {
  const parts = [...text].map((said) => ({ run: runOf([["text", said]]), said }));
  return runsAlong(parts, back)
    .map(([first]) => first)
    .join("");
};

test("what has no letter runs as those around it where they run alike, else as the line", () => {
  assert.equal(along("a ש ל b"), "llrrrll");
  assert.equal(along("a ש ל b", true), "lrrrrrl");
  assert.equal(along(".ש.", false), "lrl");
  assert.equal(along("", true), "");
});

test("two brackets run alike", () => {
  assert.equal(along("ש (a) 1", true), "rrrlrrl");
  assert.equal(along("a ש (ל) 1"), "llrrrrrll");
  assert.equal(along("a (ש) b"), "lllrlll");
  assert.equal(along("ש ) a ( ל"), "rlllllllr");
});

test("a mark runs as what it is a mark of", () => {
  const run = (...parts) =>
    runsAlong(
      parts.map(([letter, mark]) => ({ run: runOf([["text", letter]]), said: letter, mark })),
      false,
    ).map(([first]) => first);
  assert.equal(run(["a"], ["", 1], ["ש"]).join(""), "lrr");
  assert.equal(run(["a"], ["ש"], ["", -1]).join(""), "lrr");
  assert.equal(run(["a"], ["", 1], ["", 1], ["ש"]).join(""), "lrrr");
});

test("the bytes of a letter run as it does, whatever is merged", () => {
  const trace = traceOf("a ש, שb é", "byte");
  const runs = new SymbolRuns();
  runs.add(trace, 0, (p) => p >= trace.size, false);
  const each = trace.symbols.map((p) => runs.of(p, p + 1)[0]).join("");
  assert.equal(each, "llrr" + "rr" + "rr" + "llll");
  assert.equal(runs.of(1, 3), "rtl", "a space and the first byte of a letter");
  assert.equal(new SymbolRuns().of(0, 1), "");
});

test("a pair of bytes stands as in the text, where one of them begins a letter from right to left", () => {
  const labels = [[["bytes", "D7"]], [["bytes", "A9"]], [["bytes", "C3"]], [["space", " "]]];
  const pair = (left, right) => pairRunsBack({ labels }, { left, right }, false);
  assert.equal(pair(0, 1), true);
  assert.equal(pair(1, 0), true);
  assert.equal(pair(3, 0), true);
  assert.equal(pair(2, 1), false);
});
