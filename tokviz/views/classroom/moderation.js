// What of a class's sentences its leader has read: nothing that she has not stands on her wall.
//
// Her browser alone decides it, by hand or by her phone, and keeps it while the class lasts: a page
// that is loaded anew covers what she left out, and so does another tab that leads. It keeps no
// sentence, only a number for each. Of the numbers that all readers know (script/hashing.js) two
// sentences may share one, and a pupil could look for the rude twin of one that she let through; so
// each class draws salts, which nobody is told but her phone.

import { hashOf } from "../script/hashing.js";
import { OF_CLASS } from "./kept_of_class.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { classOfPage } from "../script/register.js";

const MOST_READ = 1000; // of each kind: the oldest goes
const LOW_HASH = 2 ** 21; // with 32 bits of another hash as many as a number holds

const saltOfClass = () => crypto.getRandomValues(new Uint32Array(4)).join(" ");

/**
 * As `raw` has it: `letIn` becomes the text, `out` she left out on whichever screen; of these `seen`
 * was read on the wall before.
 * @typedef {{
 *   raw: string | null, code: string, salts: string[], letIn: Set<number>, out: Set<number>,
 *   seen: Set<number>
 * }} Read
 */

/** @type {Read} */
let lastRead = readFrom(null, "");

/**
 * What was kept, of this class.
 * @param {string | null} raw
 * @param {string} code
 * @returns {Read}
 */
function readFrom(raw, code) {
  const kept = JSON.parse(raw ?? "null");
  const {
    salts = [saltOfClass(), saltOfClass()],
    letIn,
    out,
    seen,
  } = kept?.code === code ? kept : {};
  return { raw, code, salts, letIn: new Set(letIn), out: new Set(out), seen: new Set(seen) };
}

/** Of the class that this page leads; another tab may have led it meanwhile. */
function readNow() {
  const { code = "" } = classOfPage().state;
  const raw = localStorage.getItem(OF_CLASS.read);
  if (raw !== lastRead.raw || code !== lastRead.code) lastRead = readFrom(raw, code);
  return lastRead;
}

/** What has changed is kept, without what is too much. */
function keepRead() {
  const { code, salts, ...sets } = lastRead;
  const [letIn, out, seen] = [sets.letIn, sets.out, sets.seen].map((set) =>
    [...set].slice(-MOST_READ),
  );
  const raw = JSON.stringify({ code, salts, letIn, out, seen });
  localStorage.setItem(OF_CLASS.read, raw);
  lastRead = readFrom(raw, code);
}

/**
 * @param {Read} salted
 * @param {string} text
 */
function markOf({ salts }, text) {
  const [high, low] = salts.map((salt) => hashOf(salt + text));
  return high * LOW_HASH + (low % LOW_HASH);
}

/**
 * @param {"letIn" | "out" | "seen"} what
 * @param {string} text
 */
function isMarked(what, text) {
  const now = readNow();
  return now[what].has(markOf(now, text));
}

/** Each sentence that was sent, once. */
export const sentOnce = () => [...new Set(classOfPage().state.sentences ?? [])];

/** @param {string} text */
export const isLetIn = (text) => isMarked("letIn", text);

/** @param {string} text */
export const isCovered = (text) => !isLetIn(text) && !isMarked("seen", text);

/** @param {string} text */
export const isLeftOut = (text) => isMarked("out", text);

/** What becomes the text. */
export const chosen = () => sentOnce().filter(isLetIn);

/** @param {string[]} texts */
export function letThrough(...texts) {
  const now = readNow();
  for (const text of texts) {
    now.letIn.add(markOf(now, text));
    now.out.delete(markOf(now, text));
  }
  tellRead();
}

/**
 * @param {string} text
 * @param {boolean} covers whether it is covered on the wall, too
 */
export function leaveOut(text, covers) {
  const now = readNow();
  const number = markOf(now, text);
  now.letIn.delete(number);
  now.out.add(number);
  if (covers) now.seen.delete(number);
  else now.seen.add(number);
  tellRead();
}

/** For the phone, by salted hashes: as many whole sentences are too long for a message. */
export function readForPhone() {
  const [salt] = readNow().salts;
  const hashed = (texts) =>
    texts.slice(0, CLASS_LIMITS.FOLLOWERS).map((text) => hashOf(salt + text));
  return { salt, let: hashed(chosen()), out: hashed(sentOnce().filter(isLeftOut)) };
}

/** Whoever shows them hears it as a change of the class. */
function tellRead() {
  keepRead();
  classOfPage().target.dispatchEvent(new Event("change"));
}
