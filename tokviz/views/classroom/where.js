// Where the reader is on the server: below which address the pages lie, and on which of them.

/**
 * The address below which the pages lie.
 * @param {string} page the name of this page, "" for the overview
 */
export const baseOf = (page) =>
  new URL(location.pathname.slice(0, location.pathname.length - page.length), location.origin).href;

const TOLD_APART = ["step", "ask"]; // what browsers write into the address, not pages

/**
 * The page's name and what its address says of the text and the settings.
 * @param {string} base
 */
export function placeOfPage(base) {
  const url = new URL(location.href);
  for (const name of TOLD_APART) url.searchParams.delete(name);
  return { page: url.href.split(/[?#]/)[0].slice(base.length), query: url.search.slice(1) };
}
