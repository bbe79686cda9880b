// In a text from right to left: the groups that run from left to right, as 3.5 and Windows 11 do.

import { h } from "../script/dom.js";
import { runOf } from "../player/direction.js";

const MOST = 9; // groups that stand together and never wrap; of more, each word runs its own way

/**
 * The elements of a pane, groups and line breaks, with what runs from left to right set together.
 * @param {HTMLElement[]} elements
 * @param {string[]} runs "ltr", "rtl" or ""; a break as text from right to left
 */
export function withRuns(elements, runs) {
  const found = [];
  for (let at = 0; at < elements.length;) {
    const end = runs[at] === "ltr" ? endOfRun(runs, at) : at + 1;
    const some = elements.slice(at, end);
    const isShort = some.length <= MOST;
    if (runs[at] === "ltr" && some.length > 1 && isShort)
      found.push(h("div", { class: "ltr-run", dir: "ltr" }, ...some));
    else found.push(...some);
    for (const [i, each] of some.entries()) if (runs[at + i] === "ltr") each.dir = "ltr";
    at = end;
  }
  return found;
}

/** Behind the last that runs so; signs between two of them run with them. */
function endOfRun(runs, from) {
  let end = from + 1;
  for (let at = end; at < runs.length && runs[at] !== "rtl"; at++)
    if (runs[at] === "ltr") end = at + 1;
  return end;
}

/** How a group runs: as the first letter or digit of one of its rows. */
export function runOfGroup(rows, over) {
  for (const parts of [...(over ? [over] : []), ...rows]) {
    const run = runOf(parts);
    if (run) return run;
  }
  return "";
}

/** Who bears the names of a line that begins with this group: whoever stands at its right end. */
export function bearerOf(group) {
  const run = group.closest(".ltr-run");
  return [...(run?.children ?? [])].filter((each) => each.offsetHeight).at(-1) ?? group;
}
