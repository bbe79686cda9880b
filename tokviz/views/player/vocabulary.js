// The vocabulary beside the text: what was learned up to a step, the newest first.
//
// It may hold thousands of tokens, of which only the rows in sight and a few around them are drawn.
// A step asks nothing of the layout: how high a row and the list are is known from when they changed.

import { count, h, number } from "../script/dom.js";
import { nameControl } from "../script/naming.js";
import { isCommand } from "../script/typed.js";
import { pairBox, textRunsBack } from "../tokens/direction.js";
import { firstAtLeast } from "./trace.js";

const AROUND = 4; // rows drawn above and below those in sight
const KEPT = 400; // rows that are not built anew
const UNMEASURED = { row: 28, height: 560 }; // pixels, until they are known
const UNITS = { byte: "byte", mark: "mark" };

/** What a vocabulary began with, in words: "256 bytes", "5 special". */
const begun = ([kind, many], unit) => {
  if (kind === "special") return `${number(many)} special`;
  if (kind === "start") return `${number(many)} at the start`;
  return count(many, UNITS[kind] ?? unit);
};

export class Vocabulary {
  /** @type {import("./trace.js").Trace} */ trace;
  /** @type {(token: number, before?: number) => Element} */ chip;
  /** @type {boolean} does the text run from right to left? */ back;
  /** @type {number[]} merges that made a token of their own, in order */ makers;

  /**
   * @param {Element} root
   * @param {(step: number) => void} onPick
   */
  constructor(root, onPick) {
    const find = (name) => /** @type {HTMLElement} */ (root.querySelector(`.${name}`));
    this.size = find("vocabulary-size");
    this.head = find("vocabulary-head");
    this.list = find("vocabulary");
    this.onPick = onPick;
    this.seen = { ...UNMEASURED };
    this.learned = 0;
    this.from = 0; // the first row that is drawn, the newest being 0
    this.at = 0; // the row that the Tab key reaches
    this.marked = false;
    this.step = 0;
    /** @type {Map<number, any>} merge -> its row */ this.rows = new Map();
    this.list.addEventListener("click", ({ target }) => {
      const row = /** @type {any} */ (target).closest("li");
      if (row?.merge >= 0) this.onPick(row.merge + 1);
    });
    this.list.addEventListener("scroll", () => this.drawRows());
    this.list.addEventListener("keydown", (event) => this.walk(event));
    new ResizeObserver(() => this.measure()).observe(this.list);
  }

  set(trace, chip) {
    this.trace = trace;
    this.chip = chip;
    this.back = textRunsBack(trace);
    this.rows.clear();
    // A token may be made by several merges; the first of them made the vocabulary grow.
    this.makers = [...trace.madeAt.values()].sort((a, b) => a - b);
    const longest = (values) => values.reduce((one, other) => Math.max(one, other), 0);
    const ids = this.makers.map((merge) => trace.ids[trace.step_token[merge]]);
    const widths = { "--ids": String(longest(ids)), "--steps": number(trace.steps) };
    for (const [name, { length }] of Object.entries(widths))
      this.head.parentElement?.style.setProperty(name, String(Math.max(4, length)));
  }

  /** `marked`: is what step k made marked in the text? */
  draw(k, marked) {
    const moved = k !== this.step;
    this.step = k;
    this.marked = marked;
    this.learned = firstAtLeast(this.makers, k);
    if (moved) this.at = 0;
    if (moved && this.list.scrollTop > 0) this.list.scrollTop = 0;
    this.drawSize();
    this.drawRows();
  }

  drawSize() {
    const { alphabet = [], unit } = this.trace.header;
    const began = alphabet.reduce((sum, [, many]) => sum + many, 0);
    const parts = [...alphabet.map((part) => begun(part, unit)), `${number(this.learned)} learned`];
    this.size.replaceChildren(
      `${count(began + this.learned, "token")}: `,
      h("small", {}, parts.join(" + ")),
    );
    this.size.title = this.size.textContent ?? "";
    this.head.hidden = this.learned === 0;
  }

  /** Other rows may be in sight, in another size. */
  measure() {
    const row = this.list.querySelector("li")?.getBoundingClientRect().height; // 27.6, say
    const height = this.list.clientHeight;
    if (!height || !row || (row === this.seen.row && height === this.seen.height)) return;
    this.seen = { row, height };
    this.drawRows();
  }

  drawRows() {
    const { row, height } = this.seen;
    const first = Math.floor(this.list.scrollTop / row) - AROUND;
    const many = Math.ceil(height / row) + 2 * AROUND;
    this.from = Math.max(0, Math.min(first, this.learned - many));
    const to = Math.min(this.learned, this.from + many);
    const drawn = Array.from({ length: to - this.from }, (_, i) => this.row(this.from + i));
    this.list.style.setProperty("--before", String(this.from));
    this.list.style.setProperty("--after", String(this.learned - to));
    const focused = this.buttons().includes(this.focused());
    if (!drawn.length) drawn.push(h("li", { class: "none" }, "Nothing is learned yet."));
    this.put(drawn);
    this.buttons().forEach((button, i) => nameControl(button, `learned-${i}`));
    const reached = this.reach();
    if (focused) reached?.focus({ preventScroll: true });
  }

  /** Rows that stay are not touched: of a step, all but one. */
  put(drawn) {
    const stays = new Set(drawn);
    for (const row of [...this.list.children]) if (!stays.has(row)) row.remove();
    drawn.forEach((row, i) => {
      const there = this.list.children[i] ?? null;
      if (there !== row) this.list.insertBefore(row, there);
    });
  }

  focused() {
    return /** @type {ShadowRoot} */ (this.list.getRootNode()).activeElement;
  }

  /** @returns {any[]} */
  buttons() {
    return [...this.list.querySelectorAll("button")];
  }

  /** All rows are one stop of the Tab key: the one that it reaches, if it is drawn, or the first. */
  reach() {
    const buttons = this.buttons();
    const reached = buttons[this.at - this.from] ?? buttons[0];
    for (const button of buttons) {
      const tabIndex = button === reached ? 0 : -1;
      if (button.tabIndex !== tabIndex) button.tabIndex = tabIndex;
    }
    return reached;
  }

  /** Arrows up and down go from one to the next; those to the sides step, as everywhere. */
  walk(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !this.learned || isCommand(event)) return;
    event.preventDefault();
    const here = this.from + this.buttons().indexOf(event.target);
    this.at = Math.max(0, Math.min(this.learned - 1, here < this.from ? this.from : here + by));
    const { row, height } = this.seen;
    const above = this.at * row - this.list.scrollTop;
    if (above < 0 || above + row > height) {
      this.list.scrollTop = this.at * row - height / 2;
      this.drawRows();
    }
    this.reach()?.focus({ preventScroll: true });
  }

  /** The row of a token; the newest is 0. */
  row(place) {
    const merge = this.makers[this.learned - 1 - place];
    if (this.rows.size > KEPT) this.rows.clear();
    if (!this.rows.has(merge)) this.rows.set(merge, this.build(merge));
    const row = this.rows.get(merge);
    const token = this.trace.step_token[merge];
    const made = this.marked && this.trace.step_token[this.step - 1] === token;
    if (row.classList.contains("made") === made) return row;
    row.classList.toggle("made", made);
    row.querySelector(".token").classList.toggle("new", made);
    row.ariaCurrent = made ? "step" : null;
    return row;
  }

  build(merge) {
    const { trace, chip } = this;
    const [left, right] = [trace.step_left[merge], trace.step_right[merge]];
    const token = trace.step_token[merge];
    const goes = `Go to step ${number(merge + 1)}`;
    const button = { type: "button", title: goes, "aria-label": goes };
    const row = h(
      "li",
      {},
      h("span", { class: "pair" }, chip(token)),
      pairBox(trace, { left, right }, this.back, [chip(left), chip(right, left)]),
      h("span", { class: "learned-id" }, String(trace.ids[token])),
      h("button", button, number(merge + 1)),
    );
    row.merge = merge;
    return row;
  }
}
