// Where the reader is on the server: below which address the pages lie, and on which of them.

import { BY_BROWSER } from "./place.js";

const UNDER_WAY = "data-guide-under-way"; // on the page, which all of its components share

/** An event of the window: the class that the page follows goes to another stop. */
export const TURNED = "tokviz turned";

/** Is the page on its way to another stop of a path (guide/way.js)? */
export const isUnderWay = () => document.documentElement.hasAttribute(UNDER_WAY);

/** @param {boolean} on */
export const markUnderWay = (on) => void document.documentElement.toggleAttribute(UNDER_WAY, on);

/**
 * The address below which the pages lie.
 * @param {string} page the name of this page, "" for the overview
 */
export const baseOf = (page) =>
  new URL(location.pathname.slice(0, location.pathname.length - page.length), location.origin).href;

/**
 * The page's name and what its address says of the text and the settings.
 * @param {string} base
 */
export function placeOfPage(base) {
  const url = new URL(location.href);
  for (const name of BY_BROWSER) url.searchParams.delete(name);
  return { page: url.href.split(/[?#]/)[0].slice(base.length), query: url.search.slice(1) };
}
