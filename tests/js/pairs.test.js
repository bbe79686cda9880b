// Pair counts, summed from recorded changes: at every step they are those that Python counted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TrainTeller } from "../../tokviz/views/player/caption.js";
import { PairCounts } from "../../tokviz/views/player/pairs.js";
import { changesOf, largestOf } from "../../tokviz/views/player/story.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { answersTo, payloadOf, TRAININGS } from "./answers.js";

for (const name of TRAININGS) {
  const trace = new Trace(unpack(payloadOf(name)));
  const { pair_counts: expected, choices, byCount } = answersTo(name);
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

  test(`${name}: what the merge before a contest did to each of its counts`, () => {
    const pairs = new PairCounts(trace);
    for (const k of steps)
      for (const { left, right, count, change } of pairs.leaders(k, 12).rows) {
        const is = ([one, other]) => one === trace.ids[left] && other === trace.ids[right];
        const before = k ? (expected[k - 1].find(is)?.[2] ?? 0) : count;
        assert.equal(count - change, before, `step ${k}`);
        assert.ok(count <= pairs.most);
      }
  });

  test(`${name}: the changes of a pair add up to its count at every step`, () => {
    const pairs = new PairCounts(trace);
    for (const k of steps)
      for (const { pair, count } of pairs.leaders(k, 12).rows) {
        const changes = changesOf(trace, pair, k);
        const sum = changes.reduce((all, { change }) => all + change, 0);
        assert.equal(sum, count, `step ${k}`);
        const { told, more } = largestOf(changes);
        assert.equal(told.length + more, changes.length - 1);
        const least = Math.min(...told.map(({ change }) => Math.abs(change)));
        const larger = changes.slice(1).filter(({ change }) => Math.abs(change) > least);
        assert.ok(larger.every((one) => told.includes(one)));
      }
  });

  test(`${name}: which pair stands most often, of several the first in the text`, () => {
    const pairs = new PairCounts(trace);
    for (const [k, pair] of (byCount ?? []).entries()) {
      const { left, right } = pairs.mostFrequent(k);
      assert.deepEqual([trace.ids[left], trace.ids[right]], pair, `step ${k}`);
    }
  });

  test(`${name}: who won, who was tied and who was barred, forward and back`, () => {
    const pairs = new PairCounts(trace);
    const ids = (pair) => [trace.ids[trace.pair_left[pair]], trace.ids[trace.pair_right[pair]]];
    for (const k of [...choices.keys(), ...[...choices.keys()].reverse()]) {
      const { winner, tied, barred, numBarred } = pairs.choice(k);
      const found = {
        winner: ids(winner),
        numBarred,
        tied: tied.map(ids).sort(byIds),
        barred: barred.map(({ pair, rule }) => [...ids(pair), rule]).sort(byIds),
      };
      assert.deepEqual(found, choices[k], `step ${k}`);
    }
  });
}

for (const name of TRAININGS)
  test(`${name}: equal pairs stand in the list in the order of the tie rule, at every step`, () => {
    const trace = new Trace(unpack(payloadOf(name)));
    const { turns } = answersTo(name);
    const pairs = new PairCounts(trace);
    for (const [k, order] of turns.entries()) {
      const places = new Map(order.map((pair, at) => [pair.join(" "), at]));
      const placeOf = ({ left, right }) => places.get(`${trace.ids[left]} ${trace.ids[right]}`);
      for (const limit of [3, 12, trace.pair_left.length]) {
        const { rows } = pairs.leaders(k, limit);
        const others = rows.filter(({ standing }) => standing !== "won");
        for (const [above, row] of neighbours(others))
          if (above.standing === row.standing && above.value === row.value)
            assert.ok(placeOf(above) < placeOf(row), `step ${k}, ${limit} rows`);
        for (const [above, row] of neighbours(pairs.rowsInTurn(rows, k)))
          assert.ok(
            above.value > row.value || (above.value === row.value && placeOf(above) < placeOf(row)),
            `step ${k}, all of ${limit} rows`,
          );
      }
    }
  });

for (const name of TRAININGS)
  test(`${name}: of equal pairs those that the tie rule takes first are shown`, () => {
    const trace = new Trace(unpack(payloadOf(name)));
    const pairs = new PairCounts(trace);
    for (let k = 0; k <= trace.steps; k++) {
      const all = pairs.leaders(k, Infinity).rows.filter(({ standing }) => standing === "");
      for (const limit of [2, 5, 12]) {
        const shown = pairs.leaders(k, limit).rows.filter(({ standing }) => standing === "");
        assert.deepEqual(shown, all.slice(0, shown.length), `step ${k}, ${limit} rows`);
      }
    }
  });

for (const name of TRAININGS)
  test(`${name}: of pairs that may not merge one stands among twelve, where others need the room`, () => {
    const trace = new Trace(unpack(payloadOf(name)));
    const pairs = new PairCounts(trace);
    for (let k = 0; k < trace.steps; k++) {
      const all = pairs.leaders(k, Infinity).rows;
      const barred = all.filter(({ standing }) => standing === "barred");
      for (const limit of [12, 24]) {
        const { rows } = pairs.leaders(k, limit);
        const shown = rows.filter(({ standing }) => standing === "barred");
        const room = limit - (all.length - barred.length);
        const most = Math.max(limit / 12, room);
        assert.deepEqual(shown, barred.slice(0, most), `step ${k}, ${limit} rows`);
        assert.equal(rows.length, Math.min(limit, all.length));
      }
    }
  });

for (const name of TRAININGS)
  test(`${name}: a decided contest is listed best first, a pair that may not merge in its place`, () => {
    const trace = new Trace(unpack(payloadOf(name)));
    const teller = new TrainTeller(trace, new PairCounts(trace), () => ({}));
    for (let k = 1; k <= trace.steps; k++) {
      for (const limit of [12, 48]) {
        const { rows } = teller.rows(k, limit);
        for (const [above, row] of neighbours(rows))
          assert.ok(above.value >= row.value, `step ${k}, ${limit} rows`);
        if (trace.step_count[k - 1])
          assert.equal(rows.find(({ rule }) => !rule)?.standing, "won", `step ${k}`);
      }
    }
  });

for (const name of TRAININGS)
  test(`${name}: any pair that stands in the text, as a contest saw it`, () => {
    const trace = new Trace(unpack(payloadOf(name)));
    const pairs = new PairCounts(trace);
    for (let k = 0; k < trace.steps; k++) {
      const { rows } = pairs.leaders(k, trace.pair_left.length);
      for (const { change, ...row } of rows) {
        assert.ok(Number.isInteger(change));
        const unexplained = !row.standing && row.value >= rows[0].value;
        const found = pairs.rowOf(row.left, row.right, k);
        assert.deepEqual(found, unexplained ? null : row, `step ${k}`);
      }
    }
    assert.equal(pairs.rowOf(-1, -1, 0), null);
  });

for (const name of TRAININGS.filter((each) => each.endsWith("wordpiece")))
  test(`${name}: the winner's score is the one that was recorded`, () => {
    const trace = new Trace(unpack(payloadOf(name)));
    const pairs = new PairCounts(trace);
    const { scores } = answersTo(name);
    assert.ok(scores.length > 3);
    for (const [k, score] of scores.entries())
      assert.equal(pairs.leaders(k, 4).rows[0].value, score, `step ${k}`);
  });

test("a step that fills up is no contest: no pair won it or tied, and what is left may not merge", () => {
  const rowsAt = { "train-sentencepiece_bpe": 0, "train-lines": 3, "train-fill-up": 2 };
  for (const [name, left] of Object.entries(rowsAt)) {
    const trace = new Trace(unpack(payloadOf(name)));
    const pairs = new PairCounts(trace);
    const teller = new TrainTeller(trace, pairs, null);
    const steps = [...trace.step_count.keys()].filter((k) => !trace.step_count[k]);
    assert.ok(steps.some((k) => pairs.choice(k).tied.length > 0));
    for (const k of steps) {
      const { rows, note } = teller.rows(k + 1, 12);
      const badges = rows.map(({ badge }) => badge);
      assert.deepEqual(badges, Array(left).fill("not allowed"), `${name}, step ${k}`);
      assert.equal(note, `${left} different pairs`);
    }
  }
});

/** [a, b, c] -> [a, b], [b, c] */
const neighbours = (rows) => rows.slice(1).map((row, at) => [rows[at], row]);

/** Last, first, last but one, second, ... */
function leaps(steps) {
  return steps.flatMap((_, i) => [steps[steps.length - 1 - i], steps[i]]);
}

/** [left id, right id, count] of each pair that stands in the text, by the ids. */
function counted(pairs, trace) {
  return [...pairs.counts]
    .map((count, i) => [trace.ids[trace.pair_left[i]], trace.ids[trace.pair_right[i]], count])
    .filter(([, , count]) => count)
    .sort(byIds);
}

function byIds(a, b) {
  return a[0] - b[0] || a[1] - b[1];
}
