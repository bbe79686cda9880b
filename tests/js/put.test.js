// A plan's question as it is kept with the browser, and as the class is told of it.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { asked } from "../../tokviz/views/script/asked.js";
import { CLASS_LIMITS } from "../../tokviz/views/script/class_limits.js";
import { newQuestion, putQuestion, questionPut } from "../../tokviz/views/classroom/put.js";
import { QUESTION } from "./plan_question.js";
import { storage } from "./storage.js";

beforeEach(() => void Object.assign(globalThis, { localStorage: storage() }));

test("the question of a class is kept for a page that is loaded anew, and for no other class", () => {
  const put = putQuestion("ABCDEF", newQuestion(QUESTION));
  assert.deepEqual(questionPut("ABCDEF"), put);
  assert.equal(questionPut("BCDEFG"), null);
  putQuestion("ABCDEF", null);
  assert.equal(questionPut("ABCDEF"), null);
});

test("a question that is asked twice is another one", () => {
  assert.notEqual(newQuestion(QUESTION).step, newQuestion(QUESTION).step);
});

test("a class hears why with the answer, and never before, on a way too", () => {
  const put = newQuestion(QUESTION);
  const { why, tempts } = QUESTION;
  const unanswered = JSON.stringify(asked(put));
  for (const part of [why, tempts[0], tempts[2], "right"]) assert.ok(!unanswered.includes(part));
  for (const onWay of [false, true]) {
    const told = asked({ ...put, onWay, answer: 1 });
    assert.deepEqual([told.why, told.tempts], [why, tempts]);
  }
});

test("each option has a reason for the server, and no option that is not told", () => {
  const { OPTIONS } = CLASS_LIMITS;
  const options = Array.from({ length: OPTIONS + 2 }, (_, at) => `option ${at}`);
  const put = { ...newQuestion({ ...QUESTION, options }), answer: 1 };
  const told = asked(put);
  assert.equal(told.options.length, OPTIONS);
  assert.equal(told.tempts?.length, OPTIONS);
});

test("words that are too long for the server are cut", () => {
  const { REASON, WORDS } = CLASS_LIMITS;
  const question = {
    replay: 0,
    step: 1,
    options: ["a"],
    answer: null,
    words: "😀".repeat(WORDS + 1),
  };
  assert.equal(asked(question).words, "😀".repeat(WORDS));
  const long = "😀".repeat(REASON + 1);
  const told = asked({
    ...question,
    options: ["a", "b"],
    answer: 0,
    why: long,
    tempts: ["", long],
  });
  assert.equal(told.why, "😀".repeat(REASON));
  assert.deepEqual(told.tempts, ["", "😀".repeat(REASON)]);
  assert.ok(!("words" in asked({ ...question, words: undefined })));
});
