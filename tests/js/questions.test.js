// The question of the moment, and who has a clicker, without a browser.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { Asker } from "../../tokviz/views/script/asking.js";
import { claimClicker } from "../../tokviz/views/script/keys.js";
import { tellRoot } from "../../tokviz/views/script/place.js";
import {
  answeredIn,
  askForLink,
  chooseAsking,
  countAnswer,
  onQuestions,
  pick,
  questions,
  scorePath,
  setAsking,
  setBeats,
  setHeld,
  setHelped,
  tellBeat,
  tellCounted,
  tellQuestion,
} from "../../tokviz/views/script/questions.js";
import { isUncounted } from "../../tokviz/views/script/votes.js";

globalThis.Element ??= /** @type {any} */ (class {});
globalThis.document ??= /** @type {any} */ ({ querySelector: () => null });
beforeEach(() => {
  globalThis.window = /** @type {any} */ (new EventTarget());
});

const question = () => ({
  replay: 7,
  step: 3,
  options: ["a + b", "b + c"],
  picked: null,
  answer: null,
});

/** The link that opened the page said this. */
function openedWith(query) {
  const entries = [{ name: `http://127.0.0.1/byte_bpe?${query}` }];
  performance.getEntriesByType = /** @type {any} */ (() => entries);
}

test("a saved page in Firefox, which names what was opened “document”, asks nothing", () => {
  for (const name of ["document", "about:srcdoc", ""]) {
    globalThis.window = /** @type {any} */ (new EventTarget());
    performance.getEntriesByType = /** @type {any} */ (() => [{ name }]);
    assert.equal(askForLink(), null);
  }
});

for (const [query, mode] of [
  ["ask=predict", "predict"],
  ["ask=1", "predict"], // an older word for it
  ["ask=answer&step=3", "answer"],
  ["ask=beats&step=3", "beats"],
  ["ask=contest", "contest"],
  ["ask=0", null],
  ["step=3", null],
]) {
  test(`a page opened with ${query} says ${mode ?? "nothing"} in its address`, () => {
    openedWith(query);
    assert.equal(askForLink(), mode);
    assert.deepEqual(
      [questions().asking, questions().beats],
      [mode === "predict" || mode === "answer", mode === "beats" || mode === "contest"],
    );
    openedWith("");
  });
}

/** "1 of 2 right", as a replay says it. */
const score = () => Asker.prototype.score.call({});

test("the score goes on where a path or a class asks again, and counts the last answer", () => {
  scorePath("byte_bpe");
  setAsking(true);
  countAnswer("a", 3, true);
  assert.equal(score(), "1 of 1 right");
  setAsking(false);
  setAsking(true);
  assert.equal(answeredIn("a").size, 0); // it is asked anew
  assert.equal(score(), "1 of 1 right");
  scorePath("byte_bpe");
  countAnswer("b", 3, false);
  assert.equal(score(), "1 of 2 right");
  countAnswer("b", 3, true);
  assert.equal(score(), "2 of 2 right");
});

test("another path, and who has the page ask by hand, begin the score anew", () => {
  scorePath("byte_bpe");
  countAnswer("a", 3, true);
  scorePath("course 2");
  assert.equal(score(), "");
  countAnswer("a", 3, true);
  chooseAsking(true);
  assert.equal(score(), "");
});

test("the address says which of two beats is shown, and a replay loaded later asks at once", () => {
  openedWith("ask=answer&step=3");
  globalThis.window = /** @type {any} */ (new EventTarget());
  assert.equal(questions().atOnce, false);
  tellBeat(true);
  assert.equal(askForLink(), "predict");
  tellBeat(false);
  assert.equal(askForLink(), "answer");
  assert.equal(questions().atOnce, true);
  setBeats(true);
  assert.equal(askForLink(), "beats");
  tellBeat(true);
  assert.equal(askForLink(), "contest");
  openedWith("");
});

test("one mode ends the other", () => {
  setBeats(true);
  setAsking(true);
  assert.equal(askForLink(), "predict");
  setAsking(false);
  assert.equal(askForLink(), null);
});

test("the page is told when it begins to ask, and only then", () => {
  let told = 0;
  onQuestions("asking", () => told++, new AbortController().signal);
  setAsking(true);
  setAsking(true);
  assert.equal(questions().asking, true);
  assert.equal(told, 1);
});

test("an option is picked until the answer is known", () => {
  const heard = [];
  const { signal } = new AbortController();
  onQuestions("change", () => heard.push("change"), signal);
  onQuestions("pick", () => heard.push(questions().current?.picked), signal);
  pick(0); // nothing is asked yet
  tellQuestion(question());
  pick(2); // there is no such option
  pick(1);
  tellQuestion({ ...question(), picked: 1, answer: 0 });
  pick(0);
  assert.deepEqual(heard, ["change", 1, "change"]);
  assert.equal(questions().current?.picked, 1);
});

test("what a class has as the reader's vote is picked where nothing else is", () => {
  tellCounted(0); // nothing is asked yet
  tellQuestion(question());
  tellCounted(null);
  assert.equal(questions().current?.picked, null);
  tellCounted(1);
  assert.equal(questions().current?.picked, 1);
  pick(0);
  tellCounted(1);
  assert.deepEqual([questions().current?.picked, questions().current?.counted], [0, 1]);
});

/** Press a key; says whether somebody used it. */
function press(key) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  globalThis.window.dispatchEvent(event);
  return event.defaultPrevented;
}

function claim(owner, priority, signal, uses = true, arrows = false) {
  const presses = [];
  const press_ = (way) => () => (presses.push(way), uses);
  const [forward, back] = [press_("forward"), press_("back")];
  claimClicker({ owner, priority, forward, back, arrows }, signal);
  return presses;
}

test("a clicker's press goes to the claim of the highest priority, and to it once", () => {
  const { signal } = new AbortController();
  const low = claim("question", 1, signal);
  const high = claim("path", 2, signal);
  assert.ok(press("PageDown"));
  assert.ok(press("PageUp"));
  assert.deepEqual([low, high], [[], ["forward", "back"]]);
});

test("what the first does not use the next may, and other keys are nobody's", () => {
  const { signal } = new AbortController();
  const low = claim("question", 1, signal);
  claim("path", 2, signal, false);
  press("PageDown");
  assert.equal(press("ArrowRight"), false);
  assert.deepEqual(low, ["forward"]);
});

test("who claims the arrows has them and Space, and not the claims that do not", () => {
  const { signal } = new AbortController();
  const path = claim("path", 2, signal);
  const card = claim("card", 3, signal, true, true);
  for (const key of ["ArrowRight", " ", "ArrowLeft"]) assert.ok(press(key));
  assert.deepEqual([card, path], [["forward", "forward", "back"], []]);
  assert.equal(press("Home"), false);
});

test("a claim ends with its signal, or with its owner's next claim", () => {
  const first = new AbortController();
  const [old, later] = [claim("path", 2, first.signal), claim("path", 2, first.signal)];
  press("PageDown");
  first.abort();
  assert.equal(press("PageDown"), false);
  assert.deepEqual([old, later], [[], ["forward"]]);
});

test("a replay that ends late takes nothing from the one drawn in its place", () => {
  const marked = [];
  globalThis.document = /** @type {any} */ ({
    documentElement: { toggleAttribute: (_, on) => marked.push(on) },
  });
  const [first, second] = [0, 1].map(() => {
    const view = { root: /** @type {any} */ ({}), number: 7, aside: false, clock: { asker: null } };
    const listeners = new AbortController();
    const asker = new Asker({ ...view, listeners, find: () => ({}), on() {} });
    tellRoot(view.number, view.root, /** @type {any} */ (view.clock));
    return { asker, listeners };
  });
  tellQuestion(question());
  first.listeners.abort();
  assert.deepEqual(marked, [], "the page still covers what tells the answer");
  assert.equal(questions().current?.step, 3);
  second.listeners.abort();
  assert.deepEqual(marked, [false]);
  assert.equal(questions().current, null);
});

test("what the page asks before a replay is loaded waits for it", () => {
  let looks = 0;
  const view = {
    sig: undefined,
    number: 7,
    clock: {},
    listeners: new AbortController(),
    find: () => ({}),
    on() {},
    get canAsk() {
      return looks++;
    },
    get counts() {
      return looks++;
    },
  };
  const asker = Object.assign(new Asker(view), { begin: () => view.canAsk });
  const before = looks;
  for (const told of [setAsking, setHeld, setHelped]) told(true);
  assert.equal(looks, before, "there is nothing yet that could be asked about");
  Object.assign(view, { sig: "a" });
  setAsking(false);
  assert.equal(looks, before + 1);
  assert.equal(asker.asked, null);
});

test("who picked nothing and of whom nothing is counted is not told that a vote is missing", () => {
  setHeld(true);
  assert.equal(isUncounted(question()), false);
  assert.equal(isUncounted({ ...question(), picked: 1 }), true);
  assert.equal(isUncounted({ ...question(), picked: 1, counted: 1 }), false);
  assert.equal(isUncounted(null), false);
});
