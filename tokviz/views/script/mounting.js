// The adapter to Streamlit, for every replay: mounts it, hands it the payload, tells its step.
//
// A replay says its step in data-step, and in data-clock that of its clock, which a longer replay
// may have taken further: there the reader is. No step costs the server a run: it is told on the
// page only.

import { clockNamed } from "./clock.js";
import { readMount } from "./payload.js";
import { addressOfPage, placeIn, tellPlace, tellRoot } from "./place.js";
import { followTheme } from "./theme.js";

/**
 * What Streamlit calls; `make(parentElement, clock, ask)` gives a player, a stepper, or rows.
 * `ask(name, value)` asks the server for what only it can do; null where the page takes no questions.
 * @param {(parent: any, clock: any, ask: ((name: string, value: any) => void) | null) => any} make
 */
export function mounting(make) {
  const shown = new WeakMap();
  return ({ parentElement, data, setTriggerValue }) => {
    const { payload, ...mount } = readMount(data);
    let replay = shown.get(parentElement);
    if (!replay) {
      const clock = clockNamed(mount.clock ? `page ${mount.clock}` : "");
      const ask = (name, value) => shown.get(parentElement).setTriggerValue(name, value);
      replay = new Mounted(make(parentElement, clock, mount.asks ? ask : null));
      shown.set(parentElement, replay);
    }
    replay.setTriggerValue = setTriggerValue;
    replay.show(data, payload, mount);
    return () => {
      replay.stop();
      shown.delete(parentElement);
    };
  };
}

class Mounted {
  /** @type {ReturnType<typeof addressOfPage> | undefined} */ address;
  /** @type {(name: string, value: any) => void} */ setTriggerValue;

  constructor(view) {
    this.view = view;
    this.stepName = "";
    this.watch = new MutationObserver(() => this.tell());
    this.watch.observe(view.root, {
      attributeFilter: ["data-step", "data-clock"],
    });
  }

  show(data, payload, mount) {
    if (this.given !== data) {
      this.given = data;
      const left = placeIn(mount.replay);
      const asked = !left || mount.jumps > left.jumps || mount.about !== left.about;
      const step = asked ? mount.step : left.step;
      this.mount = mount;
      tellRoot(mount.replay, this.view.root, this.view.clock);
      Object.assign(this.view, {
        number: mount.replay,
        follows: mount.follows,
        aside: !mount.linked,
      });
      if (this.view.load(payload, { step })) {
        if (mount.clock) setClock(this.view.clock, step, mount.follows);
      } else if (asked) {
        this.view.clock.jump(step);
        if (left && mount.jumps > left.jumps) this.view.root.scrollIntoView({ block: "nearest" });
      }
      this.stepName = mount.linked ? "step" : mount.other ? "other_step" : "";
      if (this.stepName) this.address ??= addressOfPage();
      this.tell();
    }
    if (this.view.theme) this.view.theme();
    else followTheme(this.view.root);
  }

  tell() {
    const { replay, about, jumps } = this.mount;
    const { clock, step: own } = this.view.root.dataset;
    const step = Number(clock ?? own);
    tellPlace(replay, { step, about, jumps });
    this.address?.set(this.stepName, step);
  }

  stop() {
    this.watch.disconnect();
    this.address?.leave(this.stepName);
    this.view.stop();
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
