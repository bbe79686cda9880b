// What each page does by itself, whatever is mounted on it. No component of its own: the bar of a
// class, which stands on every page, starts it.

import { watchPointer } from "../script/pointer.js";
import { goOnWithoutServer } from "./away.js";
import { loadAnewWhereBroken } from "./broken.js";
import { foldMenuOnce } from "./menu.js";
import { goOnFromFoot, scrollByKeys } from "./page_keys.js";
import { readyForPaper } from "./paper.js";
import { keepTabsInPlace } from "./tabs.js";

/**
 * @param {string} base the address below which the pages lie
 * @param {() => boolean} hasText does the address restore the text of the page?
 * @param {AbortSignal} signal ends it
 */
export function behaveAsPage(base, hasText, signal) {
  loadAnewWhereBroken(base, signal);
  goOnWithoutServer(signal);
  scrollByKeys(signal);
  goOnFromFoot(signal);
  keepTabsInPlace(signal);
  watchPointer();
  readyForPaper(hasText, signal);
  foldMenuOnce();
}
