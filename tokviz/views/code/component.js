// The code beside a replay as Streamlit mounts it.

import { endOfCall } from "../script/calls.js";
import { handInflated, readMount, stopHanding } from "../script/payload.js";
import { followTheme } from "../script/theme.js";
import { CodePane } from "./code.js";

const PANES = new WeakMap();
const SWITCH = ".stCheckbox input";

/** On a narrow page the code stands far below its switch: who has just pressed that is led there. */
function bringIntoSight(root) {
  const isPressed = document.activeElement?.matches(SWITCH);
  if (isPressed && root.getBoundingClientRect().top > innerHeight / 2 && innerWidth < 1100)
    root.scrollIntoView({ block: "nearest" });
}

export default function mount({ parentElement, data }) {
  const { replay } = readMount(data);
  let pane = PANES.get(parentElement);
  if (pane && pane.replay !== replay) {
    stopHanding(pane);
    pane.stop();
    pane = undefined;
  }
  if (!pane) {
    pane = new CodePane(parentElement.querySelector(".code-pane"), replay);
    PANES.set(parentElement, pane);
    requestAnimationFrame(() => bringIntoSight(pane.root));
  }
  handInflated(pane, data, (whole) => pane.load(readMount(whole).payload));
  followTheme(pane.root);
  return endOfCall(parentElement, () => {
    stopHanding(pane);
    pane.stop();
    PANES.delete(parentElement);
  });
}
