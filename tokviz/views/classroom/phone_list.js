// What the class sent, on the phone of who leads it: there she reads it, and lets it through.
//
// Rows keep their places (rows.js), so that a thumb presses what was read. A few are open, and the
// others a press away. What was used she has no more use for: it folds, and “Clear” takes it away.

import { count, h, number, times } from "../script/dom.js";
import { hashOf } from "../script/hashing.js";
import { button } from "./button.js";
import { classOfPage } from "../script/register.js";
import { keepRows } from "./rows.js";

const FEW = 3; // sentences beside which there is room for what the lesson says
const SENT_ROWS = "[data-testid=tokviz-phone-sentences]";
const SETTLES = 400; // milliseconds in which a thumb may still aim at where a row was
const READ_IN = 3000; // milliseconds in sight, after which a sentence is new no more

/** @type {import("./rows.js").Row[]} */
let rows = [];
let from = 0; // the first row that was not cleared
/** @type {Set<string>} what was in sight for long enough, or was there at first */
let wasSeen = new Set();
let isFirst = true; // are these the first sentences?
let isOpen = true;
let showsAll = false;
/** @type {string[]} what the rows on the screen say, in their places */
let onScreen = [];
let wasUsed = false;
let movedAt = -Infinity; // when the list came to another place on the screen

/** As a text: the bar is drawn anew where it is another. */
export const lookOfList = () => JSON.stringify([from, wasSeen.size, isOpen, showsAll, wasUsed]);

/** The bar is to be drawn as the phone is now. */
export const changed = () => void classOfPage().target.dispatchEvent(new Event("change"));

/**
 * Draw the phone, which may push the list away: what is aimed at then is another row.
 * @param {Element} box
 * @param {() => void} draw
 */
export function drawAround(box, draw) {
  const top = () => box.querySelector(SENT_ROWS)?.getBoundingClientRect().top;
  const before = top();
  draw();
  if (before !== undefined && before !== top()) movedAt = performance.now();
}

/** @param {string[]} sentences */
function hear(sentences) {
  rows = keepRows(rows, sentences);
  if (!rows.length) {
    [from, isOpen, showsAll, wasUsed] = [0, true, false, false];
    wasSeen = new Set();
  } else if (isFirst) wasSeen = new Set(rows.map(({ text }) => text));
  isFirst = !rows.length && isFirst;
}

/**
 * @param {string[]} sentences
 * @param {import("./notes.js").Notes | undefined} notes
 * @param {boolean} collects
 * @param {(what: string, text?: string) => void} press
 */
export function sentencesOf(sentences, notes, collects, press) {
  hear(sentences);
  const { salt = "", let: shown = [], open = false } = notes ?? {};
  const there = rows.slice(from);
  const ask = button(collectWords(collects, there.length), () =>
    press(collects ? "stop asking" : "ask for a sentence"),
  );
  const names = { class: "kept phone-sentences" };
  if (!there.length) return h("section", names, h("div", { class: "kept phone-small" }, ask));
  const live = there.filter((row) => row.times);
  const chosen = live.filter(({ text }) => shown.includes(hashOf(salt + text))).length;
  const title = h("h3", {}, `${count(live.length, "sentence")}, ${number(chosen)} to show`);
  const fold = isOpen ? listButton("Fold", () => (isOpen = false)) : listButton("Open", unfold);
  fold.ariaExpanded = String(isOpen);
  const head = h("div", { class: "kept phone-list-head" }, title, fold);
  const few = isOpen ? rowsToShow(there) : [];
  const use = button("Use them as the text", () => useThem(press), "primary");
  use.disabled = !chosen;
  const see = !open && button("Show the list on the wall", () => press("open sentences"));
  const away = (!collects || wasUsed) && listButton("Clear", clear);
  const small = h("div", { class: "kept phone-small" }, see, ask, away);
  const others = live.filter((row) => !few.includes(row)).length;
  return h("section", names, head, listOf(few, notes, press), more(others), use, small);
}

/** @param {boolean} collects @param {number} sent */
const collectWords = (collects, sent) =>
  collects ? "Stop asking" : sent ? "Ask again, without these" : "Ask for a sentence";

/** What was replaced goes, for nobody is about to press it. */
function unfold() {
  const isThere = (/** @type {import("./rows.js").Row} */ row) => row.times > 0;
  from = rows.slice(0, from).filter(isThere).length;
  rows = rows.filter(isThere);
  isOpen = true;
}

/** What comes from now on is read. */
const clear = () => ([from, isOpen, showsAll, wasUsed] = [rows.length, true, false, false]);

function useThem(press) {
  press("use");
  [isOpen, wasUsed] = [false, true];
  changed();
}

/** @param {string} words @param {() => void} pressed */
const listButton = (words, pressed) =>
  button(words, () => {
    pressed();
    changed();
  });

/**
 * A few that stand, or all, below those that are on the screen: no row moves there, and one that was
 * replaced takes no place of another.
 * @param {import("./rows.js").Row[]} there
 */
function rowsToShow(there) {
  const rowOfText = (text) => there.find((row) => row.text === text);
  onScreen = onScreen.filter(rowOfText);
  const others = there.filter(({ text, times: sent }) => sent && !onScreen.includes(text));
  const standing = onScreen.filter((text) => rowOfText(text)?.times).length;
  const room = showsAll ? others.length : Math.max(0, FEW - standing);
  onScreen.push(...others.slice(0, room).map(({ text }) => text));
  return onScreen.flatMap((text) => rowOfText(text) ?? []);
}

/** @param {number} others that stand */
function more(others) {
  if (!isOpen || !others) return h("span", { hidden: true });
  return listButton(`${number(others)} more`, () => (showsAll = true));
}

function listOf(few, notes, press) {
  const names = { class: "kept", "data-testid": "tokviz-phone-sentences" };
  const list = h("ul", names);
  list.append(...few.map((row) => rowOf(row, rows.indexOf(row), notes, press)));
  return list;
}

/** A sentence with the two buttons that say whether the class may see it. */
function rowOf({ text, times: sent }, at, notes, press) {
  const { salt = "", let: shown = [], out = [], open = false } = notes ?? {};
  const hashed = hashOf(salt + text);
  const [isShown, isOut] = [shown.includes(hashed), out.includes(hashed)];
  const show = choice(open ? "Show" : "Show on the wall", `show ${at}`, isShown);
  const leave = choice("Leave out", `out ${at}`, isOut);
  // Pressed again, what was let through by mistake is covered. A double tap is one press.
  show.onclick = ({ detail, timeStamp }) => {
    if (timeStamp - movedAt < SETTLES || detail > 1) return;
    press(isShown ? "leave out" : "show", text);
    if (!open && !isShown) press("open sentences");
  };
  leave.onclick = ({ timeStamp }) => timeStamp - movedAt < SETTLES || press("leave out", text);
  show.disabled = !sent;
  leave.disabled = !sent || isOut;
  const said = [
    !sent && "replaced by its writer",
    sent > 1 && times(sent),
    sent && !wasSeen.has(text) && "new",
  ];
  const small = h("small", {}, said.filter(Boolean).join(", "));
  const row = h("li", { class: sent ? "" : "gone" }, h("bdi", {}, text), small);
  row.append(h("span", {}, show, leave));
  if (!wasSeen.has(text)) sight.observe(Object.assign(row, { sentence: text }));
  return row;
}

function choice(words, name, isOn) {
  const made = button(words, () => {});
  made.name = name;
  made.ariaPressed = String(isOn);
  return made;
}

/** Sees which rows are in sight; what is on the phone's screen is read soon. */
const sight = new IntersectionObserver((entries) => {
  const inSight = entries.filter(({ isIntersecting }) => isIntersecting);
  const texts = inSight.map(({ target }) => /** @type {any} */ (target).sentence);
  if (texts.length) setTimeout(() => markSeen(texts), READ_IN);
});

/** @param {string[]} texts */
function markSeen(texts) {
  for (const text of texts) wasSeen.add(text);
  changed();
}
