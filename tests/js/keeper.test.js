// The keeper of a page's class, without a server.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test, { beforeEach, mock } from "node:test";

import { Keeper } from "../../tokviz/views/classroom/keeper.js";
import { letThrough } from "../../tokviz/views/classroom/moderation.js";
import { Presses } from "../../tokviz/views/classroom/presses.js";
import { keepDone, newQuestion, putQuestion } from "../../tokviz/views/classroom/put.js";
import { classOfPage, hearWishes, wish } from "../../tokviz/views/script/register.js";
import { keepResult } from "../../tokviz/views/classroom/results.js";
import { Channel } from "./channels.js";
import { settled } from "./silence.js";
import { storage } from "./storage.js";

/** @type {string[]} what was asked of the server */
let asked;
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  asked = [];
  Object.assign(globalThis, {
    BroadcastChannel: Channel,
    window: new EventTarget(),
    document: { cookie: "" },
    localStorage: storage(),
    sessionStorage: storage(),
    fetch: (url) => {
      asked.push(url);
      return new Promise(() => {});
    },
  });
});

test("the page that comes says how to go also where the one before it ends later", () => {
  const keeper = new Keeper("http://127.0.0.1/", {}, "Teach it");
  /** @type {string[]} */
  const went = [];
  const [before, after] = [() => assert.fail(), (place) => went.push(place)];
  keeper.goes(before);
  keeper.goes(after);
  keeper.leaves(before);
  keeper.go("unigram");
  assert.deepEqual(went, ["unigram"]);
  keeper.leaves(after);
  keeper.go("whitespace");
  assert.deepEqual(went, ["unigram"], "between two pages it waits");
  keeper.goes(after);
  assert.deepEqual(went, ["unigram", "whitespace"]);
});

test("who presses twice leads one class", () => {
  new Keeper("http://127.0.0.1/", {}, "Teach it");
  hearWishes();
  wish("lead");
  wish("lead");
  assert.equal(asked.length, 1);
});

test("what the class is told is on its way no longer once she ends it", async () => {
  /** @type {Record<string, AbortSignal | undefined>} */
  const sent = {};
  Object.assign(globalThis, {
    document: { cookie: "", querySelector: () => null },
    location: new URL("http://127.0.0.1/byte_bpe"),
    fetch: async (url, { method = "GET", signal }) => {
      if (url.endsWith("live/code")) return Response.json({ code: "ABCDEF" });
      const [path] = url.match(/(state|events)?$/);
      sent[`${method} ${path}`] = signal;
      return path ? new Promise(() => {}) : Response.json({});
    },
  });
  new Keeper("http://127.0.0.1/", {}, "Teach it");
  hearWishes();
  wish("lead");
  while (!("GET events" in sent)) await settled();
  mock.timers.tick(100);
  assert.equal(sent["POST state"]?.aborted, false);
  wish("end");
  assert.equal(sent["POST state"]?.aborted, true);
  assert.ok("DELETE " in sent);
});

test("the class's sentences are shown where they are learned from, off every way and section", () => {
  const href = "http://127.0.0.1/unigram?path=9&course=5&section=EM+step&step=3&pieces=40";
  Object.assign(globalThis, {
    location: new URL(href),
    document: { cookie: "", querySelector: () => null },
  });
  const keeper = new Keeper("http://127.0.0.1/", {}, "Teach it");
  hearWishes();
  /** @type {any[]} */
  const went = [];
  keeper.goes((place) => went.push(place));
  wish("cut", "the hen");
  assert.deepEqual([went[0].page, went[0].query, went[0].own], ["unigram", "pieces=40", "learned"]);
});

/**
 * A class that this browser leads, and all that it keeps of one.
 * @returns {Promise<(told: string) => void>} tells the leader's page something
 */
async function leadsAndKeeps() {
  /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
  let news;
  Object.assign(globalThis, {
    document: { cookie: "", querySelector: () => null },
    location: new URL("http://127.0.0.1/byte_bpe"),
    fetch: async (url) => {
      if (url.endsWith("live/code")) return Response.json({ code: "ABCDEF" });
      if (!url.endsWith("events")) return Response.json({});
      const headers = { "Content-Type": "text/event-stream" };
      return new Response(new ReadableStream({ start: (told) => void (news = told) }), { headers });
    },
  });
  new Keeper("http://127.0.0.1/", {}, "Teach it");
  hearWishes();
  wish("lead");
  while (!news) await settled();
  const question = { words: "Which comes next?", options: ["a b", "b c"], right: 0 };
  keepResult("ABCDEF", { ...question, step: 7, counts: [2, 1], answer: 0 });
  putQuestion("ABCDEF", newQuestion(question));
  keepDone("ABCDEF", new Set([question.words]));
  wish("collect");
  letThrough("the hen");
  new Presses(new AbortController().signal, {}).keep(1, false);
  assert.equal(localStorage.length, 7);
  return (told) => news?.enqueue(new TextEncoder().encode(`data: ${told}\n\n`));
}

test("her browser keeps nothing of a class that she ends", async () => {
  await leadsAndKeeps();
  wish("end");
  assert.equal(classOfPage().state.role, "over");
  assert.equal(localStorage.length, 0);
});

test("her browser keeps nothing of a class that the server says is over", async () => {
  const tell = await leadsAndKeeps();
  tell('{"over":true}');
  while (classOfPage().state.role !== "over") await settled();
  assert.equal(localStorage.length, 0);
});

test("what a browser keeps of the class that it leads has its names in one place", () => {
  const views = new URL("../../tokviz/views/", import.meta.url);
  const named = readdirSync(views, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .filter((name) =>
      /"tokviz class [a-z ]+"(?!\))/.test(readFileSync(new URL(name, views), "utf8")),
    );
  assert.deepEqual(named, ["classroom/kept_of_class.js"]);
});

/** What becomes of who opens the short link to a class, and leads that one: ABCDEF. */
function opensLinkTo(code) {
  const since = Date.now();
  const led = { code: "ABCDEF", key: "k", tab: "another", since };
  localStorage.setItem("tokviz class led", JSON.stringify(led));
  globalThis.document = /** @type {any} */ ({
    cookie: `tokviz_class=${code}`,
    querySelector: () => null,
    documentElement: { dataset: {} },
  });
  globalThis.location = /** @type {any} */ (new URL("http://127.0.0.1/byte_bpe"));
  new Keeper("http://127.0.0.1/", {}, "Teach it");
  hearWishes();
  const { role, code: shown } = classOfPage().state;
  wish("leave");
  return `${role} ${shown}`;
}

test("who opens the short link to the class that they lead leads it, and follows another's", () => {
  assert.equal(opensLinkTo("ABCDEF"), "leader ABCDEF");
  globalThis.window = /** @type {any} */ (new EventTarget());
  assert.equal(opensLinkTo("QRSTUV"), "follower QRSTUV");
});
