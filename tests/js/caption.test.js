// Why a pair won: what a class that counts by hand is told.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TrainTeller } from "../../tokviz/views/player/caption.js";
import { PairCounts } from "../../tokviz/views/player/pairs.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { payloadOf } from "./answers.js";

const reasonsOf = (name) => {
  const trace = new Trace(unpack(payloadOf(name)));
  const teller = new TrainTeller(trace, new PairCounts(trace), () => "");
  return Array.from({ length: trace.steps }, (_, merge) => teller.reason(merge).join(""));
};
const TELLS_OF_OTHERS = /no other pair (.*)\.$|the only pair (.*)\.$/;

for (const [name, inside] of [
  ["train-sentencepiece_bpe", "inside a word"],
  ["train-wordpiece", "inside a word"],
  ["train-char_bpe", "inside a word"],
  ["train-counted-wordpiece", "inside a word"],
  ["train-regex_bpe", "inside a pre-token"],
  ["train-lines", "inside a line"],
])
  test(`${name}: the winner is compared with pairs ${inside}`, () => {
    const told = reasonsOf(name).filter((reason) => TELLS_OF_OTHERS.test(reason));
    assert.ok(told.length > 0);
    for (const reason of told) assert.ok(reason.includes(`pair ${inside}`), reason);
  });

test("where nothing cuts the text, all its pairs are compared", () => {
  const told = reasonsOf("train-byte_bpe").filter((reason) => TELLS_OF_OTHERS.test(reason));
  assert.ok(told.length > 0);
  for (const reason of told) assert.ok(!reason.includes("inside"), reason);
});

test("who is asked what comes is told of a pair what became of it so far, and no more", () => {
  const trace = new Trace(unpack(payloadOf("train-byte_bpe")));
  const teller = new TrainTeller(trace, new PairCounts(trace), () => "");
  for (let k = 0; k < trace.steps; k++)
    for (const row of teller.contest(k, 99)) {
      const [all, soFar] = [true, false].map((ahead) => teller.story(row, k + 1, ahead).join(""));
      const joined = Number(/is joined at step ([0-9,]+)/.exec(all)?.[1] ?? Infinity);
      assert.equal(soFar, joined <= k + 1 ? all : all.replace(/\. It is .*joined.*/, "."));
    }
});

test("a score is of numbers that are written as those beside them", () => {
  const trace = { frequencies: { at: () => [1730, 5120] } };
  const told = TrainTeller.prototype.score.call({ trace }, { count: 1730, left: 0, right: 1 }, 0);
  assert.equal(told, "1,730 ÷ (1,730 × 5,120)");
});
