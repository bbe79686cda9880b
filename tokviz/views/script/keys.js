// Keys: arrows and a presenter's clicker step, Space plays, Home and End jump, Escape lets go; while
// a question stands, 1 to 4 answer it.
//
// One replay of a page has them: the one in sight, whatever has the focus, except while the reader
// types. Where only charts that follow a replay are in sight, the page's first replay has them. It
// is marked wherever a page has several. Components are modules of their own and share nothing but
// the page, so that is where the register of replays is kept; each listens, and only the one that
// the register names answers.

import { isCommand, isTyped } from "./typed.js";

const REPLAYS = Symbol.for("tokviz replays"); // on the window: a set of {root, clock, ...}

// What makes use of letters, arrows or Space by itself.
const OWN_SLIDER = ".tokviz"; // a replay's own slider moves as the keys do
/** Has no use for a clicker: a closed list, which waits for a letter, and the box of a path's end. */
const WITHOUT_PAGES = "[role=combobox]:not([aria-expanded=true]), .st-key-guide input";
const EDITABLE = "[contenteditable]:not([contenteditable=false])"; // what is typed in may lie deeper
const WITH_ARROWS =
  "select, [role=slider], [role=listbox], [role=option], [role=combobox], [role=menu], [role=menuitem], [role=tab], [role=radio], [role=grid], [type=radio], [data-arrows=own]";
const PRESSED =
  "button, select, a[href], summary, [type=checkbox], [type=radio], [role=button], [role=tab], [role=switch], [role=option], [role=menuitem]";
export const OVER_THE_PAGE = "[role=dialog], dialog[open]";
/** What a class is to remember, at the end of its way: back from there is a clicker's, too. */
const THE_END = "[role=dialog]:has(.st-key-the_end)";
const WHOLE_PAGE = "[data-testid=stMain]";
export const BLACK = ".tokviz-black"; // over all that is presented
const CLICKER = new Set(["PageUp", "PageDown"]);
/** What a claim on the arrows has besides. */
const BY_HAND = { ArrowLeft: "back", ArrowRight: "forward", " ": "forward" };

const CLAIMS = Symbol.for("tokviz clicker"); // on the window: who has a better use of a clicker

/** Whose turn it is first: the higher number. Where nobody uses the press, the replay steps. */
export const CLICKER_PRIORITY = { foot: 0, question: 1, path: 2, card: 3 };

/**
 * Let a clicker's forward and back do something better than step, as long as `signal` lasts.
 *
 * @typedef {{
 *   owner: string, forward: (isHeld: boolean) => boolean, back: () => boolean, priority: number,
 *   arrows?: boolean
 * }} Claim
 * @param {Claim} claim its functions say whether they used the press, one of a key that is held down
 *   or not; with `arrows` those and Space are a clicker, too; the same owner's earlier claim goes
 * @param {AbortSignal} signal
 */
export function claimClicker(claim, signal) {
  /** @type {Map<string, Claim>} */
  const claims = (window[CLAIMS] ??= new Map());
  claims.set(claim.owner, claim);
  signal.addEventListener("abort", () => {
    if (claims.get(claim.owner) === claim) claims.delete(claim.owner);
  });
  // A page may have claims and no replay in sight.
  const heard = (event) => isFree(event) && claimed(event) && take(event);
  window.addEventListener("keydown", heard, { capture: true, signal });
}

/** Did somebody use this press of the clicker? */
function claimed({ key, shiftKey, repeat }) {
  const isClicker = CLICKER.has(key);
  if (!isClicker && (shiftKey || !(key in BY_HAND))) return false;
  const way = BY_HAND[key] ?? (key === "PageDown" ? "forward" : "back");
  /** @type {Claim[]} */
  const all = [...(window[CLAIMS] ?? new Map()).values()];
  const claims = all.filter(({ arrows }) => isClicker || arrows);
  claims.sort((one, other) => other.priority - one.priority);
  return claims.some((claim) => claim[way](repeat));
}

/** Let `player` have the keys whenever its root is the replay in sight. */
export function listenForKeys(player, root, signal) {
  const replays = (window[REPLAYS] ??= new Set());
  const entry = { player, root };
  replays.add(entry);
  signal.addEventListener("abort", () => {
    replays.delete(entry);
    markSoon(replays);
  });
  for (const type of ["scroll", "resize"])
    window.addEventListener(type, () => markSoon(replays), {
      capture: true,
      passive: true,
      signal,
    });
  markSoon(replays);
  const heard = (event) => {
    if (event.key === " " && !event.repeat) player.holdsSpace = false; // it came up out of sight
    if (replayWithKeys(replays) === entry) answer(player, event);
  };
  // Before anything on the page hears it: what has the focus must not matter.
  window.addEventListener("keydown", heard, { capture: true, signal });
  window.addEventListener("keyup", (event) => player.holdsSpace && released(player, event), {
    capture: true,
    signal,
  });
}

let marking = 0;

/** With the next frame, show which of several replays has the keys. */
function markSoon(replays) {
  cancelAnimationFrame(marking);
  marking = requestAnimationFrame(() => {
    const clock = replayWithKeys(replays)?.player.clock;
    const several = new Set([...replays].map(({ player }) => player.clock)).size > 1;
    for (const { player, root } of replays)
      root.classList.toggle("has-keys", several && player.clock === clock);
  });
}

function replayWithKeys(replays) {
  return replayInSight(replays) ?? (movingChartInSight() ? firstOf(replays) : null);
}

/** Does the window show a chart that follows a replay (charts/follow.js)? */
function movingChartInSight() {
  const charts = /** @type {any[]} */ ([...document.querySelectorAll(".js-plotly-plot")]);
  return charts.some((chart) => chart.layout?.meta?.tokviz?.words && visibleArea(chart) > 0);
}

/** The replay that stands first on the page. */
function firstOf(replays) {
  const topOf = ({ root }) => root.getBoundingClientRect().top;
  const shown = [...replays].filter(({ root }) => root.isConnected && root.offsetParent);
  return shown.sort((one, other) => topOf(one) - topOf(other))[0] ?? null;
}

/** The replay of which most is to be seen; of equals the first on the page; null, none. */
function replayInSight(replays) {
  let best = null;
  let most = 0;
  for (const entry of replays) {
    const area = visibleArea(entry.root);
    const first =
      best && entry.root.getBoundingClientRect().top < best.root.getBoundingClientRect().top;
    if (area > most || (area > 0 && area === most && first)) [best, most] = [entry, area];
  }
  return best;
}

/** The root of the replay in sight; null, none is. */
export const rootInSight = () => replayInSight(window[REPLAYS] ?? [])?.root ?? null;

/** Is the replay that has the keys at its last step? */
export function isAtLastStep() {
  const clock = window[REPLAYS]?.size ? replayWithKeys(window[REPLAYS])?.player.clock : null;
  return Boolean(clock) && clock.step === clock.last;
}

/** Presented, another may stand in the place of one that is hidden. */
function visibleArea(root) {
  if (!root.isConnected || getComputedStyle(root).visibility === "hidden") return 0;
  const { left, right, top, bottom } = root.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return Math.max(0, width) * Math.max(0, height);
}

/** What a key does to a replay: to its clock, so it matters not which of the players on it answers. */
const MOVES = {
  ArrowLeft: (clock) => clock.hand.back(),
  ArrowRight: (clock) => clock.hand.next(),
  PageUp: (clock) => clock.hand.back(),
  PageDown: (clock) => clock.hand.next(),
  Home: (clock) => clock.hand.jump(0),
  End: (clock) => clock.hand.jump(clock.last),
  " ": (clock) => clock.hand.toggle(),
};

function moveOf({ clock }, key) {
  const move = MOVES[key];
  return move ? () => move(clock) : clock.asker?.keys()[key];
}

/**
 * Would this key move a replay in sight, whoever has answered it already?
 * @param {KeyboardEvent} event
 */
export const isMove = (event) =>
  event.key in MOVES && !event.shiftKey && !isCommand(event) && isForReplay(event);

function answer(player, event) {
  const { key } = event;
  if (!isFree(event)) return;
  if (key === "Escape") player.unpin();
  if (claimed(event)) return take(event);
  const move = event.shiftKey ? walkOf(player)[key] : moveOf(player, key);
  if (!move) return;
  take(event);
  player.holdsSpace = key === " ";
  if (!(event.repeat && key === " ")) move();
}

/** Or is the screen black (views/present)? Then a key makes it light, and no more. */
const isTaken = (event) =>
  event.defaultPrevented || isCommand(event) || document.querySelector(BLACK) !== null;

const isFree = (event) => !isTaken(event) && isForReplay(event);

/** Is this key ours: pressed where nobody types, and nothing makes use of it by itself? */
function isForReplay(event) {
  const { key } = event;
  const path = event.composedPath().filter((target) => target instanceof Element);
  const within = (selector) => path.some((element) => element.matches(selector));
  const typing = isTyped(event) && !(CLICKER.has(key) && path[0].matches(WITHOUT_PAGES));
  const isBack = key === "PageUp" && within(THE_END);
  if (typing || within(EDITABLE) || (within(OVER_THE_PAGE) && !isBack)) return false;
  const slides = path[0]?.matches("[type=range]") && !within(OWN_SLIDER) && !CLICKER.has(key);
  if (slides && key !== " ") return false;
  return !(key === " " ? path[0]?.matches(PRESSED) : !CLICKER.has(key) && within(WITH_ARROWS));
}

function take(event) {
  event.preventDefault();
  event.stopPropagation();
  // A click on its ground gives the whole page the focus, and with a key it would be framed.
  const [focused] = event.composedPath();
  if (focused instanceof Element && focused.matches(WHOLE_PAGE))
    /** @type {HTMLElement} */ (focused).blur();
}

/** With Shift the arrows go from token to token. */
function walkOf(player) {
  return { ArrowLeft: () => player.walkTokens(-1), ArrowRight: () => player.walkTokens(1) };
}

/** Some browsers press a focused button when Space comes up, though its going down was answered. */
function released(player, event) {
  if (event.key !== " ") return;
  player.holdsSpace = false;
  event.preventDefault();
}
