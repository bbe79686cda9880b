// What of a class's sentences its leader has read: nothing that she has not stands on her wall.
//
// It is kept while the page is open, and her browser alone decides it, by hand or by her phone.

import { hashOf } from "../script/hashing.js";
import { CLASS_LIMITS } from "./limits.js";
import { classOfPage } from "./register.js";

/** @type {Set<string>} what becomes the text */
const letIn = new Set();
/** @type {Set<string>} what she left out, on whichever screen */
const out = new Set();
/** @type {Set<string>} of these, what was read on the wall before */
const seen = new Set();

/** Each sentence that was sent, once. */
export const sentOnce = () => [...new Set(classOfPage().state.sentences ?? [])];

/** @param {string} text */
export const isLetIn = (text) => letIn.has(text);

/** @param {string} text */
export const isCovered = (text) => !letIn.has(text) && !seen.has(text);

/** @param {string} text */
export const isLeftOut = (text) => out.has(text);

/** What becomes the text. */
export const chosen = () => sentOnce().filter(isLetIn);

/** @param {string[]} texts */
export function letThrough(...texts) {
  for (const text of texts) {
    letIn.add(text);
    out.delete(text);
  }
  tellRead();
}

/**
 * @param {string} text
 * @param {boolean} covers whether it is covered on the wall, too
 */
export function leaveOut(text, covers) {
  letIn.delete(text);
  out.add(text);
  if (covers) seen.delete(text);
  else seen.add(text);
  tellRead();
}

export function forgetRead() {
  for (const texts of [letIn, out, seen]) texts.clear();
}

/** For the phone, by hashes: as many whole sentences are too long for a message. */
export function readForPhone() {
  const hashed = (texts) => texts.slice(0, CLASS_LIMITS.FOLLOWERS).map(hashOf);
  return { let: hashed(chosen()), out: hashed(sentOnce().filter(isLeftOut)) };
}

/** Whoever shows them hears it as a change of the class. */
const tellRead = () => void classOfPage().target.dispatchEvent(new Event("change"));
