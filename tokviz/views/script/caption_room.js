// How high a caption is where it has the window's width: as the longest words of its replay, of
// which a short one takes no more room than it needs, and nothing below them moves from step to step.

import { h, number } from "./dom.js";
import { questionWords } from "./options.js";
import { questions } from "./questions.js";

const TOLD_AT_MOST = 400; // steps; of a longer replay not all is told for this, and it has the style's height

/**
 * Measure it where the style asks for that (--measured, player/narrow.css), in its own letters, so
 * that it holds in letters of another size until they are measured.
 * @param {any} view
 */
export function keepCaptionRoom(view) {
  const caption = view.part("caption");
  const style = getComputedStyle(caption);
  if (style.getPropertyValue("--measured") === "" || !caption.offsetWidth) return;
  const { fontSize, width } = style;
  const { asking, beats } = questions();
  const now = [view.sig, width, fontSize, asking, beats].join(" ");
  if (view.measured === now) return;
  view.measured = now;
  const letters = parseFloat(fontSize);
  for (const [name, captions] of Object.entries(captionsOf(view))) {
    const height = heightOf(caption, captions);
    if (height) view.root.style.setProperty(name, `${height / letters}em`);
    else view.root.style.removeProperty(name);
  }
}

/**
 * All that a replay may tell, and what it asks with options below: who predicts has those. What it
 * tells in two beats stands in the room of the rest.
 */
function captionsOf(view) {
  const { asker, steps, teller = view } = view;
  if (steps > TOLD_AT_MOST) return { "--told": [], "--asked": [] };
  const told = Array.from({ length: steps + 1 }, (_, k) => teller.tell(k, !asker?.waits));
  const asked = asker && (asker.waits || questions().beats) ? questionsOf(view) : [];
  if (asker?.waits) return { "--told": told, "--asked": asked };
  return { "--told": [...told, ...asked], "--asked": [] };
}

/** With the longest score. */
function questionsOf(view) {
  const score = `${number(view.steps)} of ${number(view.steps)} right`;
  const asked = Array.from({ length: view.steps }, (_, k) => view.askedAt(k));
  return asked.flatMap((one, k) => (one ? [questionWords(one, k, view.asker.waits, score)] : []));
}

/** The largest height of what is written where nobody sees it. */
function heightOf(caption, captions) {
  const boxes = captions.map((words) => {
    const box = h("div", { class: "caption" }, ...words);
    box.style.height = "auto";
    return box;
  });
  const trial = h("div", { class: "measured", "aria-hidden": "true" }, ...boxes);
  trial.style.width = `${caption.offsetWidth}px`;
  caption.parentElement.append(trial);
  const height = Math.max(0, ...boxes.map((box) => box.offsetHeight));
  trial.remove();
  return height;
}

/**
 * Measure anew whenever its letters or its width change.
 * @param {any} view
 * @param {() => void} after
 */
export function followCaptionRoom(view, after) {
  let frame = 0;
  const { signal } = view.listeners;
  // With the next frame: a new height of what is observed would come back in the same one.
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => view.sig && keepCaptionRoom(view));
  };
  const resized = new ResizeObserver(() => (soon(), after()));
  resized.observe(view.part("caption"));
  const anew = () => {
    view.measured = "";
    soon();
  };
  document.fonts.addEventListener("loadingdone", anew, { signal });
  signal.addEventListener("abort", () => {
    resized.disconnect();
    cancelAnimationFrame(frame);
  });
}
