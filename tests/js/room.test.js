// How much room is given to what is drawn: an option by its letters, a lane by its tokens, and which
// tree is open at first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { optionButton } from "../../tokviz/views/script/options.js";
import { Stepper } from "../../tokviz/views/stepper/stepper.js";
import { Trees } from "../../tokviz/views/trees/trees.js";
import { FakeElement, makesElements } from "./elements.js";

Object.assign(globalThis, { document: makesElements });

/** How many letters wide the tokens of an option are. */
function lettersOf(...words) {
  const tokens = words.map((said) => {
    const token = new FakeElement("span");
    token.textContent = said;
    return /** @type {any} */ (token);
  });
  const option = { words: tokens, name: "", standing: "won", said: "" };
  const [offered] = optionButton(option, 0, false).querySelectorAll(".offered");
  return Number(offered.style.getPropertyValue("--letters"));
}

test("a letter of Korean or Japanese is as wide as two, and each token has one more", () => {
  assert.equal(lettersOf("he", "n"), 5);
  assert.equal(lettersOf("안녕"), 5);
  assert.equal(lettersOf("のa"), 4);
});

/** The part of the height that a lane of these chips has. */
function shareOf(...chips) {
  const lane = { name: "Pieces", note: "", layout: "list", chips };
  const stepper = { replay: { lanes: [lane] }, setChips: Stepper.prototype.setChips };
  const { element } = Stepper.prototype.lane.call(stepper, lane);
  return element.style.getPropertyValue("--share");
}

const chip = (said, more = {}) => ({ parts: [["text", said]], number: 1, ...more });

test("a lane has room for its fullest step, by its tokens as by their letters", () => {
  assert.equal(shareOf(chip("ab"), chip("c")), Math.sqrt(7).toFixed(1));
  assert.equal(
    shareOf(chip("ab", { end: 1 }), chip("c", { end: 1 }), chip("abcd", { first: 1 })),
    Math.sqrt(7).toFixed(1),
  );
  assert.equal(shareOf(), "1.0");
});

/** A payload of trees, as views/inside/tree.py packs it. */
function packed(payload) {
  const header = new TextEncoder().encode(
    JSON.stringify({ sig: "a", version: 2, arrays: {}, ...payload }),
  );
  const bytes = new Uint8Array(4 + header.length);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(header, 4);
  return bytes;
}

/** Which token's tree is open, where the tokens are made of so many merges. */
function openedOf(...merges) {
  const nodes = [{ parts: null }, ...Array.from({ length: 9 }, (_, at) => ({ parts: [at, 0] }))];
  let opened = -2;
  const trees = new (class extends Trees {
    draw() {}
    open(place) {
      opened = place;
    }
  })(null);
  trees.load(packed({ nodes, tokens: merges }));
  return opened;
}

test("the tree of the most merges is open, of several the first", () => {
  assert.equal(openedOf(1, 3, 0, 3, 2), 1);
  assert.equal(openedOf(0, 0), 0);
  assert.equal(openedOf(), -1);
});
