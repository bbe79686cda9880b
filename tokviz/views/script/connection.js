// Whether the page reaches its server, as Streamlit says on it.

const WHOLE_APP = "[data-testid=stApp]";
const SAYS = "data-test-connection-state";
const REACHED = "CONNECTED";
const GIVEN_UP = "DISCONNECTED_FOREVER";

/**
 * Hear of each change: is the server reached? If not, is it asked again?
 * @param {(reached: boolean, tries: boolean) => void} heard
 * @param {AbortSignal} signal ends it
 */
export function onConnection(heard, signal) {
  const app = document.querySelector(WHOLE_APP);
  if (!app) return;
  const watch = new MutationObserver(() => {
    const state = app.getAttribute(SAYS);
    heard(state === REACHED, state !== GIVEN_UP);
  });
  watch.observe(app, { attributeFilter: [SAYS] });
  signal.addEventListener("abort", () => watch.disconnect());
}
