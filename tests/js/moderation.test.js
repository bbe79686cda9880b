// What of a class's sentences may stand on the wall, and what becomes the text.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { hashOf } from "../../tokviz/views/script/hashing.js";
import { forgetClass } from "../../tokviz/views/classroom/kept_of_class.js";
import {
  chosen,
  isCovered,
  isLeftOut,
  leaveOut,
  letThrough,
  readForPhone,
} from "../../tokviz/views/classroom/moderation.js";
import { tellClass } from "../../tokviz/views/script/register.js";
import { storage } from "./storage.js";

const SENT = ["the hen", "a rude word", "the hen"];
const READ = "tokviz class read";
const leads = (code = "ABCDEF", sentences = SENT) => tellClass({ role: "leader", code, sentences });

beforeEach(() => {
  globalThis.window = /** @type {any} */ (new EventTarget());
  Object.assign(globalThis, { localStorage: storage() });
  leads();
});

/** The same in a page that is loaded anew, or in another tab. */
async function anew() {
  const path = "../../tokviz/views/classroom/moderation.js";
  return /** @type {typeof import("../../tokviz/views/classroom/moderation.js")} */ (
    await import(`${path}?${Math.random()}`)
  );
}

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
  leads("ABCDEF", ["a rude word"]);
  assert.deepEqual(chosen(), []);
  assert.ok(isCovered("a rude word"));
});

test("the phone is told by hashes which of them it let through", () => {
  letThrough("the hen");
  leaveOut("a rude word", true);
  const { salt, ...told } = readForPhone();
  const hashed = (text) => hashOf(salt + text);
  assert.ok(salt.length > 20); // a pupil who does not know it finds no twin of a sentence
  assert.deepEqual(told, { let: [hashed("the hen")], out: [hashed("a rude word")] });
});

test("a page that is loaded anew, or another tab, knows what was left out and let through", async () => {
  letThrough("the hen");
  leaveOut("a rude word", true);
  const other = await anew();
  assert.deepEqual(other.chosen(), ["the hen"]);
  assert.ok(other.isLeftOut("a rude word") && other.isCovered("a rude word"));
  other.leaveOut("the hen", false);
  assert.deepEqual(chosen(), [], "and this one hears of what was decided there");
  assert.ok(!isCovered("the hen"));
});

test("another class has read nothing, and with the end of one nothing is kept", () => {
  leaveOut("a rude word", true);
  leads("BCDEFG");
  assert.ok(!isLeftOut("a rude word"));
  leads();
  assert.ok(isLeftOut("a rude word"));
  forgetClass();
  assert.equal(localStorage.getItem(READ), null);
  assert.ok(!isLeftOut("a rude word"));
});

test("what is kept is numbers, and those that a pupil can reckon are none of them", async () => {
  letThrough("the hen");
  const kept = localStorage.getItem(READ) ?? "";
  assert.ok(!kept.includes("hen"));
  assert.ok(!kept.includes(String(hashOf("the hen"))));
  const [number] = JSON.parse(kept).letIn;
  assert.ok(Number.isSafeInteger(number));
  forgetClass();
  letThrough("the hen");
  assert.notEqual(JSON.parse(localStorage.getItem(READ) ?? "").letIn[0], number);
});

test("no more is kept than a class says", () => {
  letThrough(...Array.from({ length: 1200 }, (_, at) => `sentence ${at}`));
  assert.equal(JSON.parse(localStorage.getItem(READ) ?? "").letIn.length, 1000);
  leads("ABCDEF", ["sentence 0", "sentence 1199"]);
  assert.deepEqual(chosen(), ["sentence 1199"]);
});
