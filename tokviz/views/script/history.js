// One entry of the browser's history for each page, so that one Back is the page before.
//
// Streamlit pushes an entry for the page's bare address, and another whenever Python completes or
// changes what stands after the question mark. The second replaces the first instead. Components
// share nothing but the page, so that it is done is kept there.

const DONE = Symbol.for("tokviz history"); // on the window

export function oneEntryPerPage() {
  if (window[DONE]) return;
  window[DONE] = true;
  const push = history.pushState.bind(history);
  history.pushState = (state, unused, url) => {
    const same = new URL(url ?? "", location.href).pathname === location.pathname;
    if (same) history.replaceState(state, unused, url);
    else push(state, unused, url);
  };
}
