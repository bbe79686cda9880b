// The player in a file of its own.

import { clockNamed } from "../script/clock.js";
import { alone } from "../standalone/alone.js";
import { Player } from "./player.js";

export const replay = (root, encoded, step) =>
  alone(new Player(root, { clock: clockNamed("") }), encoded, step);
