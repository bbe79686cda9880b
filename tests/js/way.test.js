// Presses of a clicker that come on the way to a stop, gone where it arrives.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { arriveAt, isOnWay, press, setOut } from "../../tokviz/views/guide/way.js";
import { classOfPage, hearWishes, onWish, tellClass } from "../../tokviz/views/script/register.js";

const VOTES = {
  words: "Which?",
  options: ["a", "b"],
  counts: [],
  tied: [],
  onWay: true,
  answer: 1,
};
/** @type {string[]} what was wished for, and the buttons of the strip that were pressed */
let done;
const signal = new AbortController().signal;
const there = (stop) => arriveAt(stop, signal, () => false);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  done = [];
  const button = (name) => ({ disabled: false, click: () => done.push(name) });
  const strip = { next: button("next"), back: button("back") };
  const querySelector = (selector) =>
    strip[selector.match(/guide_(next|back) button/)?.[1]] ?? null;
  const documentElement = { dataset: {}, toggleAttribute() {} };
  Object.assign(globalThis, {
    window: new EventTarget(),
    Element: class {},
    HTMLElement: class {},
    document: { querySelector, documentElement },
  });
  hearWishes();
  onWish(({ what }) => {
    done.push(what);
    if (what === "fold") tellClass({ ...classOfPage().state, votes: { ...VOTES, shown: true } });
  });
});

/** Who leads a class, over whose page a card with the answer lies, or none. */
const leads = (isTold = true) => tellClass({ role: "leader", votes: isTold ? VOTES : null });

/** So many presses on the way from one stop to the next. */
function onTheWay(presses) {
  setOut("byte_bpe 3", 1);
  for (let at = 0; at < presses; at++) press("next");
}

test("the first of the presses that came on the way folds the answer, and goes no further", () => {
  leads();
  onTheWay(1);
  there("byte_bpe 4");
  assert.deepEqual(done, ["fold"]);
  assert.equal(isOnWay(), false);
});

test("a press where an answer lies over the page folds it, and the next goes on", () => {
  leads();
  press("next");
  assert.deepEqual(done, ["fold"]);
  press("next");
  assert.deepEqual(done, ["fold", "next"]);
});

test("the second of them goes on", () => {
  leads();
  onTheWay(2);
  there("byte_bpe 4");
  assert.deepEqual(done, ["fold", "next"]);
});

test("where no answer lies over the page each goes on by a stop", () => {
  leads(false);
  onTheWay(2);
  there("byte_bpe 4");
  assert.deepEqual(done, ["next"]);
  assert.equal(isOnWay(), true, "to the stop that the second goes on from");
  there("byte_bpe 5");
  assert.deepEqual(done, ["next", "next"]);
});
