// A text on aligned rows: characters, code points with names, bytes; the bits of the byte picked.
// Its state is (rows, byte picked), a step is a byte; everything written is a text node.

import { keepCaptionRoom } from "../script/caption_room.js";
import { Clock } from "../script/clock.js";
import { drawControls, wireControls } from "../script/controls.js";
import { count, h, number } from "../script/dom.js";
import { largestThatFits } from "../script/fitting.js";
import { listenForKeys } from "../script/keys.js";
import { unpack } from "../script/payload.js";
import { bringIntoView, hiddenFoot } from "../script/scrolling.js";
import { stepBySwipe } from "../script/swipe.js";
import { View } from "../script/view.js";
import { cutsBytes, endWithLine, growsWithRoom, nameLines, wholeLines } from "./lines.js";

const FEW = 400; // bytes at most of a text that is drawn as large as its pane has room for
const LOWER = ["low", "flat"]; // closer bytes; and names of two lines, where none has three
const SMALLER = [1, 0.95, 0.9, 0.85, 0.8];
const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/** A step is a byte: the one picked, counted from 1; 0 is none. */
export class Rows extends View {
  /** @type {HTMLButtonElement[]} */ buttons = []; // none until rows are loaded
  /** @type {{point: any, at: number}[]} */ places = [];

  constructor(root, { clock = new Clock() } = {}) {
    super(root, "tokviz-rows", clock);
    wireControls(this, () => this.fill());
    this.listen();
    listenForKeys(this, this.root, this.listeners.signal);
    stepBySwipe(this.clock, this.root, this.listeners.signal);
    this.observer = new ResizeObserver(() => this.fill());
    // The pane ends with a line: that it may be higher is seen at what is around it.
    for (const part of ["frame", "caption", "rows-pane"]) this.observer.observe(this.find(part));
  }

  load(payload, { step = 0, anew = false } = {}) {
    const { header: rows } = unpack(payload);
    if (!anew && this.rows?.sig === rows.sig) return false;
    this.rows = rows;
    this.places = [];
    this.root.classList.toggle("no-names", !rows.names);
    this.find("rows-pane").replaceChildren(
      ...rows.graphemes.map((grapheme) => this.grapheme(grapheme)),
    );
    this.buttons = [...this.root.querySelectorAll(".byte")];
    this.find("cut").hidden = rows.shown === rows.bytes;
    this.find("cut").textContent =
      `The text is long: its first ${number(rows.shown)} of ${count(rows.bytes, "byte")} are drawn. The counts are of the whole text.`;
    this.fill();
    this.steps = this.places.length;
    keepCaptionRoom(this);
    this.drawn = null;
    this.clock.join(this);
    this.clock.halt();
    this.clock.go(step);
    return true;
  }

  stop() {
    super.stop();
    this.observer.disconnect();
  }

  // ---- drawing --------------------------------------------------------------------------------

  grapheme(grapheme) {
    const character = h("div", { class: "character" }, grapheme.drawn);
    if (!grapheme.drawn)
      character.append(
        ...grapheme.points.map(({ label }) => h("span", { class: "part control" }, label)),
      );
    const points = h(
      "div",
      { class: "points" },
      ...grapheme.points.map((point) => this.point(point)),
    );
    return h("div", { class: "grapheme", "data-testid": "tokviz-grapheme" }, character, points);
  }

  point(point) {
    const bytes = point.bytes.map((byte, at) => this.byte(point, at));
    return h(
      "div",
      {
        class: "point",
        title: `${point.notation} ${point.name}`,
        "data-testid": "tokviz-point",
      },
      h("div", { class: "notation" }, point.notation),
      h("div", { class: "name" }, point.name),
      h("div", { class: "bytes" }, ...bytes),
    );
  }

  byte(point, at) {
    const byte = point.bytes[at];
    this.places.push({ point, at });
    return h(
      "button",
      {
        type: "button",
        class: "byte",
        tabindex: "-1",
        "data-testid": "tokviz-byte",
        "data-place": String(this.places.length),
        "aria-label": `${hex(byte)} ${byte}: byte ${at + 1} of ${point.bytes.length} of ${point.name}`,
      },
      `${hex(byte)} `,
      h("small", {}, String(byte)),
    );
  }

  /** A short text is drawn as large as nobody has to scroll, so that the last row of a class reads it. */
  fill() {
    const pane = this.find("rows-pane");
    pane.style.removeProperty("max-height");
    for (const box of pane.querySelectorAll(".broken")) box.classList.remove("broken");
    const fits = (/** @type {number} */ times) => {
      pane.style.setProperty("--times", String(times));
      return pane.scrollHeight <= pane.clientHeight && pane.scrollWidth <= pane.clientWidth;
    };
    const most = this.places.length <= FEW ? 2 : 1;
    const isLong = !fits(most) && !fits(most === 1 ? 1 : largestThatFits(fits));
    this.lowerLines();
    if (isLong && most > 1) this.fillSmaller(fits, document.fullscreenElement ? SMALLER : [1]);
    nameLines(pane);
    endWithLine(pane);
    this.show(this.buttons[this.step - 1]);
  }

  /**
   * What is too long has lower rows, if then a line more is seen; presented, where nobody scrolls, smaller ones.
   * @param {(times: number) => boolean} fits
   * @param {number[]} sizes
   */
  fillSmaller(fits, sizes) {
    const pane = this.find("rows-pane");
    if (!growsWithRoom(pane)) return;
    const looks = LOWER.filter((look) => pane.classList.contains(look));
    const seen = wholeLines(pane);
    for (const times of sizes) {
      pane.classList.add(...LOWER);
      fits(times);
      if (cutsNames(pane)) pane.classList.remove("flat");
      if (fits(times) || wholeLines(pane) > seen) return;
    }
    pane.classList.remove(...LOWER);
    pane.classList.add(...looks);
    fits(1);
  }

  /**
   * The byte picked, if there is one. On a phone the window's edge cuts the pane: what stands last in
   * it is scrolled above the edge.
   * @param {Element | undefined} button
   */
  show(button) {
    const pane = this.find("rows-pane");
    pane.style.removeProperty("--hidden");
    if (!button) return;
    const hidden = hiddenFoot(pane);
    if (hidden) pane.style.setProperty("--hidden", `${hidden}px`);
    const grapheme = /** @type {Element} */ (button.closest(".grapheme"));
    bringIntoView(grapheme, pane, hidden);
    // Of a grapheme that is higher than the pane its beginning, if the byte stands near it.
    bringIntoView(/** @type {Element} */ (grapheme.firstElementChild), pane, hidden);
    bringIntoView(button, pane, hidden);
  }

  /** Where the foot of the pane would cut the bytes of a line through, all lines are lower. */
  lowerLines() {
    const pane = this.find("rows-pane");
    pane.classList.remove(...LOWER);
    for (const look of LOWER) if (cutsBytes(pane)) pane.classList.add(look);
    if (cutsNames(pane)) pane.classList.remove("flat");
  }

  // ---- one byte -------------------------------------------------------------------------------

  onClock() {
    const step = Math.min(this.clock.step, this.steps);
    if (step !== this.step || this.drawn !== this.rows) this.pick(step);
    this.drawn = this.rows;
    drawControls(this);
  }

  /** Show a byte by its place, counted from 1; 0 picks none. */
  pick(place) {
    this.step = place;
    this.root.dataset.step = place;
    for (const lit of this.root.querySelectorAll(".picked, .holds"))
      lit.classList.remove("picked", "holds");
    const button = this.buttons[place - 1];
    if (button) {
      button.classList.add("picked");
      button.closest(".grapheme")?.classList.add("holds");
    }
    this.show(button);
    this.part("caption").replaceChildren(...this.tell(place));
  }

  tell(place) {
    return place ? this.explain(this.places[place - 1]) : this.hint();
  }

  get sig() {
    return this.rows?.sig;
  }

  unpin() {
    if (this.step) this.clock.hand.jump(0);
  }

  walkTokens(direction) {
    this.clock.hand.jump(this.step + direction);
  }

  hint() {
    if (!this.places.length)
      return [h("p", {}, "The text is empty: no character, no code point, no byte.")];
    const keys = h("span", { class: "for-keys" }, " The arrow keys go to its neighbours.");
    return [h("p", { class: "on-screen" }, "Pick a byte to see its bits.", keys)];
  }

  explain({ point, at }) {
    const byte = point.bytes[at];
    const facts = this.rows.bits[byte];
    const whole = point.bytes.map((each) => this.rows.bits[each]);
    const digits = whole.map(({ payload }) => payload).join("");
    const lines = [
      h(
        "p",
        {},
        bits(facts),
        h("b", {}, `${hex(byte)} = ${byte}: `),
        `${facts.explanation}. `,
        h("span", { class: "key" }, "Dashed bits mark its role, the others carry the number."),
      ),
    ];
    if (whole.length > 1) lines.push(h("p", {}, ...whole.map((each, i) => bits(each, i !== at))));
    const value = parseInt(digits, 2);
    lines.push(
      h(
        "p",
        {},
        "The number: ",
        h("code", {}, digits),
        ` = ${number(value)} = `,
        h("code", {}, point.notation),
        `, ${point.name}.`,
      ),
    );
    if (point.kind === "surrogate") {
      lines.push(
        h(
          "p",
          {},
          "Half of a pair that UTF-16 needs, left alone by broken input. Valid UTF-8 has no bytes for it; these are the ones its number would take.",
        ),
      );
    }
    return lines;
  }

  // ---- listening ------------------------------------------------------------------------------

  listen() {
    this.on(this.find("rows-pane"), "click", (event) => {
      const button = event.target.closest(".byte");
      if (button) this.clock.hand.jump(Number(button.dataset.place));
    });
  }
}

/** @param {Element} pane */
const cutsNames = (pane) =>
  [...pane.querySelectorAll(".name")].some((name) => name.scrollHeight > name.clientHeight);

function bits({ marker, payload }, other = false) {
  const box = (kind) => (bit) => h("span", { class: `bit ${kind}` }, bit);
  return h(
    "span",
    { class: `bit-row${other ? " other" : ""}` },
    ...[...marker].map(box("marker")),
    ...[...payload].map(box("number")),
  );
}
