// Who follows a class: what is told of the sentence that they sent it.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { Follower } from "../../tokviz/views/classroom/follower.js";
import { silent } from "./silence.js";
import { storage } from "./storage.js";

let refuses = false;

beforeEach(() => {
  refuses = false;
  Object.assign(globalThis, {
    window: new EventTarget(),
    document: {
      cookie: "",
      hidden: false,
      querySelector: () => null,
      documentElement: { dataset: {} },
    },
    location: new URL("http://127.0.0.1/byte_bpe"),
    localStorage: storage(),
    sessionStorage: storage(),
    fetch: async (url, init) => {
      if (!url.endsWith("/sentence")) return silent(init);
      return refuses ? Response.json({ error: "Too fast." }, { status: 429 }) : Response.json({});
    },
  });
});

/** One whose class asks for sentences, and who sent it this one. */
async function said(text) {
  const saved = { code: "ABCDEF", name: "", own: false, at: "" };
  const ears = { go() {}, over() {}, change() {} };
  const follower = new Follower("http://127.0.0.1/", saved, {}, ears);
  follower.hear({ follower: "one" });
  follower.hear({ collects: true });
  await follower.say(text);
  return follower;
}

test("who reconnects is told what they sent, until the class is asked anew", async () => {
  const follower = await said("a cat sat");
  assert.deepEqual(follower.said, { text: "a cat sat", refused: "" });
  follower.hear({ follower: "two" });
  follower.hear({ collects: true });
  assert.equal(follower.said.text, "a cat sat");
  follower.hear({ collects: false });
  follower.hear({ collects: true });
  assert.equal(follower.said.text, "");
  follower.stop();
});

test("who is refused another sentence is told that the first was sent", async () => {
  const follower = await said("a cat sat");
  refuses = true;
  await follower.say("on a mat");
  assert.deepEqual(follower.said, { text: "a cat sat", refused: "Too fast." });
  refuses = false;
  await follower.say("on a mat");
  assert.deepEqual(follower.said, { text: "on a mat", refused: "" });
  follower.stop();
});
