// What the phone of who leads says of the wall, and of what its “Next” does there.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { nextWords, wallWords } from "../../tokviz/views/classroom/wall.js";
import { questions } from "../../tokviz/views/script/questions.js";

const [END, OPENS] = [".st-key-guide_end", ".st-key-guide_end [data-testid=stPopover]"];
const [NEXT, REMEMBER] = [".st-key-guide_next button", ".st-key-the_end"];
/** @type {Record<string, string>} what the page has, and its words */
let there;

beforeEach(() => {
  there = {};
  const querySelector = (name) => (name in there ? { textContent: there[name] } : null);
  Object.assign(globalThis, { window: {}, document: { querySelector } });
});

/** Votes on what a plan asks, on a way. */
const votes = (more = {}) => ({
  words: "Which?",
  options: ["a", "b"],
  counts: [],
  tied: [],
  answer: null,
  onWay: true,
  ...more,
});

test("a question of a way has its answer, is folded, and left", () => {
  const asked = votes();
  assert.deepEqual(
    [wallWords(asked, ""), nextWords(asked, "")],
    ["the question", "Show the answer"],
  );
  const told = votes({ answer: 1 });
  assert.equal(wallWords(told, ""), "the question with its answer");
  assert.equal(nextWords(told, ""), "Show it on the page");
  const folded = votes({ answer: 1, shown: true });
  assert.equal(wallWords(folded, ""), "the page with the answer");
  assert.equal(nextWords(folded, ""), "Next");
  assert.equal(nextWords(votes({ answer: 1, onWay: false }), ""), "Done");
});

test("what a replay asks has its answer, and lies over nothing", () => {
  const current = { replay: 1, step: 1, options: ["a"], picked: null, answer: null };
  Object.assign(questions(), { asking: true, current });
  const asked = votes({ words: undefined });
  assert.deepEqual([wallWords(asked, ""), nextWords(asked, "")], ["", "Show the answer"]);
});

test("a dialog of the class is closed first", () => {
  assert.equal(wallWords(votes(), "Join the class"), "“Join the class”");
  assert.equal(nextWords(votes(), "Join the class"), "Close “Join the class”");
});

test("at the end of a way comes another lesson, what to remember, or nothing", () => {
  there[NEXT] = "Next: Byte BPE";
  assert.equal(nextWords(null, ""), "Next lesson");
  there = { [END]: "The end", [OPENS]: "The end" };
  assert.equal(nextWords(null, ""), "Remember");
  there[REMEMBER] = "Remember";
  assert.equal(nextWords(null, ""), "");
  there = { [END]: "All lessons" };
  assert.equal(nextWords(null, ""), "");
});

test("a black wall is said to be black, and a press makes it light", () => {
  there[".tokviz-black"] = "";
  assert.deepEqual([wallWords(votes(), ""), nextWords(votes(), "")], ["black", "Make it light"]);
  assert.equal(nextWords(votes(), "Join the class"), "Close “Join the class”");
});

test("on no way next does nothing once the replay is at its last step", () => {
  const clock = { step: 4, last: 5 };
  const root = { isConnected: true, offsetParent: {} };
  const box = { left: 0, top: 0, right: 9, bottom: 9 };
  const replays = new Set([
    { player: { clock }, root: { ...root, getBoundingClientRect: () => box } },
  ]);
  Object.assign(globalThis, { innerWidth: 9, innerHeight: 9 });
  Object.assign(globalThis, { getComputedStyle: () => ({ visibility: "visible" }) });
  Object.assign(globalThis.window, { [Symbol.for("tokviz replays")]: replays });
  assert.equal(nextWords(null, ""), "Next");
  clock.step = 5;
  assert.equal(nextWords(null, ""), "");
  there[NEXT] = "Next";
  assert.equal(nextWords(null, ""), "Next", "a way goes on");
});
