// The section that a page has open below its stage.

import { openSection, SECTIONS } from "../script/sections.js";

const RESTING = "[data-testid=stApp][data-test-script-state=notRunning]";
const LOOKS = 100; // for what is not drawn yet, PAUSE apart
const PAUSE = 100; // milliseconds

/**
 * The open section as an address has it; "" for the one that a page opens with.
 * @param {string} query
 */
export const sectionOf = (query) => new URLSearchParams(query).get("section") ?? "";

/**
 * Bring the sections into sight once this one is open.
 * @param {string} section
 * @param {AbortSignal} signal
 */
export function bringSection(section, signal, looks = LOOKS) {
  if (signal.aborted || !looks) return;
  const open = openSection();
  const isOpen = open && (!section || open === section);
  if (isOpen && document.querySelector(RESTING))
    document.querySelector(SECTIONS)?.scrollIntoView({ block: "start" });
  else setTimeout(() => bringSection(section, signal, looks - 1), PAUSE);
}
