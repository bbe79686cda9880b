// Whether Python works on the page: scripts wait for its rest, and hear of each run.

import assert from "node:assert/strict";
import test from "node:test";

import { isAtRest, isRunning, onRun } from "../../tokviz/views/script/running.js";

const APP = "[data-testid=stApp]";

/** A page in this state of Streamlit's, or before Streamlit has drawn it. @param {string} [state] */
function pageIn(state) {
  const is = (asked) => asked === `${APP}[data-test-script-state=${state}]`;
  const not = (asked) => asked === `${APP}:not([data-test-script-state=notRunning])`;
  const matches = (asked) => asked === APP || is(asked) || (not(asked) && state !== "notRunning");
  const querySelector = (asked) => (state && matches(asked) ? {} : null);
  Object.assign(globalThis, { document: { querySelector } });
}

for (const [state, runs, rests] of /** @type {[string | undefined, boolean, boolean][]} */ ([
  [undefined, false, false],
  ["initial", true, false],
  ["running", true, false],
  ["notRunning", false, true],
]))
  test(`a page that is ${state ?? "not there yet"} ${runs ? "runs" : rests ? "rests" : "does neither"}`, () => {
    pageIn(state);
    assert.deepEqual([isRunning(), isAtRest()], [runs, rests]);
  });

test("each run is heard of, and its end is none", () => {
  let change = () => {};
  let watches = 0;
  class Watch {
    constructor(heard) {
      change = heard;
    }
    observe() {
      watches++;
    }
    disconnect() {
      watches--;
    }
  }
  Object.assign(globalThis, { MutationObserver: Watch });
  pageIn("notRunning");
  let began = 0;
  const end = onRun(() => began++);
  for (const state of ["running", "notRunning", "running"]) {
    pageIn(state);
    change();
  }
  assert.equal(began, 2);
  end();
  assert.equal(watches, 0);
});
