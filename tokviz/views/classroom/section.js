// The section that a page has open below its stage.

import { rootOf } from "../script/place.js";
import { isAtRest } from "../script/running.js";
import { TURNED } from "../script/where.js";
import { openSection, SECTIONS } from "../script/sections.js";

const PANE = "[data-testid=stMain]"; // what scrolls
const PARTED = ".st-key-below .they-part";
const LOOKS = 100; // for what is not drawn yet, PAUSE apart
const PAUSE = 100; // milliseconds

/**
 * The open section as an address has it; "" for the one that a page opens with.
 * @param {string} query
 */
export const sectionOf = (query) => new URLSearchParams(query).get("section") ?? "";

/**
 * The same address with this section.
 * @param {string} query
 * @param {string} section
 */
export function withSection(query, section) {
  const said = new URLSearchParams(query);
  if (section) said.set("section", section);
  else said.delete("section");
  return said.toString();
}

/**
 * Bring into sight what an address is about: its section, or the top of the page.
 * @param {string} query
 * @param {AbortSignal} signal
 */
export function bringGoal(query, signal) {
  if (sectionOf(query)) bringSection(sectionOf(query), signal);
  else bringTop();
}

/**
 * Bring a replay into sight that is not, or hardly.
 * @param {number} replay
 */
export function bringReplay(replay) {
  const box = rootOf(replay)?.getBoundingClientRect();
  if (box && (box.bottom < innerHeight / 3 || box.top > (2 * innerHeight) / 3))
    rootOf(replay)?.scrollIntoView({ block: "start" });
}

/** The top of the page, where the stage is. */
export const bringTop = () => document.querySelector(PANE)?.scrollTo({ top: 0 });

/**
 * Another stop: its replay is shown at once, long before the run that says what the stop is about.
 * What held the page to the stop before lets it go.
 */
function bringStage() {
  dispatchEvent(new Event(TURNED));
  bringTop();
}

/** @param {string} query */
const isOfWay = (query) => new URLSearchParams(query).has("path");

/** The stop of a way, and the way, that an address has. @param {string} query */
const stopOf = (query) => {
  const said = new URLSearchParams(query);
  return `${said.get("course") ?? ""} ${said.get("path")}`;
};

/**
 * Bring into sight what a leader turned to who went from one address of this page to another.
 * @param {string} before
 * @param {string} query
 * @param {AbortSignal} signal
 */
export function bringTurned(before, query, signal) {
  if (isOfWay(before) && !isOfWay(query)) return bringGoal(query, signal);
  if (isOfWay(query) && stopOf(before) !== stopOf(query)) return bringStage();
  if (sectionOf(before) === sectionOf(query)) return;
  if (withSection(before, "") === withSection(query, "")) bringSection(sectionOf(query), signal);
  else bringGoal(query, signal);
}

/** Of two trainings, both replays: above them is only what the leader sets. */
const goalOf = () => document.querySelector(PARTED) ?? document.querySelector(SECTIONS);

/**
 * Bring the sections into sight once this one is open.
 * @param {string} section
 * @param {AbortSignal} signal
 */
function bringSection(section, signal, looks = LOOKS) {
  if (signal.aborted || !looks) return;
  const open = openSection();
  const isOpen = open && (!section || open === section);
  if (isOpen && isAtRest()) goalOf()?.scrollIntoView({ block: "start" });
  else setTimeout(() => bringSection(section, signal, looks - 1), PAUSE);
}
