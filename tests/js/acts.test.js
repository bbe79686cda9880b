// What the leader's page does for her phone, which says what it wants so that twice is as once.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { ACTS } from "../../tokviz/views/classroom/acts.js";
import { hearWishes, onWish, tellClass } from "../../tokviz/views/script/register.js";
import { questions } from "../../tokviz/views/script/questions.js";
import { storage } from "./storage.js";

/** @type {string[]} */
let wished;
const does = (what, words) => ACTS[what]({ serial: 1, at: 0, what, words });

/** A page that hears its clicker; under way to a stop it bears a mark. */
function page() {
  const body = Object.assign(new EventTarget(), { closest: () => null });
  body.addEventListener("keydown", () => wished.push("a step"));
  const documentElement = { hasAttribute: () => isUnderWay };
  return { body, documentElement, activeElement: null, querySelector: () => null };
}
let isUnderWay = false;

beforeEach(() => {
  isUnderWay = false;
  wished = [];
  Object.assign(globalThis, {
    window: new EventTarget(),
    sessionStorage: storage(),
    document: page(),
    KeyboardEvent: Event,
    HTMLDialogElement: class {},
  });
  hearWishes();
  onWish(({ what }) => wished.push(what));
});

test("the class is asked for sentences once, and no longer", () => {
  tellClass({ role: "leader", collects: false });
  does("stop asking");
  assert.deepEqual(wished, []);
  does("ask for a sentence");
  assert.deepEqual(wished, ["collect"]);
  tellClass({ role: "leader", collects: true });
  does("ask for a sentence");
  assert.deepEqual(wished, ["collect"]);
  does("stop asking");
  assert.deepEqual(wished, ["collect", "collect"]);
});

test("votes are hidden and shown as by her button, and a question is asked again", () => {
  does("hide votes");
  does("hide votes");
  assert.equal(questions().covered, true);
  does("show votes");
  assert.equal(questions().covered, false);
  does("ask again");
  assert.deepEqual(wished, ["ask again"]);
});

test("next does what its button said, and nothing else that came meanwhile", () => {
  const votes = {
    words: "Which?",
    options: ["a"],
    counts: [],
    tied: [],
    answer: null,
    onWay: true,
  };
  tellClass({ role: "leader", votes });
  assert.equal(does("next", "Next"), false, "the question came after the first tap");
  assert.deepEqual(wished, []);
  assert.notEqual(does("next", "Show the answer"), false);
  assert.deepEqual(wished, ["a step"]);
  isUnderWay = true; // to the stop with the answer
  assert.equal(does("next", "Show the answer"), false, "it is shown already");
  tellClass({ role: "leader", votes: null });
  does("next", "Next");
  assert.deepEqual(wished, ["a step", "a step"], "a stop more is waited for");
});
