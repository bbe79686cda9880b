// How far who follows a class may go on its way.

import assert from "node:assert/strict";
import test from "node:test";

import { comeTo, isAhead, isBehind } from "../../tokviz/views/script/come.js";

const COURSE = { number: 1, parts: ["text_to_bytes", "byte_bpe"] };

/** Where a class has been, place after place. */
const come = (...places) =>
  places.reduce((before, [page, query]) => comeTo(before, { page, query }), {});

/** The stops that who follows is held at. */
function heldAt(been) {
  const stops = COURSE.parts.flatMap((lesson) => [1, 2, 3].map((at) => `${lesson} ${at}`));
  return stops.filter((stop) => !isBehind(been, COURSE, stop));
}

/** The stops that who follows is brought back from. */
function aheadOf(been) {
  const stops = COURSE.parts.flatMap((lesson) => [1, 2, 3].map((at) => `${lesson} ${at}`));
  return stops.filter((stop) => isAhead(been, COURSE, stop));
}

test("who is ahead of the class is so by a stop that it has not seen", () => {
  const later = ["byte_bpe 1", "byte_bpe 2", "byte_bpe 3"];
  assert.deepEqual(aheadOf(come(["text_to_bytes", "path=2&course=1"])), [
    "text_to_bytes 3",
    ...later,
  ]);
  assert.deepEqual(aheadOf(come(["byte_bpe", "path=2&course=1"])), ["byte_bpe 3"]);
  assert.deepEqual(
    aheadOf(come(["byte_bpe", "path=3&course=1"], ["byte_bpe", "path=1&course=1"])),
    [],
  );
});

test("nobody is ahead on a way on which the class never was", () => {
  assert.deepEqual(aheadOf({}), []);
  assert.deepEqual(aheadOf(come(["byte_bpe", "path=1"], ["byte_bpe", "path=1&course=3"])), []);
});

test("who follows goes as far as the class has been, and back", () => {
  const been = come(["text_to_bytes", "path=2&course=1"]);
  assert.deepEqual(heldAt(been), [
    "text_to_bytes 2",
    "text_to_bytes 3",
    "byte_bpe 1",
    "byte_bpe 2",
    "byte_bpe 3",
  ]);
});

test("all of a part is open once the class is in a later one", () => {
  assert.deepEqual(heldAt(come(["byte_bpe", "sample=low&path=3&course=1"])), ["byte_bpe 3"]);
});

test("what the class has seen stays open when it goes back, or elsewhere", () => {
  const been = come(
    ["byte_bpe", "path=3&course=1"],
    ["byte_bpe", "path=1&course=1"],
    ["unigram", "path=2"],
    ["", ""],
  );
  assert.deepEqual(heldAt(been), ["byte_bpe 3"]);
});

test("nobody is held on a way on which the class never was", () => {
  assert.deepEqual(heldAt({}), []);
  assert.deepEqual(heldAt(come(["byte_bpe", "path=1"], ["byte_bpe", "path=1&course=3"])), []);
});
