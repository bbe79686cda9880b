// A button that shows the page's stage alone, over the whole screen; or, where a section's replay is
// in sight and not the stage's, that section.
//
// The whole page fills the screen, and its style (ui/shell/page.css) hides what is not to be seen:
// so a path's buttons, its box, the bar of a class and the words that are explained can be used.

import { goToSection } from "../script/arrive.js";
import { oneEntryPerPage } from "../script/history.js";
import { rootInSight } from "../script/keys.js";
import { closePopover } from "../script/popover.js";
import { isLookedAt, showLookedAt } from "../script/presented.js";
import { isCommand, isTyped } from "../script/typed.js";
import { tellWholeName } from "./names.js";
import { giveBack, goInside, keepWhereFilesArrive, tabThrough } from "./popovers.js";

const STAGE = ".st-key-stage";
const SECTION = ".st-key-below";
const SCROLLED = "[data-testid=stMain]";
const page = document.documentElement;
/** What makes use of a letter by itself. */
const WITH_LETTERS =
  "select, [role=combobox], [role=listbox], [role=menu], [role=grid], [role=dialog], dialog, [contenteditable=true]";
const DARKEN = new Set(["b", "B", "."]); // what the black-screen button of a clicker sends

/** @type {Map<ParentNode, object>} the buttons that stand on the page, each with its last call */
const BUTTONS = new Map();
/**
 * Listens while any of them stands. While one takes another's place there are two, and a function
 * that both added would be heard once, and go with the first.
 * @type {AbortController | null}
 */
let listening = null;
/**
 * What makes the screen black; an element, since WebKit draws no ::after that comes later. What lies
 * over all elements, as the bar of a class, goes by the page's mark (page.css).
 */
const DARKNESS = Object.assign(document.createElement("div"), { className: "tokviz-black" });
/** Presented by a key? Then the button, hidden meanwhile, has the focus again in the end. */
let byKey = false;
/** How far the page was scrolled; what is presented leaves it, and it is shorter meanwhile. */
let scrolled = 0;

function present() {
  if (!document.querySelector(STAGE)) return;
  scrolled = document.querySelector(SCROLLED)?.scrollTop ?? 0;
  showLookedAt(holder(rootInSight())?.closest(SECTION) ?? null);
  page.requestFullscreen().then(follow, follow);
}

/**
 * What holds it on the page.
 * @param {Element | null} root
 */
function holder(root) {
  const within = root?.getRootNode();
  return within instanceof ShadowRoot ? within.host : root;
}

/** However the screen was left, or the page for one without a stage, all of it is seen again. */
function follow() {
  const isPresented = document.fullscreenElement && BUTTONS.size > 0;
  const app = isPresented ? document.querySelector("[data-testid=stApp]") : null;
  if (app) page.dataset.presented = getComputedStyle(app).colorScheme === "dark" ? "dark" : "light";
  else if (page.dataset.presented) giveBackPage();
  if (!app) lighten();
  for (const parent of BUTTONS.keys()) {
    const button = parent.querySelector("button");
    button?.toggleAttribute("data-leaves", app !== null);
    button?.setAttribute("aria-label", app ? "Leave" : "Present");
    if (!app && byKey) button?.focus({ preventScroll: true });
  }
  if (!app) byKey = false;
}

/** All of it is seen again, where it was when a section took the stage's place. */
function giveBackPage() {
  delete page.dataset.presented;
  if (isLookedAt()) document.querySelector(SCROLLED)?.scrollTo({ top: scrolled });
}

/**
 * Presented, a clicker's button makes the screen black, so that the class looks up. The same
 * button, any other key or a click brings the stage back, and no more: a step that nobody saw
 * coming could answer a question. Who hears a key before this looks for the black (script/keys.js).
 */
function darkenOrLighten(event) {
  if (event.repeat) return;
  const isDark = DARKNESS.isConnected;
  lighten();
  if (isDark && !isCommand(event)) event.preventDefault();
  const isAsked = DARKEN.has(event.key) && !isCommand(event);
  if (!isAsked || isDark || !page.dataset.presented || isTyped(event)) return;
  document.body.append(DARKNESS);
  page.dataset.black = "";
}

/** P, where nobody types and no list or dialog has it. */
function presentByKey(event) {
  if (event.key.toLowerCase() !== "p" || event.repeat || event.defaultPrevented) return;
  const isTaken = (part) => part instanceof Element && part.matches(WITH_LETTERS);
  if (isCommand(event) || isTyped(event) || event.composedPath().some(isTaken)) return;
  closePopover(); // it would lie over the stage
  if (document.fullscreenElement) document.exitFullscreen();
  else present();
}

function lighten() {
  DARKNESS.remove();
  delete page.dataset.black;
}

function listen() {
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener("fullscreenchange", follow, { signal });
  document.addEventListener("pointerover", tellWholeName, { signal });
  document.addEventListener("click", goInside, { signal });
  document.addEventListener("keydown", tabThrough, { signal });
  document.addEventListener("focusin", giveBack, { signal });
  window.addEventListener("keydown", presentByKey, { signal });
  window.addEventListener("keydown", darkenOrLighten, { capture: true, signal });
  window.addEventListener("pointerdown", lighten, { capture: true, signal });
  keepWhereFilesArrive(signal);
  return listeners;
}

export default function mount({ parentElement }) {
  oneEntryPerPage(); // here, because this button stands first on every lesson
  goToSection();
  const call = {};
  BUTTONS.set(parentElement, call);
  listening ??= listen();
  const button = parentElement.querySelector("button");
  button.hidden = !document.fullscreenEnabled; // no iPhone fills its screen
  button.onclick = ({ detail }) => {
    if (document.fullscreenElement) document.exitFullscreen();
    else present();
    byKey ||= !detail;
  };
  follow();
  return () => {
    if (BUTTONS.get(parentElement) === call) BUTTONS.delete(parentElement);
    if (!BUTTONS.size) {
      listening?.abort();
      listening = null;
    }
    follow();
  };
}
