// The phone of who leads a class: its steps under her thumb, and what nobody else is to see.

import { count, h, number } from "../script/dom.js";
import { isSameAsked } from "../script/asked.js";
import { button } from "./button.js";
import { marked, toldList } from "../script/question_card.js";
import { changed, lookOfList, sentencesOf } from "./phone_list.js";
import { wish } from "../script/register.js";
import { IS_BLACK, THE_NEXT } from "./wall.js";

const WAITS = 8000; // milliseconds in which the second press lets the phone go

let seesPage = false; // does she look at the page?
let isToGo = false; // is the phone to be let go?

export const isFolded = () => seesPage;

/** As a text: what the phone shows besides what it is told. */
export const lookOfPhone = () => `${seesPage} ${isToGo} ${lookOfList()}`;

/** @param {boolean} on */
function fold(on) {
  seesPage = on;
  changed();
}

/** @param {boolean} on */
function askWhetherOff(on) {
  isToGo = on;
  changed();
  if (on) setTimeout(() => isToGo && askWhetherOff(false), WAITS);
}

/** It asks in its own place: the button beside it is pressed often. A double tap is one press. */
function offButton() {
  const made = button(isToGo ? "Stop leading?" : "Phone off", ({ detail }) => {
    if (!isToGo) askWhetherOff(true);
    else if (detail < 2) wish("lead off");
  });
  made.name = "Phone off";
  return made;
}

/** @param {string} what @param {string} [text] @param {string} [words] that its button has */
const press = (what, text, words) => wish("press", JSON.stringify({ what, text, words }));

/**
 * For a follower who is the leader: a small button, and then the number that her laptop is told.
 * @param {import("./remote.js").Phone} [phone]
 */
export function askToLead({ number: shown, refused } = blank()) {
  [seesPage, isToGo] = [false, false];
  if (!shown)
    return [
      button("I lead this class", () => wish("ask to lead"), "quiet"),
      refused && h("p", { role: "alert", class: "refused" }, refused),
    ];
  const what = "On your laptop press “Let my phone lead too”, and type";
  return [
    h("p", { class: "number", role: "status" }, `${what} `, h("b", {}, shown)),
    button("Cancel", () => wish("lead off"), "quiet"),
  ];
}

/** @returns {import("./remote.js").Phone} */
const blank = () => ({ number: "", refused: "", failed: "", leads: false });

/**
 * What the bar has in the place of all else, while this phone leads.
 * @param {import("../script/register.js").ClassState & {phone: import("./remote.js").Phone}} state
 */
export function phoneView(state) {
  const { phone, lost = false, collects = false } = state;
  if (seesPage) return [head(state), steps(phone, lost)];
  const { notes, sentences = [] } = phone;
  const main = h("div", { class: "kept phone-main" });
  const list = sentencesOf(sentences, notes, collects, press);
  // Of each there is one, if it is empty: what lies below is not drawn anew for it.
  const parts = [where(notes), asksOf(phone), comingOf(notes), list];
  main.append(...parts.map((part) => part || h("section", { hidden: true })));
  return [head(state), main, steps(phone, lost)];
}

/** @param {import("../script/register.js").ClassState & {phone: import("./remote.js").Phone}} state */
function head({ code, phone, lost, why, own }) {
  const { followers = 0, led } = phone;
  const said = lost ? why || "Connecting…" : led === false ? "The laptop is not connected…" : "";
  const says = h("p", {}, h("strong", { role: "status" }, `You lead class ${code}`));
  says.append(h("span", {}, said || count(followers, "follower")));
  const look = seesPage
    ? button("Controls", () => fold(false))
    : button("See the page", () => fold(true));
  const back = seesPage && own ? button("Back to class", () => wish("back"), "primary") : "";
  return h("header", { class: "kept phone-head" }, says, back, look, offButton());
}

/** @param {import("./notes.js").Notes} [notes] */
function where(notes) {
  if (!notes) return h("section", {}, "Waiting for the laptop…");
  const at = notes.stop ? placeWords("Stop", notes.stop) : notes.at && placeWords("Step", notes.at);
  const title = h("h2", {}, notes.title || "tokviz");
  const here = notes.here === notes.asks?.words ? "" : h("p", {}, ...marked(notes.here)); // once
  const isBlack = notes.wall === IS_BLACK;
  const said = isBlack ? "The wall is black." : notes.wall && `On the wall: ${notes.wall}.`;
  const wall = h("p", { class: "wall", role: "status" }, said); // has its line, whether it says a thing
  return h("section", {}, title, at && h("p", {}, at), here, wall);
}

/** @param {string} what @param {[number, number]} place */
const placeWords = (what, [at, last]) => `${what} ${number(at)} of ${number(last)}`;

/**
 * The question that stands, its votes also where the projector hides them, and what is right.
 * @param {import("./remote.js").Phone} phone
 */
function asksOf({ notes, votes }) {
  const asks = notes?.asks;
  if (!asks) return "";
  const { question, right, tied, words, why, tempts } = asks;
  const isCounted = isSameAsked(votes?.on, question);
  const counts = isCounted ? (votes?.counts ?? []) : [];
  const first = isCounted ? votes?.first : undefined;
  const told = { ...numbered(question), counts, first, answer: right, tied };
  const isTold = question.answer !== null;
  const sees = isTold
    ? "The class sees the answer."
    : notes.covered
      ? "Only you see the answer, and the votes."
      : "Only you see the answer.";
  const names = { class: "phone-asks", "aria-label": "A question for the class", role: "group" };
  const asked = h("p", { class: "asks" }, ...marked(words));
  const list = toldList({ ...told, why, tempts });
  const voted = counts.reduce((sum, n) => sum + n, 0);
  const small = h("p", { class: "private" }, `${number(voted)} voted. ${sees}`);
  const parts = [asked, list, small, isTold ? "" : ballotButtons(question, voted, notes.covered)];
  return h("section", { ...names, "data-testid": "tokviz-phone-question" }, ...parts);
}

/** Before its answer: who voted may vote again, and the wall need not show how. @param {any} question */
function ballotButtons(question, voted, covered) {
  const cover = button(covered ? "Show votes" : "Hide votes", () =>
    press(covered ? "show votes" : "hide votes"),
  );
  const isVoted = Boolean(question.words) && voted > 0; // a replay's is voted on once
  const again = isVoted && button("Ask again", () => press("ask again"));
  return h("div", { class: "kept phone-small" }, cover, again);
}

/** A replay's options are called by the numbers that it has at them. */
const numbered = (question) =>
  question.words
    ? question
    : { ...question, options: question.options.map((option, at) => `${at + 1}  ${option}`) };

/** What stands here next; after a question it is the answer, which she has already. */
const comingOf = (/** @type {import("./notes.js").Notes | undefined} */ notes) =>
  notes?.coming && notes.asks?.question.answer !== null
    ? h("p", { class: "coming" }, "Next: ", ...marked(notes.coming))
    : "";

/**
 * What a clicker's two buttons do on the laptop.
 * @param {import("./remote.js").Phone} phone
 * @param {boolean} lost
 */
function steps({ failed, led, notes }, lost) {
  const back = button("Back", () => press("back"));
  const said = notes?.next || (notes ? "The end" : THE_NEXT);
  const next = button(said, () => press("next", undefined, said), "primary");
  next.name = "Next"; // whatever it says that it does
  for (const one of [back, next]) one.disabled = Boolean(lost) || led === false;
  next.disabled ||= notes?.next === "";
  const why = failed && h("p", { role: "alert" }, failed);
  return h("div", { class: "kept phone-steps" }, why, back, next);
}
