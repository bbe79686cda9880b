// A plan's question before the class, on a card: to vote on, and for its leader with the votes.

import { disable, h } from "./dom.js";
import { CLASS_LIMITS } from "./class_limits.js";
import { wish } from "./register.js";

const VOTE_AGAIN = "Vote again: you may change your mind.";

/**
 * For who leads.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} covered do they wait for the answer?
 * @param {HTMLElement[]} buttons
 */
export function leadersCard(votes, covered, buttons) {
  return card(votes, toldList(votes, covered && votes.answer === null), ...buttons);
}

/**
 * How the class voted, and where the answer is there why it is right, and why another tempts.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} [hides] are there options alone?
 */
export function toldList(votes, hides = false) {
  const list = voteList(votes, hides);
  const rows = [...list.children].filter((row) => !row.matches(".named"));
  if (votes.answer !== null) rows[votes.answer].append(whyRight(votes));
  const wrong = mostWrong(votes);
  if (wrong >= 0) rows[wrong].append(whyTempts("it", votes.tempts?.[wrong]));
  return list;
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
  const { options, answer, vote, picked = vote, again } = question;
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
  const asks = again === undefined ? "" : h("p", { class: "again" }, VOTE_AGAIN);
  if (answer === null) return card(question, asks, list, fold);
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
 * How the class voted, and beside it how it did at first.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} [hides] are there options alone?
 */
export function voteList(votes, hides = false) {
  const isTwice = votes.first && !hides;
  const said = ["first vote", "now"].map((when) => h("span", { class: "when" }, when));
  const names = isTwice ? h("li", { class: "named", "aria-hidden": "true" }, ...said) : "";
  return h("ol", { class: isTwice ? "votes twice" : "votes" }, names, ...voteRows(votes, hides));
}

/**
 * A bar for each option, and one for the first vote, if there was another.
 * @param {import("./register.js").Votes} votes
 * @param {boolean} [hides] are there options alone?
 */
export function voteRows({ words, options, counts, first, answer, tied }, hides = false) {
  const most = Math.max(1, ...counts, ...(first ?? []));
  return options.map((option, index) => {
    const said = words ? lettered(index, option) : [option];
    const title = words ? option.replaceAll("`", "") : option;
    const row = h("li", {}, h("span", { class: "votes-option", title }, ...said));
    if (hides) return row;
    if (first) row.append(...countBar(first[index], most, "first vote"));
    row.append(...countBar(counts[index], most, first ? "now" : ""));
    const verdict = answer === index ? "✓ right" : tied.includes(index) ? "✓ tied" : "";
    if (verdict) row.append(h("span", { class: "votes-right" }, verdict));
    return row;
  });
}

/**
 * @param {number | undefined} count not known yet
 * @param {number} most that is as long as a bar can be
 * @param {string} when it was voted, for who listens
 */
function countBar(count, most, when) {
  const bar = h("span", { class: "votes-bar", "aria-hidden": "true" });
  if (when === "first vote") bar.classList.add("before");
  bar.style.setProperty("--part", String((count ?? 0) / most));
  const heard = when && h("span", { class: "heard" }, `${when}: `);
  return [bar, h("strong", {}, heard, String(count ?? 0))];
}
