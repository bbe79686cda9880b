// What of a class's sentences may stand on the wall, and what becomes the text.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { hashOf } from "../../tokviz/views/script/hashing.js";
import {
  chosen,
  forgetRead,
  isCovered,
  leaveOut,
  letThrough,
  readForPhone,
} from "../../tokviz/views/classroom/moderation.js";
import { tellClass } from "../../tokviz/views/classroom/register.js";

beforeEach(() => {
  globalThis.window = /** @type {any} */ (new EventTarget());
  forgetRead();
  tellClass({ role: "leader", sentences: ["the hen", "a rude word", "the hen"] });
});

test("nothing is on the wall, or in the text, before it was read", () => {
  assert.ok(isCovered("the hen"));
  assert.deepEqual(chosen(), []);
  letThrough("the hen");
  assert.ok(!isCovered("the hen"));
  assert.deepEqual(chosen(), ["the hen"], "once, though two sent it");
});

test("what is left out on the phone is covered again, and by hand it stays to be ticked", () => {
  letThrough("the hen", "a rude word");
  leaveOut("a rude word", true);
  leaveOut("the hen", false);
  assert.deepEqual(chosen(), []);
  assert.ok(isCovered("a rude word"));
  assert.ok(!isCovered("the hen"));
});

test("what was sent in the place of another is read anew", () => {
  letThrough("the hen");
  tellClass({ role: "leader", sentences: ["a rude word"] });
  assert.deepEqual(chosen(), []);
  assert.ok(isCovered("a rude word"));
});

test("the phone is told by hashes which of them it let through", () => {
  letThrough("the hen");
  leaveOut("a rude word", true);
  assert.deepEqual(readForPhone(), { let: [hashOf("the hen")], out: [hashOf("a rude word")] });
});
