// The code that runs: listings of which the lines of this step are lit, with its values below them.
//
// What is shown is a function of (payload, step); where the reader is, the page knows (place.js).
// A loop may stand alone but for the functions that the step runs: these come and go below it.
// A name that leads to more code unfolds it below its line. Code that a page shows in two ways says
// which it is, and some of it can be copied.

import { copyWithBox } from "../script/copying.js";
import { count, h, number } from "../script/dom.js";
import { unpack } from "../script/payload.js";
import { onMove, placeIn } from "../script/place.js";
import { bothEnds, tokenSpan } from "../tokens/tokens.js";

/** @typedef {[string, string, number?]} Span the kind, the text, and the listing that it leads to */
/** @typedef {{name: string, where: string, rows: [number, Span[]][]}} Listing */
/** @typedef {string | [string, string]} Part words, or the kind and the column of a value */
/** @typedef {{lit: [number, number][], notes: [number, number, Part[]][]}} Moment */

export class CodePane {
  /** @type {{sig: string, main: number, listings: Listing[], moments: Moment[], labels: any[], cuts: any, lengths: number[], unit: string, words: string[], says: string, copies: string, in_turn: boolean}} */
  told;
  /** @type {Map<string, {row: HTMLElement, note: HTMLElement}>} */ lines;
  /** @type {Record<string, any>} */ columns;
  /** @type {HTMLElement[]} the listings that steps light */ shown = [];

  /**
   * @param {HTMLElement} root
   * @param {number} replay the replay that it follows
   */
  constructor(root, replay) {
    this.root = root;
    this.replay = replay;
    this.listeners = new AbortController();
    onMove(replay, () => this.draw(), this.listeners.signal);
    root.addEventListener("click", (event) => this.unfold(event), {
      signal: this.listeners.signal,
    });
  }

  /** @param {Uint8Array} payload */
  load(payload) {
    const { header, arrays } = unpack(payload);
    if (this.told?.sig === header.sig) return;
    this.told = /** @type {any} */ (header);
    this.columns = arrays;
    this.lines = new Map();
    const shown = this.told.listings.slice(0, this.told.main);
    const { says, copies } = this.told;
    this.shown = shown.map((listing, i) => this.listing(listing, i));
    this.root.classList.toggle("chosen", Boolean(says));
    this.root.replaceChildren(...(says ? [this.about(says, copies)] : []), ...this.shown);
    this.keepRoom();
    this.step = -1;
    this.draw();
  }

  stop() {
    this.listeners.abort();
  }

  // ---- building -------------------------------------------------------------------------------

  /**
   * Which of two ways this is, and a button where it can be copied.
   * @param {string} says
   * @param {string} copies
   */
  about(says, copies) {
    const about = h("div", { class: "about" }, h("p", {}, says));
    if (!copies) return about;
    const title = "Copy this code, for a notebook";
    const button = h("button", { type: "button", title }, "Copy");
    const done = h("span", { class: "done", role: "status" });
    const box = h("textarea", { hidden: true, readonly: true, "aria-label": "The code to copy" });
    button.onclick = () => copyWithBox(copies, box, done);
    about.append(button, done, box);
    return about;
  }

  /**
   * @param {Listing} listing
   * @param {number} main its number among those that steps light, or -1
   */
  listing({ name, where, rows }, main) {
    const [first, last] = [rows[0][0], rows[rows.length - 1][0]];
    const place = h("small", {}, `${where}, lines ${first}–${last}`);
    const list = h("ol", { class: "rows" });
    for (const [line, spans] of rows) {
      const { row, note } = this.row(line, spans);
      list.append(row);
      if (main >= 0) this.lines.set(`${main} ${line}`, { row, note });
    }
    return h("div", { class: "listing" }, h("h2", {}, `${name} `, place), list);
  }

  /**
   * @param {number} line
   * @param {Span[]} spans
   */
  row(line, spans) {
    const indent = /^ */.exec(spans[0]?.[1] ?? "")?.[0].length ?? 0;
    const code = h("code", {}, ...spans.map((span) => this.span(span)));
    const note = h("span", { class: "note", hidden: true });
    const mark = h("span", { class: "mark", "aria-hidden": "true" });
    const row = h(
      "li",
      {},
      h("span", { class: "line-number", "aria-hidden": "true" }, String(line)),
      mark,
      code,
      note,
    );
    row.style.setProperty("--indent", `${indent + 2}ch`);
    return { row, note };
  }

  /** @param {Span} span */
  span([kind, text, leads]) {
    if (leads === undefined) return kind === "text" ? text : h("span", { class: kind }, text);
    const title = `Show the code of ${this.told.listings[leads].name}`;
    const attributes = { type: "button", class: "leads", "aria-expanded": "false", title };
    return h("button", { ...attributes, "data-leads": leads }, text);
  }

  /** Where something is said at any step, there is room for it at every step. */
  keepRoom() {
    for (const { notes } of this.told.moments)
      for (const [listing, line] of notes) {
        const found = this.lines.get(`${listing} ${line}`);
        if (found) found.note.hidden = false;
      }
  }

  // ---- drawing --------------------------------------------------------------------------------

  draw() {
    if (!this.told) return; // a large one is inflated yet
    const last = this.columns.moment.length - 1;
    const step = Math.min(placeIn(this.replay)?.step ?? 0, last);
    if (step === this.step) return;
    this.step = step;
    this.root.dataset.codeStep = String(step);
    const { lit, notes } = this.told.moments[this.columns.moment[step]];
    for (const { row, note } of this.lines.values()) {
      row.classList.remove("lit");
      row.removeAttribute("aria-current");
      note.replaceChildren();
    }
    const run = new Set(lit.map(([listing]) => listing));
    if (this.told.in_turn)
      for (const [i, listing] of this.shown.entries()) listing.hidden = i > 0 && !run.has(i);
    const shown = lit.map((place) => this.lines.get(place.join(" "))?.row).filter(Boolean);
    for (const row of shown) {
      row?.classList.add("lit");
      row?.setAttribute("aria-current", "step");
    }
    for (const [listing, line, said] of notes)
      this.lines
        .get(`${listing} ${line}`)
        ?.note.append(...said.map((part) => this.value(part, step)));
    this.reveal(shown);
  }

  /**
   * Words, or the value of this step.
   * @param {Part} part
   * @param {number} step
   */
  value(part, step) {
    if (typeof part === "string") return part;
    const [kind, column] = part;
    const value = this.columns[`at_${column}`][step];
    if (kind === "number") return number(value);
    const { labels, cuts, lengths, unit, words } = this.told;
    if (kind === "words") return words[value];
    const parts = bothEnds(labels[value], cuts[value], count(lengths[value], unit));
    return tokenSpan(parts, { inline: true });
  }

  /** Scrolls the pane only, never the page: where not all fit, to what the loop calls. */
  reveal(rows) {
    if (!rows.length) return;
    const pane = this.root.getBoundingClientRect();
    const covered = this.root.querySelector(".about")?.getBoundingClientRect().height ?? 0;
    const bottom = rows[rows.length - 1].getBoundingClientRect().bottom - pane.top;
    const topOf = (row) => row.getBoundingClientRect().top - pane.top - covered;
    const called = rows.find((row) => !this.shown[0].contains(row));
    const fits = bottom - topOf(rows[0]) <= pane.height;
    const top = topOf(this.told.in_turn && called && !fits ? called : rows[0]);
    if (top < 0 || bottom > pane.height)
      this.root.scrollTop += Math.min(top - 40, bottom - pane.height + 8);
  }

  // ---- unfolding ------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  unfold(event) {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("button.leads");
    if (!pressed) return;
    const button = /** @type {HTMLElement} */ (pressed);
    const row = /** @type {HTMLElement} */ (button.closest("li"));
    const open = button.getAttribute("aria-expanded") === "true";
    for (const other of row.querySelectorAll(":scope > code button"))
      other.setAttribute("aria-expanded", "false");
    row.querySelector(":scope > .listing")?.remove();
    if (open) return;
    button.setAttribute("aria-expanded", "true");
    row.append(this.listing(this.told.listings[Number(button.dataset.leads)], -1));
  }
}
