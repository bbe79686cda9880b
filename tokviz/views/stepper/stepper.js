// The stepper: lanes of chips that come and go. Its state is (replay, step); what it draws is a
// function of them. It moves by the player's clock and keys, and knows nothing of Streamlit.

import { Clock } from "../script/clock.js";
import { drawControls, wireControls } from "../script/controls.js";
import { h, number } from "../script/dom.js";
import { listenForKeys } from "../script/keys.js";
import { unpack } from "../script/payload.js";
import { LatticeGraph } from "../lattice/lattice.js";
import { colourOf, drawParts } from "../player/tokens.js";

const QUIET = 350; // milliseconds without a move after which the reader has stopped on a step

const within = ({ first = 0, end = null }, step) => first <= step && (end === null || step < end);

function tokenOf(chip) {
  const token = h("span", {
    class: `token ${chip.number === undefined ? "base" : colourOf(chip.number)}`,
  });
  return drawParts(token, chip.parts, true);
}

export class Stepper {
  /** @type {(step: number) => void} */ onStop;
  /** @type {ReturnType<typeof setTimeout>} */ quiet;

  constructor(root, { clock = new Clock(), onStop = () => {} } = {}) {
    this.root = root.querySelector("[data-testid=tokviz-player]");
    this.clock = clock;
    this.onStop = onStop;
    this.step = 0;
    this.steps = 0;
    this.part = (name) => this.root.querySelector(`[data-testid=tokviz-${name}]`);
    this.find = (name) => this.root.querySelector(`.${name}`);
    this.listeners = new AbortController();
    wireControls(this, () => {});
    listenForKeys(this, this.root, this.listeners.signal);
  }

  /** Show a payload from `step` on; says whether it was new. */
  load(payload, { step = 0 } = {}) {
    const { header: replay } = unpack(payload);
    if (this.replay?.sig === replay.sig) return false;
    this.replay = replay;
    this.steps = replay.moments.length - 1;
    this.clock.join(this);
    this.lanes = replay.lanes.map((lane) => this.lane(lane));
    this.find("lanes").replaceChildren(...this.lanes.map(({ element }) => element));
    this.find("graph").hidden = !replay.drawing;
    this.graph = replay.drawing && new LatticeGraph(this.find("graph"), replay.drawing);
    this.find("of").textContent = `of ${number(this.steps)}`;
    this.part("slider").max = this.find("step-box").max = this.steps;
    this.root.setAttribute("aria-label", replay.title);
    this.marked = [];
    this.drawn = null;
    if (this.clock.players.size < 2) {
      this.clock.halt();
      this.clock.go(step);
    }
    this.onClock();
    return true;
  }

  lane(lane) {
    const boxes = lane.chips.map((chip) => {
      const token = tokenOf(chip);
      if (chip.look !== "rest") token.dataset.testid = "tokviz-token";
      const note = chip.note ? h("span", { class: "chip-note" }, chip.note) : false;
      return h("span", { class: `chip-box ${chip.look ?? ""}` }, token, note);
    });
    const chips = h(
      "div",
      { class: "chips", tabindex: "0", role: "group", "aria-label": lane.name },
      ...boxes,
    );
    const heading = h("h3", {}, `${lane.name} `, h("small", {}, lane.note));
    return {
      lane,
      boxes,
      chips,
      element: h("div", { class: `lane ${lane.layout}` }, heading, chips),
    };
  }

  stop() {
    this.clock.leave(this);
    this.listeners.abort();
    clearTimeout(this.quiet);
  }

  // ---- drawing --------------------------------------------------------------------------------

  onClock() {
    const step = Math.min(this.clock.step, this.steps);
    if (step !== this.step || this.drawn !== this.replay) {
      this.step = step;
      this.root.dataset.step = step;
      this.drawLanes();
      this.graph?.show(step);
      this.drawCaption();
    }
    this.drawn = this.replay;
    drawControls(this);
    this.waitForQuiet();
  }

  drawLanes() {
    for (const { lane, boxes, element } of this.lanes) {
      element.hidden = !within(lane, this.step);
      lane.chips.forEach((chip, i) => (boxes[i].hidden = !within(chip, this.step)));
    }
    for (const box of this.marked) box.classList.remove("now");
    this.marked = this.replay.moments[this.step].now.map(([lane, i]) => this.lanes[lane].boxes[i]);
    for (const box of this.marked) {
      box.classList.add("now");
      this.bringIntoView(box);
    }
  }

  /** Scrolls the lane only, never the page. */
  bringIntoView(box) {
    const pane = box.parentElement;
    const [inner, outer] = [box.getBoundingClientRect(), pane.getBoundingClientRect()];
    if (inner.top < outer.top) pane.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) pane.scrollTop += inner.bottom - outer.bottom + 8;
  }

  drawCaption() {
    const { say, why } = this.replay.moments[this.step];
    const words = (said) => said.map((word) => (typeof word === "string" ? word : inline(word)));
    const where = this.step ? `Step ${number(this.step)} of ${number(this.steps)}. ` : "Start. ";
    const caption = this.part("caption");
    caption.setAttribute("aria-live", this.clock.playing ? "off" : "polite");
    caption.replaceChildren(h("p", {}, h("b", {}, where), ...words(say)));
    if (why.length) caption.append(h("p", { class: "why" }, ...words(why)));
  }

  // ---- listening ------------------------------------------------------------------------------

  on(target, type, listener) {
    target.addEventListener(type, listener, { signal: this.listeners.signal });
  }

  // What the keys may ask of any player; here no token can be pinned or walked to.
  unpin() {}
  walkTokens() {}

  waitForQuiet() {
    clearTimeout(this.quiet);
    if (!this.clock.playing) this.quiet = setTimeout(() => this.onStop(this.step), QUIET);
  }
}

/** A chip within a sentence. */
function inline(chip) {
  const token = tokenOf(chip);
  token.classList.add("chip");
  return token;
}
