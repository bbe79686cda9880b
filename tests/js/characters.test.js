// Which tokens of bytes hold a part of a character: none that is a special token, which is whole.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cutCharacters, partialCharacters } from "../../tokviz/views/tokens/characters.js";
import { Trace } from "../../tokviz/views/player/trace.js";

const hexOf = (text) => Buffer.from(text).toString("hex");

const DRAWN = {
  0x115f: ["control", "U+115F"],
  0x200b: ["control", "ZWSP"],
  0x2060: ["control", "WJ"],
  0x301: ["text", "◌́"],
};

/** A trace of these base symbols, in hex. */
function traceOf(...hex) {
  const trace = Object.create(Trace.prototype);
  return Object.assign(trace, {
    hex,
    symbols: hex.map((_, p) => p),
    size: hex.length,
    header: { unit: "byte", drawn: DRAWN },
  });
}

test("a character's bytes are its parts", () => {
  const trace = traceOf("c3", "a9");
  assert.deepEqual(cutCharacters(0, 1, trace), {
    begin: "é",
    part: true,
    later: false,
    named: false,
  });
  assert.deepEqual(cutCharacters(0, 2, trace), {
    begin: "",
    part: false,
    later: false,
    named: false,
  });
  assert.deepEqual(partialCharacters({ start: 1, end: 2 }, trace), ["byte 2 of 2 of é U+00E9"]);
});

test("a character that begins behind another in its token is told to", () => {
  const trace = traceOf("c3", "a9", "c3", "a8");
  assert.deepEqual(cutCharacters(1, 3, trace), {
    begin: "è",
    part: true,
    later: true,
    named: false,
  });
});

test("what is not drawn as itself is written as the payload says", () => {
  const trace = traceOf("e2", "80", "8b", "e1", "85", "9f", "cc", "81");
  assert.deepEqual(cutCharacters(0, 2, trace), {
    begin: "ZWSP",
    part: true,
    later: false,
    named: true,
  });
  const ofTwoLetters = traceOf("e2", "81", "a0");
  assert.deepEqual(cutCharacters(0, 2, ofTwoLetters), {
    begin: "WJ",
    part: true,
    later: false,
    named: true,
  });
  const partOf = (start, end) => partialCharacters({ start, end }, trace);
  assert.deepEqual(partOf(0, 2), ["bytes 1 to 2 of 3 of ZWSP U+200B"]);
  assert.deepEqual(partOf(3, 4), ["byte 1 of 3 of U+115F"]);
  assert.deepEqual(partOf(7, 8), ["byte 2 of 2 of ◌́ U+0301"]);
});

test("a special token is no part of a character, whatever it and its neighbours are", () => {
  for (const special of ["<s>", "[MASK]", "<|endoftext|>", "hen", "é", "éé"]) {
    for (const [before, after] of [
      ["61", "62"],
      ["c3", "a9"],
      ["f0", "9f"],
    ]) {
      const trace = traceOf(before, hexOf(special), after, "80", "80");
      assert.deepEqual(
        cutCharacters(1, 2, trace),
        { begin: "", part: false, later: false, named: false },
        special,
      );
      assert.deepEqual(partialCharacters({ start: 1, end: 2 }, trace), [], special);
    }
  }
});
