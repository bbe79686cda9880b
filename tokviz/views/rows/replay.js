// The rows in a file of their own.

import { clockNamed } from "../script/clock.js";
import { alone } from "../standalone/alone.js";
import { Rows } from "./rows.js";

export const replay = (root, encoded, step) =>
  alone(new Rows(root, { clock: clockNamed("") }), encoded, step);
