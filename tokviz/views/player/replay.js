// The adapter to a file of its own: the payload stands in the page, the theme is the system's.

import { clockNamed } from "../script/clock.js";
import { Player } from "./player.js";

export function replay(root, encoded) {
  const player = new Player(root, { clock: clockNamed("") });
  player.load(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  player.theme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => player.theme());
  return player;
}
