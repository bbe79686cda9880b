// The player: its state is (trace, step), and what it draws is a function of them.
// It knows nothing of Streamlit; an adapter gives it a payload, and reads its step in data-step.

import { Arriving } from "./arriving.js";
import { Asker } from "../script/asking.js";
import { TrainTeller } from "./caption.js";
import { Clock } from "../script/clock.js";
import { drawControls, wireControls } from "../script/controls.js";
import { askedAt, asksAnything } from "./contest.js";
import { count, disable, h, number } from "../script/dom.js";
import { EncodeTeller } from "./encode.js";
import { Growth } from "./growth.js";
import { fitCaption } from "../script/fitting.js";
import { listenForKeys } from "../script/keys.js";
import { onQuestions } from "../script/questions.js";
import { stepBySwipe } from "../script/swipe.js";
import { followTheme } from "../script/theme.js";
import { onHeights } from "./lines.js";
import { Minimap } from "./minimap.js";
import { PairCounts } from "./pairs.js";
import { Pin } from "./pin.js";
import { fillRooms } from "./room.js";
import { Side } from "./side.js";
import { unpack } from "../script/payload.js";
import { TextView } from "./text.js";
import { firstAtLeast, Trace } from "./trace.js";
import { View } from "../script/view.js";

const NAMES = { train: "Merge replay", encode: "Encoding replay" };

export class Player extends View {
  /** @type {import("./trace.js").Trace} */ trace;
  /** @type {import("./text.js").TextView} */ text;
  /** @type {TrainTeller | EncodeTeller} */ teller;
  /** @type {number} */ frame;
  /** @type {boolean} is the clock past the last step, where a longer replay took it? */ over;

  /**
   * `whatIf({sig, step, left, right})` asks what if a step had joined another pair, named by its
   * ids in the payload of this signature.
   * @param {any} root
   * @param {{clock?: any, whatIf?: (pair: any) => void}} [page]
   */
  constructor(root, { clock = new Clock(), whatIf } = {}) {
    super(root, "tokviz-player", clock);
    this.side = new Side(this);
    if (whatIf)
      this.side.pairs.whatIf = ({ left, right }) => {
        const { ids, sig } = this.trace.header;
        whatIf({ sig, step: this.step, left: ids[left], right: ids[right] });
      };
    this.minimap = new Minimap(this.find("minimap"), (p) => this.goTo(p));
    this.growth = new Growth(this.find("stage"));
    this.wireButtons();
    this.asker = new Asker(this);
    onQuestions("help", () => this.trace && this.side.draw(), this.listeners.signal);
    listenForKeys(this, this.root, this.listeners.signal);
    stepBySwipe(this.clock, this.root, this.listeners.signal);
    this.pin = new Pin(this);
    this.arriving = new Arriving(this);
    this.resize = new ResizeObserver(() => this.onRoom());
    this.resize.observe(this.find("text"));
    onHeights(this.find("text"), () => this.drawMapSoon(), this.listeners.signal);
  }

  /** Show a payload from `step` on; says whether it was new. The same again changes nothing. */
  load(payload, { step = 0, anew = false } = {}) {
    const unpacked = unpack(payload);
    if (!anew && this.trace?.header.sig === unpacked.header.sig) return false;
    const trace = new Trace(unpacked);
    this.trace = trace;
    this.steps = trace.steps;
    this.sig = trace.header.sig;
    this.asker.drop();
    this.clock.join(this);
    this.text?.unmark();
    this.pin.leave();
    this.text = new TextView(this.find("text"), trace, Math.min(step, this.steps));
    const chip = (token, before) => this.text.spans.chip(token, before);
    this.teller =
      trace.kind === "encode"
        ? new EncodeTeller(trace, chip)
        : new TrainTeller(trace, new PairCounts(trace), chip);
    this.side.set(this.teller, chip, this.asker);
    this.minimap.set(trace);
    this.arriving.begin();
    this.find("empty").hidden = trace.size > 0;
    this.root.setAttribute("aria-label", NAMES[trace.kind]);
    this.place = -1;
    this.unpin();
    fillRooms(this.clock.players);
    if (this.clock.players.size < 2) {
      this.clock.halt();
      this.clock.go(step);
    }
    this.asker.begin();
    return true;
  }

  /** Light or dark by the page's own background. */
  theme() {
    followTheme(this.root);
    this.drawMap();
  }

  stop() {
    super.stop();
    this.resize.disconnect();
    cancelAnimationFrame(this.frame);
  }

  // ---- drawing --------------------------------------------------------------------------------

  onClock() {
    const step = Math.min(this.clock.step, this.steps);
    const over = this.clock.step > this.steps;
    const grows = this.grows(step);
    const asks = this.asker.follow();
    if (step !== this.step || over !== this.over || this.drawn !== this.trace || asks) {
      this.step = step;
      this.over = over;
      this.place = -1;
      this.arriving.come();
      if (this.text.step === step) this.text.mark(step);
      else if (grows) this.growth.play(this.text, step);
      else this.text.move(step);
      if (over) this.text.unmark();
      this.markContest();
      this.unpin();
      this.side.draw(step, over);
      this.drawMapSoon();
      this.root.dataset.step = step;
      this.root.classList.toggle("finished", over);
      this.drawCaption();
    }
    this.drawn = this.trace;
    drawControls(this);
  }

  /** The caption, drawn; `pair`: a row of the contest that the reader looks at. */
  drawCaption(pair = null) {
    const caption = this.part("caption");
    const { keeps } = this.asker;
    const question = this.asker.draw();
    const told = () => [...this.teller.tell(this.step, !keeps, pair), ...this.asker.drawVerdict()];
    caption.replaceChildren(...(this.over ? this.finished() : (question ?? told())));
    return caption;
  }

  // ---- what is asked before a step --------------------------------------------------------------

  get canAsk() {
    return asksAnything(this.trace, this.teller);
  }

  /** Do counts help who is asked, as "Show the counts" offers? */
  get counts() {
    return this.teller.counted;
  }

  askedAt(k) {
    return askedAt(this.trace, this.teller, k);
  }

  /** Two beats mark the places of those in the lead; who predicts must not see who leads. */
  markContest() {
    const { asked, waits } = this.asker;
    if (!asked) return;
    const leads = (option) => !waits && option.value === asked.options[0].value;
    this.text.markContest(asked.options.filter(leads));
  }

  /** Is this the second beat of a step? */
  grows(step) {
    this.growth.stop();
    return this.asker.asked?.step === step && this.text.step === step - 1;
  }

  finished() {
    const after = `Finished after ${count(this.steps, "step")}. `;
    return [h("p", {}, h("b", {}, after), this.trace.header.stop)];
  }

  /** The pane or its letters have another size. */
  onRoom() {
    fillRooms(this.clock.players);
    this.arriving.come(); // what was in sight need not be so now
    this.drawMap();
  }

  /** With the next frame: it asks where things lie, and the browser must lay them out but once. */
  drawMapSoon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.drawMap());
  }

  drawMap() {
    if (!this.trace) return;
    const long =
      !this.text.whole || this.find("text").scrollHeight > this.find("text").clientHeight + 4;
    this.find("stage").classList.toggle("long", long);
    if (long) this.minimap.draw(this.made, this.text.visible());
    this.arriving.bring();
    this.drawPlaces();
    this.pin.keep();
  }

  /** The step of which new tokens are marked; 0, none are: at the start, and once it is over. */
  get made() {
    return this.over ? 0 : this.step;
  }

  /** The places of this step's merge, through which the reader can walk. */
  places() {
    return this.made ? this.trace.places(this.made - 1) : [];
  }

  drawPlaces() {
    const places = this.places();
    const [from, to] = this.text.visible();
    const inView = firstAtLeast(places, to) - firstAtLeast(places, from);
    const which = this.place >= 0 ? `place ${number(this.place + 1)} of ` : "";
    const unseen = places.length && !inView ? ", none in view" : "";
    this.find("place-note").textContent = this.made
      ? `${which}${count(places.length, "place")}${unseen}`
      : "";
    disable(this.find("to-start"), this.text.from === 0 && this.find("text").scrollTop === 0);
    for (const name of ["place-before", "place-after"]) disable(this.find(name), !places.length);
  }

  // ---- moving through the text ----------------------------------------------------------------

  goTo(p) {
    this.arriving.byHand = true;
    this.text.reveal(p);
    this.drawMap();
  }

  /** The next (+1) or previous (-1) place of this merge, from the one shown or from the view. */
  walk(direction) {
    const places = this.places();
    const [from, to] = this.text.visible();
    if (this.place >= 0) this.place += direction;
    else if (direction > 0) this.place = firstAtLeast(places, from);
    else this.place = firstAtLeast(places, to) - 1;
    this.place = (this.place + places.length) % places.length;
    const span = this.text.reveal(places[this.place]);
    this.arriving.byHand = false;
    this.drawMap();
    this.pin.hold(span);
  }

  /** The places of a pair of the panel, as the contest that it shows saw them. */
  lightPair(row, asked = false) {
    const seen = this.asker.asked ? this.step : Math.max(0, this.step - 1);
    if (row) this.text.lightPair(row.left, row.right, seen);
    else this.pin.light();
    if (!this.asker.asked) fitCaption(this.drawCaption(asked ? row : null)); // a step fits its own
  }

  /** On paper stands what is drawn; of a long text, that is a part. */
  sayPrinted() {
    if (!this.trace) return;
    const { whole, from, to } = this.text;
    const nth = (p) => number(this.trace.tokenAt(p, this.text.step));
    this.find("printed").textContent = whole
      ? ""
      : `Tokens ${nth(from)} to ${nth(to - 1)} of ${nth(this.trace.size - 1)} are printed.`;
  }

  // ---- listening ------------------------------------------------------------------------------

  wireButtons() {
    wireControls(this, () => this.onRoom());
    this.on(this.find("to-start"), "click", () => {
      this.goTo(0);
      this.find("text").scrollTop = 0;
    });
    this.on(this.find("place-before"), "click", () => this.places().length && this.walk(-1));
    this.on(this.find("place-after"), "click", () => this.places().length && this.walk(1));
    this.on(window, "beforeprint", () => this.sayPrinted());
  }

  // ---- what the keys ask of any replay ----------------------------------------------------------

  unpin() {
    this.pin.drop();
  }

  walkTokens(direction) {
    this.pin.walk(direction);
  }
}
