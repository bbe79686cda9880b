// Ends a class at a second press: it ends for all at once, and nobody can take that back.

import { count, h } from "../script/dom.js";
import { classOfPage, tellClass, wish } from "./register.js";

const PATIENCE = 8000; // milliseconds in which the second press counts

/**
 * The button, which asks in its own place; the page's state keeps that it does.
 * @param {import("./register.js").ClassState} state
 */
export function endButton({ ending = false, followers = 0 }) {
  const all = followers === 1 ? "" : "all ";
  const asked = followers ? `End it for ${all}${count(followers, "follower")}?` : "End it for all?";
  const made = h("button", { type: "button", name: "end" }, ending ? asked : "End the class");
  made.onclick = ({ detail }) => {
    if (!ending) ask(true);
    else if (detail < 2) wish("end"); // a double click is one press
  };
  return made;
}

/** @param {boolean} ending */
function ask(ending) {
  const { state } = classOfPage();
  if (state.role !== "leader" && state.role !== "elsewhere") return;
  tellClass({ ...state, ending });
  if (ending) setTimeout(() => ask(false), PATIENCE);
}
