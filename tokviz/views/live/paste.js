// Cuts a paste to what its box takes.
//
// Such a box of Streamlit's drops a longer text, all of it and without a word, after the browser
// has laid it out: a megabyte stands still for seconds. Here what there is room for goes in at
// once, and what was left out is told below the box until the reader goes on.

import { h } from "../script/dom.js";

const BOXES = "[data-testid=stTextArea], [data-testid=stTextInput]";
const COUNT = /(\d+)\/(\d+)\s*$/; // as a box with a limit says while it is edited: 48/100000

/** @param {AbortSignal} signal ends it */
export function cutPastes(signal) {
  // A listener of each call's own: one that two calls share goes with the first of them.
  const heard = (event) => onPaste(event);
  document.addEventListener("paste", heard, { capture: true, signal });
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  const box = /** @type {HTMLTextAreaElement} */ (event.target);
  const count = box.closest?.(BOXES)?.querySelector("[data-testid=InputInstructions]");
  const most = Number(COUNT.exec(count?.textContent ?? "")?.[2] ?? Infinity);
  const text = event.clipboardData?.getData("text/plain").replaceAll("\r\n", "\n") ?? "";
  const { selectionStart: start, selectionEnd: end } = box;
  const room = Math.max(0, most - (box.value?.length - (end - start)));
  if (!(text.length > room)) return;
  event.preventDefault();
  const fits = beginning(text, room);
  box.setRangeText(fits, start, end, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  tellCut(box, [...text.slice(fits.length)].length);
}

/**
 * @param {HTMLTextAreaElement} box
 * @param {number} left how many characters of the paste had no room
 */
function tellCut(box, left) {
  const which = left === 1 ? "character" : `${left.toLocaleString("en")} characters`;
  const words = `The box is full: the last ${which} of what you pasted had no room.`;
  const note = h("p", { class: "tokviz-cut", role: "status" }, words);
  box.closest(BOXES)?.append(note);
  note.scrollIntoView({ block: "nearest" });
  for (const type of ["input", "blur"])
    box.addEventListener(type, () => note.remove(), { once: true });
}

/**
 * At most so many UTF-16 units of a text, and no half of a character.
 * @param {string} text
 * @param {number} units
 */
function beginning(text, units) {
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(units - 1));
  return text.slice(0, splits ? units - 1 : units);
}
