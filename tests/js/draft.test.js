// A sentence that is typed while the bar of the class is drawn anew, and has no box for a moment.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CLASS_LIMITS } from "../../tokviz/views/script/class_limits.js";
import { tellClass } from "../../tokviz/views/script/register.js";
import { FakeElement, makesElements } from "./elements.js";
import { storage } from "./storage.js";

class Observer {
  observe() {}
  disconnect() {}
}
const [body, box] = [new FakeElement("body"), new FakeElement("div")];
const documentElement = Object.assign(new FakeElement("html"), { toggleAttribute() {} });
Object.assign(globalThis, {
  window: new EventTarget(),
  Element: FakeElement,
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  matchMedia: () => ({ matches: false }),
  sessionStorage: storage(),
  document: Object.assign(new EventTarget(), makesElements, {
    body,
    documentElement,
    activeElement: body,
    querySelector: () => null,
    querySelectorAll: () => [],
  }),
});
const { Bar } = await import("../../tokviz/views/classroom/bar.js");

/** The box for a sentence, in the bar of a class that is asked for one. */
function sentenceBox() {
  const root = new FakeElement("div");
  box.setAttribute("popover", "");
  Object.assign(box, { showPopover() {}, hidePopover() {} });
  root.append(box);
  Object.assign(root, { getRootNode: () => ({ activeElement: { name: "none" } }) });
  const said = { text: "", refused: "" };
  tellClass({ role: "follower", code: "ABCDEF", collects: true, said });
  new Bar(/** @type {any} */ (root), new AbortController().signal);
  return /** @type {any} */ (box.querySelector("input"));
}

/** Press a key where no box has the focus; whether the bar took it. */
function press(key) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  globalThis.window.dispatchEvent(event);
  return event.defaultPrevented;
}

const draft = () => sessionStorage.getItem("tokviz draft ABCDEF");

test("what is typed meanwhile goes to the sentence, up to its most characters", () => {
  const typed = sentenceBox();
  assert.equal(press("a"), false, "nobody is at it");
  typed.onfocus();
  for (const letter of "hen") assert.equal(press(letter), true);
  press("Backspace");
  press("Shift");
  assert.equal(draft(), "he");
  for (let at = 0; at < 2 * CLASS_LIMITS.SENTENCE; at++) press("x");
  assert.equal(draft()?.length, CLASS_LIMITS.SENTENCE);
});
