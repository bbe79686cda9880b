// Whose a key is: a replay's, a box's, a list's or the browser's. Elements only say what they are.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { PairsPanel } from "../../tokviz/views/player/panel.js";
import { Side } from "../../tokviz/views/player/side.js";
import { Vocabulary } from "../../tokviz/views/player/vocabulary.js";
import { Asker } from "../../tokviz/views/script/asking.js";
import { letGoByPointer } from "../../tokviz/views/script/pointer.js";
import { listenForKeys } from "../../tokviz/views/script/keys.js";

class Thing extends EventTarget {
  isConnected = true;
  classList = { toggle: () => {} };
  /** @param {string[]} is the selectors that it matches */
  constructor(...is) {
    super();
    this.is = is;
  }
  /** @param {string} selector */
  matches(selector) {
    return selector.split(", ").some((one) => this.is.includes(one));
  }
  getBoundingClientRect() {
    return { left: 0, right: 9, top: 0, bottom: 9 };
  }
}

beforeEach(() => {
  Object.assign(globalThis, {
    Element: Thing,
    window: new EventTarget(),
    document: { querySelector: () => null, querySelectorAll: () => [] },
    innerWidth: 9,
    innerHeight: 9,
    getComputedStyle: () => ({ visibility: "visible" }),
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: () => {},
  });
});

/** @param {string} type @param {string} key @param {any} more what is held, or `on`: what has the focus */
function press(type, key, { on = new Thing(), ...held } = {}) {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, { key, ...held, composedPath: () => [on] });
  globalThis.window.dispatchEvent(event);
  return event;
}

/** A replay that is in sight, and how often it was moved. */
function replay() {
  const did = { unpinned: 0, played: 0, stepped: 0 };
  const hand = { toggle: () => did.played++, next: () => did.stepped++ };
  const player = { clock: { hand }, holdsSpace: false, unpin: () => did.unpinned++ };
  listenForKeys(player, new Thing(), new AbortController().signal);
  return { player, did };
}

test("Escape lets go of what a replay holds, but not where it belongs to a box or a window", () => {
  const { did } = replay();
  press("keydown", "Escape");
  assert.equal(did.unpinned, 1);
  for (const is of ["textarea", "[role=dialog]", "select"])
    press("keydown", "Escape", { on: new Thing(is) });
  assert.equal(did.unpinned, 1);
});

test("who holds Space down plays once", () => {
  const { did } = replay();
  press("keydown", " ");
  for (let i = 0; i < 3; i++) press("keydown", " ", { repeat: true });
  assert.equal(did.played, 1);
  press("keydown", "ArrowRight");
  press("keydown", "ArrowRight", { repeat: true });
  assert.equal(did.stepped, 2);
});

test("a button is not pressed by the Space that played, and is by the next one", () => {
  replay();
  press("keydown", " ");
  assert.equal(press("keyup", " ", { on: new Thing("button") }).defaultPrevented, true);
  assert.equal(press("keyup", " ", { on: new Thing("button") }).defaultPrevented, false);
});

test("where Space came up out of sight, the next one presses the button that has the focus", () => {
  const { did } = replay();
  press("keydown", " ");
  const button = { on: new Thing("button") };
  assert.equal(press("keydown", " ", button).defaultPrevented, false);
  assert.equal(press("keyup", " ", button).defaultPrevented, false);
  assert.equal(did.played, 1);
});

test("a list that was chosen from by pointer lets go of the keys, and not one that keys chose from", () => {
  const player = { on: (target, type, heard) => target.addEventListener(type, heard) };
  const did = { blurred: 0 };
  const list = Object.assign(new EventTarget(), { blur: () => did.blurred++ });
  letGoByPointer(player, list);
  const choose = (by) =>
    ["change"]
      .concat(by)
      .reverse()
      .forEach((type) => list.dispatchEvent(new Event(type)));
  choose("pointerdown");
  assert.equal(did.blurred, 1);
  choose("keydown");
  assert.equal(did.blurred, 1);
});

test("so does the list that has a replay ask first", () => {
  const did = { blurred: 0 };
  const mode = Object.assign(new EventTarget(), { value: "", blur: () => did.blurred++ });
  const view = {
    find: (name) => (name === "ask-mode" ? mode : new EventTarget()),
    on: (target, type, heard) => target.addEventListener(type, heard),
    listeners: new AbortController(),
  };
  new Asker(/** @type {any} */ (view));
  for (const type of ["pointerdown", "change"]) mode.dispatchEvent(new Event(type));
  assert.equal(did.blurred, 1);
});

for (const held of ["altKey", "ctrlKey", "metaKey"])
  test(`what the browser does with a key and ${held} stays the browser's beside the text`, () => {
    const button = { focus: () => assert.fail("moved") };
    const lists = {
      tabs: [Side, { tabs: [button, button] }],
      vocabulary: [Vocabulary, { learned: 3, from: 0, at: 0, buttons: () => [button] }],
      pairs: [PairsPanel, { at: 0, buttons: () => [button, button] }],
    };
    for (const [name, [{ prototype }, list]] of Object.entries(/** @type {any} */ (lists)))
      for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "End"]) {
        const event = new Event("keydown", { cancelable: true });
        prototype.walk.call(list, Object.assign(event, { key, [held]: true }));
        assert.equal(event.defaultPrevented, false, `${name}: ${key}`);
      }
  });
