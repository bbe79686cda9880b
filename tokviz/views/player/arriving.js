// A step none of whose places are in sight brings its first one, unless the reader scrolls by hand.
//
// Of a long text a part is drawn, and another takes longer than a step: it comes when steps rest.

const REST = 120; // milliseconds after the last step

export class Arriving {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.isNew = false; // has a step come since places were brought?
    this.byHand = false; // does the reader scroll?
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    const pane = player.find("text");
    const scrolls = () => (this.byHand = true);
    const { signal } = player.listeners;
    for (const type of ["wheel", "touchmove"])
      pane.addEventListener(type, scrolls, { passive: true, signal });
    player.on(pane, "pointerdown", ({ target, offsetX }) => {
      if (target === pane && offsetX >= pane.clientWidth) scrolls(); // on its bar
    });
    player.on(document, "fullscreenchange", () => (this.byHand = false)); // the pane has another size
    signal.addEventListener("abort", () => clearTimeout(this.resting));
  }

  /** Another text, or another view of it: the reader has scrolled nothing of it. */
  begin() {
    this.byHand = false;
    this.come();
  }

  /** A step has come, or the pane has another size. */
  come() {
    this.isNew = true;
    clearTimeout(this.resting);
  }

  bring() {
    if (!this.isNew) return;
    this.isNew = false;
    if (document.fullscreenElement || this.player.text.whole) this.reveal();
    else this.resting = setTimeout(() => this.reveal() && this.player.drawMap(), REST);
  }

  /** The first place, where none is in sight; says whether the text moved. */
  reveal() {
    const { player } = this;
    const { text } = player;
    const places = document.fullscreenElement || !this.byHand ? player.places() : [];
    if (!places.length) return false;
    const pane = player.find("text").getBoundingClientRect();
    const boxes = text.marked.map((span) => span.getBoundingClientRect());
    if (boxes.some(({ top, bottom }) => top >= pane.top && bottom <= pane.bottom)) return false;
    text.reveal(places[0]);
    return true;
  }
}
