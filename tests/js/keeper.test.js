// The keeper of a page's class, without a server.

import assert from "node:assert/strict";
import test from "node:test";

import { Keeper } from "../../tokviz/views/classroom/keeper.js";
import { hearWishes, wish } from "../../tokviz/views/classroom/register.js";

/** A storage of the browser's. */
function storage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
  };
}

test("who presses twice leads one class", () => {
  const asked = [];
  Object.assign(globalThis, {
    window: new EventTarget(),
    document: { cookie: "" },
    localStorage: storage(),
    sessionStorage: storage(),
    fetch: (url) => {
      asked.push(url);
      return new Promise(() => {});
    },
  });
  new Keeper("http://127.0.0.1/", {});
  hearWishes();
  wish("lead");
  wish("lead");
  assert.equal(asked.length, 1);
});
