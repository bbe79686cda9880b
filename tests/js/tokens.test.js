// A long label's two ends: cut between what a reader counts, and nothing is shown twice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answersTo } from "./answers.js";
import { bothEnds, plainLabel } from "../../tokviz/views/player/tokens.js";

const CUT = " … many … ";
const FACES = ["😀", "😁", "😂", "😃", "😄", "😅", "😆", "😇", "😈", "😉", "😊"];
const FLAG = "🇩🇪";
const MARKED = "x\u0301\u0323";

/** @type {(...parts: [string, string][]) => string} */
const shown = (...parts) =>
  bothEnds(parts, "many")
    .map(([, text]) => (text === CUT.trim() ? CUT : text))
    .join("");

test("a long label is cut where Python cuts it, and written so", () => {
  for (const { parts, length, ends, written } of answersTo("labels")) {
    assert.deepEqual(bothEnds(parts, length), ends);
    assert.equal(plainLabel(ends), written);
  }
});

test("eleven pictures are shown whole", () => {
  const word = FACES.join("");
  assert.equal(shown(["text", word]), word);
});

test("of more, eight and six are shown, each once", () => {
  const many = [...FACES, ...FACES];
  const ends = [many.slice(0, 8), many.slice(-6)].map((end) => end.join(""));
  assert.equal(shown(["text", many.join("")]), ends.join(CUT));
});

test("no flag and no letter with its marks is cut", () => {
  for (const one of [FLAG, MARKED, "क्षि", "👍🏽"]) {
    const text = `a${one.repeat(21)}`;
    assert.equal(shown(["text", text]), `a${one.repeat(7)}${CUT}${one.repeat(6)}`);
  }
});

test("no family is cut, and no name", () => {
  /** @type {[string, string][]} */
  const family = ["👨", "👩", "👧", "👦"].flatMap((one) => [
    ["text", one],
    ["control", "ZWJ"],
  ]);
  family.pop();
  const whole = "👨ZWJ👩ZWJ👧ZWJ👦";
  const text = "abcdefghij";
  assert.equal(shown(...family, ["text", text], ...family, ["text", text]), `${whole}${CUT}efghij`);
  const name = "<|the name of a special token|>";
  assert.equal(shown(["marker", name]), name);
});

test("bytes are measured by what stands there, and no byte is shown twice", () => {
  const bytes = "E2 80 81 E2 80 82 E2 80 83";
  assert.equal(shown(["bytes", bytes]), `E2 80 81 E2${CUT}E2 80 83`);
  assert.equal(shown(["bytes", "E2 80 81 E2 80 82"]), "E2 80 81 E2 80 82");
});

test("of a token whose end is not sent, no end is shown", () => {
  assert.equal(shown(["text", "a".repeat(80)], ["more", "… 9 more"]), `aaaaaaaa${CUT}`);
  assert.equal(plainLabel([["text", "a"]]), "a");
});

test("of a token whose middle is not sent, its marker is the end", () => {
  for (const [many, head] of [
    [80, "aaaaaaaa"],
    [1, "a"],
  ]) {
    const text = "a".repeat(Number(many));
    const cut = shown(["text", text], ["more", "… 9 more"], ["marker", "</w>"]);
    assert.equal(cut, `${head}${CUT}</w>`);
  }
});
