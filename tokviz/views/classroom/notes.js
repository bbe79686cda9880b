// What the leader's phone alone shows, as her own page knows it: where the class is, what comes, and
// what is right before anybody else is told.

import { lastIn, placeIn, shownReplays } from "../script/place.js";
import { questions } from "../script/questions.js";
import { asked, cutTo } from "../script/asked.js";
import { openDialog } from "./dialogs.js";
import { remembered } from "./ending_words.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { readForPhone } from "./moderation.js";
import { classOfPage } from "../script/register.js";
import { SENTENCES } from "./sentences.js";
import { titleOfPage } from "./stage.js";
import { nextWords, wallWords } from "./wall.js";

const CAPTIONS = ".st-key-guide_words [data-testid=stCaptionContainer]";

/**
 * `at`: the step of the replay that moves, and its last; `stop`: likewise, of the way; `let` and
 * `out`: sentences by their hashes with the `salt`; `next`: what it does; `wall`: what lies over the
 * page there; is the list of sentences `open`?
 * @typedef {{
 *   title: string, here: string, coming: string, at: [number, number] | null, covered: boolean,
 *   stop: [number, number] | null, asks: Told | null, salt: string, let: number[], out: number[],
 *   next: string, wall: string, open: boolean
 * }} Notes
 */
/**
 * A question as the class has it, and what is right; `tempts` as a plan says it, else empty.
 * @typedef {{
 *   question: ReturnType<typeof asked>, words: string, right: number | null, tied: number[],
 *   why: string, tempts: string[]
 * }} Told
 */

/**
 * @param {any} question of a plan or of a replay, or null
 * @param {number | null} moved the replay that the leader moved last
 * @returns {Notes}
 */
export function notesOf(question, moved) {
  const { here = "", coming = "", stop = null } = classOfPage().says ?? {};
  const shown = shownReplays();
  const replay = moved !== null && shown.includes(moved) ? moved : shown[0];
  const place = replay === undefined ? undefined : placeIn(replay);
  const { votes } = classOfPage().state;
  const dialog = openDialog();
  return {
    title: titleOfPage(),
    here: noteOf(remembered() || (question?.words === here && numberOfQuestion()) || here),
    coming: noteOf(coming),
    stop,
    next: cutTo(CLASS_LIMITS.TITLE, nextWords(votes, dialog)),
    wall: cutTo(CLASS_LIMITS.TITLE, wallWords(votes, dialog)),
    open: dialog === SENTENCES,
    at: place && replay !== undefined ? [place.step, lastIn(replay)] : null,
    covered: questions().covered,
    asks: question ? toldOf(question) : null,
    ...readForPhone(),
  };
}

/** Which of the questions of its way a stop asks, as its strip says; "" where it has no number. */
function numberOfQuestion() {
  const captions = [...document.querySelectorAll(CAPTIONS)].map(({ textContent }) => textContent);
  return captions.find((words) => words?.startsWith("Question")) ?? "";
}

/** @returns {Told} */
function toldOf(question) {
  const { why = "", tempts = [], untold = question } = question;
  const { words = "", right, tied = [] } = untold;
  const { OPTIONS, REASON } = CLASS_LIMITS;
  const isOption = (at) => at >= 0 && at < OPTIONS;
  return {
    question: asked(question),
    words: noteOf(words),
    right: isOption(right) ? right : null,
    tied: tied.filter(isOption),
    why: cutTo(REASON, why),
    tempts: tempts.slice(0, OPTIONS).map((reason) => cutTo(REASON, reason)),
  };
}

/** Words of a way, which are Markdown: code stays so. @param {string} words */
const noteOf = (words) => cutTo(CLASS_LIMITS.NOTE, words.replaceAll("**", ""));
