// What the leader's phone is told of a question: no number that stands for none of its options.

import assert from "node:assert/strict";
import { test } from "node:test";

import { notesOf } from "../../tokviz/views/classroom/notes.js";
import { CLASS_LIMITS } from "../../tokviz/views/script/class_limits.js";
import { storage } from "./storage.js";

Object.assign(globalThis, {
  window: {},
  localStorage: storage(),
  document: { querySelector: () => null, querySelectorAll: () => [] },
});

/** What is told of a question of a replay that has more options than a class can be asked. */
function told(right, tied = /** @type {number[]} */ ([])) {
  const options = Array.from({ length: CLASS_LIMITS.OPTIONS + 2 }, (_, at) => `${at}`);
  const untold = { words: "", right, tied };
  return notesOf({ replay: 1, step: 2, options, answer: null, picked: null, untold }, null).asks;
}

test("the last option that a class can be asked may be right, and none after it", () => {
  const { OPTIONS } = CLASS_LIMITS;
  assert.equal(told(OPTIONS - 1)?.right, OPTIONS - 1);
  assert.equal(told(OPTIONS)?.right, null);
  assert.equal(told(0)?.right, 0);
  assert.equal(told(-1)?.right, null);
});

test("nor is one after it as good as the right one", () => {
  const { OPTIONS } = CLASS_LIMITS;
  assert.deepEqual(told(0, [1, OPTIONS - 1, OPTIONS])?.tied, [1, OPTIONS - 1]);
});
