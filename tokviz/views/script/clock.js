// The clock: which step is on, and whether it runs. Players that share a clock move together.
//
// Where an asker is set, a step may take two beats: first its question stands, over the step before
// it; the next beat is the step that answers it.

import { questions } from "./questions.js";

const SMOOTH = 30; // redraws per second; above that a tick takes several steps
const TWO_BEATS = 4; // steps per second up to which a film has questions that do not wait

/** A hand that moves nothing: it waits for the vote of the class. */
const WAITING = { jump() {}, next() {}, back() {}, toggle() {} };

export class Clock {
  constructor() {
    this.step = 0;
    this.playing = false;
    this.speed = 2; // steps per second
    this.players = new Set();
    /** @type {number | undefined} */
    this.until = undefined; // the step on which a film that was asked for ends
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {number | null} the step that answers the question that stands */
    this.question = null;
    /** @type {{asks(): number | null, waits: boolean} | null} what is asked here, if anything */
    this.asker = null;
  }

  /** The longest trace sets the end; shorter ones stay on their last step. */
  get last() {
    return Math.max(0, ...[...this.players].map((player) => player.steps));
  }

  /** What the reader's own hand moves: buttons, keys, a swipe, a press on a place. */
  get hand() {
    return questions().voting ? WAITING : this;
  }

  join(player) {
    this.players.add(player);
  }

  leave(player) {
    this.players.delete(player);
    if (!this.players.size) this.pause();
    else if (this.step > this.last) this.go(this.last);
  }

  go(step) {
    const to = Math.max(0, Math.min(this.last, Math.round(step) || 0));
    if (to !== this.step) this.question = null;
    this.step = to;
    if (this.step === this.last || this.step === this.until) this.halt();
    this.tell();
  }

  /** A move by hand stops the film. */
  jump(step) {
    this.halt();
    this.go(step);
  }

  /** One beat on by hand: the question of what comes, or what comes. */
  next() {
    this.halt();
    this.beat(1);
  }

  /** One beat back: a question is taken back before the step is. */
  back() {
    const to = this.question === null ? this.step - 1 : this.step;
    this.question = null;
    this.jump(to);
  }

  beat(stride) {
    const asked = this.question ?? this.asks();
    if (asked === this.question) return this.go(asked ?? this.step + stride);
    this.question = asked;
    if (this.asker?.waits) this.halt();
    return this.tell();
  }

  /** The step that answers what is to be asked now; null, nothing is. */
  asks() {
    if (!this.asker || this.step === this.last) return null;
    const tooFast = this.playing && !this.asker.waits && this.speed > TWO_BEATS;
    return tooFast ? null : this.asker.asks();
  }

  /** A film from the start to a step. */
  playTo(step) {
    this.jump(0);
    this.until = Math.min(step, this.last);
    if (this.until > 0) this.play();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.playing || !this.last) return;
    this.playing = true;
    if (this.step >= this.last) this.go(0);
    this.tell();
    this.schedule();
  }

  pause() {
    this.halt();
    this.tell();
  }

  halt() {
    this.playing = false;
    this.until = undefined;
    clearTimeout(this.timer);
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) {
      clearTimeout(this.timer);
      this.schedule();
    }
    this.tell();
  }

  /** The next beat is due a beat after the last was: drawing takes nothing from the speed. */
  schedule(last = performance.now()) {
    const stride = Math.max(1, Math.round(this.speed / SMOOTH));
    const length = (1000 * stride) / this.speed;
    this.timer = setTimeout(
      () => {
        this.beat(Math.min(stride, (this.until ?? this.last) - this.step));
        // one beat is made up for at the most, so that a page that slept does not rush
        if (this.playing) this.schedule(Math.max(last + length, performance.now() - length));
      },
      last + length - performance.now(),
    );
  }

  tell() {
    for (const player of this.players) player.onClock();
  }
}

/** The clock of that name on this page; no name, a clock of one's own. */
export function clockNamed(name) {
  if (!name) return new Clock();
  const clocks = (globalThis.tokvizClocks ??= new Map());
  if (!clocks.has(name)) clocks.set(name, new Clock());
  return clocks.get(name);
}
