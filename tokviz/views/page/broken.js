// Parts of the page whose scripts could not be fetched, as while the network was gone. Streamlit asks
// for each once and says that it failed for good; so the page is loaded anew once its server answers.

import { onConnection } from "../script/connection.js";
import { ANSWERS, inTime } from "../script/in_time.js";

const SAYS_FAILED = "[data-testid=stAlertContentError]";
const UNFETCHED = /dynamically imported module|importing a module script/i; // as browsers say it
const BROKEN_TRIES = 30;
const BROKEN_PAUSE = 1000; // milliseconds between two of them

const isBroken = () =>
  Array.from(document.querySelectorAll(SAYS_FAILED)).some((said) =>
    UNFETCHED.test(said.textContent ?? ""),
  );

/**
 * Do so whenever the network, or the server, is back.
 * @param {string} base the address below which the pages lie
 * @param {AbortSignal} signal ends it
 */
export function loadAnewWhereBroken(base, signal) {
  let isTrying = false;
  const isBack = async () => {
    if (isTrying || !isBroken()) return;
    isTrying = true;
    await loadAnew(base, signal, BROKEN_TRIES);
    isTrying = false;
  };
  window.addEventListener("online", isBack, { signal });
  onConnection(isBack, signal);
}

/** Not before the server answers: the browser's own page would come in the place of this one. */
async function loadAnew(base, signal, tries) {
  for (let left = tries; left >= 0; left--) {
    const health = (given) => fetch(`${base}_stcore/health`, { signal: given });
    const answers = await inTime(ANSWERS, health).then(
      ({ ok }) => ok,
      () => false,
    );
    if (signal.aborted) return;
    if (answers) return location.reload();
    await new Promise((over) => setTimeout(over, BROKEN_PAUSE));
  }
}
