// Whether Python works on this page, as Streamlit's own element of the page says.

const APP = "[data-testid=stApp]";
const STATE = "data-test-script-state";
const AT_REST = `[${STATE}=notRunning]`;

/** Is a run of this page on? */
export const isRunning = () => document.querySelector(`${APP}:not(${AT_REST})`) !== null;

/** Is the page there, and no run of it on? */
export const isAtRest = () => document.querySelector(APP + AT_REST) !== null;

/** Hears of each run of this page, however short; the call that ends it. */
export function onRun(began) {
  const watch = new MutationObserver(() => isRunning() && began());
  const app = document.querySelector(APP);
  if (app) watch.observe(app, { attributeFilter: [STATE] });
  return () => watch.disconnect();
}
