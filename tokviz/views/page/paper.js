// What a style sheet alone cannot put on paper (script/paper.css): the address of the page, charts
// as wide as the paper, and whether what is drawn as a picture was drawn for a dark page.

import { number } from "../script/dom.js";

const LONGEST_TYPED = 300; // characters of an address that somebody may type

/**
 * @param {() => boolean} hasText does the address restore the text of the page?
 * @param {AbortSignal} signal
 */
export const readyForPaper = (hasText, signal) =>
  window.addEventListener("beforeprint", () => prepare(hasText()), { signal });

/** @param {boolean} hasText */
function prepare(hasText) {
  const { documentElement: root } = document;
  root.style.setProperty("--tokviz-address", JSON.stringify(addressOnPaper(hasText)));
  const app = document.querySelector("[data-testid=stApp]");
  root.dataset.printed = app ? getComputedStyle(app).colorScheme : "";
  // With these Plotly's pictures shrink; on a screen they have this size anyway.
  for (const picture of document.querySelectorAll(".js-plotly-plot .main-svg")) {
    const [width, height] = ["width", "height"].map((side) => picture.getAttribute(side));
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
}

/** The address, or as much of it as somebody may type, and how to have what it does not restore. */
function addressOnPaper(hasText) {
  const { href, origin, pathname } = location;
  const short = href.length <= LONGEST_TYPED;
  if (short && hasText) return href;
  const rest = number(href.length - origin.length - pathname.length);
  const lacks = hasText
    ? `The rest of its address, ${rest} characters, is left out.`
    : "Its text is not in the address.";
  return `${short ? href : origin + pathname} ${lacks} “Share” saves the lesson as a file.`;
}
