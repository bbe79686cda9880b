// Beside the text: the pairs of a step, or the vocabulary up to it, under two tabs; and the curve.
//
// An encoding learns nothing: it has the pairs alone.

import { onBeside, showBeside, shownBeside } from "../script/beside.js";
import { isCommand } from "../script/typed.js";
import { Curve } from "./curve.js";
import { PairsPanel } from "./panel.js";
import { Vocabulary } from "./vocabulary.js";

/** @typedef {import("../script/beside.js").Beside} Beside */

/** @type {Beside[]} */
const SIDES = ["pairs", "vocabulary"];
/** Which tab a key goes to, of one by its number. @type {Record<string, (at: number) => number>} */
const GOES = {
  ArrowLeft: (at) => 1 - at,
  ArrowRight: (at) => 1 - at,
  ArrowUp: (at) => 1 - at,
  ArrowDown: (at) => 1 - at,
  Home: () => 0,
  End: () => 1,
};

export class Side {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    const { root, clock, listeners } = player;
    this.pairs = new PairsPanel(root, (row, asked) => player.lightPair(row, asked));
    this.vocabulary = new Vocabulary(root, (step) => clock.hand.jump(step));
    this.curve = new Curve(root, (step) => clock.hand.jump(step));
    this.bar = player.find("side-tabs");
    this.tabs = SIDES.map((name) => player.find(`tab-${name}`));
    this.panels = SIDES.map((name) => player.find(`side-${name}`));
    this.step = 0;
    this.over = false;
    this.trace = null;
    this.asker = null;
    this.tabs.forEach((tab, at) => player.on(tab, "click", (event) => this.press(event, at)));
    player.on(this.bar, "keydown", (event) => this.walk(event));
    onBeside(() => this.trace && this.turn(), listeners.signal);
  }

  /** Pressed with a pointer, it lets go of the arrows: they step again. */
  press(event, at) {
    showBeside(SIDES[at]);
    if (event.detail) this.tabs[at].blur();
  }

  walk(event) {
    const goes = GOES[event.key];
    if (!goes || event.shiftKey || isCommand(event)) return;
    event.preventDefault();
    const at = goes(this.tabs.indexOf(event.target));
    showBeside(SIDES[at]);
    this.tabs[at].focus();
  }

  set(teller, chip, asker) {
    this.trace = teller.trace;
    this.asker = asker;
    this.pairs.set(teller, chip, asker);
    this.curve.set(teller.trace);
    this.bar.hidden = teller.trace.kind !== "train";
    if (!this.bar.hidden) this.vocabulary.set(teller.trace, chip);
    this.show();
  }

  get shown() {
    return this.bar.hidden ? "pairs" : shownBeside();
  }

  /** The tab of what is shown, and that alone. */
  show() {
    SIDES.forEach((name, at) => {
      const on = name === this.shown;
      this.panels[at].hidden = !on;
      this.tabs[at].setAttribute("aria-checked", String(on));
      this.tabs[at].tabIndex = on ? 0 : -1;
    });
  }

  /** The reader chose the other one. */
  turn() {
    this.pairs.leave();
    this.show();
    this.draw();
  }

  draw(k = this.step, over = this.over) {
    this.step = k;
    this.over = over;
    this.curve.draw(k);
    if (this.shown === "pairs") return this.pairs.draw(k, over);
    // While a question stands nothing is marked in the text as new, and nothing here.
    return this.vocabulary.draw(k, !over && this.asker.asked === null);
  }
}
