// The window of a long text: a move draws anew what another step has otherwise, at its ends, too.

import assert from "node:assert/strict";
import test from "node:test";

import { TextView } from "../../tokviz/views/player/text.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { payloadOf } from "./answers.js";

/** The tokens of a window after k merges, by where they begin in it. */
function tokensIn(trace, from, to, k) {
  const drawn = new Map();
  for (let p = from; p < to; p = trace.endOf(p, k)) {
    const start = trace.startOf(p, k);
    drawn.set(p, trace.tokenOf(start, trace.endOf(p, k), k));
  }
  return drawn;
}

for (const name of ["train-byte_bpe", "train-lines"])
  test(`${name}: every window, moved from any step to any other, has the tokens of that step`, () => {
    const trace = new Trace(unpack(payloadOf(name)));
    for (let from = 0; from < trace.size - 5; from += 3)
      for (let low = 0; low <= trace.steps; low += 2)
        for (let k = 0; k <= trace.steps; k += 3) {
          const to = Math.min(trace.size, from + 9);
          const drawn = tokensIn(trace, from, to, low);
          const redraw = (start, end) => {
            for (let p = start; p < end; p++) drawn.delete(p);
            for (const [p, token] of tokensIn(trace, start, end, k)) drawn.set(p, token);
          };
          const view = { trace, from, to, step: low, redraw, mark() {} };
          TextView.prototype.move.call(view, k);
          const sorted = [...drawn].sort(([one], [other]) => one - other);
          assert.deepEqual(sorted, [...tokensIn(trace, from, to, k)], `${from}: ${low} to ${k}`);
        }
  });

/** Which part of a text so long is drawn around a base symbol. */
function windowAround(p, size = 20_000) {
  const view = { trace: { size }, from: 0, to: 0, cut: (at) => at, draw() {} };
  TextView.prototype.show.call(view, p, 0);
  return [view.from, view.to];
}

test("of a long text a window is drawn that begins some way before the place looked for", () => {
  assert.deepEqual(windowAround(9000), [8000, 12_000]);
  assert.deepEqual(windowAround(700), [0, 4000]);
  assert.deepEqual(windowAround(19_900), [16_000, 20_000]);
  assert.deepEqual(windowAround(300, 5000), [0, 5000]);
});
