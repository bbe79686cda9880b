// A short text is written as large as its pane has room for, so that the last row of a class reads
// it. The size is that of the whole replay: it does not change from step to step.

import { h } from "../script/dom.js";
import { largestThatFits } from "../script/fitting.js";
import { TextView } from "./text.js";

const SHORT = 400; // base symbols at most; a longer text fills its pane at any size

/** Write the text of each replay on a clock at one size, so that they can be compared. */
export function fillRooms(players) {
  const drawn = [...players].filter(({ trace, root }) => trace && root.checkVisibility());
  for (const { root } of drawn) root.style.removeProperty("--needed");
  const times = Math.min(...drawn.map(timesThatFit));
  for (const { root } of drawn)
    if (times !== 1) root.style.setProperty("--grown", grown(times));
    else root.style.removeProperty("--grown");
  for (const player of drawn) if (isAbove(player)) takeWhatIsNeeded(player, times);
}

/**
 * Whether the contest follows below the text, and the page bounds neither, as it does beside the
 * code (narrow.css).
 */
function isAbove({ root }) {
  const bounded = getComputedStyle(root).getPropertyValue("--tokviz-side-height");
  return !bounded && getComputedStyle(root.querySelector(".columns")).display === "block";
}

/** @param {number} times */
const grown = (times) => `calc(${times} * var(--size))`;

const isShort = ({ trace }) => trace.size > 0 && trace.size <= SHORT;

/**
 * The largest size at which no step makes the reader scroll: tokens only become fewer. Where there
 * is none, the usual one; two replays that are presented, where nobody scrolls, may have a smaller
 * one (--tokviz-smallest, ui/shell/presented.css).
 */
function timesThatFit(player) {
  if (!isShort(player)) return 1;
  const { pane, ends } = measured(player);
  const height = player.root.querySelector(".text").offsetHeight;
  pane.style.height = `${Math.min(height, innerHeight / 2)}px`; // on a low screen, what is seen
  const fits = (times) => {
    pane.style.setProperty("--grown", grown(times));
    return pane.scrollHeight <= pane.clientHeight && [pane, ...pane.children].every(isWideEnough);
  };
  let times = 2;
  for (const write of ends) {
    write();
    if (!fits(times)) times = Math.min(times, oneThatFits(fits, player.root));
  }
  pane.remove();
  return times;
}

/** @param {Element} box a pane, or a line, which on the stage cuts off what it has no room for */
const isWideEnough = (box) => box.scrollWidth <= box.clientWidth;

/**
 * @param {(times: number) => boolean} fits
 * @param {HTMLElement} root
 */
function oneThatFits(fits, root) {
  const times = largestThatFits(fits);
  if (times > 1 || fits(1)) return times;
  const least = parseFloat(getComputedStyle(root).getPropertyValue("--tokviz-smallest")) || 1;
  return fits(least) ? largestThatFits(fits, least) : 1;
}

/** No more room than the text has need of at any step: what stands below it follows at once. */
function takeWhatIsNeeded(player, times) {
  if (!isShort(player)) return;
  const { pane, ends } = measured(player);
  pane.style.height = "auto";
  pane.style.setProperty("--grown", grown(times));
  const heights = ends.map((write) => {
    write();
    return pane.offsetHeight;
  });
  pane.remove();
  player.root.style.setProperty("--needed", `${Math.max(...heights)}px`);
}

/** A pane that nobody sees, as wide as the text's, and what writes the first and last step in it. */
function measured({ trace, root }) {
  const pane = h("div", { class: "text measured", "aria-hidden": "true" });
  pane.style.width = `${root.querySelector(".text").offsetWidth}px`;
  root.querySelector(".stage").append(pane);
  const ends = [0, trace.steps].map((step) => () => {
    pane.replaceChildren();
    new TextView(pane, trace, step);
  });
  return { pane, ends };
}
