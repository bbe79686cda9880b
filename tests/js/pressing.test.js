// While a finger is on a class's bar nothing there is drawn.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

class Bar extends EventTarget {
  matches(selector) {
    return selector === "[data-class-bar]";
  }
}
const page = new EventTarget();
Object.assign(globalThis, { window: page, Element: Bar });
const { whenLetGo } = await import("../../tokviz/views/classroom/pressing.js");

/** @param {string} type @param {EventTarget} [at] */
function happens(type, at = new Bar()) {
  const event = new Event(type);
  event.composedPath = () => [at];
  page.dispatchEvent(event);
}

/** @type {string[]} */
let drawn;
const draw = () => drawn.push("drawn");

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  drawn = [];
});

test("what comes while a button is pressed is drawn once, after the click was heard", () => {
  happens("pointerdown");
  for (let at = 0; at < 3; at++) whenLetGo(draw);
  happens("pointerup");
  mock.timers.tick(100);
  assert.deepEqual(drawn, []);
  happens("click");
  assert.deepEqual(drawn, [], "the click's own button hears it first");
  mock.timers.tick(1);
  assert.deepEqual(drawn, ["drawn"]);
});

test("a finger that clicks nothing holds it for a moment, and no finger for ever", () => {
  happens("pointerdown");
  whenLetGo(draw);
  happens("pointercancel");
  mock.timers.tick(500);
  assert.equal(drawn.length, 1);
  happens("pointerdown");
  whenLetGo(draw);
  mock.timers.tick(4000);
  assert.equal(drawn.length, 2);
});

test("what is pressed elsewhere holds nothing", () => {
  happens("pointerdown", new EventTarget());
  whenLetGo(draw);
  assert.deepEqual(drawn, ["drawn"]);
});
