// What browsers write into a page's address, without a browser.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { addressOfPage, stepInAddress } from "../../tokviz/views/script/place.js";
import { setBeats } from "../../tokviz/views/script/questions.js";

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const place = new URL("http://127.0.0.1/byte_bpe?merges=7&ask=1");
  const history = { replaceState: (_state, _unused, url) => (place.href = String(url)) };
  Object.assign(globalThis, { window: new EventTarget(), location: place, history });
});

const written = () => {
  mock.timers.tick(400);
  return globalThis.location.search;
};

test("steps and the mode of asking stand in the address, and what the page wrote stays", () => {
  addressOfPage().set("step", 3);
  assert.equal(stepInAddress(), 3);
  assert.equal(written(), "?merges=7&step=3");
  addressOfPage().set("other_step", 21);
  setBeats(true);
  assert.equal(written(), "?merges=7&step=3&other_step=21&ask=beats");
});

test("a replay that is gone takes its step along", () => {
  const address = addressOfPage();
  address.set("step", 3);
  address.set("other_step", 21);
  written();
  address.leave("other_step");
  assert.equal(written(), "?merges=7&step=3");
});

test("another page has an address of its own", () => {
  const first = addressOfPage();
  first.set("step", 3);
  assert.equal(addressOfPage(), first);
  globalThis.location.href = "http://127.0.0.1/unigram";
  addressOfPage().set("step", 5);
  assert.equal(written(), "?step=5");
});

test("the first move after a rest is written at once, the ones that follow when they end", () => {
  const address = addressOfPage();
  address.set("step", 1);
  mock.timers.tick(1);
  assert.equal(globalThis.location.search, "?merges=7&step=1");
  for (const step of [2, 3, 4]) {
    address.set("step", step);
    mock.timers.tick(100);
  }
  assert.equal(globalThis.location.search, "?merges=7&step=1", "no write at each of fast moves");
  assert.equal(written(), "?merges=7&step=4");
});
