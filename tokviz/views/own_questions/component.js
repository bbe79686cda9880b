// A teacher's own questions, in the plan of every lesson: to write, and to put before her class.
//
// They are kept in her browser alone. What stands in the boxes is kept with the tab until it is a
// question, whatever is drawn anew meanwhile.

import { endOfCall, listenersOfCall } from "../script/calls.js";
import { h } from "../script/dom.js";
import { marked } from "../script/question_card.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { Carrying } from "./carrying.js";
import { draftIn, draftOf, emptyDraft, keepOwn, ownQuestions, questionOf } from "./kept.js";
import { onPaper } from "./paper.js";
import { classOfPage, onClass, wish } from "../script/register.js";

const DRAFT = "tokviz own question"; // in the tab's storage

/** @type {WeakMap<Element, Own>} by the place: a run draws nothing anew that is being typed */
const OWNS = new WeakMap();

export default function mount({ parentElement }) {
  const listeners = listenersOfCall(parentElement);
  const root = parentElement.querySelector("[data-own-questions]");
  const own = OWNS.get(root) ?? new Own(root);
  OWNS.set(root, own);
  onClass(() => own.drawList(), listeners.signal);
  const elsewhere = () => own.drawList(); // in another tab
  window.addEventListener("storage", elsewhere, { signal: listeners.signal });
  return endOfCall(parentElement, () => listeners.abort());
}

class Own {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.list = h("ol", {});
    this.form = h("form", { autocomplete: "off", novalidate: true });
    /** The words of the question that the boxes change, or null: they write a new one. */
    this.changes = null;
    this.drawn = "";
    /** @type {{question: import("./kept.js").OwnQuestion, at: number} | null} it can be put back */
    this.removed = null;
    /** @type {import("./kept.js").Draft} */
    this.draft = emptyDraft();
    this.takeDraft();
    this.box = h("details", {}, h("summary", {}, "Write a question of your own"), this.form);
    this.box.open = this.isBegun();
    this.toLead = h("p", { class: "note" }, "Lead a class (“Share”) to ask it.");
    this.carrying = new Carrying(() => {
      this.removed = null;
      this.drawList();
    });
    this.paper = h("section", { class: "paper" });
    root.replaceChildren(this.list, this.toLead, this.box, this.carrying.place, this.paper);
    this.drawForm();
    this.drawList();
  }

  // ---- what is kept -------------------------------------------------------------------------------

  drawList() {
    const { role, votes } = classOfPage().state;
    const leads = role === "leader";
    const all = ownQuestions();
    const asked = leads ? votes?.words : undefined;
    const drawn = JSON.stringify([all, leads, asked, this.removed]);
    if (drawn === this.drawn) return; // nothing moves under a finger
    this.drawn = drawn;
    const rows = all.map((question) => this.row(question, leads, asked));
    if (this.removed) rows.splice(this.removed.at, 0, this.rowOfRemoved(this.removed));
    this.list.replaceChildren(...rows);
    this.list.hidden = !rows.length;
    this.toLead.hidden = leads || !all.length;
    this.carrying.draw(all);
    this.paper.replaceChildren(...(all.length ? onPaper(all) : []));
  }

  /** @param {import("./kept.js").OwnQuestion} question */
  row(question, leads, asked) {
    const { words, options, right, why } = question;
    const choices = options.map((option, at) =>
      h(
        "li",
        {},
        h("b", { class: "letter" }, CLASS_LIMITS.LETTERS[at]),
        " ",
        ...marked(option),
        at === right && h("b", { class: "right" }, " ✓ right"),
      ),
    );
    const answer = h(
      "details",
      { class: "answer" },
      h("summary", { "aria-label": `Choices and answer: ${words}` }, "Choices and answer"),
      h("ul", {}, ...choices),
      why && h("p", {}, ...marked(why)),
    );
    const asks = () => wish("ask", JSON.stringify(question));
    const buttons = [
      leads && button(asked === words ? "Ask again" : "Ask the class", words, asks),
      button("Change", words, () => this.change(question)),
      button("Remove", words, () => this.remove(question)),
    ];
    return h("li", {}, h("p", { class: "asks" }, ...marked(words)), ...buttons, answer);
  }

  rowOfRemoved({ question, at }) {
    const back = button("Put it back", question.words, () => {
      const all = ownQuestions();
      all.splice(at, 0, question);
      if (!this.keeps(all)) return;
      this.removed = null;
      this.drawList();
    });
    return h("li", {}, h("p", { class: "asks" }, h("s", {}, ...marked(question.words))), back);
  }

  /** @param {import("./kept.js").OwnQuestion} question */
  remove(question) {
    const all = ownQuestions();
    const at = all.findIndex(({ words }) => words === question.words);
    if (at < 0) return this.drawList(); // another tab removed it, or changed its words
    all.splice(at, 1);
    if (!this.keeps(all)) return;
    this.removed = { question, at };
    if (this.changes === question.words) this.changes = null; // the boxes hold it still
    this.keepDraft();
    this.drawForm();
    this.drawList();
  }

  /** Whether these are kept from now on; below the list it is said why not. */
  keeps(all) {
    const fault = keepOwn(all);
    this.carrying.told.replaceChildren(...(fault ? [fault] : []));
    return !fault;
  }

  // ---- the boxes ----------------------------------------------------------------------------------

  change(question) {
    this.changes = question.words;
    this.draft = draftOf(question);
    this.keepDraft();
    this.drawForm();
    this.box.open = true;
    this.form.querySelector("input")?.focus();
  }

  drawForm() {
    const { WORDS, REASON } = CLASS_LIMITS;
    const { words, why } = this.draft;
    const asks = field("Question", words, WORDS, (said) => (this.draft.words = said));
    const reason = field("Why that is right", why, REASON, (said) => (this.draft.why = said));
    const choices = this.draft.choices.map((_, at) => this.choice(at));
    this.told = h("p", { role: "alert" });
    const keep = h("button", { type: "submit", class: "primary" }, "Keep");
    const clear = button(this.changes === null ? "Clear" : "Leave it as it was", "", () =>
      this.begin(),
    );
    this.form.replaceChildren(
      asks,
      h("fieldset", {}, h("legend", {}, "Choices: mark the right one"), ...choices),
      reason,
      h("p", { class: "note" }, "Your browser keeps it. `Code` stands between backticks."),
      h("div", { class: "buttons" }, keep, clear),
      this.told,
    );
    this.form.oninput = () => this.keepDraft();
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.keep();
    };
  }

  /** @param {number} at */
  choice(at) {
    const letter = CLASS_LIMITS.LETTERS[at];
    const isRight = at === this.draft.right;
    const mark = h("input", {
      type: "radio",
      name: "right",
      "aria-label": `${letter} is right`,
      checked: isRight,
    });
    mark.oninput = () => (this.draft.right = at); // before the form keeps it
    const box = h("input", {
      "aria-label": `Choice ${letter}`,
      placeholder: at < 2 ? "" : "or none",
      maxlength: CLASS_LIMITS.OPTION,
      value: this.draft.choices[at],
    });
    box.oninput = () => (this.draft.choices[at] = box.value);
    return h("p", { class: "choice" }, mark, h("b", { class: "letter" }, letter), box);
  }

  /** Keep what the boxes hold, in its place if it was there, or say what they lack. */
  keep() {
    const all = ownQuestions();
    const at = all.findIndex(({ words }) => words === this.changes);
    const others = all.filter((_, index) => index !== at);
    const question = questionOf(this.draft, others);
    if (typeof question === "string") {
      this.told.textContent = question;
      return;
    }
    others.splice(at < 0 ? others.length : at, 0, question);
    const fault = keepOwn(others);
    if (fault) {
      this.told.textContent = fault;
      return;
    }
    this.removed = null;
    this.begin();
    this.drawList();
  }

  /** Empty the boxes, for the next question. */
  begin() {
    this.changes = null;
    this.draft = emptyDraft();
    this.keepDraft();
    this.drawForm();
    this.form.querySelector("input")?.focus();
  }

  isBegun() {
    const { words, choices, why } = this.draft;
    return [words, why, ...choices].some(Boolean);
  }

  keepDraft() {
    try {
      sessionStorage.setItem(DRAFT, JSON.stringify([this.changes, this.draft]));
    } catch {
      // no room: the boxes hold it until the page is left
    }
  }

  takeDraft() {
    const [changes, draft] = draftIn(sessionStorage.getItem(DRAFT));
    this.changes = changes;
    this.draft = draft;
  }
}

/**
 * @param {string} words
 * @param {string} about for who listens: the question that it is the button of
 * @param {() => void} pressed
 */
function button(words, about, pressed) {
  const name = about && `${words}: ${about}`;
  const made = h("button", { type: "button", "aria-label": name || null }, words);
  made.onclick = ({ detail }) => {
    if (detail) made.blur(); // Space is to show the answer, and must not press again
    pressed();
  };
  return made;
}

/**
 * @param {string} label
 * @param {string} value
 * @param {number} most characters
 * @param {(said: string) => void} said
 */
function field(label, value, most, said) {
  const box = h("input", { maxlength: most, value });
  box.oninput = () => said(box.value);
  return h("label", {}, label, box);
}
