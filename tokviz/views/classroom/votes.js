// How a class votes on what it is asked now, for its leader.

import { buttonOf } from "../script/guide_strip.js";
import { coverVotes, questions } from "../script/questions.js";
import { h } from "../script/dom.js";
import { button } from "./button.js";
import { voteRows } from "../script/question_card.js";
import { isToFold, wish } from "../script/register.js";

const VOTES_COVERED = "tokviz votes covered"; // in the tab's storage
const SHOW = "Show it on the page";
const SHORT = 7; // characters of an option that stands beside its bar below the menu
let folded = false; // who explains the step may need the room that the votes take

/** A page that is loaded anew covers the votes as it did. */
export const coverAsBefore = () => coverVotes(sessionStorage.getItem(VOTES_COVERED) !== null);

/**
 * Of a plan's question: its answer is shown, and on a way the page then; then it goes. A double click is
 * one. By hand it can go without its answer. Who has voted may vote again, before it comes.
 */
export function cardButtons(votes) {
  const { answer, counts, isSeen, shown, onWay } = votes;
  const back = button("Take it back", () => wish("take back"), "on-stage");
  const again = button("Ask again", () => wish("ask again"), "on-stage");
  const hasVotes = counts.some((count) => count > 0);
  if (answer === null)
    return [
      first("Show the answer", onWay ? walkOn : goOn),
      ...(hasVotes ? [again] : []),
      coverButton(),
      back,
    ];
  if (isToFold(votes)) return [first(SHOW, () => wish("fold"))];
  const show = button(SHOW, () => wish("show"), "on-stage");
  return [first("Done", goOn), ...(isSeen && !shown ? [show] : [])];
}

function first(words, pressed) {
  const made = button(words, ({ detail }) => detail < 2 && pressed(), "primary on-stage goes-on");
  made.name = "go on";
  return made;
}

const goOn = () => wish("go on");

/** To the next stop of the way, which has the answer; from a page without the way it comes there. */
function walkOn() {
  const next = buttonOf("next");
  if (next) next.click();
  else goOn();
}

/** @param {boolean} on until the answer */
export function hideVotes(on) {
  if (on) sessionStorage.setItem(VOTES_COVERED, "yes");
  else sessionStorage.removeItem(VOTES_COVERED);
  coverVotes(on);
}

/** Who votes may look at the leader's screen: then the first votes would draw the others. */
export function coverButton() {
  const { covered } = questions();
  const made = button("Hide votes until the answer", () => hideVotes(!covered), "on-stage");
  made.ariaPressed = String(covered);
  return made;
}

/**
 * How the class voted, when the answer is there; before it the votes stand at the options. For a first
 * vote there is no room.
 */
export function bars(told) {
  const rows = voteRows({ ...told, first: undefined });
  const list = h("ol", { class: "votes", "data-testid": "tokviz-votes" }, ...rows);
  const longest = Math.max(...told.options.map((option) => option.length));
  list.classList.toggle("long", longest > SHORT);
  const box = h("details", { open: !folded }, h("summary", {}, "The votes"), list);
  box.ontoggle = () => (folded = !box.open);
  return box;
}
