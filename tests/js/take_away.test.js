// The × of an id takes that id out of the box, and nothing else.

import assert from "node:assert/strict";
import test from "node:test";

import { takeAwayIds } from "../../tokviz/views/live/take_away.js";

/** A page with this text in the box of ids; gives what stands there after a press on a ×. */
function pressed(value, mark, { twice = false } = {}) {
  const heard = new EventTarget();
  const box = {
    value,
    setRangeText(text, start, end) {
      box.value = box.value.slice(0, start) + text + box.value.slice(end);
    },
    dispatchEvent: () => true,
    focus: () => {},
  };
  Object.assign(globalThis, {
    InputEvent: Event,
    document: {
      addEventListener: heard.addEventListener.bind(heard),
      querySelector: () => box,
    },
  });
  const { signal } = new AbortController();
  takeAwayIds(signal);
  if (twice) takeAwayIds(signal); // Streamlit calls it for each theme
  const press = new Event("click", { cancelable: true });
  const cross = { getAttribute: () => mark };
  Object.defineProperty(press, "target", { value: { closest: () => cross } });
  heard.dispatchEvent(press);
  return box.value;
}

test("the id at the place goes, with the comma behind it", () => {
  assert.equal(pressed("[12, 7, 12]", "1 7"), "[12, 12]");
  assert.equal(pressed("12 7 12", "2 12"), "12 7 ");
});

test("it goes once, however many calls of the script listen", () => {
  assert.equal(pressed("7 7 7", "0 7", { twice: true }), "7 7");
});

test("where the box has changed since, nothing goes", () => {
  assert.equal(pressed("12, 8", "1 7"), "12, 8");
  assert.equal(pressed("12", "4 7"), "12");
});
