// A pair score has the same digits in a caption as in charts, tables and code.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answersTo } from "./answers.js";
import { scoreWords } from "../../tokviz/views/script/dom.js";

test("a score is written as Python writes it", () => {
  for (const [score, words] of answersTo("scores")) assert.equal(scoreWords(score), words);
});
