// Whether the page reaches its server, as Streamlit says on it.

const WHOLE_APP = "[data-testid=stApp]";
const SAYS = "data-test-connection-state";
const REACHED = "CONNECTED";

/**
 * Hear of each change: is the server reached?
 * @param {(reached: boolean) => void} heard
 * @param {AbortSignal} signal ends it
 */
export function onConnection(heard, signal) {
  const app = document.querySelector(WHOLE_APP);
  if (!app) return;
  const watch = new MutationObserver(() => heard(app.getAttribute(SAYS) === REACHED));
  watch.observe(app, { attributeFilter: [SAYS] });
  signal.addEventListener("abort", () => watch.disconnect());
}
