// The class that a tab follows, kept with the tab: known over a reload before the bar is there.

import { classOfPage } from "./register.js";

export const FOLLOWED = "tokviz class"; // in the tab's storage

/**
 * How far the class is that this page follows; null where it follows none.
 * @returns {import("./come.js").Come | null}
 */
export function comeOfClass() {
  const { state, wished } = classOfPage();
  if (state.role === "follower") return state.come ?? {};
  const isBarThere = wished === null;
  return isBarThere ? null : (JSON.parse(sessionStorage.getItem(FOLLOWED) ?? "null")?.come ?? null);
}
