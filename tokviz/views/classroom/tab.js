// Which of a browser's tabs leads its class: each page that is loaded has a name of its own, by
// chance, and a tab keeps the name that its page led by. So a page that is loaded anew leads on.
//
// “Duplicate tab” copies all that a tab keeps. So a page that led says when it leaves its tab, and the
// next one there leads on. Where none said so, as in a copy, or after a crash, a page first asks whether
// the page of the kept name lives. Who lives and is asleep is late with the answer; then the browser's
// storage tells it that another leads (keeper.js).

const TAB = "tokviz tab"; // in the tab's storage
const LEFT = "tokviz tab left"; // the name of the page that led, once it has gone
const CHANNEL = "tokviz tabs";
const ANSWERED = 2000; // milliseconds in which a page answers that lives, also one with much to do

export class Tab {
  /** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} kept of the tab */
  constructor(kept = sessionStorage) {
    this.kept = kept;
    this.name = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    this.heard = () => {}; // that the page of the kept name lives
    this.open();
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.open());
  }

  leave() {
    if (this.before === this.name) this.kept.setItem(LEFT, this.name);
    this.channel?.close();
  }

  /** Answer who asks, until the page is gone. */
  open() {
    if (this.before === this.name) this.kept.removeItem(LEFT);
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data: { asks, lives } }) => {
      if (asks === this.name) this.channel?.postMessage({ lives: this.name });
      if (lives === this.before) this.heard();
    };
  }

  /** The name by which a page led that was here before, or of which this tab is a copy. */
  get before() {
    return this.kept.getItem(TAB);
  }

  /** From now on this page leads. */
  leads() {
    this.kept.setItem(TAB, this.name);
    this.kept.removeItem(LEFT);
    return this.name;
  }

  /** Is the page of the kept name gone? If it is not, this tab is a copy, and forgets the name. */
  async isLeft() {
    if (this.kept.getItem(LEFT) === this.before) return true;
    const lives = await new Promise((told) => {
      this.heard = () => told(true);
      setTimeout(() => told(false), ANSWERED);
      this.channel?.postMessage({ asks: this.before });
    });
    if (lives) this.kept.removeItem(TAB);
    return !lives;
  }
}
