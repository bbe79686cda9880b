// What a later stop of a path asks about is not told before it.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { Asker } from "../../tokviz/views/script/asking.js";
import { onQuestions, questions, setUntold } from "../../tokviz/views/script/questions.js";

beforeEach(() => {
  globalThis.window = /** @type {any} */ (new EventTarget());
});

/** An asker as it is at this step of the page's replay, or of another one that stands aside. */
const askerAt = (step, more = {}) =>
  Object.assign(Object.create(Asker.prototype), {
    view: { aside: false },
    clock: { step },
    waits: false,
    asked: null,
    ...more,
  });

test("only the step right before the one that is asked about keeps it", () => {
  assert.equal(askerAt(0).keeps, false);
  setUntold(1);
  assert.equal(askerAt(0).keeps, true);
  assert.equal(askerAt(1).keeps, false);
  assert.equal(askerAt(0, { view: { aside: true } }).keeps, false);
  assert.equal(askerAt(0, { asked: {} }).keeps, false, "who goes on sees the first of two beats");
  setUntold(null);
  assert.equal(askerAt(0).keeps, false);
  assert.equal(askerAt(4, { waits: true }).keeps, true);
});

test("replays hear of another step, and of no step twice", () => {
  let heard = 0;
  onQuestions("untold", () => heard++, new AbortController().signal);
  for (const step of [1, 1, null, null]) setUntold(step);
  assert.equal(heard, 2);
  assert.equal(questions().untold, null);
});
