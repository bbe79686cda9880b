// What the leader's page does for her phone, which says what it wants so that twice is as once.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { ACTS } from "../../tokviz/views/classroom/acts.js";
import { hearWishes, onWish, tellClass } from "../../tokviz/views/classroom/register.js";
import { questions } from "../../tokviz/views/script/questions.js";
import { storage } from "./storage.js";

/** @type {string[]} */
let wished;
const does = (what) => ACTS[what]({ serial: 1, at: 0, what });

beforeEach(() => {
  wished = [];
  Object.assign(globalThis, { window: new EventTarget(), sessionStorage: storage() });
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
