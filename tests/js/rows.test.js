// What a class sent, as rows that stay where they are.

import assert from "node:assert/strict";
import test from "node:test";

import { keepRows } from "../../tokviz/views/classroom/rows.js";

/** Rows once each of these was sent. */
const after = (...told) =>
  told
    .reduce((rows, sent) => keepRows(rows, sent), [])
    .map(({ text, times }) => `${times} ${text}`);

test("a sentence in the place of another comes at the end, and the other stays", () => {
  assert.deepEqual(after(["a", "b"], ["rude", "b"]), ["0 a", "1 b", "1 rude"]);
});

test("a row stays where it is when another sends the same, or an earlier goes", () => {
  assert.deepEqual(after(["a", "b", "c"], ["b", "b", "c"]), ["0 a", "2 b", "1 c"]);
});

test("what comes back has its row again", () => {
  assert.deepEqual(after(["a", "b"], ["b"], ["b", "a"]), ["1 a", "1 b"]);
});

test("a class that is asked anew begins with no row", () => {
  assert.deepEqual(after(["a"], [], ["b"]), ["1 b"]);
});
