// The words of the field that a replay says: found, cut out, and each linked once.

import assert from "node:assert/strict";
import test from "node:test";

import { cutAtWords, wordsOf } from "../../tokviz/views/words/linking.js";

const TERMS = {
  pair: ["pair", "two neighbours", "…", "pairs"],
  token: ["token", "a piece of text with a number", "…", "tokens"],
  "special-token": ["special token", "a mark that is no text", "…"],
  "utf-8": ["UTF-8", "how text is stored", "…"],
};
const words = wordsOf(TERMS);
const keysOf = (text, linked = new Set()) =>
  cutAtWords(text, words, linked).map((piece) =>
    typeof piece === "string" ? piece : `<${piece[1].key}>`,
  );

test("a word is cut out where it stands first, in any of its forms", () => {
  assert.deepEqual(keysOf("Pairs of pairs, 94 tokens"), ["<pair>", " of pairs, 94 ", "<token>"]);
});

test("the longest word that fits is taken", () => {
  assert.deepEqual(keysOf("a special token in UTF-8."), [
    "a ",
    "<special-token>",
    " in ",
    "<utf-8>",
    ".",
  ]);
});

test("what is linked already, and what only holds a word, stays as it is", () => {
  assert.deepEqual(keysOf("the pair", new Set(["pair"])), []);
  assert.deepEqual(keysOf("repair pair-wise"), []);
});

test("what was found counts as linked from then on", () => {
  const linked = new Set();
  keysOf("a token", linked);
  assert.deepEqual(keysOf("tokens", linked), []);
});
