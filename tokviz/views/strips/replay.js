// The strips in a file of their own: they have no steps, and their colours follow the system.

import { alone } from "../standalone/alone.js";
import { Strips } from "./strips.js";

export const replay = (root, encoded, step) =>
  alone(new Strips(root.querySelector(".strips-place")), encoded, step);
