// A plan's question before a class: its leader asks, a follower votes, without a server.

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { Keeper } from "../../tokviz/views/classroom/keeper.js";
import {
  classOfPage,
  hearWishes,
  isOnPage,
  isToFold,
  wish,
} from "../../tokviz/views/script/register.js";
import { questions, tellQuestion } from "../../tokviz/views/script/questions.js";
import { Channel } from "./channels.js";
import { QUESTION } from "./plan_question.js";
import { storage } from "./storage.js";

globalThis.Element ??= /** @type {any} */ (class {});

const BASE = "http://127.0.0.1/";
const settled = () => new Promise((done) => setTimeout(done, 5));

/** @type {(news: any) => void} the server tells the class's member */
let tell;
/** @type {any[]} */
let votes;
/** @type {Keeper} */
let keeper;

async function answered(url, { body, signal }) {
  if (url.endsWith("/events")) {
    const stream = new ReadableStream({
      start(opened) {
        const text = new TextEncoder();
        tell = (news) => opened.enqueue(text.encode(`data: ${JSON.stringify(news)}\n\n`));
        signal.addEventListener("abort", () => opened.close());
      },
    });
    return new Response(stream, { headers: { "Content-Type": "text/event-stream" } });
  }
  if (url.endsWith("/code")) return Response.json({ code: "ABCDEF" });
  if (url.endsWith("/vote")) votes.push(JSON.parse(body));
  return Response.json({});
}

beforeEach(() => {
  votes = [];
  const nothing = { querySelector: () => null, querySelectorAll: () => [] };
  Object.assign(globalThis, {
    BroadcastChannel: Channel,
    window: new EventTarget(),
    document: { ...nothing, cookie: "", documentElement: { dataset: {} } },
    location: { href: BASE },
    localStorage: storage(),
    sessionStorage: storage(),
    fetch: answered,
  });
  keeper = new Keeper(BASE, {}, "Teach it");
  hearWishes();
});
afterEach(() => wish("leave"));

const shown = () => classOfPage().state;

async function leads() {
  wish("lead");
  while (shown().role !== "leader") await settled();
}

async function lead() {
  await leads();
  wish("ask", JSON.stringify(QUESTION));
}

test("a leader asks, shows the answer, and takes the question away", async () => {
  await lead();
  const { words, options, answer, counts } = shown().votes ?? {};
  assert.deepEqual({ words, options }, { words: QUESTION.words, options: QUESTION.options });
  assert.deepEqual([answer, counts], [null, []]);
  wish("go on");
  assert.equal(shown().votes?.answer, 1);
  wish("go on");
  assert.equal(shown().votes, null);
});

/** Press a key where nobody types; whether somebody used it. */
function press(key) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  return !globalThis.window.dispatchEvent(event);
}

test("a clicker shows a question's answer, then closes it, and is the lesson's again", async () => {
  await lead();
  assert.ok(press("PageDown"));
  assert.equal(shown().votes?.answer, 1);
  assert.ok(press("ArrowRight"));
  assert.equal(shown().votes, null);
  assert.ok(!press("PageDown"));
});

test("a clicker's way back takes a question back", async () => {
  await lead();
  assert.ok(press("PageUp"));
  assert.equal(shown().votes, null);
  assert.ok(!press("PageUp"));
});

/** She walks a way to a stop, which asks the question or has its answer. */
const walk = (stop, isAnswered, { isBack = false, ballot = QUESTION } = {}) =>
  wish("walk", JSON.stringify({ stop, asks: { ballot, answered: isAnswered }, isBack }));

test("what a way asks leaves the clicker to the way, but for the card with the answer", async () => {
  await leads();
  walk("byte_bpe 8", false);
  assert.ok(!press("PageDown"));
  walk("byte_bpe 9", true);
  assert.ok(isToFold(shown().votes));
  assert.ok(!press("PageUp"));
  assert.ok(press("PageDown"));
  assert.ok(isOnPage(shown().votes));
  assert.equal(shown().votes?.answer, 1);
  assert.ok(!press("PageDown"));
});

test("who goes back from an answer on her way finds no card over the question", async () => {
  await leads();
  walk("byte_bpe 8", false);
  walk("byte_bpe 9", true);
  walk("byte_bpe 8", false);
  assert.ok(isOnPage(shown().votes));
  walk("byte_bpe 9", true);
  assert.ok(isOnPage(shown().votes));
  wish("walk", JSON.stringify({ stop: "byte_bpe 10", asks: null }));
  assert.equal(shown().votes, null);
  walk("byte_bpe 9", true);
  assert.ok(isOnPage(shown().votes));
});

/** The page is loaded anew: its storage is what it was. */
async function reload() {
  /** @type {any} */ (keeper).member.stop();
  globalThis.window.dispatchEvent(new Event("pagehide"));
  Object.assign(globalThis, { window: new EventTarget() });
  keeper = new Keeper(BASE, {}, "Teach it");
  await keeper.coming;
  hearWishes();
  assert.equal(shown().role, "leader");
}

test("all that is done stays so, also over a reload, unless she goes back to it or asks it", async () => {
  await leads();
  const other = { ...QUESTION, words: "Why not?" };
  for (const [at, ballot] of [QUESTION, other].entries()) {
    walk(`byte_bpe ${2 * at}`, false, { ballot });
    walk(`byte_bpe ${2 * at + 1}`, true, { ballot });
    wish("fold");
    wish("go on");
    assert.equal(shown().votes, null);
  }
  await reload();
  for (const isAnswered of [true, false]) {
    walk("byte_bpe 3", isAnswered, { ballot: other });
    walk("byte_bpe 1", isAnswered);
    assert.equal(shown().votes ?? null, null);
  }
  walk("byte_bpe 1", true, { isBack: true });
  assert.equal(shown().votes?.answer, 1);
  walk("byte_bpe 3", true, { ballot: other });
  assert.equal(shown().votes, null);
  wish("ask", JSON.stringify(other));
  assert.equal(shown().votes?.words, other.words);
});

test("a question with a place goes there on its leader's wish, and its card makes room", async () => {
  await lead();
  wish("show");
  assert.ok(!shown().votes?.shown);
  const seen = { page: "byte_bpe", query: "text=aaaa&step=1" };
  wish("ask", JSON.stringify({ ...QUESTION, seen }));
  assert.ok(shown().votes?.isSeen && !isOnPage(shown().votes));
  wish("go on");
  wish("show");
  assert.ok(isOnPage(shown().votes));
  assert.deepEqual(/** @type {any} */ (keeper).wanted, seen);
});

test("votes on a question are none on the same one that is asked anew", async () => {
  await lead();
  const { words, options, replay, step } = /** @type {any} */ (shown().votes);
  tell({ votes: { on: { replay, step, options, words }, counts: [2, 1] } });
  await settled();
  assert.deepEqual(shown().votes?.counts, [2, 1]);
  wish("ask", JSON.stringify(QUESTION));
  assert.deepEqual(shown().votes?.counts, []);
});

/** The server tells how the class votes on what is asked now. */
async function tellCounts(more) {
  const { words, options, replay, step, again } = /** @type {any} */ (shown().votes);
  const on = { replay, step, options, words, ...(again === undefined ? {} : { again }) };
  tell({ votes: { on, ...more } });
  await settled();
  return { step, again };
}

test("a class votes again before the answer, and its first vote is kept to the end", async () => {
  await lead();
  const first = await tellCounts({ counts: [2, 1, 0] });
  wish("ask again");
  assert.deepEqual([shown().votes?.answer, shown().votes?.counts], [null, []]);
  const second = await tellCounts({ counts: [0, 3, 0], first: [2, 1, 0] });
  assert.notEqual(second.step, first.step);
  assert.equal(second.again, first.step);
  wish("ask", JSON.stringify(QUESTION));
  const third = await tellCounts({ counts: [1, 2, 0], first: [2, 1, 0] });
  assert.equal(third.again, first.step);
  wish("go on");
  wish("ask again");
  const { answer, counts, first: before } = shown().votes ?? {};
  assert.deepEqual([answer, counts, before], [1, [1, 2, 0], [2, 1, 0]]);
  const [result, ...others] = shown().results ?? [];
  assert.deepEqual([result.counts, result.first, others], [[1, 2, 0], [2, 1, 0], []]);
});

test("what has its answer is asked anew, and no first vote stands beside it", async () => {
  await lead();
  await tellCounts({ counts: [2, 1, 0] });
  wish("go on");
  wish("ask", JSON.stringify(QUESTION));
  assert.equal(/** @type {any} */ (shown().votes).again, undefined);
});

test("a new question of a replay takes the place of a plan's", async () => {
  await lead();
  tellQuestion({ replay: 7, step: 3, options: ["a + b"], picked: null, answer: null });
  assert.deepEqual([shown().votes?.words, shown().votes?.options], [undefined, ["a + b"]]);
  tellQuestion(null);
  assert.equal(shown().votes, null);
});

test("a plan's question stands though a replay tells that nothing is asked in it", async () => {
  await lead();
  tellQuestion(null);
  assert.equal(shown().votes?.words, QUESTION.words);
  assert.deepEqual(questions().votes, []);
});

test("who follows votes, changes the vote, and votes no more once the answer is there", async () => {
  const told = { words: QUESTION.words, options: QUESTION.options, replay: 0, step: 9 };
  wish("join", "ABCDEF");
  await settled();
  tell({ follower: "name" });
  tell({ question: { ...told, answer: null, vote: null } });
  await settled();
  assert.equal(shown().question?.words, QUESTION.words);
  wish("vote", "1");
  assert.deepEqual([shown().question?.picked, shown().question?.vote], [1, null]);
  await settled();
  assert.equal(shown().question?.vote, 1);
  wish("vote", "0");
  await settled();
  tell({ question: { ...told, answer: 1, vote: 0 } });
  await settled();
  wish("vote", "1");
  await settled();
  assert.deepEqual(
    votes.map(({ option }) => option),
    [1, 0],
  );
  assert.deepEqual([shown().question?.answer, shown().question?.vote], [1, 0]);
  tell({ question: null });
  await settled();
  assert.equal(shown().question, null);
});

test("who follows folds a question's card; with its answer it comes unfolded", async () => {
  const told = { words: QUESTION.words, options: QUESTION.options, replay: 0, step: 9 };
  wish("join", "ABCDEF");
  await settled();
  tell({ question: { ...told, answer: null, vote: 1 } });
  await settled();
  wish("fold");
  assert.ok(shown().question?.folded);
  wish("vote", "0");
  await settled();
  assert.ok(shown().question?.folded);
  tell({ question: { ...told, answer: 1, vote: 0 } });
  await settled();
  assert.ok(shown().question && !shown().question?.folded);
});
