// The stream of a class's news, opened again whenever it breaks, without a server.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { News } from "../../tokviz/views/classroom/news.js";

const settled = () => new Promise((done) => setImmediate(done));

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.window = /** @type {any} */ (new EventTarget());
  globalThis.document = /** @type {any} */ (page);
});

/** A page, whose server is reached when `reached` says so. */
const page = {
  hidden: false,
  /** @type {() => void} */ changed: () => {},
  querySelector: () => app,
  reached(/** @type {string} */ state) {
    app.state = state;
    page.changed();
  },
};
const app = { state: "CONNECTED", getAttribute: () => app.state };
globalThis.MutationObserver = /** @type {any} */ (
  class {
    constructor(/** @type {() => void} */ changed) {
      page.changed = changed;
    }
    observe() {}
    disconnect() {}
  }
);

/** A listener whose every try ends like this; how often it tried, and what it heard of it. */
async function trying(fetched) {
  const heard = { tries: 0, lost: /** @type {boolean[]} */ ([]) };
  globalThis.fetch = async (_, init) => {
    heard.tries++;
    return fetched(init);
  };
  const ears = {
    heard() {},
    lost: (lost) => heard.lost.push(lost),
    refused: async () => ({ after: 500 }),
  };
  const news = new News("http://127.0.0.1/live/ABCDEF/events", ears);
  await settled();
  return { news, heard };
}

const cut = () => Promise.reject(new TypeError("Failed to fetch"));

test("who has no network tries again at once when the browser is online, or is hurried", async () => {
  const { news, heard } = await trying(cut);
  assert.equal(heard.tries, 1);
  globalThis.window.dispatchEvent(new Event("online"));
  await settled();
  assert.equal(heard.tries, 2);
  news.hurry();
  await settled();
  assert.equal(heard.tries, 3);
  assert.deepEqual(heard.lost, [true]);
  news.stop();
});

test("who could not reach the server tries at once when the page reaches it again", async () => {
  const { news, heard } = await trying(cut);
  page.reached("PINGING_SERVER");
  await settled();
  assert.equal(heard.tries, 1);
  page.reached("CONNECTED");
  await settled();
  assert.equal(heard.tries, 2);
  news.stop();
});

test("a class that its server does not know is asked for as soon as its page says", async () => {
  const told = /** @type {string[]} */ ([]);
  const pauses = [0, 8000, 8000];
  const refused = async () => ({ after: pauses.shift() ?? 0, why: "Waiting." });
  globalThis.fetch = async () => Response.json({ error: "No such class." }, { status: 404 });
  const news = new News("/live/ABCDEF/events", {
    heard() {},
    lost: () => told.push(news.why),
    refused,
  });
  await settled();
  mock.timers.tick(0);
  await settled();
  assert.equal(pauses.length, 1);
  mock.timers.tick(3000);
  await settled();
  assert.equal(pauses.length, 1);
  mock.timers.tick(9000);
  await settled();
  assert.equal(pauses.length, 0);
  assert.deepEqual(told, ["Waiting."]);
  news.stop();
});

for (const status of [404, 429, 503]) {
  test(`a server that answers ${status} is not hurried`, async () => {
    const { news, heard } = await trying(() => Response.json({ error: "No." }, { status }));
    news.hurry();
    globalThis.window.dispatchEvent(new Event("online"));
    await settled();
    assert.equal(heard.tries, 1);
    mock.timers.tick(750);
    await settled();
    assert.equal(heard.tries, 2);
    news.stop();
  });
}

for (const [status, asks] of [
  [404, true],
  [410, true],
  [429, false],
  [502, false],
  [503, false],
]) {
  test(`whether ${status} ends a class is ${asks ? "" : "not "}asked`, async () => {
    globalThis.fetch = async () => new Response("<html>", { status: Number(status) });
    let asked = 0;
    const refused = async () => ({ after: ++asked });
    const news = new News("/live/ABCDEF/events", { heard() {}, lost() {}, refused });
    await settled();
    await settled();
    assert.equal(asked, Number(asks));
    news.stop();
  });
}

test("who finds no place is told so, in the server's words, until one is free", async () => {
  const full = "This class is full: it has 300 followers. Wait here.";
  const told = [];
  const hears = () => told.push(news.why);
  let answer = () => Response.json({ error: full }, { status: 503 });
  globalThis.fetch = async () => answer();
  const ears = { heard() {}, lost: hears, refused: async () => ({ after: 500 }) };
  const news = new News("http://127.0.0.1/live/ABCDEF/events", ears);
  await settled();
  assert.deepEqual(told, [full]);
  answer = () => new Response("<html>", { status: 503 }); // of a proxy, which knows no class
  mock.timers.tick(750);
  await settled();
  assert.deepEqual(told, [full, ""]);
  const headers = { "Content-Type": "text/event-stream" };
  answer = () => new Response('data: {"follower":"a"}\n\n', { headers });
  mock.timers.tick(1500);
  await settled();
  assert.equal(news.why, "");
  news.stop();
});

test("news says that the stream is there, and its end that it is lost", async () => {
  const stream = () =>
    new Response('data: {"followers":1}\n\n', { headers: { "Content-Type": "text/event-stream" } });
  const { news, heard } = await trying(stream);
  for (let turn = 0; turn < 10; turn++) await settled();
  assert.deepEqual(heard.lost, [false, true]);
  news.stop();
});

for (const [slept, tries] of [
  [10_000, 1],
  [30_000, 2],
]) {
  test(`a phone that was locked for ${slept / 1000} s has ${tries} streams in all`, async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const { news, heard } = await trying(silentAfterOne);
    mock.timers.setTime(Date.now() + slept); // its own timers stood still
    globalThis.window.dispatchEvent(new Event("visibilitychange"));
    await settled();
    globalThis.window.dispatchEvent(new Event("visibilitychange"));
    await settled();
    await settled();
    assert.equal(heard.tries, tries);
    news.stop();
  });
}

/** A stream that says one thing, and then nothing until it is given up. */
function silentAfterOne({ signal }) {
  const begin = (controller) => {
    controller.enqueue(new TextEncoder().encode('data: {"followers":1}\n\n'));
    signal.addEventListener("abort", () => controller.error(signal.reason));
  };
  const body = new ReadableStream({ start: begin });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}
