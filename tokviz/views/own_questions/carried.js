// A teacher's own questions as a file: what she wrote at home she has in her school's browser.

import { cutTo } from "../script/asked.js";
import { count, number } from "../script/dom.js";
import { CHOICES, draftOf, isQuestion, MOST, questionOf } from "./kept.js";

/** @typedef {import("./kept.js").OwnQuestion} OwnQuestion */

export const NAME = "tokviz-questions.json";
export const LARGEST = 1_000_000; // bytes: twice what the most and longest questions take
const TOLD = 60; // characters of a question's words, in a sentence about it
const KIND = "questions";
const VERSION = 1;

/** @param {OwnQuestion[]} all */
export const fileOf = (all) =>
  JSON.stringify({ tokviz: KIND, version: VERSION, questions: all }, null, 2);

/**
 * The questions that are kept once a file is loaded, and what that changed; or a sentence that says
 * why it is none. One of words that are there already takes the other's place.
 * @param {string} text
 * @param {OwnQuestion[]} kept
 * @returns {{all: OwnQuestion[], told: string} | string}
 */
export function loaded(text, kept) {
  const questions = questionsIn(text);
  if (typeof questions === "string") return questions;
  const all = [...kept];
  const counts = { added: 0, changed: 0, same: 0, spoiled: 0, many: 0 };
  for (const said of questions) counts[takeIn(said, all)]++;
  return { all, told: whatChanged(counts, questions.find(hasMoreChoices)) };
}

/** @returns {any[] | string} */
function questionsIn(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    file = null;
  }
  if (file?.tokviz !== KIND || !Array.isArray(file.questions))
    return `That is not a file of questions. “Save to a file” makes one: ${NAME}.`;
  if (file.version !== VERSION)
    return "That file is of a newer tokviz: open it there, or update this one.";
  return file.questions;
}

/**
 * Put one in among all.
 * @param {any} said
 * @param {OwnQuestion[]} all
 */
function takeIn(said, all) {
  const isOurs = isQuestion(said) && !hasMoreChoices(said);
  const question = isOurs ? questionOf(draftOf(said), []) : "";
  if (typeof question === "string") return "spoiled";
  const at = all.findIndex(({ words }) => words === question.words);
  if (at < 0 && all.length >= MOST) return "many";
  if (at >= 0 && JSON.stringify(all[at]) === JSON.stringify(question)) return "same";
  all.splice(at < 0 ? all.length : at, 1, question);
  return at < 0 ? "added" : "changed";
}

/** Whether it is a question with more choices than there are boxes. @param {any} said */
const hasMoreChoices = (said) => isQuestion(said) && said.options.length > CHOICES;

/**
 * @param {any} counts
 * @param {any} [long] a question with too many choices
 */
function whatChanged({ added, changed, same, spoiled, many }, long) {
  const each = [
    `${count(added, "question")} added.`,
    changed && `${changed} took the place of one with the same words.`,
    same && `${same} stood here already.`,
    spoiled && `${spoiled} left out: no words, choices or right one${long ? ", or too many" : ""}.`,
    long && tooManyChoices(long),
    many && `${many} left out: ${MOST} questions at most.`,
  ];
  return each.filter(Boolean).join(" ");
}

const tooManyChoices = ({ words, options }) =>
  `A question has ${CHOICES} choices at most, but “${cutTo(TOLD, words)}” has ${number(options.length)}: ` +
  "leave some out of the file and load it again.";
