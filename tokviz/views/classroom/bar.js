// The bar of a class, at the edge of the page: which class, who follows, and the way back to it.

import { count, h, number } from "../script/dom.js";
import { isCommand } from "../script/typed.js";
import { onQuestions, questions } from "../script/questions.js";
import { waitWords } from "./abreast.js";
import { button } from "./button.js";
import { foldedCard, followersCard, leadersCard } from "../script/question_card.js";
import { invite } from "./invitation.js";
import { IS_IT_HERS, phoneButton } from "./pairing.js";
import { askToLead, isFolded, lookOfPhone, phoneView } from "./phone.js";
import { dialogsOf } from "./dialogs.js";
import { endButton } from "./ending.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { drawAround } from "./phone_list.js";
import { whenLetGo } from "./pressing.js";
import { CARD, redraw } from "./redraw.js";
import { classOfPage, isOnPage, onClass, onWish, wish } from "../script/register.js";
import { showResults } from "./results.js";
import { showSentences } from "./sentences.js";
import { bars, cardButtons, coverAsBefore, coverButton } from "./votes.js";

/** @type {Record<string, (state: any) => any[]>} */
const STATES = {
  leader: leading,
  elsewhere: (state) => [
    says(`You lead class ${state.code}, but not from this tab.`),
    button("Lead from here", () => wish("lead", HERE)),
    endButton(state),
  ],
  follower: following,
  over: ({ words }) => [
    says(words || "The class is over."),
    button("Close", () => wish("leave"), "primary"),
  ],
  none: () => [],
};

const HERE = "from here"; // the class is there already: nobody is to be invited
const MENU = ".stSidebar";
const BESIDE_MENU = ".stMain"; // has another width once the menu is folded, or the window turned
const PHONE = "(max-width: 640px)"; // there the menu lies over the page
const DRAFT = "tokviz draft "; // in the tab's storage, before the code of the class

/** Of a follower's sentence: a bar that is drawn anew goes on with it, after a reload too. */
let draft = "";
let draftFor = ""; // the code of the class that it is for

function keepDraft(text) {
  draft = text;
  sessionStorage.setItem(DRAFT + draftFor, draft);
}

function findDraft(code) {
  if (code === draftFor) return;
  draftFor = code;
  draft = sessionStorage.getItem(DRAFT + code) ?? "";
}

let typing = false; // is the reader at it, in a box that may be gone for a moment?

/** What is typed while no box is there, as between two pages of the class, goes to the draft. */
function keepTyped(event) {
  if (!typing || document.activeElement !== document.body || isCommand(event)) return;
  const isLetter = event.key.length === 1;
  if (!isLetter && event.key !== "Backspace") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!isLetter) keepDraft([...draft].slice(0, -1).join(""));
  else if (draft.length < CLASS_LIMITS.SENTENCE) keepDraft(draft + event.key);
}

window.addEventListener("keydown", keepTyped, { capture: true });
window.addEventListener("pointerdown", () => (typing = false), { capture: true });

export class Bar {
  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} signal ends it
   */
  constructor(root, signal) {
    this.root = root;
    this.box = /** @type {HTMLElement} */ (root.querySelector("[popover]"));
    dialogsOf(root);
    coverAsBefore();
    onClass(() => this.draw(), signal);
    for (const what of /** @type {const} */ (["votes", "change", "asking", "pick", "voting"]))
      onQuestions(what, () => this.draw(), signal);
    const asks = ({ what, code }) => {
      if (what !== "walk") this.inviting = what === "lead" && code !== HERE;
    };
    onWish(asks, signal);
    const turned = new ResizeObserver(() => this.lie());
    turned.observe(/** @type {Element} */ (document.querySelector(BESIDE_MENU)));
    signal.addEventListener("abort", () => turned.disconnect());
    document.addEventListener("fullscreenchange", () => this.comeToTop(), { signal });
    this.box.addEventListener("toggle", () => this.show(), { capture: true, signal });
    this.draw();
  }

  draw() {
    whenLetGo(this.drawNow);
  }

  drawNow = () => {
    const { state } = classOfPage();
    const drawn = JSON.stringify([
      state,
      lookOfPhone(),
      questions().covered,
      votes() && questions().current?.picked,
      questions().voting,
    ]);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    const focused = /** @type {any} */ (this.root.getRootNode()).activeElement?.name;
    const all = STATES[state.role](state).filter(Boolean);
    drawAround(this.box, () => redraw(this.box, all));
    for (const one of this.box.querySelectorAll("button")) if (one.name === focused) one.focus();
    this.show();
    if (state.role !== "leader") this.root.querySelector("dialog")?.close();
    /** @type {HTMLInputElement | null} */
    const box = this.box.querySelector(".say input");
    if (!box) typing = false;
    else if (typing && !box.matches(":focus")) {
      if (box.value !== draft) box.value = draft;
      box.focus({ preventScroll: true });
      box.setSelectionRange(draft.length, draft.length);
    }
    if (this.inviting && state.role === "leader") {
      this.inviting = false;
      invite(this.root);
    }
  };

  /** In the top layer, after a stage that fills the screen, the bar is seen beside it. */
  comeToTop() {
    this.box.hidePopover();
    this.show();
  }

  show() {
    const { role, phone } = classOfPage().state;
    const shown = role !== "none";
    document.documentElement.toggleAttribute("data-phone-leads", phone?.leads === true);
    document.documentElement.toggleAttribute("data-leads-class", role === "leader");
    if (shown !== this.box.matches(":popover-open")) {
      if (shown) this.box.showPopover();
      else this.box.hidePopover();
    }
    this.lie();
  }

  /** Lie where nothing else is, or where it makes room. */
  lie() {
    const at = placeOfBar();
    this.box.dataset.at = at;
    const height = `${this.box.offsetHeight}px`;
    const { style } = document.documentElement;
    style.setProperty("--tokviz-bar", height);
    style.setProperty("--tokviz-class", at === "menu" || at === "phone" ? "0px" : height);
    /** @type {HTMLElement | null} */
    const card = this.box.querySelector(CARD);
    style.setProperty("--tokviz-card", `${card?.offsetHeight ?? 0}px`);
    document.documentElement.toggleAttribute("data-class-asks", card !== null);
  }
}

/** All of a phone that leads; over a stage that fills the screen, below the open menu, or at the foot. */
function placeOfBar() {
  if (classOfPage().state.phone?.leads && !isFolded()) return "phone";
  if (document.fullscreenElement) return "stage";
  const menu = /** @type {HTMLElement | null} */ (document.querySelector(MENU));
  return menu?.dataset.collapsed === "true" || matchMedia(PHONE).matches ? "foot" : "menu";
}

function leading(state) {
  const { code, followers = 0, lost, why, votes, collects } = state;
  const { sentences = [], results = [] } = state;
  const asks = votes?.options.length > 0;
  const voted = asks ? `, ${number(votes.counts.reduce((sum, n) => sum + n, 0))} voted` : "";
  const sent = collects || sentences.length ? `, ${count(sentences.length, "sentence")}` : "";
  const there = count(followers, "follower") + voted + sent;
  const told = isOnPage(votes);
  const buttons = votes?.words ? cardButtons(votes) : [];
  const card = votes?.words && !told ? leadersCard(votes, questions().covered, buttons) : "";
  return [
    card,
    says(`You lead class ${code}`, lost ? why || "No connection to the class…" : there),
    asks && !card ? (votes.answer === null ? coverButton() : bars(votes)) : "",
    ...(told ? buttons : []),
    button(
      "Show the code",
      (event) => invite(barOf(event)),
      `${card || told ? "" : "primary "}on-stage`,
    ),
    collects || sentences.length
      ? button("Show the sentences", (event) => showSentences(barOf(event)), "on-stage")
      : "",
    button(askWords(collects, sentences), () => wish("collect"), "on-stage"),
    results.length && !card
      ? button("Show all votes", (event) => showResults(barOf(event)), "on-stage")
      : "",
    phoneButton(state, barOf),
    state.paired ? h("p", { role: "status", class: "paired" }, IS_IT_HERS) : "",
    endButton(state),
  ];
}

const askWords = (collects, sentences) =>
  collects ? "Stop asking" : sentences.length ? "Ask again, without these" : "Ask for a sentence";

const barOf = ({ target }) => target.closest("[data-class-bar]");

/** Does a question stand that the class votes on? */
const votes = () => questions().asking && questions().current?.answer === null;

/**
 * What a follower is told while it stands.
 * @param {number | null | undefined} picked
 * @param {boolean} [again] have they voted on it before?
 */
const voteWords = (picked, again = false) =>
  (picked ?? null) !== null
    ? `You may change your vote.${waitWords()}`
    : `Vote${again ? " again" : ""}: press an answer.${waitWords()}`;

function following(state) {
  const { code, own, lost, why, collects, said, question, phone } = state;
  if (phone?.leads) return phoneView(state);
  const leave = button("Leave", () => wish("leave"));
  findDraft(code);
  if (lost) return [says(`Class ${code}`, why || "Connecting…"), leave];
  const form = collects ? sentenceForm(said) : "";
  const card = question ? (question.folded ? foldedCard : followersCard)(question) : "";
  const alone = form
    ? h("span", { class: "at-stage" }, "Your teacher asks for a sentence: press Esc and write one.")
    : votes()
      ? voteWords(questions().current?.picked)
      : question?.answer === null
        ? voteWords(question.picked ?? question.vote, question.again !== undefined)
        : h("span", { class: "hint" }, "Change anything to explore alone.");
  const toLead = askToLead(phone);
  if (!own) return [card, says(`Following class ${code}`, alone), form, leave, ...toLead];
  const back = button("Back to class", () => wish("back"), "primary");
  const isNamed = phone?.number || phone?.refused; // on its own, too, it hears what becomes of that
  return [
    card,
    says("Exploring on your own", waitWords()),
    form,
    back,
    leave,
    ...(isNamed ? toLead : []),
  ];
}

const SENTENCE_IS_FULL = `A sentence has up to ${CLASS_LIMITS.SENTENCE} characters.`;

/** A box for the sentence that the class is asked for; who sends another takes the first back. */
function sentenceForm({ text, refused }) {
  const told = text ? `Sent: ${text}` : "Your class asks for a sentence.";
  const box = h("input", {
    "aria-label": "A sentence for the class",
    placeholder: text ? "Send another instead?" : "Your sentence",
    maxlength: CLASS_LIMITS.SENTENCE,
    autocomplete: "off",
  });
  const send = h("button", { type: "submit", class: "primary", name: "Send" }, "Send");
  const why = refused && h("span", { role: "alert" }, refused);
  const status = h("span", { role: "status", title: told }, told);
  const form = h("form", { class: "say", "data-sent": text }, status, box, send, why);
  if (text === draft) keepDraft(""); // it arrived
  box.value = draft;
  box.oninput = () => {
    keepDraft(box.value);
    status.textContent = box.value.length < CLASS_LIMITS.SENTENCE ? told : SENTENCE_IS_FULL;
  };
  box.onfocus = () => (typing = true);
  box.onblur = () =>
    setTimeout(() => box.isConnected && !box.matches(":focus") && (typing = false));
  form.onsubmit = (event) => {
    event.preventDefault();
    if (draft.trim()) wish("say", draft);
  };
  return form;
}

const says = (what, more = "") =>
  h("p", {}, h("strong", { role: "status" }, what), more && h("span", {}, more));
