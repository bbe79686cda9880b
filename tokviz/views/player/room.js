// A short text is written as large as its pane has room for, so that the last row of a class reads
// it. The size is that of the whole replay: it does not change from step to step.

import { h } from "../script/dom.js";
import { largestThatFits } from "../script/fitting.js";
import { TextView } from "./text.js";

const SHORT = 400; // base symbols at most; a longer text fills its pane at any size

/** Write the text of each replay on a clock at one size, so that they can be compared. */
export function fillRooms(players) {
  const drawn = [...players].filter(({ trace, root }) => trace && root.checkVisibility());
  const times = Math.min(...drawn.map(timesThatFit));
  for (const { root } of drawn)
    if (times > 1) root.style.setProperty("--grown", `calc(${times} * var(--size))`);
    else root.style.removeProperty("--grown");
}

/** The largest size at which no step makes the reader scroll: tokens only become fewer. */
function timesThatFit({ trace, root }) {
  if (!trace.size || trace.size > SHORT) return 1;
  const stage = root.querySelector(".stage");
  const { offsetWidth, offsetHeight } = root.querySelector(".text");
  const pane = h("div", { class: "text measured", "aria-hidden": "true" });
  pane.style.width = `${offsetWidth}px`;
  pane.style.height = `${Math.min(offsetHeight, innerHeight / 2)}px`; // on a low screen, what is seen
  stage.append(pane);
  const fits = (times) => {
    pane.style.setProperty("--grown", `calc(${times} * var(--size))`);
    return pane.scrollHeight <= pane.clientHeight && pane.scrollWidth <= pane.clientWidth;
  };
  let times = 2;
  for (const step of [0, trace.steps]) {
    pane.replaceChildren();
    new TextView(pane, trace, step);
    if (!fits(times)) times = largestThatFits(fits);
  }
  pane.remove();
  return times;
}
