// How a class voted: what is kept of each question that it was asked.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { answeredBefore } from "../../tokviz/views/classroom/put.js";
import { asTable, keepResult, resultsOf } from "../../tokviz/views/classroom/results.js";

const CODE = "ABCDEF";

/** @param {number} step of the asking */
const asking = (step, words, counts) => ({ step, words, options: ["a", "b"], counts, answer: 0 });

/** What is listed, in its order. */
const listed = () => resultsOf(CODE).map(({ words, counts }) => [words, ...counts].join(" "));

beforeEach(() => {
  const kept = new Map();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => kept.set(name, value),
    },
  });
  keepResult(CODE, asking(1, "One?", [2, 1]));
  keepResult(CODE, asking(2, "Two?", [0, 3]));
});

test("a question that is shown again keeps its place", () => {
  keepResult(CODE, asking(1, "One?", [2, 2]));
  assert.deepEqual(listed(), ["One? 2 2", "Two? 0 3"]);
});

test("a question that is asked again is listed once it has votes, below its first asking", () => {
  keepResult(CODE, asking(3, "One?", []));
  keepResult(CODE, asking(3, "One?", [0, 0]));
  assert.deepEqual(listed(), ["One? 2 1", "Two? 0 3"]);
  keepResult(CODE, asking(3, "One?", [3, 0]));
  assert.deepEqual(listed(), ["One? 2 1", "One? 3 0", "Two? 0 3"]);
});

test("a question that nobody voted on gives its place to the same with votes", () => {
  keepResult(CODE, asking(3, "Three?", [0, 0]));
  assert.deepEqual(listed(), ["One? 2 1", "Two? 0 3", "Three? 0 0"]);
  keepResult(CODE, asking(4, "Three?", [1, 0]));
  assert.deepEqual(listed(), ["One? 2 1", "Two? 0 3", "Three? 1 0"]);
});

test("a class that voted again has its first vote kept with the other", () => {
  keepResult(CODE, { ...asking(3, "Three?", [3, 0]), first: [1, 2] });
  assert.deepEqual(resultsOf(CODE).at(-1)?.first, [1, 2]);
  const question = { words: "Three?", options: ["a", "b"], right: 0 };
  const again = answeredBefore(CODE, question, "byte_bpe 9");
  assert.deepEqual(
    [again?.counts, again?.first],
    [
      [3, 0],
      [1, 2],
    ],
  );
});

test("votes that are not known yet, as after a reload, do not take the place of votes", () => {
  keepResult(CODE, asking(2, "Two?", []));
  assert.deepEqual(listed(), ["One? 2 1", "Two? 0 3"]);
});

test("no words of a question are a formula of the table, or more than a cell of it", () => {
  const formulas = ['=HYPERLINK("http://evil.invalid/x")', "+1", "-1", "@SUM(A1)"];
  const others = ["a\tb\nc\r\u2028d", "<img src=x onerror=hacked()> & **b** `c`", "\u202egnp.exe"];
  const options = [...formulas, ...others];
  const counts = options.map((_, at) => at);
  const rows = asTable([{ step: 1, words: "=1+1\n", options, counts, answer: 6 }]).split("\n");
  const cells = rows.map((row) => row.split("\t"));
  assert.deepEqual(cells[0], ["question", "option", "votes", "right"]);
  assert.equal(cells.length, 1 + options.length);
  for (const row of cells) assert.equal(row.length, 4);
  assert.deepEqual(
    cells.slice(1).map(([, option]) => option),
    [...formulas.map((said) => `'${said}`), "a b c d", ...others.slice(1)],
  );
  assert.ok(cells.slice(1).every(([words]) => words === "'=1+1 "));
});
