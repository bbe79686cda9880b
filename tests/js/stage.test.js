// What a class's leader sees, shown by a follower's page before its own run brings it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { beforeEach, mock } from "node:test";

import { lentBy, Preview } from "../../tokviz/views/classroom/preview.js";
import { digestOf, stagedAt } from "../../tokviz/views/classroom/stage.js";
import { mounting } from "../../tokviz/views/script/mounting.js";
import { inflated, readMount, remounted, unpack } from "../../tokviz/views/script/payload.js";
import {
  onAnyMove,
  placeIn,
  rootOf,
  shownIn,
  stepInAddress,
} from "../../tokviz/views/script/place.js";
import { deflated } from "./answers.js";

const REPLAY = 7;

/** A golden payload with a mount before it. */
function mountedFile(name, { about = 1, step = 0 } = {}) {
  const payload = readFileSync(new URL(`./golden/${name}.bin`, import.meta.url));
  const data = new Uint8Array(24 + payload.length);
  new DataView(data.buffer).setUint32(20, about, true);
  data.set(payload, 24);
  return remounted(data, { step, clock: 0, follows: false, replay: REPLAY });
}

const OLD = mountedFile("train-byte_bpe", { about: 1 });
const NEW = mountedFile("train-char_bpe", { about: 2 });

/** A replay that notes what it is to show. */
class Noting {
  constructor() {
    this.shown = [];
    this.root = { dataset: { step: "0" }, isConnected: true, scrollIntoView() {} };
    this.root.querySelectorAll = () => [];
    this.clock = { jump: (step) => this.go(step) };
  }

  go(step) {
    this.root.dataset.step = String(step);
  }

  load(payload, { step, anew }) {
    this.shown.push("half of it"); // as far as a broken one is drawn
    const { sig } = unpack(payload).header;
    this.shown.pop();
    if (!anew && sig === this.sig) return false;
    this.sig = sig;
    this.shown.push(sig);
    this.go(step);
    return true;
  }

  theme() {}
  stop() {}
}

let view, mount, watching;
const run = (data) => mount({ parentElement: view, data, setTriggerValue() {} });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  globalThis.window = /** @type {any} */ (new EventTarget());
  globalThis.MutationObserver = /** @type {any} */ (
    class {
      constructor(told) {
        watching = told;
      }
      observe() {}
      disconnect() {}
    }
  );
  globalThis.document = /** @type {any} */ ({
    querySelector: () => null,
    documentElement: { dataset: {} },
  });
  view = new Noting();
  mount = mounting("player", () => view);
  run(OLD);
});

/** Longer than a few payloads take to be inflated. */
async function inflating() {
  for (let turn = 0; turn < 20; turn++) await inflated(deflated(NEW));
}

const steps = (step) => ({ at: { [REPLAY]: { step, about: 2 } } });
const adopted = (data, step = 0) => new Preview({}).adopt([{ kind: "player", data }], steps(step));

test("a step that is drawn again is no move, and one that a run brings again is", () => {
  const moves = [];
  onAnyMove((replay) => moves.push(replay), new AbortController().signal);
  view.go(0);
  watching();
  assert.deepEqual(moves, []);
  view.go(3);
  watching();
  assert.deepEqual(moves, [REPLAY]);
  run(NEW);
  assert.deepEqual(moves, [REPLAY, REPLAY]);
});

test("the page's own replay shows the leader's text at the class's step", () => {
  assert.equal(adopted(NEW, 3), true);
  assert.deepEqual(view.shown, [digestOf(OLD), digestOf(NEW)]);
  assert.deepEqual(placeIn(REPLAY), { step: 3, about: 2, jumps: 0 });
});

test("the run that brings the same changes nothing on the stage", () => {
  adopted(NEW, 3);
  run(NEW.slice());
  assert.deepEqual(view.shown, [digestOf(OLD), digestOf(NEW)]);
  assert.equal(placeIn(REPLAY)?.step, 3);
});

test("of two large texts that come at once the last is shown, and none after the page's end", async () => {
  [deflated(NEW), deflated(OLD), deflated(NEW)].forEach(run);
  await inflating();
  assert.deepEqual(view.shown, [digestOf(OLD), digestOf(NEW)]);
  assert.deepEqual(shownIn(REPLAY)?.data, NEW);
  run(deflated(OLD))();
  await inflating();
  assert.deepEqual(view.shown, [digestOf(OLD), digestOf(NEW)]);
});

test("what claims to be what the run brings, and is not, is drawn anew from the run", () => {
  const forged = NEW.slice();
  forged[forged.length - 1] ^= 1;
  adopted(forged);
  run(NEW);
  assert.deepEqual(view.shown.slice(1), [digestOf(NEW), digestOf(NEW)]);
});

test("a replay that cannot be drawn leaves the page's own", () => {
  adopted(NEW.slice(0, 200));
  assert.equal(view.shown.at(-1), digestOf(OLD));
  assert.equal(placeIn(REPLAY)?.about, 1);
});

test("a replay of another kind, or one that the page has not, is not its own to show", () => {
  const preview = new Preview({});
  assert.equal(preview.adopt([{ kind: "stepper", data: NEW }], undefined), false);
  const other = remounted(NEW, { step: 0, clock: 0, follows: false, replay: 8 });
  assert.equal(preview.adopt([{ kind: "player", data: other }], undefined), false);
  assert.deepEqual(view.shown, [digestOf(OLD)]);
});

/** Let Streamlit say of the page that it runs, or that it has ended. */
function tellRun(runs) {
  const app = /** @type {any} */ ({});
  globalThis.document.querySelector = (wanted) => (runs || !wanted.includes(":not") ? app : null);
  watching();
}

test("a page whose run has ended and that shows something else is what it is", () => {
  const preview = new Preview({});
  tellRun(false);
  preview.adopt([{ kind: "player", data: NEW }], steps(0));
  preview.goes();
  tellRun(true);
  mock.timers.tick(8000);
  tellRun(false);
  mock.timers.tick(400);
  assert.equal(view.shown.at(-1), digestOf(NEW));
  mock.timers.tick(400);
  assert.equal(view.shown.at(-1), digestOf(OLD));
});

test("a run that a busy server begins late finds what the class sees", () => {
  const preview = new Preview({});
  preview.adopt([{ kind: "player", data: NEW }], steps(0));
  preview.goes();
  mock.timers.tick(20_000);
  assert.equal(view.shown.at(-1), digestOf(NEW));
});

test("a run shorter than the time between two looks is seen", () => {
  const preview = new Preview({});
  tellRun(false);
  preview.adopt([{ kind: "player", data: NEW }], steps(0));
  preview.goes();
  tellRun(true);
  tellRun(false);
  mock.timers.tick(1000);
  assert.equal(view.shown.at(-1), digestOf(OLD));
});

test("a replay that has gone from the page says nothing of the one that took its place", () => {
  const preview = new Preview({});
  preview.adopt([{ kind: "player", data: NEW }], steps(0));
  view.root.isConnected = false;
  view = new Noting();
  run(NEW);
  preview.end();
  assert.equal(placeIn(REPLAY)?.about, 2);
  assert.equal(shownIn(REPLAY)?.data, NEW);
});

test("a replay that is drawn anew before the one before it ends keeps the step in the address", () => {
  const location = new URL("http://127.0.0.1/byte_bpe");
  const history = { replaceState: (_state, _unused, url) => (location.href = String(url)) };
  Object.assign(globalThis, { location, history });
  const linked = NEW.slice();
  linked[8] = 2; // its step is the one of the page's address
  view = new Noting();
  const end = run(linked);
  view = new Noting();
  run(linked);
  view.go(3);
  watching();
  end();
  assert.equal(stepInAddress(), 3);
  mock.timers.tick(400);
  assert.equal(location.search, "?step=3");
  const inSight = view.root;
  view = new Noting();
  run(linked)(); // a late call for the place that is to go
  mock.timers.tick(400);
  assert.equal(stepInAddress(), 3);
  assert.equal(rootOf(REPLAY), inSight);
});

test("a page that was never asked to go on is what it is after half a minute", () => {
  adopted(NEW);
  mock.timers.tick(29_000);
  assert.equal(view.shown.at(-1), digestOf(NEW));
  mock.timers.tick(2000);
  assert.equal(view.shown.at(-1), digestOf(OLD));
});

test("what is mounted elsewhere is about the same, and the bytes that came stay", () => {
  const { about, replay, clock, linked } = readMount(
    remounted(NEW, { step: 4, clock: 9, follows: true, replay: 8 }),
  );
  assert.deepEqual([about, replay, clock, linked], [2, 8, 9, false]);
  assert.equal(readMount(NEW).replay, REPLAY);
  assert.equal(shownIn(REPLAY)?.data, OLD);
});

for (const [what, body] of [
  ["no payload", new Uint8Array(400)],
  ["half of one", NEW.slice(0, NEW.length / 2)],
  ["far too much", new Blob([NEW, new Uint8Array(33_000_000)])],
]) {
  test(`${what} from the class is not shown`, async () => {
    globalThis.fetch = async () => new Response(body);
    await assert.rejects(stagedAt("http://127.0.0.1/live/ABCDEF", "a", "p"));
  });
}

test("a replay from the class is shown as it came", async () => {
  globalThis.fetch = async () => new Response(NEW);
  assert.deepEqual(await stagedAt("http://127.0.0.1/live/ABCDEF", "a", "p"), NEW);
});

test("an address says of which file, or fetched tokenizer, another page has nothing", () => {
  assert.equal(lentBy("sample=magikarp&made_with=my+own.json"), "my own.json");
  assert.equal(
    lentBy("whose=hub&hub_name=google-bert%2Fbert-base-uncased"),
    "google-bert/bert-base-uncased",
  );
  assert.equal(lentBy("whose=tiktoken&encoding=o200k_base"), "o200k_base");
  assert.equal(lentBy("whose=cl100k_base&sample=magikarp"), "");
  assert.equal(lentBy(""), "");
});
