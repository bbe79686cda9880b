// What a merge replay asks before a step comes from its recorded contest, and has one answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TrainTeller } from "../../tokviz/views/player/caption.js";
import { askedAt, asksAnything, foundAt } from "../../tokviz/views/player/contest.js";
import { EncodeTeller } from "../../tokviz/views/player/encode.js";
import { PairCounts } from "../../tokviz/views/player/pairs.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { answersTo, payloadOf, REPLAYS } from "./answers.js";

const chip = () => ({});

test("where nothing competes, nothing is offered to predict", () => {
  const offers = (name) => {
    const trace = new Trace(unpack(payloadOf(name)));
    return asksAnything(trace, new TrainTeller(trace, new PairCounts(trace), chip));
  };
  assert.equal(offers("train-byte_bpe"), true);
  assert.equal(offers("train-nothing"), false);
});

const tellerOf = (trace) =>
  trace.kind === "encode"
    ? new EncodeTeller(trace, chip)
    : new TrainTeller(trace, new PairCounts(trace), chip);

/** Every question of a replay, by the step that answers it. */
function questionsOf(name) {
  const trace = new Trace(unpack(payloadOf(name)));
  const teller = tellerOf(trace);
  const asked = Array.from({ length: trace.steps + 1 }, (_, k) => askedAt(trace, teller, k));
  return { trace, asked: asked.filter((question) => question !== null) };
}

for (const name of REPLAYS) {
  test(`${name}: of two to four options, the one that the step merged won`, () => {
    const { trace, asked } = questionsOf(name);
    for (const { step, options } of asked) {
      assert.ok(options.length >= 2 && options.length <= 4, `step ${step}`);
      const won = options.filter(({ standing }) => standing === "won");
      const winner = [trace.step_left[step - 1], trace.step_right[step - 1]];
      assert.deepEqual(
        won.map(({ left, right }) => [left, right]),
        [winner],
        `step ${step}`,
      );
      assert.equal(new Set(options.map((option) => option.name)).size, options.length);
      for (const { standing, value } of options)
        if (!standing) assert.notEqual(value, won[0].value, `step ${step}: why did it lose?`);
    }
  });
}

test("where scores decide, the pair that BPE would take is there to be mistaken", () => {
  const { trace, asked } = questionsOf("train-wordpiece");
  const pairs = new PairCounts(trace);
  let wrong = 0;
  for (const { step, options } of asked) {
    const frequent = pairs.mostFrequent(step - 1);
    const won = options.find(({ standing }) => standing === "won");
    if (frequent.value === won?.value) continue;
    assert.ok(
      options.some(({ pair }) => pair === frequent.pair),
      `step ${step}`,
    );
    for (const { count } of options) assert.ok(count <= frequent.count, `step ${step}`);
    wrong++;
  }
  assert.ok(wrong > 3);
});

test("what was passed over for a forced pair is not said to score lower", () => {
  const { trace, asked } = questionsOf("train-forced-wordpiece");
  const pairs = new PairCounts(trace);
  let passed = 0;
  for (const { step, options } of asked) {
    const { value: forced } = options.find(({ standing }) => standing === "won") ?? {};
    for (const { pair, value, standing, said } of options) {
      const higher = value > forced;
      assert.equal(standing === "barred", higher, `step ${step}`);
      assert.equal(said === "was passed over", higher, `step ${step}: ${said}`);
      if (higher && pair === pairs.mostFrequent(step - 1).pair) passed++;
    }
  }
  assert.equal(passed, 2);
});

for (const name of REPLAYS)
  test(`${name}: a pair of the text is the option that is offered, or one that says why it lost`, () => {
    const { trace, asked } = questionsOf(name);
    const teller = tellerOf(trace);
    for (const { step, options } of asked) {
      const k = step - 1;
      const offered = new Map(options.map((option) => [option.pair, option]));
      for (let p = 0; trace.endOf(p, k) < trace.size; p = trace.endOf(p, k)) {
        const at = trace.endOf(p, k);
        const pair = [trace.tokenOf(p, at, k), trace.tokenOf(at, trace.endOf(at, k), k)];
        const found = foundAt(trace, teller, ...pair, k);
        if (!found) continue;
        assert.equal(found.name, offered.get(found.pair)?.name ?? found.name);
        assert.equal(found.standing, offered.get(found.pair)?.standing ?? found.standing);
        const wins = pair[0] === trace.step_left[k] && pair[1] === trace.step_right[k];
        assert.equal(found.standing === "won", wins, `step ${step}: ${found.name}`);
        assert.ok(found.said.length > 5);
      }
    }
  });

test("a training asks before every step that decides", () => {
  const { trace, asked } = questionsOf("train-byte_bpe");
  assert.equal(asked.length, trace.steps);
  assert.equal(questionsOf("train-nothing").asked.length, 0);
});

test("tied and barred pairs are offered where the record has them", () => {
  const { choices } = answersTo("train-regex_bpe");
  for (const { step, options } of questionsOf("train-regex_bpe").asked) {
    const standings = options.map(({ standing }) => standing);
    const { tied, barred } = choices[step - 1];
    assert.equal(standings.includes("tied"), tied.length > 0, `step ${step}`);
    assert.equal(standings.includes("barred"), barred.length > 0, `step ${step}`);
  }
});

test("what is wrong says why, by what this training ranks by", () => {
  const [first] = questionsOf("train-byte_bpe").asked;
  const wrong = first.options.find(({ standing }) => standing === "");
  assert.match(wrong?.said ?? "", /^stood together (once|\d+ times)$/);
  const [scored] = questionsOf("train-wordpiece").asked;
  assert.match(scored.options.at(-1)?.said ?? "", /^scores only /);
});

/**
 * The options before the first merge, of these rows of a contest and this wrong one of a lesson.
 * @param {any[]} rows
 * @param {any} [trap]
 */
function optionsOf(rows, trap = null) {
  const labels = rows.concat(trap ?? []).map(({ pair }) => pair);
  const named = (row) => row && { left: labels.indexOf(row.pair), right: 0, ...row };
  const teller = {
    asks: "Which?",
    contest: () => rows.map(named),
    trap: () => named(trap),
    inTurn: (picked) => picked,
    chip: () => "",
    lost: () => "",
    help: () => "",
  };
  const parts = labels.map((label) => [["text", label]]);
  /** @type {any} */
  const trace = { steps: 1, labels: parts };
  return (askedAt(trace, teller, 0)?.options ?? []).map(({ pair }) => pair);
}

const rowsOf = (...standings) =>
  standings.map((standing, at) => ({
    pair: `${standing || "rest"}${at}`,
    standing,
    value: 9 - at,
  }));

test("a lesson's wrong option is none where it is as good as the winner", () => {
  const rows = rowsOf("won", "", "", "", "");
  assert.deepEqual(optionsOf(rows, { pair: "trap", standing: "", value: 8.5 }), [
    ...["won0", "rest1", "rest2", "trap"],
  ]);
  assert.deepEqual(optionsOf(rows, { pair: "trap", standing: "", value: 9 }), [
    ...["won0", "rest1", "rest2", "rest3"],
  ]);
});

test("one that tied and one that was barred come first, then more that tied", () => {
  const rows = rowsOf("won", "barred", "barred", "tied", "tied", "tied");
  assert.deepEqual(optionsOf(rows), ["won0", "tied3", "barred1", "tied4"]);
});
