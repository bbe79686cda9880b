// Votes at the options of a question: the reader's own, and on the page of a class's leader all.

import { count, h, number } from "./dom.js";
import { questions } from "./questions.js";

/**
 * Did the reader pick what the class that they vote with does not count?
 * @param {import("./questions.js").Question | null} question
 */
export const isUncounted = (question) =>
  questions().held && question !== null && (question.counted ?? null) !== question.picked;

/**
 * Who votes with a class sees what they picked, and may pick another until the answer comes.
 * @param {Element} box of the options
 * @param {import("./questions.js").Question | null} question
 */
export function markPicked(box, question) {
  [...box.children].forEach((option, i) => {
    option.ariaPressed = String(i === question?.picked);
    option.classList.toggle("uncounted", isUncounted(question));
  });
}

/**
 * Who leads a class sees at each option how many voted for it.
 * @param {Element} box of the options
 * @param {number[] | null} votes
 */
export function markVotes(box, votes) {
  const most = Math.max(1, ...(votes ?? []));
  [...box.children].forEach((option, i) => {
    option.querySelector(".votes")?.remove();
    if (!votes) return;
    const [told, name] = [votes[i] ?? 0, count(votes[i] ?? 0, "vote")];
    const bar = h("span", { class: "votes", "aria-label": name, role: "img" }, number(told));
    bar.style.setProperty("--part", String(told / most));
    option.append(bar);
  });
}
