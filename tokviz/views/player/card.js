// The card of a token: what it is, where it came from, how often it stands, why it ends there.

import { partialCharacters } from "../tokens/characters.js";
import { whatComesNext } from "../tokens/cut.js";
import { count, h, times } from "../script/dom.js";

const SHOWN_BYTES = 32;
const AWAY = 8; // from the token, and at least from the edge of the window

/** What a token is that no merge made and that is no letter: views/player/origins.py names it. */
const ORIGINS = {
  special: "a special token, kept whole",
  unknown: "a stand-in for what is unknown",
  space: "the mark of a space",
  word_end: "the mark of a word's end",
  byte: "a byte of a character that has no token",
  whole: "a piece taken whole, before any merge",
};

/**
 * @param {number} token
 * @param {import("./trace.js").Trace} trace
 */
export const unmade = (token, { header }) =>
  ORIGINS[header.origins[token]] ?? `a ${header.unit} of the text, made by no merge`;

export class Card {
  constructor(element, stage) {
    this.element = element;
    this.stage = stage;
  }

  /**
   * @param {import("./text.js").TokenSpan} span
   * @param {{trace: any, teller: any, step: number, ahead: boolean, asks: any}} shown
   * @param {(token: number, before?: number) => Element} chip
   */
  show(span, shown, chip) {
    const { token } = span;
    const { trace, teller, step: k } = shown;
    const next = whatComesNext(span, shown, chip);
    const hex = (trace.hex[token].toUpperCase().match(/../g) ?? []).slice(0, SHOWN_BYTES);
    const size = trace.header.sizes[token];
    const bytes = hex.join(" ") + (size > hex.length ? " …" : "");
    const partial = partialCharacters(span, trace);
    const row = (name, ...value) => [h("dt", {}, name), h("dd", {}, ...value)];
    this.element.replaceChildren(
      h(
        "p",
        { class: "card-title" },
        chip(token),
        h("span", { class: "card-id" }, `id ${trace.ids[token]}`),
      ),
      h(
        "dl",
        {},
        ...row(count(size, "byte"), h("code", {}, bytes || "none")),
        ...(partial.length
          ? row("holds", ...partial.map((words) => h("div", {}, h("bdi", {}, words))))
          : []),
        ...row("in the text", `${times(trace.frequencies.at(k)[token])} now`),
        ...row("made of", ...(teller.origin(token, k) ?? [unmade(token, trace)])),
        ...(next.length ? row("after it", ...next) : []),
      ),
    );
    this.element.hidden = false;
    this.span = span;
    this.place(span);
  }

  /** The text scrolled: stay with the token, and go when it leaves the pane. */
  follow(pane) {
    const box = this.span?.getClientRects()[0];
    if (this.element.hidden) return;
    if (!box) return this.hide();
    if (box.bottom < pane.top || box.top > pane.bottom) this.hide();
    else this.place(this.span);
  }

  hide() {
    this.element.hidden = true;
  }

  /** Under the token, or above it when there is no room; always inside the stage and the window. */
  place(span) {
    const [token, stage] = [span.getClientRects()[0], this.stage.getBoundingClientRect()];
    if (!token) return this.hide();
    const [width, height] = [this.element.offsetWidth, this.element.offsetHeight];
    const right = Math.min(stage.right, innerWidth - AWAY) - width;
    const left = Math.max(stage.left, AWAY, Math.min(token.left, right));
    const below = token.bottom + AWAY;
    const above = token.top - AWAY - height;
    const fits = below + height <= innerHeight - AWAY;
    const top = fits ? below : above >= AWAY ? above : innerHeight - AWAY - height;
    this.element.style.left = `${left - stage.left}px`;
    this.element.style.top = `${top - stage.top}px`;
  }
}
