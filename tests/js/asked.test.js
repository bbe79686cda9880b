// The card of who follows goes with the wall's.

import assert from "node:assert/strict";
import test from "node:test";

import { asked, foldWithWall } from "../../tokviz/views/script/asked.js";

const PUT = { replay: 0, step: 7, options: ["a", "b"], words: "Which?", why: "So.", tempts: [] };

test("with the answer a class hears that the wall shows the page, and not before", () => {
  assert.equal(asked({ ...PUT, answer: null, shown: true }).shown, undefined);
  assert.equal(asked({ ...PUT, answer: 0 }).shown, undefined);
  assert.equal(asked({ ...PUT, answer: 0, shown: true }).shown, true);
});

test("a card folds when the wall shows the page, and stays then as its reader leaves it", () => {
  /** @type {any[]} */
  const [told, shown, again, other] = [
    {},
    { shown: true },
    { shown: true },
    { shown: true, step: 8 },
  ].map((more) => ({ ...PUT, answer: 0, ...more }));
  foldWithWall({ ...PUT, answer: null }, told);
  assert.equal(told.folded, undefined);
  foldWithWall(told, shown);
  assert.equal(shown.folded, true);
  shown.folded = false;
  foldWithWall(shown, again);
  assert.equal(again.folded, false);
  foldWithWall(again, other);
  assert.equal(other.folded, true);
  foldWithWall(other, null);
});
