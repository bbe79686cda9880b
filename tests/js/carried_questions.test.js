// A teacher's own questions as a file: what another browser takes of it, and what it says.

import assert from "node:assert/strict";
import test from "node:test";

import { fileOf, loaded } from "../../tokviz/views/own_questions/carried.js";
import { MOST } from "../../tokviz/views/own_questions/kept.js";

const question = (/** @type {string} */ words, more = {}) => ({
  words,
  options: ["a", "b"],
  right: 1,
  why: "So.",
  ...more,
});
const [ONE, TWO, THREE] = ["one", "two", "three"].map((words) => question(words));

const taken = (/** @type {string} */ text, /** @type {any[]} */ kept) => {
  const result = loaded(text, kept);
  assert.ok(typeof result === "object", String(result));
  return result;
};

test("a file brings each question once, in its order, behind those that are kept", () => {
  const { all, told } = taken(fileOf([TWO, ONE, THREE]), [ONE]);
  assert.deepEqual(all, [ONE, TWO, THREE]);
  assert.equal(told, "2 questions added. 1 stood here already.");
  assert.deepEqual(taken(fileOf([ONE, TWO]), []).all, [ONE, TWO]);
});

test("one of the same words takes the other's place", () => {
  const newer = question("one", { right: 0 });
  const { all, told } = taken(fileOf([newer]), [ONE, TWO]);
  assert.deepEqual(all, [newer, TWO]);
  assert.match(told, /1 took the place of one with the same words/);
});

test("what is no question is left out, and it is said", () => {
  const spoiled = [
    null,
    "one",
    {},
    question("", {}),
    question("x", { right: 2 }),
    question("x", { right: "length" }),
    question("x", { options: ["a", "a"] }),
    question("x", { options: ["a", "b", "c", "d", "e"], right: 4 }),
    question("x", { options: ["a", { b: 1 }] }),
    question("x", { why: 3 }),
  ];
  const { all, told } = taken(fileOf(/** @type {any} */ ([...spoiled, TWO])), [ONE]);
  assert.deepEqual(all, [ONE, TWO]);
  assert.match(told, /1 question added\. 10 left out/);
});

test("one with more choices than a question has is left out, and it is said which and what to do", () => {
  const long = question("Which of six?", { options: ["a", "b", "c", "d", "e", "f"] });
  const { all, told } = taken(fileOf([long, TWO]), [ONE]);
  assert.deepEqual(all, [ONE, TWO]);
  assert.match(told, /1 question added\. 1 left out/);
  assert.match(told, /4 choices at most, but “Which of six\?” has 6: leave some out of the file/);
});

test("no more are taken than are kept at most, but each may change", () => {
  const full = Array.from({ length: MOST }, (_, at) => question(`${at}`));
  const { all, told } = taken(fileOf([ONE, question("3", { why: "" })]), full);
  assert.equal(all.length, MOST);
  assert.equal(all[3].why, "");
  assert.match(told, /0 questions added.*1 took.*1 left out: 50/);
});

test("whatever its words say, a question comes back from its file as it was", () => {
  const hostile = [
    "</script><script>hacked()</script> <!-- ]]>",
    "<img src=x onerror=hacked()> &lt;b&gt; &amp;amp;",
    '"quoted" \\u0041 \\n {"tokviz": "questions"}',
    "**bold** `code` [link](http://evil.invalid/x) $x^2$ :smile:",
    "\u202eright to left\u202c zero\u200bwidth e\u0301 nul\x01\x7f \ud83d\udc4f",
    "__proto__",
    "constructor",
  ];
  const all = hostile.map((words) => ({
    words,
    options: hostile.slice(0, 4),
    right: 3,
    why: words,
  }));
  const text = fileOf(all);
  assert.deepEqual(JSON.parse(text).questions, all);
  assert.deepEqual(taken(text, []).all, all);
});

test("long words are cut, as in the boxes", () => {
  const { all } = taken(fileOf([question("🦊".repeat(10_000))]), []);
  assert.equal(Array.from(all[0].words).length, 200);
});

test("a file of something else is refused, and nothing changes", () => {
  for (const text of ["", "{", "[]", "null", '{"tokviz": "lesson"}', '{"tokviz": "questions"}'])
    assert.match(String(loaded(text, [ONE])), /not a file of questions.*tokviz-questions\.json/);
  const newer = JSON.stringify({ tokviz: "questions", version: 2, questions: [TWO] });
  assert.match(String(loaded(newer, [ONE])), /newer tokviz/);
});
