// What a leader's phone presses, on both sides: sent once, and done once and in turn.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { Presses } from "../../tokviz/views/classroom/presses.js";
import { Remote } from "../../tokviz/views/classroom/remote.js";
import { storage } from "./storage.js";

const settled = () => new Promise((done) => setImmediate(done));
const press = (serial, what = "next", at = 0) => ({ serial, at, what });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  Object.assign(globalThis, { localStorage: storage() });
});

/** What presses do, and those who do it. */
function doing() {
  /** @type {string[]} */
  const done = [];
  const both = { next: () => done.push("next"), back: () => done.push("back") };
  const clock = () => Date.now();
  /** @param {AbortSignal} [signal] @param {import("../../tokviz/views/classroom/presses.js").Acts} [acts] */
  const begin = (signal = new AbortController().signal, acts = both) =>
    new Presses(signal, acts, clock);
  return { done, begin };
}

/** Let the pauses between presses pass. */
async function pass(times = 5) {
  for (let at = 0; at < times; at++) {
    mock.timers.tick(500);
    await settled();
  }
}

test("presses are done in turn, and none again though it is told again", async () => {
  const { done, begin } = doing();
  const presses = begin();
  presses.hear({ era: "a", now: 0, presses: [press(1), press(2, "back")] });
  await settled();
  assert.deepEqual(done, ["next"], "the second leaves the page time for the first");
  presses.hear({ era: "a", now: 0, presses: [press(1), press(2, "back"), press(3)] });
  await pass();
  assert.deepEqual(done, ["next", "back", "next"]);
  assert.deepEqual(presses.done, { era: "a", serial: 3, missed: 0 });
});

test("a page that is loaded anew does not do again what was done", async () => {
  const { done, begin } = doing();
  begin().hear({ era: "a", now: 0, presses: [press(1)] });
  begin().hear({ era: "a", now: 0, presses: [press(1), press(2, "back")] });
  await pass();
  assert.deepEqual(done, ["next", "back"]);
});

test("a server that was started anew counts from 1 again", async () => {
  const { done, begin } = doing();
  const presses = begin();
  presses.hear({ era: "a", now: 0, presses: [press(7)] });
  await pass();
  presses.hear({ era: "b", now: 0, presses: [press(1, "back")] });
  await pass();
  assert.deepEqual(done, ["next", "back"]);
});

test("who leads no longer does nothing that waits", async () => {
  const { done, begin } = doing();
  const stopped = new AbortController();
  begin(stopped.signal).hear({ era: "a", now: 0, presses: [press(1), press(2)] });
  stopped.abort();
  await pass();
  assert.deepEqual(done, ["next"]);
});

test("a page that had no time for ten seconds does not step late, and says what it missed", async () => {
  const { done, begin } = doing();
  const presses = begin();
  presses.hear({ era: "a", now: 0, presses: [] });
  mock.timers.tick(14_000); // the page reads now what was told 13, 10 and 3 seconds ago
  presses.hear({ era: "a", now: 1000, presses: [press(1, "next", 1000)] });
  assert.deepEqual(done, []);
  const more = [press(1, "next", 1000), press(2, "next", 4000), press(3, "back", 11_000)];
  presses.hear({ era: "a", now: 11_000, presses: more });
  await pass();
  assert.deepEqual(done, ["back"]);
  assert.deepEqual(presses.done, { era: "a", serial: 3, missed: 2 });
});

test("a press that its button did not promise is missed", async () => {
  const { begin } = doing();
  const said = [];
  const presses = begin(undefined, { next: ({ words }) => said.push(words) < 2 });
  const taps = [1, 2].map((serial) => ({ ...press(serial), words: "Show the answer" }));
  presses.hear({ era: "a", now: 0, presses: taps });
  await pass();
  assert.deepEqual(said, ["Show the answer", "Show the answer"]);
  assert.deepEqual(presses.done, { era: "a", serial: 2, missed: 1 });
  assert.deepEqual(begin().done, presses.done, "a page that is loaded anew knows it");
});

test("a press that waits for those before it is not done late", async () => {
  const { done, begin } = doing();
  begin().hear({ era: "a", now: 500, presses: [press(1), press(2, "back")] });
  mock.timers.tick(9500);
  await pass();
  assert.deepEqual(done, ["next"]);
});

test("a clock that stood still while the laptop slept is set by the next news", async () => {
  const { done, begin } = doing();
  const presses = begin();
  presses.hear({ era: "a", now: 0, presses: [] });
  presses.hear({ era: "a", now: 60_000, presses: [press(1, "next", 59_900)] });
  await pass();
  presses.begin(); // a server that was started anew
  presses.hear({ era: "b", now: 10, presses: [press(1, "back", 5)] });
  await pass();
  assert.deepEqual(done, ["next", "back"]);
});

test("what was kept before presses were missed is read", () => {
  localStorage.setItem("tokviz class pressed", JSON.stringify({ era: "a", serial: 3 }));
  assert.deepEqual(doing().begin().done, { era: "a", serial: 3, missed: 0 });
});

/**
 * A phone that leads, and the presses that it sent to a server that answers so in turn, and then
 * that all is well.
 * @param {(number | null)[]} statuses null where there is no connection
 */
function phone(...statuses) {
  /** @type {any[]} */
  const sent = [];
  globalThis.fetch = async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    const status = statuses.length ? statuses.shift() : 200;
    if (!status) throw new TypeError("Failed to fetch");
    return Response.json({}, { status });
  };
  const remote = new Remote(
    "/live/ABCDEF",
    () => "me",
    () => {},
  );
  remote.hear({ follower: "me" });
  remote.hear({ remote: { pressed: 4 } });
  return { remote, sent, numbers: () => sent.map(({ number, what }) => `${number} ${what}`) };
}

test("a press that may be lost is sent again under its number, and the next waits for it", async () => {
  const { remote, numbers } = phone(null, 409, 429);
  remote.press({ what: "next" });
  remote.press({ what: "back" });
  await settled();
  await pass();
  assert.deepEqual(numbers(), ["5 next", "5 next", "5 next", "5 next", "6 back"]);
  assert.equal(remote.told.failed, "");
});

test("a press that nothing takes is given up, and told", async () => {
  const { remote, sent } = phone(...Array(40).fill(409));
  remote.press({ what: "next" });
  remote.press({ what: "next" });
  await settled();
  await pass(14);
  const tries = sent.length;
  assert.equal(remote.told.failed, "The laptop did not hear that.");
  await pass(14);
  assert.equal(sent.length, tries);
  assert.ok(sent.every(({ number }) => number === 5));
});

test("a laptop that does not do what was pressed is told of, until it does", () => {
  const { remote } = phone();
  remote.hear({ undone: 1 });
  mock.timers.tick(2000);
  remote.hear({ undone: 0 });
  mock.timers.tick(5000);
  assert.equal(remote.told.failed, "");
  remote.hear({ undone: 2 });
  mock.timers.tick(3000);
  assert.equal(remote.told.failed, "The laptop does not answer…");
  remote.hear({ undone: 0 });
  assert.equal(remote.told.failed, "");
});

test("what only who leads is told is gone when the phone leads no longer", () => {
  const { remote } = phone();
  remote.hear({ notes: { title: "Byte BPE" }, sentences: ["a rude word"], steps: {} });
  assert.deepEqual(remote.told.sentences, ["a rude word"]);
  remote.hear({ remote: null });
  assert.deepEqual(Object.keys(remote.told), ["number", "refused", "failed", "leads"]);
  assert.equal(remote.told.leads, false);
});

test("a new stream that says nothing of it is of a server that knows no such phone", () => {
  const { remote } = phone();
  remote.hear({ follower: "me" });
  assert.equal(remote.told.leads, true, "the stream may still say so");
  remote.hear({ remote: { pressed: 4 }, steps: {} });
  assert.equal(remote.told.leads, true);
  remote.hear({ follower: "me" });
  remote.hear({ steps: {} });
  assert.equal(remote.told.leads, false);
});

test("the number that the phone shows is gone with its time", async () => {
  const remote = new Remote(
    "/live/ABCDEF",
    () => "me",
    () => {},
  );
  globalThis.fetch = async () => Response.json({ number: "4711", seconds: 120 });
  await remote.ask();
  assert.equal(remote.told.number, "4711");
  mock.timers.tick(120_000);
  assert.equal(remote.told.number, "");
  assert.equal(remote.told.refused, "That number has expired. Ask for a new one.");
  remote.stop();
});

test("a press that the laptop did not do in time is told of, and not one of before", () => {
  const { remote } = phone();
  remote.hear({ remote: { pressed: 4 }, undone: 0, missed: 2 });
  assert.equal(remote.told.failed, "");
  remote.hear({ undone: 1 });
  mock.timers.tick(3000);
  remote.hear({ undone: 0, missed: 3 });
  assert.equal(remote.told.failed, "That came too late, and was not done.");
});

test("what was not done is told for some seconds, and again if it happens again", () => {
  const { remote } = phone();
  remote.hear({ undone: 0, missed: 0 });
  remote.hear({ missed: 1 });
  mock.timers.tick(5000);
  remote.hear({ missed: 2 });
  mock.timers.tick(5000);
  assert.equal(remote.told.failed, "That came too late, and was not done.");
  mock.timers.tick(2000);
  assert.equal(remote.told.failed, "");
});

/** A follower's phone that shows the number 4711. */
async function asking() {
  const remote = new Remote(
    "/live/ABCDEF",
    () => "me",
    () => {},
  );
  globalThis.fetch = async () => Response.json({ number: "4711", seconds: 120 });
  remote.hear({ follower: "me" });
  remote.hear({ steps: {} });
  await remote.ask();
  return remote;
}

test("a number that is no more is not shown on, and the phone says to ask once more", async () => {
  const remote = await asking();
  remote.hear({ number: "4711", steps: {} });
  remote.hear({ steps: {} });
  assert.equal(remote.told.number, "4711");
  remote.hear({ number: null });
  assert.deepEqual(
    [remote.told.number, remote.told.refused],
    ["", "That number has expired. Ask for a new one."],
  );
  await remote.ask();
  assert.deepEqual([remote.told.number, remote.told.refused], ["4711", ""]);
  remote.stop();
});

test("after a break the phone shows its number on if the server says that it is good", async () => {
  const remote = await asking();
  remote.hear({ follower: "me" });
  remote.hear({ number: "4711" });
  assert.equal(remote.told.number, "4711");
  remote.hear({ follower: "me" });
  remote.hear({ steps: {} }); // of a server that forgot it
  assert.equal(remote.told.number, "");
  remote.stop();
});

test("a number that has done its work is gone without a word", async () => {
  const remote = await asking();
  remote.hear({ remote: { pressed: 0 }, number: null });
  assert.deepEqual([remote.told.leads, remote.told.refused], [true, ""]);
  remote.stop();
});
