// The second beat of a step: the two chips of each merge in view slide together and become one.
//
// The text itself is at its new step at once; what moves are copies over it, gone after a moment
// or with the next press. Nothing moves for who asked the system for less motion.

import { h } from "../script/dom.js";

const LASTS = 220; // milliseconds
const MOST = 60; // merges that are worth the eye's while
const LESS_MOTION = "(prefers-reduced-motion: reduce)";

export class Growth {
  constructor(stage) {
    this.stage = stage;
    this.layer = h("div", { class: "growth", "aria-hidden": "true" });
    /** @type {Animation[]} */
    this.running = [];
    stage.append(this.layer);
  }

  stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.layer.replaceChildren();
  }

  /** Move the text to step k, one past where it stands, and show how its chips become one. */
  play(text, k) {
    const still = matchMedia(LESS_MOTION).matches;
    const pairs = still ? [] : this.pairsInView(text, k);
    text.move(k);
    const stage = this.stage.getBoundingClientRect();
    for (const { p, chips } of pairs) {
      const whole = text.holding(p);
      const to = whole.getBoundingClientRect();
      const back = getComputedStyle(whole).direction === "rtl";
      this.animate(whole, [{ opacity: 0.15 }, { opacity: 0.15, offset: 0.6 }, { opacity: 1 }]);
      chips.forEach(({ copy, box }, i) => {
        const left = Boolean(i) !== back ? to.right - box.width : to.left;
        Object.assign(copy.style, {
          left: `${box.left - stage.left}px`,
          top: `${box.top - stage.top}px`,
        });
        this.layer.append(copy);
        const there = `translate(${left - box.left}px, ${to.top - box.top}px)`;
        this.animate(copy, [
          { transform: "none" },
          { transform: there, opacity: 1, offset: 0.75 },
          { transform: there, opacity: 0 },
        ]);
      });
    }
    const last = this.running.at(-1);
    if (last) last.onfinish = () => this.stop();
  }

  animate(element, frames) {
    this.running.push(element.animate(frames, { duration: LASTS, easing: "ease-in-out" }));
  }

  pairsInView(text, k) {
    const pane = text.pane.getBoundingClientRect();
    const pairs = [];
    for (const p of text.inWindow(k - 1)) {
      const chips = [text.holding(p - 1), text.holding(p)].map((span) => ({
        box: span.getBoundingClientRect(),
        copy: copyOf(span),
      }));
      if (chips.some(({ box }) => box.top < pane.top || box.bottom > pane.bottom)) continue;
      pairs.push({ p, chips });
      if (pairs.length === MOST) break;
    }
    return pairs;
  }
}

/** A chip that is to be looked at only. */
function copyOf(span) {
  const copy = span.cloneNode(true);
  copy.classList.remove("contested", "same", "opens", "seam");
  for (const name of ["data-testid", "tabindex"]) copy.removeAttribute(name);
  return copy;
}
