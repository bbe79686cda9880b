// What the class sent, for its leader: covered until she has read it, and then to become the text.
//
// Her screen is on the wall. So a sentence is uncovered there by her press, or was let through on her
// phone, where she read it first.

import { count, h, times } from "../script/dom.js";
import { barOfClass } from "./dialogs.js";
import {
  chosen,
  isCovered,
  isLeftOut,
  isLetIn,
  leaveOut,
  letThrough,
  sentOnce,
} from "./moderation.js";
import { whenLetGo } from "./pressing.js";
import { classOfPage, onClass, wish } from "../script/register.js";
import { keepRows } from "./rows.js";

export const SENTENCES = "What the class sent"; // the list's name

/** @type {HTMLDialogElement | null} the list over the page */
let opened = null;

/** Show the list where it is not shown. A key that is pressed meanwhile uncovers nothing. */
export function openSentences() {
  const bar = barOfClass();
  if (!bar || opened?.open) return;
  showSentences(bar);
  /** @type {HTMLElement | null | undefined} */ (
    opened?.querySelector(":scope > button:last-child")
  )?.focus();
}

/** What she chose becomes the text of the page. */
export function useSentences() {
  if (!chosen().length) return;
  wish("cut", chosen().join("\n"));
  opened?.close();
}

/**
 * Show the sentences over the page, each once; what comes meanwhile joins them at the end, and no row
 * moves under her finger (rows.js).
 * @param {HTMLElement} bar
 */
export function showSentences(bar) {
  bar.querySelector("dialog")?.remove();
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  const list = h("ul", { class: "sentences", "data-testid": "tokviz-sentences" });
  const told = h("span", { role: "status" });
  const all = h("button", { type: "button" }, "Uncover all");
  const covered = h("p", {}, told, " ", all);
  const cut = h("button", { type: "button", class: "primary" }, "Use them as the text");
  const close = h("button", { type: "button" }, "Close");
  const title = h("h2", {}, SENTENCES);
  const parts = [title, covered, list, cut, close];
  const dialog = h("dialog", { "aria-label": SENTENCES }, ...parts);
  /** @type {import("./rows.js").Row[]} */
  let sent = [];
  const draw = () => {
    sent = keepRows(sent, classOfPage().state.sentences ?? []);
    drawRows(list, rows, sent);
    const waiting = toUncover();
    const words = coveredWords(waiting.length);
    if (told.textContent !== words) told.textContent = words;
    covered.hidden = !waiting.length;
    cut.disabled = !chosen().length;
  };
  const open = new AbortController();
  onClass(() => whenLetGo(draw), open.signal);
  all.onclick = () => letThrough(...toUncover());
  cut.onclick = () => useSentences();
  close.onclick = () => dialog.close();
  dialog.onclose = () => {
    open.abort();
    dialog.remove();
    if (opened === dialog) opened = null;
  };
  draw();
  bar.append(dialog);
  opened = dialog;
  dialog.showModal();
}

/** With a phone, what she left out there is covered for good. */
const toUncover = () =>
  sentOnce().filter((text) => isCovered(text) && !(hasPhone() && isLeftOut(text)));

const hasPhone = () => Boolean(classOfPage().state.phones);

/** @param {number} waiting */
const coveredWords = (waiting) =>
  `${count(waiting, "sentence")}, covered. ` +
  (hasPhone()
    ? `Read ${waiting === 1 ? "it" : "them"} on your phone, or uncover.`
    : "Press one to read it.");

/**
 * With a phone the list has what is not covered; without one, what is covered can be pressed.
 * @param {HTMLElement} list
 * @param {Map<string, HTMLElement>} rows
 * @param {import("./rows.js").Row[]} sent
 */
function drawRows(list, rows, sent) {
  const wanted = sent.flatMap(({ text, times: often }) => {
    if (isCovered(text) && hasPhone()) return [];
    const name = `${isCovered(text) ? "covered" : "read"} ${text}`;
    const there = rows.get(name) ?? (isCovered(text) ? coveredRow(text, list) : row(text));
    rows.set(name, there);
    /** @type {any} */
    const pressed = there.querySelector("input, button");
    pressed.checked = isLetIn(text) && often > 0;
    pressed.disabled = !often;
    there.classList.toggle("gone", !often);
    const said = often > 1 ? times(often) : often ? "" : "replaced";
    /** @type {any} */ (there.lastElementChild).textContent = said;
    return [there];
  });
  if (!sent.length) wanted.push(h("li", {}, "Nothing yet."));
  // What has the focus is not moved: it would lose it.
  wanted.forEach((one, at) => {
    if (list.children[at] !== one) list.insertBefore(one, list.children[at] ?? null);
  });
  while (list.children.length > wanted.length) list.lastElementChild?.remove();
}

/** Nothing of it is on the page before it is pressed. */
function coveredRow(text, list) {
  const uncover = h("button", { type: "button", class: "covered" }, "Covered");
  const made = h("li", {}, uncover, h("small"));
  uncover.onclick = () => {
    const at = [...list.children].indexOf(made);
    letThrough(text);
    list.children[at]?.querySelector("input")?.focus();
  };
  return made;
}

/** A sentence, a box that leaves it out, and a place for how often it was sent. */
function row(text) {
  const box = h("input", { type: "checkbox", checked: isLetIn(text) });
  box.onchange = () => (box.checked ? letThrough(text) : leaveOut(text, false));
  return h("li", {}, h("label", {}, box, h("bdi", {}, text)), h("small"));
}
