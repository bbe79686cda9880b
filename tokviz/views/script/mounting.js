// The adapter to Streamlit, for every replay: mounts it, hands it the payload, tells its step.
//
// A replay says its step in data-step, and in data-clock that of its clock, which a longer replay
// may have taken further: there the reader is. No step costs the server a run: it is told on the
// page only.

import { endOfCall } from "./calls.js";
import { clockNamed } from "./clock.js";
import { nameControls, nameReplay } from "./naming.js";
import { handInflated, readMount, stopHanding } from "./payload.js";
import { addressOfPage, isElsewhere, placeIn, tellPlace, tellRoot, tellShown } from "./place.js";
import { askAs } from "./questions.js";
import { followTheme } from "./theme.js";

/**
 * What Streamlit calls; `kind` is what the component is called. `make(parentElement, clock, ask)`
 * gives a player, a stepper, or rows. `ask(name, value)` asks the server for what only it can do;
 * null where the page takes no questions.
 * @param {string} kind
 * @param {(parent: any, clock: any, ask: ((name: string, value: any) => void) | null) => any} make
 */
export function mounting(kind, make) {
  const shown = new WeakMap();
  return ({ parentElement, data, setTriggerValue }) => {
    const mount = readMount(data);
    let replay = shown.get(parentElement);
    if (!replay) {
      const clock = clockNamed(mount.clock ? `page ${mount.clock}` : "");
      const ask = (name, value) => shown.get(parentElement).setTriggerValue(name, value);
      replay = new Mounted(kind, make(parentElement, clock, mount.asks ? ask : null));
      shown.set(parentElement, replay);
    }
    replay.setTriggerValue = setTriggerValue;
    replay.show(data);
    return endOfCall(parentElement, () => {
      replay.stop();
      shown.delete(parentElement);
    });
  };
}

/** @type {Set<Mounted>} those on the page; of one replay two, while it is drawn anew */
const LIVE = new Set();

class Mounted {
  /** @type {import("./payload.js").Mount} */ mount;
  /** @type {ReturnType<typeof addressOfPage> | undefined} */ address;
  /** @type {(name: string, value: any) => void} */ setTriggerValue;

  constructor(kind, view) {
    LIVE.add(this);
    this.kind = kind;
    this.view = view;
    /** @type {Uint8Array | null} what a class brought, until the page's own run says the same */
    this.adopted = null;
    this.stepName = "";
    /** @type {number | undefined} */
    this.told = undefined; // the step that the page was told last
    this.watch = new MutationObserver(() => this.moved());
    this.watch.observe(view.root, {
      attributeFilter: ["data-step", "data-clock"],
    });
  }

  /** What the page's own run brings. */
  show(data) {
    if (this.sent !== data) {
      this.sent = data;
      handInflated(this, data, (whole) => this.bring(whole));
    }
    if (this.view.theme) this.view.theme();
    else followTheme(this.view.root);
  }

  bring(data) {
    this.given = data;
    const mount = readMount(data);
    const anew = this.adopted !== null && !areEqual(this.adopted, mount.payload);
    this.adopted = null;
    this.take(mount, anew);
    tellShown(mount.replay, {
      kind: this.kind,
      root: this.view.root,
      data,
      adopt: (other, step) => this.adopt(other, step),
      release: () => this.release(),
    });
  }

  /** Nobody vouches for these bytes: what cannot be drawn changes nothing. */
  adopt(data, step) {
    try {
      const { payload, about } = readMount(data);
      if (areEqual(payload, this.adopted ?? readMount(this.given).payload)) return;
      this.adopted = payload;
      this.take({ ...this.mount, payload, about, step }, true);
    } catch {
      this.release();
    }
  }

  /** Show again what the page's own run brought last, unless another replay has taken its place. */
  release() {
    if (this.adopted !== null && this.view.root.isConnected) this.take(readMount(this.given), true);
    this.adopted = null;
  }

  /**
   * @param {import("./payload.js").Mount & {payload: Uint8Array}} given
   * @param {boolean} anew whether to draw even what claims to be shown already
   */
  take({ payload, ...mount }, anew) {
    const left = placeIn(mount.replay);
    const asked = !left || mount.jumps > left.jumps || mount.about !== left.about;
    const step = asked ? mount.step : left.step;
    tellRoot(mount.replay, this.view.root, this.view.clock);
    Object.assign(this.view, {
      number: mount.replay,
      follows: mount.follows,
      aside: !mount.linked,
    });
    if (!this.mount && !mount.linked) nameControls(this.view.root);
    if (this.view.load(payload, { step, anew })) {
      nameReplay(this.view.root, mount);
      if (mount.clock) setClock(this.view.clock, step, mount.follows);
    } else if (asked) {
      this.view.clock.jump(step);
      if (mount.shows && left && mount.jumps > left.jumps)
        this.view.root.scrollIntoView({ block: "nearest" });
    }
    if (mount.mode !== null && mount.linked && mount.jumps > (left?.jumps ?? 0)) askAs(mount.mode);
    this.mount = mount;
    this.stepName = mount.linked ? "step" : mount.other && !mount.follows ? "other_step" : "";
    if (this.stepName) this.address ??= addressOfPage();
    this.tell();
  }

  get step() {
    const { clock, step } = this.view.root.dataset;
    return Number(clock ?? step);
  }

  /** To draw a step again is no move: who asked for one beyond the end would ask for ever. */
  moved() {
    if (this.step !== this.told) this.tell();
  }

  tell() {
    const { replay, about, jumps } = this.mount;
    const { step } = this;
    this.told = step;
    tellPlace(replay, { step, about, jumps });
    this.address?.set(this.stepName, step);
  }

  /** The one that was drawn last has gone: what the page has of the replay is this one's. */
  takeOver() {
    tellRoot(this.mount.replay, this.view.root, this.view.clock);
    this.tell();
  }

  stop() {
    stopHanding(this);
    this.watch.disconnect();
    const { mount, view } = this;
    LIVE.delete(this);
    if (mount && !isElsewhere(mount.replay, view.root)) {
      const isHeir = (/** @type {Mounted} */ other) =>
        other.mount?.replay === mount.replay && other.view.root.isConnected;
      const heir = [...LIVE].reverse().find(isHeir); // the last one
      if (heir) heir.takeOver();
      else this.address?.leave(this.stepName);
    }
    view.stop();
  }
}

/** The leader sets the shared clock; a longer trace that joins later can follow it to its end. */
function setClock(clock, step, follows) {
  const { wish } = clock;
  delete clock.wish;
  if (follows) {
    clock.go(wish?.at === clock.step ? wish.step : clock.step);
    return;
  }
  clock.go(step);
  clock.wish = { step, at: clock.step };
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const areEqual = (one, other) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
