// A place for what is drawn once the reader comes to it. Where it waits, it asks as soon as it is in
// sight. Where it is drawn and in sight, it says so as the reader turns to the settings: what is
// looked at is drawn with the edit, and never gone in between. It asks once for each data.

const EDGE = { rootMargin: "0px 0px -10% 0px" }; // the first lines of it are not looked at yet
const SETTINGS = "[data-testid=stPopoverBody], .st-key-bar";

/** @type {WeakMap<object, () => void>} */
const ENDS = new WeakMap();

export default function mount({ parentElement, data, setTriggerValue }) {
  ENDS.get(parentElement)?.();
  const place = parentElement.querySelector(".place");
  place.hidden = !data.waits;
  const end = (data.waits ? whenInSight : whenSetInSight)(place, () => {
    end();
    setTriggerValue("sight", true);
  });
  ENDS.set(parentElement, end);
  return end;
}

function whenInSight(place, ask) {
  const watch = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && ask(),
    EDGE,
  );
  watch.observe(place);
  return () => watch.disconnect();
}

function whenSetInSight(place, ask) {
  const listening = new AbortController();
  const look = () => document.activeElement?.closest(SETTINGS) && drawnInSight(place) && ask();
  document.addEventListener("focusin", look, { signal: listening.signal });
  requestAnimationFrame(() => listening.signal.aborted || look());
  return () => listening.abort();
}

/** What is drawn follows the place. */
function drawnInSight(place) {
  const holder = place.getRootNode().host ?? place;
  const drawn = holder.closest(".stElementContainer")?.nextElementSibling;
  if (!drawn) return false;
  const { top, bottom } = drawn.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
