// The questions that a teacher wrote herself, kept in her browser: for every class that she leads.

import { cutTo } from "../classroom/asked.js";
import { CLASS_LIMITS } from "../classroom/limits.js";

const OWN = "tokviz own questions"; // in the browser's storage
export const CHOICES = 4; // at the most: a card of them fits a phone
const FEWEST = 2;
export const MOST = 50; // so that all of them are read through at once

/** @typedef {{words: string, options: string[], right: number, why: string}} OwnQuestion */
/**
 * As it stands in the boxes: `right` counts them, the empty ones too, and is -1 where none is marked.
 * @typedef {{words: string, choices: string[], right: number, why: string}} Draft
 */

/** @returns {Draft} */
export const emptyDraft = () => ({
  words: "",
  choices: Array(CHOICES).fill(""),
  right: -1,
  why: "",
});

/** @param {OwnQuestion} question @returns {Draft} */
export const draftOf = ({ words, options, right, why }) => ({
  words,
  choices: [...options, ...Array(CHOICES)].slice(0, CHOICES).map((each) => each ?? ""),
  right,
  why,
});

/**
 * All of them, the first first. What is no question, as another program may have kept it, is left out.
 * @returns {OwnQuestion[]}
 */
export function ownQuestions() {
  const kept = parsed(localStorage.getItem(OWN));
  return Array.isArray(kept) ? kept.filter(isQuestion) : [];
}

/** @param {OwnQuestion[]} all */
export const keepOwn = (all) => localStorage.setItem(OWN, JSON.stringify(all));

/**
 * The question that these boxes hold, or a sentence that says what they lack.
 * @param {Draft} draft
 * @param {OwnQuestion[]} others that are kept beside it
 * @returns {OwnQuestion | string}
 */
export function questionOf(draft, others) {
  const { WORDS, OPTION, REASON } = CLASS_LIMITS;
  const words = cutTo(WORDS, oneLine(draft.words));
  const choices = draft.choices.map((choice) => cutTo(OPTION, oneLine(choice)));
  const options = choices.filter(Boolean);
  if (!words) return "The question has no words yet.";
  if (others.some((other) => other.words === words)) return "You have a question of these words.";
  if (others.length >= MOST) return `You have ${MOST} questions. Remove one first.`;
  if (options.length < FEWEST) return "A question has two choices at least.";
  if (new Set(options).size < options.length) return "Two choices are the same.";
  if (!choices[draft.right]) return "Mark the choice that is right.";
  const right = choices.slice(0, draft.right).filter(Boolean).length;
  return { words, options, right, why: cutTo(REASON, oneLine(draft.why)) };
}

/** As a card shows it, and as the class's server takes it. @param {string} said */
const oneLine = (said) => said.split(/\s+/).filter(Boolean).join(" ");

/** @param {string | null} kept */
function parsed(kept) {
  try {
    return JSON.parse(kept ?? "null");
  } catch {
    return null;
  }
}

/** @param {any} kept */
export function isQuestion(kept) {
  const isText = (/** @type {any} */ said) => typeof said === "string";
  return (
    isText(kept?.words) &&
    isText(kept.why) &&
    Array.isArray(kept.options) &&
    kept.options.every(isText) &&
    Number.isInteger(kept.right) &&
    kept.right in kept.options
  );
}
