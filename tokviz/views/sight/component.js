// A place for what is drawn once the reader comes to it: in sight, it asks for it, once for each data.
//
// It asks when no run of the page is on: that run may bring other data, and asking twice at a time
// is more than Streamlit's queue of messages holds.

const EDGE = { rootMargin: "0px 0px -10% 0px" }; // the first lines of it are not looked at yet
const RESTING = "[data-testid=stApp][data-test-script-state=notRunning]";
const PAUSE = 50; // milliseconds

/** @type {WeakMap<object, AbortController>} */
const WATCHING = new WeakMap();

export default function mount({ parentElement, setTriggerValue }) {
  WATCHING.get(parentElement)?.abort();
  const watching = new AbortController();
  WATCHING.set(parentElement, watching);
  const ask = () => {
    if (watching.signal.aborted) return;
    if (document.querySelector(RESTING)) setTriggerValue("sight", true);
    else setTimeout(ask, PAUSE);
  };
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    ask();
  }, EDGE);
  watching.signal.addEventListener("abort", () => watch.disconnect());
  watch.observe(parentElement.querySelector(".place"));
  return () => watching.abort();
}
