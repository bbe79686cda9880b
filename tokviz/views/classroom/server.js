// The server of a class, asked from the page.
//
// None is waited for without end: what was given up its sender sends again, or says so.

import { ANSWERS, inTime } from "../script/in_time.js";
import { CLASS_LIMITS } from "../script/class_limits.js";

const BRINGS = 1000 * CLASS_LIMITS.BODY_SECONDS; // milliseconds for a text, or for what is on a stage
const CHUNK = 8192; // bytes that a call takes as arguments

/**
 * Send something; what is refused becomes an Error with the server's words and `status`.
 * @param {string} method
 * @param {string} url
 * @param {{key?: string, body?: any, signal?: AbortSignal, within?: number}} [sent] a body is said in
 * JSON, or sent as it is if bytes; `within` so many milliseconds it is to be answered
 */
export function send(method, url, { key, body, signal, within } = {}) {
  const isBytes = body instanceof Uint8Array;
  const sent = {
    method,
    headers: headersOf(key),
    body: isBytes ? /** @type {any} */ (body) : JSON.stringify(body),
  };
  const act = async (given) => (await answered(url, { ...sent, signal: given })).json();
  return inTime(within ?? (isBytes ? BRINGS : ANSWERS), act, signal);
}

/** The answer, or an Error if it is refused. */
async function answered(url, init) {
  const response = await fetch(url, init);
  if (!response.ok) throw await refused(response);
  return response;
}

/** What to say where something came to nothing: the server's words, if it is the server that refused. */
export const wordsOf = (error) => (error.status ? error.message : "No connection. Try again.");

/**
 * Who follows, so that others' wrong codes are no hindrance.
 * @param {string | undefined} name
 * @returns {Record<string, string>}
 */
export const asFollower = (name) => (name ? { Follower: name } : {});

/** @returns {Record<string, string>} */
export const headersOf = (key) => (key ? { Authorization: `Bearer ${key}` } : {});

export async function refused(response) {
  const words = await response.json().then(
    ({ error }) => error,
    () => "",
  );
  const error = new Error(words || "The server did not answer as it should. Try again.");
  return Object.assign(error, { status: response.status, why: words });
}

/**
 * Fetch what a class has, and read it.
 * @template T
 * @param {string} url
 * @param {string} name of who follows
 * @param {(response: Response) => Promise<T>} read
 */
export const bringFrom = (url, name, read) =>
  inTime(BRINGS, async (signal) =>
    read(await answered(url, { headers: asFollower(name), signal })),
  );

/**
 * The bytes at an address, as base64.
 * @param {string} url
 * @param {string} name of who follows
 */
export const bytesAt = (url, name) =>
  bringFrom(url, name, async (response) => base64Of(new Uint8Array(await response.arrayBuffer())));

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
