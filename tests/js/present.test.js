// The button that presents: what it listens to while one button takes another's place.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const STAGED = { querySelector: () => null };

/** @type {any} what a browser has and Node has not */
const browser = globalThis;

/** A page that fills the screen, as far as the button asks of it. */
function presentedPage() {
  const black = {
    isConnected: false,
    remove() {
      this.isConnected = false;
    },
  };
  const body = Object.assign(new EventTarget(), {
    append(element) {
      element.isConnected = true;
    },
  });
  browser.document = Object.assign(new EventTarget(), {
    documentElement: { dataset: {}, hasAttribute: () => false },
    body,
    fullscreenEnabled: true,
    fullscreenElement: {},
    createElement: () => black,
    querySelector: (selector) => (selector.includes("stApp") ? STAGED : null),
  });
  browser.window = globalThis;
  browser.Element = class {};
  browser.history = { pushState() {}, replaceState() {} };
  browser.getComputedStyle = () => ({ colorScheme: "light" });
  return black;
}

const pressed = new EventTarget();
browser.addEventListener = pressed.addEventListener.bind(pressed);

function press(key) {
  const event = Object.assign(new Event("keydown"), { key, composedPath: () => [] });
  Object.defineProperty(event, "target", { value: { closest: () => null, matches: () => false } });
  pressed.dispatchEvent(event);
}

const place = () => {
  const button = { toggleAttribute() {}, setAttribute() {}, focus() {} };
  return { parentElement: { querySelector: () => button } };
};

let black,
  mount,
  turn = 0;

beforeEach(async () => {
  black = presentedPage();
  ({ default: mount } = await import(`../../tokviz/views/present/component.js?${turn++}`));
});

test("a key makes the screen black, and brings the stage back", () => {
  mount(place());
  press("b");
  assert.ok(black.isConnected);
  press("b");
  assert.ok(!black.isConnected);
});

test("it does so while a second button stands, and when the first has left", () => {
  const leave = mount(place());
  mount(place());
  press("b");
  assert.ok(black.isConnected, "with two buttons");
  leave();
  press("b");
  assert.ok(!black.isConnected, "with the second alone");
});

test("what stands in one place is called again, and its first end changes nothing", () => {
  const same = place();
  const before = mount(same);
  mount(same);
  before();
  press("b");
  assert.ok(black.isConnected);
});

test("after the last has left, no key is heard", () => {
  mount(place())();
  press("b");
  assert.ok(!black.isConnected);
});
