// A plan's question before the class has the clicker: its answer comes, then it goes, then the lesson
// steps.

import { CLICKER_PRIORITY, claimClicker } from "../script/keys.js";
import { classOfPage, foldsAnswer, wish } from "../script/register.js";

/** For who leads, as long as `signal` lasts. @param {AbortSignal} signal */
export function claimForQuestions(signal) {
  const claim = {
    owner: "question of a plan",
    priority: CLICKER_PRIORITY.card,
    arrows: true,
    forward: () => foldsAnswer() || asksFor("go on"),
    back: () => asksFor("take back"),
  };
  claimClicker(claim, signal);
}

/** Wish for it where such a question stands, put by hand. */
function asksFor(what) {
  const { votes } = classOfPage().state;
  if (!votes?.words || votes.onWay) return false;
  wish(what);
  return true;
}
