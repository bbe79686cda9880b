// What the wall shows beside the page, and what “Next” will do there, for the phone of who leads.

import { buttonOf } from "../script/guide_strip.js";
import { BLACK, isAtLastStep } from "../script/keys.js";
import { questions } from "../script/questions.js";
import { hasToRemember, isAtEnd } from "./ending_words.js";
import { isOnPage, isToFold } from "../script/register.js";

export const THE_NEXT = "Next";
export const IS_BLACK = "black";

const isBlack = () => document.querySelector(BLACK) !== null;

/**
 * @param {import("../script/register.js").Votes | null | undefined} votes
 * @param {string} dialog
 */
export function wallWords(votes, dialog) {
  if (dialog) return `“${dialog}”`;
  if (isBlack()) return IS_BLACK;
  if (!votes?.words) return "";
  if (isOnPage(votes)) return "the page with the answer";
  return votes.answer === null ? "the question" : "the question with its answer";
}

/**
 * "" where nothing comes.
 * @param {import("../script/register.js").Votes | null | undefined} votes
 * @param {string} dialog
 */
export function nextWords(votes, dialog) {
  if (dialog) return `Close “${dialog}”`;
  if (isBlack()) return "Make it light";
  const { asking, current } = questions();
  const isAsked = votes?.words ? votes.answer === null : asking && current?.answer === null;
  if (isAsked) return "Show the answer";
  if (isToFold(votes)) return "Show it on the page";
  if (votes?.words && !votes.onWay) return "Done";
  if (isAtEnd()) return hasToRemember() ? "Remember" : "";
  const label = buttonOf("next")?.textContent?.trim();
  if (label === undefined) return isAtLastStep() ? "" : THE_NEXT; // on no way
  return label === THE_NEXT ? label : "Next lesson";
}
