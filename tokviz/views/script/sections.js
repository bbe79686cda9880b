// The sections below a page's stage, of which one is open.

export const SECTIONS = ".st-key-below .stTabs";
const OPEN = `${SECTIONS} [role=tab][aria-selected=true]`;

/** What a link ends in that leads to them. */
export const SECTION_LINK = "#section";

/** The name of the one that is open; "" where the page has none. */
export const openSection = () => document.querySelector(OPEN)?.textContent?.trim() ?? "";
