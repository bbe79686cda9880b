// An encoding, replayed: what each step had to choose from, and what dropout left out before it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EncodeTeller } from "../../tokviz/views/player/encode.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { wordsOf } from "./words_of.js";
import { answersTo, ENCODINGS, payloadOf } from "./answers.js";

for (const name of ENCODINGS) {
  const trace = new Trace(unpack(payloadOf(name)));
  const teller = new EncodeTeller(trace, null);
  const ids = ({ left, right, rank }) => [trace.ids[left], trace.ids[right], rank];

  test(`${name}: each skipped merge before its step`, () => {
    const { skipped } = answersTo(name);
    assert.equal(skipped.length, trace.steps + 1);
    for (const k of skipped.keys()) assert.deepEqual(teller.skipped(k).map(ids), skipped[k]);
  });

  test(`${name}: what is said to be skipped before a step was skipped in its own pre-token`, () => {
    const { skipped, skippedHere } = answersTo(name);
    for (const [k, here] of skippedHere.entries()) {
      const lines = wordsOf(new EncodeTeller(trace, () => "").leftOut(k));
      const own = lines.filter((line) => line.startsWith("Skipped by dropout: "));
      assert.equal(own.length, here.length ? 1 : 0, `step ${k}: ${lines}`);
      const first = here.slice(0, 3).map(([, , rank]) => `merge ${rank + 1}`);
      assert.deepEqual(
        own.flatMap((line) => line.match(/merge \d+/g)),
        first,
        `step ${k}`,
      );
      const before = lines.filter((line) => /^Skipped before this (pre-token|word): /.test(line));
      assert.equal(before.length, skipped[k].length > here.length ? 1 : 0, `step ${k}: ${lines}`);
    }
  });

  test(`${name}: a step is said to go before what was learned later, and nothing else`, () => {
    for (let k = 1; k <= trace.steps; k++) {
      const [did, why] = wordsOf(new EncodeTeller(trace, () => "").step(k));
      const won = Number(/is merge (\d+)/.exec(did)?.[1]);
      for (const [, later] of why.matchAll(/merge (\d+)/g)) assert.ok(Number(later) > won, why);
    }
  });

  test(`${name}: the badges and the options are of what was skipped in this pre-token and stands`, () => {
    const byIds = (one, other) => one[0] - other[0] || one[1] - other[1];
    for (const [k, held] of answersTo(name).heldBack.entries()) {
      const barred = ({ standing }) => standing === "barred";
      const badged = teller.rows(k + 1, 99).rows.filter(({ badge }) => badge === "skipped");
      assert.deepEqual(badged.map(ids).sort(byIds), held, `step ${k}`);
      assert.deepEqual(teller.contest(k, 99).filter(barred).map(ids).sort(byIds), held);
    }
  });

  test(`${name}: the pairs that each step could have merged, the earliest learned first`, () => {
    const { candidates } = answersTo(name);
    assert.equal(candidates.length, trace.steps + 1);
    for (const [k, found] of candidates.entries()) {
      const expected = new Map(found.map((each) => [String(each), each])); // each pair once
      const byRank = [...expected.values()].sort((one, other) => one[2] - other[2]);
      assert.deepEqual(teller.candidates(k).map(ids), byRank, `step ${k}`);
    }
  });
}

test("a contest is of one pre-token; where all is one, nothing is said of it", () => {
  const [cut, whole] = ["encode-regex_bpe", "encode-dropout"].map(
    (name) => new EncodeTeller(new Trace(unpack(payloadOf(name))), null),
  );
  assert.equal(cut.heading(0), "Before step 1: learned pairs in its pre-token");
  assert.equal(cut.heading(1), "Learned pairs in its pre-token");
  assert.match(cut.rows(1, 1).rows[0].hint, /; 1 place in this pre-token$/);
  assert.equal(cut.asks, "Which of these learned pairs of one pre-token merges first?");
  assert.equal(whole.heading(0), "Before step 1: learned pairs");
  assert.equal(whole.heading(1), "Learned pairs");
  assert.match(whole.rows(1, 1).rows[0].hint, /places? in this text$/);
  assert.equal(whole.asks, "Which of these learned pairs merges first?");
});

test("of one candidate none is the earliest", () => {
  const trace = new Trace(unpack(payloadOf("encode-regex_bpe")));
  const teller = new EncodeTeller(trace, null);
  const notes = new Map();
  for (let k = 1; k <= trace.steps; k++)
    notes.set(teller.candidates(k - 1).length, teller.rows(k, 1).note);
  assert.equal(notes.get(1), "1 candidate");
  assert.equal(notes.get(2), "2 candidates, the earliest goes first");
});

test("without dropout nothing is skipped, with it something is", () => {
  assert.equal(answersTo("encode-regex_bpe").skipped.flat().length, 0);
  assert.ok(answersTo("encode-dropout").skipped.flat().length > 2);
});

test("of many skipped merges each step looks at its own alone", () => {
  const many = 200_000;
  const skipped_before = Int32Array.from({ length: many }, (_, i) => i >> 1);
  const looked = { at: 0 };
  const counting = new Proxy(skipped_before, {
    get: (array, name) => {
      looked.at += /^\d+$/.test(String(name)) ? 1 : 0;
      return Reflect.get(array, name);
    },
  });
  const teller = new EncodeTeller(new Trace(unpack(payloadOf("encode-regex_bpe"))), null);
  const ones = new Int32Array(many).fill(1);
  teller.trace = Object.assign(Object.create(teller.trace), {
    skipped_before: counting,
    skipped_left: ones,
    skipped_right: ones,
    skipped_rank: Int32Array.from(ones.keys()),
  });
  assert.deepEqual(
    teller.skipped(70_000).map(({ rank }) => rank),
    [140_000, 140_001],
  );
  assert.ok(looked.at < 100);
});
