// A text box that sends itself: what was typed is sent, whatever the page does meanwhile.

import assert from "node:assert/strict";
import test from "node:test";

import mount from "../../tokviz/views/live/component.js";

const LONG = 400; // milliseconds; the pause of a short text and more

/** A page whose answers do not come, so that a letter waits for a pause. */
function page() {
  const heard = new EventTarget();
  const box = {
    value: "hen",
    isConnected: true,
    sent: 0,
    matches: () => true,
    closest: () => null,
    dispatchEvent: () => (box.sent += 1),
  };
  Object.assign(globalThis, {
    KeyboardEvent: Event,
    document: {
      addEventListener: heard.addEventListener.bind(heard),
      querySelector: () => null,
    },
  });
  const type = () => {
    const event = new Event("input");
    Object.defineProperty(event, "target", { value: box });
    heard.dispatchEvent(event);
  };
  return { box, type };
}

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("a letter is sent after a pause, once", async () => {
  const { box, type } = page();
  const leave = mount({ parentElement: {} });
  type();
  type();
  assert.equal(box.sent, 0);
  await later(LONG);
  assert.equal(box.sent, 1);
  leave();
});

test("a letter that waits is sent although the page changes its theme meanwhile", async () => {
  const { box, type } = page();
  const parentElement = {};
  const first = mount({ parentElement });
  type();
  const second = mount({ parentElement }); // Streamlit calls it for each theme
  first();
  await later(LONG);
  assert.equal(box.sent, 1);
  second();
});

test("a box that is gone sends nothing", async () => {
  const { box, type } = page();
  const leave = mount({ parentElement: {} });
  type();
  box.isConnected = false;
  leave();
  await later(LONG);
  assert.equal(box.sent, 0);
});
