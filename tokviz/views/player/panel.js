// The pairs beside the text: the leading ones of a contest, with bars.

import { h, number } from "../script/dom.js";
import { nameControl } from "../script/naming.js";
import { hasRested, pointAt } from "../script/pointer.js";
import { questions, setHelped } from "../script/questions.js";
import { spoken } from "../script/speech.js";
import { isCommand } from "../script/typed.js";
import { pairBox, textRunsBack } from "../tokens/direction.js";
import { Spread } from "./spread.js";

const FEW = 12; // rows that a projector shows at once
const MANY = 48;
const FROM_RIGHT = "A pair stands as in the text, from right to left";
const CLASSES = { won: "chosen", tied: "tied", barred: "barred" };

export class PairsPanel {
  /** @type {((row: any) => void) | undefined} asks what if this step had joined the row's pair */
  whatIf;

  constructor(root, onHover) {
    this.find = (name) => root.querySelector(`.${name}`);
    this.list = root.querySelector("[data-testid=tokviz-pairs]");
    this.told = this.find("told");
    this.onHover = onHover;
    this.more = this.find("more-pairs");
    this.room = new Spread(this.find("side"), this.list, () => this.draw());
    this.back = false; // does the text run from right to left?
    this.at = 0; // the button that the Tab key reaches
    /** @type {any} the row last pointed at */ this.pointed = null;
    this.over = false; // is the replay over, while a longer one goes on?
    this.asker = null;
    this.more.addEventListener("click", () => {
      if (this.hides()) return setHelped(!questions().helped);
      this.room.toggle();
    });
    this.wirePointing();
    this.list.addEventListener("keydown", (event) => this.walk(event));
  }

  /** A press brings the focus to the list itself: what it pointed at stays shown. */
  wirePointing() {
    const rowAt = (event) => event.target.closest("li")?.row ?? null;
    const lookAt = (row) => row !== this.pointed && this.point(row, true);
    this.list.addEventListener("pointerover", (event) =>
      lookAt(hasRested(event) ? null : rowAt(event)),
    );
    this.list.addEventListener("pointermove", (event) => lookAt(rowAt(event)));
    this.list.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.point(null); // a finger leaves what it pointed at
    });
    this.list.addEventListener("focusin", (event) => {
      if (event.target === this.list) return;
      this.reach(this.buttons().indexOf(event.target));
      this.point(rowAt(event), true);
    });
    this.list.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.list.contains(relatedTarget)) this.point(null);
    });
  }

  /** Show a row's places, and tell of it below the list too, where the caption is out of sight. */
  point(row, asked = false) {
    this.pointed = row;
    this.onHover(row, asked);
    this.tell(asked && !this.asker?.asked ? row : null);
  }

  tell(row) {
    const words = row && this.teller.story?.(row, this.step, !this.asker?.keeps);
    this.told.hidden = !words;
    this.told.replaceChildren(...(words || []));
  }

  /** Something else is shown in their place. */
  leave() {
    if (this.pointed) this.point(null);
    this.room.set(false);
  }

  /** The buttons that ask what if: together one stop of the Tab key. */
  buttons() {
    return [...this.list.querySelectorAll(".what-if button")];
  }

  /** Let the Tab key reach this one of them. */
  reach(at) {
    this.at = at;
    this.buttons().forEach((button, i) => (button.tabIndex = i === at ? 0 : -1));
  }

  /** Arrows up and down go from one to the next; those to the sides step, as everywhere. */
  walk(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const buttons = this.buttons();
    if (!by || !buttons.length || isCommand(event)) return;
    event.preventDefault();
    buttons[(this.at + by + buttons.length) % buttons.length].focus();
  }

  set(teller, chip, asker) {
    this.teller = teller;
    this.chip = chip;
    this.asker = asker;
    this.back = textRunsBack(teller.trace);
    this.find("pairs-way").textContent = this.back ? FROM_RIGHT : "";
    // A column is as wide as its longest number, so that no step moves the bars.
    const digits = teller.most ? number(teller.most).length : 0;
    this.list.style.setProperty("--digits", String(digits));
    this.list.classList.toggle("counted", digits > 0);
    this.list.classList.toggle("thousands", digits > 3);
  }

  /** Would the list tell what is to be predicted? */
  hides() {
    return this.asker.keeps && (this.asker.asked !== null || this.step === 0);
  }

  draw(k = this.step, over = this.over) {
    this.step = k;
    this.over = over;
    this.tell(null);
    if (this.hides()) return this.drawHidden();
    const open = this.asker.asked !== null;
    const { all, fits } = this.room;
    const { rows, more, note, key = "" } = this.teller.rows(k, all ? MANY : FEW, open);
    this.find("pairs-title").textContent = this.teller.heading(k, open, over);
    this.find("pairs-note").textContent = note;
    this.find("pairs-key").textContent = key;
    this.drawRows(rows);
    this.more.hidden = !more && rows.length <= fits && !all;
    this.more.textContent = all ? "Fewer pairs" : "More pairs";
    this.more.setAttribute("aria-expanded", String(all));
  }

  /**
   * The options of the question, in its order; how often each stands there only on demand.
   * Who votes with a class sees that when its leader does, so that nobody knows more than others.
   */
  drawHidden() {
    this.room.set(false); // it may lie over other things, and a question has few rows
    const options = this.asker.asked?.options ?? [];
    const helps = options.length > 0 && this.teller.counted;
    const { held, helped, voting } = questions();
    const shown = helps && helped;
    const { waits } = this.asker;
    this.find("pairs-title").textContent = waits ? "Your turn" : "Before training";
    this.find("pairs-key").textContent = "";
    this.find("pairs-note").replaceChildren(
      options.length
        ? h("span", { class: "on-screen" }, `${pointAt()} a pair, or press a token in the text`)
        : `The pairs are hidden ${waits ? "while you predict" : "until the path asks"}`,
    );
    this.drawRows(
      options.map((row) => ({
        left: row.left,
        right: row.right,
        standing: "",
        value: shown ? row.count : 0,
        text: shown ? number(row.count) : "?",
        hint: null,
      })),
    );
    this.more.hidden = !helps || held || voting;
    this.more.textContent = shown ? "Hide the counts" : "Show the counts";
    this.more.setAttribute("aria-expanded", String(shown));
  }

  drawRows(rows) {
    const most = Math.max(...rows.map((row) => row.value), Number.MIN_VALUE);
    const hadFocus = this.buttons().includes(this.list.getRootNode().activeElement);
    this.list.replaceChildren(...rows.map((row) => this.row(row, most)));
    this.buttons().forEach((button, at) => nameControl(button, `what-if-${at}`));
    const last = this.buttons().length - 1;
    this.reach(Math.max(0, Math.min(this.at, last)));
    if (hadFocus) this.buttons()[this.at]?.focus({ preventScroll: true });
  }

  row(row, most) {
    const width = `${Math.max(1, (100 * row.value) / most)}%`;
    const bar = h("span", { class: "bar", "aria-hidden": "true" }, h("span", {}));
    bar.firstChild.style.width = width;
    const chips = [this.chip(row.left), this.chip(row.right, row.left)];
    const name = pairBox(this.teller.trace, row, this.back, chips);
    const item = h(
      "li",
      { class: CLASSES[row.standing] ?? null, title: row.hint },
      name,
      bar,
      h("span", { class: "value" }, row.text),
      changed(row.change),
      h(
        "span",
        { class: "stood" },
        h("span", { class: "badge" }, row.badge ?? ""),
        this.whatIf ? this.question(row) : false,
      ),
    );
    item.row = row;
    return item;
  }

  /** The button that asks; where the winner or a pair that may not merge stands, its place. */
  question(row) {
    const place = h("span", { class: "what-if" });
    const asks = this.step === 0 || this.asker.asked !== null || this.hides();
    if (asks || row.standing === "won" || row.standing === "barred") return place;
    const pair = [row.left, row.right].map((token) => spoken(this.chip(token))).join(" + ");
    const asked = `What if step ${number(this.step)} had joined ${pair}?`;
    // The description keeps the title from being heard behind the name, which asks the same.
    const heard = { "aria-label": asked, "aria-description": "Up and down: other pairs." };
    const button = h("button", { type: "button", title: asked, ...heard }, "if?");
    button.addEventListener("click", () => this.whatIf?.(row));
    place.append(button);
    return place;
  }
}

/** By how much the last merge changed a count: "−2", in words where it is pointed at or heard. */
function changed(change) {
  if (!change) return h("span", { class: "change" });
  const { text, hint } = change;
  return h("span", { class: "change", title: hint, "aria-label": hint, role: "img" }, text);
}
