// What a plan asks the class of its leader, by hand or at a stop of a way: its answer comes, then it
// goes. What is done stays so, unless she goes back to it on her way, or asks it anew.

import { unaskIn } from "../script/place.js";
import { questions } from "../script/questions.js";
import {
  answeredBefore,
  keepDone,
  newQuestion,
  putQuestion,
  questionPut,
  questionsDone,
  votedAgain,
} from "./put.js";

export class Agenda {
  /**
   * @param {string} code of the class
   * @param {() => void} changed hears that something else is asked, or answered
   */
  constructor(code, changed) {
    this.code = code;
    this.changed = changed;
    this.put = questionPut(code); // the question that stands, or null
    this.at = ""; // the stop of the way that she walks
    this.done = questionsDone(code);
    /** @type {import("./put.js").Put | null} */
    this.left = null; // the question of the way from which she went on before its answer
  }

  /** @param {import("./put.js").Put | null} put */
  keep(put) {
    this.put = putQuestion(this.code, put);
    this.changed();
  }

  /**
   * Ask a question in the place of a replay's: anew each time, but for one that stands without its
   * answer, which is voted on again.
   * @param {import("./put.js").PlanQuestion} question
   */
  ask(question) {
    if (this.put?.words === question.words && this.put.answer === null) return this.again(question);
    const { current } = questions();
    if (current?.answer === null) unaskIn(current.replay);
    this.notDone(question.words);
    this.keep(newQuestion(question, this.at));
  }

  /**
   * She walks a way to a stop, which may ask a question or have its answer. What was put at another
   * stop goes; what she comes back to has its votes again, and no card.
   * @param {{stop: string, asks: import("./put.js").OnWay | null, isBack?: boolean}} there
   */
  walks({ stop, asks, isBack = false }) {
    this.at = stop;
    const { words = "" } = asks?.ballot ?? {};
    if (this.put && this.put.words !== words && this.put.at !== stop) {
      if (this.put.onWay && this.put.answer === null) this.left = this.put;
      this.keep(null);
    }
    if (isBack) this.notDone(words);
    if (!asks || (!this.put && this.done.has(words))) return;
    if (!this.put && this.left?.words === words) this.keep(this.left);
    if (!this.put && !asks.answered) this.ask({ ...asks.ballot, onWay: true });
    if (!this.put && asks.answered) this.keep(answeredBefore(this.code, asks.ballot, stop));
    if (!this.put || this.put.words !== words) return;
    this.left = null;
    const isTold = this.put.answer !== null;
    if (asks.answered && !isTold) this.goOn();
    if (!asks.answered && isTold) this.fold();
  }

  /**
   * Have it voted on again, before its answer comes.
   * @param {Partial<import("./put.js").PlanQuestion>} [question] as it is said now
   */
  again(question) {
    if (this.put?.answer === null) this.keep(votedAgain({ ...this.put, ...question }));
  }

  /** Show its answer, and then take it away. */
  goOn() {
    if (!this.put) return;
    const { words, answer, right } = this.put;
    if (answer !== null) keepDone(this.code, this.done.add(words));
    this.keep(answer === null ? { ...this.put, answer: right } : null);
  }

  /** @param {string} words of a question that may be asked again */
  notDone(words) {
    if (this.done.delete(words)) keepDone(this.code, this.done);
  }

  /** Its card with the answer leaves the page to what proves it. */
  fold() {
    if (this.put) this.keep({ ...this.put, shown: true });
  }

  /** The page goes, off every way, to where its answer is seen; that place, or none. */
  show() {
    if (this.put?.seen) this.keep({ ...this.put, at: "", shown: true });
    return this.put?.seen;
  }
}
