// The phone of who leads a class: its steps under her thumb, and what nobody else is to see.

import { count, h, number } from "../script/dom.js";
import { hashOf } from "../script/hashing.js";
import { isSameAsked } from "./asked.js";
import { button } from "./button.js";
import { marked, toldList } from "./card.js";
import { classOfPage, wish } from "./register.js";

let seesPage = false; // does she look at the page?

export const isFolded = () => seesPage;

/** @param {boolean} on */
function fold(on) {
  seesPage = on;
  classOfPage().target.dispatchEvent(new Event("change"));
}

/** @param {string} what @param {string} [text] */
const press = (what, text) => wish("press", JSON.stringify({ what, text }));

/**
 * For a follower who is the leader: a small button, and then the number that her laptop is told.
 * @param {import("./remote.js").Phone} [phone]
 */
export function askToLead({ number: shown, refused } = blank()) {
  seesPage = false;
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
 * @param {string} code
 * @param {import("./remote.js").Phone} phone
 * @param {boolean} lost
 */
export function phoneView(code, phone, lost) {
  if (seesPage) return [head(code, phone, lost), steps(phone, lost)];
  const { notes, sentences = [] } = phone;
  const main = h("div", { class: "kept phone-main" });
  main.append(where(notes), asksOf(phone), sentencesOf(sentences, notes), comingOf(notes));
  return [head(code, phone, lost), main, steps(phone, lost)];
}

/**
 * @param {string} code
 * @param {import("./remote.js").Phone} phone
 * @param {boolean} lost
 */
function head(code, { followers = 0, led }, lost) {
  const state = lost ? "Connecting…" : led === false ? "The laptop is not connected…" : "";
  const says = h("p", {}, h("strong", { role: "status" }, `You lead class ${code}`));
  says.append(h("span", {}, state || count(followers, "follower")));
  const look = seesPage
    ? button("Controls", () => fold(false))
    : button("See the page", () => fold(true));
  const off = button("Phone off", () => wish("lead off"));
  return h("header", { class: "kept phone-head" }, says, look, off);
}

/** @param {import("./notes.js").Notes} [notes] */
function where(notes) {
  if (!notes) return h("section", {}, "Waiting for the laptop…");
  const at = notes.at ? `Step ${number(notes.at[0])} of ${number(notes.at[1])}` : "";
  const title = h("h2", {}, notes.title || "tokviz");
  const here = notes.here === notes.asks?.words ? "" : h("p", {}, ...marked(notes.here)); // once
  return h("section", {}, title, at && h("p", {}, at), here);
}

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
  return h("section", { ...names, "data-testid": "tokviz-phone-question" }, asked, list, small);
}

/** A replay's options are called by the numbers that it has at them. */
const numbered = (question) =>
  question.words
    ? question
    : { ...question, options: question.options.map((option, at) => `${at + 1}  ${option}`) };

/** Each sentence with the two buttons that say whether the class may see it. */
function sentencesOf(sentences, notes) {
  const { let: shown = [], out = [] } = notes ?? {};
  if (!sentences.length) return "";
  const texts = [...new Set(sentences)];
  const rows = texts.map((text, at) => {
    const hashed = hashOf(text);
    const [isShown, isOut] = [shown.includes(hashed), out.includes(hashed)];
    const show = choice("Show", `show ${at}`, isShown, () => press("show", text));
    const leave = choice("Leave out", `out ${at}`, isOut, () => press("leave out", text));
    return h("li", {}, h("bdi", {}, text), h("span", { class: "kept" }, show, leave));
  });
  const chosen = texts.filter((text) => shown.includes(hashOf(text))).length;
  const list = h("ul", { class: "kept", "data-testid": "tokviz-phone-sentences" }, ...rows);
  const use = button("Use them as the text", () => press("use"), "primary");
  use.disabled = !chosen;
  const title = h("h3", {}, `${count(texts.length, "sentence")}, ${number(chosen)} to show`);
  return h("section", { class: "kept phone-sentences" }, title, list, use);
}

function choice(words, name, isOn, pressed) {
  const made = button(words, pressed);
  made.name = name;
  made.ariaPressed = String(isOn);
  return made;
}

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
function steps({ failed, led }, lost) {
  const back = button("Back", () => press("back"));
  const next = button("Next", () => press("next"), "primary");
  for (const one of [back, next]) one.disabled = Boolean(lost) || led === false;
  const why = failed && h("p", { role: "alert" }, failed);
  return h("div", { class: "kept phone-steps" }, why, back, next);
}
