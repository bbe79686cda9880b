// What stands in a page is what was said: what was not is left out.

import assert from "node:assert/strict";
import test from "node:test";

import { h } from "../../tokviz/views/script/dom.js";

test("what is not there is no word on the page", () => {
  const said = [];
  const made = {
    setAttribute: (name, value) => said.push(`${name}=${value}`),
    append: (child) => said.push(child),
  };
  Object.assign(globalThis, { document: { createElement: () => made } });
  h("p", { id: "a", title: null, lang: undefined, hidden: false }, undefined, null, false, "", "b");
  assert.deepEqual(said, ["id=a", "", "b"]);
});
