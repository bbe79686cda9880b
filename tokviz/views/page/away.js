// While the server cannot be reached, a line at the edge says so. Streamlit's dialog would lie over
// the stage and take every key, and a replay needs no server.

import { onConnection } from "../script/connection.js";
import { h } from "../script/dom.js";

const DIALOGS = "[data-testid=stDialog]";
const TITLE = "Connection error"; // Streamlit's
const AWAY = "No connection to the server. Steps go on; all else waits until it is back.";
const LINE = "tokviz-away";

/** @param {AbortSignal} signal ends it */
export function goOnWithoutServer(signal) {
  /** @type {HTMLElement} */
  const line = document.querySelector(`.${LINE}`) ?? h("p", { class: LINE, role: "status" });
  const watch = new MutationObserver(() => {
    const dialog = dialogOfStreamlit();
    if (!dialog) return;
    watch.disconnect(); // closed once, Streamlit leaves it out until the server is back
    putAside(dialog, line);
  });
  const heard = (/** @type {boolean} */ reached, /** @type {boolean} */ tries) => {
    watch.disconnect();
    if (reached) line.remove();
    else if (tries) watch.observe(document.body, { childList: true, subtree: true });
  };
  onConnection(heard, signal);
  signal.addEventListener("abort", () => watch.disconnect());
}

const dialogOfStreamlit = () =>
  Array.from(document.querySelectorAll(DIALOGS)).find(
    (dialog) => dialog.querySelector("h2")?.textContent === TITLE,
  );

function putAside(dialog, line) {
  dialog.querySelector("button[aria-label=Close]")?.click();
  line.popover = "manual"; // over a stage that fills the screen, too
  line.textContent = "";
  document.body.append(line);
  line.showPopover?.();
  line.textContent = AWAY; // what changes is heard
}
