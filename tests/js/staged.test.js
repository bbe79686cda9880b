// What of a stage a class is brought, and when it is shown to who follows.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { Follower } from "../../tokviz/views/classroom/follower.js";
import { Stage, digestOf } from "../../tokviz/views/classroom/stage.js";
import { CLASS_LIMITS } from "../../tokviz/views/script/class_limits.js";
import { tellShown } from "../../tokviz/views/script/place.js";
import { payloadOf } from "./answers.js";
import { settled, silent } from "./silence.js";
import { storage } from "./storage.js";

/** @type {string[]} what was asked of the server */
let asked;
beforeEach(() => {
  asked = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1e9 });
  Object.assign(globalThis, {
    window: new EventTarget(),
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
    document: { cookie: "", querySelector: () => null, documentElement: { dataset: {} } },
    location: new URL("http://127.0.0.1/byte_bpe"),
    localStorage: storage(),
    sessionStorage: storage(),
    fetch: (url, init) => {
      asked.push(url);
      return silent(init);
    },
  });
});

/** A replay on the stage, or below it, of a golden payload. */
function shows(replay, name, isOnStage = true) {
  const payload = payloadOf(name);
  const data = new Uint8Array(24 + payload.length);
  data.set(payload, 24);
  const host = { closest: () => isOnStage };
  const root = { isConnected: true, getRootNode: () => ({ host }) };
  tellShown(replay, /** @type {any} */ ({ kind: "player", data, root }));
  return digestOf(data);
}

test("a class is brought what stands on the stage, and no more than its server takes", async () => {
  const names = ["train-byte_bpe", "train-char_bpe", "train-lines", "train-barred"];
  const below = shows(0, "train-wordpiece", false);
  const digests = names.map((name, at) => shows(1 + at, name));
  const most = CLASS_LIMITS.STAGES;
  assert.ok(most < names.length);
  /** @type {string[]} */
  const said = [];
  const stage = new Stage(async (path) => void said.push(path));
  assert.equal(stage.now(), undefined, "it is on its way");
  while (stage.now() === undefined) await settled();
  assert.deepEqual(
    stage.now()?.map(({ digest }) => digest),
    digests.slice(0, most),
  );
  assert.deepEqual(
    said,
    digests.slice(0, most).map((digest) => `stage/${digest}`),
  );
  assert.ok(!said.includes(`stage/${below}`));
});

/** Was the leader's stage asked for, of which the class heard so long after its page was to go there? */
async function isAskedFor(milliseconds) {
  const saved = { code: "ABCDEF", name: "", own: false, at: "" };
  const ears = { go() {}, over() {}, change() {} };
  const follower = new Follower("http://127.0.0.1/", saved, {}, ears);
  follower.hear({ follower: "one" });
  follower.hear({ place: { page: "unigram", query: "", text: null } });
  mock.timers.tick(milliseconds);
  asked = [];
  follower.hear({ stage: { title: "Unigram", replays: [{ kind: "player", digest: "a" }] } });
  await settled();
  const isAsked = asked.some((url) => url.endsWith("/stage/a"));
  follower.stop();
  return isAsked;
}

test("what the leader sees is fetched while the page's own run is on its way, and not later", async () => {
  assert.equal(await isAskedFor(4900), true);
  assert.equal(await isAskedFor(5100), false);
});
