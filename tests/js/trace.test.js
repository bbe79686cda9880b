// A trace, replayed: at every step the tokens, their places and their numbers are Python's.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TokenSpans } from "../../tokviz/views/tokens/tokens.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { answersTo, payloadOf, REPLAYS } from "./answers.js";

for (const name of REPLAYS) {
  const trace = new Trace(unpack(payloadOf(name)));
  const answers = answersTo(name);
  const steps = Array.from({ length: trace.steps + 1 }, (_, k) => k);

  test(`${name}: as many steps`, () => {
    assert.equal(trace.steps + 1, answers.tokens.length);
  });

  test(`${name}: every step has Python's tokens, where Python has them`, () => {
    for (const k of steps) {
      /** @type {number[][]} */
      const [starts, ids] = [[], []];
      for (let p = 0; p < trace.size;) {
        const end = trace.endOf(p, k);
        starts.push(p);
        ids.push(trace.ids[trace.tokenOf(p, end, k)]);
        p = end;
      }
      assert.deepEqual(ids, answers.tokens[k], `step ${k}`);
      assert.deepEqual(starts, answers.starts[k], `step ${k}`);
    }
  });

  test(`${name}: every position knows where its token begins`, () => {
    for (const k of steps) {
      const starts = new Set(answers.starts[k]);
      let start = 0;
      for (let p = 0; p < trace.size; p++) {
        if (starts.has(p)) start = p;
        assert.equal(trace.startOf(p, k), start, `step ${k}, position ${p}`);
        const nth = answers.starts[k].indexOf(start) + 1;
        assert.equal(trace.tokenAt(p, k), nth, `step ${k}, position ${p}`);
      }
    }
  });

  test(`${name}: every step merges where Python does`, () => {
    for (const k of steps.slice(0, -1)) {
      assert.deepEqual([...trace.places(k)], answers.places[k], `step ${k}`);
    }
  });

  test(`${name}: tokens are counted, forward and back`, () => {
    for (const k of [...steps, ...[...steps].reverse()]) {
      const counted = trace.frequencies.at(k);
      const expected = new Map(answers.token_counts[k]);
      for (const [number, id] of trace.ids.entries()) {
        assert.equal(counted[number], expected.get(id) ?? 0, `step ${k}, id ${id}`);
      }
      const all = [...expected.values()].reduce((sum, count) => sum + count, 0);
      assert.equal(trace.tokens(k), all, `step ${k}`);
    }
  });
}

test("a token is as long as Python says, in the trace's one unit", () => {
  const said = (unit, lengths) =>
    new TokenSpans({ labels: [], header: { unit, lengths } }).length(0);
  assert.equal(said("character", [640]), "640 characters");
  assert.equal(said("character", [1]), "1 character");
  assert.equal(said("byte", [3000]), "3,000 bytes");
});
