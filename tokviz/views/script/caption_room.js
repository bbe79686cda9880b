// How high a caption is where it has the window's width: as the longest words of its replay, of
// which a short one takes no more room than it needs, and nothing below them moves from step to step.

import { h, number } from "./dom.js";
import { questionWords } from "./options.js";
import { questions } from "./questions.js";

const TOLD_AT_MOST = 400; // steps; of a longer replay some are told for this, that it costs no start
const LONGEST = 40; // of those, with the longest tokens
const SPREAD = 40; // and as many from its start to its end

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
  const steps = stepsToTell(view);
  for (const [name, captions] of Object.entries(captionsOf(view, steps))) {
    const height = heightOf(caption, captions);
    if (height) view.root.style.setProperty(name, `${height / letters}em`);
    else view.root.style.removeProperty(name);
  }
}

/** All steps; of a long replay those with the longest tokens, and some of each part. */
function stepsToTell({ steps, teller }) {
  const all = Array.from({ length: steps + 1 }, (_, k) => k);
  if (steps <= TOLD_AT_MOST) return all;
  const trace = teller?.trace;
  if (!trace?.step_token) return []; // the style's height
  const written = trace.labels.map((label) =>
    label.reduce((sum, [, words]) => sum + words.length, 0),
  );
  const lengthAt = (k) => (k ? written[trace.step_token[k - 1]] : 0);
  const longest = [...all].sort((one, other) => lengthAt(other) - lengthAt(one)).slice(0, LONGEST);
  const spread = Array.from({ length: SPREAD }, (_, i) => Math.round((i * steps) / (SPREAD - 1)));
  return [...new Set([...longest, ...spread])].sort((one, other) => one - other);
}

/**
 * All that a replay may tell, and what it asks with options below: who predicts has those. What it
 * tells in two beats stands in the room of the rest.
 */
function captionsOf(view, steps) {
  const { asker, teller = view } = view;
  const told = steps.map((k) => teller.tell(k, !asker?.waits));
  const asked = asker && (asker.waits || questions().beats) ? questionsOf(view, steps) : [];
  if (asker?.waits) return { "--told": told, "--asked": asked };
  return { "--told": [...told, ...asked], "--asked": [] };
}

/** With the longest score. */
function questionsOf(view, steps) {
  const score = `${number(view.steps)} of ${number(view.steps)} right`;
  const asked = steps.map((k) => (k < view.steps ? view.askedAt(k) : null));
  return asked.flatMap((one, at) =>
    one ? [questionWords(one, steps[at], view.asker.waits, score)] : [],
  );
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
