// A plan's question before the class, on a card: to vote on, and for its leader with the votes.

import { disable, h } from "../script/dom.js";
import { wish } from "./register.js";

/**
 * For who leads.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} covered do they wait for the answer?
 * @param {HTMLElement[]} buttons
 */
export function leadersCard(votes, covered, buttons) {
  const hides = covered && votes.answer === null;
  const isWrong = (count, option) => count > 0 && option !== votes.answer;
  const why = reasons(votes, votes.counts.some(isWrong));
  return card(votes, h("ol", { class: "votes" }, ...voteRows(votes, hides)), why, ...buttons);
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
      h("span", {}, ...marked(option)),
      index === answer && h("span", { class: "votes-right" }, "✓ right"),
      isPicked && h("span", { class: "own" }, sent),
    );
    disable(made, answer !== null);
    made.onclick = () => wish("vote", String(index));
    return made;
  });
  const isWrong = picked !== null && picked !== answer;
  const list = h("div", { class: "choices" }, ...choices);
  const fold = picked === null && answer === null ? "" : foldButton("true", "See the page");
  return card(question, list, reasons(question, isWrong), fold);
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

/**
 * Why the answer is right, and where somebody took the other, why that tempts; "" before it.
 * @param {{answer: number | null, why?: string, tempts?: string}} question
 * @param {boolean} isWrong did somebody?
 */
function reasons({ answer, why = "", tempts = "" }, isWrong) {
  const temptsToo = isWrong && tempts;
  if (answer === null || !(why || temptsToo)) return "";
  const other = temptsToo
    ? [h("strong", {}, "Why many say the other:"), " ", ...marked(tempts)]
    : [];
  return h(
    "p",
    { class: "why", "data-testid": "tokviz-why" },
    ...marked(why && `${why} `),
    ...other,
  );
}

/** @param {{words?: string, options: string[], answer: number | null}} question */
function card({ words = "", options, answer }, ...below) {
  const right = answer === null ? "" : [" Right is: ", ...marked(options[answer])];
  const asks = h("p", { class: "asks", role: "status" }, ...marked(words));
  if (right) asks.append(h("span", { class: "heard" }, ...right));
  const look = answer === null ? "card" : "card told";
  const names = { class: look, role: "group", "aria-label": "A question for the class" };
  return h("section", { ...names, "data-testid": "tokviz-class-question" }, asks, ...below);
}

/** Words of a plan, which have code in backticks. */
export const marked = (words) =>
  words.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));

/**
 * How the class voted, a bar for each option.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} hides are there options alone?
 */
export function voteRows({ words, options, counts, answer, tied }, hides = false) {
  const most = Math.max(1, ...counts);
  return options.map((option, index) => {
    const said = words ? marked(option) : [option];
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
