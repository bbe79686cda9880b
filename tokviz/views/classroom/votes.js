// How a class votes on what it is asked now, for its leader.

import { coverVotes, questions } from "../script/questions.js";
import { h } from "../script/dom.js";
import { button } from "./button.js";
import { voteRows } from "./card.js";
import { wish } from "./register.js";

const VOTES_COVERED = "tokviz votes covered"; // in the tab's storage
const SHORT = 7; // characters of an option that stands beside its bar below the menu
let folded = false; // who explains the step may need the room that the votes take

/** A page that is loaded anew covers the votes as it did. */
export const coverAsBefore = () => coverVotes(sessionStorage.getItem(VOTES_COVERED) !== null);

/** Of a plan's question: its answer is shown, then it goes; a double click is one. It can go without. */
export function cardButtons({ answer, isSeen, shown }) {
  const words = answer === null ? "Show the answer" : "Done";
  const next = button(words, ({ detail }) => detail < 2 && wish("go on"), "primary on-stage");
  next.name = "go on";
  const back = button("Take it back", () => wish("take back"), "on-stage");
  if (answer === null) return [next, coverButton(), back];
  const show = button("Show it on the page", () => wish("show"), "on-stage");
  return isSeen && !shown ? [next, show] : [next];
}

/** Who votes may look at the leader's screen: then the first votes would draw the others. */
export function coverButton() {
  const { covered } = questions();
  const made = button(
    "Hide votes until the answer",
    () => {
      if (covered) sessionStorage.removeItem(VOTES_COVERED);
      else sessionStorage.setItem(VOTES_COVERED, "yes");
      coverVotes(!covered);
    },
    "on-stage",
  );
  made.ariaPressed = String(covered);
  return made;
}

/** How the class voted, when the answer is there; before it the votes stand at the options. */
export function bars(told) {
  const list = h("ol", { class: "votes", "data-testid": "tokviz-votes" }, ...voteRows(told));
  const longest = Math.max(...told.options.map((option) => option.length));
  list.classList.toggle("long", longest > SHORT);
  const box = h("details", { open: !folded }, h("summary", {}, "The votes"), list);
  box.ontoggle = () => (folded = !box.open);
  return box;
}
