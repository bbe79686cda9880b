// "Undo" takes back what a file of questions brought, and nothing that was written since.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { fileOf } from "../../tokviz/views/own_questions/carried.js";
import { Carrying } from "../../tokviz/views/own_questions/carrying.js";
import { keepOwn, ownQuestions } from "../../tokviz/views/own_questions/kept.js";
import { storage } from "./storage.js";

const question = (/** @type {string} */ words) => ({
  words,
  options: ["a", "b"],
  right: 0,
  why: "",
});
const kept = () => ownQuestions().map(({ words }) => words);

/** As much of an element as a button or a sentence needs. */
const element = () => ({
  /** @type {any[]} */ children: [],
  setAttribute() {},
  append(/** @type {any} */ child) {
    this.children.push(child);
  },
  replaceChildren(/** @type {any[]} */ ...children) {
    this.children = children;
  },
});

beforeEach(() => {
  Object.assign(globalThis, { localStorage: storage(), document: { createElement: element } });
});

/** Where "one" was kept, a file that brought "two" was loaded. */
async function loading() {
  keepOwn([question("one")]);
  const carrying = new Carrying(() => carrying.draw(ownQuestions()));
  const text = fileOf([question("two")]);
  carrying.file.files = [{ size: text.length, text: async () => text }];
  await carrying.load();
  assert.deepEqual(kept(), ["one", "two"]);
  const undo = () => carrying.told.children.find((/** @type {any} */ child) => child.onclick);
  return { carrying, undo };
}

test("at once it brings back what was kept before", async () => {
  const { undo } = await loading();
  undo().onclick();
  assert.deepEqual(kept(), ["one"]);
  assert.equal(undo(), undefined);
});

test("once another question is kept it is gone", async () => {
  const { carrying, undo } = await loading();
  carrying.draw(ownQuestions()); // drawn anew, as where she begins to lead
  assert.ok(undo());
  keepOwn([...ownQuestions(), question("three")]);
  carrying.draw(ownQuestions());
  assert.equal(undo(), undefined);
  assert.deepEqual(kept(), ["one", "two", "three"]);
});
