// A press on the leader's phone that waited for those before it: it has a second of its own.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { Remote } from "../../tokviz/views/classroom/remote.js";
import { settled } from "./silence.js";

/** @type {string[]} what the server has taken */
let taken;
beforeEach(() => {
  taken = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
});

/** A phone whose presses the server takes after so many milliseconds each. */
function phone(...waits) {
  globalThis.fetch = (_, init) =>
    new Promise((answer, failed) => {
      const { signal, body } = init ?? {};
      const take = () => {
        taken.push(JSON.parse(String(body)).what);
        answer(Response.json({}));
      };
      const coming = setTimeout(take, waits.shift());
      const giveUp = () => {
        clearTimeout(coming);
        failed(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp);
    });
  const remote = new Remote(
    "/live/ABCDEF",
    () => "me",
    () => {},
  );
  remote.hear({ remote: { pressed: 0 } });
  return remote;
}

async function pass(milliseconds) {
  for (let at = 0; at < milliseconds; at += 100) {
    mock.timers.tick(100);
    for (let turn = 0; turn < 4; turn++) await settled();
  }
}

test("one whose turn comes late is taken within a second more", async () => {
  const remote = phone(4900, 900);
  remote.press({ what: "next" });
  remote.press({ what: "back" });
  await pass(6000);
  assert.deepEqual(taken, ["next", "back"]);
  assert.equal(remote.told.failed, "");
  remote.stop();
});

test("and is given up after that second", async () => {
  const remote = phone(4900, 1200, 0);
  remote.press({ what: "next" });
  remote.press({ what: "back" });
  await pass(8000);
  assert.deepEqual(taken, ["next"]);
  assert.equal(remote.told.failed, "The laptop did not hear that.");
  remote.stop();
});
