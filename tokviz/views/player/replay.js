// The adapter to a file of its own: the payload stands in the page, the theme is the system's.

import { clockNamed } from "../script/clock.js";
import { fromText } from "../script/payload.js";
import { Player } from "./player.js";

export function replay(root, encoded, step) {
  const player = new Player(root, { clock: clockNamed("") });
  player.load(fromText(encoded), { step });
  player.theme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => player.theme());
  return player;
}
