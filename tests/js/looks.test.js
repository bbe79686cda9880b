// Looks: neighbours differ, a spelling keeps its look where it can, and the order decides nothing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assignLooks, lookClass, looksInRows } from "../../tokviz/views/player/looks.js";

const WORDS = "the hen in a pen and ten men by the glen saw it".split(" ");

/** @param {number} tokens each beside every other */
const crowd = (tokens) =>
  Array.from(
    { length: tokens },
    (_, one) => new Set([...Array(tokens).keys()].filter((other) => other !== one)),
  );

test("neighbours in a row never share a colour", () => {
  const looks = looksInRows([WORDS, [...WORDS].reverse()]);
  for (let i = 1; i < WORDS.length; i++) {
    const [before, after] = [looks.get(WORDS[i - 1]), looks.get(WORDS[i])];
    assert.notEqual((before ?? 0) % 8, (after ?? 0) % 8, WORDS[i]);
  }
});

test("a spelling alone has the look it asks for, wherever it stands", () => {
  for (const word of WORDS) {
    assert.equal(looksInRows([[word]]).get(word), looksInRows([[word, null, "x"]]).get(word));
  }
});

test("eight tokens that all meet take the eight colours", () => {
  const looks = assignLooks([..."abcdefgh"], crowd(8));
  assert.deepEqual(new Set(looks), new Set([0, 1, 2, 3, 4, 5, 6, 7]));
});

test("sixteen that all meet still look different, by a line on top", () => {
  const looks = assignLooks([..."abcdefghijklmnop"], crowd(16));
  assert.equal(new Set(looks).size, 16);
  assert.equal(lookClass(8), "c0 lined");
});

test("what asks for no look parts its neighbours", () => {
  const one = looksInRows([["a", null, "b"]]);
  assert.deepEqual([...one.keys()], ["a", "b"]);
});
