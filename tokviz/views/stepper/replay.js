// The stepper in a file of its own.

import { clockNamed } from "../script/clock.js";
import { alone } from "../standalone/alone.js";
import { Stepper } from "./stepper.js";

export const replay = (root, encoded, step) =>
  alone(new Stepper(root, { clock: clockNamed("") }), encoded, step);
