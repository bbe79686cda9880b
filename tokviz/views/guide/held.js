// Who follows a class goes no further on its way than the class: the button on is grey where the class
// is, and from ahead of it, as by an address, the reader is brought back.

import { isAhead, isBehind } from "../script/come.js";
import { comeOfClass } from "../script/followed.js";
import { wish } from "../script/register.js";
import { buttonsOf } from "../script/guide_strip.js";

const WHY = ".st-key-guide_held"; // says why the way on is grey
const AT_CLASS = "data-at-class"; // of the page, whose style shows that
const AHEAD = "data-ahead-of-class"; // likewise, and covers what the class has not seen
const page = document.documentElement;

/** @typedef {import("../script/come.js").OfCourse | null} Course of which the page's way is a part */

/**
 * Has the class that this page follows come no further?
 * @param {Course} course
 * @param {string} stop
 */
export function isAtClass(course, stop) {
  const come = comeOfClass();
  return come !== null && course !== null && !isBehind(come, course, stop);
}

export class Held {
  ahead = ""; // the stop from which the reader is brought back

  /**
   * @param {Course} course
   * @param {string} stop
   */
  at(course, stop) {
    this.bringBack(course, stop);
    const isHeld = isAtClass(course, stop);
    const next = buttonsOf("next").filter((button) => button.disabled !== isHeld);
    if (!next.length) return;
    const title = isHeld ? (document.querySelector(WHY)?.textContent ?? "") : "";
    // Streamlit draws it for who can go on alone.
    for (const button of next) Object.assign(button, { disabled: isHeld, title });
    page.toggleAttribute(AT_CLASS, isHeld);
  }

  /**
   * @param {Course} course
   * @param {string} stop
   */
  bringBack(course, stop) {
    const come = comeOfClass();
    const isTooFar = come !== null && course !== null && isAhead(come, course, stop);
    const isNew = isTooFar && this.ahead !== stop;
    this.ahead = isTooFar ? stop : ""; // before the wish: granting it changes the class
    page.toggleAttribute(AHEAD, isTooFar);
    if (isNew) wish("back");
  }

  leave() {
    for (const mark of [AT_CLASS, AHEAD]) page.removeAttribute(mark);
  }
}
