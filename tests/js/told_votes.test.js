// What a class is told of its votes once the answer is there: why a wrong option tempts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { toldList } from "../../tokviz/views/script/question_card.js";
import { makesElements } from "./elements.js";

Object.assign(globalThis, { document: makesElements });

/** The options that say why they tempt, where the class voted so and the second is right. */
function tempting(counts, { answer = /** @type {number | null} */ (1), first = [0, 0, 0] } = {}) {
  const votes = { words: "Which?", options: ["a", "b", "c"], counts, first, answer, tied: [] };
  const list = toldList({ ...votes, why: "It is.", tempts: ["one", "", "three"] });
  return list.children
    .filter((row) => !row.matches(".named"))
    .flatMap((row, at) => (row.textContent.includes("Why it tempts") ? ["abc"[at]] : []));
}

test("of the wrong options the one that most took says why it tempts", () => {
  assert.deepEqual(tempting([1, 0, 2]), ["c"]);
  assert.deepEqual(tempting([2, 0, 1]), ["a"]);
});

test("the right option counts for no wrong one, however many took it", () => {
  assert.deepEqual(tempting([1, 9, 2]), ["c"]);
  assert.deepEqual(tempting([0, 9, 0]), []);
});

test("of two that as many took it is the first, and before the answer none", () => {
  assert.deepEqual(tempting([2, 0, 2]), ["a"]);
  assert.deepEqual(tempting([2, 0, 1], { answer: null }), []);
});
