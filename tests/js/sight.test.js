// A place below the stage: when it asks for what stands there, and until when.

import assert from "node:assert/strict";
import test from "node:test";

import mount from "../../tokviz/views/sight/component.js";

const MINUTE = 60_000;

class TestElement {
  attributes = new Set();
  toggleAttribute(name, on) {
    if (on) this.attributes.add(name);
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
}

/** A page whose clock the test moves. */
class TestPage {
  asked = 0;
  running = false;
  now = 0;
  /** @type {{at: number, act: () => void}[]} */
  timers = [];

  constructor() {
    const watchers = [];
    this.see = () => watchers.forEach((told) => told([{ isIntersecting: true }]));
    const window = new EventTarget();
    this.print = () => window.dispatchEvent(new Event("beforeprint"));
    Object.assign(globalThis, {
      addEventListener: window.addEventListener.bind(window),
      document: { querySelector: () => (this.running ? null : {}) },
      setTimeout: (act, later) => this.timers.push({ at: this.now + later, act }),
      IntersectionObserver: class {
        constructor(told) {
          watchers.push(told);
        }
        observe() {}
        disconnect() {}
      },
    });
  }

  /** A place on the page; what it returns takes the place away. */
  place(data) {
    return mount({
      parentElement: { querySelector: () => new TestElement() },
      data: new TextEncoder().encode(data),
      setTriggerValue: () => (this.asked += 1),
    });
  }

  /** The timer that is due next. */
  before(until) {
    return this.timers.sort((a, b) => a.at - b.at).find(({ at }) => at <= until);
  }

  wait(milliseconds) {
    const until = this.now + milliseconds;
    for (let next = this.before(until); next; next = this.before(until)) {
      this.timers.splice(this.timers.indexOf(next), 1);
      this.now = next.at;
      next.act();
    }
    this.now = until;
  }
}

test("a place that nobody sees asks for nothing", () => {
  const page = new TestPage();
  page.place("the rhyme");
  page.wait(MINUTE);
  assert.equal(page.asked, 0);
});

test("a place in sight asks once, and the answer takes it away", () => {
  const page = new TestPage();
  const leave = page.place("the rhyme");
  page.see();
  page.wait(1_000);
  leave();
  page.wait(MINUTE);
  assert.equal(page.asked, 1);
});

test("a place that nobody has seen asks when the page is printed, and once", () => {
  const page = new TestPage();
  const leave = page.place("in sight the rhyme");
  page.print();
  page.wait(500);
  assert.equal(page.asked, 1);
  page.see();
  page.print();
  page.wait(500);
  assert.equal(page.asked, 1);
  leave();
});

test("what lies in a closed box is not printed, so its place asks for nothing", () => {
  const page = new TestPage();
  page.place("low the rhyme");
  page.print();
  page.wait(MINUTE);
  assert.equal(page.asked, 0);
});

test("it asks when no run is on", () => {
  const page = new TestPage();
  page.running = true;
  page.place("the rhyme");
  page.see();
  page.wait(MINUTE);
  assert.equal(page.asked, 0);
  page.running = false;
  page.wait(1_000);
  assert.equal(page.asked, 1);
});

test("where the answer was lost it asks again, each time after a longer pause", () => {
  const page = new TestPage();
  const leave = page.place("the rhyme");
  page.see();
  page.wait(MINUTE);
  assert.equal(page.asked, 5); // at once, and after 2, 6, 14 and 30 seconds
  leave();
  page.wait(MINUTE);
  assert.equal(page.asked, 5);
});

test("a browser that never rests, as one that plays on a slow machine, asks all the same", (t) => {
  const page = new TestPage();
  const requestIdleCallback = (act, options) => setTimeout(act, options?.timeout ?? Infinity);
  Object.assign(globalThis, { requestIdleCallback });
  t.after(() => Object.assign(globalThis, { requestIdleCallback: undefined }));
  const leave = page.place("soon the rhyme");
  page.wait(1_000);
  assert.equal(page.asked, 0);
  page.wait(2_000);
  assert.equal(page.asked, 1);
  leave();
});

test("of the places that ask soon one asks for all, unseen", () => {
  const page = new TestPage();
  const leave = ["the rhyme", "its sections"].map((name) => page.place(`soon ${name}`));
  page.wait(1_000);
  assert.equal(page.asked, 1);
  leave.forEach((place) => place());
});
