// Cuts a paste to what its box takes.
//
// Such a box of Streamlit's drops a longer text, all of it and without a word, after the browser
// has laid it out: a megabyte stands still for seconds. Here what there is room for goes in at
// once, and the box counts it.

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
  box.setRangeText(beginning(text, room), start, end, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
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
