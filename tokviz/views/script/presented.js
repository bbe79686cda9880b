// What is presented: the stage, or what stands below it and takes its place (ui/shell/presented.css).
//
// Components are modules of their own and share the page alone, so the page bears the marks.

/** The first of a section's replays, with what belongs to it (ui/components: code.py, what_if.py). */
const FIRST_REPLAY = "[role=tabpanel] :is([class*=st-key-replay-], [class*=st-key-upper])";
const BY_READER = "data-looked-at"; // on the page: the reader looked at it, it is no stop's

/**
 * Give these elements, and no others, an attribute.
 * @param {string} name
 * @param {Element[]} parts
 */
function markOnly(name, parts) {
  for (const before of document.querySelectorAll(`[${name}]`))
    if (!parts.includes(before)) before.removeAttribute(name);
  for (const part of parts) part.toggleAttribute(name, true);
}

/**
 * All that stands above a replay in what is shown, also above the tabs.
 * @param {Element | undefined} replay
 * @param {Element | null} shown
 */
function aboveReplay(replay, shown) {
  const parts = [];
  for (let at = replay; at && at !== shown; at = at.parentElement ?? undefined)
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling)
      parts.push(before);
  return parts;
}

/**
 * Presented, this takes the place of the stage; null, nothing does.
 * @param {Element | null} shown
 */
export function showInPlace(shown) {
  const replays = [...(shown?.querySelectorAll(FIRST_REPLAY) ?? [])];
  const replay = replays.find((each) => each.checkVisibility());
  markOnly("data-in-place", shown ? [shown] : []);
  markOnly("data-put-aside", aboveReplay(replay, shown));
  document.documentElement.toggleAttribute("data-stage-replaced", shown !== null);
}

/** Is what is presented, or was last, what the reader looked at below the stage? */
export const isLookedAt = () => document.documentElement.hasAttribute(BY_READER);

/**
 * Present what the reader looks at below the stage; null, she looks at the stage.
 * @param {Element | null} shown
 */
export function showLookedAt(shown) {
  document.documentElement.toggleAttribute(BY_READER, shown !== null);
  showInPlace(shown);
}
