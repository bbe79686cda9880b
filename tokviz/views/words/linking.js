// Links the words of the field in what replays say, so that a press explains them.
//
// A replay marks by data-words where it speaks itself; what tokens and code show is the reader's.
// A word is linked where it stands first on the page. A link takes no more room than its word.

import { onAnyMove, rootOf, shownReplays } from "../script/place.js";

const OURS = "[data-words]";
const NOT_OURS = "a, .token, code, button, bdi, .said";
const LINK = 'a[href^="#word-"]';
const IDEA = ".st-key-idea"; // above them; its words are linked already

/** @typedef {{key: string, plainer: string}} Known */
/**
 * Which words there are to link: every form, the longest first.
 * @param {Record<string, string[]>} terms key -> the word, a plainer one, its meaning, other forms
 */
export function wordsOf(terms) {
  /** @type {Map<string, Known>} */
  const known = new Map();
  for (const [key, [word, plainer, , ...forms]] of Object.entries(terms))
    for (const form of [word, ...forms]) known.set(form.toLowerCase(), { key, plainer });
  const longest = [...known.keys()].sort((one, other) => other.length - one.length);
  const any = longest.map((form) => form.replace(/[^\w ]/g, "\\$&")).join("|");
  return { known, pattern: new RegExp(`(?<![\\w#-])(?:${any})(?![\\w-])`, "gi") };
}

/**
 * Cut a text at the words that are not linked yet: plain stretches, and [word, Known].
 * @param {string} text
 * @param {{known: Map<string, Known>, pattern: RegExp}} words
 * @param {Set<string>} linked their keys; those found are added
 * @returns {(string | [string, Known])[]}
 */
export function cutAtWords(text, { known, pattern }, linked) {
  /** @type {(string | [string, Known])[]} */
  const pieces = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    const term = known.get(word.toLowerCase());
    if (!term || linked.has(term.key)) continue;
    linked.add(term.key);
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push([word, term]);
    end = index + word.length;
  }
  if (end && end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/**
 * Link the words in the replays of the page, whenever one says something else.
 * @param {Record<string, string[]>} terms
 * @param {AbortSignal} signal
 */
export function linkReplays(terms, signal) {
  const words = wordsOf(terms);
  /** @type {Map<Element, Element[]>} each replay and where it speaks itself */
  const replays = new Map();
  const changes = new MutationObserver(() => link());
  signal.addEventListener("abort", () => changes.disconnect());
  const link = () => {
    for (const root of replays.keys()) if (!root.isConnected) replays.delete(root);
    linkWords(
      [...replays].sort(asOnPage).flatMap(([, places]) => places),
      words,
    );
    changes.takeRecords(); // our own links are no change
  };
  const watch = (replay) => {
    const root = rootOf(replay);
    if (!root) return;
    const known = replays.get(root) ?? [];
    const places = [...root.querySelectorAll(OURS)];
    replays.set(root, places);
    const fresh = places.filter((place) => !known.includes(place));
    for (const place of fresh) changes.observe(place, { childList: true, subtree: true });
    if (!fresh.length) return;
    // A replay that is drawn late may stand above another, which has the words till then.
    for (const place of [...replays.values()].flat()) unlinkWords(place);
    link();
  };
  onAnyMove(watch, signal);
  for (const replay of shownReplays()) watch(replay);
}

/**
 * What stands above comes first; each replay is in a tree of its own, at its host on the page.
 * @param {[any, unknown]} one
 * @param {[any, unknown]} other
 */
function asOnPage([one], [other]) {
  const [host, otherHost] = [one, other].map((root) => root.getRootNode().host ?? root);
  return host.compareDocumentPosition(otherHost) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** @param {Element} place */
function unlinkWords(place) {
  for (const link of place.querySelectorAll(LINK)) link.replaceWith(link.textContent ?? "");
  place.normalize();
}

/** @param {Element[]} places */
function linkWords(places, words) {
  const spoken = [...document.querySelectorAll(IDEA), ...places];
  const links = spoken.flatMap((place) => [...place.querySelectorAll(LINK)]);
  const linked = new Set(links.map((link) => link.getAttribute("href")?.slice(6) ?? ""));
  for (const text of places.flatMap(textsOf)) {
    const pieces = cutAtWords(text.data, words, linked);
    if (pieces.length) text.replaceWith(...pieces.map(drawn));
  }
}

/** The stretches of text in a place that are ours. @param {Element} place */
function textsOf(place) {
  const texts = [];
  const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = /** @type {Text} */ (walk.currentNode);
    if (!text.parentElement?.closest(NOT_OURS)) texts.push(text);
  }
  return texts;
}

function drawn(piece) {
  if (typeof piece === "string") return piece;
  const [word, { key, plainer }] = piece;
  const link = document.createElement("a");
  Object.assign(link, { href: `#word-${key}`, title: plainer, textContent: word });
  return link;
}
