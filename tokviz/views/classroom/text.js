// A text that is too long for the page's address, at hand for the class that this page leads.
//
// Its digest comes first; the text itself comes only if it is asked for.

import { classOfPage } from "./register.js";

const DIGEST = 64; // characters of SHA-256 in hex

export default function mount({ data, setTriggerValue }) {
  const digest = new TextDecoder().decode(data.subarray(0, DIGEST));
  const content = data.length > DIGEST ? data.slice(DIGEST) : null;
  const text = { digest, content, ask: () => setTriggerValue("asked", digest) };
  classOfPage().text = text;
  return () => {
    if (classOfPage().text === text) classOfPage().text = null;
  };
}
