// A plan's question before the class has the clicker: its answer comes, then it goes, then the lesson
// steps.

import { CLICKER_PRIORITY, claimClicker } from "../script/keys.js";
import { classOfPage, isToFold, wish } from "./register.js";

/** For who leads, as long as `signal` lasts. @param {AbortSignal} signal */
export function claimForQuestions(signal) {
  const claim = {
    owner: "question of a plan",
    priority: CLICKER_PRIORITY.card,
    arrows: true,
    forward: () => folds() || asksFor("go on"),
    back: () => asksFor("take back"),
  };
  claimClicker(claim, signal);
}

/** What a way asks has its answer on a card first; the way's own stops do the rest. */
function folds() {
  const isFolded = isToFold(classOfPage().state.votes);
  if (isFolded) wish("fold");
  return isFolded;
}

/** Wish for it where such a question stands, put by hand. */
function asksFor(what) {
  const { votes } = classOfPage().state;
  if (!votes?.words || votes.onWay) return false;
  wish(what);
  return true;
}
