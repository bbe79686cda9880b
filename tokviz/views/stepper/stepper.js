// The stepper: lanes of chips that come and go. Its state is (replay, step); what it draws is a
// function of them. It moves by the player's clock and keys, and knows nothing of Streamlit.

import { Asker } from "../script/asking.js";
import { Clock } from "../script/clock.js";
import { drawControls, wireControls } from "../script/controls.js";
import { count, h, number } from "../script/dom.js";
import { listenForKeys } from "../script/keys.js";
import { unpack } from "../script/payload.js";
import { bringIntoView } from "../script/scrolling.js";
import { stepBySwipe } from "../script/swipe.js";
import { View } from "../script/view.js";
import { LatticeGraph } from "../lattice/lattice.js";
import { partsRunBack, runWith } from "../tokens/direction.js";
import { alike, lookOf, spellingOf } from "../tokens/looks.js";
import { bothEnds, plainLabel, tokenSpan } from "../tokens/tokens.js";
import { linePart, setInRow } from "../tokens/runs.js";

const within = ({ first = 0, end = null }, step) => first <= step && (end === null || step < end);
const isAlways = ({ first = 0, end = null }) => first === 0 && end === null;

/** Most lanes that stand at one step, where some come or go; else null. */
function mostAtOnce(lanes) {
  if (lanes.every(isAlways)) return null;
  return Math.max(
    ...lanes.map(({ first = 0 }) => lanes.filter((lane) => within(lane, first)).length),
  );
}

const GOES = new Set(["doomed", "gone"]); // the looks of what a training drops

/** What has no id is no token but a stretch of the text or our own words, and stays neutral. */
const chipLook = (chip) => (chip.number === undefined ? null : lookOf(chip.parts));

/** Our own words have no length: they are never cut. */
const lengthOf = ({ length }) => (length === undefined ? "" : count(length, "character"));

function chipSpan(chip, parts = chip.parts, cuts = false) {
  const length = lengthOf(chip);
  const span = tokenSpan(parts, {
    look: chipLook(chip),
    inline: true,
    cut: cuts ? chip.cut : null,
    length,
  });
  span.classList.toggle("no-token", chip.number === undefined);
  span.classList.toggle("unknown", chip.look === "unknown");
  return span;
}

/** How much of the height a lane gets at all steps: more for what holds more, by its root. */
function shareOf({ chips }) {
  const changes = new Set(chips.map(({ first = 0 }) => first));
  const sizes = [...changes].map((step) =>
    chips.reduce(
      (sum, chip) => sum + (within(chip, step) ? 2 + spellingOf(chip.parts).length : 0),
      0,
    ),
  );
  return Math.sqrt(Math.max(1, ...sizes)).toFixed(1);
}

/** Does a row of tokens begin with letters that run from right to left? */
const beginsBack = ({ chips }) =>
  partsRunBack(chips.flatMap((chip) => (chip.number === undefined ? [] : chip.parts)));

/** Does a lane run from right to left? Lists do as the sentence above them, where there is one. */
const laneRunsBack = (lane, lanes) =>
  lane.layout !== "lines" && beginsBack(lanes.find(({ layout }) => layout === "letters") ?? lane);

export class Stepper extends View {
  constructor(root, { clock = new Clock() } = {}) {
    super(root, "tokviz-player", clock);
    wireControls(this, () => this.graph?.show(this.step));
    this.asker = new Asker(this);
    listenForKeys(this, this.root, this.listeners.signal);
    stepBySwipe(this.clock, this.root, this.listeners.signal);
    const presented = () => requestAnimationFrame(() => this.bringMarked()); // in panes of other sizes
    this.on(document, "fullscreenchange", presented);
    const follow = new ResizeObserver(() => this.graph?.follow());
    follow.observe(this.find("graph"));
    this.listeners.signal.addEventListener("abort", () => follow.disconnect());
  }

  /** Show a payload from `step` on; says whether it was new. */
  load(payload, { step = 0, anew = false } = {}) {
    const { header: replay } = unpack(payload);
    if (!anew && this.replay?.sig === replay.sig) return false;
    this.replay = replay;
    this.steps = replay.moments.length - 1;
    this.asker.drop();
    this.clock.join(this);
    this.lanes = replay.lanes.map((lane) => this.lane(lane));
    this.find("lanes").replaceChildren(...this.lanes.map(({ element }) => element));
    const most = mostAtOnce(replay.lanes);
    this.find("lanes").classList.toggle("by-turns", most !== null);
    this.find("lanes").style.setProperty("--at-once", most);
    this.find("graph").hidden = !replay.drawing;
    this.root.classList.toggle("with-graph", Boolean(replay.drawing));
    this.graph = replay.drawing && new LatticeGraph(this.find("graph"), replay.drawing);
    this.root.setAttribute("aria-label", replay.title);
    this.marked = [];
    this.drawn = null;
    if (this.clock.players.size < 2) {
      this.clock.halt();
      this.clock.go(step);
    }
    this.asker.begin();
    return true;
  }

  lane(lane) {
    const back = laneRunsBack(lane, this.replay.lanes);
    const boxes = lane.chips.map((chip) => {
      const token = chipSpan(chip, chip.parts, true);
      token.classList.remove("chip");
      if (chip.look !== "rest") token.dataset.testid = "tokviz-token";
      const note = chip.note ? h("span", { class: "chip-note" }, chip.note) : false;
      return h("span", { class: `chip-box ${chip.look ?? ""}` }, token, note);
    });
    const chips = h("div", {
      class: "chips",
      tabindex: "0",
      role: "group",
      "aria-label": lane.name,
      dir: back && "rtl",
    });
    this.setChips(chips, boxes, lane, back);
    const heading = h("h2", { "data-words": true }, `${lane.name} `, h("small", {}, lane.note));
    const isFacts = lane.chips.length && lane.chips.every((chip) => chip.look === "fact");
    const facts = isFacts ? " facts" : "";
    const goes = lane.chips.some(({ look }) => GOES.has(look)) ? " goes" : "";
    const still = [lane, ...lane.chips].every(isAlways) ? " still" : "";
    const tells = lane.tells ? " tells" : "";
    const noted = lane.chips.some(({ note }) => note) ? " noted" : "";
    const kinds = `lane ${lane.layout}${facts}${goes}${still}${tells}${noted}`;
    const element = h("div", { class: kinds }, heading, chips);
    element.style.setProperty("--share", shareOf(lane));
    return { lane, boxes, chips, element };
  }

  /** Those of a sentence stand as its letters do, those of each step by themselves; others in a list. */
  setChips(row, boxes, { chips, layout }, back) {
    const parts = chips.map((chip) => linePart(chip.parts, layout === "letters" ? undefined : ""));
    const lasts = [...chips.keys()].filter((i) => chips[i].first !== chips[i + 1]?.first);
    const ends = new Map(lasts.map((i) => [i, null]));
    const runs = setInRow(row, boxes, parts, back, ends);
    if (!back && !row.classList.contains("mixed")) return;
    boxes.forEach((box, i) => runWith(box.firstChild, chips[i].parts, runs[i]));
  }

  /** A chip within a sentence. */
  inline(chip) {
    return chipSpan(chip, bothEnds(chip.parts, chip.cut, lengthOf(chip)));
  }

  // ---- drawing --------------------------------------------------------------------------------

  onClock() {
    const step = Math.min(this.clock.step, this.steps);
    const asks = this.asker.follow();
    if (step !== this.step || this.drawn !== this.replay || asks) {
      this.step = step;
      this.root.dataset.step = step;
      this.drawLanes();
      this.graph?.show(step);
      this.drawCaption();
    }
    this.drawn = this.replay;
    drawControls(this);
  }

  drawLanes() {
    for (const { lane, boxes, element } of this.lanes) {
      element.hidden = !within(lane, this.step);
      lane.chips.forEach((chip, i) => (boxes[i].hidden = !within(chip, this.step)));
      const doomed = lane.chips.some((chip) => chip.look === "doomed" && within(chip, this.step));
      element.classList.toggle("covered", this.asker.keeps && (Boolean(lane.tells) || doomed));
      this.markSeams(lane, boxes);
    }
    for (const box of this.marked) box.classList.remove("now");
    this.marked = this.replay.moments[this.step].now.map(([lane, i]) => this.lanes[lane].boxes[i]);
    for (const box of this.marked) box.classList.add("now");
    this.bringMarked();
  }

  bringMarked() {
    for (const box of this.marked ?? []) bringIntoView(box, box.closest(".chips"));
  }

  /** A line before a chip of the same colour as the different one that now stands before it. */
  markSeams(lane, boxes) {
    if (lane.layout === "lines") return;
    let before = null;
    lane.chips.forEach((chip, i) => {
      if (boxes[i].hidden) return;
      const differ = before !== null && spellingOf(before.parts) !== spellingOf(chip.parts);
      const seam = differ && alike(chipLook(before), chipLook(chip));
      boxes[i].classList.toggle("seam", seam);
      before = chip;
    });
  }

  drawCaption() {
    const question = this.asker.draw();
    const told = () => this.tell(this.step, !this.asker.keeps, this.asker.drawVerdict());
    this.part("caption").replaceChildren(...(question ?? told()));
  }

  /** What a step did, why, and, `ahead` of it, what comes; beside it what is said of a pick. */
  tell(step, isAhead, verdict = []) {
    const { say, why, ahead = [] } = this.replay.moments[step];
    const where = step ? `Step ${number(step)}. ` : "Start. ";
    const told = h("p", {}, h("b", {}, where), ...this.words(say));
    const reasons = isAhead ? [...why, ...ahead] : why;
    if (!reasons.length && !verdict.length) return [told];
    const width = verdict.length ? "why" : "why whole";
    return [told, h("p", { class: width }, ...this.words(reasons)), ...verdict];
  }

  words(said) {
    return said.map((word) => (typeof word === "string" ? word : this.inline(word)));
  }

  // ---- what is asked before a step --------------------------------------------------------------

  get sig() {
    return this.replay?.sig;
  }

  get canAsk() {
    return this.replay.moments.some(({ ask }) => ask);
  }

  askedAt(k) {
    const ask = this.replay.moments[k]?.ask;
    if (!ask) return null;
    const options = ask.options.map(({ words, ...option }) => ({
      ...option,
      words: this.words(words).map((word) =>
        typeof word === "string" ? h("span", {}, word) : word,
      ),
      name: words.map((word) => (word.parts ? plainLabel(word.parts) : word)).join(""),
    }));
    return { step: ask.answered, say: this.words(ask.say), options };
  }

  /** No places in a text are lit here. */
  lightPair() {}

  // What the keys may ask of any player; here no token can be pinned or walked to.
  unpin() {}
  walkTokens() {}
}
