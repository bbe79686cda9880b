// A plan's question before the class, on a card: to vote on, and for its leader with the votes.

import { disable, h } from "../script/dom.js";
import { CLASS_LIMITS } from "./limits.js";
import { wish } from "./register.js";

/**
 * For who leads.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} covered do they wait for the answer?
 * @param {HTMLElement[]} buttons
 */
export function leadersCard(votes, covered, buttons) {
  const hides = covered && votes.answer === null;
  const rows = voteRows(votes, hides);
  if (votes.answer !== null) rows[votes.answer].append(whyRight(votes));
  const wrong = mostWrong(votes);
  if (wrong >= 0) rows[wrong].append(whyTempts("it", votes.tempts?.[wrong]));
  return card(votes, h("ol", { class: "votes" }, ...rows), ...buttons);
}

/** The wrong option that most took, -1 where the answer is not there, or none did. */
function mostWrong({ counts, answer }) {
  const wrong = counts.map((count, option) => (option === answer ? 0 : count));
  const most = Math.max(0, ...wrong);
  return answer === null || most === 0 ? -1 : wrong.indexOf(most);
}

/**
 * For who follows: a vote is taken until the answer comes, and can be changed.
 * @param {import("./register.js").PutToAll} question
 */
export function followersCard(question) {
  const { options, answer, vote, picked = vote } = question;
  const choices = options.map((option, index) => {
    const isPicked = index === picked;
    const sent = picked === vote ? (answer === null ? "✓ your vote" : "your vote") : "sending…";
    const made = h(
      "button",
      {
        type: "button",
        class: "choice",
        name: `choice ${index}`,
        "aria-pressed": String(isPicked),
      },
      h("span", {}, ...lettered(index, option)),
      index === answer && h("span", { class: "votes-right" }, "✓ right"),
      isPicked && h("span", { class: "own" }, sent),
    );
    disable(made, answer !== null);
    made.onclick = () => wish("vote", String(index));
    return made;
  });
  const list = h("div", { class: "choices" }, ...choices);
  const fold = picked === null && answer === null ? "" : foldButton("true", "See the page");
  if (answer === null) return card(question, list, fold);
  const why = h("p", { class: "why" }, whyRight(question), " ");
  if (picked !== null) why.append(whyTempts("yours", question.tempts?.[picked]));
  return card(question, list, why.textContent?.trim() ? why : "", fold);
}

/**
 * One line in place of that card, which lies over nothing.
 * @param {import("./register.js").PutToAll} question
 */
export function foldedCard({ words, answer, vote, picked = vote }) {
  const sent = picked === vote ? "✓ your vote" : "sending…";
  const asks = h("span", {}, "Question: ", ...marked(words));
  return foldButton(
    "false",
    asks,
    h("span", { class: "own" }, answer === null ? sent : "answered"),
  );
}

/** It folds the card, or unfolds it. @param {"true" | "false"} expanded is it open? */
function foldButton(expanded, ...said) {
  const look = expanded === "true" ? "fold" : "folded";
  const names = { type: "button", name: "fold", class: look, "aria-expanded": expanded };
  const made = h("button", names, ...said);
  made.onclick = () => wish("fold");
  return made;
}

/** Why the answer is right; "" where it says so itself. */
const whyRight = ({ why = "" }) =>
  why && h("span", { class: "reason", "data-testid": "tokviz-why" }, ...marked(why));

/**
 * Why a wrong option tempts; "" for the right one.
 * @param {string} whose
 * @param {string} [tempts]
 */
const whyTempts = (whose, tempts = "") => {
  const says = [h("strong", {}, `Why ${whose} tempts:`), " ", ...marked(tempts)];
  return tempts && h("span", { class: "reason", "data-testid": "tokviz-tempts" }, ...says);
};

/** @param {{words?: string, options: string[], answer: number | null}} question */
function card({ words = "", options, answer }, ...below) {
  const right = answer === null ? "" : [" Right is: ", ...lettered(answer, options[answer])];
  const asks = h("p", { class: "asks", role: "status" }, ...marked(words));
  if (right) asks.append(h("span", { class: "heard" }, ...right));
  const look = answer === null ? "card" : "card told";
  const names = { class: look, role: "group", "aria-label": "A question for the class" };
  return h("section", { ...names, "data-testid": "tokviz-class-question" }, asks, ...below);
}

/** Words of a plan, which have code in backticks. */
export const marked = (words) =>
  words.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));

/** An option of a plan's question, with the letter that it is called by. */
const lettered = (index, option) => [
  h("b", { class: "letter" }, CLASS_LIMITS.LETTERS[index]),
  " ",
  ...marked(option),
];

/**
 * How the class voted, a bar for each option.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} hides are there options alone?
 */
export function voteRows({ words, options, counts, answer, tied }, hides = false) {
  const most = Math.max(1, ...counts);
  return options.map((option, index) => {
    const said = words ? lettered(index, option) : [option];
    const title = words ? option.replaceAll("`", "") : option;
    const row = h("li", {}, h("span", { class: "votes-option", title }, ...said));
    if (hides) return row;
    const bar = h("span", { class: "votes-bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String((counts[index] ?? 0) / most));
    row.append(bar, h("strong", {}, String(counts[index] ?? 0)));
    const verdict = answer === index ? "✓ right" : tied.includes(index) ? "✓ tied" : "";
    if (verdict) row.append(h("span", { class: "votes-right" }, verdict));
    return row;
  });
}
