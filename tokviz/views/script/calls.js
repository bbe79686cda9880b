// What the calls of a component's script have in common.
//
// Streamlit calls it for one place of the page again and again, with every new data and theme, and
// when the place has left the page it calls what the last call gave. A call that was overtaken while
// the script was still on its way is ended as well, before the later one begins or after: that end
// must take nothing away.

/** @type {WeakMap<object, object>} by the place: its last call */
const LAST = new WeakMap();
/** @type {WeakMap<object, AbortController>} by the place: the listeners of its last call */
const LISTENERS = new WeakMap();

/**
 * What a call gives to Streamlit: it ends what stands at the place, unless a later call has it or
 * is about to.
 * @param {{isConnected?: boolean}} place the parentElement of the call
 * @param {() => void} end
 */
export function endOfCall(place, end) {
  const call = {};
  LAST.set(place, call);
  return () => {
    if (LAST.get(place) === call && !place.isConnected) end();
  };
}

/**
 * The listeners of a call; those of the call before it end. A call that comes when its place is no
 * longer on the page hears nothing.
 * @param {{isConnected?: boolean}} place the parentElement of the call
 */
export function listenersOfCall(place) {
  LISTENERS.get(place)?.abort();
  const listeners = new AbortController();
  LISTENERS.set(place, listeners);
  if (place.isConnected === false) listeners.abort();
  return listeners;
}
