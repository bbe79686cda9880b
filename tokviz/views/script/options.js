// The options of a question: their order, their buttons, and how they are told.

import { h, number, times } from "./dom.js";
import { hashOf } from "./hashing.js";
import { spoken } from "./speech.js";

const TWO_LETTERS_WIDE = "\u2e80"; // from here on most characters are as wide as two letters

/**
 * @typedef {object} Option
 * @property {Node[]} words what its button shows
 * @property {string} name the same as plain text
 * @property {string} standing "won"; "tied": as good an answer; anything else is none
 * @property {string} said of one that did not win, why: "stood together 3 times"
 * @property {string} [help] what two beats say beside it: "9 times"
 * @property {string} [note] what stands beside it in any case
 * @property {number} [count] of a pair, how often it stands
 * @property {number} [value] by which pairs were ranked
 * @property {number | string} [pair] of a pair, which
 */
/** @typedef {(Node | string)[]} Said */
/**
 * @typedef {object} Asked
 * @property {number} step the one that answers
 * @property {Said} say the question
 * @property {Option[]} options the best first, by what the reader may know
 */

/** An option for who listens. */
export const optionHeard = ({ words }) => words.map(spoken).join(" + ");

/** Which option stands where an event met one; -1, none. */
export const indexOf = (target) => target.closest?.(".option")?.at ?? -1;

/** How wide tokens side by side are, in letters of code. @param {Node[]} words */
const lettersOf = (words) =>
  words.reduce((sum, word) => sum + 1 + lettersIn(word.textContent ?? ""), 0);
const lettersIn = (text) =>
  [...text].reduce((sum, letter) => sum + (letter < TWO_LETTERS_WIDE ? 1 : 2), 0);

/**
 * @param {Option} option
 * @param {number} i
 * @param {boolean} helped with its count
 */
export function optionButton({ words, name, note: known, count }, i, helped) {
  const note = known ?? (helped && count ? times(count) : null);
  const number_ = h("kbd", { "aria-hidden": "true" }, String(i + 1));
  const attributes = { type: "button", class: "option", "data-testid": "tokviz-option" };
  const pair = h("span", { class: "pair" }, ...words);
  const shown = h("span", { class: "offered" }, pair, note ? h("small", {}, note) : false);
  shown.style.setProperty("--letters", String(lettersOf(words)));
  const button = h("button", { ...attributes, title: name }, number_, shown);
  button.at = i;
  return button;
}

/**
 * The question before a step as it stands in the caption; two beats tell who is in the lead.
 * @param {Asked} asked
 * @param {number} shown the step that is seen
 * @param {boolean} waits for who predicts
 * @param {string} score
 */
export function questionWords(asked, shown, waits, score) {
  const seen = shown ? `after step ${number(shown)}` : "the start";
  const note = h("span", { class: "counts" }, `What you see is ${seen}. ${waits ? score : ""}`);
  const step = `Step ${number(asked.step)}`;
  if (waits) return [h("p", {}, h("b", {}, `${step}? `), ...asked.say, " ", note)];
  return [
    h("p", {}, h("b", {}, `${step} chooses from these. `), note),
    h("p", { class: "why whole" }, ...leading(asked)),
  ];
}

/** Who is in the lead, and with what. */
const leading = ({ options }) =>
  options.flatMap(({ words, help, note }, i) => [
    i ? ", " : "",
    ...words,
    ` ${help ?? note ?? ""}`,
  ]);

/** In an order that says nothing, and is the same for every reader. */
export function shuffled({ step, options }) {
  const places = options.map(({ name }) => hashOf(`${step} ${name}`));
  return options
    .map((_, i) => i)
    .sort((i, j) => places[i] - places[j])
    .map((i) => options[i]);
}

/** Which option is right, and which are as good. @param {Option[]} options */
export const answersOf = (options) => ({
  answer: options.findIndex(({ standing }) => standing === "won"),
  tied: options.flatMap(({ standing }, i) => (standing === "tied" ? [i] : [])),
});

/** @param {Said} say what is asked */
export const sentenceOf = (say) =>
  say.map((word) => (typeof word === "string" ? word : spoken(word))).join("");
