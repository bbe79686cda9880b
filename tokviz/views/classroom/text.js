// A text that is too long for the page's address, at hand for the class that this page leads.
//
// Its digest comes first; the text itself comes only if it is asked for. So does the tab, once the
// reader rests, that a reload brings the text back; a follower's comes from the class.

import { keepText } from "./kept.js";
import { classOfPage } from "../script/register.js";

const DIGEST = 64; // characters of SHA-256 in hex
const REST = 1000; // milliseconds

/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

export default function mount({ data, setTriggerValue }) {
  const digest = new TextDecoder().decode(data.subarray(0, DIGEST));
  const content = data.length > DIGEST ? data.slice(DIGEST) : null;
  const text = { digest, content, ask: () => setTriggerValue("asked", digest) };
  classOfPage().text = text;
  clearTimeout(asking);
  if (content) keepText(content);
  else asking = setTimeout(() => classOfPage().state.role !== "follower" && text.ask(), REST);
  return () => {
    clearTimeout(asking);
    if (classOfPage().text === text) classOfPage().text = null;
  };
}
