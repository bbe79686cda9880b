// A class whose network answers nothing: what is sent is given up, sent again, or said to be lost.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { Follower } from "../../tokviz/views/classroom/follower.js";
import { Keeper } from "../../tokviz/views/classroom/keeper.js";
import { Leader } from "../../tokviz/views/classroom/leader.js";
import { classOfPage, hearWishes, wish } from "../../tokviz/views/script/register.js";
import { Remote } from "../../tokviz/views/classroom/remote.js";
import { News } from "../../tokviz/views/classroom/news.js";
import { bytesAt, send } from "../../tokviz/views/classroom/server.js";
import { stagedAt } from "../../tokviz/views/classroom/stage.js";
import { loadAnewWhereBroken } from "../../tokviz/views/page/broken.js";
import { Channel } from "./channels.js";
import { settled, silent } from "./silence.js";
import { storage } from "./storage.js";

const URL_OF_CLASS = "http://127.0.0.1/live/ABCDEF";
const SAID = new Uint8Array([1]);

/** @type {string[]} what was asked of the server */
let asked;
/** @type {(url: string) => boolean} */
let answers;
beforeEach(() => {
  asked = [];
  answers = () => false;
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  Object.assign(globalThis, {
    BroadcastChannel: Channel,
    window: new EventTarget(),
    document: { cookie: "", hidden: false, querySelector: () => null },
    location: new URL("http://127.0.0.1/byte_bpe"),
    localStorage: storage(),
    sessionStorage: storage(),
    fetch: async (url, init) => {
      asked.push(url.replace(URL_OF_CLASS, ""));
      return answers(url) ? Response.json({}) : silent(init);
    },
  });
});

/** Let seconds pass, and all that comes of each. */
async function pass(seconds) {
  for (let at = 0; at < seconds; at++) {
    mock.timers.tick(1000);
    for (let turn = 0; turn < 4; turn++) await settled();
  }
}

/** Whether it failed, and after how many seconds; null while it waits. */
function failing(promise) {
  const began = Date.now();
  const told = { after: /** @type {number | null} */ (null) };
  promise.catch(() => (told.after = (Date.now() - began) / 1000));
  return told;
}

const times = (path) => asked.filter((each) => each === path).length;

for (const [what, begin, seconds] of /** @type {[string, () => Promise<any>, number][]} */ ([
  ["a message", () => send("POST", `${URL_OF_CLASS}/vote`, { body: {} }), 10],
  ["what is brought", () => send("POST", `${URL_OF_CLASS}/text/a`, { body: SAID }), 60],
  ["a text that is fetched", () => bytesAt(`${URL_OF_CLASS}/text/a`, "me"), 60],
  ["a replay that is fetched", () => stagedAt(URL_OF_CLASS, "a", "me"), 60],
]))
  test(`${what} that nobody answers is given up after ${seconds} s`, async () => {
    const told = failing(begin());
    await pass(seconds - 1);
    assert.equal(told.after, null);
    await pass(1);
    assert.equal(told.after, seconds);
  });

test("an answer that does not come to its end is given up, too", async () => {
  globalThis.fetch = async (_, init) => {
    const body = new ReadableStream({
      start: (told) => init?.signal?.addEventListener("abort", () => told.error(new Error("cut"))),
    });
    return new Response(body);
  };
  const told = failing(send("POST", `${URL_OF_CLASS}/vote`, { body: {} }));
  await pass(10);
  assert.equal(told.after, 10);
});

test("what is stopped is given up at once, and with the reason of who stopped it", async () => {
  const stopped = new AbortController();
  const sent = send("POST", `${URL_OF_CLASS}/state`, { body: {}, signal: stopped.signal });
  stopped.abort(new Error("she leads no longer"));
  await assert.rejects(sent, /she leads no longer/);
  await assert.rejects(
    send("POST", `${URL_OF_CLASS}/state`, { body: {}, signal: stopped.signal }),
    /she leads no longer/,
  );
});

test("the class hears its leader again after one message that was swallowed", async () => {
  const own = { code: "ABCDEF", key: "k" };
  const leader = new Leader("http://127.0.0.1/", own, "", { news() {}, over() {}, lost() {} });
  await pass(2);
  assert.equal(times("/state"), 1);
  answers = (url) => url.endsWith("/state");
  await pass(12);
  assert.equal(times("/state"), 2);
  leader.stop();
});

test("what a leader tells has a turn and a number, so that what comes late is known", async () => {
  const own = { code: "ABCDEF", key: "k" };
  const told = [];
  globalThis.fetch = async (url, init) => {
    if (String(url).endsWith("/state")) told.push(JSON.parse(String(init?.body)).told);
    return Response.json({});
  };
  const leader = new Leader("http://127.0.0.1/", own, "", { news() {}, over() {}, lost() {} });
  await pass(1);
  leader.hear({ follower: "", turn: 7 });
  await pass(1);
  leader.collect();
  await pass(1);
  leader.hear({ follower: "", turn: 8 });
  await pass(1);
  assert.deepEqual(told, [undefined, [7, 1], [7, 2], [8, 1]]);
  leader.stop();
});

test("the class does not wait a minute for what stands on the stage of the page that it goes to", async () => {
  const own = { code: "ABCDEF", key: "k" };
  const leader = new Leader("http://127.0.0.1/", own, "", { news() {}, over() {}, lost() {} });
  const told = failing(leader.stage.say("stage/a", SAID));
  await pass(25);
  assert.equal(told.after, 20);
  leader.stop();
});

test("a long text that the page's server does not bring is asked for again", async () => {
  const own = { code: "ABCDEF", key: "k" };
  const leader = new Leader("http://127.0.0.1/", own, "", { news() {}, over() {}, lost() {} });
  answers = (url) => url.endsWith("/state");
  let asks = 0;
  classOfPage().text = { digest: "a", content: null, ask: () => asks++ };
  await pass(9);
  assert.equal(asks, 1);
  await pass(3);
  assert.equal(asks, 2);
  leader.stop();
});

test("a vote that was swallowed is sent again", async () => {
  /** @type {any} */
  const follower = Object.assign(Object.create(Follower.prototype), {
    class: { question: { replay: 0, step: 5, words: "Which?", answer: null, vote: null } },
    saved: { own: false, code: "ABCDEF", name: "me" },
    base: "http://127.0.0.1/",
    news: { lost: false, hurry() {} },
    remote: { leads: false },
    stopped: new AbortController(),
    ears: { change() {} },
  });
  follower.pick(1);
  await pass(2);
  assert.equal(times("/vote"), 1);
  answers = () => true;
  await pass(12);
  assert.equal(times("/vote"), 2);
  assert.equal(follower.class.question.vote, 1);
});

/** A phone that leads. */
function phone() {
  const remote = new Remote(
    URL_OF_CLASS,
    () => "me",
    () => {},
  );
  remote.hear({ remote: { pressed: 0 } });
  return remote;
}

test("a press that nobody answers is given up after five seconds, with those behind it", async () => {
  const remote = phone();
  remote.press({ what: "next" });
  await pass(1);
  remote.press({ what: "back" });
  await pass(3);
  assert.equal(remote.told.failed, "");
  await pass(1);
  assert.equal(remote.told.failed, "The laptop did not hear that.");
  answers = () => true;
  await pass(5);
  assert.equal(times("/phone/press"), 1);
  remote.press({ what: "next" });
  await pass(1);
  assert.equal(remote.told.failed, "");
  assert.equal(times("/phone/press"), 2);
  remote.stop();
});

test("a press is given up five seconds after it was pressed, though a try failed before", async () => {
  const remote = phone();
  const { fetch } = globalThis;
  globalThis.fetch = async (url, init) => {
    await fetch(url, { ...init, signal: AbortSignal.abort(new TypeError("Failed to fetch")) });
    return Response.json({});
  };
  remote.press({ what: "next" });
  await pass(3);
  globalThis.fetch = fetch;
  await pass(2);
  assert.equal(remote.told.failed, "The laptop did not hear that.");
  remote.stop();
});

test("who wants to lead is told that there is no connection, and may try again", async () => {
  new Keeper("http://127.0.0.1/", {}, "Teach it");
  hearWishes();
  wish("lead");
  await pass(10);
  assert.equal(classOfPage().state.words, "No connection. Try again.");
  wish("lead");
  await pass(1);
  assert.equal(asked.length, 2);
});

/** A stream of news whose server does not answer. */
function news() {
  /** @type {boolean[]} */
  const lost = [];
  const ears = { heard() {}, lost: (is) => lost.push(is), refused: async () => ({ after: 500 }) };
  return { lost, stream: new News(`${URL_OF_CLASS}/events`, ears) };
}

test("a stream that hangs while it is opened is given up and opened again", async () => {
  const { lost, stream } = news();
  await pass(9);
  assert.deepEqual(lost, []);
  await pass(3);
  assert.deepEqual(lost, [true]);
  assert.equal(times("/events"), 2);
  stream.stop();
});

test("a browser that is online again does not wait for the stream that it was opening", async () => {
  const { stream } = news();
  await pass(1);
  globalThis.window.dispatchEvent(new Event("online"));
  for (let turn = 0; turn < 4; turn++) await settled();
  assert.equal(times("/events"), 2);
  stream.stop();
});

test("a phone that is looked at again does not wait for a stream that it began to open", async () => {
  const { stream } = news();
  await settled();
  mock.timers.setTime(Date.now() + 60_000); // it slept, and so did its timers
  globalThis.window.dispatchEvent(new Event("visibilitychange"));
  for (let turn = 0; turn < 4; turn++) await settled();
  assert.equal(times("/events"), 2);
  stream.stop();
});

test("a page that is broken asks again whether its server is there", async () => {
  const failed = { textContent: "error loading dynamically imported module" };
  Object.assign(globalThis.document, { querySelectorAll: () => [failed] });
  const watch = { observe() {}, disconnect() {} };
  Object.assign(globalThis, {
    MutationObserver: function () {
      return watch;
    },
  });
  const stopped = new AbortController();
  loadAnewWhereBroken("http://127.0.0.1/", stopped.signal);
  globalThis.window.dispatchEvent(new Event("online"));
  await pass(12);
  assert.equal(asked.length, 2);
  stopped.abort();
  await pass(10);
});
