// The clock that plays: how many steps it takes in a time, whatever drawing them costs.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Clock } from "../../tokviz/views/script/clock.js";

let now = 0;

beforeEach(() => {
  now = 0;
  mock.restoreAll();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => now);
});

/** A clock at this speed, and a player each of whose steps takes so long to draw. */
function playing(speed, drawing) {
  const clock = new Clock();
  clock.join({
    steps: 10_000,
    onClock() {
      now += drawing;
    },
  });
  clock.setSpeed(speed);
  clock.play();
  return clock;
}

function wait(milliseconds) {
  for (const end = now + milliseconds; now < end; now += 1) mock.timers.tick(1);
}

for (const [speed, drawing] of [
  [1, 100],
  [2, 30],
  [10, 20],
])
  test(`at ${speed} a second, drawing for ${drawing} ms each takes nothing from the speed`, () => {
    const clock = playing(speed, drawing);
    wait(20_000);
    const steps = 20 * speed;
    assert.ok(Math.abs(clock.step - steps) <= 1, `${clock.step} steps, not ${steps}`);
    clock.halt();
  });

test("a page that slept goes on at its speed, and makes up for one beat at the most", () => {
  const clock = playing(10, 0);
  wait(1_000);
  const before = clock.step;
  now += 60_000;
  wait(1_000);
  assert.ok(clock.step - before <= 12, `${clock.step - before} steps in a second`);
  clock.halt();
});

test("when the longest of its replays leaves, the step is none beyond the end of the others", () => {
  const clock = new Clock();
  const told = /** @type {number[]} */ ([]);
  const long = { steps: 20, onClock() {} };
  const short = { steps: 9, onClock: () => told.push(clock.step) };
  clock.join(short);
  clock.join(long);
  clock.go(15);
  clock.leave(long);
  assert.deepEqual([clock.step, clock.last, told.at(-1)], [9, 9, 9]);
  clock.go(4);
  clock.leave(short);
  assert.equal(clock.step, 4, "the next replay on it begins where this one was");
});

test("at its end a replay asks nothing: no step is there that would answer it", () => {
  const clock = new Clock();
  clock.join({ steps: 2, onClock() {} });
  clock.asker = { asks: () => 3, waits: true };
  clock.go(2);
  assert.equal(clock.asks(), null);
  clock.next();
  assert.deepEqual([clock.step, clock.question], [2, null]);
  clock.go(1);
  clock.next();
  assert.deepEqual([clock.step, clock.question], [1, 3]);
});
