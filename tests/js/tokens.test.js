// A long label's two ends, cut where Python says: what a reader counts as one is known there alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answersTo } from "./answers.js";
import { bothEnds, plainLabel } from "../../tokviz/views/tokens/tokens.js";

test("a long label is cut where Python cuts it, and written so", () => {
  const answers = answersTo("labels");
  assert.ok(answers.filter(({ cut }) => cut).length > 9);
  for (const { parts, cut, length, ends, written } of answers) {
    assert.deepEqual(bothEnds(parts, cut, length), ends);
    assert.equal(plainLabel(ends), written);
  }
});

test("of what is between two ends that touch, nothing is left out", () => {
  for (const [parts, cut] of [
    [[["marker", "<|the name of a special token|>"]], [31, 31]],
    [[["bytes", "E2 80"]], [2, 3]],
  ])
    assert.deepEqual(bothEnds(parts, cut, "many"), parts);
});

test("a byte is cut off with the space beside it", () => {
  const ends = bothEnds([["bytes", "E2 80 81 E2 80"]], [5, 12], "many");
  assert.deepEqual(ends, [
    ["bytes", "E2 80"],
    ["more", "… many …"],
    ["bytes", "80"],
  ]);
});
