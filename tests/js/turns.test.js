// When the pages of a class go where its leader went: not all at once.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { Follower } from "../../tokviz/views/classroom/follower.js";
import { Preview } from "../../tokviz/views/classroom/preview.js";

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  globalThis.window = /** @type {any} */ (new EventTarget());
  globalThis.document = /** @type {any} */ ({ querySelector: () => null });
  globalThis.MutationObserver = /** @type {any} */ (
    class {
      observe() {}
      disconnect() {}
    }
  );
});

/** A follower of a class of so many, whose page goes to a place; when it was asked to. */
function going(crowd, chance) {
  const place = { page: "unigram", query: "", text: "" };
  mock.method(Math, "random", () => chance);
  const asked = [];
  const follower = Object.assign(Object.create(Follower.prototype), {
    class: { place, crowd },
    saved: { own: false },
    stopped: new AbortController(),
    preview: new Preview({}),
    hurry: () => {},
    ears: { go: () => asked.push(Date.now()) },
  });
  follower.go(place);
  return { follower, asked };
}

const settled = () => new Promise((done) => setImmediate(done));

for (const [chance, after] of [
  [0, 375],
  [1, 1875],
]) {
  test(`of a class of 100 with chance ${chance} a page runs after ${after} ms`, async () => {
    const { asked } = going(100, chance);
    mock.timers.tick(after - 1);
    await settled();
    assert.deepEqual(asked, []);
    mock.timers.tick(1);
    await settled();
    assert.equal(asked.length, 1);
  });
}

test("who touches what is shown gets the page at once, and who sees nothing new stays", async () => {
  for (const seen of [true, false]) {
    const { follower, asked } = going(100, 1);
    Object.assign(follower, { seen });
    follower.saved.own = true;
    follower.hurry();
    await settled();
    assert.equal(asked.length, seen ? 1 : 0);
  }
});
