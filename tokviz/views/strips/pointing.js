// Pointing at a strip's token, by mouse or by key: what it is, and where its bytes stand elsewhere.

import { count, h, number, times } from "../script/dom.js";
import { hasRested, pointAt } from "../script/pointer.js";
import { beside } from "../script/sides.js";
import { isCommand } from "../script/typed.js";
import { tokenSpan } from "../tokens/tokens.js";

/** The letter that a row goes by. */
export const letter = (row) => String.fromCharCode(65 + (row % 26));

/** @typedef {HTMLElement & {kind: any, at: number}} StripSpan a token, what it is, its place */

/** Where only those are to be seen that the rows cut otherwise, the others are not. */
const isShown = (/** @type {Element} */ span) => !span.closest(".differ .group.agree");

export class Pointing {
  /** @type {Element[]} */ lit = [];

  /**
   * Listens on a section of drawn strips, and writes into its facts.
   * @param {{section: Element, facts: Element, spans: StripSpan[], sameBytes: Map<string, StripSpan[]>, payload: any}} drawn
   */
  constructor({ section, facts, spans, sameBytes, payload }) {
    this.section = section;
    this.facts = facts;
    this.spans = spans;
    this.sameBytes = sameBytes;
    this.payload = payload;
    this.reachShown();
    this.hint();
    this.listen();
  }

  listen() {
    const { section } = this;
    const tokenOf = (event) => event.target.closest?.(".token[data-row]");
    section.addEventListener(
      "pointerover",
      (/** @type {any} */ event) =>
        event.pointerType === "mouse" && !hasRested(event) && this.show(tokenOf(event)),
    );
    section.addEventListener("pointerleave", () =>
      this.show(section.querySelector(".token:focus"), true),
    );
    section.addEventListener("focusin", (event) => this.show(tokenOf(event)));
    section.addEventListener("click", (event) => tokenOf(event)?.focus());
    section.addEventListener("keydown", (event) => this.key(event, tokenOf(event)));
  }

  key(event, span) {
    if (!span || isCommand(event)) return;
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const end = { Home: 0, End: -1 }[event.key];
    const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") this.show(null, true);
    else if (side) this.focus(this.neighbour(span, side));
    else if (turn) this.focus(this.across(span, turn));
    else if (end !== undefined) this.focus(this.row(span).at(end));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(span) {
    if (!span) return;
    this.reach(span);
    span.focus();
  }

  /** One token can be reached with Tab, the arrows do the rest. */
  reach(span) {
    for (const other of this.spans) other.tabIndex = -1;
    span.tabIndex = 0;
  }

  /** Where that one is hidden, as all are that the rows cut alike, it is the first that is not. */
  reachShown() {
    if (this.spans.some((span) => span.tabIndex === 0 && isShown(span))) return;
    const first = this.spans.find(isShown);
    if (first) this.reach(first);
  }

  neighbour(span, side) {
    const row = this.row(span);
    const isBack = span.closest(".strips-pane, .loose-lane").dir === "rtl";
    return beside(row, row.indexOf(span), side, isBack);
  }

  /** All tokens of this one's row that are not hidden. */
  row(span) {
    return this.spans.filter((other) => other.dataset.row === span.dataset.row && isShown(other));
  }

  /** The first token of the next row in the same group. */
  across(span, turn) {
    const lane = span.parentElement;
    const next = turn > 0 ? lane.nextElementSibling : lane.previousElementSibling;
    return next?.querySelector(".token") ?? null;
  }

  /** Say what a token is, and light up the same bytes in every row. */
  show(span, clear = false) {
    if (!span && !clear) return;
    for (const other of this.lit) other.classList.remove("lit", "same", "pointed", "here");
    this.lit = [];
    if (!span) return this.hint();
    const textless = span.classList.contains("lost") || span.kind.mark;
    const same = textless ? [] : (this.sameBytes.get(span.kind.hex) ?? []);
    for (const other of same) other.classList.add("lit");
    const here = this.overlapping(span);
    for (const other of here) other.classList.add("here");
    span.classList.add("pointed");
    const group = span.kind.mark ? null : span.closest(".group");
    group?.classList.add("same");
    this.lit = [...same, ...here, span, ...(group ? [group] : [])];
    this.facts.replaceChildren(...this.describe(span, same));
  }

  /** The tokens of every row that stand for some of the same characters of the text. */
  overlapping(span) {
    const [start, end] = this.rangeOf(span);
    if (start === null || start === end) return [];
    return this.spans.filter((other) => {
      const [first, last] = this.rangeOf(other);
      return first !== null && Math.max(start, first) < Math.min(end, last);
    });
  }

  rangeOf(span) {
    const row = this.payload.rows[Number(span.dataset.row)];
    return [row.starts[span.at], row.ends[span.at]];
  }

  hint() {
    const known = this.payload.rows.some(({ hasIds }) => hasIds) ? "its id and bytes" : "its bytes";
    const agreed = h(
      "span",
      {},
      h("span", { class: "agree-key" }, "="),
      " marks where all cut alike, spaces aside.",
    );
    this.facts.replaceChildren(
      h("span", { class: "on-screen" }, `${pointAt()} a token for ${known}. `),
    );
    if (this.section.querySelector(".token.lost"))
      this.facts.append(h("span", { class: "lost-key" }, "\u2002"), " is lost. ");
    if (this.section.querySelector(".token.mark"))
      this.facts.append(h("span", { class: "mark-key" }, "\u2002"), " stands for no text. ");
    if (this.section.querySelector(".token.special"))
      this.facts.append(h("span", { class: "special-key" }, "\u2002"), " is a special token. ");
    if (this.section.querySelector(".seam"))
      this.facts.append(
        h("span", { class: "seam-key" }),
        "stands between two different tokens of the same colour. ",
      );
    if (this.section.querySelector(".agree")) this.facts.append(agreed);
  }

  describe(span, same) {
    const { kind } = span;
    const r = Number(span.dataset.row);
    const row = this.payload.rows[r];
    const others = new Map();
    for (const other of same) {
      if (other.dataset.row !== span.dataset.row)
        others.set(Number(other.dataset.row), other.kind.id);
    }
    const named = row.hasIds ? `id ${kind.id}` : "";
    const twins = row.hasIds
      ? [...others].map(([at, id]) => ` ${letter(at)} has the same bytes as id ${id}.`)
      : [...others].map(([at]) => ` ${letter(at)} has it too.`);
    const start = row.starts[span.at];
    const told = row.lost[span.at];
    if (kind.id < 0) return [h("strong", {}, `${letter(r)}: no token. `), told ?? ""];
    const drawn = tokenSpan(kind.parts, { inline: true });
    drawn.classList.toggle("mark", kind.mark);
    drawn.classList.toggle("special", kind.special);
    if (kind.mark)
      return [
        drawn,
        h("strong", {}, ` ${letter(r)}: id ${kind.id}`),
        ", added by the post-processor, stands for no text.",
      ];
    if (kind.unknown)
      return [
        h("strong", {}, `${letter(r)}: ${named ? `${named}, ` : ""}unknown`),
        `, ${times(kind.count)} in the text. ${told ?? ""}`,
      ];
    return [
      drawn,
      h("strong", {}, ` ${letter(r)}: ${named} `),
      kind.special ? "a special token, " : "",
      h("span", {}, `${count(kind.size, "byte")}: `),
      h("code", {}, kind.hex + (kind.size > 64 ? " …" : "")),
      h("span", {}, start === null ? "" : `, from byte ${number(start)} of the text`),
      h("span", {}, `, ${times(kind.count)} in the text.`),
      ...(told ? [h("span", {}, ` ${told}`)] : []),
      ...(row.holds[span.at] ?? []).map((words) => h("span", {}, ` Holds ${words}.`)),
      ...twins.map((words) => h("span", {}, words)),
    ];
  }
}
