// What the leader's page does for her phone, by the functions that her own buttons call.

import { OVER_THE_PAGE } from "../script/keys.js";
import { closePopover } from "../script/popover.js";
import { REMEMBER } from "./ending_words.js";
import { cutTo } from "../script/asked.js";
import { openDialog } from "./dialogs.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { letThrough, leaveOut } from "./moderation.js";
import { classOfPage, wish } from "../script/register.js";
import { openSentences, useSentences } from "./sentences.js";
import { hideVotes } from "./votes.js";
import { nextWords, THE_NEXT } from "./wall.js";
import { isUnderWay } from "../script/where.js";

const OWN_BAR = "[data-class-bar]";
const ONE_SCREEN = 0.9; // of its height, as browsers scroll
const FORWARD = "PageDown";

/** @type {import("./presses.js").Acts} */
export const ACTS = {
  next: ({ words = "" }) => isStillNext(words) && pressClicker(FORWARD),
  back: () => pressClicker("PageUp"),
  show: ({ text = "" }) => letThrough(text),
  "leave out": ({ text = "" }) => leaveOut(text, true),
  use: () => useSentences(),
  "open sentences": () => openSentences(),
  "ask for a sentence": () => collect(true),
  "stop asking": () => collect(false),
  "hide votes": () => hideVotes(true),
  "show votes": () => hideVotes(false),
  "ask again": () => wish("ask again"),
};

/**
 * Is what the button said still what comes? A thumb that taps twice saw the same words twice, but the
 * second time it would answer a question, or fold its card. On the way to a stop that is done already.
 * @param {string} words
 */
function isStillNext(words) {
  const now = cutTo(CLASS_LIMITS.TITLE, nextWords(classOfPage().state.votes, openDialog()));
  return words === now && (words === THE_NEXT || !isUnderWay());
}

/** The button of who leads turns it over; the phone says which way, for it may press twice. */
function collect(on) {
  if (Boolean(classOfPage().state.collects) !== on) wish("collect");
}

/** What has the focus, in whichever component. */
function focused() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at ?? document.body;
}

/**
 * Do what this key of a clicker does (script/keys.js). It is not typed: a box that has the focus is
 * no hindrance. Nor is what lies over the page, which is closed: nobody stands at the laptop to do
 * it. A dialog of the class has the press for itself.
 * @param {string} key
 */
function pressClicker(key) {
  const dialog = focused().closest(OVER_THE_PAGE);
  if (dialog instanceof HTMLDialogElement && dialog.closest(OWN_BAR)) return dialog.close();
  if (document.querySelector(REMEMBER) && key === FORWARD) return;
  closePopover();
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  const pane = focused(); // that the browser would scroll
  if (event.defaultPrevented || pane === document.body || dialog) return;
  pane.scrollBy({ top: (key === FORWARD ? 1 : -1) * ONE_SCREEN * pane.clientHeight });
}
