// A stop that asks has the page ask, and no longer once it is left. In a class the leader's page says
// whether it asks.

import { classOfPage } from "../classroom/register.js";
import { questions, setAsking } from "../script/questions.js";

export class Predicting {
  isOpening = true; // the page opens at a stop; later its replay is told as it goes to the step
  asks = false;

  /** @param {boolean} asks whether the stop does that the page is at now */
  at(asks) {
    const isFollower = classOfPage().state.role === "follower";
    if (asks && this.isOpening && !isFollower && !questions().asking) setAsking(true);
    if (!asks && this.asks && !isFollower) setAsking(false);
    this.isOpening = false;
    this.asks = asks;
  }
}
