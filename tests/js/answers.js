// The golden files: payloads, and what Python says they hold.

import { readFileSync } from "node:fs";

/** @param {string} name */
const path = (name) => new URL(`golden/${name}`, import.meta.url);

/** @param {string} name */
export const payloadOf = (name) => new Uint8Array(readFileSync(path(`${name}.bin`)));

/** @param {string} name */
export const answersTo = (name) => JSON.parse(readFileSync(path(`${name}.json`), "utf-8"));

export const TRAININGS = [
  "byte_bpe",
  "regex_bpe",
  "char_bpe",
  "wordpiece",
  "sentencepiece_bpe",
  "nothing",
].map((name) => `train-${name}`);
export const REPLAYS = [...TRAININGS, "encode-regex_bpe", "encode-dropout"];
