// A place for what is drawn once the reader comes to it: in sight, it asks for it, once for each data.

const EDGE = { rootMargin: "0px 0px -10% 0px" }; // the first lines of it are not looked at yet

/** @type {WeakMap<object, IntersectionObserver>} */
const WATCHING = new WeakMap();

export default function mount({ parentElement, setTriggerValue }) {
  WATCHING.get(parentElement)?.disconnect();
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    setTriggerValue("sight", true);
  }, EDGE);
  WATCHING.set(parentElement, watch);
  watch.observe(parentElement.querySelector(".place"));
  return () => watch.disconnect();
}
