// The token that the reader points at or holds: its card, and its fellows lit in the text.

import { hasRested } from "../script/pointer.js";
import { Card } from "./card.js";

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
  }

  hold(span) {
    this.held = span;
    this.reach(span);
    span.focus({ preventScroll: true });
    this.look(span);
  }

  drop() {
    this.held = null;
    this.look(null);
    const first = this.player.text?.at.find(Boolean);
    if (first && !this.reached?.isConnected) this.reach(first);
  }

  /** Leave the text to the one that takes its place, whose lines look like those without marks. */
  leave() {
    this.held = null;
    this.look(null);
    this.reached?.removeAttribute("tabindex");
    this.reached = null;
  }

  /** One token can be reached with Tab, the arrows do the rest. */
  reach(span) {
    this.reached?.removeAttribute("tabindex");
    this.reached = span;
    span.tabIndex = 0;
  }

  /** Show the card of a token; of none, that of the one held. */
  look(span) {
    const { text, trace, teller, step, asker } = this.player;
    const token = span ?? this.held;
    text?.light(token ? token.token : null);
    if (!token) return this.card.hide();
    const shown = { trace, teller, step, ahead: !asker.waits };
    return this.card.show(token, shown, text.spans.chip.bind(text.spans));
  }

  /** Light the token held, and no other. */
  light() {
    this.player.text?.light(this.held?.token ?? null);
  }

  /** Hold the token to the right (+1) or to the left (-1): in Hebrew the one before, or the next. */
  walk(direction) {
    const { text } = this.player;
    const spans = text.at.filter(Boolean);
    const here = spans.indexOf(this.held);
    const by = this.held?.closest(".line").dir === "rtl" ? -direction : direction;
    const span = spans[here < 0 ? 0 : Math.max(0, Math.min(spans.length - 1, here + by))];
    if (span) this.hold(text.reveal(span.start));
  }

  wire(pane) {
    const { player } = this;
    const tokenAt = (event) => event.target.closest?.(".text .token") ?? null;
    let over = null; // the token that the pointer was moved to
    let before = null; // the one held before the press, which may have moved the focus
    const lookAt = (span) => {
      if (span !== over) this.look((over = span));
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
