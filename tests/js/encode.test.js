// An encoding, replayed: what dropout left out stands before the step that Python says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EncodeTeller } from "../../tokviz/views/player/encode.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { answersTo, payloadOf } from "./answers.js";

for (const name of ["encode-regex_bpe", "encode-dropout"]) {
  const trace = new Trace(unpack(payloadOf(name)));
  const teller = new EncodeTeller(trace, null);
  const ids = ({ left, right, rank }) => [trace.ids[left], trace.ids[right], rank];

  test(`${name}: each skipped merge before its step`, () => {
    const { skipped } = answersTo(name);
    assert.equal(skipped.length, trace.steps + 1);
    for (const k of skipped.keys()) assert.deepEqual(teller.skipped(k).map(ids), skipped[k]);
  });
}

test("without dropout nothing is skipped, with it something is", () => {
  assert.equal(answersTo("encode-regex_bpe").skipped.flat().length, 0);
  assert.ok(answersTo("encode-dropout").skipped.flat().length > 2);
});
