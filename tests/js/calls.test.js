// The calls of a component's script for one place of the page.

import assert from "node:assert/strict";
import test from "node:test";

import { endOfCall, listenersOfCall } from "../../tokviz/views/script/calls.js";

test("the end of a call that a later one overtook takes nothing away", () => {
  const [place, elsewhere] = [{}, {}];
  const ended = [];
  const overtaken = endOfCall(place, () => ended.push("overtaken"));
  const last = endOfCall(place, () => ended.push("last"));
  endOfCall(elsewhere, () => ended.push("elsewhere"));
  overtaken();
  assert.deepEqual(ended, []);
  last();
  assert.deepEqual(ended, ["last"]);
});

test("the end of a call that a later one will overtake takes nothing away", () => {
  const place = { isConnected: true };
  const ended = [];
  const overtaken = endOfCall(place, () => ended.push("overtaken"));
  overtaken(); // Streamlit has new data for the place, and its script is still on the way
  const last = endOfCall(place, () => ended.push("last"));
  assert.deepEqual(ended, []);
  place.isConnected = false;
  last();
  assert.deepEqual(ended, ["last"]);
});

test("a call's listeners end with the next call, and no others do", () => {
  const [place, elsewhere] = [{}, {}];
  const [first, other] = [listenersOfCall(place), listenersOfCall(elsewhere)];
  const second = listenersOfCall(place);
  first.abort(); // as Streamlit ends a call that was overtaken
  assert.deepEqual(
    [first, second, other].map(({ signal }) => signal.aborted),
    [true, false, false],
  );
});

test("a call whose place is no longer on the page hears nothing", () => {
  assert.equal(listenersOfCall({ isConnected: false }).signal.aborted, true);
  assert.equal(listenersOfCall({ isConnected: true }).signal.aborted, false);
});
