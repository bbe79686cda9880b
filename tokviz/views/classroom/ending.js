// Ends a class at a second press: it ends for all at once, and nobody can take that back.

import { count, h } from "../script/dom.js";
import { classOfPage, tellClass, wish } from "../script/register.js";

/** Of the question that stands: what listens for a press elsewhere. @type {AbortController | null} */
let endsAsked = null;

const END_BUTTON = "end";
const KEYS_TO_IT = ["Tab", "Shift"]; // they lead to the button
const KEYS_OF_IT = [undefined, "Enter", " "]; // and press it; none, a pointer does

/**
 * The button, which asks in its own place; the page's state keeps that it does.
 * @param {import("../script/register.js").ClassState} state
 */
export function endButton({ ending = false, followers = 0 }) {
  const all = followers === 1 ? "" : "all ";
  const words = followers ? `End it for ${all}${count(followers, "follower")}?` : "End it for all?";
  const made = h("button", { type: "button", name: END_BUTTON }, ending ? words : "End the class");
  made.onclick = ({ detail }) => {
    if (!ending) ask(true);
    else if (detail < 2) wish("end"); // a double click is one press
  };
  return made;
}

/** @param {boolean} ending */
function ask(ending) {
  endsAsked?.abort();
  endsAsked = null;
  const { state } = classOfPage();
  if (state.role !== "leader" && state.role !== "elsewhere") return;
  if (ending) askUntilElsewhere();
  tellClass({ ...state, ending });
}

/** The question stands until something else is pressed. */
function askUntilElsewhere() {
  endsAsked = new AbortController();
  const listening = { capture: true, signal: endsAsked.signal };
  const pressed = (event) => {
    const isHere = event.composedPath().some((place) => place.name === END_BUTTON);
    const presses = isHere && KEYS_OF_IT.includes(event.key);
    if (!presses && !KEYS_TO_IT.includes(event.key)) ask(false);
  };
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, pressed, listening);
}
