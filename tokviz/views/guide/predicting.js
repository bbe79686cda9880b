// A stop that asks has the page ask, and no longer once it is left. In a class the leader's page says
// whether it asks.
//
// Where its question is still to come the clicker waits for it: a press that came too early would pass
// what the class has not seen, or answer it.

import { classOfPage } from "../script/register.js";
import { onQuestions, questions, setAsking } from "../script/questions.js";
import { isRunning } from "../script/running.js";

const QUESTION_LATE = 5000; // milliseconds; a text that was changed since may have nothing to ask

const ANSWERED = /[?&]ask=answer(&|$)/; // of a link to what a question had for its answer

const isFollower = () => classOfPage().state.role === "follower";

export class Predicting {
  isOpening = true; // the page opens at a stop; later its replay is told as it goes to the step
  asks = false;
  isDue = false; // is its question still to come?
  since = 0; // when that began

  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    onQuestions("change", () => this.notice(), signal);
  }

  /** @param {boolean} asks whether the stop does that the page is at now */
  at(asks) {
    const wasAnswered = this.isOpening && ANSWERED.test(location.search); // as after a reload
    if (asks && this.isOpening && !isFollower() && !questions().asking) setAsking(true);
    if (!asks && this.asks && !isFollower()) setAsking(false);
    this.asks = asks;
    this.begin();
    if (wasAnswered) this.isDue = false;
    if (this.isOpening) this.notice();
    this.isOpening = false;
  }

  /** The stop is shown, for the first time or again. */
  begin() {
    this.isDue = this.asks && !isFollower();
    this.since = Date.now();
  }

  notice() {
    if (questions().current?.answer === null) this.isDue = false;
  }

  /** Is the question to come that the stop asks, as far as anybody knows? */
  get waits() {
    return this.isDue && (isRunning() || Date.now() - this.since < QUESTION_LATE);
  }
}
