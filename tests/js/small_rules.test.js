// Small rules of what is told: how a share is rounded, which changes are told, what is kept.

import assert from "node:assert/strict";
import test from "node:test";

import { keepResult, resultsOf } from "../../tokviz/views/classroom/results.js";
import { TrainTeller } from "../../tokviz/views/player/caption.js";
import { EncodeTeller } from "../../tokviz/views/player/encode.js";
import { PairCounts } from "../../tokviz/views/player/pairs.js";
import { largestOf } from "../../tokviz/views/player/story.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { percent } from "../../tokviz/views/script/dom.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { payloadOf } from "./answers.js";
import { storage } from "./storage.js";

test("a share is never rounded up to all, and of nothing it is all", () => {
  assert.equal(percent(9995, 10_000), "99.9%");
  assert.equal(percent(994, 1000), "99.4%");
  assert.equal(percent(0, 0), "100%");
  assert.equal(percent(3, 0), "100%");
});

test("a fall is as large a change as a rise", () => {
  const changes = [9, 1, -50, 2, 3, 4, 5, 6].map((change, step) => ({ step, change }));
  const { told } = largestOf(changes);
  assert.ok(told.some(({ change }) => change === -50));
});

test("a few rows still show that a pair was held back", () => {
  const trace = new Trace(unpack(payloadOf("train-barred")));
  const pairs = new PairCounts(trace);
  const k = [...trace.num_barred.keys()].find((at) => pairs.choice(at).barred.length > 0) ?? -1;
  const standings = pairs.leaders(k, 3).rows.map(({ standing }) => standing);
  assert.ok(standings.includes("barred"));
});

test("nobody tied with a pair that was forced", () => {
  const teller = { forced: new Map([[2, [0, 1]]]) };
  const note = (decided) =>
    TrainTeller.prototype.note.call(teller, decided, { different: 9, tied: 3 });
  assert.equal(note(2), "9 different pairs");
  assert.equal(note(1), "9 different pairs, 4 tied");
  assert.equal(note(null), "9 different pairs");
});

test("while a question is open no pair has won or was skipped yet", () => {
  const trace = new Trace(unpack(payloadOf("encode-dropout-pieces")));
  const teller = new EncodeTeller(trace, null);
  for (let k = 1; k < trace.steps; k++)
    for (const { badge, standing } of teller.rows(k, 99, true).rows)
      assert.deepEqual([badge, standing], [undefined, undefined]);
});

test("of many results the last are kept", () => {
  Object.assign(globalThis, { localStorage: storage() });
  const result = (step) => ({ step, words: `${step}`, options: [], counts: [1], answer: 0 });
  for (let step = 0; step < 103; step++) keepResult("ABCDEF", result(step));
  const steps = resultsOf("ABCDEF").map(({ step }) => step);
  assert.deepEqual([steps.length, steps[0], steps.at(-1)], [100, 3, 102]);
});
