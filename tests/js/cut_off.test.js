// A question of a plan, before a cut of the connection and after it.

import assert from "node:assert/strict";
import test from "node:test";

import { Follower } from "../../tokviz/views/classroom/follower.js";

globalThis.window ??= /** @type {any} */ (new EventTarget());

const question = (more = {}) => ({
  replay: 0,
  step: 5,
  words: "Which?",
  options: ["a", "b"],
  answer: null,
  ...more,
});

/** A follower whose votes do not arrive while it is `cut`, and what it sent. */
function follower() {
  const sent = [];
  /** @type {any} */
  const made = Object.assign(Object.create(Follower.prototype), {
    class: {},
    left: null,
    saved: { own: false },
    news: { lost: false, hurry() {} },
    remote: { leads: false, hear() {} },
    stopped: new AbortController(),
    ears: { change() {} },
    follow: () => made.agree(),
    vote: (asked, { picked }) => sent.push(picked),
  });
  return { made, sent };
}

test("what was picked while the connection broke is sent once it is back", () => {
  const { made, sent } = follower();
  made.hear({ follower: "x" });
  made.hear({ question: question({ vote: null }) });
  made.news.lost = true;
  made.pick(1);
  made.fold();
  assert.deepEqual(sent, []);
  made.news.lost = false;
  made.hear({ follower: "x" });
  made.hear({ question: question({ vote: null }) });
  assert.deepEqual(sent, [1]);
  assert.ok(made.class.question.folded);
});

test("a vote that the server forgot with who left is sent again", () => {
  const { made, sent } = follower();
  made.hear({ follower: "x" });
  made.hear({ question: question({ vote: 0 }) });
  assert.deepEqual(sent, []);
  made.hear({ follower: "y", question: question({ vote: null }) });
  assert.deepEqual(sent, [0]);
});

for (const [name, next] of [
  ["another question", { words: "And this?" }],
  ["the same question, voted on again", { step: 6, again: 5 }],
  ["none", null],
])
  test(`after a cut ${name} has no vote of the one before`, () => {
    const { made, sent } = follower();
    made.hear({ follower: "x", question: question({ vote: 0 }) });
    made.hear({
      follower: "x",
      question: next && question({ vote: null, .../** @type {any} */ (next) }),
    });
    made.hear({ question: question({ vote: null }) });
    assert.deepEqual(sent, []);
  });

test("an answered question is voted on no more", () => {
  const { made, sent } = follower();
  made.hear({ follower: "x", question: question({ vote: 0 }) });
  made.hear({ follower: "x", question: question({ vote: null, answer: 1 }) });
  assert.deepEqual(sent, []);
});
