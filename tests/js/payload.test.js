// Payloads, read: all that Python wrote arrives, and what is no payload of ours is refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  fromText,
  handInflated,
  inflated,
  isDeflated,
  readMount,
  sigOf,
  stopHanding,
  unpack,
} from "../../tokviz/views/script/payload.js";
import { answersTo, deflated, payloadOf } from "./answers.js";

const DATA = payloadOf("protocol");
const ANSWERS = answersTo("protocol");
const PAYLOAD = readMount(DATA).payload;

/** @param {(header: string) => string} change */
function withHeader(change) {
  const length = new DataView(PAYLOAD.buffer, PAYLOAD.byteOffset).getUint32(0, true);
  const header = new TextDecoder().decode(PAYLOAD.subarray(4, 4 + length));
  const bytes = new TextEncoder().encode(change(header));
  return Uint8Array.from([...new Uint8Array(Uint32Array.of(bytes.length).buffer), ...bytes]);
}

test("the mount is read", () => {
  const { payload, ...mount } = readMount(DATA);
  assert.deepEqual(mount, ANSWERS.mount);
  assert.equal(payload.length, DATA.length - 24);
});

test("a deflated payload is known by its first bytes, and inflated to the same", async () => {
  const small = deflated(DATA);
  assert.ok(isDeflated(small));
  assert.ok(!isDeflated(DATA));
  assert.equal(sigOf(readMount(small).payload), ANSWERS.sig);
  assert.deepEqual(await inflated(small), DATA);
});

test("what is not deflated is handed on at once, what is, as soon as it is inflated", async () => {
  const owner = {};
  const taken = [];
  handInflated(owner, DATA, (whole) => taken.push(whole));
  assert.deepEqual(taken, [DATA]);
  await new Promise((done) => handInflated(owner, deflated(DATA), done)).then((whole) =>
    assert.deepEqual(whole, DATA),
  );
});

test("of several that are inflated at once the last is handed on, and to who stopped none", async () => {
  const [one, other] = [{}, {}];
  const taken = [];
  const note = (/** @type {string} */ name) => () => taken.push(name);
  handInflated(one, deflated(DATA), note("first"));
  handInflated(one, deflated(DATA), note("second"));
  handInflated(other, deflated(DATA), note("stopped"));
  stopHanding(other);
  handInflated(one, deflated(DATA), note("third"));
  for (let turn = 0; turn < 20; turn++) await inflated(deflated(DATA));
  assert.deepEqual(taken, ["third"]);
  handInflated(one, deflated(DATA), note("fourth"));
  handInflated(one, DATA, note("fifth, not deflated"));
  for (let turn = 0; turn < 20; turn++) await inflated(deflated(DATA));
  assert.deepEqual(taken, ["third", "fifth, not deflated"]);
});

test("the header holds the facts, the signature and no more", () => {
  const { sig, version, arrays, ...facts } = unpack(PAYLOAD).header;
  assert.equal(sig, ANSWERS.sig);
  assert.equal(version, 2);
  assert.deepEqual(Object.keys(arrays).sort(), Object.keys(ANSWERS.arrays).sort());
  assert.deepEqual(facts, ANSWERS.facts);
});

test("every array arrives in its type", () => {
  const { arrays } = unpack(PAYLOAD);
  for (const [name, values] of Object.entries(ANSWERS.arrays)) {
    assert.deepEqual([...arrays[name]], values, name);
  }
  const types = Object.entries(arrays).map(([name, array]) => [name, array.constructor.name]);
  assert.deepEqual(Object.fromEntries(types), {
    bytes: "Uint8Array",
    none: "Float64Array",
    pairs: "Uint16Array",
    shares: "Float64Array",
    whole: "Int32Array",
  });
});

test("a payload may start anywhere in a larger buffer", () => {
  for (let shift = 0; shift < 8; shift++) {
    const buffer = new Uint8Array(PAYLOAD.length + 8);
    buffer.set(PAYLOAD, shift);
    const { arrays } = unpack(buffer.subarray(shift, shift + PAYLOAD.length));
    assert.deepEqual([...arrays.shares], ANSWERS.arrays.shares, `shifted by ${shift}`);
  }
});

test("arrays are views on the payload, not copies", () => {
  assert.equal(unpack(PAYLOAD).arrays.whole.buffer, PAYLOAD.buffer);
});

test("a payload in a page is base64", () => {
  assert.deepEqual([...fromText("AP8/")], [0, 255, 63]);
});

test("another version is refused, and both are named", () => {
  const other = withHeader((header) => header.replace('"version":2', '"version":1'));
  assert.throws(() => unpack(other), /reads payloads of version 2, but this one has version 1/);
});

test("a header without a version is refused", () => {
  for (const header of ["{}", "null", "[]", "7"]) {
    assert.throws(() => unpack(withHeader(() => header)), /has version none/, header);
  }
});

test("what is not JSON is refused", () => {
  assert.throws(() => unpack(withHeader(() => "{oops")), /header is JSON in UTF-8, but this one/);
});

test("bytes that end too early are refused", () => {
  for (const length of [0, 3, 4, 40, PAYLOAD.length - 8]) {
    const bytes = PAYLOAD.subarray(0, length);
    assert.throws(() => unpack(bytes), new RegExp(`but only ${length} came`));
  }
});
