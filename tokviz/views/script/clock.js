// The clock: which step is on, and whether it runs. Players that share a clock move together.

const SMOOTH = 30; // redraws per second; above that a tick takes several steps

export class Clock {
  constructor() {
    this.step = 0;
    this.playing = false;
    this.speed = 2; // steps per second
    this.players = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The longest trace sets the end; shorter ones stay on their last step. */
  get last() {
    return Math.max(0, ...[...this.players].map((player) => player.steps));
  }

  join(player) {
    this.players.add(player);
  }

  leave(player) {
    this.players.delete(player);
    if (!this.players.size) this.pause();
  }

  go(step) {
    this.step = Math.max(0, Math.min(this.last, Math.round(step) || 0));
    if (this.step === this.last) this.halt();
    this.tell();
  }

  /** A move by hand stops the film. */
  jump(step) {
    this.halt();
    this.go(step);
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

  schedule() {
    const stride = Math.max(1, Math.round(this.speed / SMOOTH));
    this.timer = setTimeout(
      () => {
        this.go(this.step + stride);
        if (this.playing) this.schedule();
      },
      (1000 * stride) / this.speed,
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
