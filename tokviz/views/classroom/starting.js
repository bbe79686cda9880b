// How a class begins on its server, and begins there again.

import { send } from "./server.js";

const NOT_HERS = 403; // the key gives another code
const TAKEN = 409;
const MISSES = 4; // times that a class may be unknown to who follows, in some twenty seconds
const TEACHER = { after: 6000, why: "Waiting for your teacher…" }; // of 300 each has two tries

/** Drawn by chance: who has it leads, and the server knows which code it gives. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/**
 * Start this class on the server, or take it up again, which gives the invitation to it.
 * @param {string} base
 * @param {{code: string, key: string}} own
 */
const begin = async (base, { code, key }) => ({
  code,
  key,
  ...(await send("POST", `${base}live/${code}`, { key })),
});

/**
 * Take up a class that its server does not know, which was started anew; then its news come.
 * @param {string} base
 * @param {{code: string, key: string}} own
 * @param {(words: string) => null} over
 */
export const beginAgain = (base, own, over) =>
  begin(base, own).then(
    () => ({}),
    ({ status, message }) => (status === NOT_HERS ? over(message) : {}),
  );

/** When who follows asks again for a class that was unknown so often before; null, no more. */
export const untilBegun = (/** @type {number} */ misses) => (misses < MISSES ? TEACHER : null);

/**
 * Take up the class that is this browser's own, or start another.
 * @param {string} base
 * @param {{code: string, key: string} | null} own
 */
export async function start(base, own) {
  try {
    if (own) return await begin(base, own);
  } catch (/** @type {any} */ error) {
    if (![NOT_HERS, TAKEN].includes(error.status)) throw error;
  }
  const key = newKey();
  return begin(base, { ...(await send("POST", `${base}live/code`, { key })), key });
}
