// The list of pairs in the room that it has; or all of them, down to the foot of the window.

export class Spread {
  /**
   * @param {HTMLElement} side what is spread over what stands below it
   * @param {HTMLElement} list whose rows are counted
   * @param {() => void} changed other rows may be out of sight
   */
  constructor(side, list, changed) {
    this.side = side;
    this.list = list;
    this.changed = changed;
    this.all = false;
    this.fits = Infinity; // rows that there is room for
    new ResizeObserver(() => this.measure()).observe(list);
    new ResizeObserver(() => this.reach()).observe(side.parentElement ?? side);
  }

  toggle() {
    this.reach();
    this.set(!this.all);
    this.changed();
  }

  /** @param {boolean} all of the list, or the room that it has */
  set(all) {
    this.all = all;
    this.side.classList.toggle("spread", all);
  }

  /** How far down it may go: presented, or in another window, that is another height. */
  reach() {
    const below = innerHeight - this.side.getBoundingClientRect().top;
    this.side.style.setProperty("--spread", `${below}px`);
  }

  measure() {
    const row = this.list.firstElementChild?.getBoundingClientRect().height;
    if (!row || this.all) return;
    const fits = Math.floor(parseFloat(getComputedStyle(this.list).maxHeight) / row);
    if (fits === this.fits) return;
    this.fits = fits;
    this.changed();
  }
}
