// The box in which a leader types the number that her phone shows. What makes a phone lead stands on
// no projector: of the number that is typed here nobody else has any use.

import { h } from "../script/dom.js";
import { button } from "./button.js";
import { classOfPage, onClass, wish } from "../script/register.js";

const DIGITS = 4;
const LET = "Let my phone lead too";
export const IS_IT_HERS = "Does your phone say that it leads? If not, press “Phone off”.";

/**
 * The button of who leads: for a phone, or to let it go.
 * @param {import("../script/register.js").ClassState} state
 * @param {(event: any) => HTMLElement} barOf
 */
export const phoneButton = ({ phones = 0 }, barOf) =>
  phones ? button("Phone off", () => wish("phone off"), "of-phone") : letButton(barOf);

/** Where there is little room its style says “Phone”. */
function letButton(barOf) {
  const made = button(LET, (event) => askForNumber(barOf(event)), "of-phone lets");
  made.replaceChildren(h("span", {}, LET));
  made.ariaLabel = LET;
  return made;
}

/** @param {HTMLElement} bar */
function askForNumber(bar) {
  bar.querySelector("dialog")?.remove();
  const box = h("input", {
    "aria-label": "The number on your phone",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: DIGITS,
    placeholder: "0000",
  });
  const pair = h("button", { type: "submit", class: "primary" }, "Let it lead");
  const close = h("button", { type: "button" }, "Close");
  const why = h("p", { role: "alert" });
  const form = h("form", { class: "pairs" }, box, pair, close);
  const ways = [
    "Open the class's link on your phone, as your class does.",
    "Press “I lead this class” there.",
    "Type the number that it shows:",
  ];
  const steps = h("ol", { class: "steps" }, ...ways.map((way) => h("li", {}, way)));
  const title = h("h2", {}, LET);
  const names = { "aria-label": LET, "data-testid": "tokviz-pairing" };
  const dialog = h("dialog", names, title, steps, form, why);
  const open = new AbortController();
  onClass(() => {
    const { phones, unpaired = "" } = classOfPage().state;
    if (phones) dialog.close();
    if (why.textContent !== unpaired) why.textContent = unpaired;
  }, open.signal);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (box.value.trim()) wish("pair", box.value.trim());
    box.select();
  };
  close.onclick = () => dialog.close();
  dialog.onclose = () => {
    open.abort();
    dialog.remove();
  };
  bar.append(dialog);
  dialog.showModal();
  box.focus();
}
