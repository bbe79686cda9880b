// Which tab leads: a page that is loaded anew does, a copy of one that lives does not.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { Keeper } from "../../tokviz/views/classroom/keeper.js";
import { classOfPage, hearWishes, wish } from "../../tokviz/views/script/register.js";
import { Tab } from "../../tokviz/views/classroom/tab.js";
import { Channel } from "./channels.js";
import { settled } from "./silence.js";
import { storage } from "./storage.js";

const NAME = "tokviz tab";

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  Channel.closeAll();
  Object.assign(globalThis, {
    BroadcastChannel: Channel,
    document: { cookie: "", querySelector: () => null },
    location: new URL("http://127.0.0.1/byte_bpe"),
    localStorage: storage(),
    fetch: () => new Promise(() => {}),
  });
});

/** A page that is loaded in a tab that keeps this, and what happens to it. */
function page(kept = storage()) {
  const window = new EventTarget();
  Object.assign(globalThis, { window });
  const tab = new Tab(kept);
  const happens = (type, more = {}) => window.dispatchEvent(Object.assign(new Event(type), more));
  return { tab, kept, happens };
}

/** A tab that keeps what another does. */
function copyOf(kept) {
  const copy = storage();
  for (const name of [NAME, "tokviz tab left"]) {
    if (kept.getItem(name) !== null) copy.setItem(name, kept.getItem(name));
  }
  return copy;
}

function leader() {
  const made = page();
  made.tab.leads();
  return made;
}

/** Time for an answer from another page. */
async function pass() {
  for (let turn = 0; turn < 4; turn++) await settled();
  mock.timers.tick(2100);
  for (let turn = 0; turn < 4; turn++) await settled();
}

async function isLeft({ tab }) {
  const told = tab.isLeft();
  await pass();
  return told;
}

test("a tab whose page lives is not left, and its copy forgets the name", async () => {
  const { kept, tab } = leader();
  const copy = page(copyOf(kept));
  assert.equal(await isLeft(copy), false);
  assert.equal(copy.tab.before, null);
  assert.equal(kept.getItem(NAME), tab.name);
});

test("a page that is loaded anew finds its tab left, also where it comes twice at once", async () => {
  const { kept, happens } = leader();
  happens("pagehide");
  const hasty = page(kept);
  hasty.tab.isLeft();
  hasty.happens("pagehide");
  assert.equal(await isLeft(page(kept)), true);
});

test("a page that is loaded anew leads on at once, and its copy asks", async () => {
  const { kept, happens } = leader();
  happens("pagehide");
  const anew = page(kept);
  assert.equal(await anew.tab.isLeft(), true); // no time has passed
  anew.tab.leads();
  assert.equal(await isLeft(page(copyOf(kept))), false);
});

test("after a crash, when no page was told that it ends, a tab is left", async () => {
  const { kept } = leader();
  Channel.closeAll();
  assert.equal(await isLeft(page(kept)), true);
});

test("a page that the browser kept whole, and shows again, lives", async () => {
  const { kept, happens } = leader();
  happens("pagehide");
  happens("pageshow", { persisted: true });
  assert.equal(await isLeft(page(copyOf(kept))), false);
});

/** A page of a class that this browser leads, in a tab that keeps the name of who led. */
function comes(name = "7") {
  const led = { code: "ABCDEF", key: "k", tab: "7", since: Date.now() };
  localStorage.setItem("tokviz class led", JSON.stringify(led));
  const sessionStorage = storage();
  sessionStorage.setItem(NAME, name);
  Object.assign(globalThis, { sessionStorage, window: new EventTarget() });
  return new Keeper("http://127.0.0.1/", {}, "Teach it");
}

const role = () => classOfPage().state.role;

test("what is wished for before it is known who leads is granted then", async () => {
  const keeper = comes();
  keeper.whenBack(hearWishes);
  wish("collect");
  assert.equal(role(), "none");
  await pass();
  assert.equal(role(), "leader");
  assert.equal(classOfPage().state.collects, true);
});

test("a page that is asked leads on, and one that asked shows that another leads", async () => {
  comes();
  await pass();
  const { window, sessionStorage } = globalThis;
  const { tab } = JSON.parse(localStorage.getItem("tokviz class led") ?? "");
  assert.equal(sessionStorage.getItem(NAME), tab);
  Object.assign(globalThis, { sessionStorage: copyOf(sessionStorage), window: new EventTarget() });
  const copy = new Keeper("http://127.0.0.1/", {}, "Teach it");
  await pass();
  assert.equal(role(), "elsewhere");
  assert.equal(copy.member, null);
  globalThis.window = window;
  assert.equal(role(), "leader");
});

test("of two tabs that come at once after a crash one leads", async () => {
  const first = comes();
  const { window } = globalThis;
  const second = comes();
  await pass();
  assert.deepEqual([first.member !== null, second.member !== null].sort(), [false, true]);
  assert.notEqual(window, globalThis.window);
});

test("a page that slept and did not answer hears that another leads", async () => {
  const keeper = comes();
  await pass();
  const led = JSON.parse(localStorage.getItem("tokviz class led") ?? "");
  localStorage.setItem("tokviz class led", JSON.stringify({ ...led, tab: "8" }));
  const heard = Object.assign(new Event("storage"), { key: "tokviz class led" });
  globalThis.window.dispatchEvent(heard);
  assert.equal(role(), "elsewhere");
  assert.equal(/** @type {any} */ (keeper.member).stopped.signal.aborted, true);
});

test("a page that the browser kept whole does not lead where another does by now", async () => {
  comes();
  await pass();
  const led = JSON.parse(localStorage.getItem("tokviz class led") ?? "");
  localStorage.setItem("tokviz class led", JSON.stringify({ ...led, tab: "8" }));
  globalThis.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await pass();
  assert.equal(role(), "elsewhere");
});
