// A teacher's own questions in the printed plan: asked first, answered behind them.

import { CLASS_LIMITS } from "../script/class_limits.js";
import { marked } from "../script/question_card.js";
import { h } from "../script/dom.js";

/** @param {import("./kept.js").OwnQuestion[]} all @returns {Element[]} */
export const onPaper = (all) => [
  h("h5", {}, "Ask your own"),
  h("ol", {}, ...all.map(questionOnPaper)),
  h("h5", {}, "Answers to your own"),
  h("ol", { class: "answers" }, ...all.map(answerOnPaper)),
];

const letterOnPaper = (/** @type {number} */ at) => h("b", {}, CLASS_LIMITS.LETTERS[at]);

/** @param {import("./kept.js").OwnQuestion} question */
const questionOnPaper = ({ words, options }) =>
  h(
    "li",
    {},
    h("b", {}, ...marked(words)),
    ...options.flatMap((option, at) => [" ", letterOnPaper(at), " ", ...marked(option)]),
  );

/** @param {import("./kept.js").OwnQuestion} question */
const answerOnPaper = ({ options, right, why }) =>
  h("li", {}, letterOnPaper(right), " ", ...marked(options[right]), why && ". ", ...marked(why));
