// Takes an id out of the box of ids, at the × of its row (views/tables/decoding.py).

const IDS_BOX = ".st-key-live_ids textarea";
const ID_AND_GAP = /\d+[\s,]*/g;

/** @param {AbortSignal} signal ends it */
export function takeAwayIds(signal) {
  const heard = (event) => onCross(event);
  document.addEventListener("click", heard, { signal });
}

/** @param {MouseEvent} event */
function onCross(event) {
  const cross = /** @type {HTMLElement} */ (event.target).closest?.("[data-take-away]");
  const box = cross && /** @type {HTMLTextAreaElement} */ (document.querySelector(IDS_BOX));
  if (!box || event.defaultPrevented) return; // prevented: another call of the script has done it
  event.preventDefault();
  const [place, id] = (cross.getAttribute("data-take-away") ?? "").split(" ");
  const found = [...box.value.matchAll(ID_AND_GAP)][Number(place)];
  if (Number.parseInt(found?.[0] ?? "") !== Number(id)) return; // the box has changed since
  box.setRangeText("", found.index, found.index + found[0].length, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "deleteContent" }));
  if (event.detail === 0) box.focus(); // pressed by a key: its row is drawn anew
}
