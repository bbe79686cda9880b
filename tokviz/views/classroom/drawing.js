// The code and the key of a class, drawn by chance: others join by the one, its leader has the other.

import { CLASS_LIMITS } from "./limits.js";

const { ALPHABET, CODE_LETTERS } = CLASS_LIMITS;

/** @param {number} size */
const drawn = (size) => [...crypto.getRandomValues(new Uint8Array(size))];

/** Six letters by chance, each as likely as the others. */
function newCode() {
  const fair = 256 - (256 % ALPHABET.length);
  let code = "";
  while (code.length < CODE_LETTERS)
    for (const byte of drawn(16)) if (byte < fair) code += ALPHABET[byte % ALPHABET.length];
  return code.slice(0, CODE_LETTERS);
}

const newKey = () =>
  drawn(24)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Code and key of a class that is not started yet. */
export const newClass = () => ({ code: newCode(), key: newKey() });
