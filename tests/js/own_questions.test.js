// The questions that a teacher wrote: what her browser keeps, and what the boxes lack.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { CLASS_LIMITS } from "../../tokviz/views/script/class_limits.js";
import {
  CHOICES,
  draftIn,
  draftOf,
  emptyDraft,
  keepOwn,
  MOST,
  ownQuestions,
  questionOf,
} from "../../tokviz/views/own_questions/kept.js";
import { storage } from "./storage.js";

const DRAFT = { words: "Which is first?", choices: ["a", "", " b  c ", ""], right: 2, why: "So." };
const QUESTION = { words: "Which is first?", options: ["a", "b c"], right: 1, why: "So." };

beforeEach(() => void Object.assign(globalThis, { localStorage: storage() }));

test("boxes that are left empty are no choices, and the right one stays the right one", () => {
  assert.deepEqual(questionOf(DRAFT, []), QUESTION);
  assert.deepEqual(draftOf(QUESTION), { ...DRAFT, choices: ["a", "b c", "", ""], right: 1 });
});

test("what the boxes lack is said, one thing at a time", () => {
  const many = Array.from({ length: MOST }, (_, at) => ({ ...QUESTION, words: `${at}` }));
  for (const [changed, others, said] of /** @type {[any, any[], RegExp][]} */ ([
    [{ words: " \n" }, [], /no words/],
    [{}, [QUESTION], /these words/],
    [{}, many, /50 questions/],
    [{ choices: ["a", "", "", ""] }, [], /two choices/],
    [{ choices: ["a", " a ", "", ""] }, [], /the same/],
    [{ right: -1 }, [], /Mark the choice/],
    [{ right: 1 }, [], /Mark the choice/],
  ]))
    assert.match(String(questionOf({ ...DRAFT, ...changed }, others)), said);
  assert.match(String(questionOf(emptyDraft(), [])), /no words/);
});

test("nothing is longer than the server takes it, and no picture is cut in half", () => {
  const long = "🦊".repeat(1000);
  const question = questionOf({ words: long, choices: [long, "b"], right: 0, why: long }, []);
  assert.ok(typeof question === "object");
  const { words, options, why } = question;
  const { WORDS, OPTION, REASON } = CLASS_LIMITS;
  const lengths = [words, options[0], why].map((each) => Array.from(each).length);
  assert.deepEqual(lengths, [WORDS, OPTION, REASON]);
  assert.equal(words, "🦊".repeat(WORDS));
});

test("choices that are the same once they are cut are the same", () => {
  const long = "x".repeat(CLASS_LIMITS.OPTION);
  const said = questionOf({ ...DRAFT, choices: [`${long}1`, `${long}2`], right: 0 }, []);
  assert.match(String(said), /the same/);
});

test("what another program kept there is left out", () => {
  keepOwn([QUESTION]);
  assert.deepEqual(ownQuestions(), [QUESTION]);
  const spoiled = [null, 3, {}, { ...QUESTION, right: 2 }, { ...QUESTION, options: [1, 2] }];
  keepOwn(/** @type {any} */ ([...spoiled, QUESTION]));
  assert.deepEqual(ownQuestions(), [QUESTION]);
  for (const kept of ["{", "3", '{"a": 1}']) {
    localStorage.setItem("tokviz own questions", kept);
    assert.deepEqual(ownQuestions(), []);
  }
});

test("where the browser has no room it is said, with what to do, and what was kept stays", () => {
  assert.equal(keepOwn([QUESTION]), "");
  localStorage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  assert.match(keepOwn([QUESTION, { ...QUESTION, words: "x" }]), /no room for this.*try again/);
  assert.deepEqual(ownQuestions(), [QUESTION]);
});

test("what stood in the boxes comes back; where another program spoiled it, they are empty", () => {
  assert.deepEqual(draftIn(JSON.stringify(["old", DRAFT])), ["old", DRAFT]);
  assert.deepEqual(draftIn(JSON.stringify([null, DRAFT])), [null, DRAFT]);
  assert.deepEqual(draftIn(JSON.stringify([7, { ...DRAFT, more: 1 }])), [null, DRAFT]);
  const spoiled = [
    ...[null, {}, "x", { ...DRAFT, choices: null }, { ...DRAFT, choices: ["a"] }],
    ...[
      { ...DRAFT, words: 3 },
      { ...DRAFT, why: null },
      { ...DRAFT, right: CHOICES },
    ],
    ...[
      { ...DRAFT, right: "0" },
      { ...DRAFT, choices: ["a", "b", "c", {}] },
    ],
  ].map((draft) => JSON.stringify(["old", draft]));
  for (const kept of [null, "", "{", "3", "null", "{}", "[]", ...spoiled])
    assert.deepEqual(draftIn(kept), [null, emptyDraft()]);
});
