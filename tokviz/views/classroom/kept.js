// A text that is too long for the page's address: the tab keeps it, and a reload brings it back.
//
// The address says that there is one. Where the tab does not have it, as from another browser, or
// where the browser had no room, the page is told so, and tells its reader.

import { base64Of } from "./server.js";

const KEPT = "tokviz text "; // in the tab's storage, before the page's path
const FULL = "QuotaExceededError";

/** @param {Uint8Array} content a saved lesson */
export function keepText(content) {
  const name = KEPT + location.pathname;
  try {
    sessionStorage.setItem(name, base64Of(content));
  } catch (/** @type {any} */ error) {
    if (error.name !== FULL) throw error;
    sessionStorage.removeItem(name); // an older text would be a wrong one
  }
}

/** Where a page goes that was opened with such an address, to what it had; null, nowhere. */
export function keptText() {
  const [opened] = performance.getEntriesByType("navigation");
  const { pathname, search, searchParams } = new URL(opened?.name ?? "", location.href);
  if (searchParams.get("sample") !== "own" || searchParams.has("text")) return null;
  const content = sessionStorage.getItem(KEPT + pathname);
  return {
    query: content ? search.slice(1) : "",
    content: content ?? "",
    own: "learned",
    kept: "yes",
  };
}
