// Looks: the spelling alone decides, single symbols stay neutral, and colours are well spread.

import assert from "node:assert/strict";
import { test } from "node:test";

import { alike, lookClass, lookOf } from "../../tokviz/views/tokens/looks.js";
import { Trees } from "../../tokviz/views/trees/trees.js";

/** @type {(...parts: [string, string][]) => number | null} */
const look = (...parts) => lookOf(parts);

test("one character, byte or marker has no look of its own", () => {
  for (const kind of ["text", "space", "newline"]) assert.equal(look([kind, "x"]), null);
  assert.equal(look(["text", "\u{1f44f}"]), null);
  assert.equal(look(["text", "\u25cc\u0301"]), null);
  assert.equal(look(["bytes", "E2"]), null);
  assert.equal(look(["control", "ZWJ"]), null);
  assert.equal(look(["marker", "</w>"]), null);
  assert.equal(look(["marker", "\u2581"]), null);
  assert.equal(look(["marker", "##"], ["text", "s"]), null);
  assert.equal(lookClass(null), "base");
  assert.equal(look(), null);
});

test("whatever is longer has one", () => {
  assert.notEqual(look(["text", "th"]), null);
  assert.notEqual(look(["bytes", "E2 80"]), null);
  assert.notEqual(look(["text", "t"], ["marker", "</w>"]), null);
  assert.notEqual(look(["marker", "\u2581"], ["text", "t"]), null);
  assert.notEqual(look(["marker", "\u2581\u2581"]), null);
  assert.notEqual(look(["control", "ZWJ"], ["control", "ZWJ"]), null);
});

test("a label whose end was cut off looks like the whole one", () => {
  const long = "many words of one token ".repeat(9);
  assert.equal(look(["text", long]), look(["text", long.slice(0, 80)], ["more", "136 more"]));
});

test("two looks are alike by their colour; what has none is like nothing", () => {
  assert.ok(alike(3, 3) && alike(3, 11) && !alike(3, 4));
  assert.ok(!alike(null, null) && !alike(null, 3));
});

test("colours and edges are evenly given", () => {
  const counts = new Array(32).fill(0);
  for (let i = 0; i < 3200; i++) counts[look(["text", `w${i.toString(36)}`]) ?? 0]++;
  assert.ok(Math.min(...counts) > 50 && Math.max(...counts) < 160, String(counts));
  assert.equal(lookClass(9), "c1 e1");
});

test("in the merge trees no line stands between two places of one token", () => {
  const twice = { id: 7, label: [["text", "xx"]] };
  const other = { id: 8, label: twice.label };
  const payload = { nodes: [twice, { ...twice }, other] };
  const meets = (before, node) => Trees.prototype.meets.call({ payload }, before, node);
  assert.ok(!meets(0, 1));
  assert.ok(meets(0, 2));
});
