// The questions that a teacher wrote herself, kept in her browser: for every class that she leads.

import { cutTo } from "../script/asked.js";
import { CLASS_LIMITS } from "../script/class_limits.js";

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

/**
 * Keep these, and no others; or a sentence that says why they are not kept.
 * @param {OwnQuestion[]} all
 * @returns {string} empty where they are kept
 */
export function keepOwn(all) {
  try {
    localStorage.setItem(OWN, JSON.stringify(all));
    return "";
  } catch {
    return (
      "Your browser keeps your questions, but has no room for this, or may keep nothing. Clear " +
      "what it keeps of other pages, or open this one in another browser, and try again."
    );
  }
}

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

/**
 * What stood in the boxes, as the tab kept it: the words of the question that they change, or null,
 * and what they hold. Where that is none of ours, they are empty.
 * @param {string | null} kept
 * @returns {[string | null, Draft]}
 */
export function draftIn(kept) {
  const said = parsed(kept);
  const [changes, draft] = Array.isArray(said) ? said : [null, null];
  if (!isDraft(draft)) return [null, emptyDraft()];
  const { words, choices, right, why } = draft;
  return [isText(changes) ? changes : null, { words, choices, right, why }];
}

/** @param {any} kept */
const isText = (kept) => typeof kept === "string";

/** @param {any} kept */
const isDraft = (kept) =>
  isText(kept?.words) &&
  isText(kept.why) &&
  Array.isArray(kept.choices) &&
  kept.choices.length === CHOICES &&
  kept.choices.every(isText) &&
  Number.isInteger(kept.right) &&
  kept.right >= -1 &&
  kept.right < CHOICES;

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
  return (
    isText(kept?.words) &&
    isText(kept.why) &&
    Array.isArray(kept.options) &&
    kept.options.every(isText) &&
    Number.isInteger(kept.right) &&
    kept.right in kept.options
  );
}
