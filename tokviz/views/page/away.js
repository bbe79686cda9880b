// While the server cannot be reached, a line at the edge says so. Streamlit's dialog would lie over
// the stage and take every key, and a replay needs no server.

import { onConnection } from "../script/connection.js";
import { h } from "../script/dom.js";

const DIALOGS = "[data-testid=stDialog]";
const TITLE = "Connection error"; // Streamlit's
const AWAY = "No connection to the server. Steps go on; what you change waits until it is back.";
const LINE = "tokviz-away";

/** @param {AbortSignal} signal ends it */
export function goOnWithoutServer(signal) {
  /** @type {HTMLElement} */
  const line = document.querySelector(`.${LINE}`) ?? h("p", { class: LINE, role: "status" });
  const watch = new MutationObserver(() => putAside(line));
  const heard = (/** @type {boolean} */ reached) => {
    watch.disconnect();
    if (reached) return line.remove();
    watch.observe(document.body, { childList: true, subtree: true });
  };
  onConnection(heard, signal);
  signal.addEventListener("abort", () => watch.disconnect());
}

/** Where the dialog has come. Closed once, Streamlit leaves it out until the server is back. */
function putAside(line) {
  const [dialog] = Array.from(document.querySelectorAll(DIALOGS)).filter(
    (each) => each.querySelector("h2")?.textContent === TITLE,
  );
  if (!dialog) return;
  /** @type {HTMLElement | null} */ (dialog.querySelector("button[aria-label=Close]"))?.click();
  line.popover = "manual"; // over a stage that fills the screen, too
  document.body.append(line);
  line.showPopover();
  line.textContent = AWAY; // what changes is heard
}
