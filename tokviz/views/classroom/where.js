// Where the reader is on the server: below which address the pages lie, and on which of them.

/**
 * The address below which the pages lie.
 * @param {string} page the name of this page, "" for the overview
 */
export const baseOf = (page) =>
  new URL(location.pathname.slice(0, location.pathname.length - page.length), location.origin).href;

/**
 * The page's name and what its address says, without the step, which is told by itself.
 * @param {string} base
 */
export function placeOfPage(base) {
  const url = new URL(location.href);
  url.searchParams.delete("step");
  return { page: url.href.split(/[?#]/)[0].slice(base.length), query: url.search.slice(1) };
}
