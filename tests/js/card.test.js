// What the card of a token says that no merge made.

import assert from "node:assert/strict";
import { test } from "node:test";

import { unmade } from "../../tokviz/views/player/card.js";
import { Trace } from "../../tokviz/views/player/trace.js";
import { unpack } from "../../tokviz/views/script/payload.js";
import { payloadOf } from "./answers.js";

/** What is said of each base symbol, by its label. */
function saidOf(name) {
  const trace = new Trace(unpack(payloadOf(name)));
  const written = (token) => trace.labels[token].map(([, text]) => text).join("");
  return new Map([...trace.symbols].map((token) => [written(token), unmade(token, trace)]));
}

test("a letter is a letter of the text, and a mark is none", () => {
  const characters = saidOf("train-char_bpe");
  assert.equal(characters.get("l"), "a code point of the text, made by no merge");
  assert.equal(characters.get("</w>"), "the mark of a word's end");
  assert.equal(saidOf("train-sentencepiece_bpe").get("▁"), "the mark of a space");
  assert.equal(saidOf("train-byte_bpe").get("l"), "a byte of the text, made by no merge");
});
