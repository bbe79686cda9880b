// The golden files: payloads, and what Python says they hold.

import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

/** @param {string} name */
const path = (name) => new URL(`golden/${name}`, import.meta.url);

/** @param {string} name */
export const payloadOf = (name) => new Uint8Array(readFileSync(path(`${name}.bin`)));

/**
 * The same mount and payload as they come where the payload is large.
 * @param {Uint8Array} data
 */
export function deflated(data) {
  const [mount, payload] = [data.subarray(0, 24), data.subarray(24)];
  const parts = [mount, new Uint8Array(4), payload.subarray(4, 76), deflateSync(payload)];
  return new Uint8Array(Buffer.concat(parts));
}

/** @param {string} name */
export const answersTo = (name) => JSON.parse(readFileSync(path(`${name}.json`), "utf-8"));

export const TRAININGS = [
  "byte_bpe",
  "regex_bpe",
  "char_bpe",
  "wordpiece",
  "forced-wordpiece",
  "sentencepiece_bpe",
  "lines",
  "fill-up",
  "barred",
  "barred-more-frequent",
  "ties-first-seen",
  "ties-last-seen",
  "ties-lower-ids",
  "ties-higher-ids",
  "ties-shorter-token",
  "ties-code-point-order",
  "ties-reverse-code-point-order",
  "nothing",
  "counted-wordpiece",
  "counted-regex_bpe",
].map((name) => `train-${name}`);
export const ENCODINGS = [
  "encode-regex_bpe",
  "encode-dropout",
  "encode-dropout-words",
  "encode-dropout-pieces",
];
export const REPLAYS = [...TRAININGS, ...ENCODINGS];
