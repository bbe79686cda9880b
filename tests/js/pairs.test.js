// Pair counts, summed from recorded changes: at every step they are those that Python counted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PairCounts } from "../../tokviz/views/player/pairs.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { answersTo, payloadOf, TRAININGS } from "./answers.js";

for (const name of TRAININGS) {
  const trace = new Trace(unpack(payloadOf(name)));
  const expected = answersTo(name).pair_counts;
  const steps = Array.from({ length: trace.steps + 1 }, (_, k) => k);
  const order = { forward: steps, back: [...steps].reverse(), "by leaps": leaps(steps) };

  for (const [way, visited] of Object.entries(order)) {
    test(`${name}: pair counts ${way}`, () => {
      const pairs = new PairCounts(trace);
      for (const k of visited) {
        pairs.moveTo(k);
        assert.deepEqual(counted(pairs, trace), expected[k], `step ${k}`);
      }
    });
  }
}

/** Last, first, last but one, second, ... */
function leaps(steps) {
  return steps.flatMap((_, i) => [steps[steps.length - 1 - i], steps[i]]);
}

/** [left id, right id, count] of each pair that stands in the text, by the ids. */
function counted(pairs, trace) {
  return [...pairs.counts]
    .map((count, i) => [trace.ids[trace.pair_left[i]], trace.ids[trace.pair_right[i]], count])
    .filter(([, , count]) => count)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
