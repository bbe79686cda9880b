// The token that the reader points at or holds: its card, and its fellows lit in the text.

import { h } from "../script/dom.js";
import { hasRested } from "../script/pointer.js";
import { onQuestions, questions } from "../script/questions.js";
import { beside } from "../script/sides.js";
import { Card } from "./card.js";
import { foundAt } from "./contest.js";
import { behind } from "../tokens/cut.js";

export class Pin {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.card = new Card(player.find("card"), player.find("stage"));
    /** @type {any} */
    this.held = null;
    /** @type {any} */
    this.reached = null;
    this.wire(player.find("text"));
    onQuestions("help", () => this.held && this.look(null), player.listeners.signal);
  }

  hold(span) {
    this.held = span;
    this.reach(span);
    this.look(span); // before the focus: who listens hears the card with the token
    span.focus({ preventScroll: true });
  }

  drop() {
    this.held = null;
    this.look(null);
    const first = this.player.text?.at.find(Boolean);
    if (first && !this.reached?.isConnected) this.reach(first);
  }

  /** Another part of the text may be drawn: a token that is not there any more is let go. */
  keep() {
    if (!(this.held ?? this.reached)?.isConnected) this.drop();
  }

  /** Leave the text to the one that takes its place, whose lines look like those without marks. */
  leave() {
    this.held = null;
    this.look(null);
    this.release();
    this.reached = null;
  }

  /** One token can be reached with Tab, the arrows do the rest. */
  reach(span) {
    this.release();
    this.reached = span;
    span.tabIndex = 0;
    span.setAttribute("aria-describedby", this.card.element.id);
  }

  release() {
    for (const name of ["tabindex", "aria-describedby"]) this.reached?.removeAttribute(name);
  }

  /** Show the card of a token; of none, that of the one held. */
  look(span) {
    const { text, trace, teller, step, asker } = this.player;
    const token = span ?? this.held;
    this.light(token);
    if (!token) return this.card.hide();
    const asks = this.asked ? (left, right) => this.offer(left, right, token === this.held) : null;
    const shown = { trace, teller, step, ahead: !asker.keeps, asks };
    return this.card.show(token, shown, text.spans.chip.bind(text.spans));
  }

  /**
   * Two that stand side by side, for the reader to take as the answer to the question that stands.
   * `held`: is the pointer free to go to a button?
   */
  offer(left, right, held) {
    const { asker, step, teller, text, trace } = this.player;
    const take = asker.taking(foundAt(trace, teller, left, right, step));
    const helps = teller.counted && questions().helped;
    const counts = helps ? [`${teller.beside(left, right, step)}. `] : [];
    if (!take) return [...counts, "The two are not among the answers."];
    if (!held) return [...counts, "Press the token to predict the two."];
    const chips = [text.spans.chip(left), " + ", text.spans.chip(right)];
    const button = h("button", { type: "button", class: "take" }, "Predict ", ...chips);
    button.addEventListener("click", take);
    return [...counts, button];
  }

  /** Does a question stand, which the reader may answer with two tokens of the text? */
  get asked() {
    const { asker } = this.player;
    return asker.waits && asker.asked !== null;
  }

  /** Light a token wherever it stands, and no other; while a question stands, its pair. */
  light(span = this.held) {
    const { text, trace, step } = this.player;
    const right = span && this.asked ? behind(span, trace, step) : null;
    if (right === null) text?.light(span?.token ?? null);
    else text.lightPair(span.token, right, step);
  }

  /** Hold the token to the right (+1) or to the left (-1); of none, the first. */
  walk(direction) {
    const { text } = this.player;
    const spans = text.at.filter(Boolean);
    const here = spans.indexOf(this.held);
    const isBack = this.held?.closest(".line").dir === "rtl";
    const span = here < 0 ? spans[0] : beside(spans, here, direction, isBack);
    if (span) this.hold(text.reveal(span.start));
  }

  wire(pane) {
    const { player } = this;
    const tokenAt = (event) => event.target.closest?.(".text .token") ?? null;
    let over = null; // the token that the pointer was moved to
    let before = null; // the one held before the press, which may have moved the focus
    const lookAt = (span) => {
      const stays = this.asked && this.held; // its card holds a button to press
      if (span !== over && !stays) this.look((over = span));
    };
    player.on(pane, "pointerover", (event) => {
      if (event.pointerType === "mouse") lookAt(hasRested(event) ? null : tokenAt(event));
    });
    player.on(pane, "pointermove", (event) => {
      if (event.pointerType === "mouse") lookAt(tokenAt(event));
    });
    player.on(pane, "pointerleave", () => lookAt(null));
    player.on(pane, "focusin", (event) => {
      const span = tokenAt(event);
      if (span && span !== this.held) this.hold(span);
    });
    player.on(pane, "keydown", (event) => {
      const take = event.key === "Enter" && this.asked && this.card.element.querySelector("button");
      if (!take) return;
      event.preventDefault();
      take.click();
    });
    player.on(pane, "pointerdown", () => (before = this.held));
    player.on(pane, "click", (event) => {
      const span = tokenAt(event);
      if (!String(getSelection())) span && span !== before ? this.hold(span) : this.drop();
    });
    player.on(pane, "scroll", () => {
      this.card.follow(pane.getBoundingClientRect());
      player.drawMapSoon();
    });
  }
}
