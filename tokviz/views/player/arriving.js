// A step none of whose places are in sight brings its first one, unless the reader scrolls by hand.

export class Arriving {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.isNew = false; // has a step come since places were brought?
    this.byHand = false; // does the reader scroll?
    const pane = player.find("text");
    const scrolls = () => (this.byHand = true);
    const { signal } = player.listeners;
    for (const type of ["wheel", "touchmove"])
      pane.addEventListener(type, scrolls, { passive: true, signal });
    player.on(pane, "pointerdown", ({ target, offsetX }) => {
      if (target === pane && offsetX >= pane.clientWidth) scrolls(); // on its bar
    });
    player.on(document, "fullscreenchange", () => (this.byHand = false)); // the pane has another size
  }

  /** Another text, or another view of it: the reader has scrolled nothing of it. */
  begin() {
    this.byHand = false;
    this.isNew = true;
  }

  /** A step has come, or the pane has another size. */
  come() {
    this.isNew = true;
  }

  bring() {
    const { player, isNew } = this;
    const { text } = player;
    this.isNew = false;
    const follows = document.fullscreenElement || (text.whole && !this.byHand); // long: its minimap
    const places = isNew && follows ? player.places() : [];
    if (!places.length) return;
    const pane = player.find("text").getBoundingClientRect();
    const boxes = text.marked.map((span) => span.getBoundingClientRect());
    if (!boxes.some(({ top, bottom }) => top >= pane.top && bottom <= pane.bottom))
      text.reveal(places[0]);
  }
}
