// What was begun ends with what it was for: listeners of a swipe, and the timers of what is said.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { Leader } from "../../tokviz/views/classroom/leader.js";
import { classOfPage } from "../../tokviz/views/script/register.js";
import { sayCopied } from "../../tokviz/views/script/copying.js";
import { stepBySwipe } from "../../tokviz/views/script/swipe.js";
import { settled } from "./silence.js";

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { window: new EventTarget(), Element: class {} });
});

/** A swipe on a token: so far to the right and down, in pixels. */
function swipe(right, down) {
  const listening = new Set();
  const token = Object.assign(new EventTarget(), {
    addEventListener(type, heard, { signal, ...more }) {
      listening.add(type);
      signal.addEventListener("abort", () => listening.delete(type));
      EventTarget.prototype.addEventListener.call(token, type, heard, { signal, ...more });
    },
  });
  const did = { next: 0, back: 0 };
  const hand = { next: () => did.next++, back: () => did.back++ };
  const root = new EventTarget();
  stepBySwipe({ hand }, /** @type {any} */ (root), new AbortController().signal);
  const touch = (type, x, y, touches) =>
    Object.assign(new Event(type), {
      touches,
      changedTouches: [{ clientX: x, clientY: y }],
      composedPath: () => [token, root],
    });
  root.dispatchEvent(touch("touchstart", 0, 0, [{ clientX: 0, clientY: 0 }]));
  token.dispatchEvent(touch("touchend", right, down, []));
  return { ...did, listening: [...listening] };
}

test("a swipe steps, and a steep one does not; neither listens on", () => {
  assert.deepEqual(swipe(-60, 20), { next: 1, back: 0, listening: [] });
  assert.deepEqual(swipe(60, 20), { next: 0, back: 1, listening: [] });
  assert.deepEqual(swipe(-60, 40), { next: 0, back: 0, listening: [] });
});

test("what is said of a copy stays as long as that of the one before", () => {
  const place = /** @type {any} */ ({ textContent: "" });
  sayCopied(place, true);
  mock.timers.tick(3000);
  sayCopied(place, true);
  mock.timers.tick(3000);
  assert.equal(place.textContent, "Copied.");
  mock.timers.tick(1000);
  assert.equal(place.textContent, "");
  sayCopied(place, true);
  sayCopied(place, false);
  mock.timers.tick(5000);
  assert.equal(place.textContent, "Press Ctrl+C, or ⌘C.");
});

test("she is asked of each phone for as long whether it is hers", async () => {
  const news = /** @type {any[]} */ ([]);
  const leader = {
    say: async () => {},
    ears: { news: (said) => "paired" in said && news.push(said.paired) },
    stopped: new AbortController(),
  };
  const pair = () => Leader.prototype.pair.call(leader, "1234");
  await pair();
  mock.timers.tick(10_000);
  await pair();
  mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(news, [true, true]);
  mock.timers.tick(5000);
  assert.deepEqual(news, [true, true, false]);
});

test("of no phone she is asked", () => {
  const told = /** @type {any[]} */ ([]);
  classOfPage().state = /** @type {any} */ ({ paired: true });
  const leader = { ears: { news: (said) => told.push(said.paired) } };
  Leader.prototype.hearPhones.call(leader, 0);
  Leader.prototype.hearPhones.call(leader, 1);
  assert.deepEqual(told, [false, true]);
});
