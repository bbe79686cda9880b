// Replays that stand on one page, told apart by name: each by its group's, and by that of every
// control in it, but for the page's own replay.

const NAMED = "button, input, select, [aria-label]"; // of a replay's markup

/**
 * Before it draws anything: what it draws later has names of its own.
 * @param {Element} root of a replay beside the page's own
 */
export function nameControls(root) {
  root.id = "replay"; // in a tree of its own
  root.querySelectorAll(NAMED).forEach((part, at) => nameControl(part, `part-${at}`));
}

/**
 * Once it is drawn; in the page's own replay it keeps its name.
 * @param {Element} part that has a label
 * @param {string} id of its own
 */
export function nameControl(part, id) {
  if (!part.closest("#replay")) return;
  part.id = id;
  part.setAttribute("aria-labelledby", `${id} replay`);
}

/**
 * Of two on one clock, which.
 * @param {Element} root a replay that has just said what it is
 * @param {{other: boolean, follows: boolean}} mount
 */
export function nameReplay(root, { other, follows }) {
  const which = other ? (follows ? "what if" : "as it is") : follows ? "the lower one" : "";
  if (which) root.setAttribute("aria-label", `${root.getAttribute("aria-label")}, ${which}`);
}
