// Keeps the replays of who follows abreast of the class: at its step, and not ahead while it votes.

import { askIn, moveTo, placeIn, unaskIn } from "../script/place.js";
import { questions, setVoting } from "../script/questions.js";
import { placeOfPage } from "../script/where.js";

/**
 * Take a replay to the leader's step and question in it, if it replays the same text.
 * @param {any} told of the class: `steps` and `question`
 * @param {number} replay
 */
export function catchUp({ steps, question }, replay) {
  const wanted = steps?.at[replay];
  const place = placeIn(replay);
  if (!wanted || !place || wanted.about !== place.about) return;
  if (wanted.step !== place.step) moveTo(replay, wanted.step);
  if (question?.replay === replay && question.answer === null) askIn(replay, question.step);
  else if (!question || question.words || question.answer !== null) unaskIn(replay); // as she did
}

/**
 * While the class votes no hand steps to the answer: that of who is alone neither, where it stands.
 * @param {any} follower
 */
export function waitWithClass({ base, class: told, isFollowing, remote, stopped }) {
  const isOpen = told.question?.answer === null && !remote.leads && !stopped.signal.aborted;
  setVoting(isOpen && (isFollowing || placeOfPage(base).page === told.place?.page));
}

/** What is said of it beside the question. */
export const waitWords = () => (questions().voting ? " Steps wait." : "");
