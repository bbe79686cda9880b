// What the wall shows beside the page, and what “Next” will do there, for the phone of who leads.

import { questions } from "../script/questions.js";
import { hasToRemember, isAtEnd } from "./ending_words.js";
import { isOnPage, isToFold } from "./register.js";

const GOES_ON = ".st-key-guide_next button";
const THE_NEXT = "Next";

/**
 * @param {import("./register.js").Votes | null | undefined} votes
 * @param {string} dialog
 */
export function wallWords(votes, dialog) {
  if (dialog) return `“${dialog}”`;
  if (!votes?.words) return "";
  if (isOnPage(votes)) return "the page with the answer";
  return votes.answer === null ? "the question" : "the question with its answer";
}

/**
 * "" where nothing comes.
 * @param {import("./register.js").Votes | null | undefined} votes
 * @param {string} dialog
 */
export function nextWords(votes, dialog) {
  if (dialog) return `Close “${dialog}”`;
  const { asking, current } = questions();
  const isAsked = votes?.words ? votes.answer === null : asking && current?.answer === null;
  if (isAsked) return "Show the answer";
  if (isToFold(votes)) return "Show it on the page";
  if (votes?.words && !votes.onWay) return "Done";
  if (isAtEnd()) return hasToRemember() ? "Remember" : "";
  const label = document.querySelector(GOES_ON)?.textContent?.trim() ?? THE_NEXT;
  return label === THE_NEXT ? label : "Next lesson";
}
